import asyncio

import pytest

from server.table.agenda import Agenda
from server.table.intermission import Intermission
from server.table.mailbox import Mailbox
from server.table.rules import parse_room_rules
from server.table.vote import Vote
from server.table.walls import Secret
from tests.support.fake_clock import FakeClock


async def test_mailbox_keeps_order_and_wakes_its_reader() -> None:
    box: Mailbox[int] = Mailbox(3)
    waiting = asyncio.ensure_future(box.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    assert box.offer(1)
    box.post(2)
    await waiting
    assert [box.take(), box.take(), box.take()] == [1, 2, None]


async def test_mailbox_is_bounded_for_people_and_open_for_the_table_itself() -> None:
    box: Mailbox[int] = Mailbox(2)
    assert box.offer(1)
    assert box.offer(2)
    assert not box.offer(3)
    box.post(4)
    assert len(box) == 3
    await box.wait()


async def test_mailbox_survives_a_cancelled_reader() -> None:
    box: Mailbox[int] = Mailbox(2)
    reader = asyncio.ensure_future(box.wait())
    await asyncio.sleep(0)
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    box.post(1)
    await box.wait()
    assert box.take() == 1


def test_agenda_rings_at_the_earliest_moment_with_one_timer() -> None:
    clock = FakeClock(start=0.0)
    rung: list[float] = []
    agenda = Agenda(clock, lambda: rung.append(clock.now()))
    agenda.at(10.0)
    agenda.at(20.0)
    agenda.at(4.0)
    assert clock.waiting == 1
    clock.advance(30.0)
    assert rung == [4.0]
    agenda.at(31.0)
    agenda.close()
    clock.advance(10.0)
    assert rung == [4.0]
    assert clock.waiting == 0


def test_intermission_ends_with_the_last_confirm_or_its_time() -> None:
    pause = Intermission([True, False, False, True], 15.0)
    assert pause.next_ms(3.0) == 12_000
    assert pause.confirm(1)
    assert not pause.confirm(1)
    assert not pause.over(3.0)
    assert pause.over(15.0)
    assert pause.confirm(2)
    assert pause.over(3.0)


def test_vote_needs_everybody_who_is_there() -> None:
    vote = Vote(30.0, 0)
    vote.agreed.add(0)
    assert not vote.count([0, 1, 2])
    assert vote.needed == 3
    vote.agreed.add(2)
    assert vote.count([0, 2]), "one has left"
    assert vote.ends_ms(29.5) == 500
    assert not Vote(30.0, 0).count([]), "nobody has agreed"


def test_walls_of_real_games_are_complete_salted_and_never_the_same() -> None:
    tiles = list(range(37)) * 3
    walls = [Secret.new().wall(number, tiles, 4) for number in range(3)]
    assert all(sorted(wall.order) == sorted(tiles) for wall in walls)
    assert len({tuple(wall.order) for wall in walls}) == 3
    assert len({wall.salt for wall in walls}) == 3
    assert all(wall.salt is not None and len(wall.salt) == 32 for wall in walls)


def test_room_rules_show_what_a_lobby_needs() -> None:
    rules = parse_room_rules({"preset": "majsoul_3p", "thinking_time": "3+10", "hints": False})
    assert (rules.players, rules.mode, rules.hints) == (3, "3p_south", False)
    assert (rules.base_ms, rules.bank_ms) == (3000, 10_000)
    assert rules.flat["preset"] == rules.preset == "majsoul_3p"
