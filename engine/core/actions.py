"""Actions: what a seat may choose, in the mjai vocabulary.

Most are the event that they become; the three here have no event of the same shape.
"""

from typing import TypeAlias

import msgspec

from engine.core.events import Ankan, Chi, Dahai, Daiminkan, Kakan, Nukidora, Pon, Reach


class _Action(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Common shape: tagged by `type`."""


class DeclareHora(_Action, frozen=True, tag="hora"):
    """Win: ron on `target`'s tile, or tsumo when `target` is the actor."""

    actor: int
    target: int
    pai: str


class DeclareRyukyoku(_Action, frozen=True, tag="ryukyoku"):
    """Abort the round with nine kinds of terminals and honours."""

    actor: int


class Pass(_Action, frozen=True, tag="none"):
    """Let it go; also "play on" where stopping is offered."""


class Stop(_Action, frozen=True, tag="stop"):
    """End the game as the leading last dealer (`last_dealer_stop_*` = ask)."""


Action: TypeAlias = (
    Dahai
    | Reach
    | Chi
    | Pon
    | Daiminkan
    | Ankan
    | Kakan
    | Nukidora
    | DeclareHora
    | DeclareRyukyoku
    | Pass
    | Stop
)

PASS = Pass()
STOP = Stop()
