"""How a round ended and what follows, in terms that every engine can state."""

from collections.abc import Iterable
from typing import Final

import msgspec

from engine.core.events import EndGame
from engine.core.tiles import HONOURS
from tests.differential.rounds import Round

_DORA: Final = frozenset({"dora", "ura_dora", "aka_dora", "nukidora"})


class Win(msgspec.Struct, frozen=True):
    """One win.

    `yaku` are the names without dora, with the han of dora counted in `han`. A yakuman has its
    multiplicity in `yakuman`, and neither han nor fu: they change nothing, and not every engine
    keeps them.
    """

    winner: int
    target: int
    han: int
    fu: int
    yakuman: int
    yaku: frozenset[str]


class Following(msgspec.Struct, frozen=True):
    """The next round: wind, number, honba, sticks, dealer; `place` None where the game is over."""

    place: tuple[int, int, int, int, int] | None
    scores: tuple[int, ...]


class Ending(msgspec.Struct, frozen=True):
    """The end of a round; `reason` is "" for wins, `deltas` what moved in all, by seat."""

    wins: tuple[Win, ...]
    reason: str
    deltas: tuple[int, ...]
    following: Following


def added(deltas: Iterable[tuple[int, ...]], players: int) -> tuple[int, ...]:
    """Sum up by seat."""
    total = [0] * players
    for each in deltas:
        total = [one + other for one, other in zip(total, each, strict=True)]
    return tuple(total)


def our_ending(played: Round) -> Ending:
    """Read the end of a round from its events."""
    draw = played.draw
    players = len(played.start.scores)
    deltas = added((hora.deltas for hora in played.wins), players)
    following = played.following
    return Ending(
        wins=tuple(
            Win(
                winner=hora.actor,
                target=hora.target,
                han=0 if hora.yakuman else hora.han,
                fu=0 if hora.yakuman else hora.fu,
                yakuman=hora.yakuman,
                yaku=frozenset(name for name, _ in hora.yaku) - _DORA,
            )
            for hora in played.wins
        ),
        reason=draw.reason if draw else "",
        deltas=draw.deltas if draw else deltas,
        following=Following(None, following.scores)
        if isinstance(following, EndGame)
        else Following(
            (
                HONOURS.index(following.bakaze),
                following.kyoku,
                following.honba,
                following.kyotaku,
                following.oya,
            ),
            following.scores,
        ),
    )
