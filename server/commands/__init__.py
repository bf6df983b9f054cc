"""The commands of `jantaku`, one module each (formats.md, "Commands").

A command is a plain typed function that returns its exit code: 0 = all well, 1 = a check failed,
2 = bad input, said in one line on stderr. `server.cli` finds it by name and imports it only when
it is called.
"""
