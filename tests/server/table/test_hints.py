"""Furiten messages and hints: what a seat is told about its own hand."""

from typing import Any

import pytest

from engine.core.events import EndGame, EndKyoku, StartGame
from engine.core.tiles import IDS, KIND
from engine.riichi import Observer, parse_rules
from protocol.table import AskFrame, EventFrame, Furiten, Hint, HintWait
from tests.server.table.driven import Driven
from tests.server.table.house import House, Person

GAMES: list[tuple[dict[str, Any], bytes]] = [
    ({"preset": "majsoul_ranked_4p"}, b"x3"),
    ({"preset": "majsoul_3p", "length": "east"}, b"three"),
    ({"preset": "tenhou_4p"}, b"x4"),
]


async def played(rules: dict[str, Any], seed: bytes) -> House:
    house = House(people=3 if "3p" in rules["preset"] else 4, rules=rules, seed=seed)
    await house.open()
    await Driven(house).to_the_end()
    return house


def observer(person: Person) -> Observer:
    start = person.events[0].event
    assert isinstance(start, StartGame)
    return Observer(parse_rules(start.rules))


async def test_furiten_is_told_whenever_it_changes_and_only_then() -> None:
    changes = 0
    for rules, seed in GAMES:
        house = await played(rules, seed)
        changes += check_furiten(house)
        await house.close()
    assert changes


def check_furiten(house: House) -> int:
    """Compare what seats were told with what follows from their events; count the messages."""
    changes = 0
    for seat, person in enumerate(house.people):
        told = False
        folded = observer(person)
        for message in person.sink.messages:
            if isinstance(message, EventFrame):
                folded.fold(message.event)
            elif isinstance(message, Furiten):
                assert message.furiten is not told
                told = message.furiten
                changes += 1
                assert folded.view(seat).furiten is told
            elif isinstance(message, AskFrame):
                assert folded.view(seat).furiten is told
    return changes


def seen_tiles(folded: Observer, seat: int) -> list[int]:
    """Kinds that a seat sees, from its view alone."""
    view = folded.view(seat)
    names = [*view.seats[seat].hand, *view.round.dora_markers]
    drawn = view.seats[seat].drawn
    if drawn is not None:
        names.append(drawn)
    for other in view.seats:
        names += ["N"] * other.nukidora
        names += [tile.pai for tile in other.pond if tile.called_by is None]
        for meld in other.melds:
            names += [*meld.consumed, *([meld.pai] if hasattr(meld, "pai") else [])]
    return [KIND[IDS[name]] for name in names]


def check_left(folded: Observer, seat: int, waits: tuple[HintWait, ...]) -> None:
    seen = seen_tiles(folded, seat)
    for wait in waits:
        assert wait.left == 4 - seen.count(KIND[IDS[wait.pai]])
        assert wait.no_yaku == (wait.han == 0 and wait.points == 0)


@pytest.mark.parametrize(("rules", "seed"), GAMES)
async def test_hints_hold_for_what_the_seat_sees(rules: dict[str, Any], seed: bytes) -> None:
    """R1.15."""
    house = await played(rules, seed)
    hints = 0
    for seat, person in enumerate(house.people):
        folded = observer(person)
        event = person.events[0].event
        newest = Hint(table="t1", waits=(), by_discard={})
        for message in person.sink.messages:
            if isinstance(message, EventFrame):
                event = message.event
                folded.fold(event)
            elif isinstance(message, Hint):
                hints += 1
                newest = message
                view = folded.view(seat)
                if isinstance(event, EndKyoku | EndGame):
                    assert message.waits == ()
                    continue
                assert tuple(wait.pai for wait in message.waits) == view.waits
                assert all(wait.furiten is view.furiten for wait in message.waits)
                check_left(folded, seat, message.waits)
                for tile, waits in message.by_discard.items():
                    assert tile in (*view.seats[seat].hand, view.seats[seat].drawn)
                    check_left(folded, seat, waits)
            elif isinstance(message, AskFrame):
                view = folded.view(seat)
                assert tuple(wait.pai for wait in newest.waits) == view.waits
                offered = {getattr(option, "pai", None) for option in message.options}
                assert newest.by_discard.keys() <= offered
    assert hints
    await house.close()


async def test_without_the_rule_there_is_no_hint_but_furiten_is_told() -> None:
    """R1.15."""
    house = await played({"preset": "majsoul_ranked_4p", "hints": False}, b"x3")
    assert all(not person.sink.all(Hint) for person in house.people)
    assert any(person.sink.all(Furiten) for person in house.people)
    await house.close()
