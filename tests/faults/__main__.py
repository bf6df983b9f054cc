"""One trial, as long as one likes.

    python -m tests.faults --tables 50 --kills 20 --seed 7

The exit status is 1 if something was wrong; everything that is needed to look into it is printed.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.trial import Plan, run


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=6, help="at a time")
    parser.add_argument("--kills", type=int, default=3, help="SIGKILL at random moments")
    parser.add_argument("--stops", type=int, default=1, help="orderly stops between them")
    parser.add_argument("--length", choices=("one_round", "east", "east_south"), default="east")
    parser.add_argument("--limit", type=float, default=900.0, help="seconds")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--keep", type=Path, help="directory for the file and the log")
    given = parser.parse_args()
    plan = Plan(
        seed=given.seed,
        tables=given.tables,
        kills=given.kills,
        stops=given.stops,
        length=given.length,
        limit_s=given.limit,
    )
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(scratch) if given.keep is None else given.keep
        directory.mkdir(parents=True, exist_ok=True)
        outcome = asyncio.run(run(plan, directory))
    print(outcome.report())
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if outcome.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
