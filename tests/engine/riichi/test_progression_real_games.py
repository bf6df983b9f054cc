"""Rounds and results of real games: what followed each round, and how each game ended."""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.riichi.progression import GameOver, Outcome, RoundStart, after_round
from engine.riichi.results import final_result
from engine.riichi.rules import Rules, parse_rules
from tests.support.shared_data import GAMES, require_shared

WINDS = "ESWN"
SAMPLE = 40


def games(path: Path, limit: int | None = None) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number == limit:
                return
            yield json.loads(line)


def round_start(event: dict[str, Any]) -> RoundStart:
    return RoundStart(
        WINDS.index(event["bakaze"]),
        event["kyoku"],
        event["honba"],
        event["kyotaku"],
        event["oya"],
        tuple(event["scores"]),
    )


def drawn(event: dict[str, Any], players: int) -> list[Outcome]:
    """The outcomes that a `ryukyoku` may stand for: records leave out who had nagashi tenpai."""
    reason = event["reason"]
    if reason == "exhaustive":
        return [Outcome("draw", tenpai=tuple(event["tenpais"]), reason=reason)]
    if reason == "nagashi_mangan":
        return [Outcome("draw", (), (dealer,) * players, reason) for dealer in (False, True)]
    return [Outcome("abort", reason=reason)]


def faults(rules: Rules, events: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Replay rounds and results from the events that end rounds; tell what differs."""
    played: RoundStart | None = None
    possible: list[Any] = []
    winners: list[int] = []
    outcomes: list[Outcome] = []
    scores: tuple[int, ...] = ()
    sticks = 0
    for event in events:
        kind = event["type"]
        if kind == "start_kyoku":
            start = round_start(event)
            if played is not None and start not in possible:
                yield f"after {played}: {possible}, not {start}"
            played, sticks, winners, outcomes = start, event["kyotaku"], [], []
        elif kind == "reach_accepted":
            sticks += 1
        elif kind == "hora":
            winners.append(event["actor"])
            scores, sticks = tuple(event["scores"]), 0
            outcomes = [Outcome("win", tuple(winners))]
        elif kind == "ryukyoku":
            scores = tuple(event["scores"])
            outcomes = drawn(event, rules.players)
        elif kind == "end_kyoku":
            assert played is not None
            possible = [after_round(rules, played, end, scores, sticks) for end in outcomes]
        elif kind == "end_game":
            if not any(isinstance(step, GameOver) for step in possible):
                yield f"after {played}: {possible}, not the end"
            result = final_result(rules, scores, sticks)
            for field in ("scores", "ranks", "points"):
                if field in event and list(getattr(result, field)) != event[field]:
                    yield f"{field}: {getattr(result, field)}, not {event[field]}"


def differences(paths: Sequence[Path], limit: int | None) -> list[str]:
    return [
        f"{game['id']}: {fault}"
        for path in paths
        for game in games(path, limit)
        for fault in faults(parse_rules(game["rules"]), game["events"])
    ]


def test_a_sample_of_every_file() -> None:
    paths = sorted(require_shared(GAMES).glob("*.jsonl.gz"))
    assert differences(paths, SAMPLE) == []


@pytest.mark.full
def test_every_game() -> None:
    paths = sorted(require_shared(GAMES).glob("*.jsonl.gz"))
    assert differences(paths, None) == []


def test_a_difference_would_be_seen() -> None:
    """The check itself: a game that goes on to the wrong dealer and ends with wrong points."""
    start: dict[str, Any] = {"bakaze": "S", "kyoku": 4, "honba": 0, "kyotaku": 1, "oya": 3}
    even = [25000, 25000, 25000, 24000]
    events: list[dict[str, Any]] = [
        {"type": "start_kyoku", **start, "scores": even},
        {"type": "ryukyoku", "reason": "kyuushu", "scores": even},
        {"type": "end_kyoku"},
        {"type": "start_kyoku", **start, "scores": even},
        {"type": "hora", "actor": 0, "target": 3, "scores": [34000, 25000, 25000, 16000]},
        {"type": "end_kyoku"},
        {
            "type": "end_game",
            "scores": [34000, 25000, 25000, 16000],
            "ranks": [1, 2, 3, 4],
            "points": [24.0, 5.0, -5.0, -24.1],
        },
    ]
    found = list(faults(parse_rules("majsoul_ranked_4p"), events))
    assert [fault.partition(":")[0].partition(" ")[0] for fault in found] == ["after", "points"]
