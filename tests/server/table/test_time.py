"""Clocks: time-outs, the bank, the network allowance, auto, the floor."""

from collections.abc import Callable

from msgspec import structs

from engine.core.actions import Pass
from engine.core.events import Dahai, Event, StartKyoku, Tsumo
from protocol.errors import Error, Ok
from protocol.table import Act, AskFrame, Auto, Presence, SetAuto, TimedOut
from server.table.api import TableSettings
from tests.server.table.house import QUICK, TABLE, House, Person


def states(person: Person) -> list[tuple[int, str]]:
    return [(frame.seat, frame.state) for frame in person.sink.all(Presence)]


def newest(person: Person) -> Event:
    return person.events[-1].event


async def test_time_out_takes_the_default_and_says_so() -> None:
    house = House()
    await house.open()
    dealer, other = house.people[:2]
    ask = dealer.ask
    assert ask is not None
    await house.clock.pass_time(24.9)
    assert dealer.sink.last(TimedOut) is None
    await house.clock.pass_time(0.2)
    assert dealer.sink.all(TimedOut) == [TimedOut(table=TABLE, decision=ask.decision)]
    assert dealer.events[3].event == ask.options[ask.default]
    assert other.sink.last(TimedOut) is None
    late = await dealer.send(Act(table=TABLE, decision=ask.decision, option=0))
    assert isinstance(late, Error)
    assert late.code == "stale_decision"
    await house.close()


async def test_the_bank_lasts_for_the_round_and_is_refilled() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    await house.clock.pass_time(12.0)
    await dealer.act()
    await house.until(lambda: dealer.ask is not None and len(dealer.sink.all(AskFrame)) > 1)
    assert dealer.ask is not None
    assert (dealer.ask.time.base_ms, dealer.ask.time.bank_ms) == (5000, 13_000)

    def next_round() -> bool:
        deals = [frame for frame in dealer.events if isinstance(frame.event, StartKyoku)]
        return len(deals) == 2 and dealer.ask is not None

    await house.until(next_round)
    assert dealer.ask.time.bank_ms == 20_000
    await house.close()


async def test_a_refused_act_costs_nothing_and_stops_no_clock() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    assert dealer.ask is not None
    await house.clock.pass_time(20.0)
    answer = await dealer.send(Act(table=TABLE, decision=dealer.ask.decision, option=99))
    assert isinstance(answer, Error)
    await house.clock.pass_time(5.1)
    assert dealer.sink.last(TimedOut) is not None
    await house.close()


async def test_the_way_to_the_player_is_not_his_time() -> None:
    house = House()
    dealer = house.people[0]
    for person in house.people:
        person.connect(latency_ms=300)
    await house.open(connect=False)
    await house.clock.pass_time(25.2)
    assert dealer.sink.last(TimedOut) is None
    assert isinstance(await dealer.act(), Ok)
    await house.close()


async def test_the_allowance_is_capped() -> None:
    house = House()
    for person in house.people:
        person.connect(latency_ms=60_000)
    await house.open(connect=False)
    await house.clock.pass_time(26.1)
    assert house.people[0].sink.last(TimedOut) is not None
    await house.close()


def missed_turns(person: Person) -> int:
    """How many own turns of a seat have run out; claims are not among them."""
    turns = {ask.decision for ask in person.sink.all(AskFrame) if not is_claim(ask)}
    return sum(frame.decision in turns for frame in person.sink.all(TimedOut))


def is_claim(ask: AskFrame) -> bool:
    return isinstance(ask.options[ask.default], Pass)


async def others_play(house: House, silent: Person, times: int) -> None:
    """Let everybody but one seat play until that seat has missed so many turns."""
    for _ in range(400):
        if missed_turns(silent) >= times:
            return
        for person in house.people:
            if person is not silent and person.ask is not None:
                await person.act()
        before = silent.ask
        while before is not None and silent.ask == before:
            await house.clock.pass_time(1.0)
    raise AssertionError("the seat was not asked often enough")


async def test_three_missed_turns_in_a_row_put_a_seat_on_auto_until_it_sends_anything() -> None:
    house = House()
    await house.open()
    silent, other = house.people[0], house.people[1]
    await others_play(house, silent, 2)
    assert (0, "auto") not in states(other)
    await others_play(house, silent, 3)
    assert states(other)[-1] == (0, "auto")
    # From now on a turn takes a short while instead of the whole time.
    for _ in range(20):
        if silent.ask is not None:
            break
        for person in house.people[1:]:
            if person.ask is not None:
                await person.act()
    turn = silent.ask
    assert turn is not None
    assert isinstance(turn.options[turn.default], Dahai)
    await house.clock.pass_time(1.1)
    assert silent.ask is None
    await silent.send(SetAuto(table=TABLE))
    assert states(other)[-1] == (0, "online")
    await house.close()


