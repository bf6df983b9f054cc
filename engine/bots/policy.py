"""What a policy is: a seat's view and what it is asked in, an option out."""

from collections.abc import Mapping
from typing import Any, Protocol

from engine.core.decision import Ask
from engine.core.views import View


class Policy(Protocol):
    """Plays one seat. Knows the seat's view, the ask and the rules, and nothing more."""

    def choose(self, view: View, ask: Ask, rules: Mapping[str, Any]) -> int:
        """Return the index of the option to take.

        Args:
            view: what the asked seat knows (`view.viewer` is that seat).
            ask: what it may do.
            rules: the full flat rule object (formats.md, "Rule object").
        """
        ...
