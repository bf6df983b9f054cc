"""`jansou` (pure Python) as a peer: its deal, dealt our walls and answered with our choices."""

from collections.abc import Generator, Mapping
from typing import Any, Final

from jansou.core.rules import RIICHI_DEPOSIT, Rules
from jansou.core.tiles import Tile, TileKind, Wind
from jansou.game import actions as peer_actions
from jansou.game.events import Event, Ryuukyoku, ScoreChange
from jansou.game.events import Win as PeerWin
from jansou.game.flow import DecisionKind, DecisionPoint, Position, deal_steps, new_deal
from jansou.game.progression import advance, settle_deposits
from jansou.game.wall import Wall as PeerWall

from engine.core.events import Tsumo
from engine.core.tiles import HONOURS, KIND, KIND_NAMES, NAMES, RED_FIVES, RED_OF_KIND
from tests.differential import words
from tests.differential.outcome import Ending, Following, Win
from tests.differential.peer import Offered, Point, choose
from tests.differential.rounds import Round

_YAKU: Final[Mapping[str, str]] = {
    "yakuhai_haku": "haku",
    "yakuhai_hatsu": "hatsu",
    "yakuhai_chun": "chun",
    "yakuhai_round": "round_wind",
    "yakuhai_seat": "seat_wind",
    "ittsu": "ittsuu",
    "shousuushi": "shousuushii",
    "daisuushi": "daisuushii",
}
"""Names that are spelt in another way there."""
_REASONS: Final[Mapping[str, str]] = {
    "EXHAUSTIVE": "exhaustive",
    "NAGASHI": "nagashi_mangan",
    "NINE_TERMINALS": "kyuushu",
    "FOUR_WINDS": "suufon",
    "FOUR_RIICHI": "suucha",
    "FOUR_KANS": "suukan",
    "TRIPLE_RON": "sanchaho",
}
_YAKUMAN_BASE: Final = 8000
_DEAD_REPLACEMENTS: Final = 4
_INDICATORS: Final = 5
_TAKES: Final = (4, 4, 4, 1)


class JansouPeer:
    """Replays rounds in `jansou`, one deal each.

    Args:
        rules: its `Rules`.
    """

    coarse: Mapping[str, str] = {
        "suuankou_tanki": "suuankou",
        "kokushi_13": "kokushi",
        "junsei_chuuren": "chuuren",
    }

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._state: Any = None
        self._position: Any = None
        self._steps: Generator[DecisionPoint, Any, Any] | None = None
        self._pending: DecisionPoint | None = None
        self._outcome: Any = None
        self._events: list[Event] = []

    def begin(self, played: Round) -> None:
        """Deal the round."""
        start = played.start
        wind = Wind(HONOURS.index(start.bakaze))
        self._position = Position(start.oya, wind, start.kyoku, start.honba)
        self._state = new_deal(
            self._rules,
            PeerWall(_sequence(played)),
            self._position,
            list(start.scores),
            start.kyotaku * RIICHI_DEPOSIT,
        )
        self._events = []
        self._outcome = None
        self._steps = deal_steps(self._state, self._events.append)
        self._pending = next(self._steps)

    @property
    def point(self) -> Point:
        """Where the deal waits."""
        if self._pending is None:
            return "over"
        return "turn" if self._pending.kind is DecisionKind.SELF else "claim"

    @property
    def markers(self) -> tuple[str, ...]:
        """The turned dora indicators."""
        return tuple(_name(tile) for tile in self._state.wall.dora_indicators)

    def step(self, answers: Mapping[int, str]) -> Offered:
        """Answer the seats one after the other, as they are asked there."""
        offered: dict[int, frozenset[str]] = {}
        kind = self._pending and self._pending.kind
        while self._pending and self._pending.kind is kind and self._pending.seat not in offered:
            seat = self._pending.seat
            by_word = {_word(action): action for action in self._pending.actions}
            offered[seat] = frozenset(by_word)
            self._answer(by_word[choose(offered, by_word, seat, answers)])
            if kind is DecisionKind.SELF:
                break
        for seat in answers.keys() - offered.keys():
            choose(offered, {words.NONE: None}, seat, answers)
        return offered

    def _answer(self, action: Any) -> None:
        assert self._steps is not None
        try:
            self._pending = self._steps.send(action)
        except StopIteration as stop:
            self._pending = None
            self._outcome = stop.value

    def ending(self) -> Ending:
        """Read wins, draw and payments from the events, and ask what follows."""
        events = self._events
        changes = [event.deltas for event in events if isinstance(event, ScoreChange)]
        draw = next((event for event in events if isinstance(event, Ryuukyoku)), None)
        return Ending(
            wins=tuple(_win(event) for event in events if isinstance(event, PeerWin)),
            reason=_REASONS[draw.kind.name] if draw else "",
            deltas=changes[-1] if changes else (0,) * self._rules.player_count,
            following=self._following(),
        )

    def _following(self) -> Following:
        rules = self._rules
        scores: list[int] = list(self._state.scores)
        pool = self._state.deposit_pool
        extending = self._position.round_wind > rules.game_length
        position = advance(
            self._position, self._outcome, scores, rules, in_extension=extending
        ).position
        if position is None:
            return Following(None, tuple(settle_deposits(scores, pool, rules)))
        sticks = pool // RIICHI_DEPOSIT
        return Following(
            (
                int(position.round_wind),
                position.round_number,
                position.honba,
                sticks,
                position.dealer,
            ),
            tuple(scores),
        )


