"""From a room to its game: the host starts, or everybody wants another one."""

from collections.abc import Callable, Sequence

from protocol.errors import Ok, ProtocolError
from protocol.room import Rematch, StartRoom
from server.clock import Clock
from server.lobby.codes import new_table_id
from server.lobby.hosting import drawn_order
from server.lobby.registry import Registry, ok
from server.lobby.room import FriendRoom
from server.lobby.rulebook import RuleBook
from server.lobby.settings import spectating
from server.log import get_logger
from server.metrics import Metrics
from server.session.client import Client
from server.table.api import Occupant, SeatTaken, Tables

log = get_logger("lobby")


class Starting:
    """Starts the games of rooms; `check_open` refuses that while the server is about to stop."""

    def __init__(
        self,
        clock: Clock,
        metrics: Metrics,
        registry: Registry,
        tables: Tables,
        rules: RuleBook,
        *,
        check_open: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._metrics = metrics
        self._registry = registry
        self._tables = tables
        self._rules = rules
        self._check_open = check_open
        registry.on_agreed = self._agreed

    def start(self, client: Client, request: StartRoom) -> None:
        """`start_room`: opens the table, once it is saved that the room plays there."""
        room = self._registry.own_room(client)
        room.check_may_start(client.account.id, request.fill)
        self._check_open()
        if self._somebody_plays(room):
            raise ProtocolError("busy")
        order = self._rematch_order(room)
        if room.rematch is None:
            order = self._drawn(room) if room.settings.seating == "drawn" else ()

        def answer(refused: ProtocolError | None) -> None:
            error = refused.reply(request.id) if refused is not None else None
            client.reply(request.id, error or Ok(id=request.id))

        self._begin(room, order, answer)

    def rematch(self, client: Client, request: Rematch) -> None:
        """`rematch`: the game begins by itself once everybody wants it."""
        room = self._registry.own_room(client)
        room.want_rematch(client.account.id, request.seats)
        self._registry.changed(room, ok(client, request.id))

    # Inside

    def _agreed(self, room: FriendRoom) -> None:
        """Everybody in a room wants a rematch."""
        try:
            self._check_open()
        except ProtocolError:
            return
        if not self._somebody_plays(room):
            self._begin(room, self._rematch_order(room), _nobody)

    def _rematch_order(self, room: FriendRoom) -> Sequence[int]:
        """Return which seat of the room each seat of the next game is, if it is a rematch."""
        return self._drawn(room) if room.rematch == "shuffled" else room.order

    def _drawn(self, room: FriendRoom) -> Sequence[int]:
        return () if self._rules.scripted(room.settings) else drawn_order(len(room.seats))

    def _begin(
        self,
        room: FriendRoom,
        order: Sequence[int],
        answer: Callable[[ProtocolError | None], None],
    ) -> None:
        """Let a room play; `answer` is told how that went."""
        table = new_table_id(self._clock.wall())
        seats = room.started(table, order)
        self._registry.changed(room, lambda: answer(self._open(room, table, seats)))

    def _open(
        self, room: FriendRoom, table: str, seats: tuple[Occupant, ...]
    ) -> ProtocolError | None:
        """Open the table of a room; its first messages leave after those of the room."""
        settings = room.settings
        try:
            self._check_open()
            self._tables.open(
                table,
                room.rules,
                seats,
                on_over=self._registry.over_at(room.code, room.rules.mode),
                title=settings.title,
                room=room.code,
                spectating=spectating(settings, room.rules),
                listed=settings.records == "listed",
                private=settings.records == "private",
            )
        except (SeatTaken, ProtocolError) as error:
            self._registry.back_to_waiting(room, played=False)
            return error if isinstance(error, ProtocolError) else ProtocolError("busy")
        self._metrics.tables.inc()
        self._metrics.games_started.labels(room.rules.mode).inc()
        log.info("game_started", room=room.code, table=table, names=[seat.name for seat in seats])
        return None

    def _somebody_plays(self, room: FriendRoom) -> bool:
        return any(self._tables.seat_of(account) is not None for account in room.people)


def _nobody(_refused: ProtocolError | None) -> None:
    """Nobody has asked for this game alone."""
