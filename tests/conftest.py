"""Settings for all tests: `full` tests run only when asked for, hypothesis is repeatable in CI, and
tests that open a database run on each kind of it."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.support import second_chance
from tests.support.databases import NO_SERVER, SERVER, STAGE

# How fast it goes is not what these tests are about: the machine may have much else to do.
_TIMELESS: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
}
settings.register_profile("default", **_TIMELESS)
settings.register_profile("ci", derandomize=True, print_blob=True, **_TIMELESS)
settings.load_profile("ci" if os.environ.get("CI") else "default")

_AGAIN = "on_postgres"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also run the tests marked `full`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect `full` tests unless `--full` is given or they were asked for by `-m`."""
    if config.getoption("--full") or "full" in config.getoption("-m"):
        return
    full = [item for item in items if item.get_closest_marker("full")]
    if full:
        config.hook.pytest_deselected(items=full)
        items[:] = [item for item in items if not item.get_closest_marker("full")]


@pytest.hookimpl(wrapper=True)
def pytest_sessionstart() -> Iterator[None]:
    """Watch for databases that are opened."""
    STAGE.install()
    return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave nothing on a server; one of several processes tells the first one its numbers."""
    STAGE.close()
    told = getattr(session.config, "workeroutput", None)
    if told is not None:
        told[_AGAIN] = STAGE.again, STAGE.again_s


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add up the numbers of all processes; one that has crashed told none."""
    again, again_s = getattr(node, "workeroutput", {}).get(_AGAIN, (0, 0.0))
    STAGE.again += again
    STAGE.again_s += again_s


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test, and once more on PostgreSQL if it has opened a database."""
    _run(item, nextitem)
    if SERVER is not None and STAGE.opened and not item.get_closest_marker("sqlite"):
        assert isinstance(item, pytest.Function)
        item._id = item.id.parse(f"{item.nodeid} on PostgreSQL")
        # New fixtures, too.
        item._initrequest()
        _run(item, nextitem, on_postgres=True)
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the second runs took, or that there were none."""
    said = (
        f"tests on PostgreSQL were skipped: {NO_SERVER}"
        if SERVER is None
        else f"{STAGE.again} tests ran on PostgreSQL, too, in {STAGE.again_s:.0f} s"
    )
    terminalreporter.write_line(said)
    second_chance.summarize(terminalreporter)


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Show what failed and is run once more as neither failed nor passed."""
    return second_chance.status(report)


def _run(item: pytest.Item, nextitem: pytest.Item | None, *, on_postgres: bool = False) -> None:
    hook = item.ihook
    STAGE.begin(on_postgres=on_postgres)
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    assert isinstance(item, pytest.Function)
    second_chance.run(item, nextitem)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    STAGE.end()
