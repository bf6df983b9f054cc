"""What travels on a socket: version 1 of the websocket protocol (docs/protocol.md)."""

from typing import Final

SUBPROTOCOL: Final = "jantaku.v1"
"""The websocket subprotocol that a client must offer."""
