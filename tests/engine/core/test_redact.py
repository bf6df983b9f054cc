import typing

import msgspec
import pytest

from engine.core import events as ev
from engine.core.redact import OPEN, redact
from engine.core.viewer import FULL, PUBLIC

HANDS = (("1m",) * 13, ("2m",) * 13, ("3m",) * 13, ("4m",) * 13)
START = ev.StartKyoku("E", 1, 0, 0, 0, (25000,) * 4, "5p", HANDS, wall_hash="ab")


def test_every_event_is_named_and_every_named_field_exists() -> None:
    assert set(OPEN) == set(typing.get_args(ev.Event))
    for kind, fields in OPEN.items():
        assert set(fields) <= set(kind.__struct_fields__)


def test_only_these_fields_are_hidden() -> None:
    hidden = {
        (kind.__name__, field)
        for kind, fields in OPEN.items()
        for field in set(kind.__struct_fields__) - set(fields)
    }
    assert hidden == {
        ("StartKyoku", "tehais"),
        ("Tsumo", "pai"),
        ("EndKyoku", "salt"),
        ("EndKyoku", "wall"),
    }


def test_an_event_that_is_not_named_is_hidden_whole() -> None:
    class Whisper(msgspec.Struct, frozen=True):
        secret: str = "5mr"

    assert redact(Whisper(), 0) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, PUBLIC])
def test_a_deal_shows_the_own_hand_only(viewer: int) -> None:
    seen = redact(START, viewer)
    assert isinstance(seen, ev.StartKyoku)
    for seat, hand in enumerate(seen.tehais):
        assert hand == (HANDS[seat] if seat == viewer else ("?",) * 13)
    assert seen.wall_hash == "ab"


def test_a_draw_shows_its_tile_to_the_drawer_only() -> None:
    draw = ev.Tsumo(2, "5sr", rinshan=True)
    assert redact(draw, 2) == redact(draw, FULL) == draw
    assert redact(draw, 0) == redact(draw, PUBLIC) == ev.Tsumo(2, "?", rinshan=True)


def test_the_wall_stays_hidden_from_everybody_until_the_game_ends() -> None:
    proof = ev.Proof("00", ("1m",))
    for viewer in (0, 3, PUBLIC, FULL):
        assert redact(ev.EndKyoku("00", ("1m",)), viewer) == ev.EndKyoku()
        end = ev.EndGame((25000,) * 4, (1, 2, 3, 4), (0.0,) * 4, (proof,))
        assert redact(end, viewer) is end
