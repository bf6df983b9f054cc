"""Random rounds beside two other engines; they are in the extra `bench` only."""

from typing import Any

import msgspec
import pytest

from engine.riichi import parse_rules
from tests.differential.pairings import PAIRINGS, Pairing
from tests.differential.rounds import play_rounds
from tests.differential.run import find_round, run

ROUNDS = 4
"""Rounds under each pairing in the quick tests."""


def require_peer(name: str) -> Pairing:
    """Return a pairing, or skip the test where its peer is not installed."""
    pairing = PAIRINGS[name]
    if pairing.missing is not None:
        pytest.skip(pairing.missing)
    return pairing


@pytest.mark.parametrize("name", PAIRINGS)
def test_random_rounds_agree(name: str) -> None:
    report = run(require_peer(name), ROUNDS, seed=1)
    assert report.unexplained == []
    assert report.endings == report.rounds == ROUNDS
    assert report.compared == report.decisions > 0


@pytest.mark.full
@pytest.mark.parametrize("name", PAIRINGS)
def test_many_random_rounds_agree(name: str) -> None:
    report = run(require_peer(name), 300, seed=2)
    assert report.unexplained == []
    assert report.compared >= 0.99 * report.decisions


@pytest.mark.parametrize("peer", ["riichienv-tenhou-4p", "jansou-tenhou-4p"])
@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"kuikae": "allowed"}, "options"),
        ({"riichi_min_live_tiles": 60}, "options"),
        ({"kan_dora_timing": "immediate"}, "markers"),
        ({"dora": False, "ippatsu": False}, "wins"),
        ({"noten_total": 2400}, "deltas"),
        ({"dealer_repeat_draw": "never"}, "following"),
    ],
)
def test_another_rule_on_our_side_is_noticed(peer: str, changed: dict[str, Any], what: str) -> None:
    pairing = require_peer(peer)
    other = msgspec.structs.replace(pairing, rules={**pairing.rules, **changed})
    report = run(other, 24, seed=3)
    assert what in {difference.what for difference in report.unexplained}


@pytest.mark.parametrize("name", ["riichienv-tenhou-4p", "jansou-majsoul-3p"])
def test_a_round_is_found_again_by_its_name(name: str) -> None:
    rules = parse_rules(dict(PAIRINGS[name].rules))
    for played in play_rounds(rules, f"7/{name}/0"):
        again = find_round(f"{played.name}/12")
        assert again.events == played.events
        assert again.steps == played.steps


@pytest.mark.parametrize("name", ["", "1/nobody/0/0", "7/jansou-tenhou-4p/0/9"])
def test_a_round_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(LookupError):
        find_round(name)


def test_a_missing_peer_is_named() -> None:
    missing = msgspec.structs.replace(PAIRINGS["jansou-tenhou-4p"], name="nobody-4p").missing
    assert missing == "needs nobody, which the extra `bench` installs"
