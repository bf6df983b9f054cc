"""Mutants that change nothing that anybody could notice, each with the reason.

They are counted apart. An entry names the module, the old line and the new one; it is void as
soon as the code reads differently.
"""

from typing import Final

_CLAIM: Final = "engine/riichi/claim.py"
_DECLARATION: Final = "engine/riichi/declaration.py"
_FU: Final = "engine/riichi/fu.py"
_FURITEN: Final = "engine/riichi/furiten.py"
_LIMITS: Final = "engine/riichi/limits.py"
_PATTERN: Final = "engine/riichi/yaku/pattern.py"
_PROGRESSION: Final = "engine/riichi/progression.py"
_RESULTS: Final = "engine/riichi/results.py"
_SCORE: Final = "engine/riichi/score.py"
_SETTLEMENT: Final = "engine/riichi/settlement.py"
_WAITING: Final = "engine/riichi/waiting.py"
_WINDOWS: Final = "engine/riichi/windows.py"

_ONLY_SPEED: Final = "the same answer by a longer way"
_NEVER_READ: Final = "of a nagashi mangan only the basic points are read"
_EVEN: Final = "all parts of a hand are even: one less is rounded up to the same ten"
_HUNDREDS: Final = "points are whole hundreds"
_ANY_LOW_RANK: Final = "only has to be lower than every rank, and known by identity"
_EMPTY: Final = "an empty dict is one without it"
_ONE_WAY: Final = "of three tiles there is one way to take all three"

