"""What a robbed kan or north leaves behind (riichi.md 6, 15)."""

import pytest

from engine.core.events import Hora, Kakan, Nukidora
from engine.core.melds import KAKAN, PON, Meld
from engine.core.tiles import IDS, KIND
from engine.riichi import parse_rules
from engine.riichi.fold import fold
from engine.riichi.state import Seat, State

NORTH = IDS["N"]


def robbable(preset: str) -> tuple[State, Seat]:
    """Seat 1 has a pon of north and holds the fourth."""
    state = State(parse_rules(preset))
    seat = state.seats[1]
    seat.known = True
    seat.menzen = False
    seat.melds = [Meld(PON, KIND[NORTH], (NORTH,) * 3, 0)]
    seat.meld_events = [Kakan(1, "N", ("N",) * 3)]
    seat.hand = sorted([NORTH, *(IDS[name] for name in ("1p", "3p", "5p", "7p", "9p", "E"))])
    seat.drawn = IDS["W"]
    for tile in (*seat.hand, seat.drawn):
        seat.counts[KIND[tile]] += 1
    return state, seat


def rob(state: State) -> None:
    even = (0,) * state.players
    fold(
        state,
        Hora(
            actor=2, target=1, pai="N", hora_tehais=(), ura_markers=(), yaku=(),
            han=1, fu=30, yakuman=0, points=0, deltas=even, scores=even,
        ),
    )  # fmt: skip


def test_a_robbed_north_is_not_counted_beside_a_pon_of_norths() -> None:
    """R15.13."""
    state, seat = robbable("majsoul_3p")
    fold(state, Nukidora(1, "N"))
    assert seat.nukidora == 1
    rob(state)
    assert seat.nukidora == 0
    assert [meld.type for meld in seat.melds] == [PON]


@pytest.mark.parametrize("preset", ["majsoul_3p", "majsoul_ranked_4p"])
def test_a_robbed_kan_is_the_pon_it_was(preset: str) -> None:
    """R7.15."""
    state, seat = robbable(preset)
    fold(state, Kakan(1, "N", ("N",) * 3))
    assert [meld.type for meld in seat.melds] == [KAKAN]
    rob(state)
    assert [meld.type for meld in seat.melds] == [PON]
    assert (seat.nukidora, seat.kans, state.pending_dora) == (0, 0, 0)
