"""A line of `jantaku score`: read, checked against the rules, valued (formats.md)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec

from engine.core.errors import BadRules, BadTile
from engine.core.melds import ANKAN, CHI, DAIMINKAN, KAKAN, PON, Meld
from engine.core.tiles import IDS, KIND, KINDS, NAMES, tile_id
from engine.riichi import flags as f
from engine.riichi.dora import DoraCounter
from engine.riichi.rules import parse_rules
from engine.riichi.score import Win, scorer_for
from engine.riichi.settlement import settle_hora
from engine.riichi.tileset import tiles_of
from server.commands.json_lines import BadLineError

_NORTH: Final = IDS["N"]
_MAX_KANS: Final = 4
_CALLED: Final = {CHI: 2, PON: 2, DAIMINKAN: 3, KAKAN: 3, ANKAN: 4}
"""Meld -> tiles in `consumed`."""

_CLASHES: Final = (
    ("ippatsu", "rinshan", "an own kan or north ends ippatsu"),
    ("haitei", "houtei", "one is a self-draw, the other a ron"),
    ("chankan", "houtei", "no kan is declared once the wall is empty"),
    ("first_draw", "riichi", "a riichi is declared with a discard"),
    ("first_draw", "double_riichi", "a riichi is declared with a discard"),
    ("first_draw", "rinshan", "a kan or north ends the first go-around"),
    ("first_draw", "haitei", "the wall is not empty in the first go-around"),
    ("first_draw", "houtei", "the wall is not empty in the first go-around"),
)


class BadHandError(BadLineError):
    """A line that is no hand; the message names field, value and what is allowed."""


class MeldIn(msgspec.Struct, forbid_unknown_fields=True):
    """A meld as it comes in: mjai fields without the actor."""

    type: Literal["chi", "pon", "daiminkan", "kakan", "ankan"]
    consumed: tuple[str, ...]
    pai: str | None = None
    target: int | None = None


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """One line as it comes in."""

    hand: tuple[str, ...]
    win_tile: str
    rules: msgspec.Raw = msgspec.Raw(b'{"preset":"majsoul_ranked_4p"}')
    melds: tuple[MeldIn, ...] = ()
    tsumo: bool = False
    seat: int = 0
    oya: int = 0
    bakaze: Literal["E", "S", "W", "N"] = "E"
    target: int | None = None
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    first_draw: bool = False
    dora_markers: tuple[str, ...] = ()
    ura_markers: tuple[str, ...] = ()
    nukidora: int = 0
    honba: int = 0
    kyotaku: int = 0


class Table:
    """What one rule object is read into, once."""

    def __init__(self, rules_json: bytes) -> None:
        try:
            self.rules = parse_rules(msgspec.json.decode(rules_json))
        except BadRules as error:
            raise BadHandError(f"rules.{error.field}: {error.message}") from None
        self.scorer = scorer_for(self.rules)
        self.dora = DoraCounter(self.rules)
        self.supply = Counter(tiles_of(self.rules))


class Claim:
    """A question checked and turned into the engine's terms."""

    def __init__(self, question: Question, table: Table) -> None:
        self.question = question
        self.table = table
        _check_numbers(question, table)
        self.hand = _tiles("hand", question.hand, table)
        self.tile = _tiles("win_tile", (question.win_tile,), table)[0]
        self.melds = tuple(
            _meld(place, meld, question, table) for place, meld in enumerate(question.melds)
        )
        self.markers = _tiles("dora_markers", question.dora_markers, table)
        self.ura = _tiles("ura_markers", question.ura_markers, table)
        self.tiles = [*self.hand, self.tile, *(tile for meld in self.melds for tile in meld.tiles)]
        _check_counts(self)
        _check_flags(self)

    @property
    def target(self) -> int:
        """The discarder; the next seat where a ron does not name one."""
        question = self.question
        if question.tsumo:
            return question.seat
        if question.target is None:
            return (question.seat + 1) % self.table.rules.players
        return question.target

    def answer(self) -> dict[str, object]:
        """Value and settle."""
        question, rules = self.question, self.table.rules
        counts = bytearray(KINDS)
        for tile in (*self.hand, self.tile):
            counts[KIND[tile]] += 1
        dora = self.table.dora.count(self.tiles, question.nukidora, self.markers, self.ura)
        win = Win(
            counts=counts,
            win_kind=KIND[self.tile],
            tsumo=question.tsumo,
            seat_wind=(question.seat - question.oya) % rules.players,
            round_wind="ESWN".index(question.bakaze),
            melds=self.melds,
            flags=_flags(question),
            dora=dora.dora,
            ura=dora.ura,
            aka=dora.aka,
            nukidora=dora.nukidora,
            honba=question.honba,
        )
        value = self.table.scorer.evaluate(win)
        if value is None:
            return {"win": False, "reason": self.table.scorer.reason(win)}
        payment = settle_hora(
            rules,
            value,
            winner=question.seat,
            target=self.target,
            oya=question.oya,
            honba=question.honba,
            kyotaku=question.kyotaku,
            liable={},
            rinshan_feeder=None,
            takes_honba=True,
            takes_sticks=True,
        )
        return {
            "han": value.han,
            "fu": value.fu,
            "yakuman": value.yakuman,
            "yaku": value.yaku,
            "points": payment.points,
            "deltas": payment.deltas,
        }


