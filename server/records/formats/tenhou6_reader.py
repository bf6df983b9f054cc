"""tenhou.net/6 JSON as records; what it lacks is filled in by the replay that checks it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from server.records.formats.faults import FormatError, naming
from server.records.formats.indicators import with_indicators
from server.records.formats.rounds import WIND_ORDER, Event, round_name
from server.records.formats.tenhou6_turns import Lists, turns
from server.records.formats.tenhou_rules import rounding_of, split_nukidora
from server.records.formats.tenhou_tiles import name_of_code
from server.records.formats.tenhou_words import WIN, draw_reason, read_value, read_yaku

_SEATS: Final = 4
_FIXED: Final = 4
"""Entries of a round before the lists of the seats."""
_STICK: Final = 1000

LACKS: Final = ("rules", "walls", "salts", "moments of indicators")
"""What the format cannot hold."""


def rules_of(game: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of a game on Tenhou, with what the file says of them.

    Raises:
        FormatError: the file is no such game.
    """
    with naming("game"):
        shown = game.get("rule") or {}
        disp = str(shown.get("disp", ""))
        players = len(_names(game))
        rules: dict[str, Any] = {"preset": f"tenhou_{players}p"}
        rules["length"] = "east" if "東" in disp else "east_south"
        if disp and "喰" not in disp:
            rules["open_tanyao"] = False
        if not any(shown.get(key) for key in ("aka", "aka51", "aka52", "aka53")):
            rules["aka_dora"] = 0
        if game.get("sc"):
            rules |= rounding_of(_end_game(game["sc"], players))
    return rules


