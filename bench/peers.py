"""The same wins put to other programs: `mahjong`, `riichienv` and `jansou`.

Every function here prepares what its program wants, outside any timing, and returns a call
without arguments that values the hand and answers `(han, fu, yakuman)`, or None where it may not
win. All are set to the rules of `tenhou_4p` without indicators.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.core.melds import ANKAN, CHI, DAIMINKAN, KAKAN, Meld
from engine.core.tiles import KINDS
from engine.riichi import flags
from engine.riichi.score import Win

Answer: TypeAlias = tuple[int, int, int] | None
Call: TypeAlias = Callable[[], Any]


class _Copies:
    """Hands out the four copies of each kind as tiles 0..135, never the red ones first."""

    def __init__(self) -> None:
        self._used = [0] * KINDS

    def take(self, kind: int) -> int:
        self._used[kind] += 1
        return 4 * kind + 4 - self._used[kind]


def _melds(win: Win, copies: _Copies) -> list[tuple[Meld, list[int]]]:
    return [
        (
            meld,
            [
                copies.take(meld.kind + (place if meld.type == CHI else 0))
                for place in range(len(meld.tiles))
            ],
        )
        for meld in win.melds
    ]


def _concealed(win: Win, copies: _Copies) -> tuple[list[int], int]:
    """Return the concealed tiles and the winning one among them."""
    tiles = [copies.take(kind) for kind in range(KINDS) for _ in range(win.counts[kind])]
    return tiles, next(tile for tile in tiles if tile // 4 == win.win_kind)


def mahjong_call(win: Win) -> Call:
    """Prepare the hand for the package `mahjong`."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld as PeerMeld

    copies = _Copies()
    melds = _melds(win, copies)
    tiles, winning = _concealed(win, copies)
    kinds = {CHI: PeerMeld.CHI, DAIMINKAN: PeerMeld.KAN, ANKAN: PeerMeld.KAN}
    theirs = [
        PeerMeld(
            PeerMeld.SHOUMINKAN if meld.type == KAKAN else kinds.get(meld.type, PeerMeld.PON),
            of,
            meld.type != ANKAN,
        )
        for meld, of in melds
    ]
    everything = sorted([*tiles, *(tile for _, of in melds for tile in of)])
    config = HandConfig(
        is_tsumo=win.tsumo,
        is_riichi=bool(win.flags & flags.ANY_RIICHI),
        is_daburu_riichi=bool(win.flags & flags.DOUBLE_RIICHI),
        is_ippatsu=bool(win.flags & flags.IPPATSU),
        is_rinshan=bool(win.flags & flags.RINSHAN),
        is_haitei=bool(win.flags & flags.HAITEI),
        is_houtei=bool(win.flags & flags.HOUTEI),
        player_wind=27 + win.seat_wind,
        round_wind=27 + win.round_wind,
        options=OptionalRules(has_open_tanyao=True, has_double_yakuman=False),
    )
    value = HandCalculator.estimate_hand_value
    return lambda: value(everything, winning, melds=theirs, config=config)


def mahjong_answer(response: Any) -> Answer:
    """Read what `mahjong` answered."""
    if response.error is not None:
        return None
    yakuman = [yaku for yaku in response.yaku if yaku.is_yakuman]
    return response.han, response.fu, len(yakuman)


def riichienv_call(win: Win) -> Call:
    """Prepare the hand for `riichienv` (Rust)."""
    from riichienv import Conditions, HandEvaluator, MeldType
    from riichienv import Meld as PeerMeld

    copies = _Copies()
    melds = _melds(win, copies)
    tiles, winning = _concealed(win, copies)
    kinds = {
        CHI: MeldType.Chi,
        DAIMINKAN: MeldType.Daiminkan,
        KAKAN: MeldType.Kakan,
        ANKAN: MeldType.Ankan,
    }
    theirs = [
        PeerMeld(kinds.get(meld.type, MeldType.Pon), of, meld.type != ANKAN, 0)
        for meld, of in melds
    ]
    conditions = Conditions(
        tsumo=win.tsumo,
        riichi=bool(win.flags & flags.ANY_RIICHI),
        double_riichi=bool(win.flags & flags.DOUBLE_RIICHI),
        ippatsu=bool(win.flags & flags.IPPATSU),
        rinshan=bool(win.flags & flags.RINSHAN),
        haitei=bool(win.flags & flags.HAITEI),
        houtei=bool(win.flags & flags.HOUTEI),
        player_wind=win.seat_wind,
        round_wind=win.round_wind,
    )
    return lambda: HandEvaluator(tiles, theirs).calc(winning, [], conditions, [])


def jansou_call(win: Win) -> Call:
    """Prepare the hand for `jansou`."""
    from jansou.core.hand import CallSource, Hand, MeldType
    from jansou.core.hand import Meld as PeerMeld
    from jansou.core.rules import preset
    from jansou.core.tiles import Tile, TileKind, Wind
    from jansou.scoring.context import WinContext
    from jansou.scoring.score import score

    kinds = {
        CHI: MeldType.CHII,
        DAIMINKAN: MeldType.DAIMINKAN,
        KAKAN: MeldType.SHOUMINKAN,
        ANKAN: MeldType.ANKAN,
    }
    melds = []
    for meld in win.melds:
        tiles = tuple(
            Tile(TileKind(meld.kind + (place if meld.type == CHI else 0)))
            for place in range(len(meld.tiles))
        )
        called = None if meld.type == ANKAN else tiles[0]
        source = None if meld.type == ANKAN else CallSource.KAMICHA
        added = tiles[3] if meld.type == KAKAN else None
        melds.append(PeerMeld(kinds.get(meld.type, MeldType.PON), tiles, called, source, added))
    concealed = [Tile(TileKind(kind)) for kind in range(KINDS) for _ in range(win.counts[kind])]
    winning = Tile(TileKind(win.win_kind))
    winds = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)
    context = WinContext(
        rules=preset("tenhou"),
        round_wind=winds[win.round_wind],
        seat_wind=winds[win.seat_wind],
        is_tsumo=win.tsumo,
        riichi=win.flags & flags.ANY_RIICHI == flags.RIICHI,
        double_riichi=bool(win.flags & flags.DOUBLE_RIICHI),
        ippatsu=bool(win.flags & flags.IPPATSU),
        rinshan=bool(win.flags & flags.RINSHAN),
        haitei=bool(win.flags & flags.HAITEI),
        houtei=bool(win.flags & flags.HOUTEI),
    )
    hand = Hand(tuple(concealed), tuple(melds))

    def value() -> Any:
        try:
            return score(hand, winning, context)
        except ValueError:
            return None

    return value


def jansou_answer(result: Any) -> Answer:
    """Read what `jansou` answered."""
    if result is None:
        return None
    return result.han, result.fu.total, result.base // 8000 if result.is_yakuman else 0
