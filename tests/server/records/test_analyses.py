"""`get_analysis` and its address: the analysis of a replay, for those who may see the game."""

import json
from typing import Any

import msgspec
import pytest

from server.net.limits import Bucket, Buckets
from server.records import analyses
from server.records.replay import Replay
from tests.server.net.test_http import get
from tests.support.records import tame
from tests.support.running_app import Running, running_app

RECORD = {**tame(1), "id": "g1"}


def said(seats: object) -> Any:
    return json.loads(msgspec.json.encode(seats))


async def keep(server: Running, account: str | None = None, **how: Any) -> None:
    await server.app.records.save_record(
        "g1", RECORD, mode="4p_east", accounts=(account, None, None, None), **how
    )


async def test_it_is_what_the_replay_says() -> None:
    replay = Replay(RECORD)
    async with running_app() as server, server.client() as client:
        await keep(server)
        await client.hello()
        # Forward, backward, and into another round.
        for number, step in ((0, 0), (0, 9), (0, 30), (0, 3), (1, 12), (0, 30)):
            moment = replay.seek(number, event=step)
            expected = said(replay.analysis(moment))
            answer = await client.request("get_analysis", game="g1", round=number, step=step)
            assert (answer["type"], answer["seats"]) == ("analysis", expected)
            _, headers, body = await get(
                server, f"/api/records/g1/analysis?round={number}&step={step}"
            )
            assert json.loads(body) == {
                "game": "g1", "round": number, "step": step, "seats": expected,
            }  # fmt: skip
            assert "no-store" in headers["cache-control"]
        one = await client.request("get_analysis", game="g1", round=0, step=30, seat=2)
        expected = said(replay.analysis(replay.seek(0, event=30)))
        assert one["seats"] == [None, None, expected[2], None]
        assert expected[2]["shanten"] >= -1


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"game": "g2"}, "no_such_record", "game"),
        ({"round": 99}, "out_of_range", "round"),
        ({"step": 999}, "out_of_range", "step"),
    ],
)
async def test_what_is_not_there_is_refused(wrong: dict[str, Any], code: str, field: str) -> None:
    asked = {"game": "g1", "round": 0, "step": 0, **wrong}
    async with running_app() as server, server.client() as client:
        await keep(server)
        await client.hello()
        answer = await client.request("get_analysis", **asked)
        assert (answer["code"], answer["field"]) == (code, field)
        path = f"/api/records/{asked.pop('game')}/analysis"
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        status, _, body = await get(server, f"{path}?{query}")
        assert (status, json.loads(body)["code"]) == (404 if code[0] == "n" else 400, code)


async def test_a_seat_too_many_and_a_game_that_no_rules_play() -> None:
    three = {**RECORD, "id": "g2", "rules": {"preset": "nowhere"}}
    async with running_app() as server, server.client() as client:
        await server.app.records.save_record("g2", three, mode="4p_east", accounts=(None,) * 4)
        await client.hello()
        answer = await client.request("get_analysis", game="g2", round=0, step=0)
        assert (answer["code"], answer["field"]) == ("not_built", "game")


async def test_a_private_game_and_one_still_watched_are_as_if_they_were_not() -> None:
    for how, opens in (({"private": True}, False), ({"held_s": 60}, True)):
        async with (
            running_app() as server,
            server.client() as player,
            server.client("stranger") as stranger,
        ):
            await player.hello("Aki")
            await stranger.hello("Ben")
            await keep(server, player.account, **how)
            asked = {"game": "g1", "round": 0, "step": 5}

            async def seen(bearer: str | None = None, server: Running = server) -> list[int]:
                header = f"Authorization: Bearer {bearer}" if bearer else "X-None: 1"
                paths = ("g1", "g1?format=mjai", "g1/analysis?round=0&step=5")
                return [
                    (await get(server, f"/api/records/{path}", header=header))[0] for path in paths
                ]

            assert (await player.request("get_record", game="g1"))["type"] == "record"
            assert (await player.request("get_analysis", **asked))["type"] == "analysis"
            assert await seen(player.token) == [200, 200, 200]
            for message in ("get_record", "get_analysis"):
                fields = asked if message == "get_analysis" else {"game": "g1"}
                hidden = await stranger.request(message, **fields)
                absent = await stranger.request(message, **{**fields, "game": "g0"})
                del hidden["id"], absent["id"]
                assert hidden == absent
                assert hidden["code"] == "no_such_record"
            for token in (None, stranger.token, "made-up"):
                assert await seen(token) == [404, 404, 404]
            _, headers, _ = await get(
                server, "/api/records/g1", header=f"Authorization: Bearer {player.token}"
            )
            assert headers["cache-control"] == "private, no-store"
            server.clock.advance(60)
            assert await seen() == ([200, 200, 200] if opens else [404, 404, 404])
            assert (
                "immutable" in (await get(server, "/api/records/g1"))[1]["cache-control"]
            ) is opens


async def test_questions_are_limited() -> None:
    async with running_app() as server, server.client() as client:
        await keep(server)
        await client.hello()
        server.app._analyses._accounts = Buckets(server.clock, 1, 2)
        codes = []
        for _ in range(3):
            answer = await client.request("get_analysis", game="g1", round=0, step=0)
            codes.append(answer.get("code"))
        assert codes == [None, None, "too_fast"]
        server.app._analyses._strangers = Bucket(server.clock, 1, 1)
        statuses = [(await get(server, "/api/records/g1/analysis"))[0] for _ in range(2)]
        assert statuses == [200, 429]


async def test_only_so_many_games_are_kept_ready() -> None:
    async with running_app() as server:
        for number in range(analyses.KEPT + 3):
            game = f"g{number}"
            await server.app.records.save_record(
                game, {**RECORD, "id": game}, mode="4p_east", accounts=(None,) * 4
            )
            assert (await get(server, f"/api/records/{game}/analysis?step=4"))[0] == 200
        assert len(server.app._analyses._replays) == analyses.KEPT