def from_tenhou6(game: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a file's object into a record; `rules` is the full rule object.

    Raises:
        FormatError: the message names the round and the fault.
    """
    with naming("game"):
        names = _names(game)
        rounds = game["log"]
        if not isinstance(rounds, list) or not rounds:
            raise FormatError("its log holds no round")
    if len(names) != rules["players"]:
        raise FormatError(f"{len(names)} players, but the rules are for {rules['players']}")
    events: list[Event] = [{"type": "start_game", "names": names, "rules": dict(rules)}]
    for number, entries in enumerate(rounds, start=1):
        with naming(f"round {number}"):
            start = _start(entries, len(names))
        with naming(f"round {number} ({round_name(start)})"):
            events += _round(start, entries, rules)
    result = game.get("sc")
    if result:
        with naming("sc"):
            events.append(_end_game(result, len(names)))
    return {"id": _id(game), "rules": dict(rules), "names": names, "events": events}


def _id(game: Mapping[str, Any]) -> str:
    title = game.get("title") or [""]
    return str(game.get("ref") or title[0] or "")


def _names(game: Mapping[str, Any]) -> list[str]:
    names = [str(name) for name in game["name"]]
    rounds = game["log"]
    # With three players the last seat is empty, or not there.
    three = len(names) == 3 or not rounds[0][_FIXED + 3 * 3]
    if len(names) not in (3, _SEATS):
        raise FormatError(f"{len(names)} names; allowed: 3 or 4")
    return names[:3] if three else names


def _start(entries: Sequence[Any], players: int) -> Event:
    (number, honba, kyotaku), scores, markers, _uras = entries[:_FIXED]
    hands = [entries[_FIXED + 3 * seat] for seat in range(players)]
    return {
        "type": "start_kyoku",
        "bakaze": WIND_ORDER[number // _SEATS],
        "kyoku": number % _SEATS + 1,
        "honba": honba,
        "kyotaku": kyotaku,
        "oya": number % _SEATS,
        "scores": list(scores[:players]),
        "dora_marker": name_of_code(markers[0]),
        "tehais": [[name_of_code(code) for code in hand] for hand in hands],
    }


def _round(start: Event, entries: Sequence[Any], rules: Mapping[str, Any]) -> list[Event]:
    players = len(start["scores"])
    places = [_FIXED + 3 * seat for seat in range(players)]
    lists = [Lists(entries[place + 1], entries[place + 2]) for place in places]
    played = turns(lists, start["oya"])
    markers = [name_of_code(code) for code in entries[2][1:]]
    played = with_indicators(played, markers, rules)
    uras = [name_of_code(code) for code in entries[3]]
    ends = _result(entries[-1], played, uras, start)
    ronned = ends[0]["type"] == "hora" and ends[0]["actor"] != ends[0]["target"]
    ronned = ronned or ends[0].get("reason") == "sanchaho"
    body, scores = _with_deposits(played, start, ronned, rules.get("riichi_stick", _STICK))
    for event in ends:
        scores = [score + delta for score, delta in zip(scores, event["deltas"], strict=True)]
        event["scores"] = scores
    return [start, *body, *ends, {"type": "end_kyoku"}]


def _with_deposits(
    played: Sequence[Event], start: Event, ronned: bool, stick: int
) -> tuple[list[Event], list[int]]:
    """Add a `reach_accepted` after each declaration's discard that nobody won on."""
    body: list[Event] = []
    scores = list(start["scores"])
    declared = False
    last = max((at for at, event in enumerate(played) if event["type"] == "dahai"), default=-1)
    for at, event in enumerate(played):
        body.append(event)
        if event["type"] == "reach":
            declared = True
        elif event["type"] == "dahai" and declared:
            declared = False
            if at == last == len(played) - 1 and ronned:
                continue
            actor = event["actor"]
            deltas = [-stick if seat == actor else 0 for seat in range(len(scores))]
            scores = [score + delta for score, delta in zip(scores, deltas, strict=True)]
            body.append(
                {"type": "reach_accepted", "actor": actor, "deltas": deltas, "scores": scores}
            )
    return body, scores


def _result(
    result: Sequence[Any], played: Sequence[Event], uras: Sequence[str], start: Event
) -> list[Event]:
    players = len(start["scores"])
    if result[0] == WIN:
        pairs = zip(result[1::2], result[2::2], strict=True)
        return [_win(list(deltas[:players]), told, played, uras) for deltas, told in pairs]
    reason = draw_reason(result[0])
    deltas = list(result[1][:players]) if len(result) > 1 else [0] * players
    event: Event = {"type": "ryukyoku", "reason": reason, "deltas": deltas}
    if reason == "kyuushu":
        event["actor"] = played[-1]["actor"]
    return [event]


def _win(
    deltas: list[int], told: Sequence[Any], played: Sequence[Event], uras: Sequence[str]
) -> Event:
    actor, target, _liable, *said = told
    # Some write no value, and what follows it then is not there either.
    value, *words = said or [""]
    last = next(event for event in reversed(played) if event["type"] in _WON_ON)
    read = [read_yaku(word) for word in words]
    riichi = any(event["type"] == "reach" and event["actor"] == actor for event in played)
    event: Event = {
        "type": "hora",
        "actor": actor,
        "target": target,
        "pai": last["pai"] if "pai" in last else last["consumed"][0],
        "ura_markers": list(uras) if riichi else [],
        "deltas": deltas,
    }
    if value:
        fu, han, (paid, dealer, by_each) = read_value(value)
        others = len(deltas) - 1
        event["points"] = paid
        if actor == target:
            event["points"] = paid * others if by_each else paid * (others - 1) + (dealer or 0)
        event |= {field: count for field, count in (("fu", fu), ("han", han)) if count is not None}
    if read:
        yakuman = event["yakuman"] = sum(count for _, count, is_yakuman in read if is_yakuman)
        yaku = [[name, count] for name, count, is_yakuman in read if is_yakuman or not yakuman]
        event["yaku"] = split_nukidora(yaku, played, actor)
        if not yakuman:
            event.setdefault("han", sum(count for _, count, _ in read))
    return event


_WON_ON: Final = ("tsumo", "dahai", "kakan", "ankan", "nukidora")


def _end_game(result: Sequence[Any], players: int) -> Event:
    scores, points = result[0::2], result[1::2]
    return {
        "type": "end_game",
        "scores": list(scores[:players]),
        "points": [float(point) for point in points[:players]],
    }
