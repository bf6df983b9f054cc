"""Random rounds, replayed through other engines and compared decision by decision.

    python -m tests.differential [--rounds N] [--seed S] [--players 4|3] [--pairing NAME]
    python -m tests.differential --round NAME

Needs the peers (extra `bench`). The exit status is 1 if a difference is not explained. `--round`
prints the events of one round, named as in the differences, to look at.
"""

import argparse
import sys
from collections import Counter
from typing import Final

import msgspec

from tests.differential.compare import Report
from tests.differential.known import Difference
from tests.differential.pairings import PAIRINGS
from tests.differential.run import find_round, run

_SHOWN: Final = 20
"""Unexplained differences that are printed."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, default=100, help="under each pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, choices=(3, 4))
    parser.add_argument("--pairing", choices=PAIRINGS)
    parser.add_argument("--round", metavar="NAME")
    given = parser.parse_args()
    if given.round is not None:
        return _print_round(given.round)
    if given.rounds < 1:
        parser.error(f"--rounds is {given.rounds}; allowed: 1 or more")
    total = Report()
    for name, pairing in PAIRINGS.items():
        if given.pairing in (None, name) and given.players in (None, pairing.players):
            if pairing.missing is not None:
                parser.error(f"{name} {pairing.missing}")
            report = run(pairing, given.rounds, given.seed)
            _print(name, report)
            total.add(report)
    if not total.rounds:
        parser.error(f"--pairing is {given.pairing}; it has not --players {given.players}")
    _print("all", total)
    print("  happened:", _listed(total.occurred))
    for difference in total.unexplained[:_SHOWN]:
        print(_described(difference))
    return 1 if total.unexplained else 0


def _print_round(name: str) -> int:
    try:
        played = find_round(name)
    except LookupError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    for event in played.events:
        print(msgspec.json.encode(event).decode())
    return 0


def _print(name: str, report: Report) -> None:
    print(
        f"{name}: {report.rounds} rounds, {report.compared} of {report.decisions} decisions"
        f" ({report.compared / report.decisions:.2%}), {report.endings} endings,"
        f" {len(report.unexplained)} differences unexplained"
    )
    if report.explained:
        print("  explained:", _listed(report.explained))
    if report.lost:
        print("  decisions lost after one:", _listed(report.lost))


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def _described(difference: Difference) -> str:
    return (
        f"{difference.where} {difference.what} seat {difference.seat}:"
        f" ours {_text(difference.ours)}, theirs {_text(difference.theirs)}"
    )


def _text(side: frozenset[str] | str) -> str:
    return side if isinstance(side, str) else str(sorted(side))


if __name__ == "__main__":
    sys.exit(main())
