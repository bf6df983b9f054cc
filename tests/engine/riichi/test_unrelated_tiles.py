"""Juusan puutaa: a pair and twelve tiles without any connection (riichi.md 11)."""

import pytest

from engine.core.tiles import KINDS
from engine.riichi.yaku.pairs import is_juusan_puutaa

APART = (0, 3, 6)
HONOURS = range(27, 34)


def hand(kinds: list[int], pair: int) -> bytes:
    counts = bytearray(KINDS)
    for kind in kinds:
        counts[kind] = 1
    counts[pair] = 2
    return bytes(counts)


def beside(suit: int, ranks: tuple[int, ...]) -> list[int]:
    """These ranks in one suit, three tiles apart in the others, honours up to 13 kinds."""
    others = [9 * other + rank for other in range(3) if other != suit for rank in APART]
    kinds = [9 * suit + rank for rank in ranks] + others
    return kinds + [*HONOURS][: 13 - len(kinds)]


@pytest.mark.parametrize("suit", range(3))
@pytest.mark.parametrize("one", range(9))
def test_two_of_a_suit(suit: int, one: int) -> None:
    """R10.20: tiles less than three ranks apart are connected."""
    for two in range(one + 1, 9):
        kinds = beside(suit, (one, two))
        assert is_juusan_puutaa(hand(kinds, 30)) is (two - one > 2)


def test_the_end_of_a_suit_has_nothing_to_do_with_the_next() -> None:
    kinds = [2, 5, 8, 9, 12, 15, 18, 21, 24, 27, 28, 29, 30]
    assert is_juusan_puutaa(hand(kinds, 8))
    assert is_juusan_puutaa(hand(kinds, 9))
    kinds = [0, 3, 6, 11, 14, 17, 18, 21, 24, 27, 28, 29, 30]
    assert is_juusan_puutaa(hand(kinds, 17))


def test_just_one_pair() -> None:
    kinds = beside(0, APART)
    assert is_juusan_puutaa(hand(kinds, 0))
    assert not is_juusan_puutaa(hand(kinds[:-1], 0))
    two_pairs = bytearray(hand(kinds[:-1], 0))
    two_pairs[3] = 2
    assert not is_juusan_puutaa(bytes(two_pairs))
    triplet = bytearray(hand(kinds[:-1], 0))
    triplet[0] = 3
    assert not is_juusan_puutaa(bytes(triplet))
