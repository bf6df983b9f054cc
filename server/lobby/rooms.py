"""Friend rooms as the rest of the server knows them: their parts, and who handles which request."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from protocol.base import Inbound
from protocol.errors import ProtocolError
from protocol.room import (
    AddBot,
    BlockSeat,
    CreateRoom,
    DismissRoom,
    EditRoom,
    GiveHost,
    JoinRoom,
    LeaveRoom,
    LiftBlock,
    MoveSeat,
    Ready,
    Rematch,
    RemoveSeat,
    SetRules,
    ShuffleSeats,
    StartRoom,
    TakeSeat,
)
from protocol.room_list import DeleteRules, ListRooms, ListRules, SaveRules
from server.clock import Clock
from server.config import Config
from server.lobby.hosting import Hosting
from server.lobby.listing import Listing
from server.lobby.members import Blocked, Members
from server.lobby.rates import Rates
from server.lobby.registry import Registry
from server.lobby.rule_sets import RuleSetStore, SavedRules
from server.lobby.rulebook import RuleBook, RuleParser
from server.lobby.starting import Starting
from server.metrics import Metrics
from server.session.dialogue import Handler
from server.table.api import RoomRules, Tables

Elsewhere: TypeAlias = Callable[[str], bool]
"""Whether something else than rooms and tables keeps an account, a queue for instance."""


class Rooms:
    """The lobby's requests. Each is done in memory at once and answered once it is saved.

    Args:
        clock: where time comes from.
        config: the limits.
        metrics: counts rooms and games.
        registry: the rooms.
        tables: where their games are played.
        parse_rules: checks a rule object.
        rule_sets: where people keep rules under a name.
        scripts: see `server.lobby.rulebook.RuleBook`.
        elsewhere: who must not be in a room because of something else.
        blocked: whether a person has blocked another.
    """

    def __init__(
        self,
        clock: Clock,
        config: Config,
        metrics: Metrics,
        registry: Registry,
        tables: Tables,
        parse_rules: RuleParser,
        *,
        rule_sets: RuleSetStore,
        scripts: Mapping[str, RoomRules] | None = None,
        elsewhere: Elsewhere = lambda _account: False,
        blocked: Blocked = lambda _by, _account: False,
    ) -> None:
        self.closing = False
        """Set before the server stops: no room is opened and no game starts any more."""
        self._registry = registry
        self._rules = RuleBook(parse_rules, scripts or {})
        rates = Rates(clock, config)
        self._members = Members(
            registry,
            rates,
            self._rules,
            busy=lambda account: tables.seat_of(account) is not None or elsewhere(account),
            blocked=blocked,
            check_open=self._check_open,
            max_rooms=config.max_rooms,
        )
        self._hosting = Hosting(registry, rates, self._rules)
        self._starting = Starting(
            clock, metrics, registry, tables, self._rules, check_open=self._check_open
        )
        self.listing = Listing(registry, rates, blocked)
        self._saved_rules = SavedRules(rule_sets, rates, self._rules)

    def code_of(self, account: str) -> str | None:
        """The code of the room that an account is in."""
        room = self._registry.room_of(account)
        return room.code if room is not None else None

    def restore(self, rows: Iterable[tuple[str, bytes]]) -> int:
        """Take up the rooms of an earlier process; return how many had to be dropped."""
        return self._registry.restore(rows, self._rules.of_room)

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return who handles which request."""
        members, hosting, starting = self._members, self._hosting, self._starting
        return {
            CreateRoom: members.create,
            JoinRoom: members.join,
            LeaveRoom: members.leave,
            Ready: members.ready,
            TakeSeat: members.take_seat,
            EditRoom: hosting.edit,
            SetRules: hosting.set_rules,
            AddBot: hosting.add_bot,
            RemoveSeat: hosting.remove_seat,
            BlockSeat: hosting.block_seat,
            LiftBlock: hosting.lift_block,
            MoveSeat: hosting.move_seat,
            ShuffleSeats: hosting.shuffle_seats,
            GiveHost: hosting.give_host,
            DismissRoom: hosting.dismiss,
            StartRoom: starting.start,
            Rematch: starting.rematch,
            ListRooms: self.listing.list,
            SaveRules: self._saved_rules.save,
            ListRules: self._saved_rules.list,
            DeleteRules: self._saved_rules.delete,
        }

    def _check_open(self) -> None:
        if self.closing:
            raise ProtocolError("shutting_down")
