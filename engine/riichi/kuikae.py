"""Kuikae: what may not be discarded right after a chi or pon (riichi.md 7)."""

from engine.core.melds import CHI, Meld


def forbidden_after(rule: str, called: int, meld: Meld) -> int:
    """Mask of the kinds that the caller may not discard this turn.

    Args:
        rule: the option `kuikae`.
        called: kind of the called tile.
        meld: the chi or pon just formed.
    """
    if rule == "allowed":
        return 0
    mask = 1 << called
    if rule == "forbidden" and meld.type == CHI:
        low = meld.kind
        if called == low and low % 9 < 6:
            mask |= 1 << (low + 3)
        elif called == low + 2 and low % 9 > 0:
            mask |= 1 << (low - 1)
    return mask
