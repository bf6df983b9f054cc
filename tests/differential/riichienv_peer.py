"""`riichienv` (Rust) as a peer: its environment, dealt our walls and stepped by our choices."""

from collections.abc import Mapping
from typing import Any, Final

from riichienv import ActionType, GameRule, RiichiEnv
from riichienv import Phase as PeerPhase

from engine.core.events import StartKyoku
from engine.core.tiles import HONOURS, KIND, KIND_NAMES, NAMES, PLAIN, RED_FIVES, RED_OF_KIND
from tests.differential import words
from tests.differential.outcome import Ending, Following, Win, added
from tests.differential.peer import Offered, Point, choose
from tests.differential.rounds import Round

_YAKU: Final[Mapping[int, str]] = {
    1: "menzen_tsumo", 2: "riichi", 3: "chankan", 4: "rinshan", 5: "haitei", 6: "houtei",
    7: "haku", 8: "hatsu", 9: "chun", 10: "seat_wind", 11: "round_wind", 12: "tanyao",
    13: "iipeikou", 14: "pinfu", 15: "chanta", 16: "ittsuu", 17: "sanshoku_doujun",
    18: "double_riichi", 19: "sanshoku_doukou", 20: "sankantsu", 21: "toitoi", 22: "sanankou",
    23: "shousangen", 24: "honroutou", 25: "chiitoitsu", 26: "junchan", 27: "honitsu",
    28: "ryanpeikou", 29: "chinitsu", 30: "ippatsu", 35: "tenhou", 36: "chiihou",
    37: "daisangen", 38: "suuankou", 39: "tsuuiisou", 40: "ryuuiisou", 41: "chinroutou",
    42: "kokushi", 43: "shousuushii", 44: "suukantsu", 45: "chuuren", 47: "junsei_chuuren",
    48: "suuankou_tanki", 49: "kokushi_13", 50: "daisuushii",
}  # fmt: skip
_DORA: Final = range(31, 35)
_REASONS: Final[Mapping[str, str]] = {
    "exhaustive_draw": "exhaustive",
    "nagashimangan": "nagashi_mangan",
    "kyushu_kyuhai": "kyuushu",
    "sufuurenta": "suufon",
    "suucha_riichi": "suucha",
    "suukansansen": "suukan",
    "sanchaho": "sanchaho",
}
_YAKUMAN_HAN: Final = 13