def _sequence(played: Round) -> tuple[Tile, ...]:
    """Lay our wall out as jansou does: replacements, indicators, hands by seat, draws.

    With three players the fifth replacement tile and the further ones are the last of the live
    tiles there, which are never drawn in a round with so many replacements.
    """
    wall, start = played.wall, played.start
    seats = len(start.scores)
    hands = wall.hands(seats, start.oya)
    ids = [wall.replacement(number) for number in range(_DEAD_REPLACEMENTS)]
    for number in range(_INDICATORS):
        ids += [wall.indicator(number), wall.ura(number)]
    place = 0
    for take in _TAKES:
        for hand in hands:
            ids += hand[place : place + take]
        place += take
    ids += [wall.draw(seats, number) for number in range(wall.live(seats))]
    for number in range(_DEAD_REPLACEMENTS, _replacements(played)):
        ids[len(ids) + _DEAD_REPLACEMENTS - 1 - number] = wall.replacement(number)
    return tuple(Tile(TileKind(KIND[tile]), red=tile in RED_FIVES) for tile in ids)


def _replacements(played: Round) -> int:
    return sum(isinstance(event, Tsumo) and event.rinshan for event in played.events)


def _win(event: PeerWin) -> Win:
    result = event.result
    yakuman = result.base // _YAKUMAN_BASE if result.is_yakuman else 0
    names = [value.yaku.name.lower() for value in result.yaku]
    return Win(
        winner=event.seat,
        target=event.seat if event.from_seat is None else event.from_seat,
        han=result.han,
        fu=0 if yakuman else result.fu.total,
        yakuman=yakuman,
        yaku=frozenset(_YAKU.get(name, name) for name in names),
    )


def _name(tile: Tile) -> str:
    return NAMES[RED_OF_KIND[tile.kind]] if tile.red else KIND_NAMES[tile.kind]


def _word(action: Any) -> str:
    match action:
        case peer_actions.Discard(tile, tsumogiri):
            return words.dahai(_name(tile), tsumogiri)
        case peer_actions.Riichi(tile, tsumogiri):
            return words.reach(_name(tile), tsumogiri)
        case peer_actions.Chii(tiles):
            return words.chi(tuple(map(_name, tiles)))
        case peer_actions.Pon(tiles):
            return words.pon(tuple(map(_name, tiles)))
        case peer_actions.ClosedKan(kind):
            return words.ankan(kind)
        case peer_actions.AddedKan(tile):
            return words.kakan(_name(tile))
    return _PLAIN_WORDS[type(action)]


_PLAIN_WORDS: Final[Mapping[type[Any], str]] = {
    peer_actions.OpenKan: words.DAIMINKAN,
    peer_actions.Nuki: words.NUKIDORA,
    peer_actions.Tsumo: words.HORA,
    peer_actions.Ron: words.HORA,
    peer_actions.NineTerminals: words.RYUKYOKU,
    peer_actions.Pass: words.NONE,
}
