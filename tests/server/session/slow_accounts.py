"""Accounts in memory that answer when a test says so."""

import asyncio
from typing import Any, cast

from server.store.accounts import Account, AccountStore, Opened
from server.store.credentials import CredentialStore, Registration


class SlowAccounts(AccountStore):
    """Accounts in memory; `open` answers when its gate is opened."""

    def __init__(self) -> None:
        super().__init__(cast(Any, None))
        self.accounts: dict[bytes, Account] = {}
        self.gates: list[asyncio.Future[None]] = []
        self.slow = False

    async def create(self, account: Account, token_hash: bytes, now: float) -> None:
        self.accounts[token_hash] = account

    async def rename(self, account_id: str, name: str) -> None:
        raise AssertionError("nobody asks for another name here")

    async def open(self, token_hash: bytes) -> Opened | None:
        account = self.accounts.get(token_hash)
        if self.slow:
            gate = asyncio.get_running_loop().create_future()
            self.gates.append(gate)
            await gate
        # Renewing has tests of its own.
        far = 1e12
        if account is None:
            return None
        return Opened(account, seen=far, issued=far, unused=False, renewed=None)


class NobodyRegistered(CredentialStore):
    """All names are free."""

    def __init__(self) -> None:
        super().__init__(cast(Any, None))

    async def by_name(self, name_key: str) -> Registration | None:
        return None
