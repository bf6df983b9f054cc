"""Whole games without sockets or clocks, as fast as they go: `jantaku simulate`."""

from server.simulation.play import play, play_random
from server.simulation.players import PLAYER_NAMES, Chooser, chooser
from server.simulation.run import Plan, Played, play_plan
from server.simulation.tally import BotResult, Summary, Tally

__all__ = [
    "PLAYER_NAMES",
    "BotResult",
    "Chooser",
    "Plan",
    "Played",
    "Summary",
    "Tally",
    "chooser",
    "play",
    "play_plan",
    "play_random",
]
