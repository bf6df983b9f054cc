"""`jantaku serve` without journals, to measure what they cost. No server of anybody's.

Takes the flags of `jantaku serve`; only started, by `bench/journal_load.py`, never imported. There
is no such setting: a server that forgets its games when it stops is not what anybody wants to run
by mistake.
"""

from server.cli import main
from server.commands import serve_cmd


def _no_journals(_database: object) -> None:
    """Keep nothing."""


vars(serve_cmd)["JournalStore"] = _no_journals
main()
