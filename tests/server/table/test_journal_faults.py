"""Journals that cannot be used, tables that fail, engines that differ: the others play on."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from protocol.errors import Error, Ok
from protocol.table import Act, Sync, TableOver
from server.store.database import StoreError
from server.table.api import Occupant
from tests.server.table.house import QUICK, TABLE
from tests.server.table.mortal import Disk, MortalHouse


async def played(people: int = 4) -> MortalHouse:
    """A house some turns into its game, with another table of bots, both killed."""
    house = MortalHouse(people=people)
    await house.open()
    await house.until(lambda: len(house.people[0].events) > 12)
    bots = tuple(Occupant(f"b{n}", level="easy") for n in range(4))
    house.tables.open("t2", house.rules, bots, on_over=house.over.append)
    await house.settle()
    await house.kill()
    return house


def rewrite(disk: Disk, number: int, change: Callable[[Any], Any]) -> None:
    """Change an entry of the journal."""
    place, written = disk.entries[TABLE][number]
    disk.entries[TABLE][number] = (place, json.dumps(change(json.loads(written))).encode())


def no_header(disk: Disk) -> None:
    disk.headers[TABLE] = disk.headers[TABLE]._replace(header=b'{"table": "t')


def header_of_another(disk: Disk) -> None:
    header = json.loads(disk.headers[TABLE].header) | {"table": "t9"}
    disk.headers[TABLE] = disk.headers[TABLE]._replace(header=json.dumps(header).encode())


def header_with(**fields: Any) -> Callable[[Disk], None]:
    def change(disk: Disk) -> None:
        header = json.loads(disk.headers[TABLE].header) | fields
        disk.headers[TABLE] = disk.headers[TABLE]._replace(header=json.dumps(header).encode())

    return change


def no_entries(disk: Disk) -> None:
    disk.entries[TABLE] = []


def half_an_entry(disk: Disk) -> None:
    number, written = disk.entries[TABLE][-1]
    disk.entries[TABLE][-1] = (number, written[: len(written) // 2])


def an_entry_missing(disk: Disk) -> None:
    del disk.entries[TABLE][2]


def other_tiles(disk: Disk) -> None:
    def change(entry: Any) -> Any:
        for event in entry["events"]:
            if event["type"] == "tsumo":
                event["pai"] = "P" if event["pai"] != "P" else "F"
        return entry

    rewrite(disk, 0, change)


FAULTS: list[tuple[Callable[[Disk], None], str]] = [
    (no_header, "its header cannot be read"),
    (header_of_another, "its header is that of another game"),
    (header_with(secret="xyz"), "its secret cannot be read"),
    (header_with(secret="ab"), "its secret cannot be read"),
    (header_with(rules={"preset": "of old"}), "its rules are not known here"),
    (header_with(script="gone"), "it was dealt from a script that is not loaded"),
    (header_with(seats=[]), "its seats are not those of its rules"),
    (no_entries, "it has no entries"),
    (half_an_entry, "cannot be read"),
    (an_entry_missing, "entry 2 is missing"),
    (other_tiles, "its events are no game that could have been"),
]


@pytest.mark.parametrize(("damage", "reason"), FAULTS)
async def test_a_damaged_journal_is_set_aside_and_the_others_play_on(
    damage: Callable[[Disk], None], reason: str
) -> None:
    house = await played()
    damage(house.disk)
    with capture_logs() as logs:
        recovered = await house.restart()
    assert [header.table for header in recovered.tables] == ["t2"]
    (aside,) = recovered.set_aside
    assert (aside.game, aside.fault) == (TABLE, "damaged")
    assert reason in aside.reason
    (line,) = [line for line in logs if line["event"] == "journal_set_aside"]
    assert (line["reference"], line["reason"]) == (aside.reference, aside.reason)
    assert house.disk.entries[TABLE] is not None, "it is kept for a person to look at"
    # Nobody sits there any more, and who comes back is told the reference.
    assert house.tables.seat_of("a") is None
    person = house.people[0]
    person.connect()
    assert isinstance(await person.sync(-1), TableOver)
    error = person.sink.last(Error)
    assert error is not None
    assert error.code == "internal_error"
    assert aside.reference in error.message
    assert (await house.crash()).set_aside == ()
    await house.close()


async def test_a_table_that_fails_is_frozen_and_stays_so() -> None:
    house = MortalHouse()
    await house.open()
    dealer, other = house.people[:2]
    assert dealer.ask is not None
    house.game.decision = None
    act = Act(id=1, table=TABLE, decision=dealer.ask.decision, option=0)
    house.tables.handle("a", dealer.sink, act)
    await house.settle()
    error = other.sink.last(Error)
    assert error is not None
    aside = house.disk.aside[TABLE]
    assert aside.fault == "frozen"
    assert aside.reference in error.message
    assert aside.reason == "the table failed: IllegalAction"
    recovered = await house.crash()
    assert (recovered.tables, recovered.set_aside) == ((), ())
    other.connect()
    answer = await other.send(Sync(table=TABLE, seq=-1))
    assert isinstance(answer, TableOver)
    assert any(aside.reference in told.message for told in other.sink.all(Error))
    await house.close()


async def test_a_journal_that_cannot_be_written_stops_the_table_before_anybody_is_told() -> None:
    house = MortalHouse(settings=msgspec.structs.replace(QUICK, store_patience_ms=0))
    await house.open()
    dealer, other = house.people[:2]
    events = len(other.events)
    house.disk.broken = StoreError("disk full")
    answer = await dealer.act()
    assert isinstance(answer, Error)
    assert answer.code == "internal_error"
    assert len(other.events) == events
    assert [over.ended for over in house.over] == ["failed"]
    await house.close()


async def test_where_the_engine_decides_otherwise_the_stored_events_win() -> None:
    house = await played()
    stored = [
        event
        for _, written in house.disk.entries[TABLE]
        for event in json.loads(written).get("events", [])
    ]
    # As if another version had numbered its options otherwise.
    place = next(
        number
        for number, written in house.disk.entries[TABLE]
        if b'"type":"dahai"' in written and b'"choices"' in written
    )

    def renumbered(entry: Any) -> Any:
        seat, decision, option = entry["choices"][0]
        entry["choices"][0] = [seat, decision, 0 if option else 1]
        return entry

    rewrite(house.disk, place, renumbered)
    with capture_logs() as logs:
        recovered = await house.restart()
    assert len(recovered.tables) == 2
    (line,) = [line for line in logs if line["event"] == "journal_differs"]
    assert line["table"] == TABLE
    assert line["difference"].startswith("event ")
    assert json.loads(msgspec.json.encode(house.game.log)) == stored
    await house.come_back()
    for _ in range(10):
        for person in house.people:
            if person.ask is not None:
                assert isinstance(await person.act(), Ok | Error)
    assert len(house.game.log) > len(stored)
    # The difference is there for ever, and so is its cure.
    assert len((await house.crash()).tables) == 2
    await house.close()
