"""The table from the parts of a hand to its fu, as a law over all options (riichi.md 12)."""

from itertools import product

import pytest

from engine.riichi.fu import REPLACEMENT_DRAW, RON, SELF_DRAW, fu_rows
from engine.riichi.rules import parse_rules


@pytest.mark.parametrize(
    ("replacement", "open_ron", "pinfu"), list(product([True, False], [30, 20], [True, False]))
)
def test_every_sum_of_parts(replacement: bool, open_ron: int, pinfu: bool) -> None:
    """R11.1 to R11.3, R11.11, R11.12: base, ron or draw, rounded up to ten, and the exceptions."""
    rules = parse_rules(
        {
            "preset": "majsoul_friend_4p",
            "rinshan_tsumo_fu": replacement,
            "open_pinfu_ron_fu": open_ron,
            "pinfu_tsumo": pinfu,
        }
    )
    added = {
        (False, RON): 0,
        (True, RON): 10,
        **{(menzen, SELF_DRAW): 2 for menzen in (False, True)},
        **{(menzen, REPLACEMENT_DRAW): 2 if replacement else 0 for menzen in (False, True)},
    }
    for (menzen, draw), plus in added.items():
        row = fu_rows(rules)[menzen][draw]
        for parts in range(0, 136, 2):
            expected = next(fu for fu in range(20, 300, 10) if fu >= 20 + plus + parts)
            if parts == 0 and menzen and draw != RON:
                # A closed hand without parts is pinfu.
                expected = 20 if pinfu else 30
            elif not (draw == RON and not menzen and open_ron == 20):
                expected = max(expected, 30)
            assert row[parts] == expected, (menzen, draw, parts)
