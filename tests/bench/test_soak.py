"""What the soak concludes from its samples."""

import pytest

from bench.soak import Sample, slope


def test_memory_that_grows_evenly() -> None:
    samples = [Sample(float(at), 100 + 0.5 * at) for at in range(10)]
    assert slope(samples) == pytest.approx(0.5)


def test_memory_that_moves_up_and_down_does_not_grow() -> None:
    samples = [Sample(float(at), 100 + (3 if at in (2, 7) else -3)) for at in range(10)]
    assert slope(samples) == pytest.approx(0.0)


def test_one_look_shows_no_growth() -> None:
    assert slope([Sample(5.0, 100.0)]) == 0.0
