"""Profiles over a server: the figures of `jantaku stats`, and what others are not shown."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from protocol.profile import PlayFigures
from server.cli import run
from server.ranked.ranks import Standing
from server.ranked.ratings import Skill
from server.ranked.settling import Book, Known
from server.store.standings import KeptChange, keep_changes, keep_standing
from tests.support.databases import STAGE
from tests.support.records import wild
from tests.support.running_app import Running, running_app
from tests.support.ws_client import WsClient

PATIENT: Any = {"silence_s": 1e9, "hello_s": 1e9}
RULES = ("majsoul_ranked_4p", "tenhou_4p", "mleague")


async def played(
    server: Running, game: str, record: Any, *accounts: str | None, **about: Any
) -> None:
    """Keep a game as if it had been played, a minute after the one before."""
    await server.clock.pass_time(20.0)
    await server.app.records.save_record(
        game, record, mode="4p_south", accounts=accounts, started=0.0, **about
    )


async def fetch(server: Running, path: str) -> tuple[int, Any]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return int(head.split()[1]), json.loads(body)


def figures_of(profile: Any) -> dict[str, Any]:
    return {figures["kind"]: figures for figures in profile["figures"]}


async def test_the_figures_are_those_of_stats_over_the_exported_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "jantaku.sqlite"
    with capture_logs():
        async with running_app(db=str(path), **PATIENT) as server, server.client() as aki:
            await aki.hello("Aki")
            for number, rules in enumerate(RULES):
                record = {**wild(number % 2, rules), "id": f"g{number}"}
                record["names"] = ["Aki" if s == number else f"P{s}" for s in range(4)]
                seats = [aki.account if seat == number else None for seat in range(4)]
                await played(server, f"g{number}", record, *seats)
            profile = await aki.request("get_profile")
            listed = await aki.request("list_records")
            status, public = await fetch(server, f"/api/profiles/{aki.account}")
    shown = figures_of(profile)["4p_bots"]
    records = tmp_path / "records.jsonl"
    for number in range(3):
        assert (
            await asyncio.to_thread(run, ["export", f"g{number}", "--db", STAGE.setting(path)]) == 0
        )
        with records.open("a", encoding="utf-8") as file:
            file.write(capsys.readouterr().out)
    assert await asyncio.to_thread(run, ["stats", str(records), "--player", "Aki", "--json"]) == 0
    (line,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert {**line["figures"], "kind": "4p_bots"} == shown
    where = ("game", "seat", "round", "step", "points", "yaku")
    assert [[hand[field] for field in where] for hand in line["best"]] == [
        [hand[field] for field in where] for hand in profile["best"]
    ]
    assert (
        await asyncio.to_thread(
            run, ["stats", "--db", STAGE.setting(path), "--player", "Aki", "--json"]
        )
        == 0
    )
    (line,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert line["figures"] == shown
    assert set(shown) == set(PlayFigures.__struct_fields__)
    assert profile["recent"] == listed["games"]
    assert status == 200
    assert public["figures"] == profile["figures"]


async def test_others_see_unlisted_games_in_the_figures_alone() -> None:
    async with running_app(**PATIENT) as server, server.client() as aki, server.client("b") as ben:
        await aki.hello("Aki")
        await ben.hello("Ben")
        record = next(r for r in (wild(0), wild(1)) if won(r, 0))
        me = (aki.account, None, None, None)
        await played(server, "open", record, *me)
        await played(server, "unlisted", record, *me, listed=False)
        await played(server, "private", record, *me, private=True)
        await played(server, "held", record, *me, held_s=300)
        own = await aki.request("get_profile")
        assert own["own"]
        assert own["figures"][0]["games"] == 4
        assert games(own["best"]) == {"open", "unlisted", "private", "held"}
        assert games(own["recent"]) == {"open", "unlisted", "private", "held"}
        for _ in range(2):
            seen = await ben.request("get_profile", account=aki.account)
            assert not seen["own"]
            assert seen["figures"] == own["figures"]
            assert games(seen["best"]) == games(seen["recent"]) == {"open"}
        # Nothing of an account but its name and what it has played.
        assert set(seen) == {
            *("type", "id", "account", "name", "own", "figures", "ranks"),
            *("history", "best", "recent"),
        }
        await server.clock.pass_time(300.0)
        seen = await ben.request("get_profile", account=aki.account)
        assert games(seen["best"]) == games(seen["recent"]) == {"open", "held"}
        status, public = await fetch(server, f"/api/profiles/{aki.account}")
        assert status == 200
        assert games(public["best"]) == {"open", "held"}
        assert await fetch(server, "/api/profiles/nobody") == (
            404,
            {"code": "no_such_account", "message": "There is no such account.",
             "field": "account"},
        )  # fmt: skip
        refused = await ben.request("get_profile", account="nobody")
        assert refused["code"] == "no_such_account"


def won(record: Any, seat: int) -> bool:
    return any(event["type"] == "hora" and event["actor"] == seat for event in record["events"])


def games(lines: Any) -> set[str]:
    return {line["game"] for line in lines}


async def test_a_new_game_shows_at_once_and_rates_are_limited() -> None:
    async with (
        running_app(profiles_account=3, profile_s=1e9, **PATIENT) as server,
        server.client() as aki,
    ):
        await aki.hello("Aki")
        assert (await aki.request("get_profile"))["figures"] == []
        await played(server, "g1", wild(0), aki.account, None, None, None)
        assert (await aki.request("get_profile"))["figures"][0]["games"] == 1
        await played(server, "g2", wild(1), None, None, None, aki.account)
        answers = [await aki.request("get_profile") for _ in range(4)]
        assert answers[0]["figures"][0]["games"] == 2
        assert answers[3]["code"] == "too_fast"
        assert (await aki.request("get_leaderboard", kind="4p"))["code"] == "too_fast"


STANDINGS = ((1, 50, 30.0), (3, 10, 24.0), (3, 70, 28.0), (0, 5, 26.0), (3, 10, 24.0))
"""Step, points and mean strength of some people."""


async def ranked(server: Running, people: list[WsClient]) -> None:
    """Give people their standings, and the first one a history."""
    book: Book = server.app.ranked.book

    def work(connection: Any) -> None:
        for person, (step, points, mu) in zip(people, STANDINGS, strict=True):
            known = Known(Standing(step, points), Skill(mu, 2.0), games=7, best=step)
            keep_standing(connection, person.account, "4p", book.kept(known), 0.0)
        for number in (1, 2):
            known = Known(Standing(0, 10 * number), Skill(20.0 + number, 3.0))
            noted = msgspec.json.encode(book.noted(known))
            change = KeptChange(
                game=f"g{number}",
                seat=2,
                account=people[0].account,
                kind="4p",
                before=noted,
                after=noted,
                delta=5 * number,
            )
            keep_changes(connection, [change], float(number))

    await server.app.records.database.write(work)


async def test_leaderboards_and_histories() -> None:
    async with running_app(**PATIENT) as server:
        people = [server.client(f"c{number}") for number in range(5)]
        for number, person in enumerate(people):
            await person.open()
            await person.hello(f"P{number}")
        first = people[0]
        for number in (1, 2):
            record = wild(number % 2)
            seats = tuple(first.account if seat == 2 else None for seat in range(4))
            await played(server, f"g{number}", record, *seats, ranked=True)
        await ranked(server, people)
        # The two of equal standing are in the order of their ids.
        equal = sorted((people[1].account, people[4].account))
        by_rank = [people[2].account, *equal, people[0].account, people[3].account]
        board = await first.request("get_leaderboard", kind="4p")
        assert [row["account"] for row in board["rows"]] == by_rank
        assert [row["place"] for row in board["rows"]] == [1, 2, 3, 4, 5]
        assert (board["total"], board["own"]) == (5, 4)
        assert board["rows"][3]["name"] == "P0"
        assert board["rows"][3]["rank"]["points"] == 50
        by_rating = [people[0].account, people[2].account, people[3].account, *equal]
        found: list[str] = []
        for after in (0, 2, 4):
            _, page = await fetch(server, f"/api/leaderboards/4p?by=rating&after={after}&limit=2")
            assert page["own"] is None
            assert [row["place"] for row in page["rows"]] == list(
                range(after + 1, after + 1 + len(page["rows"]))
            )
            found += [row["account"] for row in page["rows"]]
        assert found == by_rating
        own = await people[4].request("get_leaderboard", kind="4p", by="rating")
        assert own["own"] == by_rating.index(people[4].account) + 1
        empty = await first.request("get_leaderboard", kind="3p")
        assert (empty["rows"], empty["total"], empty["own"]) == ([], 0, None)
        profile = await people[1].request("get_profile", account=first.account)
        assert profile["ranks"]["4p"]["place"] == 4
        assert profile["ranks"]["4p"]["rank"]["points"] == 50
        assert profile["ranks"]["4p"]["games"] == 7
        history = profile["history"]["4p"]
        assert [step["game"] for step in history] == ["g1", "g2"]
        assert [step["delta"] for step in history] == [5, 10]
        assert [step["place"] for step in history] == [
            wild(number % 2)["events"][-1]["ranks"][2] for number in (1, 2)
        ]
        assert profile["figures"][0]["kind"] == "4p_ranked"
        for person in people:
            await person.close()


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/api/leaderboards/5p", "kind"),
        ("/api/leaderboards/4p?by=luck", "by"),
        ("/api/leaderboards/4p?after=-1", "after"),
        ("/api/leaderboards/4p?limit=101", "limit"),
    ],
)
async def test_what_there_is_not(path: str, field: str) -> None:
    async with running_app() as server:
        status, answer = await fetch(server, path)
        assert status == 400
        assert answer["field"] == field
