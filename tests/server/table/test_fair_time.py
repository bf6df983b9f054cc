"""Time that is fair: what is charged to a player, from when on, and what happens to who is away."""

import pytest
from msgspec import structs

from engine.core.actions import Pass
from engine.core.events import StartKyoku
from protocol.errors import Error, Ok
from protocol.table import Act, AskFrame, Presence, TimedOut
from tests.server.table.house import QUICK, TABLE, House, Person
from tests.server.table.mortal import MortalHouse


def ask_of(person: Person) -> AskFrame:
    assert person.ask is not None, f"{person.account} is not asked"
    return person.ask


def is_claim(ask: AskFrame) -> bool:
    return isinstance(ask.options[ask.default], Pass)


async def next_turn(house: House, person: Person) -> AskFrame:
    """Play defaults until a person's next own turn in this round."""
    asked = len(person.sink.all(AskFrame))
    await house.until(
        lambda: (
            person.ask is not None
            and len(person.sink.all(AskFrame)) > asked
            and not is_claim(ask_of(person))
        )
    )
    return ask_of(person)


async def bank_after(house: House, person: Person) -> int:
    """The bank that is shown with the next own turn."""
    return (await next_turn(house, person)).time.bank_ms


# -- From when on ---------------------------------------------------------------------------------


async def test_the_clock_starts_when_the_frame_is_handed_over() -> None:
    """Not when the ask is decided: the journal may take its time before anybody hears of it."""
    house = MortalHouse()
    house.disk.slow = True
    await house.open()
    dealer = house.people[0]
    await house.clock.pass_time(7.0)
    assert dealer.ask is None
    house.journals.sync()
    await house.settle()
    ask = ask_of(dealer)
    assert (ask.time.base_ms, ask.time.bank_ms) == (5000, 20_000)
    await house.clock.pass_time(24.9)
    house.journals.sync()
    await house.settle()
    assert ask_of(dealer) == ask
    assert dealer.sink.last(TimedOut) is None
    await house.clock.pass_time(0.2)
    house.journals.sync()
    await house.settle()
    assert dealer.sink.last(TimedOut) is not None
    await house.close()


async def test_the_floor_before_an_ask_is_nobodys_time() -> None:
    settings = structs.replace(QUICK, floor_ms=3000)
    house = House(settings=settings)
    await house.open()
    dealer = house.people[0]
    await dealer.act()
    for person in house.people[1:]:
        if person.ask is not None:
            await person.act()
    follower = house.people[1]
    assert follower.ask is None
    await house.clock.pass_time(3.0)
    assert (ask_of(follower).time.base_ms, ask_of(follower).time.bank_ms) == (5000, 20_000)
    await house.clock.pass_time(24.9)
    assert follower.sink.last(TimedOut) is None
    await house.close()


# -- The way over the network ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("latency_ms", "used_s", "charged_ms"),
    [
        (0, 8.0, 3000),
        (400, 8.0, 2600),
        (400, 5.4, 0),
        (60_000, 8.0, 2000),
        (60_000, 6.0, 0),
        (-50, 8.0, 3000),
    ],
)
async def test_the_round_trip_is_free_up_to_a_second(
    latency_ms: int, used_s: float, charged_ms: int
) -> None:
    house = House()
    for person in house.people:
        person.connect(latency_ms=latency_ms)
    await house.open(connect=False)
    dealer = house.people[0]
    # It is never shown: a client that knew of it would use it up.
    assert (ask_of(dealer).time.base_ms, ask_of(dealer).time.bank_ms) == (5000, 20_000)
    await house.clock.pass_time(used_s)
    await dealer.act()
    assert await bank_after(house, dealer) == 20_000 - charged_ms
    await house.close()


async def test_a_line_that_turns_slow_gains_nothing_for_what_is_open() -> None:
    """The allowance is that of the line over which the ask went out."""
    house = House()
    await house.open()
    dealer = house.people[0]
    dealer.sink.latency_ms = 900
    await house.clock.pass_time(25.1)
    assert dealer.sink.last(TimedOut) is not None
    await house.close()


async def test_a_new_line_is_shown_what_is_left_and_gets_no_more() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    await house.clock.pass_time(9.0)
    dealer.drop()
    dealer.connect(latency_ms=900)
    await dealer.sync(-1)
    assert (ask_of(dealer).time.base_ms, ask_of(dealer).time.bank_ms) == (0, 16_000)
    await house.clock.pass_time(16.1)
    assert dealer.sink.last(TimedOut) is not None
    await house.close()


