"""Watching a table: the snapshot, the stream behind it, and who may not."""

from typing import Any

import pytest

from engine.core.events import StartKyoku
from protocol.errors import Error, Ok
from protocol.queue import Rank
from protocol.spectate import NotYet, Tables, WatchFilter, WatchList, WatchOver
from protocol.table import Act, EventFrame, Snapshot, TableOver, Watchers
from server.table.api import Occupant, Spectating, TableSettings
from server.table.audience_pump import SLICE
from server.table.stakes import Stakes
from tests.server.spectate.gallery import FULL, PUBLIC, Gallery
from tests.server.table.house import TABLE

ONE_ROUND = {"preset": "majsoul_friend_4p", "length": "one_round"}


def code(answer: object) -> str:
    assert isinstance(answer, Error), answer
    return answer.code


async def test_the_public_view_is_there_at_once_and_as_late_as_that_of_the_players() -> None:
    house = Gallery()
    await house.show(PUBLIC)
    await house.steps(3)
    watcher = house.spectator()
    answer = watcher.watch()
    assert isinstance(answer, Snapshot)
    assert (answer.seat, answer.view, answer.delay_s) == (None, "public", 0)
    assert {seat.hand for seat in answer.seats} == {("?",) * 13}
    assert watcher.seqs == list(range(1, house.seq + 1))
    await house.steps(4)
    assert watcher.seqs == list(range(1, house.seq + 1))
    assert len(watcher.sink.all(Snapshot)) == 1
    await house.close()


async def test_a_snapshot_is_the_table_as_it_was_dealt() -> None:
    house = Gallery()
    await house.show(Spectating("full", 60))
    await house.steps(2)
    await house.later(60)
    watcher = house.spectator()
    answer = watcher.watch()
    assert isinstance(answer, Snapshot)
    own = house.people[2].events[1].event
    assert isinstance(own, StartKyoku)
    assert answer.seats[2].hand == own.tehais[2]
    assert answer.round.live == 70
    assert answer.round.dora_markers == (own.dora_marker,)
    assert [seat.drawn for seat in answer.seats] == [None] * 4
    await house.close()


async def test_the_full_view_comes_with_its_delay() -> None:
    house = Gallery()
    await house.show(FULL)
    await house.later(20)
    watcher = house.spectator()
    answer = watcher.watch()
    assert isinstance(answer, NotYet)
    assert (answer.starts_ms, answer.delay_s) == (40_000, 60)
    await house.later(39.9)
    assert [type(message) for message in watcher.sink.messages] == [NotYet]
    await house.later(0.2)
    assert isinstance(watcher.sink.messages[1], Snapshot)
    assert watcher.sink.messages[1].id is None
    await house.close()


async def test_watching_later_shows_the_running_round_from_its_start() -> None:
    house = Gallery(rules={"preset": "majsoul_ranked_4p", "length": "east"})
    await house.show(PUBLIC)

    def starts() -> list[int]:
        events = house.people[0].events
        return [frame.seq for frame in events if isinstance(frame.event, StartKyoku)]

    await house.until(lambda: len(starts()) == 3)
    await house.steps(2)
    watcher = house.spectator()
    watcher.watch()
    assert watcher.seqs == list(range(starts()[2], house.seq + 1))
    await house.close()


async def test_who_leaves_gets_nothing_more_and_may_come_back() -> None:
    house = Gallery()
    await house.show(PUBLIC)
    watcher = house.spectator()
    watcher.watch()
    await house.steps(1)
    assert isinstance(watcher.unwatch(), Ok)
    heard = len(watcher.sink.frames)
    await house.steps(2)
    assert len(watcher.sink.frames) == heard
    assert code(watcher.unwatch()) == "not_watching"
    watcher.watch()
    assert watcher.seqs == list(range(1, house.seq + 1))
    await house.close()


async def test_a_watch_ends_with_its_connection() -> None:
    house = Gallery()
    await house.show(PUBLIC)
    watcher = house.spectator()
    watcher.watch()
    old = watcher.sink
    watcher.connect()
    heard = len(old.frames)
    await house.steps(2)
    assert len(old.frames) == heard
    assert watcher.sink.frames == []
    assert isinstance(watcher.watch(), Snapshot)
    assert house.tables.watchers(TABLE) == 1
    watcher.drop()
    assert house.tables.watchers(TABLE) == 0
    await house.close()


