import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import WallExhausted
from engine.core.tiles import HIDDEN, NAMES
from engine.core.wall import SeededWalls, Wall, shuffled, wall_hash
from engine.riichi import parse_rules
from engine.riichi.given_wall import GivenWalls, given_wall
from engine.riichi.tileset import tiles_of

TILES = tiles_of(parse_rules("majsoul_ranked_4p"))
SANMA = tiles_of(parse_rules("majsoul_3p"))


def test_the_deal_goes_four_four_four_one_from_the_dealer() -> None:
    """R2.5."""
    wall = Wall(list(range(136)), 4)
    hands = wall.hands(4, oya=2)
    assert hands[2] == [*range(4), *range(16, 20), *range(32, 36), 48]
    assert hands[1] == [*range(12, 16), *range(28, 32), *range(44, 48), 51]
    assert wall.draw(4, 0) == 52
    assert wall.live(4) == 70


def test_dead_wall_places_with_four_players() -> None:
    """riichi.md 5.2: counted from the end, 1 = last (R2.8, R2.9)."""
    wall = Wall(list(range(136)), 4)
    from_end = [136 - wall.replacement(number) for number in range(4)]
    assert from_end == [1, 2, 3, 4]
    assert [136 - wall.indicator(number) for number in range(5)] == [5, 7, 9, 11, 13]
    assert [136 - wall.ura(number) for number in range(5)] == [6, 8, 10, 12, 14]
    with pytest.raises(WallExhausted):
        wall.replacement(4)


def test_dead_wall_places_with_three_players() -> None:
    """R2.8, R2.9."""
    wall = Wall(list(range(108)), 8)
    assert wall.live(3) == 55
    assert [108 - wall.replacement(number) for number in (0, 7)] == [1, 8]
    assert [108 - wall.indicator(number) for number in (0, 4)] == [9, 17]


@given(st.binary(min_size=1, max_size=40))
def test_a_shuffle_keeps_the_tiles_and_follows_from_its_seed(seed: bytes) -> None:
    """R2.1, R2.4."""
    order = shuffled(TILES, seed)
    assert Counter(order) == Counter(TILES)
    assert order == shuffled(TILES[::-1], seed)


def test_the_shuffle_never_changes_within_its_version() -> None:
    """A record names `shake256-fisher-yates/1`; another order would need another name."""
    names = ",".join(NAMES[tile] for tile in shuffled(TILES, b"jantaku"))
    assert hashlib.sha256(names.encode()).hexdigest()[:16] == "c9d47645355bc805"


def test_places_of_a_shuffle_are_even() -> None:
    """Each of 136 places gets the lowest tile about equally often (chi-squared, 135 degrees)."""
    tiles = list(range(136))
    rounds = 6800
    hits = Counter(shuffled(tiles, number.to_bytes(4, "big")).index(0) for number in range(rounds))
    expected = rounds / 136
    statistic = sum((hits[place] - expected) ** 2 / expected for place in range(136))
    assert statistic < 200  # p < 0.0003, and the seeds are fixed


def test_a_commitment_is_the_hash_of_salt_and_names() -> None:
    wall = SeededWalls(b"seed").wall(0, SANMA, 8)
    assert wall.salt is not None
    assert len(wall.salt) == 32
    assert wall.commitment() == wall_hash(wall.salt, wall.names())
    text = f"{wall.salt}|{','.join(wall.names())}"
    assert wall.commitment() == hashlib.sha256(text.encode()).hexdigest()
    assert Wall((), 4).commitment() is None


def test_rounds_of_a_seed_differ() -> None:
    walls = SeededWalls(b"seed")
    first, second = (walls.wall(number, TILES, 4) for number in (0, 1))
    assert first.order != second.order
    assert first.salt != second.salt
    assert first.order == SeededWalls(b"seed").wall(0, TILES, 4).order


def test_a_given_wall_holds_what_is_known_and_nothing_else() -> None:
    hands = [[seat] * 13 for seat in range(4)]
    wall = given_wall(4, 1, hands, draws=[30, 31], rinshan=[32], indicators=[33, 34], uras=[35])
    assert wall.hands(4, 1) == hands
    assert [wall.draw(4, 0), wall.draw(4, 1), wall.replacement(0)] == [30, 31, 32]
    assert [wall.indicator(0), wall.indicator(1), wall.ura(0)] == [33, 34, 35]
    with pytest.raises(WallExhausted, match="not known"):
        wall.draw(4, 2)
    with pytest.raises(WallExhausted, match="not known"):
        wall.replacement(1)
    with pytest.raises(WallExhausted, match="not known"):
        wall.ura(1)
    assert given_wall(4, 0, hands, live=7).live(4) == 7
    assert set(GivenWalls([wall]).wall(1, TILES, 4).order) == {HIDDEN}
