"""Short scenarios for tests, written in hands such as `234m50pEE`."""

from typing import Any, Final

from server.scenario import Scenario, Verdict, read_scenario, run_scenario

HONOURS: Final = "ESWNPFC"
TENPAI: Final = "234m678p345s78s22p"
"""Waits for 6s and 9s."""


def tiles(text: str) -> list[str]:
    """Expand `340m11pE` to 3m 4m 5mr 1p 1p E."""
    names: list[str] = []
    digits = ""
    for sign in text:
        if sign in HONOURS:
            names.append(sign)
        elif sign.isdigit():
            digits += sign
        else:
            names += [f"5{sign}r" if digit == "0" else digit + sign for digit in digits]
            digits = ""
    return names


def script(
    *steps: dict[str, Any],
    hands: dict[int, str] | None = None,
    preset: str = "majsoul_ranked_4p",
    **fields: Any,
) -> dict[str, Any]:
    """Return a scenario object; seats without a hand are filled in."""
    seats = 3 if "3p" in preset else 4
    given = hands or {}
    return {
        "id": "test",
        "rules": {"preset": preset},
        "hands": [tiles(given[seat]) if seat in given else None for seat in range(seats)],
        "steps": list(steps),
        **fields,
    }


def scenario(*steps: dict[str, Any], **fields: Any) -> Scenario:
    item = read_scenario(script(*steps, **fields))
    assert isinstance(item, Scenario)
    return item


def run(*steps: dict[str, Any], **fields: Any) -> Verdict:
    return run_scenario(scenario(*steps, **fields))


def do(actor: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"do": {"actor": actor, "type": kind, **fields}}


def cut(actor: int, pai: str) -> dict[str, Any]:
    return do(actor, "dahai", pai=pai)
