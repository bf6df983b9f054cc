"""Kinds of games that are counted apart: by the number of players, and by who plays with whom."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

Play: TypeAlias = Literal["ranked", "friend", "bots"]
"""From the queue; a room with other people; alone among bots."""

Kind: TypeAlias = Literal["4p_ranked", "4p_friend", "4p_bots", "3p_ranked", "3p_friend", "3p_bots"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


def kind_of(accounts: Sequence[str | None], *, ranked: bool) -> Kind:
    """Return the kind of a game; `accounts` by seat, None for a bot.

    Raises:
        ValueError: no game has so many seats.
    """
    play: Play = "bots"
    if ranked:
        play = "ranked"
    elif sum(account is not None for account in accounts) > 1:
        play = "friend"
    for kind in KINDS:
        if kind == f"{len(accounts)}p_{play}":
            return kind
    raise ValueError(f"a game of {len(accounts)} seats; allowed: 3, 4")