# -- What costs nothing ---------------------------------------------------------------------------


async def test_stale_and_repeated_acts_cost_nothing() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    first = ask_of(dealer)
    act = Act(table=TABLE, decision=first.decision, option=first.default)
    await house.clock.pass_time(7.0)
    assert isinstance(await dealer.send(act), Ok)
    for _ in range(3):
        await house.clock.pass_time(0.5)
        refused = await dealer.send(act)
        assert isinstance(refused, Error)
        assert refused.code == "stale_decision"
    turn = await next_turn(house, dealer)
    assert turn.time.bank_ms == 18_000
    # An answer to what was asked before does not touch what is asked now.
    await house.clock.pass_time(4.0)
    assert isinstance(await dealer.send(act), Error)
    assert ask_of(dealer) == turn
    await house.clock.pass_time(0.5)
    await dealer.act()
    assert await bank_after(house, dealer) == 18_000
    await house.close()


async def test_a_seat_that_others_outdo_is_charged_for_its_own_thinking_alone() -> None:
    """Whoever waits for others after an answer of one's own does so for free."""
    for seed in range(40):
        house = House(seed=bytes([seed]))
        await house.open()
        for _ in range(60):
            asked = [person for person in house.people if person.ask is not None]
            if len(asked) == 2 and all(is_claim(ask_of(person)) for person in asked):
                break
            await house.step()
        else:
            await house.close()
            continue
        quick, slow = asked
        await quick.act()
        await house.clock.pass_time(20.0)
        await slow.act()
        assert await bank_after(house, quick) == 20_000
        assert await bank_after(house, slow) == 5_000
        await house.close()
        return
    raise AssertionError("no two seats were asked at once")


async def test_a_pause_between_rounds_is_nobodys_time_and_fills_the_banks() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    await house.clock.pass_time(20.0)
    await dealer.act()

    def dealt_again() -> bool:
        deals = [event for event in dealer.events if isinstance(event.event, StartKyoku)]
        return len(deals) == 2

    await house.until(dealt_again)
    turn = ask_of(dealer) if dealer.ask is not None else await next_turn(house, dealer)
    assert turn.time.bank_ms == 20_000
    await house.close()


# -- Who is away ----------------------------------------------------------------------------------


def seen(person: Person, seat: int) -> list[str]:
    return [frame.state for frame in person.sink.all(Presence) if frame.seat == seat]


async def wait_for_event(house: House, person: Person) -> float:
    """Let time pass until the stream goes on; return the seconds."""
    before, started = len(person.events), house.clock.now()
    while len(person.events) == before:
        await house.clock.pass_time(0.25)
    return house.clock.now() - started


async def others_until_silence(house: House, *people: Person) -> None:
    """Let these people play until nothing moves without time."""
    while any(person.ask is not None for person in people):
        for person in people:
            if person.ask is not None:
                await person.act()


async def test_who_comes_back_plays_at_full_time_again_and_then_has_one_in_full_again() -> None:
    house = House()
    await house.open()
    gone, other, *rest = house.people
    gone.drop()
    await house.settle()
    waits: list[float] = []
    while not (len(waits) > 2 and waits[-1] <= 1.0):
        await others_until_silence(house, other, *rest)
        waits.append(await wait_for_event(house, other))
    assert seen(other, 0)[-1] == "auto"
    await others_until_silence(house, other, *rest)
    # Back in the middle of an open ask: what is left of its full time, not of the short while.
    gone.connect()
    await gone.sync(-1)
    assert seen(other, 0)[-1] == "online"
    ask = ask_of(gone)
    left = (ask.time.base_ms + ask.time.bank_ms) / 1000
    assert left > 1.5
    await house.clock.pass_time(left - 0.1)
    assert ask_of(gone) == ask
    await gone.act()
    # Gone again: the next decision has its full time again.
    gone.drop()
    await house.settle()
    await others_until_silence(house, other, *rest)
    assert await wait_for_event(house, other) >= 5.0
    await house.close()


async def test_nobody_who_is_away_stops_a_game() -> None:
    house = House(people=3, rules={"preset": "majsoul_3p", "length": "east"})
    await house.open(connect=False)
    await house.clock.pass_time(3 * 3600.0)
    assert [over.ended for over in house.over] == ["finished"]
    await house.close()
