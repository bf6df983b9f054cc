"""A player's games put together: sums by kind, best hands, and what others are shown of them."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from server.figures.counts import Figures, total
from server.figures.game import Hand, SeatGame
from server.figures.shown import shown
from server.figures.tally import BEST, Played, Tally

NOW = 1000.0


def hand(points: int, yakuman: int = 0) -> Hand:
    return Hand(
        points=points,
        han=3,
        fu=30,
        yakuman=yakuman,
        yaku=(("riichi", 1),),
        self_draw=False,
        round="E1.0",
        step=40,
    )


def played(number: int, kind: str, points: int | None, shown_from: float | None) -> Played:
    figures = Figures(games=1, places=(1, 0, 0, 0), rounds=8, wins=int(points is not None))
    best = None if points is None else hand(points)
    return Played(f"g{number:03}", float(number), 0, kind, SeatGame(figures, best), shown_from)


some_games = st.lists(
    st.tuples(
        st.sampled_from(["4p_ranked", "4p_bots", "3p_friend"]),
        st.none() | st.integers(10, 30).map(lambda points: points * 100),
        st.sampled_from([None, 0.0, NOW, NOW + 1]),
    ),
    max_size=450,
)


@given(some_games, st.randoms())
def test_a_tally_is_what_sorting_everything_says(games: list[Any], order: Any) -> None:
    everything = [played(number, *game) for number, game in enumerate(games)]
    tally = Tally()
    shuffled = list(everything)
    order.shuffle(shuffled)
    for place, game in enumerate(shuffled):
        tally.add(game)
        if place % 100 == 50:
            # Looking at it in between changes nothing.
            tally.figures(), tally.best(), tally.best_for_others(NOW)
    kinds = [kind for kind in ("4p_bots", "4p_ranked", "3p_friend")
             if any(game.kind == kind for game in everything)]  # fmt: skip
    assert tally.figures() == tuple(
        shown(kind, total(g.counted.figures for g in everything if g.kind == kind))
        for kind in kinds
    )
    won = [(-game.counted.best.points, game.ended, game.game)
           for game in everything if game.counted.best is not None]  # fmt: skip
    assert [found.game for found in tally.best()] == [game for *_, game in sorted(won)[:BEST]]
    for now in (NOW, NOW + 1):
        known = {g.game for g in everything if g.shown_from is not None and g.shown_from <= now}
        expected = [game for *_, game in sorted(won) if game in known][:BEST]
        assert [found.game for found in tally.best_for_others(now)] == expected


def test_rates_of_nothing_are_none() -> None:
    empty = shown("3p_ranked", Figures())
    assert empty.places == (0, 0, 0)
    assert empty.mean_rank is None
    assert empty.win_rate is None
    assert empty.mean_deal_in is None
    assert empty.tenpai_rate is None


def test_rates_are_of_what_their_names_say() -> None:
    figures = shown(
        "4p_ranked",
        Figures(
            games=5,
            places=(1, 2, 0, 1),
            scores=101_000,
            points=12_300,
            busts=1,
            rounds=40,
            wins=8,
            self_draws=2,
            deal_ins=5,
            riichi=10,
            riichi_wins=4,
            calls=13,
            draws=6,
            tenpai=3,
            win_points=50_000,
            deal_in_points=21_500,
        ),
    )
    # The fifth game was ended by a vote.
    assert figures.mean_rank == 2.25
    assert figures.mean_score == 25_250
    assert figures.mean_points == 3.075
    assert figures.bust_rate == 0.25
    assert figures.win_rate == 0.2
    assert figures.self_draw_rate == 0.25
    assert figures.deal_in_rate == 0.125
    assert figures.riichi_rate == 0.25
    assert figures.riichi_win_rate == 0.4
    assert figures.call_rate == 0.325
    assert figures.tenpai_rate == 0.5
    assert figures.mean_win == 6250
    assert figures.mean_deal_in == 4300
