"""How the players of random rounds choose, and the walls that go with it."""

import random
from typing import Final

import msgspec

from engine.analysis import keeping
from engine.core.actions import Action, DeclareHora, DeclareRyukyoku
from engine.core.decision import Ask
from engine.core.events import Ankan, Chi, Dahai, Daiminkan, Kakan, Nukidora, Pon, Reach
from engine.core.tiles import HIDDEN, IDS, KIND, YAOCHUU
from engine.riichi.state import Seat, State
from tests.differential import deals

_WINDS: Final = 0b1111 << 27
_HONOURS: Final = range(27, 34)


class Temper(msgspec.Struct, frozen=True):
    """How a game's players choose: how often by mere chance, and how keen they are on what.

    `follow` is how often they discard the kind that was discarded last (a wind first), `outside`
    how often terminals and single honours before anything else (honours that they hold twice are
    kept then); otherwise they keep what brings them on.
    """

    random: float = 0.05
    win: float = 0.9
    riichi: float = 0.9
    kan: float = 0.9
    call: float = 0.3
    kyuushu: float = 0.3
    follow: float = 0.0
    outside: float = 0.0


class Scene(msgspec.Struct, frozen=True):
    """A temper, and walls that lead to what would hardly happen by chance."""

    temper: Temper
    leanings: tuple[deals.Leaning, ...] = ()


SCENES: Final = (
    Scene(Temper(random=1.0)),
    Scene(Temper(random=1.0)),
    Scene(Temper(random=0.2)),
    Scene(Temper(random=0.2)),
    Scene(Temper(win=0.7, call=0.05)),
    Scene(Temper(win=0.7, call=0.05)),
    Scene(Temper(riichi=0.5, call=0.7)),
    Scene(Temper(riichi=0.5, call=0.7)),
    Scene(Temper(win=0.3, kan=0.95, call=0.4)),
    Scene(Temper(win=0.3, kan=0.95, call=0.4)),
    # Nagashi mangan.
    Scene(Temper(riichi=0.0, kan=0.1, call=0.0, outside=0.95)),
    # Several rons on one tile, robbed kans and norths.
    Scene(
        Temper(random=0.0, win=0.8, riichi=0.3, call=0.0, kyuushu=0.0, outside=0.2),
        (deals.thirteen,) * 4,
    ),
    # Four winds.
    Scene(Temper(random=0.0, win=0.1, riichi=0.0, kyuushu=0.0, follow=0.9), (deals.thirteen,) * 4),
    # Liability.
    Scene(
        Temper(random=0.0, win=0.5, riichi=0.0, kan=0.0, call=0.8, kyuushu=0.0, outside=0.8),
        (deals.dragon_pairs, *(deals.thirteen,) * 3),
    ),
    Scene(
        Temper(random=0.0, win=0.5, riichi=0.0, kan=0.0, call=0.8, kyuushu=0.0, outside=0.8),
        (deals.thirteen, deals.wind_pairs, *(deals.thirteen,) * 2),
    ),
    # Kans, of several and of one.
    Scene(Temper(random=0.0, win=0.2, riichi=0.3, kan=1.0, call=0.9), (deals.sets,) * 4),
    Scene(
        Temper(random=0.0, win=0.15, riichi=0.0, kan=1.0, call=0.2),
        (deals.sets, *(deals.anything,) * 3),
    ),
    # One suit, and terminals only.
    Scene(
        Temper(win=0.6, kan=0.2, call=0.2),
        (deals.gates, deals.anything, deals.terminals, deals.anything),
    ),
)


def pick(state: State, number: int, ask: Ask, temper: Temper, chance: random.Random) -> int:
    """Choose an option of a seat; every option has its chance under most tempers."""
    options = ask.options
    if chance.random() < temper.random:
        return chance.randrange(len(options))
    for kinds, keenness in (
        ((DeclareHora,), temper.win),
        ((Reach,), temper.riichi),
        ((Ankan, Kakan, Daiminkan, Nukidora), temper.kan),
        ((Chi, Pon), temper.call),
        ((DeclareRyukyoku,), temper.kyuushu),
    ):
        wanted = [index for index, option in enumerate(options) if isinstance(option, kinds)]
        if wanted and chance.random() < keenness:
            return chance.choice(wanted)
    if not isinstance(options[ask.default], Dahai):
        return ask.default
    return _discard(state, state.seats[number], ask, temper, chance)


def _discard(state: State, seat: Seat, ask: Ask, temper: Temper, chance: random.Random) -> int:
    useless = keeping(seat.counts, sanma=state.players == 3)[1]
    wanted = [useless]
    if temper.outside:
        unpaired = ~sum(1 << kind for kind in _HONOURS if seat.counts[kind] > 1)
        wanted = [useless & unpaired, unpaired]
        if chance.random() < temper.outside:
            wanted.insert(0, YAOCHUU & unpaired)
    elif chance.random() < temper.follow:
        wanted = [_WINDS if state.tile == HIDDEN else 1 << KIND[state.tile]]
    for kinds in wanted:
        fitting = [index for index, option in enumerate(ask.options) if _discards(option, kinds)]
        if fitting:
            return chance.choice(fitting)
    return ask.default


def _discards(option: Action, kinds: int) -> bool:
    return isinstance(option, Dahai) and bool(kinds >> KIND[IDS[option.pai]] & 1)
