"""What an mjai program means by its answer: programs leave out what the table knows anyway."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.core.actions import Action

FIELDS: Final = ("actor", "target", "pai", "consumed", "tsumogiri")
"""What tells options of one type apart; whatever else an answer has does not matter."""


def option_of(options: Sequence[Action], reply: Mapping[str, Any]) -> int | None:
    """Return the option that an answer means, None where it is none of them, or could be several.

    A field that is left out or null is taken from the option: many programs say `dahai` without
    `tsumogiri`, and `hora` without `target` and `pai`. Of two equal tiles the one that was just
    drawn is meant then.
    """
    offered = [msgspec.to_builtins(option) for option in options]
    fitting = [index for index, option in enumerate(offered) if _fits(option, reply)]
    drawn = [index for index in fitting if offered[index].get("tsumogiri")]
    if len(fitting) > 1 and len(drawn) == 1:
        return drawn[0]
    return fitting[0] if len(fitting) == 1 else None


def _fits(option: Mapping[str, Any], reply: Mapping[str, Any]) -> bool:
    if option["type"] != reply.get("type"):
        return False
    return all(
        reply.get(name) is None or _same(option[name], reply[name])
        for name in FIELDS
        if name in option
    )


def _same(offered: object, said: object) -> bool:
    if isinstance(offered, Sequence) and not isinstance(offered, str):
        # In which order the tiles of a call stand says nothing.
        return isinstance(said, list) and sorted(map(str, said)) == sorted(offered)
    return type(said) is type(offered) and said == offered
