"""Many accounts queue, play, rise and fall, lose their lines and come back, and the process dies:
each game counts once, and ranks are what the numbers say.

The first test stops a server exactly between the last round and its result, in fast time; the
second one kills real processes at any moment.
"""

import asyncio
import random
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from engine.bots.easy import Easy
from server.client import seatholder
from server.client.contender import Contender
from server.client.player import Player
from server.client.session import Session
from server.ranked.tables import load
from server.store.address import database_path
from server.store.database import Database
from server.store.schema import matches, queued
from tests.faults.server_process import QUICK, ServerProcess, free_port
from tests.server.ranked.house import SHORT, House, Person, house, numbers
from tests.server.ranked.oracle import Stand, audit
from tests.support.fake_clock import FakeClock

PATIENCE_S = 900.0
"""Nothing is timed by it: a machine with much else to do is slow."""
EDGE: tuple[tuple[int, int, int], ...] = (
    *((3, 1, 3), (3, 2, 8), (2, 3, 1985), (2, 1, 1190), (2, 2, 1)),
)
"""Ranks (title, stars, points) close to a rise or a fall, of people who may play for gold."""
NARROW = {
    "start = [1400, 1600, 1800]\npromote = [2800, 3200, 3600]": (
        "start = [40, 40, 40]\npromote = [80, 80, 80]"
    )
}
"""Stars of masters from which each first place rises and each last place falls."""
MIDDLE: tuple[tuple[int, int, int], ...] = ((3, 2, 40),)
"""Of masters who can do both, so that one game is enough to see it, whoever wins."""


class Restless(Person):
    """Loses its line now and then, in the queue or at the table, and comes back."""

    def __init__(self, url: str, name: str, rng: random.Random) -> None:
        super().__init__(url, name)
        self.rng = rng
        self.back: asyncio.Task[None] | None = None

    async def lose_line(self) -> None:
        """Be cut off, and come back to where the server says."""
        await self.close()
        await self.open()
        welcome = await self.hello(token=self.token)
        place = welcome["seat_in"]
        if place is not None:
            if place["table"] != self.table:
                self.table, self.seat, self.seq = place["table"], place["seat"], -1
            await self.send("sync", table=self.table, seq=self.seq)

    async def _on_ask(self, message: dict[str, Any]) -> None:
        if self.back is not None and not self.back.done():
            return
        if self.rng.random() < 0.02:
            self.back = asyncio.create_task(self.lose_line())
        else:
            await super()._on_ask(message)


class Dying:
    """A store that keeps no record any more: the last round is played, and nothing comes of it."""

    def __init__(self, here: House) -> None:
        self.ended: set[str] = set()
        self._never = asyncio.get_running_loop().create_future()
        here.server.app.records.save_record = self._lose  # type: ignore[method-assign]

    async def _lose(self, game_id: str, *_record: Any, **_about: Any) -> None:
        self.ended.add(game_id)
        await self._never


async def come_in(
    here: House, known: list[tuple[str, str | None]], rng: random.Random
) -> list[Restless]:
    """Let people come, for the first time or again."""
    people = []
    for name, token in known:
        person = Restless(here.server.url, name, rng)
        person.token = token
        await person.come()
        here.stack.push_async_callback(person.close)
        people.append(person)
    return people


