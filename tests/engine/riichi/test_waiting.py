"""Waits, the option `karaten` and riichi declarations (riichi.md 4.4, 8, 9)."""

import pytest

from engine.core.melds import CHI, PON, Meld
from engine.core.tiles import IDS, KIND, mask_names
from engine.riichi import parse_rules
from engine.riichi.declaration import ankan_allowed, riichi_discards
from engine.riichi.state import Seat, State
from engine.riichi.waiting import is_tenpai, owned_by, refresh, tenpai_discards


def tiles(text: str) -> list[int]:
    """`123m55p` -> ids; red fives as 0, honours as E S W N P F C."""
    out: list[int] = []
    ranks = ""
    for char in text:
        if char in "mps":
            out += [IDS[f"5{char}r" if rank == "0" else rank + char] for rank in ranks]
            ranks = ""
        elif char.isdigit():
            ranks += char
        else:
            out.append(IDS[char])
    return out


def seated(
    hand: str, drawn: str = "", melds: tuple[Meld, ...] = (), **rules: object
) -> tuple[State, Seat]:
    state = State(parse_rules({"preset": "majsoul_ranked_4p", **rules}))
    state.live = 40
    seat = state.seats[1]
    seat.known = True
    seat.hand = sorted(tiles(hand))
    for tile in seat.hand:
        seat.counts[KIND[tile]] += 1
    seat.melds = list(melds)
    seat.menzen = not melds
    seat.distance = 1
    refresh(state, seat)
    if drawn:
        seat.drawn = tiles(drawn)[0]
        seat.counts[KIND[seat.drawn]] += 1
    return state, seat


def test_waits_are_found_and_forgotten() -> None:
    """R6.2."""
    state, seat = seated("123m456789p22s34s")
    assert mask_names(seat.waits) == ["2s", "5s"]
    assert seat.tenpai
    assert state.watched == seat.waits
    noten = seated("159m159p159sESWN")[1]
    assert noten.waits == 0
    assert not noten.tenpai
    assert noten.distance > 0


PON_5P = Meld(PON, KIND[IDS["5p"]], tuple(tiles("555p")), 0)


@pytest.mark.parametrize(
    ("hand", "melds", "by_rule"),
    [
        # All four wait tiles concealed.
        ("1111m234p567p789s", (), {"void_if_all_concealed": False, "tenpai": True}),
        # One concealed, three in a pon.
        ("5p123m123s789s", (PON_5P,), {"void_if_all_concealed": True, "tenpai": True}),
    ],
)
def test_karaten(hand: str, melds: tuple[Meld, ...], by_rule: dict[str, bool]) -> None:
    """R8.4."""
    for rule, expected in {**by_rule, "void_if_all_owned": False}.items():
        seat = seated(hand, melds=melds, karaten=rule)[1]
        assert seat.tenpai is expected, rule
        assert seat.waits == 0


@pytest.mark.parametrize(("rule", "tenpai"), [("tenpai", True), ("void_if_all_owned", False)])
def test_a_wait_on_the_fifth_tile_alone_is_found_after_an_exchange(rule: str, tenpai: bool) -> None:
    """The lower bound of the distance knows nothing of it (R8.4)."""
    state, seat = seated("1111m234p567p78sE", drawn="9s", karaten=rule)
    seat.distance = 2
    seat.hand.remove(IDS["E"])
    seat.counts[KIND[IDS["E"]]] -= 1
    seat.hand.append(seat.drawn)
    refresh(state, seat)
    assert seat.tenpai is tenpai


def test_a_dead_wait_beside_a_live_one_is_dropped() -> None:
    """R6.2."""
    chi = Meld(CHI, KIND[IDS["3p"]], tuple(tiles("345p")), 0)
    pon = Meld(PON, KIND[IDS["3p"]], tuple(tiles("333p")), 0)
    seat = seated("45p11s789s", melds=(chi, pon))[1]
    assert mask_names(owned_by(seat)) == ["3p"]
    assert mask_names(seat.waits) == ["6p"]


def test_is_tenpai_says_no_without_a_shape() -> None:
    for rule in ("void_if_all_owned", "void_if_all_concealed", "tenpai"):
        assert not is_tenpai(rule, 0, 0, bytearray(34))


def test_two_way_declaration() -> None:
    """Case C052: exactly 3m and 8m may be the riichi tile (R5.2)."""
    state, seat = seated("3578899m234789p", drawn="6m")
    assert mask_names(riichi_discards(state, seat)) == ["3m", "8m"]


def test_discards_that_keep_only_a_dead_wait_do_not_count() -> None:
    """R5.2."""
    state, seat = seated("1111m234p567p78sE", drawn="9s")
    assert mask_names(tenpai_discards(state, seat)) == ["1m"]


def test_riichi_on_a_fifth_tile_alone_where_it_is_tenpai() -> None:
    """Two tiles short of any other wait before the draw (R5.2, R8.4)."""
    state, seat = seated("3333m666p68sEEEE", drawn="7s", karaten="tenpai")
    assert seat.distance == 2
    assert mask_names(riichi_discards(state, seat)) == ["3m", "E"]
    state, seat = seated("3333m666p68sEEEE", drawn="7s")
    assert riichi_discards(state, seat) == 0


@pytest.mark.parametrize(("name", "value"), [("live", 3), ("scores", (25000, 900, 25000, 25000))])
def test_what_forbids_riichi(name: str, value: object) -> None:
    """R5.3, R5.4."""
    state, seat = seated("123m456789p22s34s", drawn="E")
    assert riichi_discards(state, seat)
    setattr(state, name, value)
    assert riichi_discards(state, seat) == 0


def test_riichi_without_points_where_the_rules_allow_it() -> None:
    """R5.4."""
    state, seat = seated("123m456789p22s34s", drawn="E", riichi_requires_points=False)
    state.scores = (25000, 0, 25000, 25000)
    assert riichi_discards(state, seat)


def test_an_open_or_declared_hand_cannot_declare() -> None:
    """R5.1."""
    state, seat = seated("123m456789p22s34s", drawn="E")
    seat.menzen = False
    assert riichi_discards(state, seat) == 0
    seat.menzen, seat.riichi = True, True
    assert riichi_discards(state, seat) == 0


@pytest.mark.parametrize(
    ("hand", "drawn", "strict", "waits_only"),
    [
        ("12345m567s11Z222Z", "2Z", True, True),  # C054
        ("111222333m11p79s", "1m", False, True),  # C056: also three runs
        ("1113444p222Z", "1p", False, True),  # C057a
        ("1113444p222Z", "4p", False, False),  # C057b
        ("1113444p222Z", "2Z", True, True),  # C057c
        ("123m45699p67888s", "8s", False, False),  # the drawn tile is a wait itself
        ("2233445567888s", "8s", False, False),  # the same in one suit
    ],
)
def test_closed_kans_in_riichi(hand: str, drawn: str, strict: bool, waits_only: bool) -> None:
    """R5.15 to R5.17."""

    def spelled(text: str) -> str:
        return text.replace("11Z", "EE").replace("222Z", "SSS").replace("2Z", "S")

    kan = Meld("ankan", KIND[IDS["9s"]], tuple(tiles("9999s")), 1)
    melds = (kan,) if hand.startswith("1113444p") else ()
    for rule, expected in (
        ("strict_shape", strict),
        ("waits_only", waits_only),
        ("forbidden", False),
    ):
        state, seat = seated(spelled(hand), spelled(drawn), melds=melds, riichi_ankan_rule=rule)
        assert ankan_allowed(state, seat, KIND[seat.drawn]) is expected, rule
