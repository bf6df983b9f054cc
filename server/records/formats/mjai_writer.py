"""Records as mjai logs: one event a line, in the flavour of gimite's mjai or of Mortal.

Gimite's is the original with the value of every win; Mortal's reviewers and trainers read the
other, which says of wins and draws only what was paid. Neither holds the rules, walls and salts.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

from server.records.formats.mjai_words import REASONS, YAKU, YAKUMAN_HAN
from server.records.formats.rounds import Event

Flavour: TypeAlias = Literal["gimite", "mortal"]
FLAVOURS: Final[tuple[Flavour, ...]] = ("gimite", "mortal")

_HAND: Final = 13
_START: Final = ("type", "bakaze", "dora_marker", "kyoku", "honba", "kyotaku", "oya", "scores",
                 "tehais")  # fmt: skip
_PLAIN: Final[dict[str, tuple[str, ...]]] = {
    "start_kyoku": _START,
    "tsumo": ("type", "actor", "pai"),
    "dahai": ("type", "actor", "pai", "tsumogiri"),
    "chi": ("type", "actor", "target", "pai", "consumed"),
    "pon": ("type", "actor", "target", "pai", "consumed"),
    "daiminkan": ("type", "actor", "target", "pai", "consumed"),
    "ankan": ("type", "actor", "consumed"),
    "kakan": ("type", "actor", "pai", "consumed"),
    "nukidora": ("type", "actor", "pai"),
    "dora": ("type", "dora_marker"),
    # `open` is there only where a riichi is open, which no other program knows.
    "reach": ("type", "actor", "open"),
    "end_kyoku": ("type",),
}


def to_mjai(record: Mapping[str, Any], flavour: Flavour = "gimite") -> Iterator[Event]:
    """Yield the events of a record; its rules must be the full rule object."""
    write = _Gimite() if flavour == "gimite" else _Mortal()
    for event in record["events"]:
        kind = event["type"]
        if kind == "start_game":
            yield write.start_game(record)
        elif kind in _PLAIN:
            yield write.plain(event)
        else:
            yield getattr(write, kind)(event)
    if record["events"][-1]["type"] != "end_game":
        yield {"type": "end_game"}


class _Mortal:
    def __init__(self) -> None:
        self._drawn: str | None = None

    def start_game(self, record: Mapping[str, Any]) -> Event:
        reds = record["rules"]["aka_dora"]
        return {
            "type": "start_game",
            "names": list(record["names"]),
            "kyoku_first": 0,
            "aka_flag": any(reds.values()) if isinstance(reds, Mapping) else reds > 0,
        }

    def plain(self, event: Event) -> Event:
        kind = event["type"]
        written = {field: event[field] for field in _PLAIN[kind] if field in event}
        if kind == "tsumo":
            self._drawn = event["pai"]
        elif kind == "dahai" and "tsumogiri" not in written:
            written["tsumogiri"] = event["pai"] == self._drawn
        return written

    def reach_accepted(self, event: Event) -> Event:
        return {"type": "reach_accepted", "actor": event["actor"]}

    def hora(self, event: Event) -> Event:
        written = {field: event[field] for field in ("type", "actor", "target", "deltas")}
        if event.get("ura_markers"):
            written["ura_markers"] = event["ura_markers"]
        return written

    def ryukyoku(self, event: Event) -> Event:
        return {"type": "ryukyoku", "deltas": event["deltas"]}

    def end_game(self, _event: Event) -> Event:
        return {"type": "end_game"}


class _Gimite(_Mortal):
    """As Mortal's, with values."""

    def __init__(self) -> None:
        super().__init__()
        self._melds: list[int] = []

    def start_game(self, record: Mapping[str, Any]) -> Event:
        return {"type": "start_game", "names": list(record["names"])}

    def plain(self, event: Event) -> Event:
        written = super().plain(event)
        kind = event["type"]
        if kind == "start_kyoku":
            self._melds = [0] * len(event["scores"])
        elif kind in ("chi", "pon", "daiminkan", "ankan"):
            self._melds[event["actor"]] += 1
        elif kind == "nukidora":
            # As three-player programs that speak this flavour call it.
            written["type"] = "kita"
        return written

    def reach_accepted(self, event: Event) -> Event:
        fields = ("type", "actor", "deltas", "scores")
        return {field: event[field] for field in fields}

    def hora(self, event: Event) -> Event:
        times = YAKUMAN_HAN if event["yakuman"] else 1
        written: Event = {
            "type": "hora",
            "actor": event["actor"],
            "target": event["target"],
            "pai": event["pai"],
            "uradora_markers": event.get("ura_markers", []),
        }
        if "hora_tehais" in event:
            # There the winning tile is the last of the hand.
            written["hora_tehais"] = [*event["hora_tehais"], event["pai"]]
        written["yakus"] = [[YAKU.get(name, name), han * times] for name, han in event["yaku"]]
        written["fan"] = event["yakuman"] * times if event["yakuman"] else event["han"]
        if "fu" in event:
            written["fu"] = event["fu"]
        written["hora_points"] = event["points"]
        return written | {"deltas": event["deltas"], "scores": event["scores"]}

    def ryukyoku(self, event: Event) -> Event:
        written: Event = {"type": "ryukyoku", "reason": REASONS[event["reason"]]}
        if event.get("actor") is not None:
            written["actor"] = event["actor"]
        if event.get("tehais"):
            written["tehais"] = [
                ["?"] * (_HAND - 3 * melds) if hand is None else hand
                for hand, melds in zip(event["tehais"], self._melds, strict=True)
            ]
        if event.get("tenpais"):
            written["tenpais"] = event["tenpais"]
        return written | {"deltas": event["deltas"], "scores": event["scores"]}

    def end_game(self, event: Event) -> Event:
        return {"type": "end_game", "scores": event["scores"]}