async def test_claims_that_run_out_count_for_claims_alone() -> None:
    """Presence, pace and confirmations never tell who could have called."""
    house = House(seed=b"a", settings=structs.replace(QUICK, timeouts_until_auto=1))
    await house.open()
    silent, other = house.people[0], house.people[1]

    def claims() -> bool:
        # Not on the discard of seat 3, after which the silent seat would have its turn.
        ask, event = silent.ask, newest(silent)
        return ask is not None and is_claim(ask) and isinstance(event, Dahai) and event.actor != 3

    async def play_until(done: Callable[[], bool], people: list[Person]) -> None:
        for _ in range(400):
            if done():
                return
            for person in people:
                if person.ask is not None and not done():
                    await person.act()
        raise AssertionError("it never came to that")

    await play_until(claims, house.people)
    await house.clock.pass_time(26.0)
    assert silent.sink.last(TimedOut) is not None
    asked = len(silent.sink.all(AskFrame))
    # Its next own turn has all the time that there is, and nobody hears of anything.
    await play_until(lambda: silent.ask is not None, house.people[1:])
    turn = silent.ask
    assert turn is not None
    assert not is_claim(turn)
    assert len(silent.sink.all(AskFrame)) == asked + 1
    await house.clock.pass_time(4.9)
    assert silent.ask == turn
    assert (0, "auto") not in states(other)
    # A turn that runs out is seen by everybody.
    await house.clock.pass_time(30.0)
    assert (0, "auto") in states(other)
    # Claims are passed at once by now: only turns are asked.
    await play_until(lambda: len(silent.sink.all(AskFrame)) > asked + 1, house.people[1:])
    assert not is_claim(silent.sink.all(AskFrame)[-1])
    await house.close()


async def test_an_answer_in_between_starts_the_count_again() -> None:
    house = House()
    await house.open()
    silent, other = house.people[0], house.people[1]
    await others_play(house, silent, 2)
    await silent.send(SetAuto(table=TABLE))
    await others_play(house, silent, 4)
    assert (0, "auto") not in states(other)
    await house.close()


async def test_standing_orders_are_echoed_applied_and_cleared() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    drawn = dealer.events[2].event
    assert isinstance(drawn, Tsumo)
    assert isinstance(await dealer.send(SetAuto(table=TABLE, tsumogiri=True)), Ok)
    echo = dealer.sink.last(Auto)
    assert echo == Auto(table=TABLE, win=False, no_call=False, tsumogiri=True, kita=False)
    assert dealer.events[3].event == Dahai(0, drawn.pai, True)
    asks = len(dealer.sink.all(AskFrame))
    await dealer.send(SetAuto(table=TABLE, no_call=True, win=True))

    def next_round() -> bool:
        deals = [frame for frame in dealer.events if isinstance(frame.event, StartKyoku)]
        return len(deals) == 2

    await house.until(next_round)
    turns = [ask for ask in dealer.sink.all(AskFrame)[asks:] if _is_plain(ask)]
    assert turns == []
    assert dealer.sink.all(Auto)[-1] == Auto(
        table=TABLE, win=False, no_call=False, tsumogiri=False, kita=False
    )
    await house.close()


def _is_plain(ask: AskFrame) -> bool:
    """A turn or a claim that the orders of the test above answer."""
    kinds = {type(option) for option in ask.options}
    return kinds == {Dahai} or Pass in kinds


async def test_the_floor_holds_back_what_follows_a_discard() -> None:
    settings = TableSettings(floor_ms=300, bot_min_ms=0, bot_max_ms=0)
    house = House(settings=settings)
    await house.open()
    dealer = house.people[0]
    await dealer.act()
    assert isinstance(newest(dealer), Dahai)
    claimers = [person for person in house.people if person.ask is not None]
    for person in claimers:
        await person.act()
    await house.clock.pass_time(0.29)
    assert isinstance(newest(dealer), Dahai), "answers within the floor do not show"
    await house.clock.pass_time(0.02)
    assert not isinstance(newest(dealer), Dahai)
    assert any(person.ask is not None for person in house.people)
    await house.close()
