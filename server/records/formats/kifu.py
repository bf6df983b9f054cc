"""A record as text for people: every round with hands, turns, the win and the payments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from server.records.formats.rounds import (
    Event,
    end_game_of,
    printable,
    round_name,
    rounds_of,
    seat_wind,
)

_DRAWN_MARK: Final = "*"
_NAME: Final = 24
_ID: Final = 64
_CALLS: Final = {"chi": "chi", "pon": "pon", "daiminkan": "open kan"}
_REASONS: Final = {
    "exhaustive": "exhaustive draw",
    "nagashi_mangan": "nagashi mangan",
    "kyuushu": "nine terminals and honours",
    "suufon": "four winds",
    "suucha": "four riichi",
    "suukan": "four kans",
    "sanchaho": "three winners",
}


def to_text(record: Mapping[str, Any]) -> str:
    """Write a record out; its rules must be the full rule object.

    A tile that was thrown as drawn has a star, a red five is a nought.
    """
    lines = list(_head(record))
    names = [printable(name, _NAME) for name in record["names"]]
    for events in rounds_of(record["events"]):
        lines += ["", *_Round(events[0], names).lines(events)]
    end = end_game_of(record["events"])
    if end is not None:
        lines += ["", "Result"]
        order = sorted(range(len(names)), key=lambda seat: end["ranks"][seat])
        for seat in order:
            points = f"  {end['points'][seat]:+.1f}" if "points" in end else ""
            lines.append(f"  {end['ranks'][seat]}. {names[seat]}  {end['scores'][seat]}{points}")
    return "\n".join(lines) + "\n"


def _head(record: Mapping[str, Any]) -> Iterator[str]:
    rules = record["rules"]
    yield f"Game {printable(str(record.get('id', '?')), _ID)}"
    reds = rules["aka_dora"]
    reds = sum(reds.values()) if isinstance(reds, Mapping) else reds
    yield f"Rules {rules['preset']}, {rules['length']}, {reds} red fives"


def hand_text(names: Sequence[str]) -> str:
    """Write tiles in short: suits together (`055m`: a red five and two plain), then honours."""
    parts = []
    for suit in "mps":
        ranks = [("0" if name.endswith("r") else name[0], name[0]) for name in names
                 if len(name) > 1 and name[1] == suit]  # fmt: skip
        if ranks:
            ranks.sort(key=lambda pair: (pair[1], pair[0]))
            parts.append("".join(shown for shown, _ in ranks) + suit)
    honours = [
        name for name in ("E", "S", "W", "N", "P", "F", "C") for _ in range(names.count(name))
    ]
    if honours:
        parts.append("".join(honours))
    hidden = "?" * names.count("?")
    return " ".join([*parts, *([hidden] if hidden else [])])


def tile_text(name: str) -> str:
    """Write one tile in short."""
    return f"0{name[1]}" if name.endswith("r") else name


class _Round:
    def __init__(self, start: Event, names: Sequence[str]) -> None:
        self._start = start
        # With the wind, because names need not differ.
        self._names = [f"{seat_wind(seat, start)} {name}" for seat, name in enumerate(names)]
        self._width = max(len(name) for name in self._names)
        self._turns = [0] * len(names)
        # The line of the turn that is going on.
        self._said: list[str] = []
        self._seat = -1

    def lines(self, events: Sequence[Event]) -> Iterator[str]:
        start = self._start
        sticks = f", {start['kyotaku']} sticks" if start["kyotaku"] else ""
        yield f"{round_name(start)}{sticks}, dora indicator {tile_text(start['dora_marker'])}"
        for seat, name in enumerate(self._names):
            hand = hand_text(start["tehais"][seat])
            yield f"     {name:<{self._width}}  {start['scores'][seat]:>6}  {hand}"
        for event in events[1:]:
            yield from self._line(event)
        yield from self._flush()

    def _line(self, event: Event) -> Iterator[str]:
        kind = event["type"]
        if kind in ("hora", "ryukyoku"):
            yield from self._flush()
            yield from self._win(event) if kind == "hora" else self._draw(event)
        elif kind == "dora":
            self._said.append(f"new indicator {tile_text(event['dora_marker'])}")
        elif kind not in ("reach_accepted", "end_kyoku"):
            if event["actor"] != self._seat:
                yield from self._flush()
                self._seat = event["actor"]
            self._said.append(self._words(event))

    def _words(self, event: Event) -> str:
        kind = event["type"]
        if kind == "tsumo":
            return f"{tile_text(event['pai'])} ->"
        if kind == "dahai":
            self._turns[event["actor"]] += 1
            return tile_text(event["pai"]) + (_DRAWN_MARK if event.get("tsumogiri") else "")
        if kind in _CALLS:
            from_whom = self._names[event["target"]]
            tiles = hand_text(event["consumed"])
            return f"{_CALLS[kind]} {tile_text(event['pai'])} of {from_whom} with {tiles} ->"
        if kind == "ankan":
            return f"closed kan {hand_text(event['consumed'])},"
        if kind == "kakan":
            return f"added kan {tile_text(event['pai'])},"
        return "north set aside," if kind == "nukidora" else "riichi"

    def _flush(self) -> Iterator[str]:
        if self._said and self._seat >= 0:
            turn = max(1, self._turns[self._seat])
            name = self._names[self._seat]
            yield f"  {turn:>2} {name:<{self._width}}  {' '.join(self._said)}"
        self._said = []
        self._seat = -1

    def _win(self, win: Event) -> Iterator[str]:
        who = self._names[win["actor"]]
        drawn = win["actor"] == win["target"]
        how = "tsumo" if drawn else f"ron from {self._names[win['target']]}"
        hand = f" with {hand_text(win['hora_tehais'])}" if "hora_tehais" in win else ""
        yield f"  {who}: {how} on {tile_text(win['pai'])}{hand}"
        if win.get("ura_markers"):
            yield f"    ura indicators {' '.join(map(tile_text, win['ura_markers']))}"
        if win["yakuman"]:
            yield f"    {', '.join(name for name, _ in win['yaku'])}"
            yield f"    {win['yakuman']} yakuman, {win['points']} points"
        else:
            yield f"    {', '.join(f'{name} {han}' for name, han in win['yaku'])}"
            fu = f" {win['fu']} fu" if "fu" in win else ""
            yield f"    {win['han']} han{fu}, {win['points']} points"
        yield self._payments(win)

    def _draw(self, draw: Event) -> Iterator[str]:
        yield f"  {_REASONS[draw['reason']]}"
        for seat, hand in enumerate(draw.get("tehais") or ()):
            if hand:
                yield f"    {self._names[seat]} shows {hand_text(hand)}"
        yield self._payments(draw)

    def _payments(self, event: Event) -> str:
        paid = zip(self._names, event["deltas"], event["scores"], strict=True)
        return "    " + ", ".join(f"{name} {delta:+d} = {score}" for name, delta, score in paid)
