"""The native library and the tables give the same answers."""

import random

import pytest

from engine.analysis import NATIVE, TABLES, Analysis, Backend
from engine.core.tiles import KINDS
from tests.engine.analysis.hands import hand, random_hand

SIZES = (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)


@pytest.fixture
def native() -> Backend:
    if NATIVE is None:
        pytest.skip("xiangting is not installed")
    return NATIVE


@pytest.mark.parametrize("sanma", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_backends_agree(native: Backend, size: int, sanma: bool) -> None:
    source = random.Random(f"{size} {sanma}")
    players = native.three if sanma else native.four
    for _ in range(150):
        counts = random_hand(source, size, sanma)
        note = counts.hex()
        assert TABLES.replacement(counts, sanma) == native.replacement(counts, players), note
        assert TABLES.necessary(counts, sanma) == native.necessary(counts, players), note
        assert TABLES.unnecessary(counts, sanma) == native.unnecessary(counts, players), note


@pytest.mark.full
def test_backends_agree_at_length(native: Backend) -> None:
    source = random.Random(2024)
    for _ in range(30_000):
        sanma = source.random() < 0.3
        counts = random_hand(source, source.choice(SIZES), sanma)
        players = native.three if sanma else native.four
        assert TABLES.necessary(counts, sanma) == native.necessary(counts, players), counts.hex()
        assert TABLES.unnecessary(counts, sanma) == native.unnecessary(counts, players)


def test_native_takes_a_bytearray(native: Backend) -> None:
    counts = hand("123456789m1122z")
    assert native.necessary(counts, native.four) == native.necessary(
        list(counts),  # type: ignore[arg-type]
        native.four,
    )
    assert counts == hand("123456789m1122z")


def test_answers_are_the_same_without_the_library(native: Backend) -> None:
    source = random.Random(7)
    ours, theirs = Analysis(TABLES), Analysis(native)
    for _ in range(200):
        counts = random_hand(source, 13, sanma=False)
        assert ours.waits(counts) == theirs.waits(counts)
        assert ours.ukeire(counts, counts) == theirs.ukeire(counts, counts)
        counts = random_hand(source, 14, sanma=False)
        assert ours.discards_keeping(counts) == theirs.discards_keeping(counts)


@pytest.mark.parametrize(
    "counts",
    [bytearray(KINDS), hand("123m"), hand("11111m22m"), hand("123456789m123456p"), bytearray(33)],
)
def test_what_is_not_a_hand_is_refused(counts: bytearray) -> None:
    with pytest.raises(ValueError, match="tiles"):
        TABLES.replacement(counts, False)


def test_tiles_that_three_players_do_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="three players"):
        TABLES.replacement(hand("2m"), True)
