"""What the host of a friend room asks for: rules and settings, bots, seats, sending people away."""

import secrets

from protocol.codec import encode
from protocol.errors import ProtocolError
from protocol.room import (
    AddBot,
    BlockSeat,
    DismissRoom,
    EditRoom,
    GiveHost,
    LiftBlock,
    MoveSeat,
    RemoveSeat,
    SetRules,
    ShuffleSeats,
)
from server.lobby.passwords import PasswordHash, in_turn
from server.lobby.rates import Rates
from server.lobby.registry import Registry, ok
from server.lobby.room import FriendRoom
from server.lobby.rulebook import RuleBook
from server.lobby.settings import edited
from server.session.client import Client


class Hosting:
    """Handles the requests of hosts; whoever is none is refused by the room."""

    def __init__(self, registry: Registry, rates: Rates, rules: RuleBook) -> None:
        self._registry = registry
        self._rates = rates
        self._rules = rules

    async def edit(self, client: Client, request: EditRoom) -> None:
        """`edit_room`."""
        account = client.account.id
        room = self._registry.own_room(client)
        room.check_may_change(account)
        password = None
        if request.password:
            self._rates.check_room(client)
            password = await in_turn(PasswordHash.of, request.password)
            if self._registry.room_of(account) is not room:
                raise ProtocolError("not_in_room")
            room.check_may_change(account)
        settings = self._rules.settled(edited(room.settings, request, password))
        rules = room.rules
        if request.rules is not None or self._rules.scripted(settings):
            rules = self._rules.asked(request.rules or rules.flat, settings)
        room.edit(account, settings, rules)
        self._changed(client, request.id, room)

    def set_rules(self, client: Client, request: SetRules) -> None:
        """`set_rules`."""
        room = self._registry.own_room(client)
        room.check_may_change(client.account.id)
        room.set_rules(client.account.id, self._rules.asked(request.rules, room.settings))
        self._changed(client, request.id, room)

    def add_bot(self, client: Client, request: AddBot) -> None:
        """`add_bot`."""
        room = self._registry.own_room(client)
        room.add_bot(client.account.id, request.level, request.seat)
        self._changed(client, request.id, room)

    def remove_seat(self, client: Client, request: RemoveSeat) -> None:
        """`remove_seat`."""
        room = self._registry.own_room(client)
        removed = room.remove(client.account.id, request.seat)
        self._sent_away(client, request.id, room, removed)

    def block_seat(self, client: Client, request: BlockSeat) -> None:
        """`block_seat`."""
        room = self._registry.own_room(client)
        removed = room.block(client.account.id, request.seat)
        self._sent_away(client, request.id, room, removed)

    def lift_block(self, client: Client, request: LiftBlock) -> None:
        """`lift_block`."""
        room = self._registry.own_room(client)
        room.lift_block(client.account.id, request.block)
        self._changed(client, request.id, room)

    def move_seat(self, client: Client, request: MoveSeat) -> None:
        """`move_seat`."""
        room = self._registry.own_room(client)
        room.move(client.account.id, request.seat, request.to)
        self._changed(client, request.id, room)

    def shuffle_seats(self, client: Client, request: ShuffleSeats) -> None:
        """`shuffle_seats`."""
        room = self._registry.own_room(client)
        room.shuffle(client.account.id, drawn_order(len(room.seats)))
        self._changed(client, request.id, room)

    def give_host(self, client: Client, request: GiveHost) -> None:
        """`give_host`."""
        room = self._registry.own_room(client)
        room.give_host(client.account.id, request.seat)
        self._changed(client, request.id, room)

    def dismiss(self, client: Client, request: DismissRoom) -> None:
        """`dismiss_room`."""
        room = self._registry.own_room(client)
        room.check_may_change(client.account.id)
        self._registry.close(room, "dismissed", ok(client, request.id))

    # Inside

    def _changed(self, client: Client, request_id: int | None, room: FriendRoom) -> None:
        self._registry.changed(room, ok(client, request_id))

    def _sent_away(
        self, client: Client, request_id: int | None, room: FriendRoom, removed: str | None
    ) -> None:
        """A person who is sent away gets the room a last time, without a seat."""
        if removed is not None:
            self._registry.release(removed)
        self._changed(client, request_id, room)
        if removed is not None:
            self._registry.tell(removed, encode(room.farewell()))


def drawn_order(seats: int) -> list[int]:
    """Draw who sits where: the old seat of each new one."""
    order = list(range(seats))
    secrets.SystemRandom().shuffle(order)
    return order
