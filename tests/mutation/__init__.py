"""Mutation check of the rules: how many small errors in the engine do its tests notice?

`python -m tests.mutation --help`; what came of it is in docs/mutation.md.
"""
