"""mjai logs of any flavour as records; what they lack is filled in by the replay that checks them.

Flavours differ in the moment at which a kan's indicator is written; the rules say it, so it is put
there by rule.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from server.records.formats.faults import FormatError, naming
from server.records.formats.indicators import with_indicators
from server.records.formats.mjai_words import OUR_REASONS, OURS, YAKU
from server.records.formats.rounds import Event, round_name

LACKS: Final = ("rules", "walls", "salts", "moments of indicators")
"""What the format cannot hold."""

_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "start_kyoku": ("bakaze", "kyoku", "honba", "kyotaku", "oya", "scores", "dora_marker",
                    "tehais"),
    "tsumo": ("actor", "pai"),
    "dahai": ("actor", "pai", "tsumogiri"),
    "chi": ("actor", "target", "pai", "consumed"),
    "pon": ("actor", "target", "pai", "consumed"),
    "daiminkan": ("actor", "target", "pai", "consumed"),
    "ankan": ("actor", "consumed"),
    "kakan": ("actor", "pai", "consumed"),
    "nukidora": ("actor", "pai"),
    "dora": ("dora_marker",),
    "reach": ("actor", "open"),
    "reach_accepted": ("actor", "deltas", "scores"),
    "end_kyoku": (),
    "end_game": ("scores", "ranks", "points"),
}  # fmt: skip
"""What is read of each event; programs add fields of their own."""
_CALLED_THERE: Final = {"kita": "nukidora"}
_PASSED_OVER: Final = ("hello", "none", "error")
_KANS: Final = ("daiminkan", "ankan", "kakan", "nukidora")
_YAKUMAN: Final = frozenset(
    YAKU[name]
    for name in ("tenhou", "chiihou", "kokushi", "daisangen", "suuankou", "tsuuiisou",
                 "ryuuiisou", "chinroutou", "daisuushii", "shousuushii", "suukantsu", "chuuren")
)  # fmt: skip


def rules_of(events: Iterable[Event]) -> dict[str, Any]:
    """Return the rules that `start_game` carries; most programs write none.

    Raises:
        FormatError: there are none.
    """
    for event in events:
        rules = event.get("rules") if event["type"] == "start_game" else None
        if isinstance(rules, dict) and "preset" in rules:
            return rules
    raise FormatError("an mjai log does not say its rules; name them with --rules")


def from_mjai(lines: Iterable[Event], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Turn the events of one game into a record; `rules` is the full rule object.

    Raises:
        FormatError: the message names the round and the fault.
    """
    players = rules["players"]
    names = [f"P{seat}" for seat in range(players)]
    events: list[Event] = []
    rounds: list[Event] = []
    scores: list[int] = [rules["start_points"]] * players
    last: Event | None = None
    for event in lines:
        kind = _CALLED_THERE.get(event["type"], event["type"])
        if kind == "start_game":
            with naming("start_game"):
                names = [str(name) for name in event.get("names") or names]
        elif kind == "end_game":
            last = event
        elif kind == "start_kyoku" or (rounds and kind not in _PASSED_OVER):
            if kind == "start_kyoku" and rounds:
                scores = _finish(rounds, events, scores, rules)
            rounds.append({**event, "type": kind})
    if not rounds:
        raise FormatError("there is no start_kyoku")
    _finish(rounds, events, scores, rules)
    if last is not None and "scores" in last:
        events.append(_kept(last))
    if len(names) != players:
        raise FormatError(f"{len(names)} names, but the rules are for {players} players")
    start = {"type": "start_game", "names": names, "rules": dict(rules)}
    return {"id": "", "rules": dict(rules), "names": names, "events": [start, *events]}


def _finish(
    raw: list[Event], events: list[Event], scores: list[int], rules: Mapping[str, Any]
) -> list[int]:
    """Move the events of one round to `events`; return the scores after it."""
    with naming("start_kyoku"):
        start = _kept(raw[0])
        # The first logs of this kind had no scores at the start of a round.
        start.setdefault("scores", list(scores))
        if len(start["tehais"]) != rules["players"]:
            raise FormatError(
                f"{len(start['tehais'])} hands, but the rules are for {rules['players']} players"
            )
        place = round_name(start)
    body: list[Event] = []
    markers: list[str] = []
    ends: list[Event] = []
    after_kan = False
    with naming(place):
        for event in raw[1:]:
            kind = event["type"]
            if kind == "dora":
                markers.append(event["dora_marker"])
            elif kind == "hora":
                ends.append(_win(event))
            elif kind == "ryukyoku":
                ends.append(_draw(event, body, rules))
            elif kind == "end_kyoku":
                continue
            elif kind in _FIELDS and not ends:
                kept = _kept(event)
                if kind == "tsumo" and after_kan:
                    kept["rinshan"] = True
                after_kan = kind in _KANS or (after_kan and kind != "tsumo")
                body.append(kept)
            else:
                raise FormatError(f"event {kind!r} does not belong here")
        events += [start, *with_indicators(body, markers, rules), *ends]
    raw.clear()
    if not ends:
        return scores
    events.append({"type": "end_kyoku"})
    return _scores_after([start, *body, *ends])