EQUIVALENT: Final[dict[tuple[str, str, str], str]] = {
    (
        _CLAIM,
        "if not forbidden or len(seat.hand) > 9:",
        "if False:",
    ): f"{_ONLY_SPEED}: the tiles are looked at one by one",
    (
        _CLAIM,
        "return Daiminkan(seat.number, target, NAMES[tile], _same_kind(seat, KIND[tile], 3)[0])",
        "return Daiminkan(seat.number, target, NAMES[tile], _same_kind(seat, KIND[tile], 3)[(-1)])",
    ): _ONE_WAY,
    (
        _FURITEN,
        "if not seat.waits >> kind & 1 or len(seat.hand) != 13 or not YAOCHUU >> kind & 1:",
        "if (not seat.waits >> kind & 1 and len(seat.hand) != 13 and (not YAOCHUU >> kind & 1)):",
    ): f"{_ONLY_SPEED}: who holds all other orphans has thirteen tiles and waits for this one",
    (
        _FU,
        "MAX_PARTS: Final = 256",
        "MAX_PARTS: Final = 257",
    ): "no hand has parts of 256 fu: four closed kans of honours and a pair have 132",
    (
        _FU,
        "NARROW_WAIT: Final = 2",
        "NARROW_WAIT: Final = (1)",
    ): _EVEN,
    (
        _FU,
        "_row(replacement, 30, 30),",
        "_row(replacement, (29), 30),",
    ): "with any part the sum, rounded up, is 30 or more by itself",
    (
        _RESULTS,
        "class Result(msgspec.Struct, frozen=True):",
        "class Result(msgspec.Struct, frozen=False):",
    ): "nothing assigns to a result",
    (
        _SCORE,
        "if bits & f.FIRST_DRAW and self._any_wait(bits):",
        "if (bits | f.FIRST_DRAW) and self._any_wait(bits):",
    ): f"{_ONLY_SPEED}: _any_wait asks for FIRST_DRAW itself",
    (
        _SCORE,
        "if self._best(win, 0) is None:",
        "if self._best(win, (-1)) is None:",
    ): "no hand has less than 0 han",
    (
        _SCORE,
        "g.PINFU if pinfu else 0,",
        "g.PINFU if pinfu else 1,",
    ): "read where no part scores fu, so where there is no triplet: one is no yaku",
    (
        _SCORE,
        "bits = win_bits(win) | _OPEN_SET_BITS[readings[0][0] >> ft.OPEN_AT]",
        "bits = win_bits(win) | _OPEN_SET_BITS[readings[(-1)][0] >> ft.OPEN_AT]",
    ): "open sets are melds, the same in every reading",
    (
        _SCORE,
        "_NO_RANK: Final[_Rank] = (-1, 0, 0, 0)",
        "_NO_RANK: Final[_Rank] = (-1, 0, 0, (-1))",
    ): _ANY_LOW_RANK,
    (
        _SCORE,
        "prepare()",
        "pass",
    ): f"{_ONLY_SPEED}: tables are filled on demand",
    (
        _SETTLEMENT,
        '_NAGASHI: Final = HandValue(5, 0, 0, (("nagashi_mangan", 5),), MANGAN)',
        '_NAGASHI: Final = HandValue(5, 0, 0, (("nagashi_mangan", 6),), MANGAN)',
    ): _NEVER_READ,
    (
        _SETTLEMENT,
        '_NAGASHI: Final = HandValue(5, 0, 0, (("nagashi_mangan", 5),), MANGAN)',
        '_NAGASHI: Final = HandValue(5, (-1), 0, (("nagashi_mangan", 5),), MANGAN)',
    ): _NEVER_READ,
    (
        _WAITING,
        "for kind in range(low, low + 3):",
        "for kind in range(low, low + 4):",
    ): "looks at one kind more, and by the same count: what it finds is owned",
    (
        _WINDOWS,
        "if watched or seat.counts[kind] > 1 or seat is left:",
        "if watched or (seat.counts[kind] >= 1) or seat is left:",
    ): f"{_ONLY_SPEED}: a seat with nothing to do is not asked either way",
    (
        _CLAIM,
        "for kind in range(34):",
        "for kind in range(35):",
    ): "a last entry that nobody looks up",
    (
        _DECLARATION,
        "if seat.distance > 1 and not (state.fifth_tiles and 4 in seat.counts):",
        "if seat.distance > 1 and not ((state.fifth_tiles or 4 in seat.counts)):",
    ): f"{_ONLY_SPEED}: the discards are tried one by one",
    (
        _FU,
        "_row(0, rules.open_pinfu_ron_fu, rules.open_pinfu_ron_fu),",
        "_row((-1), rules.open_pinfu_ron_fu, rules.open_pinfu_ron_fu),",
    ): _EVEN,
    (
        _LIMITS,
        "(MANGAN,) * 6 + (HANEMAN,) * 2 + (BAIMAN,) * 3 + (SANBAIMAN,) * 2",
        "(MANGAN,) * 6 + (HANEMAN,) * 2 + (BAIMAN,) * 3 + (SANBAIMAN,) * 3",
    ): "a last entry that nobody looks up",
    (
        _PATTERN,
        "super().__init__()",
        "pass",
    ): _EMPTY,
    (
        _PROGRESSION,
        'return lowest < 0 or (lowest == 0 and rules.tobi == "zero_or_below")',
        'return lowest < (-1) or (lowest == 0 and rules.tobi == "zero_or_below")',
    ): _HUNDREDS,
    (
        _RESULTS,
        "thousands = (abs(score) + 500) // 1000",
        "thousands = (abs(score) + 501) // 1000",
    ): _HUNDREDS,
    (
        _SCORE,
        "_NO_RANK: Final[_Rank] = (-1, 0, 0, 0)",
        "_NO_RANK: Final[_Rank] = (-1, 0, (-1), 0)",
    ): _ANY_LOW_RANK,
    (
        _SCORE,
        "super().__init__()",
        "pass",
    ): _EMPTY,
    (
        _CLAIM,
        "(NAMES[PLAIN[kind]],) * (size - taken) + (NAMES[red or 0],) * taken",
        "(NAMES[PLAIN[kind]],) * (size - taken) + (NAMES[red or 1],) * taken",
    ): "where there is no red five none is taken",
    (
        "engine/riichi/ending.py",
        'if len(seats) > 1 and rules.nagashi_multiple == "nearest_to_last_draw":',
        'if (len(seats) >= 1) and rules.nagashi_multiple == "nearest_to_last_draw":',
    ): f"{_ONLY_SPEED}: of one seat the nearest is that one",
    (
        _LIMITS,
        "if han < 5:",
        "if han < 6:",
    ): "20 fu and 5 han make 2560, which is a mangan anyhow",
    (
        _PROGRESSION,
        "class AskStop(msgspec.Struct, frozen=True):",
        "class AskStop(msgspec.Struct, frozen=False):",
    ): "nothing assigns to it",
    (
        _SETTLEMENT,
        '_NAGASHI: Final = HandValue(5, 0, 0, (("nagashi_mangan", 5),), MANGAN)',
        '_NAGASHI: Final = HandValue(5, 0, 0, (("nagashi_mangan", (4)),), MANGAN)',
    ): _NEVER_READ,
    (
        _SETTLEMENT,
        '_NAGASHI: Final = HandValue(5, 0, 0, (("nagashi_mangan", 5),), MANGAN)',
        '_NAGASHI: Final = HandValue(6, 0, 0, (("nagashi_mangan", 5),), MANGAN)',
    ): _NEVER_READ,
    (
        _WAITING,
        "if not mask or (4 not in counts and not seat.melds):",
        "if False:",
    ): f"{_ONLY_SPEED}: without four of a kind and melds no wait is dead",
    (
        _WINDOWS,
        "elif isinstance(action, Call) and ask.ranks[option] > rank:",
        "elif isinstance(action, Call) and (ask.ranks[option] >= rank):",
    ): "two calls of one rank cannot meet: for two pons the tiles are missing (riichi.md 7)",
}
"""(module, old line, new line) -> why it is the same program."""
