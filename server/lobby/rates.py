"""How fast people may open rooms, look for them, and fail to get in."""

from typing import Final

from protocol.errors import ProtocolError
from server.clock import Clock
from server.config import Config
from server.net.limits import Buckets
from server.session.client import Client

LIST_S: Final = 1.0
"""So often in the long run an account may ask for the public list, or for its saved rules."""
LISTS: Final = 20
"""As many at once."""


class Rates:
    """The limits of the lobby, by account and by network address."""

    def __init__(self, clock: Clock, config: Config) -> None:
        rate = 1.0 / config.join_failure_s
        self._account_failures = Buckets(clock, rate, config.join_failures)
        self._address_failures = Buckets(clock, rate, config.join_failures_address)
        rate = 1.0 / config.room_s
        self._account_rooms = Buckets(clock, rate, config.rooms_account)
        self._address_rooms = Buckets(clock, rate, config.rooms_address)
        self._lists = Buckets(clock, 1.0 / LIST_S, LISTS)

    def check_room(self, client: Client) -> None:
        """Limit how fast rooms are opened, and passwords looked at or set, which is slow."""
        link = client.link
        if not self._account_rooms.take(client.account.id) or (
            not link.unlimited and not self._address_rooms.take(link.address)
        ):
            raise ProtocolError("too_fast", "Too many rooms in a short time; wait a bit.")

    def check_failures(self, client: Client) -> None:
        """Refuse whoever has failed to get into rooms too often, so codes are not searched."""
        if self._account_failures.empty(client.account.id) or self._address_failures.empty(
            client.link.address
        ):
            raise ProtocolError("too_fast")

    def failed(self, client: Client) -> None:
        """Somebody has not got into a room."""
        self._account_failures.take(client.account.id)
        self._address_failures.take(client.link.address)

    def check_list(self, client: Client) -> None:
        """Limit how fast lists are asked for."""
        if not self._lists.take(client.account.id):
            raise ProtocolError("too_fast")
