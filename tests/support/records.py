"""Records for the tests of formats: games with everything in them, and what a format must keep."""

import gzip
import json
import random
from functools import cache
from typing import Any

import msgspec

from engine.bots import POLICIES
from engine.core.decision import Ask
from engine.core.wall import SeededWalls
from engine.riichi import new_game, parse_rules
from server.simulation.play import play as play_out
from tests.support.games import play
from tests.support.shared_data import GAMES, require_shared

Record = dict[str, Any]
RULES = ("majsoul_ranked_4p", "tenhou_4p", "majsoul_3p", "tenhou_3p", "mleague")
"""Presets that differ in when indicators are turned, who wins, and how many play."""

_NOT_COMPUTED = ("wall", "salt", "wall_hash", "wall_algorithm")


_EAGER = {
    "hora": 0.95, "reach": 0.8, "ankan": 0.95, "kakan": 0.95, "nukidora": 0.9, "ryukyoku": 0.5,
    "daiminkan": 0.5, "pon": 0.3, "chi": 0.15,
}  # fmt: skip
"""How likely an option is taken where it is offered; otherwise the easy bot plays."""


class _Eager:
    """Kans, calls and declares whatever it can, more often than anybody would."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._bot = POLICIES["easy"](seed)

    def choose(self, view: Any, ask: Ask, rules: Any) -> int:
        for word, likely in _EAGER.items():
            for place, option in enumerate(ask.options):
                kind = option.__struct_config__.tag
                if kind == word and self._chance.random() < likely:
                    return place
        return self._bot.choose(view, ask, rules)


@cache
def wild(seed: int, rules: str = "majsoul_ranked_4p") -> Record:
    """A game of eager players: every call and kan occurs, and most ways to end a round."""
    parsed = parse_rules(rules)
    names = [f"P{seat}" for seat in range(parsed.players)]
    game = new_game(parsed, names, SeededWalls(seed.to_bytes(8, "big")))
    players = [_Eager(10 * seed + seat) for seat in range(parsed.players)]
    full = parsed.to_object()
    play_out(
        game,
        [lambda game, seat, ask: players[seat].choose(game.view(seat), ask, full)] * len(names),
    )
    record: Record = json.loads(msgspec.json.encode(game.record(f"wild-{seed}")))
    return record


@cache
def tame(seed: int, rules: str = "majsoul_ranked_4p") -> Record:
    """A game of the easy bot: riichi and wins."""
    game = play(seed, rules)
    record: Record = json.loads(msgspec.json.encode(game.record(f"tame-{seed}")))
    return record


def real_games() -> list[Record]:
    """All real games; the test is skipped where they are not there."""
    return [json.loads(line) for line in _real_lines()]


def rare_games() -> list[Record]:
    """Real games with what is rare: every way to end a round, robbed kans, yakuman, pao."""
    lines = _real_lines()
    found = {next(line for line in lines if word in line) for word in _RARE}
    return [json.loads(line) for line in sorted(found)]


_RARE = (
    *(b"nagashi_mangan", b"kyuushu", b"suufon", b"suucha", b"suukan", b"sanchaho"),
    *(b"chankan", b"rinshan", b"daisangen", b"suukantsu", b"tenhou_3p", b"majsoul_4p_current"),
)


def _real_lines() -> list[bytes]:
    require_shared(GAMES)
    return [
        line
        for path in sorted(GAMES.glob("*.gz"))
        for line in gzip.decompress(path.read_bytes()).splitlines()
    ]


def without_proofs(record: Record) -> list[Record]:
    """The events without walls, salts and hashes, hands sorted: what other formats can give."""
    kept = []
    for event in record["events"]:
        event = {field: value for field, value in event.items() if field not in _NOT_COMPUTED}
        if event["type"] == "start_kyoku":
            event["tehais"] = [sorted(hand) for hand in event["tehais"]]
        if "consumed" in event:
            event["consumed"] = sorted(event["consumed"])
        kept.append(event)
    return kept


def same_events(given: Record, read: Record) -> None:
    """Every field of every event is as it was, as far as `given` has it; also `rules` and names."""
    ours, theirs = without_proofs(given), without_proofs(read)
    for place, (event, other) in enumerate(zip(ours, theirs, strict=False)):
        if event["type"] != "start_game":
            assert {field: _plain(field, other.get(field)) for field in event} == {
                field: _plain(field, value) for field, value in event.items()
            }, (given["id"], place)
    assert len(ours) <= len(theirs)
    # A record that stops before the end may be completed by what follows by rule.
    assert {event["type"] for event in theirs[len(ours) :]} <= {"end_game"}


def _plain(field: str, value: Any) -> Any:
    if field in ("yaku", "hora_tehais"):
        return sorted(map(tuple, value)) if field == "yaku" else sorted(value)
    return value or None
