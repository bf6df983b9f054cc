"""Options of an ask: those that an action or standing orders name, and what they tell. Pure."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.actions import Action, DeclareHora, Pass
from engine.core.decision import Ask
from engine.core.events import Chi, Dahai, Daiminkan, Nukidora, Pon

_CALLS = (Chi, Pon, Daiminkan)


class Orders(msgspec.Struct, frozen=True):
    """Standing orders of a seat (protocol.md, `auto`). They last for one round."""

    win: bool = False
    no_call: bool = False
    tsumogiri: bool = False
    kita: bool = False

    def changed(
        self, win: bool | None, no_call: bool | None, tsumogiri: bool | None, kita: bool | None
    ) -> "Orders":
        """Return the orders with those replaced that are not None."""
        return Orders(
            self.win if win is None else win,
            self.no_call if no_call is None else no_call,
            self.tsumogiri if tsumogiri is None else tsumogiri,
            self.kita if kita is None else kita,
        )


NO_ORDERS = Orders()


def ordered_option(orders: Orders, options: Sequence[Action], replacement: bool) -> int | None:
    """Return the option that standing orders choose, None where the seat is to be asked.

    A win is taken by `win` and passed by nothing. `replacement` says that the tile just drawn is
    a replacement tile, which `tsumogiri` never throws.
    """
    win = kita = drawn = passing = None
    for index, option in enumerate(options):
        if isinstance(option, DeclareHora):
            win = index
        elif isinstance(option, Nukidora):
            kita = index
        elif isinstance(option, Dahai):
            if option.tsumogiri:
                drawn = index
        elif isinstance(option, Pass):
            passing = index
    if win is not None:
        return win if orders.win else None
    if orders.kita and kita is not None:
        return kita
    if orders.tsumogiri and drawn is not None and not replacement:
        return drawn
    if orders.no_call and passing is not None and _only_calls(options):
        return passing
    return None


def claims(ask: Ask) -> bool:
    """Whether an ask is about the tile of another: nobody else knows that there is one."""
    return isinstance(ask.options[ask.default], Pass)


def _only_calls(options: Sequence[Action]) -> bool:
    """Whether there is nothing but calls and the pass (the stop of the last dealer is neither)."""
    return all(isinstance(option, (*_CALLS, Pass)) for option in options)


def find_option(options: Sequence[Action], wanted: Action) -> int | None:
    """Return the option that equals an action; `consumed` compares as a multiset (formats.md)."""
    key = _key(wanted)
    for index, option in enumerate(options):
        if option == wanted or _key(option) == key:
            return index
    return None


def _key(action: Action) -> tuple[type, tuple[Any, ...]]:
    return type(action), tuple(
        tuple(sorted(value)) if isinstance(value, tuple) else value
        for value in msgspec.structs.astuple(action)
    )
