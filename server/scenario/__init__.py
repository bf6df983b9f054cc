"""Scripted rounds: a file with hands, draws and steps, run against the live state machine.

    for item in load_scenarios(path):
        verdict = run_scenario(item)

`scripted_wall` lays a scenario's tiles for a table that is played by others (tests of clients).
"""

from server.scenario.faults import ScenarioError
from server.scenario.reading import load_scenarios, read_scenario
from server.scenario.runner import Verdict, run_scenario
from server.scenario.scenario import Scenario, Unbuilt
from server.scenario.walls import ScriptedWalls, scripted_wall

__all__ = [
    "Scenario",
    "ScenarioError",
    "ScriptedWalls",
    "Unbuilt",
    "Verdict",
    "load_scenarios",
    "read_scenario",
    "run_scenario",
    "scripted_wall",
]