def _kept(event: Event) -> Event:
    fields = _FIELDS[event["type"]]
    kept = {field: event[field] for field in fields if event.get(field) is not None}
    missing = [field for field in _NEEDED.get(event["type"], ()) if field not in kept]
    if missing:
        raise FormatError(f"{event['type']} has no {missing[0]!r}")
    return {"type": event["type"], **kept}


_NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "start_kyoku": ("bakaze", "kyoku", "honba", "kyotaku", "oya", "dora_marker", "tehais"),
    "tsumo": ("actor", "pai"),
    "dahai": ("actor", "pai"),
    "reach": ("actor",),
} | {kind: _FIELDS[kind] for kind in ("chi", "pon", "daiminkan", "ankan", "kakan", "nukidora")}


def _scores_after(events: Sequence[Event]) -> list[int]:
    scores = list(events[0]["scores"])
    for event in events[1:]:
        if "scores" in event:
            scores = list(event["scores"])
        elif "deltas" in event:
            scores = [old + delta for old, delta in zip(scores, event["deltas"], strict=True)]
        elif event["type"] == "reach_accepted":
            scores[event["actor"]] -= 1000
    return scores


def _win(event: Event) -> Event:
    win: Event = {"type": "hora", "actor": event["actor"], "target": event["target"]}
    for theirs, ours in (("pai", "pai"), ("ura_markers", "ura_markers"),
                         ("uradora_markers", "ura_markers"), ("hora_points", "points"),
                         ("points", "points"), ("fu", "fu"), ("fan", "han"), ("han", "han"),
                         ("deltas", "deltas"), ("scores", "scores")):  # fmt: skip
        if event.get(theirs) is not None:
            win[ours] = event[theirs]
    tehais = event.get("hora_tehais")
    if tehais is not None:
        win["hora_tehais"] = list(tehais)
        if len(tehais) % 3 == 2:
            win["hora_tehais"].remove(event["pai"])
    yaku = event.get("yakus")
    if yaku is None:
        return win
    if any(name in _YAKUMAN for name, _ in yaku):
        # Other programs count a yakuman in han of their own.
        win.pop("han", None)
        win.pop("fu", None)
    elif all(name in OURS or name not in YAKU.values() for name, _ in yaku):
        win["yaku"] = [[OURS.get(name, name), han] for name, han in yaku]
    return win


def _draw(event: Event, body: Sequence[Event], rules: Mapping[str, Any]) -> Event:
    draw: Event = {"type": "ryukyoku"}
    for field in ("actor", "tenpais", "deltas", "scores"):
        if event.get(field) is not None:
            draw[field] = event[field]
    reason = event.get("reason")
    if reason is not None:
        if reason not in OUR_REASONS:
            raise FormatError(f"reason {reason!r} is not known; known: {', '.join(OUR_REASONS)}")
        draw["reason"] = OUR_REASONS[reason]
    elif _three_won(body, rules):
        draw["reason"] = "sanchaho"
    return draw


def _three_won(body: Sequence[Event], rules: Mapping[str, Any]) -> bool:
    """Whether a draw without a reason can only be that of three winners."""
    if rules["players"] != 4 or not rules["triple_ron_abort"] or body[-1]["type"] != "dahai":
        return False
    draws = sum(event["type"] == "tsumo" for event in body)
    reaches = sum(event["type"] == "reach" for event in body)
    kans = sum(event["type"] in _KANS for event in body)
    cuts = [event["pai"] for event in body if event["type"] == "dahai"]
    one_wind = len(body) == 8 and len(set(cuts)) == 1 and cuts[0] in "ESWN"
    return draws < _DRAWS and reaches < 4 and kans < 4 and not one_wind


_DRAWS: Final = 70
"""Tiles that four players draw in a round that nobody wins."""
