"""The flow of a game: phases that decide, and emit the events that the folds apply.

A decision carries the name of its phase; `resolve` looks the phase up and goes on from there, so
nothing about the flow is remembered outside the state, the wall and the decision itself.

    turn   --discard--> claim --ron--------> end of round
                          |----call--------> turn (after a kan: replacement draw)
                          `----nobody------> next draw, or an exhaustive or abortive draw
    turn   --kan, north-> rob  --ron-------> end of round
                          `----nobody------> replacement draw, turn
    end of round --------> stop (last dealer) or pause --advance--> deal, draw, turn
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.core.actions import PASS, STOP, DeclareHora, DeclareRyukyoku, Stop
from engine.core.decision import Ask, Decision
from engine.core.errors import CannotRestore
from engine.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Event,
    Kakan,
    Nukidora,
    Pon,
    Proof,
    Reach,
    StartGame,
    StartKyoku,
    Tsumo,
)
from engine.core.game import Director, Mark
from engine.core.tiles import HONOURS, IDS, NAMES
from engine.core.views import View
from engine.core.wall import WALL_ALGORITHM, Wall, WallSource
from engine.riichi import ending
from engine.riichi.aborts import abort_after_discard, kans_of_several
from engine.riichi.declaration import riichi_accepted
from engine.riichi.fold import FOLDS
from engine.riichi.progression import (
    AskStop,
    Following,
    GameOver,
    Outcome,
    RoundStart,
    after_round,
)
from engine.riichi.restore import Refold
from engine.riichi.results import final_result
from engine.riichi.rules import Rules
from engine.riichi.state import Seat, State
from engine.riichi.tileset import replacement_tiles, tiles_of
from engine.riichi.turn import DAHAI, MAX_KANS, REACH, TSUMO, discard_ask, turn_ask
from engine.riichi.view import view
from engine.riichi.windows import MOST_RONS, Windows
from engine.riichi.winning import judge_for

_STOP_ASK: Final = Ask((STOP, PASS), 0)


class RiichiDirector(Director):
    """Riichi mahjong for three or four players, after a rule object.

    Args:
        rules: the room's rules.
        names: the players by seat; seat 0 deals East 1.
        walls: where each round's wall comes from.
        first: the round to begin with.
    """

    def __init__(
        self, rules: Rules, names: tuple[str, ...], walls: WallSource, first: RoundStart
    ) -> None:
        self.rules = rules
        self.names = names
        self.log: list[Event] = []
        self.state = State(rules)
        self.paused = False
        self.over = False
        self._walls = walls
        self._wall = Wall((), 0)
        self._dealt = 0
        self._tiles = tiles_of(rules)
        self._replacements = replacement_tiles(rules.players)
        self._next = first
        self._proofs: list[Proof] = []
        self.last_id = 0
        self._judge = judge_for(rules)
        self._open_riichi = rules.open_riichi != "off"
        self._windows = Windows(rules, self._judge)

    @property
    def observable(self) -> "RiichiDirector":
        """The director shows its state itself."""
        return self

    def view(self, viewer: int) -> View:
        """Return what `viewer` knows of the running round."""
        return view(self.state, viewer)

    def emit(self, event: Event) -> None:
        """Record an event and fold it."""
        self.log.append(event)
        FOLDS[type(event)](self.state, event)

    # -- Rounds -----------------------------------------------------------------------------

    def start(self) -> Decision | None:
        """Emit `start_game` and deal the first round."""
        self.emit(StartGame(self.names, self.rules.to_object(), WALL_ALGORITHM))
        return self.advance()

    def advance(self) -> Decision | None:
        """Deal the next round."""
        self.paused = False
        start = self._next
        players = self.rules.players
        wall = self._walls.wall(self._dealt, self._tiles, self._replacements)
        self._wall = wall
        self._dealt += 1
        usual = len(self._tiles) - len(wall.order) == 0
        self.emit(
            StartKyoku(
                bakaze=HONOURS[start.bakaze],
                kyoku=start.kyoku,
                honba=start.honba,
                kyotaku=start.kyotaku,
                oya=start.oya,
                scores=start.scores,
                dora_marker=NAMES[wall.indicator(0)],
                tehais=wall.dealt(players, start.oya),
                wall_hash=wall.commitment(),
                live=None if usual else wall.live(players),
            )
        )
        for _ in range(1, self.rules.start_indicators):
            self._turn_indicator()
        return self._draw(start.oya)

    def restore(self, events: Sequence[Event], mark: Mark) -> Decision | None:
        """Fold the events of a game so far, and open the decision at which it stands."""
        past = Refold(self.state, self.names, self._walls).fold(events)
        self.log += events
        self._wall, self._dealt, self._proofs = past.wall, past.dealt, past.proofs
        self._next = past.played
        self.over = past.over
        # Opening the decision again gives it the id that it had.
        self.last_id = mark.decision - mark.open
        decision = None if past.over else self._reopen(past.outcome, mark)
        if (decision is not None) != mark.open:
            raise CannotRestore("whether a decision is open is stored otherwise", len(events) - 1)
        return decision

    def _reopen(self, outcome: Outcome | None, mark: Mark) -> Decision | None:
        last = self.log[-1]
        if outcome is not None:
            step = self._following(outcome)
            if isinstance(step, AskStop) and not mark.open:
                # The dealer has answered, and plays on.
                step = step.next
            if not isinstance(step, GameOver):
                return self._go_on(step)
        elif isinstance(last, Tsumo):
            return self._turn(last.actor)
        elif isinstance(last, Chi | Pon):
            return self._turn_after_call(last.actor)
        elif isinstance(last, Dahai):
            if asks := self._claims(last.actor, self._abort_due()):
                return self._decision("claim", asks)
        elif isinstance(last, Ankan | Kakan | Nukidora) and (
            asks := self._windows.robbers(self.state, last)
        ):
            return self._decision("rob", asks)
        raise CannotRestore("a game does not wait here", len(self.log) - 1)

    def resolve(self, decision: Decision, answers: Mapping[int, int]) -> Decision | None:
        """Go on from a settled decision."""
        match decision.phase:
            case "claim":
                return self._on_claim(decision, answers)
            case "rob":
                return self._on_rob(decision, answers)
            case "stop":
                return self._on_stop(decision, answers)
        ((number, option),) = answers.items()
        action = decision.asks[number].options[option]
        return _TURNS[type(action)](self, action)

    def _decision(self, phase: str, asks: dict[int, Ask]) -> Decision:
        self.last_id += 1
        return Decision(self.last_id, phase, asks)

    # -- Turns ------------------------------------------------------------------------------

    def _draw(self, number: int) -> Decision | None:
        state = self.state
        if state.live <= 0:
            return self._end(*ending.exhaustive(state, self._judge))
        tile = self._wall.draw(state.players, state.normal_draws)
        self.emit(TSUMO[number][tile][0])
        return self._turn(number)

    def _draw_replacement(self, number: int) -> Decision | None:
        tile = self._wall.replacement(self.state.replacements)
        self.emit(TSUMO[number][tile][1])
        return self._turn(number)

    def _turn(self, number: int) -> Decision:
        state = self.state
        ask = turn_ask(state, state.seats[number], self._wins_by_draw, self._open_riichi)
        self.last_id += 1
        return Decision(self.last_id, "turn", {number: ask})

    def _wins_by_draw(self, seat: Seat) -> bool:
        return self._judge.self_draw(self.state, seat) is not None

    def _discard(self, action: Dahai) -> Decision | None:
        if self.state.pending_dora:
            self._turn_pending()
        self.emit(action)
        return self._open_claims(action.actor)

    def _declare_riichi(self, action: Reach) -> Decision | None:
        self.emit(REACH[action.actor][action.open])
        assert action.pai is not None, "a declaration carries its tile"
        return self._discard(DAHAI[action.actor][IDS[action.pai]][bool(action.tsumogiri)])

    def _self_draw(self, action: DeclareHora) -> Decision | None:
        return self._end(*ending.self_draw(self.state, self._judge, action.actor, self._wall))

    def _nine_terminals(self, action: DeclareRyukyoku) -> Decision | None:
        return self._abort("kyuushu", action.actor)

    # -- Claims -----------------------------------------------------------------------------

    def _open_claims(self, source: int) -> Decision | None:
        """Ask everybody who can do something with the discard; go on if nobody can."""
        abort = self._abort_due()
        asks = self._claims(source, abort)
        if asks:
            return self._decision("claim", asks)
        return self._unclaimed(source, abort)

    def _claims(self, source: int, abort: str | None) -> dict[int, Ask]:
        state = self.state
        return self._windows.claims(state, source, state.live > 0 and abort is None)

    def _abort_due(self) -> str | None:
        state = self.state
        # Look closer only where an abort can be near: this runs after every discard.
        if state.normal_draws == 4 or state.replacements >= MAX_KANS or state.riichi_count >= 3:
            return abort_after_discard(state)
        return None

    def _on_claim(self, decision: Decision, answers: Mapping[int, int]) -> Decision | None:
        source = self.state.tile_from
        winners, best = self._windows.settle(decision, answers, source)
        if winners:
            return self._win(winners)
        if best is not None:
            self._accept_riichi(source)
            return self._call(best)
        return self._unclaimed(source, self._abort_due())

    def _unclaimed(self, source: int, abort: str | None) -> Decision | None:
        if self.state.tile_riichi and (abort is None or self.rules.abort_accepts_riichi):
            self._accept_riichi(source)
        if abort is not None:
            return self._abort(abort)
        return self._draw((source + 1) % self.rules.players)

    def _accept_riichi(self, number: int) -> None:
        """The declaration tile was not ronned: the deposit is paid (riichi.md 8)."""
        if self.state.tile_riichi:
            self.emit(riichi_accepted(self.state, number))

    def _call(self, action: Chi | Pon | Daiminkan) -> Decision | None:
        self.emit(action)
        if isinstance(action, Daiminkan):
            if not self.state.late_kan_dora and self.rules.kan_dora:
                self._turn_indicator()
            if self._four_kans_end_it():
                return self._abort("suukan")
            return self._draw_replacement(action.actor)
        return self._turn_after_call(action.actor)

    def _turn_after_call(self, number: int) -> Decision:
        return self._decision("turn", {number: discard_ask(self.state.seats[number])})

    # -- Kans and norths --------------------------------------------------------------------

    def _declare_kan(self, action: Ankan | Kakan | Nukidora) -> Decision | None:
        if self.state.pending_dora and self.rules.pending_dora_on_robbed_kan == "reveal":
            self._turn_pending()
        self.emit(action)
        asks = self._windows.robbers(self.state, action)
        if asks:
            return self._decision("rob", asks)
        return self._kan_stands(action)

    def _on_rob(self, decision: Decision, answers: Mapping[int, int]) -> Decision | None:
        action = self.log[-1]
        assert isinstance(action, Ankan | Kakan | Nukidora)
        winners, _ = self._windows.settle(decision, answers, action.actor)
        if winners:
            return self._win(winners)
        return self._kan_stands(action)

    def _kan_stands(self, action: Ankan | Kakan | Nukidora) -> Decision | None:
        if self.state.pending_dora:
            self._turn_pending()
        if not isinstance(action, Nukidora):
            at_once = isinstance(action, Ankan) or not self.state.late_kan_dora
            if at_once and self.rules.kan_dora:
                self._turn_indicator()
            if self._four_kans_end_it():
                return self._abort("suukan")
        return self._draw_replacement(action.actor)

    def _four_kans_end_it(self) -> bool:
        if self.rules.abort_suukan != "at_fourth_kan":
            return False
        return kans_of_several(self.state)

    def _turn_pending(self) -> None:
        for _ in range(self.state.pending_dora):
            self._turn_indicator()

    def _turn_indicator(self) -> None:
        self.emit(Dora(NAMES[self._wall.indicator(len(self.state.dora_markers))]))

    # -- Ends -------------------------------------------------------------------------------

    def _win(self, winners: list[int]) -> Decision | None:
        """Ron, by as many of the winners (nearest first) as the rules let win."""
        if len(winners) == 3 and self.rules.triple_ron_abort:
            return self._abort("sanchaho", winners=tuple(winners))
        winners = winners[: MOST_RONS[self.rules.multi_ron]]
        return self._end(*ending.ron(self.state, self._judge, winners, self._wall))

    def _abort(
        self, reason: str, actor: int | None = None, winners: tuple[int, ...] = ()
    ) -> Decision | None:
        return self._end(*ending.abort(self.state, reason, actor, winners))

    def _end(self, events: list[Event], outcome: Outcome) -> Decision | None:
        for event in events:
            self.emit(event)
        wall = self._wall
        if wall.salt is None:
            self.emit(EndKyoku())
        else:
            self._proofs.append(Proof(wall.salt, wall.names()))
            self.emit(EndKyoku(wall.salt, self._proofs[-1].wall))
        return self._go_on(self._following(outcome))

    def _following(self, outcome: Outcome) -> Following:
        state = self.state
        return after_round(self.rules, self._next, outcome, state.scores, state.kyotaku)

    def _go_on(self, step: Following) -> Decision | None:
        if isinstance(step, AskStop):
            self._next = step.next
            return self._decision("stop", {step.seat: _STOP_ASK})
        if isinstance(step, GameOver):
            self._finish()
            return None
        self._next = step
        self.paused = True
        return None

    def _on_stop(self, decision: Decision, answers: Mapping[int, int]) -> Decision | None:
        for number, option in answers.items():
            if isinstance(decision.asks[number].options[option], Stop):
                self._finish()
                return None
        self.paused = True
        return None

    def _finish(self) -> None:
        result = final_result(self.rules, self.state.scores, self.state.kyotaku)
        self.over = True
        proofs = tuple(self._proofs) or None
        self.emit(EndGame(result.scores, result.ranks, result.points, proofs))


# Methods of the class: those of a director it would hold in a ring, which counting does not free.
_TURNS: Final[dict[type[Any], Callable[[RiichiDirector, Any], Decision | None]]] = {
    Dahai: RiichiDirector._discard,
    Reach: RiichiDirector._declare_riichi,
    **dict.fromkeys((Ankan, Kakan, Nukidora), RiichiDirector._declare_kan),
    DeclareHora: RiichiDirector._self_draw,
    DeclareRyukyoku: RiichiDirector._nine_terminals,
}
