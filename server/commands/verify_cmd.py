"""`jantaku verify`: replay game records and compare them with the rules (formats.md)."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from engine.core.errors import BadRules, EngineError
from server.records.reading import BadRecord, read_records
from server.records.verify import Report, verify_game


def verify(
    *files: Path,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
    menus: bool = False,
) -> int:
    """Replay game records through the live state machine and compare every event.

    Every recorded choice must be among the offered options, and every event that follows must equal
    the recorded one, values and scores included. Prints a line for each mismatch (game, round,
    event, field, recorded, computed), then the counts. The exit code is 1 if there is any.

    Parameters
    ----------
    files
        Record files, `.jsonl` or `.jsonl.gz`; one game a file or one game a line.
    as_json
        Print one object instead: the counts and the mismatches.
    menus
        Also count how many options were offered in all.
    """
    if not files:
        print("jantaku: verify: no FILE; allowed: one file or more", file=sys.stderr)
        return 2
    total = Report()
    for path in files:
        try:
            for number, record in read_records(path):
                report = _verified(path, number, record)
                total.add(report)
                if not as_json:
                    for mismatch in report.mismatches:
                        print(mismatch)
        except BadRecord as error:
            print(f"jantaku: {error}", file=sys.stderr)
            return 2
    if as_json:
        print(msgspec.json.encode(_summary(total, menus)).decode())
    else:
        line = (
            f"{total.games} games, {total.rounds} rounds, {total.events} events, "
            f"{len(total.mismatches)} mismatches"
        )
        print(f"{line}, {total.menus} options" if menus else line)
    return 1 if total.mismatches else 0


def _verified(path: Path, number: int, record: dict[str, object]) -> Report:
    try:
        return verify_game(record)
    except BadRules as error:
        raise BadRecord(f"{path}:{number}: rules: {error}") from None
    except (EngineError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        fault = f"field {error} is missing" if isinstance(error, KeyError) else str(error)
        raise BadRecord(f"{path}:{number}: damaged record: {fault}") from None


def _summary(total: Report, menus: bool) -> dict[str, object]:
    summary: dict[str, object] = {
        "games": total.games,
        "rounds": total.rounds,
        "events": total.events,
        "mismatches": total.mismatches,
    }
    if menus:
        summary["menus"] = total.menus
    return summary
