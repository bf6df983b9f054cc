from itertools import permutations

import pytest

from engine.core.actions import PASS, Action, DeclareHora
from engine.core.decision import Ask, Choice, Decision
from engine.core.events import Chi, Pon

PON = Pon(1, 0, "5m", ("5m", "5m"))
CHI = Chi(1, 0, "5m", ("6m", "7m"))


def ask(*ranks: int) -> Ask:
    options: dict[int, Action] = {0: PASS, 1: CHI, 2: PON}
    return Ask(
        tuple(options.get(rank, DeclareHora(1, 0, "5m")) for rank in ranks), len(ranks) - 1, ranks
    )


@pytest.mark.parametrize(
    ("asks", "answers", "settled"),
    [
        ({1: ask(1, 0), 2: ask(2, 0)}, {1: 0}, False),  # a silent pon beats the chi
        ({1: ask(1, 0), 2: ask(2, 0)}, {2: 0}, True),  # nothing silent beats the pon
        ({1: ask(1, 0), 2: ask(2, 0)}, {1: 1}, False),  # all passed so far
        ({1: ask(1, 0), 2: ask(2, 0)}, {1: 1, 2: 1}, True),
        ({1: ask(3, 0), 2: ask(3, 0)}, {1: 0}, False),  # a second ron ties
        ({1: ask(6, 0), 2: ask(5, 0)}, {1: 0}, True),  # head bump: the nearer is out of reach
        ({1: ask(6, 0), 2: ask(5, 0)}, {2: 0}, False),
    ],
)
def test_a_window_closes_when_no_silent_seat_matters(
    asks: dict[int, Ask], answers: dict[int, int], settled: bool
) -> None:
    assert Decision(1, "claim", asks).settled(answers) is settled


def test_the_order_of_answers_never_decides_whether_a_window_is_settled() -> None:
    decision = Decision(1, "claim", {1: ask(1, 0), 2: ask(2, 0), 3: ask(3, 0)})
    given = {1: 0, 2: 0, 3: 1}
    for order in permutations(given):
        assert decision.settled({seat: given[seat] for seat in order})


def test_a_turn_is_settled_by_its_one_seat() -> None:
    decision = Decision(1, "turn", {2: Ask((PASS,), 0)})
    assert not decision.settled({})
    assert decision.settled({2: 0})


def test_choices_are_values() -> None:
    assert Choice(1, 2, 3) == Choice(1, 2, 3)
