"""Kinds of which a seat holds all four tiles itself (riichi.md 4.4 `karaten`, 9)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.core.melds import ANKAN, CHI, DAIMINKAN, KAKAN, PON, Meld
from engine.core.tiles import IDS, KIND, KINDS, PLAIN, kinds_in, mask_names
from engine.riichi import parse_rules
from engine.riichi.state import Seat, State
from engine.riichi.waiting import four_of, owned_by, refresh
from tests.engine.riichi.dealt import ids


def run(low: int) -> Meld:
    return Meld(CHI, low, tuple(PLAIN[low + step] for step in range(3)), 0)


def alike(word: str, kind: int) -> Meld:
    return Meld(word, kind, (PLAIN[kind],) * (3 if word == PON else 4), 0)


RUNS = st.sampled_from([kind for kind in range(27) if kind % 9 < 7]).map(run)
SETS = st.builds(alike, st.sampled_from([PON, DAIMINKAN, ANKAN, KAKAN]), st.integers(0, KINDS - 1))


@given(st.data())
def test_four_of_a_kind_in_hand_and_melds_together(data: st.DataObject) -> None:
    """R6.2: few kinds, so that hand and melds meet."""
    near = data.draw(st.integers(0, 5))
    few = st.lists(RUNS | SETS, max_size=4).map(
        lambda melds: [meld for meld in melds if near <= meld.kind % 9 <= near + 3]
    )
    melds: list[Meld] = []
    held: Counter[int] = Counter()
    for meld in data.draw(few):
        more = held + Counter(KIND[tile] for tile in meld.tiles)
        if max(more.values()) <= 4:
            held = more
            melds.append(meld)
    seat = Seat(0)
    seat.melds = melds
    for kind in [*data.draw(st.lists(st.integers(0, KINDS - 1), max_size=20)), *held]:
        if held[kind] < 4 and seat.counts[kind] < 4:
            held[kind] += 1
            seat.counts[kind] += 1
    assert set(kinds_in(owned_by(seat))) == {kind for kind, count in held.items() if count == 4}
    assert set(kinds_in(four_of(seat.counts))) == {
        kind for kind in range(KINDS) if seat.counts[kind] == 4
    }


def test_a_wait_for_tiles_of_the_own_kan_is_none() -> None:
    """R6.2."""
    state = State(parse_rules("majsoul_friend_4p"))
    seat = state.seats[0]
    seat.known = True
    seat.melds = [alike(ANKAN, KIND[IDS["5p"]])]
    seat.hand = sorted(ids("46p123m789sEE"))
    for tile in seat.hand:
        seat.counts[KIND[tile]] += 1
    seat.distance = 1
    refresh(state, seat)
    assert mask_names(owned_by(seat)) == ["5p"]
    assert seat.waits == 0
    assert not seat.tenpai
