"""Checks: steps that only look (`refused` tries, too, and sees to it that nothing changed)."""

from typing import Any, Final, TypeAlias

from engine.core.decision import Choice
from engine.core.errors import IllegalAction
from engine.core.events import EndGame
from engine.core.melds import ANKAN
from engine.core.viewer import FULL, PUBLIC
from engine.riichi.view import meld_of
from server.scenario.faults import shown, whole_text
from server.scenario.matching import Offer, describe, differing, find_option, matches, same
from server.scenario.scenario import (
    GameOver,
    Happened,
    NotOffered,
    Offered,
    Pattern,
    Refused,
    StateIs,
)
from server.scenario.stage import Stage

_SILENT: Final = "none"
_MOST_SHOWN: Final = 12


class Unmet(Exception):
    """A step does not hold: what was expected, what was found."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")


Check: TypeAlias = Offered | NotOffered | Refused | Happened | StateIs | GameOver


def check(stage: Stage, step: Check) -> None:
    """Check one step.

    Raises:
        Unmet: it does not hold.
    """
    match step:
        case Offered():
            _offered(stage, step)
        case NotOffered():
            _not_offered(stage, step)
        case Refused():
            _refused(stage, step)
        case Happened():
            _happened(stage, step)
        case StateIs():
            _state(stage, step)
        case GameOver():
            _game_over(stage, step)


def options_of(seat: int, offer: Offer | None) -> str:
    """The options of a seat, for a message."""
    if offer is None:
        return f"seat {seat} is not asked"
    text = ", ".join(_brief(option) for option in offer.options[:_MOST_SHOWN])
    return f"seat {seat} is offered {text}{', ...' if len(offer.options) > _MOST_SHOWN else ''}"


def _brief(option: Pattern) -> str:
    words = []
    for name, value in option.items():
        if name == "tsumogiri":
            words += ["drawn"] if value else []
        elif name not in ("actor", "target"):
            words.append("".join(value) if isinstance(value, list | tuple) else str(value))
    return " ".join(words)


def _offered(stage: Stage, step: Offered) -> None:
    offer = stage.offer(step.actor)
    found = [] if offer is None else offer.options
    shown_options = options_of(step.actor, offer)
    if not any(matches(step.pattern, option) for option in found):
        raise Unmet(f"offered {shown(step.pattern)}", shown_options)
    if step.options is None:
        return
    for wanted in step.options:
        if not any(matches(wanted, option) for option in found):
            raise Unmet(f"offered {shown(wanted)}", shown_options)
    passing = any(wanted.get("type") == _SILENT for wanted in step.options)
    for option in found:
        if option["type"] == _SILENT and not passing:
            # Whoever may call may pass; the list need not say so.
            continue
        if not any(matches(wanted, option) for wanted in step.options):
            raise Unmet("exactly the listed options", f"{_brief(option)} as well")


def _not_offered(stage: Stage, step: NotOffered) -> None:
    offer = stage.offer(step.actor)
    for option in [] if offer is None else offer.options:
        if matches(step.pattern, option):
            raise Unmet(f"not offered {shown(step.pattern)}", _brief(option))


def _refused(stage: Stage, step: Refused) -> None:
    seat = step.action["actor"]
    offer = stage.offer(seat)
    if offer is not None and find_option(offer, step.action) is not None:
        raise Unmet(f"refused {shown(step.action)}", "it is offered")
    # An action that is no option has no index: what a seat can send instead is refused, and
    # leaves everything as it was.
    game = stage.game
    before = _everything(stage)
    decision = game.decision
    ask = None if decision is None else decision.asks.get(seat)
    number = 0 if decision is None else decision.id
    try:
        game.apply(Choice(seat, number, 0 if ask is None else len(ask.options)))
    except IllegalAction:
        if _everything(stage) != before:
            raise Unmet("no change by a refused action", "another state") from None
        return
    raise Unmet(f"refused {shown(step.action)}", "the engine took it")


def _everything(stage: Stage) -> tuple[Any, ...]:
    game = stage.game
    viewers = (*range(len(game.view(PUBLIC).seats)), PUBLIC, FULL)
    return (
        len(game.log),
        len(game.choices),
        dict(game.answers),
        game.decision,
        [game.view(viewer) for viewer in viewers],
    )


def _happened(stage: Stage, step: Happened) -> None:
    events = [describe(event) for event in stage.recent]
    found = [event for event in events if matches(step.pattern, event)]
    if step.wanted and not found:
        raise Unmet(*_nearest(events, step.pattern))
    if found and not step.wanted:
        raise Unmet(f"no event {shown(step.pattern)}", shown(found[0]))


def _nearest(events: list[Pattern], pattern: Pattern) -> tuple[str, str]:
    """What was expected and found, told by the event that has most of the pattern."""
    alike = [event for event in events if event["type"] == pattern["type"]]
    if not alike:
        types = ", ".join(event["type"] for event in events)
        return f"event {shown(pattern)}", f"only {types or 'no events'}"
    event = min(alike, key=lambda each: len(differing(pattern, each)))
    names = differing(pattern, event)
    return (
        f"{pattern['type']} with {whole_text({name: pattern[name] for name in names})}",
        whole_text({name: event.get(name) for name in names}),
    )


def _state(stage: Stage, step: StateIs) -> None:
    for name, wanted in step.values.items():
        if isinstance(wanted, dict):
            for seat, value in wanted.items():
                found = _of_seat(stage, name, int(seat))
                if not same(value, found):
                    raise Unmet(f"{name} of seat {seat} {shown(value)}", shown(found))
            continue
        found = getattr(stage.game.view(PUBLIC).round, name)
        if not same(wanted, found):
            raise Unmet(f"{name} {shown(wanted)}", shown(found))


def _of_seat(stage: Stage, name: str, seat: int) -> object:
    view = stage.game.view(seat)
    if name == "furiten":
        return view.furiten
    if name == "waits":
        return view.waits
    if name == "riichi":
        return view.seats[seat].riichi
    return all(meld_of(meld).type == ANKAN for meld in view.seats[seat].melds)


def _game_over(stage: Stage, step: GameOver) -> None:
    if stage.game.over != step.over:
        raise Unmet(f"game_over {shown(step.over)}", shown(stage.game.over))
    if not step.result:
        return
    end = stage.game.log[-1]
    assert isinstance(end, EndGame)
    for name, wanted in step.result.items():
        found = getattr(end, name)
        if not same(wanted, found):
            raise Unmet(f"{name} {shown(wanted)}", shown(found))
