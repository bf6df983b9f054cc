"""Figures as people are shown them: counts with the rates that follow, in the profile's own shape.

Rates have four decimals, mean ranks and points three, values of hands none.
"""

from protocol.profile import PlayFigures
from server.figures.counts import THOUSAND, Figures


def shown(kind: str, of: Figures) -> PlayFigures:
    """Work the rates of one kind of games out; None where there is nothing to measure."""
    ended = sum(of.places)
    ranks = sum(place * times for place, times in enumerate(of.places, 1))
    return PlayFigures(
        kind=kind,
        games=of.games,
        rounds=of.rounds,
        # Three players have no fourth place.
        places=of.places[: int(kind[0])],
        mean_rank=_ratio(ranks, ended, 3),
        mean_score=_mean(of.scores, ended),
        mean_points=_ratio(of.points, ended * THOUSAND, 3),
        bust_rate=_ratio(of.busts, ended),
        wins=of.wins,
        win_rate=_ratio(of.wins, of.rounds),
        self_draw_rate=_ratio(of.self_draws, of.wins),
        mean_win=_mean(of.win_points, of.wins),
        deal_ins=of.deal_ins,
        deal_in_rate=_ratio(of.deal_ins, of.rounds),
        mean_deal_in=_mean(of.deal_in_points, of.deal_ins),
        riichi=of.riichi,
        riichi_rate=_ratio(of.riichi, of.rounds),
        riichi_win_rate=_ratio(of.riichi_wins, of.riichi),
        calls=of.calls,
        call_rate=_ratio(of.calls, of.rounds),
        draws=of.draws,
        tenpai_rate=_ratio(of.tenpai, of.draws),
        yakuman=dict(sorted(of.yakuman.items())),
    )


def _ratio(part: int, whole: int, digits: int = 4) -> float | None:
    return round(part / whole, digits) if whole else None


def _mean(amount: int, times: int) -> int | None:
    return round(amount / times) if times else None
