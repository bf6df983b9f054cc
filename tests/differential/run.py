"""Plays random rounds under a pairing and compares them."""

from engine.riichi import parse_rules
from tests.differential.compare import Comparison, Report
from tests.differential.pairings import PAIRINGS, Pairing
from tests.differential.rounds import Round, play_rounds


def run(pairing: Pairing, rounds: int, seed: int) -> Report:
    """Play and compare so many rounds under one pairing; the same seed plays the same rounds."""
    report = Report()
    comparison = Comparison(pairing.name, pairing.peer(), report)
    rules = parse_rules(dict(pairing.rules))
    game = 0
    while report.rounds < rounds:
        for played in play_rounds(rules, f"{seed}/{pairing.name}/{game}"):
            comparison.round(played)
            if report.rounds == rounds:
                break
        game += 1
    return report


def find_round(name: str) -> Round:
    """Play the game of a round again and return the round.

    Args:
        name: `seed/pairing/game/round`, as in the differences; what follows is ignored.

    Raises:
        LookupError: there is no such round.
    """
    parts = name.split("/")
    if len(parts) < 4 or parts[1] not in PAIRINGS:
        raise LookupError(f"{name!r} is no round; a name reads seed/pairing/game/round")
    rules = parse_rules(dict(PAIRINGS[parts[1]].rules))
    wanted = "/".join(parts[:4])
    for played in play_rounds(rules, "/".join(parts[:3])):
        if played.name == wanted:
            return played
    raise LookupError(f"the game of {name!r} has fewer rounds")
