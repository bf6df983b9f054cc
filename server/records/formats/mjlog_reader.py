"""Tenhou's own logs (mjlog, XML) as records; what they lack is filled in by the replay."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import unquote
from xml.etree import ElementTree

from server.records.formats.faults import FormatError, naming
from server.records.formats.indicators import with_indicators
from server.records.formats.mjlog_melds import fed_by, read_meld
from server.records.formats.rounds import WIND_ORDER, Event, round_name
from server.records.formats.tenhou_rules import rounding_of, split_nukidora
from server.records.formats.tenhou_tiles import name_of_index

LACKS: Final = ("walls", "salts")
"""What the format cannot hold."""

_NO_REDS, _NO_OPEN_TANYAO, _HANCHAN, _THREE = 0x02, 0x04, 0x08, 0x10
_HUNDRED: Final = 100
_SEATS: Final = 4
_TILE_TAG: Final = re.compile(r"([TUVWDEFG])(\d+)")
_DRAW, _DISCARD = "TUVW", "DEFG"
_PASSED_OVER: Final = ("SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE")
_YAKU: Final = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu",
    "tanyao", "iipeikou", *["seat_wind"] * 4, *["round_wind"] * 4, "haku", "hatsu", "chun",
    "double_riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku_doujun", "sanshoku_doukou",
    "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan",
    "honitsu", "chinitsu", "renhou", "tenhou", "chiihou", "daisangen", "suuankou",
    "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren", "junsei_chuuren",
    "kokushi", "kokushi_13", "daisuushii", "shousuushii", "suukantsu", "dora", "ura_dora",
    "aka_dora",
)  # fmt: skip
_REASONS: Final = {
    None: "exhaustive", "nm": "nagashi_mangan", "yao9": "kyuushu", "kaze4": "suufon",
    "reach4": "suucha", "kan4": "suukan", "ron3": "sanchaho",
}  # fmt: skip


def parse_mjlog(text: bytes) -> ElementTree.Element:
    """Parse the XML.

    Raises:
        FormatError: it is none, or brings definitions of its own.
    """
    if b"<!" in text:
        raise FormatError("an mjlog has no DOCTYPE, entities or comments")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        raise FormatError(f"not XML: {error}") from None
    if root.tag != "mjloggm":
        raise FormatError(f"its root is <{root.tag}>; an mjlog's is <mjloggm>")
    return root


def rules_of(root: ElementTree.Element) -> dict[str, Any]:
    """Return the rules that the log itself states.

    Raises:
        FormatError: it states none.
    """
    with naming("GO"):
        go = root.find("GO")
        if go is None:
            raise FormatError("the tag is missing")
        kind = int(go.attrib["type"])
    rules: dict[str, Any] = {"preset": "tenhou_3p" if kind & _THREE else "tenhou_4p"}
    rules["length"] = "east_south" if kind & _HANCHAN else "east"
    if kind & _NO_REDS:
        rules["aka_dora"] = 0
    if kind & _NO_OPEN_TANYAO:
        rules["open_tanyao"] = False
    with naming("owari"):
        for tag in root:
            if "owari" in tag.attrib:
                rules |= rounding_of(_end(tag.attrib["owari"], 3 if kind & _THREE else _SEATS))
    return rules


def from_mjlog(root: ElementTree.Element, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a log into a record; `rules` is the full rule object.

    Raises:
        FormatError: the message names the round and the fault.
    """
    players: int = rules["players"]
    names = _names(root, players)
    events: list[Event] = [{"type": "start_game", "names": names, "rules": dict(rules)}]
    game = _Game(rules)
    for number, tags in enumerate(_rounds(root), start=1):
        place = f"round {number}"
        with naming(f"{place}: INIT"):
            start = game.start(tags[0])
        with naming(f"{place} ({round_name(start)})"):
            events += game.round(start, tags[1:])
    if len(events) == 1:
        raise FormatError("there is no INIT")
    if game.result is not None:
        events.append(game.result)
    return {"id": "", "rules": dict(rules), "names": names, "events": events}


def _names(root: ElementTree.Element, players: int) -> list[str]:
    tag = root.find("UN")
    given = {} if tag is None else tag.attrib
    return [unquote(given.get(f"n{seat}", "")) or f"P{seat}" for seat in range(players)]


def _rounds(root: ElementTree.Element) -> Iterator[list[ElementTree.Element]]:
    current: list[ElementTree.Element] = []
    for tag in root:
        if tag.tag in _PASSED_OVER:
            continue
        if tag.tag == "INIT":
            if current:
                yield current
            current = []
        elif not current:
            raise FormatError(f"<{tag.tag}> stands before the first INIT")
        current.append(tag)
    if current:
        yield current


def _numbers(text: str) -> list[int]:
    return [int(value) for value in text.split(",") if value]


