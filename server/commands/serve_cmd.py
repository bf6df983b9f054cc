"""`jantaku serve`: run the server until SIGINT or SIGTERM."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from engine.riichi.catalogue import catalogue
from server.app import App
from server.clock import Clock, SystemClock
from server.collector import Collector
from server.config import Config, ConfigError, load_config
from server.log import configure_logs, get_logger
from server.net.descriptors import SPARE, allow_descriptors
from server.ranked.ranked import numbers_of
from server.ranked.stakes import RankedRules
from server.scenario import Scenario, ScenarioError, ScriptedWalls, load_scenarios
from server.store.address import without_password
from server.store.database import StoreError
from server.store.journals import JournalStore
from server.store.records import RecordStore
from server.table.api import Tables, TableSettings
from server.table.games import Script
from server.table.rules import parse_room_rules
from server.table.service import TableService

_OK: Final = 0
_BAD_INPUT: Final = 2
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

log = get_logger("serve")


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    db: str | None = None,
    config: Path | None = None,
    log_format: str | None = None,
    log_level: str | None = None,
    scripted: Path | None = None,
) -> int:
    """Run the server.

    At SIGTERM or SIGINT nothing new begins, people are told, and running rounds may end for up to
    a minute (`drain_s`); a second signal stops at once. Rooms and games go on after the next start.

    Settings come from the file, then from JANTAKU_* environment variables, then from these
    flags; the last one wins.

    Parameters
    ----------
    host
        Address to listen on (127.0.0.1).
    port
        Port to listen on; 0 for any that is free (8765).
    db
        SQLite file, by its path, or :memory:, or postgresql://USER@HOST/NAME (jantaku.db).
    config
        TOML file with settings.
    log_format
        auto, json or console.
    log_level
        debug, info, warning or error.
    scripted
        For tests of clients: a file of scenarios; a room whose title is a scenario's id is dealt
        from it. Refused unless JANTAKU_TESTING=1.
    """
    flags = {
        "host": host,
        "port": port,
        "db": db,
        "log_format": log_format,
        "log_level": log_level,
    }
    try:
        settings = load_config(config, os.environ, flags)
        configure_logs(settings.log_format, settings.log_level)
        with asyncio.Runner(loop_factory=_loop_factory(settings)) as runner:
            code = runner.run(_serve(settings, read_scripts(scripted)))
        for number in _SIGNALS:
            # All is done: a signal that comes now must not make it look otherwise.
            signal.signal(number, signal.SIG_IGN)
        return code
    except (ConfigError, StoreError) as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT


def make_app(config: Config, clock: Clock, scripts: Mapping[str, Script]) -> App:
    """Build a whole server with riichi tables.

    Raises:
        ConfigError: settings that do not fit together, numbers of ranked play that cannot be used,
            or a `db` of another kind.
        StoreError: the database cannot be used.
    """
    if config.bot_max_ms < config.bot_min_ms:
        raise ConfigError(
            f"bot_max_ms = {config.bot_max_ms}: must not be less than bot_min_ms = "
            f"{config.bot_min_ms}"
        )
    # Before the database is opened: what is wrong here is a mistake of whoever set the server up.
    RankedRules(numbers_of(config), parse_room_rules).check()
    settings = TableSettings(
        floor_ms=config.floor_ms,
        latency_cap_ms=config.latency_cap_ms,
        auto_ms=config.auto_ms,
        confirm_ms=config.confirm_ms,
        vote_ms=config.vote_ms,
        pause_ms=config.pause_ms,
        pauses_ms=config.pauses_ms,
        resume_ms=config.resume_ms,
        store_patience_ms=config.store_patience_ms,
        bot_min_ms=config.bot_min_ms,
        bot_max_ms=config.bot_max_ms,
    )

    def make_tables(records: RecordStore) -> Tables:
        journals = JournalStore(records.database)
        return TableService(clock, records, settings=settings, scripts=scripts, journals=journals)

    return App(
        config,
        clock,
        make_tables=make_tables,
        parse_rules=parse_room_rules,
        catalogue=catalogue,
        scripts={title: script.rules for title, script in scripts.items()},
    )


def read_scripts(path: Path | None) -> dict[str, Script]:
    """Read the scenarios that rooms may be dealt from; those that are not built are left out.

    Raises:
        ConfigError: this is no server under test, or the file cannot be used.
    """
    if path is None:
        return {}
    if os.environ.get("JANTAKU_TESTING") != "1":
        raise ConfigError("--scripted is for tests: it needs JANTAKU_TESTING=1")
    try:
        scenarios = load_scenarios(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except ScenarioError as error:
        raise ConfigError(f"{path}: {error}") from None
    return {
        scenario.id: Script(
            rules=parse_room_rules(scenario.rules.to_object()),
            first=scenario.start,
            walls=partial(ScriptedWalls, scenario),
        )
        for scenario in scenarios
        if isinstance(scenario, Scenario)
    }


async def _serve(config: Config, scripts: Mapping[str, Script]) -> int:
    signals = _Signals()
    wanted = config.max_connections + config.max_handshakes + SPARE
    allowed = allow_descriptors(wanted)
    if allowed < wanted:
        log.warning("few_descriptors", allowed=allowed, wanted=wanted, hint="raise `ulimit -n`")
    clock = SystemClock()
    app = make_app(config, clock, scripts)
    # Before games are taken up: that makes many objects at once.
    collecting = asyncio.create_task(Collector(clock).run())
    try:
        port = await signals.or_stop(app.start())
    except OSError as error:
        await app.stop()
        print(
            f"jantaku: cannot listen on {config.host} port {config.port}: {error.strerror}",
            file=sys.stderr,
        )
        return _BAD_INPUT
    if port is not None:
        shown = f"[{config.host}]" if ":" in config.host else config.host
        print(f"jantaku listens on http://{shown}:{port}/ (ws://{shown}:{port}/ws)", flush=True)
        log.info("server_started", host=config.host, port=port, db=without_password(config.db))
        await signals.stop.wait()
        await app.drain(signals.at_once)
    log.info("server_stopping")
    collecting.cancel()
    await app.stop()
    log.info("server_stopped")
    return _OK


class _Signals:
    """SIGINT and SIGTERM: the first one asks the server to stop, the second not to wait for it."""

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        self.at_once = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._came)

    async def or_stop(self, work: Coroutine[None, None, int]) -> int | None:
        """Return what `work` does, None if it was given up because the server is to stop."""
        working = asyncio.ensure_future(work)
        stopping = asyncio.ensure_future(self.stop.wait())
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not working.done():
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            return None
        return working.result()

    def _came(self) -> None:
        if self.stop.is_set():
            self.at_once.set()
        self.stop.set()


def _loop_factory(config: Config) -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Use uvloop where it is wanted and installed; it does not exist on Windows."""
    if not config.uvloop:
        return None
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop
