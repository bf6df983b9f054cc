"""The hanchan bench measures whole games; peers are a matter of the bench environment."""

from bench.hanchan import OURS, jantaku, run


def test_a_whole_hanchan_is_measured() -> None:
    results = run({OURS: jantaku()}, games=1, seed=3)
    assert results[OURS]["games_per_second"] > 0
    assert results[OURS]["rounds_per_game"] >= 1
    assert results[OURS]["rounds_per_second"] >= results[OURS]["games_per_second"]
