"""The catalogue of rule options, for people who set up a room and for programs that help them.

Types and allowed values come from the checks, defaults from the presets; what stands here is the
grouping and a sentence for each option.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.riichi.option_checks import CHECKS
from engine.riichi.options import FIXED, FOUR_PLAYERS_ONLY, THREE_PLAYERS_ONLY
from engine.riichi.presets import PRESETS

GROUPS: Final[Mapping[str, str]] = {
    "4.1": "Table and length",
    "4.2": "Final scoring",
    "4.3": "Dora",
    "4.4": "Play",
    "4.5": "Scoring",
    "4.6": "Abortive draws",
}
"""Section of riichi.md -> its heading."""

SENTENCES: Final[Mapping[str, Mapping[str, str]]] = {
    "4.1": {
        "players": "Number of players; it follows from the preset.",
        "length": "Winds that a game plays, or just one round.",
        "start_points": "Points of each player at the start.",
        "required_points": "Points that somebody must have for the game to end on time; "
        "null asks for none.",
        "extension": "Play one more wind while nobody has the required points; "
        "no effect with one_round and full.",
        "extension_end": "Whether the extension ends as soon as somebody has the required "
        "points, or lets a dealer who keeps the deal play on.",
        "tobi": "End the game when somebody falls below zero, or to zero.",
        "ceiling_points": "End the game when somebody reaches so many points; 0 is off.",
        "last_dealer_stop_win": "Whether the last dealer, in first place after a win, ends the "
        "game: never, always, or by choice.",
        "last_dealer_stop_tenpai": "Whether the last dealer, in first place and tenpai at a "
        "draw, ends the game: never, always, or by choice.",
        "last_dealer_stop_abort": "Whether the last dealer in first place ends the game at an "
        "abortive draw.",
        "dealer_repeat_win": "The dealer keeps the deal after winning.",
        "dealer_repeat_draw": "When the dealer keeps the deal at an exhaustive draw.",
        "thinking_time": "Seconds for every decision plus a bank of seconds for the round.",
        "hints": "Show each player the waits and what they are worth.",
        "spectate": "Others may watch, delayed.",
        "cpu_level": "Strength of the bots that fill empty seats.",
        "penalties": "Penalties for illegal actions; there are none, as such actions are refused.",
    },
    "4.2": {
        "score_origin": "Points that count as zero in the result.",
        "uma": "Thousands of points added for each place, first place first.",
        "oka": "Thousands of points for first place; auto is what all paid in above their "
        "starting points.",
        "rounding": "How the others' points are rounded to thousands; first place takes the rest.",
        "tie_rule": "Whether equal points rank by seat or share what their places get.",
        "leftover_sticks": "Who gets the riichi sticks left on the table.",
    },
    "4.3": {
        "aka_dora": "Number of red fives, as a whole or for each suit.",
        "dora": "Tiles named by the indicators are dora.",
        "ura_dora": "A riichi winner also counts the indicators underneath.",
        "kan_dora": "Every kan turns a further indicator.",
        "kan_ura_dora": "A riichi winner also counts what lies under the kan indicators.",
        "kan_dora_timing": "When the indicator of an open kan is turned: with the discard that "
        "follows, or at once.",
        "pending_dora_on_robbed_kan": "Whether an indicator still due is turned before a further "
        "kan can be robbed.",
        "start_indicators": "Number of indicators turned at the start.",
        "kita_dora": "A north set aside counts as dora.",
    },
    "4.4": {
        "chi": "Sequences may be called.",
        "kuikae": "Whether a caller may discard the called tile, or the one that completes the "
        "same sequence.",
        "riichi_requires_points": "Riichi needs the points for its stick.",
        "riichi_min_live_tiles": "Tiles that must be left in the live wall for riichi.",
        "riichi_stick": "Points of a riichi stick.",
        "riichi_ankan_rule": "Closed kans after riichi: never, with the same waits, or only "
        "where the three tiles can be nothing but a triplet.",
        "ippatsu": "A han for winning within one go-around after riichi.",
        "open_riichi": "Riichi with an open hand: 2 han, and a yakuman from a discarder who is "
        "not in riichi.",
        "furiten": "Who could have won on an own or a passed discard may not win by ron.",
        "temp_furiten_clears": "When furiten from a passed tile ends.",
        "multi_ron": "Who wins when several call ron on one tile.",
        "triple_ron_abort": "Three rons on one tile are an abortive draw.",
        "kokushi_robs_ankan": "Thirteen orphans may rob a closed kan.",
        "karaten": "Whether a wait counts of which the player already holds all four tiles.",
        "keishiki_tenpai": "A hand without a yaku is tenpai at a draw.",
        "houtei_after_rinshan": "The last discard counts as such after a replacement tile too.",
        "haitei_with_rinshan": "The last tile counts as such when it is a replacement tile.",
        "min_han": "Han that a win needs, dora apart.",
        "two_han_from_honba": "Counter from which a win needs two han, dora apart; 0 is off.",
        "kans_per_hand": "Kans in a round, all players together; it cannot be changed.",
    },
    "4.5": {
        "open_tanyao": "Tanyao counts in an open hand.",
        "atozuke": "The yaku may come about with the last tile.",
        "double_wind_pair_fu": "Fu of a pair that is both seat and round wind.",
        "rinshan_tsumo_fu": "A win on a replacement tile has the fu of a self-draw.",
        "open_pinfu_ron_fu": "Fu of an open hand without any further fu won by ron.",
        "pinfu_tsumo": "Pinfu counts with a self-draw, at 20 fu.",
        "chiitoitsu": "Fu and han of seven pairs.",
        "kiriage_mangan": "4 han 30 fu and 3 han 60 fu are a mangan.",
        "kazoe_mode": "What 13 and more ordinary han are worth.",
        "double_yakuman": "Patterns that count as two yakuman.",
        "composite_yakuman": "Several yakuman in a hand add up.",
        "tenhou_upgrades_waits": "With tenhou, patterns with a double form count as that form.",
        "renhou": "Worth of winning by ron in the first go-around before an own draw.",
        "ryuuiisou_requires_hatsu": "All green needs the green dragon.",
        "ryuuiisou_pure_double": "All green without the green dragon counts as two yakuman.",
        "local_yaku": "Local yaku: none, those of Mahjong Soul, or the ones listed.",
        "honba_value": "Points that each payer adds for each counter.",
        "honba_and_sticks_to": "Who gets counters and sticks when several win.",
        "noten_total": "Points that those not tenpai pay to the others at a draw, together.",
        "nagashi_mangan": "Discards of only terminals and honours, none called, pay a mangan "
        "at a draw.",
        "nagashi_as": "Whether nagashi mangan is a draw, or a win with counters and sticks.",
        "nagashi_requires_menzen": "Nagashi mangan needs a closed hand.",
        "nagashi_multiple": "Who is paid when several have nagashi mangan.",
        "pao_yakuman": "Yakuman whose last set makes the one who fed it liable.",
        "pao_scope": "What the liable player pays: that yakuman, or the whole hand.",
        "pao_honba_payer": "Who pays the counters of a ron with a liable player.",
        "pao_tsumo_basis": "What the liable player pays on a self-draw: all shares, or the ron "
        "value; they differ only in 3-player games with tsumo_loss.",
        "daiminkan_rinshan_pao": "Who fed an open kan pays alone for the win on its "
        "replacement tile.",
        "tsumo_loss": "North's share of a self-draw is not paid.",
        "tsumo_split": "How north's share of a self-draw is paid without tsumo_loss.",
    },
    "4.6": {
        "abort_kyuushu": "Nine kinds of terminals and honours in the first hand may abort.",
        "abort_suufon": "Four equal winds as first discards abort.",
        "abort_suucha": "Riichi of all four players aborts.",
        "abort_suukan": "When four kans of several players abort.",
        "abort_dealer": "Whether the dealer keeps the deal after an abortive draw, for all or "
        "by abort; in the last round it is played again anyhow.",
        "abort_accepts_riichi": "Riichi declared with the discard that aborts is paid.",
    },
}
"""Section of riichi.md -> option -> what it does."""


def catalogue() -> dict[str, Any]:
    """Return groups, presets and all options as plain JSON data.

    An option's `allowed` is a list of values or an object with bounds; it is keyed by the number
    of players (`"4"`, `"3"`) where that makes a difference and the option exists for both.
    """
    options = [
        _entry(group, name, sentence)
        for group, sentences in SENTENCES.items()
        for name, sentence in sentences.items()
    ]
    return {"groups": dict(GROUPS), "presets": list(PRESETS), "options": options}


def _entry(group: str, name: str, sentence: str) -> dict[str, Any]:
    fixed = name in FIXED
    return {
        "name": name,
        "group": group,
        "players": _players(name),
        "type": "int" if fixed else CHECKS[4][name].kind,
        "allowed": [FIXED[name]] if fixed else _allowed(name),
        "default": dict.fromkeys(PRESETS, FIXED[name]) if fixed else _defaults(name),
        "description": sentence,
    }


def _players(name: str) -> list[int]:
    if name in THREE_PLAYERS_ONLY:
        return [3]
    return [4] if name in FOUR_PLAYERS_ONLY else [4, 3]


def _defaults(name: str) -> dict[str, object]:
    return {preset: values[name] for preset, values in PRESETS.items() if name in values}


def _allowed(name: str) -> object:
    four, three = CHECKS[4][name].allowed, CHECKS[3][name].allowed
    if four == three or len(_players(name)) == 1:
        return four
    return {"4": four, "3": three}
