"""What the commands of `jantaku admin` share: what each of them takes, and how it is done."""

import asyncio
import getpass
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

import msgspec
from cyclopts import App, Parameter

from server.admin.asking import ask
from server.admin.desk import Outcome
from server.admin.orders import Order, OrderError, read_order, write_order
from server.commands.export_cmd import ExportError, existing_database
from server.config import ConfigError
from server.records.formats.rounds import printable
from server.store.database import Database, StoreError

T = TypeVar("T")
_OK: Final = 0
_BAD_INPUT: Final = 2
_NAME: Final = 24

admin = App(
    name="admin",
    help="""Look after a server: tables, accounts, announcements, reports.

    A running server is reached through its database, so this needs what the server itself needs
    to open it, and works wherever the database can be reached. Whatever changes something is kept
    in the audit, with who has done it.""",
    result_action="return_value",
)


@Parameter(name="*")
@dataclass(frozen=True)
class Common:
    """What every command takes."""

    db: str | None = None
    """The server's database, as for `jantaku serve`; otherwise JANTAKU_DB, or the `db` of the
    file that JANTAKU_CONFIG names."""
    as_json: Annotated[bool, Parameter(name="--json")] = False
    """Print JSON."""
    actor: str | None = None
    """Who you are, for the audit; the system's user if not given."""

    @property
    def who(self) -> str:
        """The name for the audit."""
        return self.actor or getpass.getuser()


DEFAULTS: Final = Common()


def answered(work: Callable[[], None]) -> int:
    """Do one command; a fault is one line."""
    try:
        work()
    except (OrderError, ExportError, ConfigError, StoreError) as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT
    return _OK


def give(order: Order, common: Common, text: Callable[[Outcome], str]) -> int:
    """Have an order carried out and print what it brings."""

    def work() -> None:
        # What it would be refused for later is said before anybody is asked.
        checked = read_order(write_order(order))
        outcome = asyncio.run(ask(existing_database(common.db), checked, common.who))
        print(msgspec.json.encode(outcome).decode() if common.as_json else text(outcome))

    return answered(work)


def look_up(common: Common, look: Callable[[Database], Coroutine[Any, Any, T]]) -> T:
    """Read something from the database."""
    database = Database(existing_database(common.db))
    try:
        return asyncio.run(look(database))
    finally:
        database.close()


def whom(outcome: Outcome) -> str:
    """Name the account that an order was about."""
    return f"{printable(outcome['name'], _NAME)} ({outcome['account']})"


def refuse(fault: str) -> int:
    """Say what is wrong with a command line."""
    print(f"jantaku: {fault}", file=sys.stderr)
    return _BAD_INPUT
