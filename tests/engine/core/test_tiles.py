import pytest

from engine.core.errors import BadTile
from engine.core.tiles import (
    HIDDEN,
    IDS,
    KIND,
    KIND_NAMES,
    NAMES,
    PLAIN,
    RED_FIVES,
    RED_OF_KIND,
    YAOCHUU,
    kinds_in,
    mask_names,
    tile_id,
)


def test_ids_are_in_hand_order_with_reds_right_after_plain() -> None:
    assert NAMES[:11] == ("1m", "2m", "3m", "4m", "5m", "5mr", "6m", "7m", "8m", "9m", "1p")
    assert NAMES[30:] == ("E", "S", "W", "N", "P", "F", "C", "?")
    assert len(NAMES) == HIDDEN + 1


def test_kinds_fold_red_and_plain_together() -> None:
    assert [KIND[IDS[name]] for name in ("1m", "5m", "5mr", "9s", "E", "C")] == [
        0,
        4,
        4,
        26,
        27,
        33,
    ]
    assert sorted(set(KIND)) == list(range(-1, 34))
    assert all(KIND[PLAIN[kind]] == kind for kind in range(34))
    assert tuple(RED_OF_KIND.values()) == RED_FIVES
    assert not set(PLAIN) & set(RED_FIVES)


def test_masks_name_their_kinds_in_hand_order() -> None:
    mask = 1 << 33 | 1 << 4 | 1 << 0
    assert kinds_in(mask) == [0, 4, 33]
    assert mask_names(mask) == ["1m", "5m", "C"]
    assert mask_names(YAOCHUU) == [name for name in KIND_NAMES if name[0] in "19" or len(name) == 1]


@pytest.mark.parametrize("name", ["", "0m", "5pr ", "?", "10m", "e", None, 5])
def test_a_wrong_name_is_refused_with_what_is_allowed(name: object) -> None:
    with pytest.raises(BadTile, match="allowed: 1m-9m"):
        tile_id(name)  # type: ignore[arg-type]