def _flags(question: Question) -> int:
    bits = {
        f.RIICHI: question.riichi,
        f.DOUBLE_RIICHI: question.double_riichi,
        f.IPPATSU: question.ippatsu,
        f.RINSHAN: question.rinshan,
        f.CHANKAN: question.chankan,
        f.HAITEI: question.haitei,
        f.HOUTEI: question.houtei,
        f.FIRST_DRAW: question.first_draw,
    }
    return sum(bit for bit, given in bits.items() if given)


def _tiles(field: str, names: Iterable[str], table: Table) -> list[int]:
    tiles = []
    for name in names:
        try:
            tile = tile_id(name)
        except BadTile as error:
            raise BadHandError(f"{field}: {error}") from None
        if not table.supply[tile]:
            raise BadHandError(f"{field}: {name} is not in the tile set of these rules")
        tiles.append(tile)
    return tiles


def _check_numbers(question: Question, table: Table) -> None:
    players = table.rules.players
    for field in ("seat", "oya", "target"):
        seat = getattr(question, field)
        if seat is not None and not 0 <= seat < players:
            raise BadHandError(f"{field}: {seat} is not a seat; allowed: 0..{players - 1}")
    most_north = 4 if table.rules.kita_dora else 0
    if not 0 <= question.nukidora <= most_north:
        raise BadHandError(
            f"nukidora: {question.nukidora}; allowed under these rules: 0..{most_north}"
        )
    for field in ("honba", "kyotaku"):
        if getattr(question, field) < 0:
            raise BadHandError(f"{field}: {getattr(question, field)}; allowed: 0 or more")
    if players == 3 and question.bakaze == "N":
        raise BadHandError("bakaze: 'N' does not occur with three players; allowed: E, S, W")
    if question.tsumo and question.target not in (None, question.seat):
        raise BadHandError(
            f"target: {question.target} on a self-draw; allowed: {question.seat} or left out"
        )
    if not question.tsumo and question.target == question.seat:
        raise BadHandError(
            f"target: {question.target} is the winner; allowed on a ron: another seat"
        )


def _meld(place: int, meld: MeldIn, question: Question, table: Table) -> Meld:
    field = f"melds[{place}]"
    players = table.rules.players
    consumed = _tiles(f"{field}.consumed", meld.consumed, table)
    if len(consumed) != _CALLED[meld.type]:
        raise BadHandError(
            f"{field}.consumed: {len(consumed)} tiles; allowed for {meld.type}: "
            f"{_CALLED[meld.type]}"
        )
    if (meld.pai is None) != (meld.type == ANKAN):
        needed = "none" if meld.type == ANKAN else "the called or added tile"
        raise BadHandError(f"{field}.pai: {meld.pai!r}; allowed for {meld.type}: {needed}")
    called = [] if meld.pai is None else _tiles(f"{field}.pai", (meld.pai,), table)
    kinds = sorted(KIND[tile] for tile in called + consumed)
    if not (_is_sequence(kinds) if meld.type == CHI else len(set(kinds)) == 1):
        shape = "a sequence" if meld.type == CHI else "tiles of one kind"
        names = ", ".join(NAMES[tile] for tile in called + consumed)
        raise BadHandError(f"{field}: {names} are not {shape}")
    left = (question.seat - 1) % players
    others = [seat for seat in range(players) if seat != question.seat]
    allowed = {CHI: [left], ANKAN: [question.seat]}.get(meld.type, others)
    if meld.type == CHI and not table.rules.chi:
        raise BadHandError(f"{field}.type: 'chi' is not played under these rules")
    if meld.target is not None and meld.target not in allowed:
        raise BadHandError(
            f"{field}.target: {meld.target}; allowed for {meld.type} of seat {question.seat}: "
            + ", ".join(map(str, allowed))
        )
    target = allowed[0] if meld.target is None else meld.target
    return Meld(meld.type, kinds[0], tuple(called + consumed), target)


