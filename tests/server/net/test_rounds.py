"""Many appointments, one timer."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.net.rounds import Rounds
from tests.support.fake_clock import FakeClock

SLACK_S = 0.05


@given(
    st.lists(st.tuples(st.floats(0, 100), st.booleans()), max_size=30),
    st.lists(st.floats(0, 10), max_size=40),
)
def test_each_is_kept_once_in_time_unless_it_was_cancelled(
    wanted: list[tuple[float, bool]], steps: list[float]
) -> None:
    clock = FakeClock()
    rounds = Rounds(clock)
    began = clock.now()
    kept: dict[int, float] = {}

    def keep(number: int) -> None:
        assert number not in kept
        kept[number] = clock.now() - began

    made = [
        rounds.after(delay, partial(keep, number))
        for number, (delay, _cancelled) in enumerate(wanted)
    ]
    for appointment, (_delay, cancelled) in zip(made, wanted, strict=True):
        if cancelled:
            appointment.cancel()
    assert clock.waiting == min(1, len(wanted))
    for step in steps:
        clock.advance(step)
        assert clock.waiting <= 1
    passed = clock.now() - began
    for number, (delay, cancelled) in enumerate(wanted):
        if cancelled:
            assert number not in kept
        elif number in kept:
            # Sums of floats: a billionth of a second early is not early.
            assert delay - 1e-6 <= kept[number] <= delay + SLACK_S + 1e-6
        else:
            assert passed < delay + SLACK_S + 1e-6


def test_who_is_looked_at_may_ask_for_the_next_time_and_a_sooner_one_moves_the_timer() -> None:
    clock = FakeClock()
    rounds = Rounds(clock)
    looks: list[float] = []

    def look() -> None:
        looks.append(clock.now() - 1000)
        rounds.after(20, look)

    rounds.after(20, look)
    rounds.after(5, lambda: looks.append(clock.now() - 1000))
    clock.advance(45)
    assert looks == [5, 20, 40]
    rounds.close()
    assert clock.waiting == 0
    clock.advance(100)
    assert len(looks) == 3


def test_one_that_fails_takes_nobody_along(capsys: pytest.CaptureFixture[str]) -> None:
    clock = FakeClock()
    rounds = Rounds(clock)
    kept: list[int] = []

    def fail() -> None:
        raise RuntimeError("of this one")

    rounds.after(1, fail)
    rounds.after(1, lambda: kept.append(1))
    clock.advance(1)
    assert kept == [1]
