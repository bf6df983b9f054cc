"""In CI a test that fails is run once more, by itself and in full sight.

One test in five thousand that was late on a busy machine must not throw a day's work away, nor may
it go unseen: what failed and then passed is listed as unsteady with what it said the first time,
and each line of that list is a bug to be found. What is really broken fails twice, since examples
and seeds are the same again. Outside of CI nothing is run twice.
"""

import os
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

GIVEN: Final = bool(os.environ.get("CI"))
UNSTEADY: Final = "unsteady"


def run(item: pytest.Function, nextitem: pytest.Item | None) -> None:
    """Run a test and report it."""
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if GIVEN and any(report.failed for report in reports):
        for report in reports:
            if report.failed:
                # pytest counts what is "failed", and shows all others as it is told below.
                report.outcome = UNSTEADY  # type: ignore[assignment]
                item.ihook.pytest_runtest_logreport(report=report)
        item._initrequest()
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)


def status(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Say how pytest shows a report, if it is ours."""
    return (UNSTEADY, "U", "UNSTEADY") if str(report.outcome) == UNSTEADY else None


def summarize(reporter: pytest.TerminalReporter) -> None:
    """List what was unsteady, and say whether it failed again."""
    reports = reporter.stats.get(UNSTEADY, [])
    failed = {report.nodeid for report in reporter.stats.get("failed", [])}
    failed |= {report.nodeid for report in reporter.stats.get("error", [])}
    passed = [report for report in reports if report.nodeid not in failed]
    if not passed:
        return
    reporter.section("unsteady: failed, and passed when run again", yellow=True)
    for report in passed:
        reporter.write_line(f"UNSTEADY {report.nodeid}")
        reporter.write_line(report.longreprtext)
