"""What a load run measures, and how it is reported."""

from array import array
from typing import Any

import msgspec


class Latency(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds from sending a discard to seeing it in the stream."""

    p50: float
    p99: float
    p99_9: float
    max: float


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A run. `actions` are answered asks; `stale` those that another seat's answer had settled.

    `errors` counts refusals by code, `losses` broken connections (each is followed by a
    reconnect) by reason.
    """

    tables: int
    seconds: float
    games: int
    actions: int
    actions_per_s: float
    messages_in_per_s: float
    messages_out_per_s: float
    latency_ms: Latency
    stale: int
    errors: dict[str, int]
    losses: dict[str, int]
    spectators: int = 0
    watched_per_s: float = 0.0
    """Events that they were shown."""


class Tally:
    """Counts while a run is going on; `clear` forgets what came before it was in full swing."""

    def __init__(self) -> None:
        self.errors: dict[str, int] = {}
        self.losses: dict[str, int] = {}
        self.clear()

    def clear(self) -> None:
        """Start to count."""
        self.games = 0
        self.actions = 0
        self.stale = 0
        self.received = 0
        self.sent = 0
        self._waits = array("d")

    def waited(self, seconds: float) -> None:
        """Note one wait between action and broadcast."""
        self._waits.append(seconds)

    def refused(self, code: str) -> None:
        """Note an error of the server."""
        if code == "stale_decision":
            self.stale += 1
        else:
            self.errors[code] = self.errors.get(code, 0) + 1

    def lost(self, reason: str) -> None:
        """Note a connection that broke."""
        self.losses[reason] = self.losses.get(reason, 0) + 1

    def report(self, tables: int, seconds: float) -> Report:
        """Sum up a run of so many seconds."""
        waits = sorted(self._waits)
        return Report(
            tables=tables,
            seconds=round(seconds, 2),
            games=self.games,
            actions=self.actions,
            actions_per_s=round(self.actions / seconds, 1),
            messages_in_per_s=round(self.received / seconds, 1),
            messages_out_per_s=round(self.sent / seconds, 1),
            latency_ms=Latency(
                p50=_quantile(waits, 0.5),
                p99=_quantile(waits, 0.99),
                p99_9=_quantile(waits, 0.999),
                max=_quantile(waits, 1.0),
            ),
            stale=self.stale,
            errors=self.errors,
            losses=self.losses,
        )


def _quantile(waits: list[float], part: float) -> float:
    """Milliseconds within which `part` of the waits lie; 0 without any."""
    if not waits:
        return 0.0
    return round(1000 * waits[min(len(waits) - 1, int(part * len(waits)))], 2)


def lines(report: Report) -> list[str]:
    """The report for people."""
    numbers: dict[str, Any] = msgspec.to_builtins(report)
    wait = report.latency_ms
    return [
        f"{numbers['tables']} tables, {numbers['seconds']} s, {numbers['games']} games ended",
        f"{numbers['actions_per_s']} actions/s, "
        f"{numbers['messages_in_per_s']} messages/s received, "
        f"{numbers['messages_out_per_s']} sent",
        f"action to broadcast: p50 {wait.p50} ms, p99 {wait.p99} ms, p99.9 {wait.p99_9} ms, "
        f"max {wait.max} ms",
        f"{sum(report.errors.values())} errors{_named(report.errors)}, "
        f"{sum(report.losses.values())} reconnects{_named(report.losses)}, "
        f"{report.stale} stale answers",
    ] + (
        [f"{report.spectators} spectators, {report.watched_per_s} events/s shown to them"]
        if report.spectators
        else []
    )


def _named(counts: dict[str, int]) -> str:
    if not counts:
        return ""
    return f" ({', '.join(f'{name}: {count}' for name, count in sorted(counts.items()))})"
