"""Lists of games narrowed by player, mode, time and yaku."""

import zlib
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert, update

from server.store.database import Database
from server.store.records import RecordStore, Wanted, yaku_of
from server.store.schema import accounts, games
from tests.support.fake_clock import FakeClock
from tests.support.records import tame

START = 1_750_000_000.0


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(wall=START)


@pytest.fixture
async def records(database: Database, clock: FakeClock) -> RecordStore:
    """Four games a day apart, with the same person on other seats and in other modes."""
    store = RecordStore(database, clock.wall)

    def people(connection: Connection) -> None:
        connection.execute(
            insert(accounts).values(created=0),
            [{"id": "a", "name": "Aki"}, {"id": "d", "name": "Dai"}],
        )

    await database.write(people)
    played: list[tuple[str, str, tuple[str, ...], int, str]] = [
        ("g1", "4p_east", ("Aki", "Ben", "Chie", "Dai"), 0, "riichi"),
        ("g2", "4p_south", ("Ben", "Aki", "Emi", "Dai"), 1, "chiitoitsu"),
        ("g3", "4p_east", ("Emi", "Dai", "Aki", "Ben"), 2, "riichi"),
        ("g4", "3p_east", ("Chie", "Emi", "Ken"), 9, "kokushi"),
    ]
    for game, mode, names, winner, yaku in played:
        clock.advance(86_400)
        events: list[dict[str, Any]] = [
            {"type": "start_game"},
            {"type": "hora", "actor": winner % len(names), "yaku": [[yaku, 1], ["dora", 2]]},
            {"type": "end_kyoku"},
        ]
        seats = tuple({"Aki": "a", "Dai": "d"}.get(name) for name in names)
        record = {"id": game, "rules": {"preset": "wrc"}, "names": list(names), "events": events}
        await store.save_record(game, record, mode=mode, accounts=seats)
    return store


async def found(records: RecordStore, account: str | None = None, **wanted: Any) -> list[str]:
    page = await records.games(account=account, wanted=Wanted(**wanted))
    return [line.game for line in page.games]


@pytest.mark.parametrize(
    ("wanted", "games"),
    [
        ({}, ["g4", "g3", "g2", "g1"]),
        ({"mode": "4p_east"}, ["g3", "g1"]),
        ({"player": "hIe"}, ["g4", "g1"]),
        ({"player": "%"}, []),
        ({"player": '","'}, []),
        ({"since": START + 2 * 86_400}, ["g4", "g3", "g2"]),
        ({"until": START + 2 * 86_400}, ["g1"]),
        ({"since": START + 2 * 86_400, "until": START + 3 * 86_400}, ["g2"]),
        ({"yaku": "riichi"}, ["g3", "g1"]),
        ({"yaku": "dora", "mode": "3p_east"}, ["g4"]),
        ({"yaku": "ria"}, []),
    ],
)
async def test_all_that_is_given_must_hold(
    records: RecordStore, wanted: dict[str, Any], games: list[str]
) -> None:
    assert await found(records, **wanted) == games


async def test_a_yaku_in_ones_own_list_is_one_that_one_won_with(records: RecordStore) -> None:
    assert await found(records, "a", yaku="riichi") == ["g3", "g1"]
    assert await found(records, "d", yaku="riichi") == []
    assert await found(records, "d", mode="4p_south") == ["g2"]


async def test_pages_of_a_narrowed_list(records: RecordStore) -> None:
    wanted = Wanted(player="emi")
    first = await records.games(limit=2, wanted=wanted)
    assert ([line.game for line in first.games], first.next) == (["g4", "g3"], "g3")
    rest = await records.games(limit=2, before=first.next, wanted=wanted)
    assert ([line.game for line in rest.games], rest.next) == (["g2"], None)


async def test_what_is_not_listed_is_in_the_lists_of_its_players_only(
    records: RecordStore,
) -> None:
    record = {"id": "g5", "rules": {"preset": "wrc"}, "names": ["Aki"], "events": []}
    await records.save_record("g5", record, mode="4p_east", accounts=("a",), listed=False)
    assert "g5" not in await found(records)
    assert "g5" not in await found(records, "a")
    page = await records.games(account="a", own=True)
    assert page.games[0].game == "g5"
    assert await records.record("g5") is not None


async def test_a_private_game_is_there_for_its_players_and_for_nobody_else(
    records: RecordStore,
) -> None:
    record = {"id": "g5", "rules": {"preset": "wrc"}, "names": ["Aki"], "events": []}
    # A bot has no account, and a stranger none either.
    await records.save_record("g5", record, mode="4p_east", accounts=("a", None), private=True)
    assert "g5" not in await found(records)
    assert "g5" not in await found(records, "a")
    own = await records.games(account="a", own=True)
    assert own.games[0].game == "g5"
    shown = await records.shown("g5", "a")
    assert shown is not None
    assert (msgspec.json.decode(shown.record), shown.public) == (record, False)
    for stranger in ("d", None, "nobody"):
        assert await records.shown("g5", stranger) is None
        assert await records.shown("g6", stranger) is None


async def test_what_is_held_back_is_for_players_at_once_and_later_for_all(
    records: RecordStore, clock: FakeClock
) -> None:
    record = {"id": "g5", "rules": {"preset": "wrc"}, "names": ["Aki"], "events": []}
    await records.save_record("g5", record, mode="4p_east", accounts=("a",), held_s=300)
    clock.advance(299)
    assert await records.shown("g5", None) is None
    assert await records.shown("g5", "d") is None
    assert "g5" not in await found(records)
    shown = await records.shown("g5", "a")
    assert shown is not None
    assert not shown.public
    clock.advance(1)
    for anybody in ("a", "d", None):
        shown = await records.shown("g5", anybody)
        assert shown is not None
        assert shown.public
    assert "g5" in await found(records)


async def test_games_from_before_are_looked_through(
    records: RecordStore, database: Database
) -> None:
    def forget(connection: Connection) -> None:
        connection.execute(update(games).values(yaku=None))
        for game, damaged in (("g1", b"damaged"), ("g4", zlib.compress(b"{damaged"))):
            connection.execute(update(games).where(games.c.id == game).values(record=damaged))

    await database.write(forget)
    assert await found(records, yaku="riichi") == []
    await records.catch_up()
    assert await found(records, yaku="riichi") == ["g3"]
    assert await found(records, yaku="kokushi") == []
    assert len(await found(records)) == 4


def test_what_a_real_game_was_won_with() -> None:
    events = tame(1)["events"]
    won = yaku_of(events, 4)
    assert len(won) == 4
    assert any("riichi" in names for names in won)
    for event in events:
        if event["type"] == "hora":
            assert {name for name, _ in event["yaku"]} <= set(won[event["actor"]])
    assert msgspec.json.decode(msgspec.json.encode(won)) == won