class RiichienvPeer:
    """Replays rounds in two environments.

    One plays a single round, because it keeps how the hands were valued; the other plays a
    hanchan, because it says what follows.

    Args:
        players: 3 or 4.
        rule: a `GameRule`.
    """

    coarse: Mapping[str, str] = {}

    def __init__(self, players: int, rule: GameRule) -> None:
        self._players = players
        self._round: Any = RiichiEnv(f"{players}p-red-single", rule=rule)
        self._game: Any = RiichiEnv(f"{players}p-red-half", rule=rule)
        self._seen: dict[int, Any] = {}

    def begin(self, played: Round) -> None:
        """Deal the round to both environments."""
        start: StartKyoku = played.start
        for env in (self._game, self._round):
            self._seen = env.reset(
                oya=start.oya,
                wall=_ids(played.wall.order),
                round_wind=HONOURS.index(start.bakaze),
                scores=list(start.scores),
                honba=start.honba,
                kyotaku=start.kyotaku,
            )

    @property
    def point(self) -> Point:
        """Where the environment waits."""
        if self._round.done():
            return "over"
        return "turn" if self._round.phase == PeerPhase.WaitAct else "claim"

    @property
    def markers(self) -> tuple[str, ...]:
        """The turned dora indicators."""
        return tuple(_name(tile) for tile in self._round.dora_indicators)

    def step(self, answers: Mapping[int, str]) -> Offered:
        """Step both environments; a riichi takes two steps there, one for its discard."""
        by_word = {seat: self._by_word(seat, seen) for seat, seen in self._seen.items()}
        offered = {
            seat: frozenset(options)
            for seat, options in by_word.items()
            if options.keys() - {words.NONE}
        }
        actions: dict[int, Any] = {}
        discard: dict[int, str] = {}
        for seat, options in by_word.items():
            answer = choose(offered, options, seat, answers)
            actions[seat] = options[answer]
            if answer.startswith("reach"):
                discard[seat] = answer.replace("reach", "dahai")
        for seat in answers.keys() - by_word.keys():
            choose(offered, {words.NONE: None}, seat, answers)
        self._apply(actions)
        if discard:
            self._apply(
                {
                    seat: self._by_word(seat, self._seen[seat])[word]
                    for seat, word in discard.items()
                }
            )
        return offered

    def _apply(self, actions: dict[int, Any]) -> None:
        if not self._game.done():
            self._game.step(actions)
        self._seen = self._round.step(actions)

    def _by_word(self, seat: int, seen: Any) -> dict[str, Any]:
        by_word: dict[str, Any] = {}
        for action in seen.legal_actions():
            if action.action_type == ActionType.RIICHI:
                declared = self._round.clone().step({seat: action})[seat]
                for discard in declared.legal_actions():
                    by_word[words.reach(*self._discard(discard))] = action
            else:
                by_word[self._word(action)] = action
        return by_word

    def _discard(self, action: Any) -> tuple[str, bool]:
        return _name(action.tile), action.tile == self._round.drawn_tile

    def _word(self, action: Any) -> str:
        kind = action.action_type
        if kind == ActionType.DISCARD:
            return words.dahai(*self._discard(action))
        if kind == ActionType.CHI:
            return words.chi(tuple(map(_name, action.consume_tiles)))
        if kind == ActionType.PON:
            return words.pon(tuple(map(_name, action.consume_tiles)))
        if kind == ActionType.ANKAN:
            return words.ankan(action.consume_tiles[0] // 4)
        if kind == ActionType.KAKAN:
            return words.kakan(_name(action.tile))
        for peer_kind, word in _PLAIN_WORDS:
            if kind == peer_kind:
                return word
        raise ValueError(f"an action that riichienv did not have before: {action}")

    def ending(self) -> Ending:
        """Read wins and draw from the log of the single round, the rest from the hanchan's."""
        log = self._round.mjai_log
        horas = [event for event in log if event["type"] == "hora"]
        draw = next((event for event in log if event["type"] == "ryukyoku"), None)
        deltas = [tuple(event["deltas"]) for event in (horas or [draw] if draw else horas)]
        return Ending(
            wins=tuple(self._win(event) for event in horas),
            reason=_REASONS.get(draw["reason"], draw["reason"]) if draw and not horas else "",
            deltas=added(deltas, self._players),
            following=self._following(),
        )

    def _win(self, event: Mapping[str, Any]) -> Win:
        result = self._round.win_results[event["actor"]]
        yakuman = bool(result.yakuman)
        return Win(
            winner=event["actor"],
            target=event["target"],
            han=0 if yakuman else result.han,
            fu=0 if yakuman else result.fu,
            yakuman=result.han // _YAKUMAN_HAN if yakuman else 0,
            yaku=frozenset(_YAKU[number] for number in result.yaku if number not in _DORA),
        )

    def _following(self) -> Following:
        start = next(
            event
            for event in reversed(self._game.mjai_log)
            if event["type"] in ("start_kyoku", "end_game")
        )
        if start["type"] == "end_game":
            return Following(None, tuple(self._game.scores()))
        return Following(
            (
                HONOURS.index(start["bakaze"]),
                start["kyoku"],
                start["honba"],
                start["kyotaku"],
                start["oya"],
            ),
            tuple(start["scores"]),
        )


_PLAIN_WORDS: Final = (
    (ActionType.DAIMINKAN, words.DAIMINKAN),
    (ActionType.KITA, words.NUKIDORA),
    (ActionType.RON, words.HORA),
    (ActionType.TSUMO, words.HORA),
    (ActionType.KYUSHU_KYUHAI, words.RYUKYOKU),
    (ActionType.PASS, words.NONE),
)


def _ids(order: list[int]) -> list[int]:
    """Give every tile of a wall its place among 0..135; the first of each kind of five is red."""
    free = [4 * kind + (kind in RED_OF_KIND) for kind in range(len(PLAIN))]
    ids = []
    for tile in order:
        kind = KIND[tile]
        if tile in RED_FIVES:
            ids.append(4 * kind)
        else:
            ids.append(free[kind])
            free[kind] += 1
    return ids


def _name(tile: int) -> str:
    kind, copy = divmod(tile, 4)
    red = RED_OF_KIND.get(kind)
    return NAMES[red] if red is not None and copy == 0 else KIND_NAMES[kind]
