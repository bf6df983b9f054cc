"""The rules of rooms: checked as they come in, and refused with the option that is wrong."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from engine.core.errors import BadRules, NotBuilt
from protocol.errors import ProtocolError
from server.lobby.settings import Settings
from server.table.api import RoomRules

RuleParser: TypeAlias = Callable[[Mapping[str, Any]], RoomRules]
"""Checks a rule object; raises `BadRules`."""


class RuleBook:
    """Reads rule objects. `scripts` are the rules of rooms by title, for servers under test.

    Such rooms are played as seated (protocol.md, "For tests").
    """

    def __init__(self, parse: RuleParser, scripts: Mapping[str, RoomRules]) -> None:
        self._parse = parse
        self._scripts = scripts

    def scripted(self, settings: Settings) -> bool:
        """Whether a room is played from a script."""
        return settings.title in self._scripts

    def settled(self, settings: Settings) -> Settings:
        """Return the settings that hold: a script says who sits where."""
        if self.scripted(settings):
            return msgspec.structs.replace(settings, seating="as_seated")
        return settings

    def of_room(self, rules: Mapping[str, Any], settings: Settings) -> RoomRules:
        """Return the rules that a room with these settings plays under.

        Raises:
            BadRules: they cannot be played.
        """
        parsed = self._parse(rules)
        return self._scripts.get(settings.title or "", parsed)

    def asked(self, rules: Mapping[str, Any], settings: Settings) -> RoomRules:
        """The same, for a request.

        Raises:
            ProtocolError: they cannot be played; `field` names the option.
        """
        try:
            return self.of_room(rules, settings)
        except BadRules as error:
            code = "rules_not_built" if isinstance(error, NotBuilt) else "bad_rules"
            raise ProtocolError(code, error.message, f"rules.{error.field}") from None

    def playable(self, rules: Mapping[str, Any]) -> bool:
        """Whether rules that were kept can be played still."""
        try:
            self._parse(rules)
        except BadRules:
            return False
        return True