async def test_one_table_at_a_time() -> None:
    house = Gallery()
    await house.show(PUBLIC)
    await house.show(PUBLIC, table="t2")
    watcher = house.spectator()
    watcher.watch()
    watcher.watch("t2")
    assert [house.tables.watchers(table) for table in (TABLE, "t2")] == [0, 1]
    heard = len([frame for frame in watcher.sink.all(EventFrame) if frame.table == TABLE])
    await house.steps(2)
    assert heard == len([frame for frame in watcher.sink.all(EventFrame) if frame.table == TABLE])
    await house.close()


async def test_refusals_say_why() -> None:
    house = Gallery(people=2)
    await house.show(PUBLIC)
    await house.show(None, table="shut")
    await house.show(PUBLIC, table="other")
    watcher = house.spectator()
    assert code(watcher.watch("nowhere")) == "no_such_table"
    assert code(watcher.watch("shut")) == "not_watchable"
    player = house.spectator("a")
    assert code(player.watch()) == "own_table"
    assert code(player.watch("other")) == "playing"
    await house.close()


async def test_sitting_down_ends_a_watch() -> None:
    house = Gallery()
    await house.show(PUBLIC)
    watcher = house.spectator("late")
    watcher.watch()
    seats = (Occupant("Late", "late"), *(Occupant(f"bot{n}", level="easy") for n in range(3)))
    house.tables.open("t2", house.rules, seats, on_over=house.over.append)
    assert watcher.sink.all(WatchOver) == [WatchOver(table=TABLE, reason="seated")]
    await house.steps(2)
    assert not any(
        frame.table == TABLE for frame in watcher.sink.all(EventFrame) if frame.seq > house.seq - 1
    )
    assert code(watcher.watch()) == "playing"
    await house.close()


async def test_everybody_is_told_how_many_watch_once_in_a_while() -> None:
    house = Gallery()
    await house.show(FULL)
    first, second = house.spectator("x"), house.spectator("y")
    first.watch()
    second.watch()
    second.unwatch()
    second.watch()
    assert house.people[0].sink.all(Watchers) == []
    await house.later(1.0)
    assert house.people[0].sink.all(Watchers) == [Watchers(table=TABLE, count=2)]
    await house.later(60)
    assert first.sink.all(Watchers) == [Watchers(table=TABLE, count=2)]
    second.drop()
    await house.later(1.0)
    assert house.people[3].sink.last(Watchers) == Watchers(table=TABLE, count=1)
    assert first.sink.last(Watchers) == Watchers(table=TABLE, count=1)
    person = house.people[1]
    person.connect()
    await person.sync(-1)
    assert person.sink.last(Watchers) == Watchers(table=TABLE, count=1)
    await house.close()


async def test_a_game_is_seen_to_its_end_and_then_it_is_over() -> None:
    house = Gallery(rules=ONE_ROUND)
    await house.show(FULL)
    watcher = house.spectator()
    watcher.watch()
    await house.until(lambda: bool(house.over))
    ended, last = house.lived(), house.seq
    assert watcher.last_seq < last
    late = house.spectator("late")
    await house.later(59)
    late.watch()
    player = house.spectator("a")
    assert isinstance(player.watch(), Snapshot | NotYet)
    assert watcher.sink.last(TableOver) is None
    await house.later(1.5)
    for spectator in (watcher, late, player):
        assert spectator.last_seq == last
        assert spectator.sink.messages[-1] == TableOver(table=TABLE)
        assert spectator.sink.seen[-1].at >= ended + 60
    assert code(late.watch()) == "game_over"
    assert code(late.unwatch()) == "not_watching"
    await house.close()
    assert house.clock.waiting == 0


@pytest.mark.parametrize("spectating", [PUBLIC, FULL])
async def test_a_table_that_nobody_watches_waits_for_nothing(spectating: Spectating) -> None:
    house = Gallery(rules=ONE_ROUND)
    await house.show(spectating)
    await house.until(lambda: bool(house.over))
    assert code(house.spectator().watch("t9")) == "no_such_table"
    await house.later(61)
    assert code(house.spectator().watch()) == "game_over"
    await house.close()
    assert house.clock.waiting == 0


async def test_a_slow_watcher_is_dropped_alone_and_may_come_back() -> None:
    house = Gallery(settings=TableSettings(floor_ms=0, bot_min_ms=0, bot_max_ms=0))
    await house.show(PUBLIC)
    slow, quick = house.spectator("slow"), house.spectator("quick")
    slow.watch()
    quick.watch()
    await house.steps(1)
    slow.sink.unsent = 65_537
    await house.steps(1)
    assert slow.sink.messages[-1] == WatchOver(table=TABLE, reason="slow")
    heard = len(slow.sink.frames)
    await house.steps(2)
    assert len(slow.sink.frames) == heard
    assert quick.seqs == list(range(1, house.seq + 1))
    assert house.tables.watchers(TABLE) == 1
    slow.sink.unsent = 0
    slow.watch()
    assert slow.seqs == quick.seqs
    await house.close()


