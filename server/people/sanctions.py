"""Bans and mutes: who is shut out, who may not talk, why and until when.

All that hold are kept in memory, so that looking costs nothing, and are read again every few
seconds: whoever keeps order may do so from a process of their own. A ban that comes while somebody
is here closes the connection.
"""

import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec

from protocol.errors import ProtocolError
from server.clock import Clock
from server.log import get_logger
from server.store.errors import StoreError
from server.store.sanctions import Sanction, SanctionStore

AGAIN_S: Final = 5.0
"""How often what other processes have written is read."""

SanctionKind: TypeAlias = Literal["ban", "mute"]

log = get_logger("sanctions")


class Standing(msgspec.Struct, frozen=True):
    """What holds for an account at a moment; None: nothing of this kind."""

    ban: Sanction | None = None
    mute: Sanction | None = None


class Sanctions:
    """Knows what holds. `shut_out` is called with an account that is banned from now on."""

    def __init__(self, clock: Clock, store: SanctionStore, shut_out: Callable[[str], None]) -> None:
        self._clock = clock
        self._store = store
        self._shut_out = shut_out
        self._held: dict[str, tuple[Sanction, ...]] = {}

    async def load(self) -> None:
        """Read what holds now, and shut out those who are newly banned.

        Raises:
            StoreError: it cannot be read; what was known still holds.
        """
        held: dict[str, tuple[Sanction, ...]] = {}
        for sanction in await self._store.held(self._clock.wall()):
            held[sanction.account] = (*held.get(sanction.account, ()), sanction)
        before, self._held = self._held, held
        for account in held:
            if self.standing(account).ban is not None and not any(
                sanction.kind == "ban" for sanction in before.get(account, ())
            ):
                self._shut_out(account)

    async def run(self) -> None:
        """Read again and again."""
        while True:
            await self._clock.sleep(AGAIN_S)
            try:
                await self.load()
            except StoreError as error:
                log.warning("sanctions_not_read", reason=str(error))

    def standing(self, account: str) -> Standing:
        """Return what holds for an account now; of several of a kind the one that ends last."""
        return Standing(self._longest(account, "ban"), self._longest(account, "mute"))

    def check_ban(self, account: str) -> None:
        """Let an account in.

        Raises:
            ProtocolError: it is banned; the message says why and until when.
        """
        ban = self._longest(account, "ban")
        if ban is not None:
            raise ProtocolError("banned", _sentence("shut out", ban), wait_s=self._left(ban))

    def check_mute(self, account: str) -> None:
        """Let an account talk.

        Raises:
            ProtocolError: it is muted; the message says why and until when.
        """
        mute = self._longest(account, "mute")
        if mute is not None:
            raise ProtocolError("muted", _sentence("muted", mute), wait_s=self._left(mute))

    async def impose(
        self, account: str, kind: SanctionKind, reason: str, until: float | None, by: str
    ) -> str:
        """Ban or mute an account from now on, until a moment (wall seconds) or for good.

        Returns the id of the sanction.

        Raises:
            Refused: there is no such account.
        """
        now = self._clock.wall()
        sanction = await self._store.impose(account, kind, reason, now, until, by)
        await self.load()
        return sanction

    async def lift(self, sanction: str) -> bool:
        """End a sanction now; False: there is none of this id that holds."""
        lifted = await self._store.lift(sanction, self._clock.wall())
        await self.load()
        return lifted

    def _longest(self, account: str, kind: SanctionKind) -> Sanction | None:
        now = self._clock.wall()
        holding = [
            sanction
            for sanction in self._held.get(account, ())
            if sanction.kind == kind and (sanction.until is None or sanction.until > now)
        ]
        return max(holding, key=_end, default=None)

    def _left(self, sanction: Sanction) -> int | None:
        return None if sanction.until is None else int(sanction.until - self._clock.wall()) + 1


def _end(sanction: Sanction) -> float:
    return float("inf") if sanction.until is None else sanction.until


def _sentence(what: str, sanction: Sanction) -> str:
    end = (
        "for good"
        if sanction.until is None
        else time.strftime("until %Y-%m-%d %H:%M UTC", time.gmtime(sanction.until))
    )
    return f"This account is {what} {end}: {sanction.reason}"
