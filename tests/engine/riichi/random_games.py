"""Games with random legal play, for the laws: keen enough to see riichi, wins and furiten."""

import random
from collections.abc import Iterator
from typing import Any, Final

from hypothesis import strategies as st

from engine.analysis import keeping
from engine.core.actions import DeclareHora
from engine.core.decision import Ask, Choice
from engine.core.events import Ankan, Chi, Dahai, Daiminkan, Kakan, Nukidora, Pon, Reach
from engine.core.game import Game
from engine.core.tiles import IDS, KIND
from engine.core.wall import SeededWalls
from engine.riichi import Rules, new_game, parse_rules
from engine.riichi.director import RiichiDirector

PRESETS: Final = (
    "majsoul_ranked_4p",
    "majsoul_3p",
    "tenhou_4p",
    "tenhou_3p",
    "mleague",
    "wrc",
    "ema",
    "majsoul_4p_current",
    "majsoul_3p_current",
)

_OVERRIDES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "abort_suukan": st.sampled_from(["off", "after_discard", "at_fourth_kan"]),
    "honba_and_sticks_to": st.sampled_from(["head_winner", "each_winner"]),
    "kan_dora_timing": st.sampled_from(["standard", "immediate"]),
    "karaten": st.sampled_from(["void_if_all_owned", "void_if_all_concealed", "tenpai"]),
    "kuikae": st.sampled_from(["forbidden", "suji_allowed", "allowed"]),
    "last_dealer_stop_win": st.sampled_from(["off", "auto", "ask"]),
    "leftover_sticks": st.sampled_from(["first", "split_first"]),
    "local_yaku": st.booleans(),
    "min_han": st.sampled_from([1, 2]),
    "multi_ron": st.sampled_from(["all", "head_bump", "double_only"]),
    "nagashi_as": st.sampled_from(["draw", "win"]),
    "open_riichi": st.sampled_from(["off", "on"]),
    "pending_dora_on_robbed_kan": st.sampled_from(["reveal", "hidden"]),
    "riichi_ankan_rule": st.sampled_from(["forbidden", "waits_only", "strict_shape"]),
    "temp_furiten_clears": st.sampled_from(["own_discard", "own_draw_only", "any_call"]),
    "tobi": st.sampled_from(["off", "below_zero"]),
}


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """A preset with some options changed; short games more often than long ones."""
    changed = draw(st.fixed_dictionaries({}, optional=_OVERRIDES))
    length = draw(st.sampled_from(["one_round", "one_round", "east", "east_south"]))
    return parse_rules({"preset": draw(st.sampled_from(PRESETS)), "length": length, **changed})


SEEDS: Final = st.integers(0, 2**32 - 1)


def fresh_game(rules: Rules, seed: int) -> Game:
    names = [f"player {seat}" for seat in range(rules.players)]
    return new_game(rules, names, SeededWalls(seed.to_bytes(8, "big")))


def director_of(game: Game) -> RiichiDirector:
    assert isinstance(game.director, RiichiDirector)
    return game.director


def play(game: Game, seed: int) -> Iterator[None]:
    """Play a fresh game to its end; gives the word back whenever the game waits, and at the end."""
    chance = random.Random(seed)
    game.start()
    yield
    while not game.over:
        decision = game.decision
        if decision is None:
            game.advance()
            yield
            continue
        seats = list(decision.asks)
        chance.shuffle(seats)
        for seat in seats:
            game.apply(Choice(seat, decision.id, pick(game, seat, decision.asks[seat], chance)))
            yield
            if game.decision is not decision:
                break


def played(rules: Rules, seed: int) -> Game:
    game = fresh_game(rules, seed)
    for _ in play(game, seed):
        pass
    return game


def pick(game: Game, seat: int, ask: Ask, chance: random.Random) -> int:
    """Mostly wins, riichi and useless discards, some calls; every option has its chance."""
    options = ask.options
    if chance.random() < 0.12:
        return chance.randrange(len(options))
    for kinds, keenness in _KEEN:
        wanted = [index for index, option in enumerate(options) if isinstance(option, kinds)]
        if wanted and chance.random() < keenness:
            return chance.choice(wanted)
    if not isinstance(options[ask.default], Dahai):
        return ask.default
    state = director_of(game).state
    _, useless = keeping(state.seats[seat].counts, sanma=state.players == 3)
    fitting = [
        index
        for index, option in enumerate(options)
        if isinstance(option, Dahai) and useless >> KIND[IDS[option.pai]] & 1
    ]
    return chance.choice(fitting) if fitting else ask.default


_KEEN: Final = (
    ((DeclareHora, Reach), 0.9),
    ((Ankan, Kakan, Daiminkan, Nukidora), 0.7),
    ((Chi, Pon), 0.2),
)
"""Options, and how often one of them is taken where there is one."""
