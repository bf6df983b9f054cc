"""A pause of the players makes their game no older for those who watch."""

from collections.abc import Sequence

import pytest

from protocol import codec
from protocol.spectate import NotYet
from protocol.table import (
    EventFrame,
    Paused,
    Skip,
    Snapshot,
    TableOver,
    VoteEnd,
    VotePause,
    VoteResume,
)
from server.table.api import Spectating, TableSettings
from tests.server.spectate.gallery import FULL, Gallery, Seen, WatchedPerson
from tests.server.table.house import TABLE

SETTINGS = TableSettings(
    floor_ms=0,
    bot_min_ms=0,
    bot_max_ms=0,
    pause_ms=200_000,
    pauses_ms=400_000,
)


async def paused_gallery() -> Gallery:
    """A game that stands still, with 20 events of its first round behind it at least."""
    house = Gallery(people=2, settings=SETTINGS)
    await house.show(FULL)
    await house.steps(20)
    await vote(house, VotePause(table=TABLE, agree=True))
    await house.until(lambda: house.people[0].sink.last(Paused) is not None)
    return house


def watched(house: Gallery) -> WatchedPerson:
    person = house.people[0]
    assert isinstance(person, WatchedPerson)
    return person


def came(seen: Sequence[Seen]) -> dict[int, float]:
    """Return when each event came."""
    return {
        message.seq: at
        for at, frame in seen
        if isinstance(message := codec.decode_server(frame), EventFrame | Skip)
    }


async def vote(house: Gallery, message: VotePause | VoteResume | VoteEnd) -> None:
    for person in house.people:
        await person.send(message)


async def test_who_watches_does_not_catch_up_with_a_paused_game() -> None:
    house = await paused_gallery()
    early = house.spectator("early")
    assert isinstance(early.watch(), NotYet)
    await house.later(150)
    late = house.spectator("late")
    assert isinstance(late.watch(), NotYet)
    assert early.seqs == late.seqs == []
    await vote(house, VoteResume(table=TABLE, agree=True))
    told = house.seq
    await house.later(FULL.delay_s + 1)
    # The deal and the newest event before the pause, each by the whole pause later.
    shown = came(early.seen)
    for seq, at in came(watched(house).seen).items():
        assert (seq in shown) is (1 < seq <= told)
        assert seq not in shown or shown[seq] == pytest.approx(at + FULL.delay_s + 150, abs=0.01)
    assert shown == came(late.seen)
    await house.close()


async def test_a_kill_in_a_pause_makes_nothing_older() -> None:
    house = await paused_gallery()
    told = house.seq
    await house.later(100)
    await house.crash(down_s=3600)
    await house.later(80)
    watcher = house.spectator()
    assert isinstance(watcher.watch(), NotYet)
    await house.crash(down_s=3600)
    watcher = house.spectator()
    answer = watcher.watch()
    assert isinstance(answer, NotYet)
    # The pause had some twenty seconds left, and took ten seconds of play to come about.
    assert answer.starts_ms > 1000 * (FULL.delay_s - 15)
    await house.come_back()
    await vote(house, VoteResume(table=TABLE, agree=True))
    await house.later(FULL.delay_s + 1)
    assert watcher.last_seq >= told
    await house.close()


async def test_an_end_in_a_pause_is_shown_with_the_delay() -> None:
    house = await paused_gallery()
    watcher = house.spectator()
    watcher.watch()
    await house.later(100)
    await vote(house, VoteEnd(table=TABLE, agree=True))
    assert [over.ended for over in house.over] == ["voted"]
    await house.later(FULL.delay_s - 1)
    assert watcher.sink.last(TableOver) is None
    assert watcher.sink.last(Snapshot) is not None
    await house.later(1)
    assert watcher.sink.last(TableOver) is not None
    await house.close()


async def test_what_was_to_be_seen_before_the_pause_is_seen() -> None:
    house = Gallery(people=2, settings=SETTINGS)
    await house.show(Spectating("public", 0))
    await house.steps(20)
    await vote(house, VotePause(table=TABLE, agree=True))
    await house.until(lambda: house.people[0].sink.last(Paused) is not None)
    await house.later(10)
    watcher = house.spectator()
    assert isinstance(watcher.watch(), Snapshot)
    assert watcher.last_seq == house.seq
    await vote(house, VoteResume(table=TABLE, agree=True))
    await house.steps(3)
    assert watcher.last_seq == house.seq
    await house.close()
