"""Folding the stored events of a game again, without deciding anything.

A round that was followed by another leaves nothing behind but its proof, the seat that deals and
how often that seat has won in a row; only the last round is folded event by event. What is folded
is held to the wall and to the hands: stored events that are damaged, or belong to another game,
are refused instead of being played on.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.core.errors import CannotRestore
from engine.core.events import (
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Event,
    Hora,
    Kakan,
    Pon,
    Proof,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)
from engine.core.melds import PON
from engine.core.tiles import HONOURS, IDS, KIND, NAMES
from engine.core.wall import Wall, WallSource
from engine.riichi.ending import nagashi_seats
from engine.riichi.fold import FOLDS
from engine.riichi.progression import Outcome, RoundStart
from engine.riichi.state import State
from engine.riichi.tileset import replacement_tiles, tiles_of

_WITHIN: Final = frozenset(FOLDS) - {StartGame, StartKyoku, Hora, Ryukyoku, EndKyoku, EndGame}
"""What happens in a round and is forgotten with it."""

_SEATS_AND_SUMS: Final[dict[type[Any], tuple[str, ...]]] = {
    kind: tuple(name for name in ("actor", "target", "scores") if name in kind.__struct_fields__)
    for kind in FOLDS
}


class Refold:
    """One pass over the events of a game so far.

    Args:
        state: that of a game that has not begun; folded as far as the events go.
        names: the players by seat.
        walls: where the walls of the rounds came from.

    `fold` sets the rest: the `wall` of the last round, how many were `dealt`, the `proofs` of
    those that ended, the round as `played` from its start, its `outcome` once it has ended, and
    whether the game is `over`.
    """

    wall: Wall
    played: RoundStart
    outcome: Outcome | None

    def __init__(self, state: State, names: Sequence[str], walls: WallSource) -> None:
        self.dealt = 0
        self.proofs: list[Proof] = []
        self.over = False
        self._state = state
        self._names = names
        self._walls = walls

    def fold(self, events: Sequence[Event]) -> "Refold":
        """Fold all of `events`, which begin with `start_game` and the first round.

        Raises:
            CannotRestore: they are no game of these rules, names and walls.
        """
        if not events:
            raise CannotRestore("there are no events")
        place = 0
        try:
            self._begin(events[0])
            place = last = _last_round(events)
            self._pass_rounds(events[1:last])
            for place in range(last, len(events)):
                self._fold(events, place)
        except CannotRestore:
            raise
        except Exception as error:
            # Whatever a fold or a check stumbles over is the same fault: an event that cannot
            # have happened. Its words may name a tile, so they go no further.
            fault = f"{_type_of(events[place])} does not fit ({type(error).__name__})"
            raise CannotRestore(fault, place) from None
        self.outcome = _outcome(self._state, events[last:])
        return self

    def _begin(self, event: Event) -> None:
        rules = self._state.rules
        same = (
            isinstance(event, StartGame)
            and event.names == tuple(self._names)
            and event.rules == rules.to_object()
        )
        _must(same, event, 0, "not the start of this game")
        FOLDS[StartGame](self._state, event)

    def _pass_rounds(self, events: Sequence[Event]) -> None:
        """Take from all rounds but the last what outlives them."""
        state = self._state
        inside = False
        for number, event in enumerate(events, 1):
            if type(event) in _WITHIN:
                if not inside:
                    raise CannotRestore(f"{_type_of(event)}: no round is running", number)
            elif isinstance(event, StartKyoku):
                _must(not inside, event, number, "the round before has no end")
                inside = True
                self.dealt += 1
                if event.oya != state.oya:
                    state.dealer_wins = 0
                    state.oya = event.oya
            elif isinstance(event, EndKyoku):
                _must(inside, event, number, "no round is running")
                inside = False
                self._keep_proof(event)
            elif isinstance(event, Hora):
                state.dealer_wins += event.actor == state.oya
            elif isinstance(event, Ryukyoku):
                state.dealer_wins = 0
            else:
                _must(False, event, number, "not within a game")
        if inside:
            raise CannotRestore("the round before has no end", len(events) + 1)

    def _fold(self, events: Sequence[Event], place: int) -> None:
        event = events[place]
        if isinstance(event, StartKyoku):
            self._deal(event, place)
        else:
            _must(_follows(event, events[place - 1]), event, place, "out of order")
            check = _CHECKS.get(type(event))
            fits = _at_the_table(event, self._state.players) and (
                check is None or check(self._state, self.wall, event)
            )
            _must(fits, event, place, "not what lies on the table")
        FOLDS[type(event)](self._state, event)
        if isinstance(event, EndKyoku):
            self._keep_proof(event)
        elif isinstance(event, EndGame):
            _must(event.proofs == (tuple(self.proofs) or None), event, place, "other proofs")
            self.over = True

    def _keep_proof(self, event: EndKyoku) -> None:
        if event.salt is not None and event.wall is not None:
            self.proofs.append(Proof(event.salt, event.wall))

    def _deal(self, event: StartKyoku, place: int) -> None:
        """Take the wall of the round, and hold the deal to it."""
        state = self._state
        rules = state.rules
        players = state.players
        wall = self._walls.wall(self.dealt, tiles_of(rules), replacement_tiles(players))
        self.wall = wall
        self.dealt += 1
        _must(
            len(event.scores) == players
            and event.wall_hash == wall.commitment()
            and event.dora_marker == NAMES[wall.indicator(0)]
            and event.tehais == wall.dealt(players, event.oya),
            event,
            place,
            "not dealt from this wall",
        )
        self.played = RoundStart(
            HONOURS.index(event.bakaze),
            event.kyoku,
            event.honba,
            event.kyotaku,
            event.oya,
            event.scores,
        )


def _at_the_table(event: Event, players: int) -> bool:
    """Whether the seats and sums of an event are those of a table with so many players."""
    for name in _SEATS_AND_SUMS[type(event)]:
        value = getattr(event, name)
        if name == "scores":
            if len(value) != players:
                return False
        elif value is not None and not 0 <= value < players:
            return False
    return True


def _outcome(state: State, events: Sequence[Event]) -> Outcome | None:
    """How the round ended, from its events; None while it is running."""
    if state.in_round:
        return None
    winners = tuple([event.actor for event in events if isinstance(event, Hora)])
    if winners:
        return Outcome("win", winners=winners)
    last = next(event for event in reversed(events) if isinstance(event, Ryukyoku))
    if last.tenpais is None:
        return Outcome("abort", reason=last.reason)
    if last.reason == "nagashi_mangan":
        winners = nagashi_seats(state)
    return Outcome("draw", winners=winners, tenpai=last.tenpais, reason=last.reason)


def _last_round(events: Sequence[Event]) -> int:
    """Where the last round begins."""
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place], StartKyoku):
            return place
    raise CannotRestore("no round begins", 0)


def _follows(event: Event, last: Event) -> bool:
    """Whether an event of the last round may come after `last`, as far as its end goes."""
    if isinstance(last, EndKyoku):
        return isinstance(event, EndGame)
    if isinstance(last, Hora):
        return isinstance(event, Hora | EndKyoku)
    if isinstance(last, Ryukyoku):
        return isinstance(event, EndKyoku)
    return not isinstance(last, EndGame) and not isinstance(event, EndKyoku | EndGame)


def _type_of(event: Event) -> str:
    """Name of an event's type as on the wire; of no more than that."""
    tag = getattr(type(event), "__struct_config__", None)
    return str(tag.tag) if tag is not None else "something"