class _Game:
    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._rules = rules
        self._players: int = rules["players"]
        self._reds = rules["aka_dora"] != 0
        self.result: Event | None = None
        # The tile that was drawn last, by number: thrown again, it is a tsumogiri.
        self._drawn = -1

    def _name(self, index: int) -> str:
        return name_of_index(index, self._reds)

    def start(self, tag: ElementTree.Element) -> Event:
        number, honba, kyotaku, _, _, marker = _numbers(tag.attrib["seed"])
        hands = [_numbers(tag.attrib[f"hai{seat}"]) for seat in range(self._players)]
        points = _numbers(tag.attrib["ten"])[: self._players]
        return {
            "type": "start_kyoku",
            "bakaze": WIND_ORDER[number // _SEATS],
            "kyoku": number % _SEATS + 1,
            "honba": honba,
            "kyotaku": kyotaku,
            "oya": int(tag.attrib["oya"]),
            "scores": [_HUNDRED * score for score in points],
            "dora_marker": self._name(marker),
            "tehais": [[self._name(tile) for tile in hand] for hand in hands],
        }

    def round(self, start: Event, tags: list[ElementTree.Element]) -> list[Event]:
        played: list[Event] = []
        ends: list[Event] = []
        markers: list[str] = []
        self._drawn = -1
        for tag in tags:
            if tag.tag == "DORA":
                markers.append(self._name(int(tag.attrib["hai"])))
            elif tag.tag == "AGARI":
                ends.append(self._win(tag, played))
            elif tag.tag == "RYUUKYOKU":
                ends.append(self._draw(tag, played))
            else:
                played.append(self._played(tag, played))
            if "owari" in tag.attrib:
                self.result = _end(tag.attrib["owari"], self._players)
        played = with_indicators(played, markers, self._rules)
        return [start, *played, *ends, *([{"type": "end_kyoku"}] if ends else [])]

    def _played(self, tag: ElementTree.Element, played: list[Event]) -> Event:
        found = _TILE_TAG.fullmatch(tag.tag)
        if found is not None:
            letter, tile = found[1], int(found[2])
            if letter in _DRAW:
                self._drawn = tile
                kans = ("daiminkan", "ankan", "kakan", "nukidora")
                after_kan = bool(played) and played[-1]["type"] in kans
                event: Event = {"type": "tsumo", "actor": _DRAW.index(letter)}
                event["pai"] = self._name(tile)
                return event | {"rinshan": True} if after_kan else event
            thrown: Event = {"type": "dahai", "actor": _DISCARD.index(letter)}
            return thrown | {"pai": self._name(tile), "tsumogiri": tile == self._drawn}
        seat = int(tag.attrib.get("who", -1))
        if tag.tag == "N":
            return self._call(int(tag.attrib["m"]), seat)
        if tag.tag == "REACH" and tag.attrib["step"] == "1":
            return {"type": "reach", "actor": seat}
        if tag.tag == "REACH":
            accepted: Event = {"type": "reach_accepted", "actor": seat}
            if "ten" in tag.attrib:
                points = _numbers(tag.attrib["ten"])[: self._players]
                accepted["scores"] = [_HUNDRED * score for score in points]
            return accepted
        raise FormatError(f"<{tag.tag}> is not known")

    def _call(self, code: int, seat: int) -> Event:
        meld = read_meld(code)
        event: Event = {"type": meld.word, "actor": seat}
        self._drawn = -1
        if meld.word == "nukidora":
            return event | {"pai": "N"}
        others = [self._name(tile) for tile in meld.others]
        if meld.word == "ankan":
            return event | {"consumed": others}
        if meld.word != "kakan":
            event["target"] = fed_by(meld, seat)
        return event | {"pai": self._name(meld.called), "consumed": others}

    def _deltas(self, tag: ElementTree.Element) -> dict[str, list[int]]:
        values = _numbers(tag.attrib["sc"])
        before, deltas = values[0::2], values[1::2]
        both = zip(before, deltas, strict=True)
        seats = slice(self._players)
        return {
            "deltas": [_HUNDRED * delta for delta in deltas[seats]],
            "scores": [_HUNDRED * (score + delta) for score, delta in both][seats],
        }

    def _win(self, tag: ElementTree.Element, played: list[Event]) -> Event:
        given = tag.attrib
        fu, points, _limit = _numbers(given["ten"])
        actor = int(given["who"])
        win: Event = {"type": "hora", "actor": actor, "target": int(given["fromWho"])}
        win["pai"] = self._name(int(given["machi"]))
        win["ura_markers"] = [self._name(tile) for tile in _numbers(given.get("doraHaiUra", ""))]
        yakuman = _numbers(given.get("yakuman", ""))
        if yakuman:
            win["yaku"] = [[_yaku(number), 1] for number in yakuman]
            win["yakuman"] = len(yakuman)
        elif "yaku" in given:
            pairs = _numbers(given["yaku"])
            counted = zip(pairs[0::2], pairs[1::2], strict=True)
            yaku = [[_yaku(number), han] for number, han in counted if han]
            win["yaku"] = split_nukidora(yaku, played, actor)
            win["han"] = sum(han for _, han in yaku)
            win["yakuman"] = 0
            if fu:
                win["fu"] = fu
        win["points"] = points
        return win | self._deltas(tag)

    def _draw(self, tag: ElementTree.Element, played: list[Event]) -> Event:
        kind = tag.attrib.get("type")
        if kind not in _REASONS:
            known = ", ".join(word for word in _REASONS if word)
            raise FormatError(f"RYUUKYOKU type {kind!r} is not known; known: {known}")
        draw: Event = {"type": "ryukyoku", "reason": _REASONS[kind]}
        if kind == "yao9":
            draw["actor"] = played[-1]["actor"]
        if kind is None:
            draw["tenpais"] = [f"hai{seat}" in tag.attrib for seat in range(self._players)]
        return draw | self._deltas(tag)


def _end(owari: str, players: int) -> Event:
    values = owari.split(",")
    scores, points = values[0::2], values[1::2]
    return {
        "type": "end_game",
        "scores": [_HUNDRED * int(score) for score in scores[:players]],
        "points": [float(point) for point in points[:players]],
    }


def _yaku(number: int) -> str:
    if not 0 <= number < len(_YAKU):
        raise FormatError(f"yaku {number} is not known; known: 0 to {len(_YAKU) - 1}")
    return _YAKU[number]
