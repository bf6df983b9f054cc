"""Hand values a second, beside other programs, in one run and on the same hands.

    python -m bench.hand_value [--hands N] [--seed S] [--rounds R]

All hands are distinct, every program gets its input ready-made outside the timed section, and no
program keeps whole hands. Programs take turns block by block, so that a busy machine slows all of
them; the time is that of this thread alone. Our first figure is the first pass over the hands,
tables filled on the way; the second is a later pass, as in a server that has been up for a while.
"""

import argparse
import gc
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from statistics import median
from typing import Any, Final

from bench.hands import distinct_wins
from bench.peers import Call, jansou_call, mahjong_call, riichienv_call
from engine.riichi.rules import parse_rules
from engine.riichi.score import Scorer
from engine.riichi.win import Win

_BLOCK: Final = 500
_PEERS: Final[dict[str, Callable[[Win], Call]]] = {
    "mahjong": mahjong_call,
    "riichienv": riichienv_call,
    "jansou": jansou_call,
}


def _ours(wins: Sequence[Win]) -> list[Call]:
    scorer = Scorer(parse_rules("tenhou_4p"))
    return [lambda win=win: scorer.evaluate(win) for win in wins]  # type: ignore[misc]


def _seconds(calls: Sequence[Call]) -> float:
    start = time.thread_time()
    for call in calls:
        call()
    return time.thread_time() - start


def measure(hands: int, seed: int, rounds: int) -> dict[str, list[float]]:
    """Seconds of each program for all hands, one entry a round."""
    wins = distinct_wins(hands, seed)
    programs: dict[str, list[Call]] = {"jantaku": _ours(wins)}
    for name, prepare in _PEERS.items():
        if find_spec(name) is not None:
            programs[name] = [prepare(win) for win in wins]
    gc.collect()
    gc.freeze()
    seconds: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name in programs:
            seconds[name].append(0.0)
        for first in range(0, hands, _BLOCK):
            for name, calls in programs.items():
                seconds[name][-1] += _seconds(calls[first : first + _BLOCK])
    return seconds


def report(hands: int, seconds: dict[str, list[float]]) -> list[str]:
    """Lines to print: hands/s and how many times as fast as each peer."""
    ours = seconds["jantaku"]
    figures = {"jantaku, first pass": ours[0], "jantaku": median(ours[1:] or ours)}
    figures |= {name: median(of) for name, of in seconds.items() if name != "jantaku"}
    lines = [f"{name:20} {hands / taken:10,.0f} hands/s" for name, taken in figures.items()]
    for name in seconds:
        if name != "jantaku":
            first = figures[name] / figures["jantaku, first pass"]
            later = figures[name] / figures["jantaku"]
            lines.append(f"jantaku / {name:10} {later:6.2f} (first pass {first:.2f})")
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Hand values a second, beside other programs.")
    parser.add_argument("--hands", type=int, default=10_000, help="distinct hands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3, help="passes over the hands")
    given: Any = parser.parse_args(arguments)
    print(f"{given.hands} distinct hands, seed {given.seed}, rules tenhou_4p")
    for line in report(given.hands, measure(given.hands, given.seed, given.rounds)):
        print(line)


if __name__ == "__main__":
    main()