def _must(holds: bool, event: Event, place: int, fault: str) -> None:
    if not holds:
        raise CannotRestore(f"{_type_of(event)}: {fault}", place)


# -- What the last round's events are held to ---------------------------------------------------


def _drawn_from(state: State, wall: Wall, event: Tsumo) -> bool:
    if event.rinshan:
        tile = wall.replacement(state.replacements)
    else:
        tile = wall.draw(state.players, state.normal_draws)
    return event.pai == NAMES[tile] and state.seats[event.actor].drawn < 0


def _turned_in(state: State, wall: Wall, event: Dora) -> bool:
    return event.dora_marker == NAMES[wall.indicator(len(state.dora_markers))]


def _held(state: State, _wall: Wall, event: Dahai) -> bool:
    seat = state.seats[event.actor]
    tile = IDS[event.pai]
    return seat.drawn == tile if event.tsumogiri else tile in seat.hand


def _discarded(state: State, _wall: Wall, event: Chi | Pon | Daiminkan) -> bool:
    return (event.target, event.pai) == (state.tile_from, NAMES[state.tile])


def _added_to_pon(state: State, _wall: Wall, event: Kakan) -> bool:
    kind = KIND[IDS[event.pai]]
    return any(meld.type == PON and meld.kind == kind for meld in state.seats[event.actor].melds)


def _proves(_state: State, wall: Wall, event: EndKyoku) -> bool:
    return (event.salt, event.wall) == (wall.salt, None if wall.salt is None else wall.names())


_CHECKS: Final[dict[type[Any], Callable[[State, Wall, Any], bool]]] = {
    Tsumo: _drawn_from,
    Dahai: _held,
    Chi: _discarded,
    Pon: _discarded,
    Daiminkan: _discarded,
    Kakan: _added_to_pon,
    Dora: _turned_in,
    EndKyoku: _proves,
}
