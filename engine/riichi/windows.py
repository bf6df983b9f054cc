"""Windows: who is asked about another's tile, and what the answers come to (riichi.md 7)."""

from collections.abc import Mapping
from typing import Final

from engine.core.actions import PASS, Action, DeclareHora
from engine.core.decision import Ask, Decision
from engine.core.events import Ankan, Chi, Daiminkan, Kakan, Nukidora, Pon
from engine.core.tiles import KIND, NAMES
from engine.riichi.claim import can_chi, chi_options, kan_option, pon_options
from engine.riichi.rules import Rules
from engine.riichi.state import Seat, State
from engine.riichi.turn import MAX_KANS, MAX_SEATS
from engine.riichi.winning import Judge

RANK_PASS, RANK_CHI, RANK_PON, RANK_RON = 0, 1, 2, 3
"""Call priority: ron > pon and kan > chi. Head bump ranks the nearer ron higher still."""

MOST_RONS: Final = {"all": 3, "double_only": 2, "head_bump": 1}
"""How many may win on one tile, nearest first, by `multi_ron`."""

Call = Chi | Pon | Daiminkan


class Windows:
    """Opens and settles the windows of one game."""

    def __init__(self, rules: Rules, judge: Judge) -> None:
        players = rules.players
        self._rules = rules
        self._judge = judge
        self._chi = rules.chi
        # Where three rons abort the round the nearest one does not settle the window.
        self._head_bump = rules.multi_ron == "head_bump" and not rules.triple_ron_abort
        self._orders = tuple(
            tuple((source + turn) % players for turn in range(1, players))
            for source in range(players)
        )

    def claims(self, state: State, source: int, may_call: bool) -> dict[int, Ask]:
        """Ask about the discard of `source`; without `may_call` only ron is offered."""
        tile = state.tile
        kind = KIND[tile]
        watched = state.watched >> kind & 1
        others = state.others[source]
        left = others[0] if may_call and self._chi and can_chi(others[0], kind) else None
        asks: dict[int, Ask] = {}
        for seat in others:
            if watched or seat.counts[kind] > 1 or seat is left:
                ask = self._claim(state, seat, source, may_call, seat is left)
                if ask is not None:
                    asks[seat.number] = ask
        return asks

    def _claim(
        self, state: State, seat: Seat, source: int, may_call: bool, may_chi: bool
    ) -> Ask | None:
        tile = state.tile
        kind = KIND[tile]
        kuikae = self._rules.kuikae
        options: list[Action] = []
        ranks: list[int] = []
        if seat.waits >> kind & 1 and self._may_ron(state, seat, source):
            options.append(DeclareHora(seat.number, source, NAMES[tile]))
            ranks.append(self._ron_rank(source, seat.number))
        if may_call and not seat.riichi_accepted:
            count = seat.counts[kind]
            if count >= 2:
                calls = pon_options(seat, tile, source, kuikae)
                if count == 3 and state.kans < MAX_KANS:
                    calls.append(kan_option(seat, tile, source))
                options += calls
                ranks += [RANK_PON] * len(calls)
            if may_chi:
                calls = chi_options(seat, tile, source, kuikae)
                options += calls
                ranks += [RANK_CHI] * len(calls)
        if not options:
            return None
        options.append(PASS)
        ranks.append(RANK_PASS)
        return Ask(tuple(options), len(options) - 1, tuple(ranks))

    def robbers(self, state: State, action: Ankan | Kakan | Nukidora) -> dict[int, Ask]:
        """Ask who can win on the tile of a kan or north that was just declared."""
        source = action.actor
        asks: dict[int, Ask] = {}
        if isinstance(action, Ankan) and not self._rules.kokushi_robs_ankan:
            return asks
        bit = 1 << KIND[state.tile]
        for seat in state.others[source]:
            number = seat.number
            if not seat.waits & bit or seat.furiten or not self._judge.rob(state, seat, action):
                continue
            win = DeclareHora(number, source, NAMES[state.tile])
            asks[number] = Ask((win, PASS), 1, (self._ron_rank(source, number), RANK_PASS))
        return asks

    def settle(
        self, decision: Decision, answers: Mapping[int, int], source: int
    ) -> tuple[list[int], Call | None]:
        """Return who wins (nearest first), and the best call among the answers."""
        winners: list[int] = []
        best: Call | None = None
        rank = RANK_PASS
        for number in self._orders[source]:
            option = answers.get(number)
            if option is None:
                continue
            ask = decision.asks[number]
            action = ask.options[option]
            if isinstance(action, DeclareHora):
                winners.append(number)
            elif isinstance(action, Call) and ask.ranks[option] > rank:
                best, rank = action, ask.ranks[option]
        return winners, best

    def _may_ron(self, state: State, seat: Seat, source: int) -> bool:
        return not seat.furiten and self._judge.ron(state, seat, source) is not None

    def _ron_rank(self, source: int, number: int) -> int:
        if not self._head_bump:
            return RANK_RON
        return RANK_RON + MAX_SEATS - (number - source) % self._rules.players
