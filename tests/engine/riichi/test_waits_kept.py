"""What computing waits leaves behind in the state (riichi.md 8, 9)."""

from engine.core.tiles import IDS, KIND, mask_names
from engine.riichi import parse_rules
from engine.riichi.state import NOT_TENPAI, Seat, State
from engine.riichi.waiting import refresh, tenpai_discards
from tests.engine.riichi.dealt import ids


def seated(hand: str, distance: int = 1, **options: object) -> tuple[State, Seat]:
    state = State(parse_rules({"preset": "majsoul_friend_4p", **options}))
    seat = state.seats[0]
    seat.known = True
    seat.hand = sorted(ids(hand))
    for tile in seat.hand:
        seat.counts[KIND[tile]] += 1
    seat.distance = distance
    return state, seat


def test_looking_for_riichi_leaves_the_hand_alone() -> None:
    """R5.2: every discard is tried and taken back."""
    state, seat = seated("1111m234p567p78sE9s")
    before = bytes(seat.counts)
    assert mask_names(tenpai_discards(state, seat)) == ["1m"]
    assert bytes(seat.counts) == before


def test_a_hidden_hand_has_no_waits() -> None:
    state = State(parse_rules("majsoul_friend_4p"))
    seat = state.seats[1]
    refresh(state, seat)
    assert (seat.distance, seat.waits, seat.tenpai) == (NOT_TENPAI, 0, False)


def test_a_hand_tenpai_on_the_fifth_tile_may_be_asked_for_riichi() -> None:
    """R8.4: tenpai is tenpai; the distance says so, however far the hand seemed to be."""
    state, seat = seated("1111m234p567p789s", distance=3, karaten="tenpai")
    refresh(state, seat)
    assert seat.tenpai
    assert seat.distance == 0


def test_a_far_hand_is_not_looked_at_before_it_can_be_tenpai() -> None:
    """One exchange brings a hand one step nearer at most."""
    state, seat = seated("123m456789p22s34s", distance=2)
    refresh(state, seat)
    assert (seat.distance, seat.waits) == (1, 0)
    refresh(state, seat)
    assert mask_names(seat.waits) == ["2s", "5s"]
    assert seat.distance == 0


def test_lost_tenpai_is_forgotten() -> None:
    state, seat = seated("123m456789p22s34s")
    refresh(state, seat)
    seat.counts[KIND[IDS["3s"]]] -= 1
    seat.counts[KIND[IDS["E"]]] += 1
    seat.hand = sorted(ids("123m456789p224sE"))
    refresh(state, seat)
    assert (seat.waits, seat.tenpai) == (0, False)
    assert seat.distance > 0
