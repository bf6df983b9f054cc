"""Events: what happened, in the mjai vocabulary (formats.md).

Every event is frozen. Those that are also actions (`Dahai`, the calls, the kans, `Nukidora`,
`Reach`) are offered as options in the same shape. Fields that are absent on the wire are None
or False here.
"""

from typing import Any, TypeAlias

import msgspec


class _Event(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Common shape: tagged by `type`, defaults left out on the wire."""


class StartGame(_Event, frozen=True, tag="start_game"):
    """A game begins; `rules` is the full rule object, `names` by seat."""

    names: tuple[str, ...]
    rules: dict[str, Any]
    wall_algorithm: str | None = None


class StartKyoku(_Event, frozen=True, tag="start_kyoku"):
    """A round is dealt. `tehais` holds 13 tiles a seat, `live` only where it is not the usual."""

    bakaze: str
    kyoku: int
    honba: int
    kyotaku: int
    oya: int
    scores: tuple[int, ...]
    dora_marker: str
    tehais: tuple[tuple[str, ...], ...]
    wall_hash: str | None = None
    live: int | None = None


class Tsumo(_Event, frozen=True, tag="tsumo"):
    """A seat draws; `rinshan` for a replacement tile."""

    actor: int
    pai: str
    rinshan: bool = False


class Dahai(_Event, frozen=True, tag="dahai"):
    """A seat discards."""

    actor: int
    pai: str
    tsumogiri: bool


class Chi(_Event, frozen=True, tag="chi"):
    """A sequence called from the left neighbour."""

    actor: int
    target: int
    pai: str
    consumed: tuple[str, ...]


class Pon(_Event, frozen=True, tag="pon"):
    """A triplet called from anyone."""

    actor: int
    target: int
    pai: str
    consumed: tuple[str, ...]


class Daiminkan(_Event, frozen=True, tag="daiminkan"):
    """An open kan called from anyone."""

    actor: int
    target: int
    pai: str
    consumed: tuple[str, ...]


class Ankan(_Event, frozen=True, tag="ankan"):
    """A concealed kan."""

    actor: int
    consumed: tuple[str, ...]


class Kakan(_Event, frozen=True, tag="kakan"):
    """The fourth tile added to one's own pon; `consumed` is the pon."""

    actor: int
    pai: str
    consumed: tuple[str, ...]


class Nukidora(_Event, frozen=True, tag="nukidora"):
    """A north set aside (three players)."""

    actor: int
    pai: str


class Dora(_Event, frozen=True, tag="dora"):
    """A further dora indicator is turned."""

    dora_marker: str


class Reach(_Event, frozen=True, tag="reach"):
    """Riichi is declared.

    As an option it carries the declaration tile (`pai`, `tsumogiri`); as an event it does not,
    the `Dahai` follows.
    """

    actor: int
    pai: str | None = None
    tsumogiri: bool | None = None
    open: bool = False


class ReachAccepted(_Event, frozen=True, tag="reach_accepted"):
    """The declaration tile was not ronned: the deposit is paid. `tehai` for open riichi only."""

    actor: int
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    tehai: tuple[str, ...] | None = None


class Hora(_Event, frozen=True, tag="hora"):
    """A win; `points` without honba and sticks, `deltas` with them."""

    actor: int
    target: int
    pai: str
    hora_tehais: tuple[str, ...]
    ura_markers: tuple[str, ...]
    yaku: tuple[tuple[str, int], ...]
    han: int
    fu: int
    # Not a default: the wire always carries it.
    yakuman: int
    points: int
    deltas: tuple[int, ...]
    scores: tuple[int, ...]


class Ryukyoku(_Event, frozen=True, tag="ryukyoku"):
    """A drawn round; `tehais` None for a seat that does not show."""

    reason: str
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    actor: int | None = None
    tehais: tuple[tuple[str, ...] | None, ...] | None = None
    tenpais: tuple[bool, ...] | None = None


class EndKyoku(_Event, frozen=True, tag="end_kyoku"):
    """A round has ended; salt and wall are for the record only."""

    salt: str | None = None
    wall: tuple[str, ...] | None = None


class Proof(msgspec.Struct, frozen=True):
    """Salt and wall of one round: SHA-256 of `salt|tile,tile,...` is its `wall_hash`."""

    salt: str
    wall: tuple[str, ...]


class EndGame(_Event, frozen=True, tag="end_game"):
    """The result; `ranks` 1 = first, `points` with uma and oka, both by seat."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[float, ...]
    proofs: tuple[Proof, ...] | None = None


Event: TypeAlias = (
    StartGame
    | StartKyoku
    | Tsumo
    | Dahai
    | Chi
    | Pon
    | Daiminkan
    | Ankan
    | Kakan
    | Nukidora
    | Dora
    | Reach
    | ReachAccepted
    | Hora
    | Ryukyoku
    | EndKyoku
    | EndGame
)
