"""Guessing is slowed, and nobody is shut out of what is theirs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import ProtocolError
from server.people import throttle as module
from server.people.throttle import (
    ADDRESS_FREE,
    FORGIVEN_S,
    GUESSED_PAUSE_S,
    LONGEST_PAUSE_S,
    NAME_FREE,
    PAIR_FREE,
    Throttle,
)
from tests.support.fake_clock import FakeClock


def wait_of(throttle: Throttle, address: str, name: str) -> int:
    """Fail once, or return how long one has to wait before one may."""
    refused: ProtocolError | None = None
    try:
        throttle.begin(address, name)
    except ProtocolError as error:
        refused = error
    if refused is None:
        return 0
    assert refused.code == "too_many_failures"
    assert refused.wait_s is not None
    assert f"{refused.wait_s} s" in refused.message
    return refused.wait_s


def test_pauses_grow_with_each_failure() -> None:
    clock = FakeClock()
    throttle = Throttle(clock)
    assert [wait_of(throttle, "home", "aki") for _ in range(PAIR_FREE + 1)] == [0] * (PAIR_FREE + 1)
    waits = []
    for _ in range(12):
        wait = wait_of(throttle, "home", "aki")
        waits.append(wait)
        clock.advance(wait - 0.5)
        assert wait_of(throttle, "home", "aki") == 1
        clock.advance(0.5)
        assert wait_of(throttle, "home", "aki") == 0
    assert waits[:5] == [2, 4, 8, 16, 32]
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_PAUSE_S


def test_a_refused_attempt_does_not_count() -> None:
    clock = FakeClock()
    throttle = Throttle(clock)
    for _ in range(PAIR_FREE + 1):
        wait_of(throttle, "home", "aki")
    assert {wait_of(throttle, "home", "aki") for _ in range(50)} == {2}


def test_an_address_that_tries_many_names_is_slowed() -> None:
    throttle = Throttle(FakeClock())
    waits = [wait_of(throttle, "attic", f"name-{number}") for number in range(ADDRESS_FREE + 3)]
    assert waits == [0] * (ADDRESS_FREE + 1) + [2, 2]
    # Others are not.
    assert wait_of(throttle, "home", "name-1") == 0


def test_an_account_of_ones_own_buys_no_guesses() -> None:
    clock = FakeClock()
    throttle = Throttle(clock)
    guesses = 0
    for number in range(200):
        if number % 2:
            throttle.passed(throttle.begin("attic", "own"))
        elif wait_of(throttle, "attic", f"name-{number}") == 0:
            guesses += 1
    assert guesses == ADDRESS_FREE + 1


def test_the_owner_at_home_waits_for_no_attacker() -> None:
    clock = FakeClock()
    throttle = Throttle(clock)
    throttle.passed(throttle.begin("home", "aki"))
    for number in range(500):
        wait_of(throttle, f"attic-{number}", "aki")
    for number in range(200):
        wait_of(throttle, "home", f"name-{number}")
    assert wait_of(throttle, "home", "aki") == 0


def test_the_owner_elsewhere_has_an_attempt_at_any_time() -> None:
    clock = FakeClock()
    throttle = Throttle(clock)
    for number in range(500):
        wait_of(throttle, f"attic-{number}", "aki")
        clock.advance(1)
    throttle.passed(throttle.begin("on the road", "aki"))


def test_while_a_name_is_guessed_at_unknown_addresses_have_no_free_failures() -> None:
    clock = FakeClock()
    throttle = Throttle(clock)
    for number in range(NAME_FREE):
        assert wait_of(throttle, f"attic-{number}", "aki") == 0
    assert wait_of(throttle, "cellar", "aki") == 0
    assert wait_of(throttle, "cellar", "aki") == GUESSED_PAUSE_S
    clock.advance(GUESSED_PAUSE_S)
    assert wait_of(throttle, "cellar", "aki") == 0
    assert wait_of(throttle, "cellar", "aki") == 2 * GUESSED_PAUSE_S


def test_what_is_right_in_the_end_is_forgiven() -> None:
    throttle = Throttle(FakeClock())
    for _ in range(PAIR_FREE):
        wait_of(throttle, "home", "aki")
    throttle.passed(throttle.begin("home", "aki"))
    assert [wait_of(throttle, "home", "aki") for _ in range(PAIR_FREE)] == [0] * PAIR_FREE


def test_what_was_not_looked_at_is_taken_back() -> None:
    throttle = Throttle(FakeClock())
    for _ in range(100):
        throttle.begin("home", "aki").undo()
    assert wait_of(throttle, "home", "aki") == 0


def test_many_at_once_gain_nothing() -> None:
    throttle = Throttle(FakeClock())
    under_way = []
    for _ in range(100):
        try:
            under_way.append(throttle.begin("attic", "aki"))
        except ProtocolError:
            break
    assert len(under_way) == PAIR_FREE + 1


def test_after_a_while_all_is_forgotten() -> None:
    clock = FakeClock()
    throttle = Throttle(clock)
    for _ in range(PAIR_FREE + 1):
        wait_of(throttle, "home", "aki")
    clock.advance(FORGIVEN_S)
    assert [wait_of(throttle, "home", "aki") for _ in range(PAIR_FREE)] == [0] * PAIR_FREE


def test_addresses_without_limits_are_slowed_by_name_only() -> None:
    throttle = Throttle(FakeClock())
    for number in range(10 * ADDRESS_FREE):
        throttle.begin("here", f"name-{number}", unlimited=True)
    for _ in range(PAIR_FREE + 1):
        throttle.begin("here", "aki", unlimited=True)
    with pytest.raises(ProtocolError):
        throttle.begin("here", "aki", unlimited=True)


def test_who_was_known_can_become_unknown() -> None:
    throttle = Throttle(FakeClock())
    throttle.welcome("home", "aki")
    throttle.welcome("home", "ben")
    throttle.forget("aki")
    assert not throttle.knows("home", "aki")
    assert throttle.knows("home", "ben")


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 50)
    throttle = Throttle(FakeClock())
    for number in range(500):
        throttle.passed(throttle.begin(f"attic-{number}", f"name-{number}"))
        wait_of(throttle, f"attic-{number}", f"name-{number}")
    assert len(throttle._failures) <= 50
    assert len(throttle._known) <= 50


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), st.floats(0, 2000))))
def test_nobody_ever_waits_longer_than_the_longest_pause(
    attempts: list[tuple[str, str, float]],
) -> None:
    clock = FakeClock()
    throttle = Throttle(clock)
    for address, name, later in attempts:
        clock.advance(later)
        assert 0 <= wait_of(throttle, address, name) <= LONGEST_PAUSE_S
