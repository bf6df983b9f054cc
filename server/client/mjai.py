"""Any mjai program as a player: one event a line to its stdin, one answer a line from its stdout.

This is the protocol of the original mjai: the program answers every line, `{"type": "none"}`
where it has nothing to do. `start_game` carries the seat as `id`. A riichi takes two lines, as
there: `reach` is answered with the discard.

A program that does not answer in time, ends, or says what nobody understands, costs its seat no
more than the round: the server's defaults are played until the next one, for which it is started
anew.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from engine.core.decision import Ask
from engine.core.events import EndGame, EndKyoku, Event, Reach, StartGame, StartKyoku
from engine.core.views import View
from protocol.table import AskFrame, EventFrame
from server.client.mjai_answers import option_of
from server.client.player import Player
from server.client.program import MjaiProgram, ProgramError

RESTARTS: Final = 3
"""How often a program is started anew in one game."""

_NONE: Final[dict[str, Any]] = {"type": "none"}


class MjaiPlayer(Player):
    """Plays a seat with what a program answers; what it does not offer becomes the default.

    `start` starts the program, `report` is told in one sentence what is wrong with it. After a
    break of the line the round is replayed to it, so it always knows all of a round or nothing.
    """

    slow = True
    replays = True

    def __init__(
        self,
        table: str,
        seat: int,
        start: Callable[[], MjaiProgram],
        report: Callable[[str], None],
    ) -> None:
        super().__init__(table, seat, _Defaults())
        self._start = start
        self._report = report
        self._program: MjaiProgram | None = None
        self._faults = 0
        self._opening: StartGame | None = None
        self._knows_round = False
        self._reply = _NONE
        self._reach_told = False
        self._closed = False

    def close(self) -> None:
        """End the program with the game."""
        self._closed = True
        self._stop()

    def _event(self, message: EventFrame) -> Any:
        if isinstance(message.event, StartKyoku) and message.seq > self.seq + 1:
            # A replay: what lies between ended while the line was broken.
            self.seq = message.seq - 1
            self._end_round()
        known = message.seq <= self.seq
        request = super()._event(message)
        if not known and request is None:
            self._told(message.event)
        elif isinstance(message.event, StartGame):
            self._opening = message.event
        return request

    def _told(self, event: Event) -> None:
        if isinstance(event, StartGame):
            self._opening = event
            self._begin_program()
        elif isinstance(event, StartKyoku):
            if self._program is None and self._faults <= RESTARTS:
                self._begin_program()
            self._knows_round = self._program is not None
            self._tell(event)
        elif isinstance(event, Reach) and event.actor == self.seat and self._reach_told:
            self._reach_told = False
        elif self._knows_round or (isinstance(event, EndGame) and self._program is not None):
            self._tell(event)
            if isinstance(event, EndKyoku):
                self._knows_round = False

    def _begin_program(self) -> None:
        try:
            self._program = self._start()
        except ProgramError as error:
            self._fault(error)
            return
        if self._opening is not None:
            self._tell(self._opening)

    def _end_round(self) -> None:
        """Close for the program a round whose end nobody saw."""
        if self._knows_round:
            self._tell(EndKyoku())
            self._knows_round = False

    def _tell(self, event: Event) -> None:
        line: dict[str, Any] = msgspec.to_builtins(event)
        if isinstance(event, StartGame):
            line["id"] = self.seat
        self._reply = self._ask_program(line)

    def _ask_program(self, line: dict[str, Any]) -> dict[str, Any]:
        if self._program is None:
            return _NONE
        try:
            return self._program.tell(line)
        except ProgramError as error:
            self._fault(error)
            return _NONE

    def _fault(self, error: ProgramError) -> None:
        """Go on without the program until the next round."""
        if self._closed:
            return
        self._stop()
        self._knows_round = self._reach_told = False
        self._faults += 1
        if self._faults > RESTARTS:
            outlook = "that was once too often: defaults are played to the end of the game"
        else:
            outlook = "defaults are played until it is started anew for the next round"
        self._report(f"{error}; {outlook}")

    def _stop(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close()

    def _pick(self, message: AskFrame) -> int:
        if not self._knows_round:
            return message.default
        reply, self._reply = self._reply, _NONE
        if reply.get("type") == "reach" and "pai" not in reply:
            discard = self._ask_program({"type": "reach", "actor": self.seat})
            reply = {**reply, "pai": discard.get("pai"), "tsumogiri": discard.get("tsumogiri")}
        option = option_of(message.options, reply)
        if option is None:
            return message.default
        self._reach_told = isinstance(message.options[option], Reach)
        return option


class _Defaults:
    """The policy of a player that does not use one."""

    def choose(self, _view: View, ask: Ask, _rules: object) -> int:
        """Return the default."""
        return ask.default
