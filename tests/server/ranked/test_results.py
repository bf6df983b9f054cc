"""The end of a ranked game: record, ranks, ratings and pauses change together, and once."""

import asyncio
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, select

from server.ranked.ranks import Standing, after
from server.ranked.tables import load
from server.store.queue import KeptMatch, Place, QueueStore
from server.store.schema import games, penalties, queued, rank_changes
from tests.server.ranked.house import House, Person, house, numbers
from tests.server.ranked.oracle import expected
from tests.support.fake_clock import FakeClock
from tests.support.ws_client import Message

NAMES = ("Aki", "Ben", "Chie", "Dai")


async def play(here: House, people: list[Person], **fields: str) -> list[Message]:
    """Play one game; return what it has done."""
    for person in people:
        assert (await person.queue(**fields))["type"] == "queue"
    return await here.all_get(people, "rank_change")


async def test_ranks_move_as_the_numbers_say(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        ranks = [(2, 1, 30), (2, 2, 690), (2, 3, 5), (2, 3, 1999)]
        for person, rank in zip(people, ranks, strict=True):
            await here.give_rank(person.account, *rank)
        for _ in range(3):
            changes = await play(here, people, tier="gold")
            end = people[0].events[-1]
            for person, change in zip(people, changes, strict=True):
                place, points = end["ranks"][person.seat], end["points"][person.seat]
                now = expected(here.tables, change["before"], place, points, "4p_south", "gold")
                assert {key: change["after"][key] for key in now} == now
                kept = await here.standing(person.account)
                assert kept is not None
                names = [title.name for title in here.tables.titles]
                assert kept[:3] == (names.index(now["title"]), now["stars"], now["points"])
        assert await here.counts() == {"games": 3, "rank_changes": 12, "matches": 0}


async def test_what_a_game_did_is_kept_with_it(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        changes = await play(here, people)

        def work(connection: Connection) -> Any:
            rows = connection.execute(select(rank_changes).order_by(rank_changes.c.seat)).all()
            game = connection.execute(select(games.c.queue, games.c.tier, games.c.ranked)).one()
            return rows, tuple(game)

        rows, game = await here.read(work)
        assert game == ("4p_south", "bronze", 1)
        lists = [(await person.request("list_records"))["games"] for person in people]
        page = await here.server.app.records.games(own=True, account=people[0].account)
        for person, change, (line,) in zip(people, changes, lists, strict=True):
            assert line["tier"] == "bronze"
            assert line["ranks_before"][person.seat] == change["before"]
            assert line["ranks_after"][person.seat] == change["after"]
            assert list(msgspec.to_builtins(page.games[0].ranks_after)) == line["ranks_after"]
            row = rows[person.seat]
            assert (row.account, row.kind, row.delta) == (person.account, "4p", change["delta"])
            before, now = msgspec.json.decode(row.before), msgspec.json.decode(row.after)
            assert (before["rank"], now["rank"]) == (change["before"], change["after"])
            assert (before["rating"], now["rating"]) == (
                change["rating"]["before"],
                change["rating"]["after"],
            )


class Vanishing:
    """Lets the process die at the end of a game: before its result is kept, while, or after."""

    def __init__(self, here: House, moment: str) -> None:
        self.reached = asyncio.Event()
        store = here.server.app.records
        save = store.save_record
        never = asyncio.get_running_loop().create_future()

        async def broken(*game: Any, also: Any = None, **about: Any) -> None:
            def dying(connection: Connection) -> None:
                also(connection)
                raise RuntimeError("the process dies here")

            if moment == "while":
                with pytest.raises(RuntimeError):
                    await save(*game, also=dying, **about)
            elif moment == "after":
                await save(*game, also=also, **about)
            self.reached.set()
            await never

        store.save_record = broken  # type: ignore[method-assign]


@pytest.mark.parametrize("moment", ["before", "while", "after"])
async def test_a_game_counts_once_if_the_process_dies_at_its_end(
    tmp_path: Path, moment: str
) -> None:
    path, db = numbers(tmp_path), str(tmp_path / "db")
    clock = FakeClock()
    async with house(path, clock=clock, db=db) as here:
        people = await here.people(*NAMES)
        dying = Vanishing(here, moment)
        for person in people:
            await person.queue()
        await here.server.play_until(dying.reached.is_set)
        assert not [m for person in people for m in person.inbox if m["type"] == "rank_change"]
        kept = await here.counts()
        assert kept == (
            {"games": 1, "rank_changes": 4, "matches": 0}
            if moment == "after"
            else {"games": 0, "rank_changes": 0, "matches": 1}
        )
        tokens = [person.token for person in people]
    async with house(path, clock=clock, db=db) as here:
        await here.server.play_until(lambda: not here.server.app.tables.live())
        assert await here.counts() == {"games": 1, "rank_changes": 4, "matches": 0}
        for person, token in zip(people, tokens, strict=True):
            again = Person(here.server.url, person.name)
            again.token = token
            welcome = await again.come()
            here.stack.push_async_callback(again.close)
            assert welcome["seat_in"] is None
            standing = await here.standing(again.account)
            assert standing is not None
            assert standing[3] == 1
            # That a restart threw everybody out is nobody's leaving.
            assert (await again.ranks())["pause_s"] == 0
            assert (await again.queue())["type"] == "queue"


async def test_a_result_that_cannot_be_kept_yet_is_told_when_it_is(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        store = here.server.app.records
        save = store.save_record
        tries = 0

        async def slow(*game: Any, **about: Any) -> None:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise OSError("disk full")
            await save(*game, **about)

        store.save_record = slow  # type: ignore[method-assign]
        for person in people:
            await person.queue()
        await here.server.play_until(lambda: tries == 2)
        assert people[0].over
        assert not [m for m in people[0].inbox if m["type"] == "rank_change"]
        changes = await here.all_get(people, "rank_change")
        assert len(changes) == 4
        assert await here.counts() == {"games": 1, "rank_changes": 4, "matches": 0}


async def test_a_queue_survives_a_restart(tmp_path: Path) -> None:
    path, db = numbers(tmp_path), str(tmp_path / "db")
    clock = FakeClock()
    async with house(path, clock=clock, db=db) as here:
        people = await here.people(*NAMES[:3])
        await people[0].queue()
        await clock.pass_time(100)
        await people[1].queue()
        await people[2].queue("3p_east")
    async with house(path, clock=clock, db=db) as here:
        again = []
        for person in people[:2]:
            now = Person(here.server.url, person.name)
            now.token = person.token
            welcome = await now.come()
            here.stack.push_async_callback(now.close)
            assert welcome["queue"] == "4p_south"
            again.append(now)
        state = await again[0].next("queue")
        assert state["waited_s"] >= 100
        others = await here.people("Emi", "Fumi")
        for person in others:
            await person.queue()
        await here.all_get([*again, *others], "rank_change")
        # Who did not come back has lost the place.
        await clock.pass_time(31)
        assert here.server.app.ranked.queue.queue_of(people[2].account) is None
        await here.server.app.ranked.queue.settle()
        assert await here.read(lambda c: c.execute(select(queued)).all()) == []


async def test_a_match_whose_game_never_began_is_dissolved(tmp_path: Path) -> None:
    path, db = numbers(tmp_path), str(tmp_path / "db")
    clock = FakeClock()
    async with house(path, clock=clock, db=db) as here:
        people = await here.people(*NAMES)
        places = tuple(
            Place(person.account, "4p_south", "bronze", clock.wall() - 50, person.name)
            for person in people
        )
        store = QueueStore(here.server.app.records.database, clock.wall)
        for place in places:
            await store.enter(place)
        await store.match(KeptMatch("t-lost", "4p_south", "bronze", places))
        assert await here.read(lambda c: c.execute(select(queued)).all()) == []
    async with house(path, clock=clock, db=db) as here:
        assert (await here.counts())["matches"] == 0
        again = []
        for person in people:
            now = Person(here.server.url, person.name)
            now.token = person.token
            assert (await now.come())["queue"] == "4p_south"
            here.stack.push_async_callback(now.close)
            again.append(now)
        found = await here.all_get(again, "match_found")
        assert found[0]["table"] != "t-lost"


async def test_people_of_a_running_game_are_committed_after_a_restart(tmp_path: Path) -> None:
    path, db = numbers(tmp_path), str(tmp_path / "db")
    clock = FakeClock()
    async with house(path, clock=clock, db=db) as here:
        people = await here.people(*NAMES)
        for person in people:
            person.mute = True
            await person.queue()
        await here.all_get(people, "table_start")
    async with house(path, clock=clock, db=db) as here:
        (now,) = [Person(here.server.url, "Aki")]
        now.token, now.table, now.seat, now.seq = (
            *(people[0].token, people[0].table, people[0].seat),
            people[0].seq,
        )
        await now.come_back()
        here.stack.push_async_callback(now.close)
        assert (await now.request("leave_queue"))["code"] == "committed"
        assert (await now.queue())["code"] == "busy"
        await here.server.play_until(lambda: not here.server.app.tables.live())
        assert await here.counts() == {"games": 1, "rank_changes": 4, "matches": 0}
        assert (await now.queue())["type"] == "queue"


async def test_a_game_that_is_ended_from_outside_changes_no_rank(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        for person in people:
            person.mute = True
            await person.queue()
        await here.all_get(people, "table_start")
        assert here.server.app.tables.end(people[0].table)
        await here.all_get(people, "table_over")
        assert (await people[0].queue())["type"] == "queue"
        counts = await here.counts()
        assert (counts["rank_changes"], counts["matches"]) == (0, 0)
        assert await here.standing(people[0].account) is None


LONGER: dict[str, str] = {}
"""Whole games: three rounds with three players, at least."""


async def test_who_leaves_pauses_and_longer_each_time(tmp_path: Path) -> None:
    async with house(numbers(tmp_path, LONGER)) as here:
        people = await here.people(*NAMES[:3])
        leaver = people[0]
        for pause in load().pauses.steps[:2]:
            for person in people:
                assert (await person.queue("3p_east"))["type"] == "queue"
            await here.all_get(people, "table_start")
            await leaver.close()
            changes = await here.all_get(people[1:], "rank_change")
            assert all("pause_s" not in change for change in changes)
            # Counted as finished, by automatic play.
            standing = await here.standing(leaver.account, "3p")
            assert standing is not None
            (kept,) = await here.read(lambda c: c.execute(select(penalties)).all())
            assert kept.until - kept.last == pause
            await leaver.come()
            left = (await leaver.ranks())["pause_s"]
            assert left == math.ceil(kept.until - here.clock.wall()) > 0
            refused = await leaver.queue("3p_east")
            assert refused["code"] == "queue_pause"
            assert refused["wait_s"] == left
            assert str(left) in refused["message"]
            here.clock.advance(left + 1)
            assert (await leaver.ranks())["pause_s"] == 0

        rows = await here.read(lambda c: c.execute(select(penalties)).all())
        assert [(row.account, row.count) for row in rows] == [(leaver.account, 2)]


async def test_who_comes_back_in_time_has_not_left(tmp_path: Path) -> None:
    async with house(numbers(tmp_path, LONGER)) as here:
        people = await here.people(*NAMES[:3])
        for person in people:
            await person.queue("3p_east")
        await here.all_get(people, "table_start")
        first = people[0]
        await first.close()

        def rounds() -> int:
            return sum(event["type"] == "end_kyoku" for event in people[1].events)

        await here.server.play_until(lambda: rounds() >= 2)
        await first.come_back()
        await here.all_get(people, "rank_change")
        assert (await first.ranks())["pause_s"] == 0


async def test_who_is_told_learns_of_the_pause(tmp_path: Path) -> None:
    async with house(numbers(tmp_path, LONGER)) as here:
        people = await here.people(*NAMES[:3])
        people[0].mute = True
        for person in people:
            await person.queue("3p_east")
        changes = await here.all_get(people, "rank_change")
        # Here all the time, but playing by itself.
        assert changes[0]["pause_s"] == load().pauses.steps[0]


def test_the_other_computation_agrees_with_ours() -> None:
    tables = load()
    for step, star in enumerate(tables.ladder[:-1]):
        for place, points in ((1, 31.5), (2, 5.0), (3, -9.9), (4, -40.1)):
            before = {"title": star.title, "stars": star.stars, "points": star.start}
            tier = tables.open_tiers(star.title)[-1]
            moved = after(
                tables, Standing(step, star.start), place, points, queue="4p_south", tier=tier
            ).standing
            now = expected(tables, before, place, points, "4p_south", tier.name)
            ours = tables.ladder[moved.step]
            assert (now["title"], now["stars"], now["points"]) == (
                *(ours.title, ours.stars),
                moved.points,
            )
