"""What is played in each queue and tier: rules that a table can be opened with."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.core.errors import BadRules
from protocol.queue import QueueName
from server.ranked.tables import QUEUES, Tables, TablesError, players
from server.table.api import RoomRules

Parse: TypeAlias = Callable[[Mapping[str, Any]], RoomRules]
"""Checks a rule object; raises `BadRules`."""


class RankedRules:
    """The rules by queue and tier, each made when it is first wanted."""

    def __init__(self, tables: Tables, parse: Parse) -> None:
        self._tables = tables
        self._parse = parse
        self._made: dict[tuple[QueueName, str], RoomRules] = {}

    def of(self, queue: QueueName, tier: str) -> RoomRules:
        """Return what is played.

        Raises:
            TablesError: it cannot be played; the message names the place and the option.
        """
        made = self._made.get((queue, tier))
        if made is None:
            made = self._made[queue, tier] = self._make(queue, tier)
        return made

    def check(self) -> None:
        """Make all of them.

        Raises:
            TablesError: one cannot be played.
        """
        for queue in QUEUES:
            for tier in self._tables.tiers:
                self.of(queue, tier.name)

    def _make(self, queue: QueueName, tier: str) -> RoomRules:
        written = {**self._tables.queues[queue], **self._tables.tier_of[tier].rules}
        try:
            rules = self._parse(written)
        except BadRules as error:
            raise TablesError(
                f"queues.{queue} in tier {tier}: {error.field}: {error.message}"
            ) from None
        if rules.players != players(queue):
            raise TablesError(f"queues.{queue}: the rules are for {rules.players} players")
        return rules
