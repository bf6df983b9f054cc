"""What a viewer may know of an event: an allow-list, by event and field.

A field that is not named here is hidden, an event that is not named is hidden whole. Own tiles
(`pai` of a draw, the own hand of the deal) are opened by the two rules at the end.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Event,
    Hora,
    Kakan,
    Nukidora,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)
from engine.core.viewer import FULL

_CALL: Final = ("actor", "target", "pai", "consumed")

OPEN: Final[dict[type[Any], tuple[str, ...]]] = {
    StartGame: ("names", "rules", "wall_algorithm"),
    StartKyoku: (
        "bakaze", "kyoku", "honba", "kyotaku", "oya", "scores", "dora_marker", "wall_hash", "live",
    ),
    Tsumo: ("actor", "rinshan"),
    Dahai: ("actor", "pai", "tsumogiri"),
    Chi: _CALL,
    Pon: _CALL,
    Daiminkan: _CALL,
    Ankan: ("actor", "consumed"),
    Kakan: ("actor", "pai", "consumed"),
    Nukidora: ("actor", "pai"),
    Dora: ("dora_marker",),
    Reach: ("actor", "pai", "tsumogiri", "open"),
    ReachAccepted: ("actor", "deltas", "scores", "tehai"),
    Hora: (
        "actor", "target", "pai", "hora_tehais", "ura_markers", "yaku", "han", "fu", "yakuman",
        "points", "deltas", "scores",
    ),
    Ryukyoku: ("reason", "deltas", "scores", "actor", "tehais", "tenpais"),
    EndKyoku: (),
    EndGame: ("scores", "ranks", "points", "proofs"),
}  # fmt: skip
"""Fields open to everybody."""

_WHOLE: Final = frozenset(
    kind for kind, fields in OPEN.items() if set(fields) == set(kind.__struct_fields__)
)
_HIDDEN_HAND: Final = ("?",) * 13


def _tsumo(event: Tsumo, viewer: int) -> Event:
    if viewer in (event.actor, FULL):
        return event
    return Tsumo(event.actor, "?", event.rinshan)


def _start_kyoku(event: StartKyoku, viewer: int) -> Event:
    if viewer == FULL:
        return event
    fields = {name: getattr(event, name) for name in OPEN[StartKyoku]}
    tehais = tuple(
        hand if seat == viewer else _HIDDEN_HAND[: len(hand)]
        for seat, hand in enumerate(event.tehais)
    )
    return StartKyoku(tehais=tehais, **fields)


_OWN: Final[dict[type[Any], Callable[[Any, int], Event]]] = {
    Tsumo: _tsumo,
    StartKyoku: _start_kyoku,
}


def redact(event: Event, viewer: int) -> Event | None:
    """Return the event as `viewer` may know it; None if the viewer may know nothing of it."""
    kind = type(event)
    if kind in _WHOLE:
        return event
    own = _OWN.get(kind)
    if own is not None:
        return own(event, viewer)
    fields = OPEN.get(kind)
    if fields is None:
        return None
    redacted: Event = kind(**{name: getattr(event, name) for name in fields})
    return redacted
