"""How a hand may fare: chances over the turns that are left."""

from functools import lru_cache
from typing import Final, NamedTuple

_STEP: Final = 250
"""Chances are rounded to one part in so many, so that few outlooks have to be computed."""

_MOST: Final = 0.9


class Outlook(NamedTuple):
    """Chance to win; chance to be tenpai when the wall is empty; turns played until it ends."""

    win: float
    tenpai: float
    turns: float


def outlook(rates: tuple[float, ...], turns: int, hazard: float) -> Outlook:
    """Play a hand forward.

    Args:
        rates: chance a turn to take the next step, from the hand's shanten down to tenpai, whose
            step is the win; more than 0.9 is taken as that.
        turns: own turns that are left.
        hazard: chance a turn that somebody else ends the round.
    """
    steps = tuple([round(min(rate, _MOST) * _STEP) for rate in rates])
    return _play(steps, turns, round(min(hazard, _MOST) * _STEP))


@lru_cache(maxsize=1 << 14)
def _play(steps: tuple[int, ...], turns: int, danger: int) -> Outlook:
    rates = [step / _STEP for step in steps]
    stages = [0.0] * len(rates)
    stages[0] = 1.0
    won = 0.0
    played = 0.0
    last = len(rates) - 1
    stay = 1.0 - danger / _STEP
    for _ in range(turns):
        gained = stages[last] * rates[last]
        won += gained
        stages[last] -= gained
        for stage in range(last - 1, -1, -1):
            moved = stages[stage] * rates[stage]
            stages[stage] -= moved
            stages[stage + 1] += moved
        alive = 0.0
        for stage in range(last + 1):
            stages[stage] *= stay
            alive += stages[stage]
        played += alive
        if alive < 0.01:
            break
    return Outlook(won, stages[last], played)
