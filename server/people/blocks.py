"""Blocks: who wants to have nothing to do with whom.

All of them are in memory, two short texts each, since rooms and matches ask for every pair.
"""

from protocol.errors import ProtocolError
from server.store.friends import FriendStore


class Blocks:
    """Knows all blocks; a block counts both ways."""

    def __init__(self, store: FriendStore) -> None:
        self._store = store
        self._blocks: set[tuple[str, str]] = set()

    async def load(self) -> None:
        """Read them all, before anybody comes in."""
        self._blocks = set(await self._store.all_blocks())

    def blocked(self, one: str, other: str) -> bool:
        """Whether one of the two has blocked the other."""
        return (one, other) in self._blocks or (other, one) in self._blocks

    def check(self, one: str, other: str) -> None:
        """Let two people have to do with each other.

        Raises:
            ProtocolError: one of them has blocked the other.
        """
        if self.blocked(one, other):
            raise ProtocolError("blocked")

    def blocks(self, account: str, other: str) -> bool:
        """Whether the first has blocked the second."""
        return (account, other) in self._blocks

    def add(self, account: str, other: str) -> None:
        """Note a block that was kept."""
        self._blocks.add((account, other))

    def remove(self, account: str, other: str) -> None:
        """Note that a block was taken back."""
        self._blocks.discard((account, other))

    def forget(self, account: str) -> None:
        """Forget all of an account that is no more."""
        self._blocks = {pair for pair in self._blocks if account not in pair}
