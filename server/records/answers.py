"""Which options a record chose: from the events that follow to the answers of a decision."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.actions import DeclareHora, DeclareRyukyoku, Pass, Stop
from engine.core.decision import Ask, Decision
from engine.core.events import Ankan, Chi, Dahai, Daiminkan, Kakan, Nukidora, Pon, Reach

Recorded = Mapping[str, Any]

_CALLS: dict[str, type[Chi | Pon | Daiminkan]] = {"chi": Chi, "pon": Pon, "daiminkan": Daiminkan}
_WORDS = ((Nukidora, "nukidora"), (DeclareHora, "hora"), (DeclareRyukyoku, "ryukyoku"))


class NotOffered(Exception):
    """The record chose something that was not on offer."""


def recorded_answers(decision: Decision, events: Sequence[Recorded]) -> dict[int, int]:
    """Return seat -> option for an open decision, given the recorded events that follow.

    Raises:
        NotOffered: the message says what the record did.
        IndexError, KeyError: the record ends or is damaged here.
    """
    if decision.phase == "stop":
        wanted = Stop if events[0]["type"] == "end_game" else Pass
        return {seat: _first(ask, wanted) for seat, ask in decision.asks.items()}
    if decision.phase == "turn":
        return {
            seat: _turn(ask, _without_dora(events), seat) for seat, ask in decision.asks.items()
        }
    return _window(decision, events)


def _without_dora(events: Sequence[Recorded]) -> Sequence[Recorded]:
    skip = 0
    while events[skip]["type"] == "dora":
        skip += 1
    return events[skip:]


def _first(ask: Ask, kind: type) -> int:
    for index, option in enumerate(ask.options):
        if isinstance(option, kind):
            return index
    raise NotOffered(f"{kind.__name__} is not offered")


def _turn(ask: Ask, events: Sequence[Recorded], seat: int) -> int:
    event = events[0]
    declared = event["type"] == "reach"
    if declared:
        event = {**_without_dora(events[1:])[0], "open": event.get("open", False)}
    for index, option in enumerate(ask.options):
        if _is_turn(option, event, seat, declared):
            return index
    word = "reach with " if declared else ""
    raise NotOffered(f"seat {seat}: {word}{_said(event)} is not offered")


def _is_turn(option: object, event: Recorded, seat: int, declared: bool) -> bool:
    kind: str = event["type"]
    if event.get("actor", seat) != seat:
        return False
    if declared:
        return (
            isinstance(option, Reach)
            and option.open == event["open"]
            and _same_discard(option.pai, option.tsumogiri, event)
        )
    if isinstance(option, Dahai):
        return _same_discard(option.pai, option.tsumogiri, event)
    if isinstance(option, Ankan):
        return kind == "ankan" and sorted(option.consumed) == sorted(event["consumed"])
    if isinstance(option, Kakan):
        return kind == "kakan" and event["pai"] == option.pai
    return any(kind == word and isinstance(option, cls) for cls, word in _WORDS)


def _same_discard(pai: str | None, tsumogiri: bool | None, event: Recorded) -> bool:
    if event["type"] != "dahai" or pai != event["pai"]:
        return False
    return tsumogiri is None or event.get("tsumogiri", tsumogiri) is tsumogiri


def _window(decision: Decision, events: Sequence[Recorded]) -> dict[int, int]:
    winners: set[int] = set()
    for event in events:
        if event["type"] != "hora":
            break
        winners.add(event["actor"])
    first = events[0]
    three = first["type"] == "ryukyoku" and first.get("reason") == "sanchaho"
    rest = events[1:] if first["type"] == "reach_accepted" else events
    caller = rest[0] if rest and rest[0]["type"] in _CALLS and not winners else None
    answers: dict[int, int] = {}
    for seat, ask in decision.asks.items():
        if seat in winners:
            answers[seat] = _first(ask, DeclareHora)
            winners.discard(seat)
        elif three and any(isinstance(option, DeclareHora) for option in ask.options):
            answers[seat] = _first(ask, DeclareHora)
        elif caller is not None and caller["actor"] == seat:
            answers[seat] = _call(ask, caller)
            caller = None
        else:
            answers[seat] = ask.default
    if winners:
        raise NotOffered(f"seat {min(winners)}: hora is not offered")
    if caller is not None:
        raise NotOffered(f"seat {caller['actor']}: {_said(caller)} is not offered")
    return answers


def _call(ask: Ask, event: Recorded) -> int:
    kind = _CALLS[event["type"]]
    for index, option in enumerate(ask.options):
        if isinstance(option, kind) and sorted(option.consumed) == sorted(event["consumed"]):
            return index
    raise NotOffered(f"seat {event['actor']}: {_said(event)} is not offered")


def _said(event: Recorded) -> str:
    parts = [str(event["type"])]
    if "pai" in event:
        parts.append(str(event["pai"]))
    if "consumed" in event:
        parts.append(f"({' '.join(event['consumed'])})")
    return " ".join(parts)
