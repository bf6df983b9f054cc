"""How long people have waited, as it is guessed for others; and how pauses from the queue grow."""

from hypothesis import given
from hypothesis import strategies as st

from server.ranked.line import REMEMBERED, STALE_S, Line, Pool
from server.ranked.pauses import after_leaving, counting, seconds_left
from server.ranked.tables import load
from server.store.standings import KeptPenalty

POOL = Pool("4p_east", 0)
PAUSES = load().pauses


def test_an_estimate_is_the_middle_of_what_people_waited_lately() -> None:
    line = Line()
    assert line.estimate_s(POOL, 0) is None
    for waited in (10, 20, 300):
        line.served(POOL, waited, 100)
    assert line.estimate_s(POOL, 100) == 20
    assert line.estimate_s(Pool("4p_east", 1), 100) is None
    assert line.estimate_s(POOL, 100 + STALE_S - 1) == 20
    assert line.estimate_s(POOL, 100 + STALE_S) is None


def test_newer_waits_take_the_place_of_older_ones() -> None:
    line = Line()
    for _ in range(REMEMBERED):
        line.served(POOL, 500, 0)
    for _ in range(REMEMBERED):
        line.served(POOL, 5, 0)
    assert line.estimate_s(POOL, 0) == 5
    # A clock that was set back makes no negative wait.
    line.served(POOL, -50, 0)
    assert line.estimate_s(POOL, 0) == 5


def test_pauses_grow_with_each_time_and_stay_at_the_longest() -> None:
    penalty = None
    lengths = []
    now = 1000.0
    for _ in range(len(PAUSES.steps) + 2):
        penalty = after_leaving(PAUSES, penalty, now)
        lengths.append(penalty.until - now)
        now = penalty.until
    assert lengths == [*PAUSES.steps, PAUSES.steps[-1], PAUSES.steps[-1]]


def test_one_time_is_forgiven_after_a_while() -> None:
    penalty = KeptPenalty(3, 0, 1000)
    forgiven = 1000 + PAUSES.forgive_s
    assert counting(PAUSES, penalty, forgiven - 1) == 3
    assert counting(PAUSES, penalty, forgiven) == 2
    assert counting(PAUSES, penalty, 1000 + 10 * PAUSES.forgive_s) == 0
    assert after_leaving(PAUSES, penalty, 1000 + 10 * PAUSES.forgive_s).count == 1


@given(st.integers(0, 20), st.floats(0, 1e9), st.floats(0, 1e9))
def test_a_pause_is_over_when_its_time_is(count: int, last: float, later: float) -> None:
    penalty = after_leaving(PAUSES, KeptPenalty(count, 0, last), last + later)
    left = seconds_left(penalty, last + later)
    assert 0 < left <= PAUSES.steps[-1]
    assert seconds_left(penalty, penalty.until) == 0
    assert seconds_left(penalty, penalty.until - 0.5) == 1
    assert seconds_left(None, last) == 0
