"""The state of a round: plain classes, changed in place by the folds of `fold.py` alone.

The same state serves the table (every tile known) and an observer who folds redacted events:
a seat whose hand is hidden has `known` False, `HIDDEN` tiles in `hand`, and neither counts nor
waits.
"""

from typing import Final

from engine.core.melds import Meld
from engine.core.tiles import HIDDEN, NAMES, TILE_IDS
from engine.core.views import MeldEvent, PondTile
from engine.riichi.rules import Rules

POND_TILES: Final = tuple(
    (PondTile(NAMES[tile], False), PondTile(NAMES[tile], True)) for tile in range(TILE_IDS)
)
"""Ordinary discards, made once: [tile][tsumogiri]."""

NOT_TENPAI: Final = 9
"""A distance that no hand exceeds."""


class Seat:
    """One seat in one round.

    `hand` is sorted and without `drawn` (-1: none). `counts` are the concealed tiles by kind,
    `drawn` included. `waits` is the mask of kinds that complete the hand in shape without those
    of which the seat holds all four; `tenpai` follows the option `karaten`. `distance` is a lower
    bound of the shanten of the hand without `drawn` (stack.md: an exchange lowers it by one at
    most, so waits are computed only when it may have reached 0).
    """

    __slots__ = (
        "after_north", "counts", "discarded", "distance", "double_riichi", "drawn", "fed",
        "first", "forbidden", "hand", "ippatsu", "kans", "known", "liable", "meld_events",
        "melds", "menzen", "missed", "nukidora", "number", "open_riichi", "pond", "pond_furiten",
        "riichi", "riichi_accepted", "riichi_furiten", "rinshan", "rinshan_feeder", "sideways",
        "temp_furiten", "tenpai", "waits",
    )  # fmt: skip

    def __init__(self, number: int) -> None:
        self.number = number
        self.hand: list[int] = []
        self.drawn = -1
        self.counts = bytearray(34)
        self.known = False
        self.melds: list[Meld] = []
        self.meld_events: list[MeldEvent] = []
        self.menzen = True
        self.pond: list[PondTile] = []
        self.discarded = 0
        # A discard of this seat was called.
        self.fed = False
        self.nukidora = 0
        self.kans = 0
        self.forbidden = 0
        self.first = True
        # Riichi.
        self.riichi = False
        self.riichi_accepted = False
        self.double_riichi = False
        self.open_riichi = False
        self.ippatsu = False
        self.sideways = False
        # Waits and furiten.
        self.distance = NOT_TENPAI
        self.waits = 0
        self.tenpai = False
        self.pond_furiten = False
        self.temp_furiten = False
        self.riichi_furiten = False
        self.missed = False
        # Where a win on the next tile would come from.
        self.rinshan = False
        self.after_north = False
        self.rinshan_feeder: int | None = None
        self.liable: dict[str, int] = {}

    @property
    def furiten(self) -> bool:
        """Any of the three kinds (riichi.md 9)."""
        return self.pond_furiten or self.temp_furiten or self.riichi_furiten

    def names(self) -> tuple[str, ...]:
        """Names of the concealed tiles, without the drawn one."""
        return tuple([NAMES[tile] for tile in self.hand])


class State:
    """One table's round, with the running totals of the match."""

    __slots__ = (
        "bakaze", "called", "clears_on_call", "clears_on_discard", "dealer_wins", "dora_markers",
        "fifth_tiles", "furiten_rule", "honba", "in_round", "juusan_puutaa", "karaten", "kyoku",
        "kyotaku", "late_kan_dora", "live", "missed", "normal_draws", "others", "oya",
        "pao_yakuman", "pending_dora", "players", "replacements", "riichi_count", "rules",
        "scores", "seats", "tile", "tile_after_kan", "tile_from", "tile_riichi", "tile_rinshan",
        "unsettled", "watched",
    )  # fmt: skip

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        # What the folds need of the rules, read once.
        self.late_kan_dora = rules.kan_dora and rules.kan_dora_timing == "standard"
        self.clears_on_discard = rules.temp_furiten_clears != "own_draw_only"
        self.clears_on_call = rules.temp_furiten_clears == "any_call"
        self.karaten = rules.karaten
        # Whether a wait on nothing but the fifth tile of a kind is tenpai.
        self.fifth_tiles = rules.karaten == "tenpai"
        self.furiten_rule = rules.furiten
        self.juusan_puutaa = "juusan_puutaa" in rules.local_yaku_names
        self.pao_yakuman = frozenset(rules.pao_yakuman)
        self.scores: tuple[int, ...] = (rules.start_points,) * rules.players
        self.bakaze = 0
        self.kyoku = 1
        self.honba = 0
        self.kyotaku = 0
        self.oya = 0
        # Hands that the present dealer has won one after another.
        self.dealer_wins = 0
        self.clear_round()

    def clear_round(self) -> None:
        """Forget the round: nothing dealt yet."""
        self.in_round = False
        self.seats = seats = [Seat(number) for number in range(self.players)]
        # By seat: the others in turn order after it.
        self.others = [seats[seat + 1 :] + seats[:seat] for seat in range(self.players)]
        self.live = 0
        self.normal_draws = 0
        self.replacements = 0
        self.dora_markers: list[int] = []
        self.pending_dora = 0
        # The tile that others may claim, who gave it, and how.
        self.tile = HIDDEN
        self.tile_from = -1
        self.tile_riichi = False
        self.tile_rinshan = False
        self.tile_after_kan = False
        # A kan or north that may still be robbed: the seat that declared it, else -1.
        self.unsettled = -1
        # Somebody passed a winning tile (`Seat.missed`); furiten starts with the next event.
        self.missed = False
        # Every kind that some seat has waited for in this round: a quick no for most discards.
        self.watched = 0
        self.called = False
        self.riichi_count = 0

    @property
    def kans(self) -> int:
        """Kans of all seats that have stood."""
        return sum([seat.kans for seat in self.seats])