def _is_sequence(kinds: list[int]) -> bool:
    first, second, third = kinds
    return first < 27 and first % 9 <= 6 and (second, third) == (first + 1, first + 2)


def _check_counts(win: Claim) -> None:
    """Number of tiles, and that the tile set has them all."""
    expected = 13 - 3 * len(win.melds)
    if len(win.hand) != expected:
        raise BadHandError(
            f"hand: {len(win.hand)} tiles; allowed with {len(win.melds)} melds: {expected} "
            "(without the winning tile)"
        )
    rules = win.table.rules
    most = rules.start_indicators + _MAX_KANS
    if len(win.markers) > most:
        raise BadHandError(f"dora_markers: {len(win.markers)} tiles; allowed: {most} at most")
    if len(win.ura) > len(win.markers):
        raise BadHandError(
            f"ura_markers: {len(win.ura)} tiles; allowed: no more than dora_markers "
            f"({len(win.markers)})"
        )
    used = Counter(win.tiles + win.markers + win.ura)
    used[_NORTH] += win.question.nukidora
    for tile, count in used.items():
        if count > win.table.supply[tile]:
            raise BadHandError(
                f"hand: {count} of {NAMES[tile]} in hand, melds and indicators; allowed: "
                f"{win.table.supply[tile]}, as many as the tile set has"
            )


def _check_flags(win: Claim) -> None:
    """Circumstances that cannot go together."""
    question = win.question
    for one, other, why in _clashes(win):
        if getattr(question, one) and getattr(question, other):
            raise BadHandError(f"{one}: true, but {other} is true too; {why}")
    is_riichi = question.riichi or question.double_riichi
    closed = all(meld.type == ANKAN for meld in win.melds)
    kinds = [KIND[tile] for tile in win.tiles]
    needs = (
        ("riichi", is_riichi, closed, "a closed hand"),
        ("ippatsu", question.ippatsu, is_riichi, "riichi or double_riichi"),
        ("ura_markers", bool(win.ura), is_riichi, "riichi or double_riichi"),
        ("rinshan", question.rinshan, question.tsumo, "a self-draw"),
        (
            "rinshan",
            question.rinshan,
            any(meld.is_kan for meld in win.melds) or bool(question.nukidora),
            "a kan or a north set aside",
        ),
        ("haitei", question.haitei, question.tsumo, "a self-draw"),
        ("houtei", question.houtei, not question.tsumo, "a ron"),
        ("chankan", question.chankan, not question.tsumo, "a ron"),
        (
            "chankan",
            question.chankan,
            kinds.count(KIND[win.tile]) == 1,
            "that the winner holds no other tile like the winning one: it is the fourth of a kan",
        ),
        ("first_draw", question.first_draw, not win.melds, "a hand without melds"),
        ("first_draw", question.first_draw, not question.nukidora, "a hand without norths aside"),
        (
            "first_draw",
            question.first_draw,
            question.tsumo or question.seat != question.oya,
            "a self-draw where the winner is the dealer: he has discarded before any ron",
        ),
    )
    for field, given, holds, needed in needs:
        if given and not holds:
            raise BadHandError(f"{field}: given, but it needs {needed}")


def _clashes(win: Claim) -> Iterator[tuple[str, str, str]]:
    yield from _CLASHES
    if not win.table.rules.haitei_with_rinshan:
        yield "haitei", "rinshan", "haitei_with_rinshan is off"
