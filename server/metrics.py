"""Every metric of the server, in one place; `/metrics` prints them.

Names and labels are an interface for dashboards: adding is free, renaming is not.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_LATENCY = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """One registry a server, so that several servers in one process do not mix."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.connections = Gauge(
            "jantaku_connections", "Open websocket connections.", registry=registry
        )
        self.sessions = Gauge("jantaku_sessions", "Accounts with a connection.", registry=registry)
        self.rooms = Gauge("jantaku_rooms", "Friend rooms.", registry=registry)
        self.tables = Gauge("jantaku_tables", "Running tables.", registry=registry)
        self.spectators = Gauge(
            "jantaku_spectators", "Connections that watch a table.", registry=registry
        )
        self.messages_in = Counter(
            "jantaku_messages_in", "Messages received.", ["type"], registry=registry
        )
        self.frames_out = Counter("jantaku_frames_out", "Frames sent.", registry=registry)
        self.errors_out = Counter(
            "jantaku_errors_out", "Requests answered with an error.", ["code"], registry=registry
        )
        self.connections_closed = Counter(
            "jantaku_connections_closed",
            "Connections closed, by the code that the server saw or chose.",
            ["code"],
            registry=registry,
        )
        self.connections_refused = Counter(
            "jantaku_connections_refused",
            "Connections that were turned away or cut off before they were open, by the reason.",
            ["reason"],
            registry=registry,
        )
        self.handling_seconds = Histogram(
            "jantaku_handling_seconds",
            "Time from a frame's arrival to the end of its handling.",
            buckets=_LATENCY,
            registry=registry,
        )
        self.games_started = Counter(
            "jantaku_games_started", "Games started.", ["mode"], registry=registry
        )
        self.games_ended = Counter(
            "jantaku_games_ended", "Games ended, by how.", ["ended"], registry=registry
        )
        self.loop_lag_seconds = Gauge(
            "jantaku_loop_lag_seconds",
            "How late the event loop ran its last probe.",
            registry=registry,
        )

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
