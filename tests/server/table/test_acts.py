"""Asks and answers: who may act, what is refused, and that the order of answers is nothing."""

from itertools import permutations

from engine.core.actions import DeclareHora, Pass
from engine.core.events import Chi, Dahai, Pon, Tsumo
from protocol.errors import Error, Ok
from protocol.table import Act, AskFrame, EventFrame
from tests.server.table.house import TABLE, House, Person, started


def code(answer: object) -> str:
    assert isinstance(answer, Error)
    return answer.code


def asked(house: House) -> list[Person]:
    return [person for person in house.people if person.ask is not None]


async def test_a_table_starts_with_the_deal_and_one_ask() -> None:
    house = House()
    await house.open()
    for seat, person in enumerate(house.people):
        start = started(person)
        assert (start.seat, start.names, start.mode) == (seat, ("A", "B", "C", "D"), "4p_south")
        assert [frame.seq for frame in person.events] == [0, 1, 2]
    dealer = house.people[0]
    assert asked(house) == [dealer]
    assert dealer.ask is not None
    assert dealer.ask.time.base_ms == 5000
    assert dealer.ask.time.bank_ms == 20_000
    drawn = dealer.events[2].event
    assert isinstance(drawn, Tsumo)
    assert dealer.ask.options[dealer.ask.default] == Dahai(0, drawn.pai, True)
    await house.close()


async def test_an_answer_is_taken_once() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    first = dealer.ask
    assert first is not None
    assert isinstance(await dealer.act(), Ok)
    again = Act(table=TABLE, decision=first.decision, option=0)
    assert code(await dealer.send(again)) == "stale_decision"
    await house.close()


async def test_what_is_refused_changes_nothing() -> None:
    house = House()
    await house.open()
    dealer, other = house.people[:2]
    ask = dealer.ask
    assert ask is not None
    before = [len(person.events) for person in house.people]
    token = ask.decision
    for act, expected in (
        (Act(table=TABLE, decision=token, option=len(ask.options)), "no_such_option"),
        (Act(table=TABLE, decision=token, action=Dahai(0, "?", False)), "no_such_option"),
        (Act(table=TABLE, decision=token, action=Dahai(1, "1m", False)), "no_such_option"),
        (Act(table=TABLE, decision="another", option=0), "stale_decision"),
    ):
        assert code(await dealer.send(act)) == expected
    stolen = Act(table=TABLE, decision=token, option=0)
    assert code(await other.send(stolen)) == "not_asked"
    elsewhere = Act(table="t2", decision=token, option=0)
    assert code(await dealer.send(elsewhere)) == "no_such_table"
    assert [len(person.events) for person in house.people] == before
    assert isinstance(await dealer.act(), Ok)
    await house.close()


async def test_an_ask_may_be_answered_with_the_action_itself() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    ask = dealer.ask
    assert ask is not None
    act = Act(table=TABLE, decision=ask.decision, action=ask.options[3])
    assert isinstance(await dealer.send(act), Ok)
    assert dealer.events[3].event == ask.options[3]
    await house.close()


async def test_decision_ids_say_nothing_about_other_seats() -> None:
    house = House()
    await house.open()
    await house.until(lambda: len(house.people[0].sink.all(AskFrame)) > 12)
    seen: list[str] = []
    for person in house.people:
        tokens = [ask.decision for ask in person.sink.all(AskFrame)]
        assert all(len(token) >= 12 for token in tokens)
        seen += tokens
    assert len(set(seen)) == len(seen)
    await house.close()


async def two_claims(seed: int) -> House | None:
    """Play a table to a discard that two seats may claim with different ranks."""
    house = House(seed=seed.to_bytes(2, "big"))
    await house.open()
    for _ in range(120):
        claimers = [
            person for person in asked(house)
            if person.ask and any(isinstance(option, Pass) for option in person.ask.options)
        ]  # fmt: skip
        if len(claimers) >= 2:
            return house
        if not await house.step():
            break
    await house.close()
    return None


async def seed_of_two_claims() -> int:
    for seed in range(60):
        house = await two_claims(seed)
        if house is not None:
            await house.close()
            return seed
    raise AssertionError("no seed leads to two claims")


async def test_who_answers_first_does_not_matter() -> None:
    seed = await seed_of_two_claims()
    outcomes: list[list[EventFrame]] = []
    for order in permutations(range(2)):
        house = await two_claims(seed)
        assert house is not None
        claimers = asked(house)
        for place in order:
            person = claimers[place]
            option = person.choose(lambda wanted: isinstance(wanted, DeclareHora | Pon | Chi))
            if person.ask is not None:
                await person.act(option)
        outcomes.append(house.people[0].events)
        await house.close()
    assert outcomes[0] == outcomes[1]
    assert isinstance(outcomes[0][-1].event, Pon | Chi | Tsumo)


async def test_a_claim_that_nobody_can_beat_does_not_wait_for_the_others() -> None:
    seed = await seed_of_two_claims()
    house = await two_claims(seed)
    assert house is not None
    strong = next(
        person for person in asked(house)
        if person.choose(lambda option: isinstance(option, Pon)) is not None
    )  # fmt: skip
    weak = next(person for person in asked(house) if person is not strong)
    late = weak.ask
    assert late is not None
    await strong.act(strong.choose(lambda option: isinstance(option, Pon)))
    assert isinstance(strong.events[-1].event, Pon)
    act = Act(table=TABLE, decision=late.decision, option=0)
    assert code(await weak.send(act)) == "stale_decision"
    await house.close()


async def test_a_whole_game_ends_with_its_record_and_a_result() -> None:
    house = House(rules={"preset": "majsoul_ranked_4p", "length": "east"})
    await house.open()
    await house.until(lambda: bool(house.over))
    (over,) = house.over
    assert (over.table, over.ended) == (TABLE, "finished")
    assert sum(over.scores) == 100_000
    assert sorted(over.ranks) == [1, 2, 3, 4]
    record = house.store.records[TABLE]
    assert record["names"] == ["A", "B", "C", "D"]
    assert len(record["events"]) == len(house.people[0].events)
    assert house.tables.seat_of("a") is None
    assert house.clock.waiting == 0
    await house.close()
