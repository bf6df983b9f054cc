"""Command line of the mutation check.

python -m tests.mutation --number 60 --seed 1
"""

import argparse
import difflib
import importlib
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.operators import Mutant, mutants_of
from tests.mutation.targets import modules, tests_for
from tests.mutation.trial import Tree, Verdict
from tests.support.shared_data import ROOT, SHARED

_PRELOADED: Final = (
    "hypothesis", "hypothesis.strategies", "jsonschema", "msgspec", "pytest_asyncio.plugin",
    "structlog", "xiangting", "_hypothesis_pytestplugin",
)  # fmt: skip
"""Imported before the first fork, so that not every mutant pays for it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a sample and print what became of it; 1 if a mutant survived."""
    options = _options(arguments)
    for name in _PRELOADED:
        importlib.import_module(name)
    shared = _shared(options)
    with tempfile.TemporaryDirectory(prefix="mutation-") as place:
        tree = Tree(ROOT, Path(place))
        mutants = _sample(tree, options)
        print(f"seed {options.seed}: {len(mutants)} mutants", flush=True)
        if options.list:
            for mutant in mutants.values():
                print(_diff(tree, mutant))
            return 0
        every_test = tests_for(tree.place, modules(tree.place)[0], options.thorough)
        if tree.run(every_test, options.seconds, shared) != Verdict.SURVIVED:
            print((tree.place / "output.txt").read_text(encoding="utf-8")[-4000:])
            print("the tests do not pass on the unchanged tree", file=sys.stderr)
            return 2
        return _try(tree, mutants, options)


def _shared(options: argparse.Namespace) -> Path | None:
    return SHARED.resolve() if options.shared else None


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--number", type=int, default=60, help="mutants to draw (0: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--only", default="", help="module paths that contain this text")
    parser.add_argument("--seconds", type=int, default=150, help="processor time of one mutant")
    parser.add_argument("--shared", action="store_true", help="let tests use the shared data")
    parser.add_argument("--thorough", action="store_true", help="also play under random rules")
    parser.add_argument("--numbers", default="", help="of the sample only these: 3,17,40-300")
    parser.add_argument("--list", action="store_true", help="print the sample, try nothing")
    return parser.parse_args(arguments)


def _sample(tree: Tree, options: argparse.Namespace) -> dict[int, Mutant]:
    """Draw the sample: mutants by their number in it."""
    every = [mutant for file in modules(tree.place) for mutant in mutants_of(file, tree.read(file))]
    print(f"{len(every)} mutants in all")
    for file, old, _ in EQUIVALENT.keys() - {(one.file, one.old, one.new) for one in every}:
        print(f"void, the code reads differently now: {file}: {old}")
    chosen = every
    if options.number:
        chosen = random.Random(options.seed).sample(every, min(options.number, len(every)))
    wanted = _numbers(options.numbers)
    return {
        number: mutant
        for number, mutant in enumerate(chosen, 1)
        if options.only in mutant.file and (not wanted or number in wanted)
    }


def _numbers(text: str) -> set[int]:
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first:
            numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def _try(tree: Tree, mutants: Mapping[int, Mutant], options: argparse.Namespace) -> int:
    verdicts: Counter[str] = Counter()
    by_operator: Counter[tuple[str, str]] = Counter()
    started = time.monotonic()
    for number, mutant in mutants.items():
        reason = EQUIVALENT.get((mutant.file, mutant.old, mutant.new))
        if reason is None:
            tests = tests_for(tree.place, mutant.file, options.thorough)
            verdict = str(tree.try_mutant(mutant, tests, options.seconds, _shared(options)))
        else:
            verdict = "equivalent"
        verdicts[verdict] += 1
        by_operator[mutant.operator, verdict] += 1
        print(f"{number} {verdict} {mutant.file}:{mutant.line}", flush=True)
        if verdict != Verdict.KILLED:
            print(reason or _diff(tree, mutant), flush=True)
    print(f"{time.monotonic() - started:.0f} seconds")
    for (operator, verdict), count in sorted(by_operator.items()):
        print(f"{operator:12}{verdict:12}{count:5}")
    noticed = verdicts[Verdict.KILLED] + verdicts[Verdict.TIMEOUT]
    total = len(mutants) - verdicts["equivalent"]
    print(dict(verdicts), f"noticed {noticed} of {total}: {100 * noticed / max(total, 1):.1f} %")
    return int(noticed < total)


def _diff(tree: Tree, mutant: Mutant) -> str:
    lines = difflib.unified_diff(
        tree.read(mutant.file).splitlines(),
        mutant.text.splitlines(),
        f"{mutant.file}:{mutant.line}",
        mutant.operator,
        n=1,
        lineterm="",
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
