"""Which round follows, and when a game is over (riichi.md 14).

Pure functions of the rules, the round just played, how it ended and the scores after payment.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from engine.riichi.options import StopMode
from engine.riichi.rules import Rules

EAST: Final = 0
SOUTH: Final = 1


class RoundStart(msgspec.Struct, frozen=True):
    """How a round begins.

    `bakaze` is 0..3 (East to North), `kyoku` 1..n, `kyotaku` the number of sticks on the table.
    """

    bakaze: int
    kyoku: int
    honba: int
    kyotaku: int
    oya: int
    scores: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a round ended.

    `reason` is the `ryukyoku` reason ("" for a win). `winners` are the seats that won, or the
    seats with nagashi mangan. `tenpai` is by seat, for draws.
    """

    kind: Literal["win", "draw", "abort"]
    winners: tuple[int, ...] = ()
    tenpai: tuple[bool, ...] = ()
    reason: str = ""


class GameOver(msgspec.Struct, frozen=True):
    """No round follows; `cause` says which rule ended the game."""

    cause: Literal["one_round", "tobi", "ceiling", "target", "last_round", "dealer_stop"]


class AskStop(msgspec.Struct, frozen=True):
    """The leading last dealer chooses: end the game, or play `next`."""

    seat: int
    next: RoundStart


Following: TypeAlias = RoundStart | GameOver | AskStop


def first_round(rules: Rules) -> RoundStart:
    """East 1 with everybody's starting points; seat 0 deals."""
    return RoundStart(EAST, 1, 0, 0, 0, (rules.start_points,) * rules.players)


def after_round(
    rules: Rules,
    played: RoundStart,
    outcome: Outcome,
    scores_after: tuple[int, ...],
    kyotaku_after: int,
) -> Following:
    """Return what follows `played`, given scores and sticks after all its payments."""
    if rules.length == "one_round":
        return GameOver("one_round")
    if _is_tobi(rules, scores_after):
        return GameOver("tobi")
    if rules.ceiling_points and max(scores_after) >= rules.ceiling_points:
        return GameOver("ceiling")

    won = _is_win(rules, outcome)
    all_last = _is_all_last(rules, played)
    aborted = outcome.kind == "abort"
    # "Aborts in all_last repeat the hand", whatever abort_dealer says.
    keeps = (all_last and aborted) or _dealer_keeps(rules, played, outcome, won)
    following = _next_round(rules, played, keeps, won, scores_after, kyotaku_after)
    if not all_last:
        return following

    reached = rules.required_points is None or max(scores_after) >= rules.required_points
    extending = _is_extension(rules, played)
    if extending and reached and not aborted and rules.extension_end == "immediate":
        return GameOver("target")
    if keeps:
        stop = _stop_mode(rules, played, outcome, won)
        if stop == "off" or not _dealer_leads(rules, played, scores_after):
            return following
        return AskStop(played.oya, following) if stop == "ask" else GameOver("dealer_stop")
    if reached:
        return GameOver("target")
    if not _may_extend(rules) or (extending and played.kyoku == rules.players):
        return GameOver("last_round")
    return following


def _is_tobi(rules: Rules, scores: tuple[int, ...]) -> bool:
    if rules.tobi == "off":
        return False
    lowest = min(scores)
    return lowest < 0 or (lowest == 0 and rules.tobi == "zero_or_below")


def _last_wind(rules: Rules) -> int:
    """Wind of the last scheduled round."""
    if rules.length == "full":
        return rules.players - 1
    return EAST if rules.length == "east" else SOUTH


def _is_extension(rules: Rules, played: RoundStart) -> bool:
    return played.bakaze > _last_wind(rules)


def _is_all_last(rules: Rules, played: RoundStart) -> bool:
    """Last round of the scheduled winds, or any round of the extension."""
    last = _last_wind(rules)
    return played.bakaze > last or (played.bakaze == last and played.kyoku == rules.players)


def _may_extend(rules: Rules) -> bool:
    return rules.extension and rules.length in ("east", "east_south")


def _is_win(rules: Rules, outcome: Outcome) -> bool:
    """Whether the round counts as won, nagashi mangan under `nagashi_as` = win included."""
    nagashi = outcome.reason == "nagashi_mangan"
    return outcome.kind == "win" or (nagashi and rules.nagashi_as == "win")


def _dealer_keeps(rules: Rules, played: RoundStart, outcome: Outcome, won: bool) -> bool:
    if won:
        return rules.dealer_repeat_win and played.oya in outcome.winners
    if outcome.kind == "abort":
        return rules.dealer_after(outcome.reason) == "keep"
    if rules.dealer_repeat_draw == "tenpai":
        return outcome.tenpai[played.oya]
    return rules.dealer_repeat_draw == "always"


def _next_round(
    rules: Rules,
    played: RoundStart,
    keeps: bool,
    won: bool,
    scores: tuple[int, ...],
    kyotaku: int,
) -> RoundStart:
    honba = 0 if won and not keeps else played.honba + 1
    if keeps:
        return RoundStart(played.bakaze, played.kyoku, honba, kyotaku, played.oya, scores)
    past_wind, oya = divmod(played.kyoku, rules.players)
    return RoundStart(played.bakaze + past_wind, oya + 1, honba, kyotaku, oya, scores)


def _stop_mode(rules: Rules, played: RoundStart, outcome: Outcome, won: bool) -> StopMode:
    """Which `last_dealer_stop_*` applies to a dealer who keeps the deal."""
    if won:
        return rules.last_dealer_stop_win
    if outcome.kind == "abort":
        return "auto" if rules.last_dealer_stop_abort else "off"
    # A dealer who keeps the deal without being tenpai has no reason to stop on.
    return rules.last_dealer_stop_tenpai if outcome.tenpai[played.oya] else "off"


def _dealer_leads(rules: Rules, played: RoundStart, scores: tuple[int, ...]) -> bool:
    """Whether the dealer is first by points, then seat, and has the required points."""
    if rules.required_points is not None and scores[played.oya] < rules.required_points:
        return False
    return scores.index(max(scores)) == played.oya
