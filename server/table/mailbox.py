"""A table's mailbox: bounded for people, one reader, no task and no future a message."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Messages for one reader, in order of arrival.

    `offer` is for what people send and refuses when `size` messages wait, so that one of them
    cannot fill the memory. `post` is for the table's own timers and bots, of which there are at
    most a few at a time by construction, and never refuses: a lost timer would stop the game.
    """

    __slots__ = ("_messages", "_reader", "_size")

    def __init__(self, size: int) -> None:
        self._messages: deque[T] = deque()
        self._size = size
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def offer(self, message: T) -> bool:
        """Add a message if there is room; answer whether there was."""
        if len(self._messages) >= self._size:
            return False
        self.post(message)
        return True

    def post(self, message: T) -> None:
        """Add a message, whatever waits already."""
        self._messages.append(message)
        reader = self._reader
        if reader is not None:
            self._reader = None
            # Done already if the reader was cancelled while it waited.
            if not reader.done():
                reader.set_result(None)

    async def wait(self) -> None:
        """Return once a message waits."""
        if not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader

    def take(self) -> T | None:
        """Return the oldest message, None if there is none."""
        return self._messages.popleft() if self._messages else None
