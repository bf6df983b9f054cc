"""Answers of accounts that are away take a bounded room, and go in an order that is fair."""

from typing import Any

from server.session.absent import LINGER_S, Absent
from server.session.requests import CLIENTS_KEPT, ClientLogs
from tests.support.fake_clock import FakeClock
from tests.support.running_app import Running, running_app


class Away:
    """Accounts that are away, and those that were forgotten, in order."""

    def __init__(self, budget: int) -> None:
        self.clock = FakeClock()
        self.forgotten: list[str] = []
        self.absent = Absent(self.clock, budget, self.forgotten.append)


def test_who_is_away_is_forgotten_after_a_while() -> None:
    away = Away(budget=1000)
    away.absent.add("a", 100)
    away.clock.advance(1)
    away.absent.add("b", 100)
    away.clock.advance(LINGER_S - 1)
    assert away.forgotten == ["a"]
    away.clock.advance(1)
    assert away.forgotten == ["a", "b"]
    assert (away.absent.taken, away.clock.waiting) == (0, 0)


def test_who_is_back_is_not_forgotten_and_takes_nothing() -> None:
    away = Away(budget=1000)
    away.absent.add("a", 900)
    away.absent.remove("a")
    away.absent.remove("a")
    away.absent.add("b", 900)
    assert away.absent.taken == 900
    away.absent.remove("b")
    away.clock.advance(LINGER_S)
    assert away.forgotten == []
    assert (away.absent.taken, away.clock.waiting) == (0, 0)


def test_who_leaves_again_counts_once_and_from_then_on() -> None:
    away = Away(budget=1000)
    away.absent.add("a", 600)
    away.clock.advance(LINGER_S - 1)
    away.absent.add("a", 700)
    assert away.absent.taken == 700
    away.clock.advance(LINGER_S - 1)
    assert away.forgotten == []
    away.clock.advance(1)
    assert away.forgotten == ["a"]


def test_beyond_the_budget_who_takes_most_goes_first_then_who_left_first() -> None:
    away = Away(budget=1000)
    away.absent.add("small", 10)
    away.absent.add("large 1", 400)
    away.absent.add("large 2", 300)
    away.absent.add("large 3", 290)
    assert away.forgotten == [], "the budget itself is allowed"
    away.absent.add("small too", 20)
    assert away.forgotten == ["large 1"]
    away.absent.add("large 4", 500)
    assert away.forgotten == ["large 1", "large 2"]
    away.absent.add("greedy", 5000)
    assert away.forgotten[2:] == ["greedy"]
    assert away.absent.taken == 10 + 20 + 290 + 500


def test_however_many_come_and_go_the_budget_holds() -> None:
    away = Away(budget=10_000)
    costs = {f"guest {number}": 1 + number * 37 % 3000 for number in range(1000)}
    for account, cost in costs.items():
        away.absent.add(account, cost)
        assert away.absent.taken <= 10_000
    assert len(away.forgotten) == len(set(away.forgotten))
    kept = set(costs) - set(away.forgotten)
    assert away.absent.taken == sum(costs[account] for account in kept)
    assert away.clock.waiting == len(kept) > 0


def test_what_an_account_takes_is_bounded_and_counted() -> None:
    logs = ClientLogs(256, 10_000, frozenset())
    small = logs.cost
    logs.of("page").remember([1])
    assert small < logs.cost < 5_000
    for page in range(10):
        logs.of(f"page {page}").remember(range(1000))
    full = CLIENTS_KEPT * (10_000 + 256 * 300 + 2000)
    assert full / 3 < logs.cost < full


async def come_and_go(server: Running) -> tuple[str, dict[str, Any]]:
    """Come as a new guest, open a room and leave; the token, and what `create_room` was told."""
    async with server.client() as guest:
        token = (await guest.hello())["token"]
        await guest.send("create_room", id=1, rules={"preset": "majsoul_3p"})
        room = await guest.find(lambda message: message.get("id") == 1 and "code" in message)
    return token, room


async def ask_again(server: Running, token: str) -> dict[str, Any]:
    """Come back and send the `create_room` once more."""
    async with server.client() as again:
        await again.hello(token=token)
        again.inbox.clear()
        await again.send("create_room", id=1, rules={"preset": "majsoul_3p"})
        return await again.find(lambda message: message.get("id") == 1)


async def test_the_answers_of_those_who_are_away_fit_into_their_room() -> None:
    async with running_app(absent_kept_bytes=4000) as server:
        first, told = await come_and_go(server)
        await come_and_go(server)
        third, room = await come_and_go(server)
        assert await ask_again(server, third) == room
        # Not kept any more: the room itself knows that it was opened by this, and tells how it is.
        again = await ask_again(server, first)
        assert (again["code"], again["type"]) == (told["code"], "room")
        assert again["rev"] > told["rev"]
        assert 2000 < server.app.sessions._absent.taken <= 4000, "two of them"
