from hypothesis import given
from hypothesis import strategies as st

from server.table.timebank import TimeBank

AMOUNT = st.integers(0, 600_000)
WAITS = st.lists(st.floats(0, 700, allow_nan=False), max_size=20)


@given(base=AMOUNT, full=AMOUNT, cap=AMOUNT, latency=st.integers(-5, 10_000), waits=WAITS)
def test_bank_only_shrinks_within_a_round(
    base: int, full: int, cap: int, latency: int, waits: list[float]
) -> None:
    """R1.12."""
    bank = TimeBank(base, full, cap)
    now = 50.0
    for wait in waits:
        before = bank.left_ms
        grant = bank.grant(now, latency)
        assert grant.base_ms == base
        assert grant.bank_ms == before
        assert 0 <= grant.allowance_ms <= cap
        now += wait
        bank.charge(grant, now)
        assert 0 <= bank.left_ms <= before
    bank.refill()
    assert bank.left_ms == full


@given(base=AMOUNT, full=AMOUNT, latency=st.integers(0, 1000))
def test_who_uses_the_whole_time_has_an_empty_bank(base: int, full: int, latency: int) -> None:
    bank = TimeBank(base, full, 1000)
    grant = bank.grant(0.0, latency)
    bank.charge(grant, grant.deadline)
    assert bank.left_ms == 0


@given(base=AMOUNT, full=AMOUNT, part=st.floats(0, 1))
def test_base_and_allowance_are_free(base: int, full: int, part: float) -> None:
    bank = TimeBank(base, full, 1000)
    grant = bank.grant(0.0, 700)
    bank.charge(grant, part * (base + 700) / 1000)
    assert bank.left_ms == full


@given(base=AMOUNT, full=AMOUNT, first=st.floats(0, 700), more=st.floats(0, 700))
def test_shown_time_never_grows_and_never_exceeds_what_is_left(
    base: int, full: int, first: float, more: float
) -> None:
    grant = TimeBank(base, full, 1000).grant(0.0, 500)
    early, late = grant.left(first), grant.left(first + more)
    assert late[0] <= early[0] <= base
    assert late[1] <= early[1] <= full
    assert first + sum(early) / 1000 <= max(grant.deadline, first) + 0.001


def test_base_goes_first() -> None:
    """R1.12."""
    grant = TimeBank(5000, 20_000, 1000).grant(10.0, 0)
    assert grant.left(10.0) == (5000, 20_000)
    assert grant.left(13.5) == (1500, 20_000)
    assert grant.left(17.0) == (0, 18_000)
    assert grant.left(99.0) == (0, 0)
    assert grant.deadline == 35.0


def test_bank_is_charged_beyond_base_and_allowance() -> None:
    bank = TimeBank(5000, 20_000, 1000)
    bank.charge(bank.grant(0.0, 400), 8.4)
    assert bank.left_ms == 17_000
    bank.charge(bank.grant(20.0, 9999), 27.0)
    assert bank.left_ms == 16_000
