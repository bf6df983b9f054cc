"""Checking a record against the rules: replay it through the live state machine (formats.md)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.decision import Choice
from engine.core.errors import EngineError
from engine.core.events import Event
from engine.core.game import Game
from engine.core.tiles import HONOURS
from engine.core.wall import Wall, wall_hash
from engine.riichi import RoundStart, Rules, new_game, parse_rules
from engine.riichi.given_wall import GivenWalls
from server.records.answers import NotOffered, recorded_answers
from server.records.walls import split_rounds, wall_of_round


class Mismatch(msgspec.Struct, frozen=True):
    """One difference. `round` counts from 0, `event` is the index in the record."""

    game: str
    round: int
    event: int
    field: str
    recorded: Any
    computed: Any

    def __str__(self) -> str:
        """One line, as `verify` prints it."""
        return (
            f"{self.game} round {self.round} event {self.event} {self.field}: "
            f"recorded {self.recorded!r}, computed {self.computed!r}"
        )


class Report(msgspec.Struct):
    """What was replayed, and what did not agree."""

    games: int = 0
    rounds: int = 0
    events: int = 0
    menus: int = 0
    mismatches: list[Mismatch] = msgspec.field(default_factory=list)

    def add(self, other: "Report") -> None:
        """Take the counts of another report in."""
        self.games += other.games
        self.rounds += other.rounds
        self.events += other.events
        self.menus += other.menus
        self.mismatches += other.mismatches


def verify_game(record: dict[str, Any]) -> Report:
    """Replay one game.

    Raises:
        BadRules: the record's rules cannot be played.
        BadTile, KeyError, TypeError, ValueError: the record is damaged beyond replaying.
    """
    return _Replay(record).run()


def replay_record(record: dict[str, Any]) -> tuple[Report, list[Event]]:
    """Replay one game; return the report and, if nothing differs, all events with every field.

    The events go on to where the next choice would be needed: the end of a round or of the game
    that follows by rule is there even if the record stops before it.

    Raises:
        BadRules, BadTile, KeyError, TypeError, ValueError: as `verify_game`.
    """
    replay = _Replay(record)
    report = replay.run()
    return report, [] if report.mismatches else replay.log


class _Replay:
    def __init__(self, record: dict[str, Any]) -> None:
        self.rules: Rules = parse_rules(record["rules"])
        self.events: list[dict[str, Any]] = record["events"]
        self.id = str(record.get("id", "?"))
        self.names = tuple(
            record.get("names") or [f"P{seat}" for seat in range(self.rules.players)]
        )
        if not any(event["type"] == "start_kyoku" for event in self.events):
            raise ValueError("its events hold no start_kyoku")
        self.rounds = split_rounds(self.events)
        self.walls = [self._wall(start, end) for start, end in self.rounds]
        self.report = Report(games=1, rounds=len(self.rounds), events=len(self.events))
        self.round = 0
        self.cursor = 0
        # Of the game that was replayed last: the only one, if nothing differs.
        self.log: list[Event] = []

    def _wall(self, start: int, end: int) -> Wall:
        return wall_of_round(self.events[start:end], self.rules.players)

    def run(self) -> Report:
        self._check_hashes()
        number: int | None = 0
        while number is not None and number < len(self.rounds):
            number = self._play_from(number)
        return self.report

    def _check_hashes(self) -> None:
        """A published wall must be the one that was committed to at the deal."""
        for number, (start, end) in enumerate(self.rounds):
            committed = self.events[start].get("wall_hash")
            published = self.events[end - 1]
            if committed and published.get("wall") and published.get("salt"):
                computed = wall_hash(published["salt"], published["wall"])
                if computed != committed:
                    self.round = number
                    self._differs(start, "wall_hash", committed, computed)

    def _play_from(self, number: int) -> int | None:
        """Replay from a round on; return the round to go on with after a difference."""
        self.round = number
        self.cursor = self.rounds[number][0]
        game = new_game(
            self.rules,
            self.names,
            GivenWalls(self.walls[number:]),
            _round_start(self.events[self.cursor]),
        )
        self.log = game.log
        try:
            # `start_game` is input, not compared.
            same = self._compare(game.start()[1:])
            while same and self.cursor < len(self.events):
                if game.over:
                    found = self.events[self.cursor]["type"]
                    self._differs(self.cursor, "type", found, "nothing: the game is over")
                    break
                same = self._compare(self._step(game))
            else:
                if same:
                    return None
        except NotOffered as refused:
            self._differs(self.cursor, "options", str(refused), "not offered")
        except EngineError as error:
            self._differs(self.cursor, "replay", self.events[self.cursor]["type"], str(error))
        except IndexError:
            # The record ends in the middle of an exchange: nothing more to compare.
            return None
        # Go on with the next round, or with this one if it is only that it should not follow.
        at_its_start = self.cursor <= self.rounds[self.round][0] and self.round > number
        return self.round if at_its_start else self.round + 1

    def _step(self, game: Game) -> list[Event]:
        if game.paused:
            if self.events[self.cursor]["type"] != "end_game":
                self.round = min(self.round + 1, len(self.rounds) - 1)
            return game.advance()
        decision = game.decision
        assert decision is not None
        self.report.menus += sum(len(ask.options) for ask in decision.asks.values())
        produced: list[Event] = []
        for seat, option in recorded_answers(decision, self.events[self.cursor :]).items():
            if game.decision is decision:
                produced = game.apply(Choice(seat, decision.id, option))
        return produced

    def _compare(self, produced: Sequence[Event]) -> bool:
        """Compare emitted events with the record from the cursor on; False once they part."""
        same = True
        for event in produced:
            if self.cursor >= len(self.events):
                return same
            recorded = self.events[self.cursor]
            computed = msgspec.to_builtins(event)
            for field in sorted(recorded):
                if field not in _NOT_COMPARED.get(recorded["type"], ()) and not _equal(
                    field, recorded, computed
                ):
                    self._differs(self.cursor, field, recorded[field], computed.get(field))
                    same = False
                    if field == "type":
                        return False
            if not same and recorded["type"] == "start_kyoku" and self.cursor > 0:
                return False
            self.cursor += 1
        return same

    def _differs(self, event: int, field: str, recorded: Any, computed: Any) -> None:
        self.report.mismatches.append(
            Mismatch(self.id, self.round, event, field, recorded, computed)
        )


_NOT_COMPARED = {
    "start_game": ("names", "rules", "wall_algorithm"),
    # Checked by `_check_hashes`, where the wall is published.
    "start_kyoku": ("wall_hash",),
    "end_game": ("proofs",),
}


def _equal(field: str, recorded: dict[str, Any], computed: dict[str, Any]) -> bool:
    kind = recorded["type"]
    ours = computed.get(field)
    theirs = recorded[field]
    if kind == "hora" and field in ("han", "fu") and recorded.get("yakuman"):
        return True
    if field == "yaku":
        return ours is not None and _pairs(theirs) == _pairs(ours)
    if field == "consumed":
        return ours is not None and sorted(theirs) == sorted(ours)
    if field == "hora_tehais":
        return ours is not None and sorted(theirs) == sorted(ours)
    if field == "tehais" and kind in ("start_kyoku", "ryukyoku"):
        return ours is not None and [_sorted(hand) for hand in theirs] == [
            _sorted(hand) for hand in ours
        ]
    if ours is None and theirs in (False, None, []):
        return True
    return bool(_plain(ours) == theirs)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _sorted(hand: Sequence[str] | None) -> list[str] | None:
    return None if hand is None else sorted(hand)


def _pairs(yaku: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    return sorted(tuple(pair) for pair in yaku)


def _round_start(event: dict[str, Any]) -> RoundStart:
    return RoundStart(
        bakaze=HONOURS.index(event["bakaze"]),
        kyoku=event["kyoku"],
        honba=event["honba"],
        kyotaku=event["kyotaku"],
        oya=event["oya"],
        scores=tuple(event["scores"]),
    )
