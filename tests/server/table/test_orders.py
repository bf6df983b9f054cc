"""Standing orders at the table: given while asked and before, with what they leave alone."""

from random import Random

from engine.core.actions import DeclareHora, Pass
from engine.core.events import Chi, Dahai, Daiminkan, Hora, Nukidora, Pon, Tsumo
from protocol.errors import Ok
from protocol.table import AskFrame, Auto, SetAuto
from server.table.rules import parse_room_rules
from tests.server.table.hidden import GivenWalls, pair_of_walls
from tests.server.table.house import RANKED, TABLE, House, Person

SANMA = {"preset": "majsoul_3p", "length": "east"}


async def asked_for(
    kind: type, *, seeds: int = 40, claim: bool | None = None
) -> tuple[House, Person]:
    """A table at which nobody has done anything yet, and somebody may do this."""
    three = kind is Nukidora
    rules = SANMA if three else RANKED
    for seed in range(seeds):
        walls = pair_of_walls(parse_room_rules(rules).rules, 0, 0, Random(seed))
        house = House(3 if three else 4, rules=rules, walls=GivenWalls(walls.other))
        await house.open()
        for _ in range(150):
            for person in house.people:
                if person.choose(lambda option: isinstance(option, kind)) is not None and (
                    claim is None or claim == has_pass(person)
                ):
                    return house, person
            await house.step()
        await house.close()
    raise AssertionError(f"nobody is offered {kind.__name__}")


def has_pass(person: Person) -> bool:
    return person.choose(lambda option: isinstance(option, Pass)) is not None


def open_ask(person: Person) -> AskFrame:
    assert person.ask is not None
    return person.ask


def asks(person: Person) -> int:
    return len(person.sink.all(AskFrame))


def happened(person: Person, *kinds: type) -> int:
    return sum(isinstance(frame.event, kinds) for frame in person.events)


async def test_win_takes_an_open_ron_and_an_open_draw() -> None:
    for claim in (True, False):
        house, winner = await asked_for(DeclareHora, claim=claim)
        assert isinstance(await winner.send(SetAuto(table=TABLE, win=True)), Ok)
        others = [person for person in house.people if person.ask is not None]
        for person in others:
            await person.act()
        assert happened(winner, Hora) == 1
        assert happened(house.people[0], Hora) == 1
        await house.close()


async def test_no_call_passes_an_open_claim_and_all_that_come_but_never_a_win() -> None:
    house, caller = await asked_for(Pon)
    orders = SetAuto(table=TABLE, no_call=True)
    if caller.choose(lambda option: isinstance(option, DeclareHora)) is None:
        ask = open_ask(caller)
        assert isinstance(await caller.send(orders), Ok)
        assert caller.ask != ask
    asked = asks(caller)
    await house.until(lambda: asks(caller) > asked + 5 or caller.sink.last(Auto) is None)
    for ask in caller.sink.all(AskFrame)[asked:]:
        assert not any(isinstance(option, Chi | Pon | Daiminkan) for option in ask.options)
    await house.close()


async def test_no_call_and_tsumogiri_leave_a_win_to_the_player() -> None:
    for claim in (True, False):
        house, winner = await asked_for(DeclareHora, claim=claim)
        ask = open_ask(winner)
        orders = SetAuto(table=TABLE, no_call=True, tsumogiri=True)
        assert isinstance(await winner.send(orders), Ok)
        assert open_ask(winner) == ask
        win = winner.choose(lambda option: isinstance(option, DeclareHora))
        assert isinstance(await winner.act(win), Ok)
        await house.close()


async def test_kita_sets_norths_aside_and_tsumogiri_keeps_the_replacement() -> None:
    house, player = await asked_for(Nukidora)
    orders = SetAuto(table=TABLE, kita=True, tsumogiri=True)
    asked = asks(player)
    assert isinstance(await player.send(orders), Ok)
    await house.until(lambda: asks(player) > asked, steps=20)
    norths = happened(player, Nukidora)
    assert norths >= 1
    drawn = [frame.event for frame in player.events if isinstance(frame.event, Tsumo)][-1]
    # It is asked about the replacement tile instead of throwing it.
    assert drawn.rinshan
    assert drawn.actor == house.people.index(player)
    assert player.choose(lambda option: isinstance(option, Nukidora)) is None
    assert isinstance(player.events[-1].event, Tsumo)
    await player.act()
    # The next ordinary draw is thrown at once.
    turns = asks(player)
    await house.until(
        lambda: (
            sum(
                isinstance(frame.event, Dahai)
                and frame.event.actor == house.people.index(player)
                and frame.event.tsumogiri
                for frame in player.events[-8:]
            )
            > 0
            and asks(player) == turns
        ),
        steps=20,
    )
    await house.close()
