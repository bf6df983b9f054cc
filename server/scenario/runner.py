"""Running a scenario: its moves, step by step; `checks.py` looks at what they led to."""

from typing import Final, Literal

import msgspec

from engine.core.errors import EngineError
from engine.core.events import Tsumo
from server.scenario.checks import Unmet, check, options_of
from server.scenario.faults import shown
from server.scenario.matching import closed_riichi, find_option
from server.scenario.scenario import Do, Scenario, Skip, Step, Unbuilt, Until
from server.scenario.stage import Stage

_OVER: Final = "the game is over"
_TILE_OF_RIICHI: Final = "the discard that goes with the riichi"


class Verdict(msgspec.Struct, frozen=True):
    """How a scenario went; `step` counts from 1, `message` says what was expected and found."""

    id: str
    status: Literal["passed", "failed", "skipped"]
    step: int | None = None
    message: str = ""

    def __str__(self) -> str:
        """One line, as `jantaku scenario` prints it."""
        name = " ".join(self.id.split())
        if self.status == "passed":
            return f"PASS {name}"
        if self.status == "skipped":
            return f"SKIP {name}: {self.message}"
        return f"FAIL {name}: step {self.step}: {self.message}"


def run_scenario(item: Scenario | Unbuilt) -> Verdict:
    """Run all steps; the first that does not hold ends it."""
    if isinstance(item, Unbuilt):
        return Verdict(item.id, "skipped", message=f"option {item.option} is not built")
    run = _Run(item)
    try:
        run.all_steps()
    except (Unmet, EngineError) as fault:
        return Verdict(item.id, "failed", run.step + 1, " ".join(str(fault).split()))
    return Verdict(item.id, "passed")


class _Run:
    """One run; `step` is the index of the step at work."""

    def __init__(self, scenario: Scenario) -> None:
        self._steps = scenario.steps
        self._stage = Stage(scenario)
        self.step = 0

    def all_steps(self) -> None:
        while self.step < len(self._steps):
            self.step += self._perform(self._steps[self.step])
        if self._stage.announced:
            self.step -= 1
            raise Unmet(_TILE_OF_RIICHI, "no further step")

    def _perform(self, step: Step) -> int:
        """Perform the step at hand; return how many steps are done with it."""
        if isinstance(step, Do):
            return self._do(step)
        if isinstance(step, Skip):
            self._skip(step.draws)
        elif isinstance(step, Until):
            self._until(step)
        else:
            check(self._stage, step)
        return 1

    def _default(self, expected: str) -> None:
        if self._stage.game.over:
            raise Unmet(expected, _OVER)
        if self._stage.announced:
            raise Unmet(_TILE_OF_RIICHI, expected)
        self._stage.answer({})

    def _do(self, step: Do) -> int:
        """Answer the seat's next decision, with the directly following answers to it."""
        action = step.action
        seat = action["actor"]
        stage = self._stage
        stage.mark()
        while (offer := stage.offer(seat)) is None:
            self._default(f"a decision of seat {seat}")
        if find_option(offer, action) is None:
            raise Unmet(f"offered {shown(action)}", options_of(seat, offer))
        if action["type"] == "reach" and "pai" not in action:
            stage.announced[seat] = closed_riichi(action)
            return 1
        answers = self._window()
        stage.answer(answers)
        return len(answers)

    def _window(self) -> dict[int, int]:
        """Seat -> option, from the steps at hand that answer the open decision."""
        answers: dict[int, int] = {}
        for step in self._steps[self.step :]:
            if not isinstance(step, Do) or step.action["actor"] in answers:
                break
            seat = step.action["actor"]
            offer = self._stage.offer(seat)
            option = None if offer is None else find_option(offer, step.action)
            if option is None:
                break
            answers[seat] = option
        return answers

    def _skip(self, draws: int) -> None:
        stage = self._stage
        stage.mark()
        while sum(isinstance(event, Tsumo) for event in stage.recent) < draws:
            self._default(f"{draws} draws")

    def _until(self, step: Until) -> None:
        stage = self._stage
        stage.mark()
        while not self._reached(step):
            self._default(f"until {shown(msgspec.to_builtins(step))}")

    def _reached(self, step: Until) -> bool:
        seat = self._stage.about_to_act()
        if seat is None or (step.actor is not None and seat != step.actor):
            return False
        view = self._stage.game.view(seat)
        if step.live is not None and view.round.live != step.live:
            return False
        return step.pai is None or view.seats[seat].drawn == step.pai
