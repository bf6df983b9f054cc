"""`jantaku scenario`: scripted rounds, run against the live state machine."""

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cyclopts import Parameter

from server.scenario import Scenario, ScenarioError, Unbuilt, load_scenarios, run_scenario

_OK: Final = 0
_FAILED: Final = 1
_BAD_INPUT: Final = 2


def scenario(*files: Path, as_json: Annotated[bool, Parameter(name="--json")] = False) -> int:
    """Run scripted rounds: hands, draws and steps that say what must happen.

    Prints a line a scenario, `PASS id`, `FAIL id: step k: ...` (steps count from 1) or
    `SKIP id: ...`, then how many of each. The exit code is 1 if one fails.

    Parameters
    ----------
    files
        JSON files; each holds one scenario or a list of them.
    as_json
        Print one object instead: the counts, and `results` with `id`, `status`, `step` and
        `message`.
    """
    if not files:
        print("jantaku: scenario: no FILE; allowed: one file or more", file=sys.stderr)
        return _BAD_INPUT
    items: list[Scenario | Unbuilt] = []
    for file in files:
        try:
            items += load_scenarios(file)
        except ScenarioError as error:
            print(f"jantaku: {file}: {error}", file=sys.stderr)
            return _BAD_INPUT
    verdicts = []
    for item in items:
        verdict = run_scenario(item)
        verdicts.append(verdict)
        if not as_json:
            print(verdict)
    counts = Counter(verdict.status for verdict in verdicts)
    if as_json:
        answer = {
            "passed": counts["passed"],
            "failed": counts["failed"],
            "skipped": counts["skipped"],
            "results": verdicts,
        }
        print(msgspec.json.encode(answer).decode())
    else:
        skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
        print(f"{counts['passed']} passed, {counts['failed']} failed{skipped}")
    return _FAILED if counts["failed"] else _OK
