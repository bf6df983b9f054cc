"""Bots in ranked queues: they wait, play, hear of their rank, and queue again if they are to."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.bots.easy import Easy
from protocol.queue import QueueState, RankChange
from server.client.contender import Contender
from server.client.player import Player
from server.client.session import Refused, Session
from server.commands.bot_cmd import bot
from tests.server.ranked.house import house, numbers


def easy(table: str, seat: int) -> Player:
    return Player(table, seat, Easy(1))


class Log:
    """What a contender was told."""

    def __init__(self) -> None:
        self.queues: list[QueueState] = []
        self.ranks: list[RankChange] = []
        self.over: list[Player] = []

    def contender(self, url: str, name: str, **about: Any) -> Contender:
        session = Session(url, name, password=about.pop("password", None))
        return Contender(
            session,
            about.pop("queue", "4p_east"),
            easy,
            on_queue=self.queues.append,
            on_rank=self.ranks.append,
            on_over=self.over.append,
            **about,
        )


async def test_four_contenders_play_and_leave(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        logs = [Log() for _ in range(4)]
        tasks = [
            asyncio.create_task(log.contender(here.server.url, f"Robo {place}").run())
            for place, log in enumerate(logs)
        ]
        await here.server.play_until(lambda: all(task.done() for task in tasks))
        await asyncio.gather(*tasks)
        for log in logs:
            (state,), (change,), (player,) = log.queues, log.ranks, log.over
            assert (state.queue, state.tier) == ("4p_east", "bronze")
            assert change.table == player.table
            assert player.result is not None


async def test_contenders_who_stay_queue_again(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        logs = [Log() for _ in range(3)]
        tasks = [
            asyncio.create_task(
                log.contender(here.server.url, f"Robo {place}", queue="3p_east", stay=True).run()
            )
            for place, log in enumerate(logs)
        ]
        await here.server.play_until(lambda: all(len(log.ranks) == 2 for log in logs))
        assert all(len({change.table for change in log.ranks}) == 2 for log in logs)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_beside_bots_there_is_no_rank_to_wait_for(tmp_path: Path) -> None:
    async with house(numbers(tmp_path), queue_bots_s=5) as here:
        log = Log()
        task = asyncio.create_task(log.contender(here.server.url, "Robo").run())
        await here.server.play_until(task.done)
        await task
        assert len(log.over) == 1
        assert log.ranks == []


async def test_a_guest_is_refused_and_a_registered_account_logs_in(tmp_path: Path) -> None:
    async with house(numbers(tmp_path), ranked_guests=False) as here:
        log = Log()
        with pytest.raises(Refused, match="not_registered"):
            await log.contender(here.server.url, "Robo").run()
        (person,) = await here.people("Robota")
        await person.request("register", name="Robota", password="five dragons, no east")
        with pytest.raises(Refused, match="wrong_login"):
            await log.contender(here.server.url, "Robota", password="wrong words").run()
        task = asyncio.create_task(
            log.contender(here.server.url, "Robota", password="five dragons, no east").run()
        )
        await here.server.play_until(lambda: bool(log.queues))
        assert log.queues[0].waiting == 1
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"tier": "gold"}, "--tier needs --queue"),
        ({"queue": "4p_east", "room": "ABC"}, "--queue and --room: only one of them"),
        ({"queue": "4p_east", "password": "x"}, "--password with --queue needs --name"),
    ],
)
def test_arguments_that_do_not_fit(
    about: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bot(url="ws://127.0.0.1:1/ws", **about) == 2
    assert said in capsys.readouterr().err