async def test_a_connection_that_fails_harms_nobody() -> None:
    house = Gallery()
    await house.show(PUBLIC)
    broken, well = house.spectator("broken"), house.spectator("well")
    broken.watch()
    well.watch()
    broken.sink.failing = True
    await house.steps(3)
    assert well.seqs == list(range(1, house.seq + 1))
    assert house.tables.watchers(TABLE) == 1
    assert not house.over
    await house.close()


async def test_many_are_sent_to_in_slices() -> None:
    house = Gallery()
    await house.show(PUBLIC)
    crowd = [house.spectator(f"w{number}") for number in range(120)]
    for watcher in crowd:
        watcher.watch()
    person = next(person for person in house.people if person.ask is not None)
    ask = person.ask
    assert ask is not None
    before = house.seq
    await person.send(Act(table=TABLE, decision=ask.decision, option=ask.default))
    assert house.seq > before
    await house.clock.pass_time(0.0)
    reached = sum(watcher.last_seq > before for watcher in crowd)
    assert reached == SLICE
    await house.clock.pass_time(0.1)
    assert {watcher.last_seq for watcher in crowd} == {house.seq}
    await house.close()


async def test_watching_again_and_again_is_limited() -> None:
    house = Gallery()
    await house.show(PUBLIC)
    watcher = house.spectator()
    answers = [watcher.watch() for _ in range(21)]
    assert code(answers[-1]) == "too_fast"
    assert all(isinstance(answer, Snapshot) for answer in answers[:-1])
    await house.close()


async def test_the_list_shows_what_can_be_watched_most_watched_first() -> None:
    house = Gallery(people=2)
    await house.show(PUBLIC)
    await house.show(FULL, table="t2")
    await house.show(None, table="t3")
    house.spectator("x").watch("t2")
    watcher = house.spectator()
    listed = watcher.listed()
    assert isinstance(listed, Tables)
    assert [(line.table, line.view, line.delay_s) for line in listed.tables] == [
        ("t2", "full", 60),
        (TABLE, "public", 0),
    ]
    assert [(line.round, line.watchers) for line in listed.tables] == [(None, 1), ("E1.0", 0)]
    assert listed.total == 2
    await house.later(60)
    late = watcher.listed()
    assert isinstance(late, Tables)
    assert late.tables[0].round == "E1.0"
    await house.close()


@pytest.mark.parametrize(
    ("wanted", "tables"),
    [
        ({"mode": "4p_south"}, [TABLE]),
        ({"mode": "3p_east"}, []),
        ({"player": "ER b"}, [TABLE]),
        ({"player": "BOT"}, [TABLE]),
        ({"player": "nobody"}, []),
        ({"mode": "4p_south", "player": "player a"}, [TABLE]),
    ],
)
async def test_the_list_can_be_narrowed(wanted: dict[str, str], tables: list[str]) -> None:
    house = Gallery(people=2)
    await house.show(PUBLIC)
    listed = house.spectator().listed(**wanted)
    assert isinstance(listed, Tables)
    assert [line.table for line in listed.tables] == tables
    await house.close()


async def test_tables_of_a_tier_and_of_friends() -> None:
    house = Gallery(people=2)
    ranks = tuple(Rank(title="adept", stars=n, points=10, promote=600) for n in (1, 2, 3, 1))
    await house.show(PUBLIC, ranked=True, stakes=Stakes("silver", ranks))
    await house.show(PUBLIC, table="t-2")
    watcher = house.spectator()

    def tables(theirs: frozenset[str] = frozenset(), **wanted: Any) -> list[str]:
        answer = watcher.send(WatchList(filter=WatchFilter(**wanted)), theirs)
        assert isinstance(answer, Tables)
        return [line.table for line in answer.tables]

    assert tables() == ["t-2", TABLE]
    assert tables(tier="silver") == [TABLE]
    assert tables(tier="gold") == []
    a, b = (person.account for person in house.people)
    assert tables(frozenset({a, "x"}), friends=True) == [TABLE]
    assert tables(frozenset({b}), friends=True, tier="gold") == []
    assert tables(frozenset({"x"}), friends=True) == []
    assert tables(friends=True) == []
    line = watcher.listed(tier="silver")
    assert isinstance(line, Tables)
    assert (line.tables[0].tier, line.tables[0].ranks) == ("silver", ranks)
    snapshot = watcher.watch()
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.tier, snapshot.ranks) == ("silver", ranks)
    await house.close()
