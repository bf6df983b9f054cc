"""After a restart: all journals of the last process, each resumed or set aside."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine.core.wall import WallSource
from server.log import get_logger
from server.store.journals import JournalRow, SetAside
from server.table.api import JournalHeader, JournalStore, Recovered, Remembered, TableSettings
from server.table.games import Script
from server.table.recovery import JournalDamaged, Restored, read_entries, read_header, restore

_log = get_logger("restart")

ANSWERS_KEPT: Final = 256
"""Requests a seat of which a restart remembers that they were answered (protocol.md)."""

_AT_A_TIME: Final = 32

_Read: TypeAlias = list[tuple[int, bytes]] | BaseException

SetUp: TypeAlias = Callable[[JournalHeader, Restored], None]
"""Sets a table up; it does not run yet."""


class Restart:
    """Takes up games. The arguments are those of `server.table.service.TableService`."""

    def __init__(
        self,
        journals: JournalStore,
        *,
        settings: TableSettings,
        walls: Callable[[], WallSource] | None,
        scripts: Mapping[str, Script],
    ) -> None:
        self._journals = journals
        self._settings = settings
        self._walls = walls
        self._scripts = scripts
        self._alive: float | None = None

    async def run(self, set_up: SetUp) -> Recovered:
        """Resume what can be; one journal that cannot is no harm to the others.

        Raises:
            StoreError: the journals cannot be read at all.
        """
        self._alive = await self._journals.last_beat()
        headers: list[JournalHeader] = []
        aside: list[SetAside] = []
        answers: list[Remembered] = []
        seated: set[str] = set()
        # Who sits at two tables was let go by the older one, which could not write so any more.
        rows = list(reversed(await self._journals.running()))
        async for row, entries in self._entries(rows):
            try:
                header, restored = self._read(row, entries)
                accounts = {seat.account_id for seat in header.seats if seat.account_id is not None}
                if restored.deal.game.over:
                    accounts.clear()
                if accounts & seated:
                    raise JournalDamaged("somebody in it sits at a newer table")
                set_up(header, restored)
            except JournalDamaged as fault:
                aside.append(await self._set_aside(row.game, str(fault)))
                continue
            except Exception as error:
                # The text of an error that nobody foresaw may name tiles.
                reason = f"it cannot be resumed ({type(error).__name__})"
                aside.append(await self._set_aside(row.game, reason))
                continue
            seated |= accounts
            headers.append(header)
            answers += _remembered(header, restored)
            if restored.difference is not None:
                _log.warning(
                    "journal_differs",
                    table=row.game,
                    engine=header.engine,
                    difference=str(restored.difference),
                )
        if headers or aside:
            _log.info("tables_recovered", tables=len(headers), set_aside=len(aside))
        return Recovered(tuple(headers), tuple(aside), tuple(answers))

    async def _entries(self, rows: Sequence[JournalRow]) -> AsyncIterator[tuple[JournalRow, _Read]]:
        """Read some journals at a time: not one by one, not all into memory."""
        places = await self._journals.places() if rows else {}
        for place in range(0, len(rows), _AT_A_TIME):
            some = rows[place : place + _AT_A_TIME]
            reads = [self._journals.entries(row.game, places.get(row.game, ())) for row in some]
            for row, read in zip(
                some, await asyncio.gather(*reads, return_exceptions=True), strict=True
            ):
                yield row, read

    def _read(self, row: JournalRow, entries: _Read) -> tuple[JournalHeader, Restored]:
        if isinstance(entries, BaseException):
            raise entries
        header = read_header(row.game, row.header)
        restored = restore(
            header,
            read_entries(entries),
            alive=self._alive,
            floor_ms=self._settings.floor_ms,
            walls=self._walls,
            script=self._scripts.get(header.script) if header.script is not None else None,
        )
        return header, restored

    async def _set_aside(self, game: str, reason: str) -> SetAside:
        reference = secrets.token_hex(4)
        await self._journals.set_aside(game, "damaged", reference, reason)
        _log.error("journal_set_aside", table=game, reference=reference, reason=reason)
        return SetAside(game, "damaged", reference, reason)


def _remembered(header: JournalHeader, restored: Restored) -> list[Remembered]:
    requests: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for answered in restored.answered:
        requests[answered.seat, answered.page].append(answered.request)
    remembered: list[Remembered] = []
    for (seat, page), ids in requests.items():
        account = header.seats[seat].account_id
        if account is not None:
            remembered.append(Remembered(account, page, tuple(ids[-ANSWERS_KEPT:])))
    return remembered