async def play_wave(here: House, people: list[Restless], *, dies: bool) -> None:
    """Let everybody queue and play one game; with `dies` the process does before any result."""
    dying = Dying(here) if dies else None
    before = (await here.counts())["games"]
    for person in people:
        answer = await person.queue(tier="gold")
        assert answer["type"] == "queue", answer
    # Some lose their line in the queue.
    for person in people[::5]:
        await person.lose_line()
    app = here.server.app
    if dying is not None:
        await here.server.play_until(lambda: len(dying.ended) == len(people) // 4)
        assert (await here.counts())["games"] == before
        return
    await here.server.play_until(lambda: bool(app.tables.live()))
    await here.server.play_until(
        lambda: (
            not app.tables.live()
            and not any(app.ranked.queue.holds(person.account) for person in people)
        )
    )


async def until_quiet(here: House) -> None:
    """Let games end that run."""
    await here.server.play_until(lambda: not here.server.app.tables.live())
    await here.server.app.ranked.queue.settle()


@pytest.mark.parametrize(
    ("count", "waves", "changes", "ranks"),
    [
        pytest.param(12, 2, SHORT | NARROW, MIDDLE, id="12-2"),
        pytest.param(40, 6, SHORT, EDGE, marks=pytest.mark.full, id="40-6"),
    ],
)
async def test_ranked_play_in_waves(
    tmp_path: Path,
    count: int,
    waves: int,
    changes: dict[str, str],
    ranks: tuple[tuple[int, int, int], ...],
) -> None:
    path, db = numbers(tmp_path, changes), str(tmp_path / "db")
    clock = FakeClock()
    rng = random.Random(count)
    tables = load(path)
    names = [title.name for title in tables.titles]
    began: dict[str, Stand] = {}
    known: list[tuple[str, str | None]] = [(f"Nr {number}", None) for number in range(count)]
    for wave in range(waves):
        async with house(path, clock=clock, db=db) as here:
            # What the process before has left is ended first.
            await until_quiet(here)
            assert (await here.counts())["games"] == wave * count // 4
            people = await come_in(here, known, rng)
            known = [(person.name, person.token) for person in people]
            if not began:
                for number, person in enumerate(people):
                    title, stars, points = ranks[number % len(ranks)]
                    await here.give_rank(person.account, title, stars, points)
                    began[person.account] = names[title], stars, points
            await play_wave(here, people, dies=wave % 2 == 0)
    async with house(path, clock=clock, db=db) as here:
        await until_quiet(here)
        found = await here.read(lambda connection: audit(connection, tables, began))
        assert found.games == waves * count // 4
        # The first wave has a first and a last place at each of its tables.
        assert min(found.rises, found.falls) >= (count // 4 if ranks is MIDDLE else 1)
        assert (await here.counts())["matches"] == 0


@pytest.mark.full
@pytest.mark.sqlite
@pytest.mark.parametrize(("count", "kills"), [(8, 3), (40, 5)])
async def test_a_process_that_is_killed_at_any_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, kills: int
) -> None:
    monkeypatch.setattr(seatholder, "delays", lambda _random: repeat(0.05))
    path, db = numbers(tmp_path), tmp_path / "db"
    rng = random.Random(kills)
    settings = {
        **QUICK,
        "JANTAKU_RANKED_FILE": str(path),
        "JANTAKU_RANKED_GUESTS": "1",
        "JANTAKU_RESUME_MS": "500",
    }
    process = ServerProcess(free_port(rng), db, tmp_path / "log", settings)
    over: list[str] = []

    def easy(table: str, seat: int) -> Player:
        return Player(table, seat, Easy(seat))

    async def until_over(more: int) -> None:
        wanted = len(over) + more
        while len(over) < wanted:
            assert not any(task.done() for task in contenders)
            await asyncio.sleep(0.05)

    async with asyncio.timeout(PATIENCE_S):
        await process.start()
        url = f"ws://127.0.0.1:{process.port}/ws"
        contenders = [
            asyncio.create_task(
                Contender(
                    Session(url, f"Nr {number}"),
                    "4p_east",
                    easy,
                    stay=True,
                    on_over=lambda player: over.append(player.table),
                ).run()
            )
            for number in range(count)
        ]
        try:
            for _ in range(kills):
                await until_over(count // 2)
                # Somewhere in the games, or between them, or at their end.
                await asyncio.sleep(rng.uniform(0, 0.5))
                await process.kill()
                await process.start()
            await until_over(count)
        finally:
            for task in contenders:
                task.cancel()
            await asyncio.gather(*contenders, return_exceptions=True)
            status = await process.stop()
        assert status == 0
    assert process.complaints() == []
    tables = load(path)
    database = Database(database_path(str(db)))
    try:
        found = await database.read(lambda connection: audit(connection, tables, {}))
        left = await database.read(
            lambda connection: [
                connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (matches, queued)
            ]
        )
    finally:
        database.close()
    # Who was cut off at a game's end heard of it twice at most, or not at all.
    assert found.games >= len(set(over)) - count // 4
    assert found.games >= kills * count // 8
    # What is left belongs to games that run on, and to people who waited when it was stopped.
    assert left[0] <= count // 4
    assert left[1] <= count
