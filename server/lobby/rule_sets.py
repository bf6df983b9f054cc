"""Rules that people keep under a name, for the next room."""

from typing import Any, Final, Protocol

import msgspec

from protocol.errors import Ok, ProtocolError
from protocol.room_list import DeleteRules, ListRules, RuleSet, RuleSets, SaveRules
from server.lobby.rates import Rates
from server.lobby.rulebook import RuleBook
from server.lobby.settings import Settings
from server.session.client import Client

MOST: Final = 20
"""Rule sets of an account."""
LONGEST: Final = 8192
"""Bytes of one, as it is kept."""


class RuleSetStore(Protocol):
    """Where rule sets are kept (`server.store.rule_sets`); everything raises `StoreError`."""

    async def save(self, account: str, name: str, rules: str, most: int) -> bool:
        """Keep rules under a name; False: the account has `most` others already."""

    async def delete(self, account: str, name: str) -> bool:
        """Forget rules; False: there are none of this name."""

    async def all(self, account: str) -> list[tuple[str, str]]:
        """Return the names and rules of an account, by name."""


class SavedRules:
    """Handles `save_rules`, `list_rules` and `delete_rules`.

    Kept is the preset with what differs from it: a preset that changes takes its sets along.
    """

    def __init__(self, store: RuleSetStore, rates: Rates, rules: RuleBook) -> None:
        self._store = store
        self._rates = rates
        self._rules = rules

    async def save(self, client: Client, request: SaveRules) -> None:
        """`save_rules`."""
        self._rates.check_list(client)
        rules = self._rules.asked(request.rules, Settings())
        kept = msgspec.json.encode({"preset": rules.preset, **rules.differs})
        if len(kept) > LONGEST:
            raise ProtocolError(
                "out_of_range", f"Rules to keep have at most {LONGEST} bytes.", "rules"
            )
        if not await self._store.save(client.account.id, request.name, kept.decode(), MOST):
            raise ProtocolError("too_many", f"You have {MOST} sets of rules already.", "name")
        client.reply(request.id, Ok(id=request.id))

    async def list(self, client: Client, request: ListRules) -> None:
        """`list_rules`: answered with `rule_sets`."""
        self._rates.check_list(client)
        sets = tuple(
            [self._set(name, rules) for name, rules in await self._store.all(client.account.id)]
        )
        client.reply(request.id, RuleSets(id=request.id, sets=sets))

    async def delete(self, client: Client, request: DeleteRules) -> None:
        """`delete_rules`."""
        self._rates.check_list(client)
        if not await self._store.delete(client.account.id, request.name):
            raise ProtocolError("no_such_rules", field="name")
        client.reply(request.id, Ok(id=request.id))

    def _set(self, name: str, kept: str) -> RuleSet:
        rules: dict[str, Any] = msgspec.json.decode(kept)
        return RuleSet(name=name, rules=rules, valid=self._rules.playable(rules))
