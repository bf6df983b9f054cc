"""Records as tenhou.net/6 JSON, the format of Tenhou's log editor and of many reviewers.

What it cannot hold is left out: walls, salts and hashes, the moment at which an indicator was
turned, the hands shown at a draw, the fu of limit hands, and most of the rules (of them it has
the length, the red fives and open tanyao).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from server.records.formats.rounds import WIND_ORDER, Event, end_game_of, rounds_of, seat_wind
from server.records.formats.tenhou_calls import call_text
from server.records.formats.tenhou_tiles import CODE, PLACEHOLDER, TSUMOGIRI
from server.records.formats.tenhou_words import (
    DRAWS,
    EVERYBODY,
    NOBODY,
    WIN,
    limit_word,
    yaku_text,
)

SEATS: Final = 4
"""There are always four; with three players the last is empty."""
_LENGTH: Final = {"one_round": "東", "east": "東", "east_south": "南", "full": "北"}
_ON_TURN: Final = ("ankan", "kakan", "nukidora")
_MANGAN_RON: Final = (8000, 12000)
_MANGAN_DEALER_SHARE: Final = 4000


def to_tenhou6(record: Mapping[str, Any], only_round: int | None = None) -> dict[str, Any]:
    """Turn a record into one object; its rules must be the full rule object.

    Args:
        record: a game record (formats.md).
        only_round: the number of the one round to write, from 0; all if None.

    Raises:
        IndexError: there is no such round.
    """
    rules = record["rules"]
    events: Sequence[Event] = record["events"]
    rounds = list(rounds_of(events))
    if only_round is not None:
        rounds = [rounds[only_round]]
    game: dict[str, Any] = {
        "title": [str(record.get("id", "")), ""],
        "name": _padded(list(record["names"]), ""),
        "rule": _rule(rules),
        "log": [_round(events_of_round, rules) for events_of_round in rounds],
        "ref": str(record.get("id", "")),
        "ver": 2.3,
    }
    end = end_game_of(events)
    if end is not None and only_round is None and "points" in end:
        pairs = zip(_padded(end["scores"], 0), _padded(end["points"], 0.0), strict=True)
        game["sc"] = [value for pair in pairs for value in pair]
    return game


def _padded(values: Sequence[Any], filling: Any) -> list[Any]:
    return [*values, *[filling] * (SEATS - len(values))]


def _rule(rules: Mapping[str, Any]) -> dict[str, Any]:
    reds = _reds(rules["aka_dora"], rules["players"])
    words = ("三" if rules["players"] == 3 else "", "雀卓", _LENGTH[rules["length"]],
             "喰" if rules["open_tanyao"] else "", "赤" if any(reds) else "")  # fmt: skip
    rule: dict[str, Any] = {"disp": "".join(words), "aka": int(any(reds))}
    return rule | {f"aka5{suit}": count for suit, count in enumerate(reds, start=1)}


def _reds(aka: int | Mapping[str, int], players: int) -> tuple[int, int, int]:
    """Red fives by suit."""
    if isinstance(aka, Mapping):
        return (aka.get("m", 0), aka.get("p", 0), aka.get("s", 0))
    if players == 3:
        return (0, aka - aka // 2, aka // 2)
    each, rest = divmod(aka, 3)
    return (each, each + (rest > 0), each + (rest > 1))


def _round(events: Sequence[Event], rules: Mapping[str, Any]) -> list[Any]:
    start = events[0]
    lists = _Lists(start)
    for event in events[1:]:
        lists.take(event)
    players = len(start["scores"])
    number = SEATS * WIND_ORDER.index(start["bakaze"]) + start["kyoku"] - 1
    log: list[Any] = [[number, start["honba"], start["kyotaku"]], _padded(start["scores"], 0)]
    log += [lists.indicators, lists.uras]
    for seat in range(SEATS):
        if seat < players:
            hand = [CODE[name] for name in start["tehais"][seat]]
            log += [hand, lists.draws[seat], lists.discards[seat]]
        else:
            log += [[], [], []]
    log.append(_result(lists.wins, lists.drawn_round, start, rules))
    return log


class _Lists:
    """The lists of one round, filled event by event."""

    def __init__(self, start: Event) -> None:
        players = len(start["scores"])
        self.indicators = [CODE[start["dora_marker"]]]
        self.uras: list[int] = []
        self.draws: list[list[int | str]] = [[] for _ in range(players)]
        self.discards: list[list[int | str]] = [[] for _ in range(players)]
        self.wins: list[Event] = []
        self.drawn_round: Event | None = None
        self._declared = False
        self._drawn: str | None = None
        # Who fed the pon of each kind, by seat and tile.
        self._fed: dict[tuple[int, str], int] = {}

    def take(self, event: Event) -> None:
        kind: str = event["type"]
        if kind == "tsumo":
            self._drawn = event["pai"]
            self.draws[event["actor"]].append(CODE[event["pai"]])
        elif kind == "dahai":
            self._discard(event)
        elif kind in ("chi", "pon", "daiminkan"):
            self._drawn = None
            self._fed[event["actor"], event["pai"][:2]] = event["target"]
            self.draws[event["actor"]].append(call_text(event))
            if kind == "daiminkan":
                self.discards[event["actor"]].append(PLACEHOLDER)
        elif kind in _ON_TURN:
            fed_by = self._fed.get((event["actor"], event.get("pai", "")[:2]))
            self.discards[event["actor"]].append(call_text(event, fed_by))
        elif kind == "dora":
            self.indicators.append(CODE[event["dora_marker"]])
        elif kind == "reach":
            self._declared = True
        elif kind == "hora":
            self.wins.append(event)
            uras = [CODE[name] for name in event.get("ura_markers", ())]
            self.uras = max(self.uras, uras, key=len)
        elif kind == "ryukyoku":
            self.drawn_round = event

    def _discard(self, event: Event) -> None:
        # Some records do not say how the dealer's first tile was thrown.
        from_draw = event.get("tsumogiri", event["pai"] == self._drawn)
        code = TSUMOGIRI if from_draw else CODE[event["pai"]]
        self.discards[event["actor"]].append(f"r{code}" if self._declared else code)
        self._declared = False


def _result(
    wins: Sequence[Event], drawn: Event | None, start: Event, rules: Mapping[str, Any]
) -> list[Any]:
    if wins:
        result: list[Any] = [WIN]
        for place, win in enumerate(wins):
            honba = start["honba"] if place == 0 else 0
            result += [_padded(win["deltas"], 0), _win(win, honba, start, rules)]
        return result
    if drawn is None:
        # The record ends in the middle of the round.
        return [DRAWS["exhaustive"], [0] * SEATS]
    reason = drawn["reason"]
    tenpais = drawn.get("tenpais")
    if reason == "exhaustive" and tenpais and len(set(tenpais)) == 1:
        return [EVERYBODY if tenpais[0] else NOBODY]
    if reason in ("exhaustive", "nagashi_mangan"):
        return [DRAWS[reason], _padded(drawn["deltas"], 0)]
    return [DRAWS[reason]]


def _win(win: Event, honba: int, start: Event, rules: Mapping[str, Any]) -> list[Any]:
    value = honba * rules["honba_value"]
    yakuman = bool(win["yakuman"])
    wind = seat_wind(win["actor"], start)
    liable = _liable(win)
    text = _value(win, value, start, liable is not None)
    yaku = [yaku_text(name, han, yakuman, start["bakaze"], wind) for name, han in win["yaku"]]
    return [win["actor"], win["target"], win["actor"] if liable is None else liable, text, *yaku]


def _liable(win: Event) -> int | None:
    """Who pays besides, or instead of, the one who would (pao): it shows in the payments."""
    if not win["yakuman"]:
        return None
    payers = [seat for seat, delta in enumerate(win["deltas"]) if delta < 0]
    if win["target"] == win["actor"]:
        return payers[0] if len(payers) == 1 else None
    return next((seat for seat in payers if seat != win["target"]), None)


def _value(win: Event, honba_points: int, start: Event, pao: bool) -> str:
    points = win["points"]
    drawn = win["actor"] == win["target"]
    paid = f"{points}点"
    mangan = points in _MANGAN_RON
    if drawn:
        shares = _shares(win, honba_points, start, pao)
        mangan = max(shares) == _MANGAN_DEALER_SHARE
        paid = f"{shares[0]}点∀" if len(shares) == 1 else f"{shares[0]}-{shares[1]}点"
    han, fu = win.get("han"), win.get("fu")
    word = limit_word(han, fu, win["yakuman"], mangan)
    return (word or f"{fu}符{han}飜") + paid


def _shares(win: Event, honba_points: int, start: Event, pao: bool) -> tuple[int, ...]:
    """What each pays of a self-draw: (each,) to the dealer, else (the others, the dealer)."""
    others = len(start["scores"]) - 1
    if win["actor"] == start["oya"]:
        return (win["points"] // others,)
    if pao:
        return (win["points"] // 4, win["points"] // 2)
    paid = [-delta - honba_points for delta in win["deltas"]]
    child = next(s for s in range(others + 1) if s not in (win["actor"], start["oya"]))
    return (paid[child], paid[start["oya"]])
