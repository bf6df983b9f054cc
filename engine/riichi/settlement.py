"""Who pays what: wins with honba, sticks and pao, noten payments, nagashi (riichi.md 10, 12, 13).

Shares of a self-draw are a function of the rules' family: with four players, and with three and
tsumo loss, each payer pays the own share; without tsumo loss the missing seat's share is spread.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from engine.riichi.limits import MANGAN, YAKUMAN, round_up
from engine.riichi.rules import Rules
from engine.riichi.score import HandValue

Share: TypeAlias = Callable[[int, bool, bool], int]
"""(basic points, winner is dealer, payer is dealer) -> what the payer of a self-draw pays."""


class Payment(msgspec.Struct, frozen=True):
    """`points` is the value without honba and sticks (formats.md), `deltas` what moves, by seat."""

    points: int
    deltas: tuple[int, ...]


def _own_share(base: int, winner_is_dealer: bool, payer_is_dealer: bool) -> int:
    return round_up(base * (2 if winner_is_dealer or payer_is_dealer else 1))


def _scaled_share(base: int, winner_is_dealer: bool, payer_is_dealer: bool) -> int:
    """x1.5, the dealer x2.5, to a dealer x3."""
    if winner_is_dealer:
        return round_up(base * 3)
    return round_up(base * 5 // 2 if payer_is_dealer else base * 3 // 2)


def _share_and_half_of_north(base: int, winner_is_dealer: bool, payer_is_dealer: bool) -> int:
    north = _own_share(base, winner_is_dealer, False)
    own = _own_share(base, winner_is_dealer, payer_is_dealer)
    return round_up(own + north // 2)


_SPLITS: Final[dict[str | None, Share]] = {
    "scale": _scaled_share,
    "split_north": _share_and_half_of_north,
}


def _share_rule(rules: Rules) -> Share:
    return _own_share if rules.tsumo_loss else _SPLITS[rules.tsumo_split]


def _ron_points(base: int, winner_is_dealer: bool) -> int:
    return round_up(base * (6 if winner_is_dealer else 4))


class _Bill:
    """What each seat pays for one win; negative entries never occur."""

    def __init__(self, rules: Rules, winner: int, oya: int) -> None:
        self.owed = [0] * rules.players
        self._share = _share_rule(rules)
        self._winner = winner
        self._oya = oya

    @property
    def payers(self) -> list[int]:
        return [seat for seat in range(len(self.owed)) if seat != self._winner]

    def shares(self, base: int) -> list[tuple[int, int]]:
        """(payer, points) of a self-draw."""
        dealer = self._winner == self._oya
        return [(seat, self._share(base, dealer, seat == self._oya)) for seat in self.payers]

    def self_draw(self, base: int) -> None:
        """Everybody pays a share of `base` basic points."""
        for seat, points in self.shares(base):
            self.owed[seat] += points

    def ron(self, base: int, *payers: int) -> None:
        """`payers` pay for a ron of `base` basic points, in equal parts."""
        points = _ron_points(base, self._winner == self._oya)
        for seat in payers:
            self.owed[seat] += points // len(payers)


def settle_hora(
    rules: Rules,
    value: HandValue,
    *,
    winner: int,
    target: int,
    oya: int,
    honba: int,
    kyotaku: int,
    liable: Mapping[str, int],
    rinshan_feeder: int | None,
    takes_honba: bool,
    takes_sticks: bool,
) -> Payment:
    """Settle one win; `target` is the winner on a self-draw.

    `liable` maps a yakuman to the seat that fed its last set (pao); names that `value` does not
    have are ignored. `rinshan_feeder` is the seat whose tile led to the replacement draw, if any;
    with daiminkan_rinshan_pao the win is paid as a ron from it. `takes_honba`, `takes_sticks`:
    whether this winner gets them.
    """
    if target == winner and rules.daiminkan_rinshan_pao and rinshan_feeder is not None:
        target = rinshan_feeder
    bill = _Bill(rules, winner, oya)
    pao = _pao_parts(value, liable, winner)
    if pao:
        _charge_with_pao(rules, bill, value, pao, winner, target)
    elif target == winner:
        bill.self_draw(value.base)
    else:
        bill.ron(value.base, target)
    points = sum(bill.owed)
    if takes_honba and honba:
        each = honba * rules.honba_value
        feeder = pao[0][1] if pao else None
        for seat in _honba_payers(rules, bill.payers, winner, target, feeder):
            bill.owed[seat] += each
    deltas = [-owed for owed in bill.owed]
    deltas[winner] = sum(bill.owed)
    if takes_sticks:
        deltas[winner] += kyotaku * rules.riichi_stick
    return Payment(points, tuple(deltas))


def _pao_parts(value: HandValue, liable: Mapping[str, int], winner: int) -> list[tuple[int, int]]:
    """(basic points, liable seat) of each yakuman of the hand that somebody is liable for."""
    if not (value.yakuman and liable):
        return []
    return [
        (YAKUMAN * worth, liable[name])
        for name, worth in value.yaku
        if liable.get(name, winner) != winner
    ]


def _charge_with_pao(
    rules: Rules,
    bill: _Bill,
    value: HandValue,
    pao: Sequence[tuple[int, int]],
    winner: int,
    target: int,
) -> None:
    """Charge a win with liable seats (riichi.md 13, "Pao").

    Under `whole_hand` the seat liable for the first yakuman of the hand answers for all of it.
    """
    if rules.pao_scope == "whole_hand":
        pao = [(value.base, pao[0][1])]
    rest = value.base - sum(base for base, _ in pao)
    for base, feeder in pao:
        if target != winner:
            # The discarder and the feeder halve it, unless they are the same seat.
            bill.ron(base, feeder, target)
        elif rules.pao_tsumo_basis == "as_ron":
            bill.ron(base, feeder)
        else:
            bill.owed[feeder] += sum(points for _, points in bill.shares(base))
    if rest and target != winner:
        bill.ron(rest, target)
    elif rest:
        bill.self_draw(rest)


def _honba_payers(
    rules: Rules, payers: Sequence[int], winner: int, target: int, feeder: int | None
) -> Iterable[int]:
    """The seat that pays for each of the payers of a self-draw: the honba of all or just its own.

    On a self-draw a liable seat pays all of it, whatever `pao_honba_payer` says of rons.
    """
    if target == winner:
        return payers if feeder is None else [feeder] * len(payers)
    if feeder is not None and rules.pao_honba_payer == "liable":
        return [feeder] * len(payers)
    return [target] * len(payers)


def noten_payments(rules: Rules, tenpais: Sequence[bool]) -> tuple[int, ...]:
    """Payments of an exhaustive draw, by seat; nothing if all or none are tenpai (riichi.md 10).

    `noten_total` splits evenly however many are tenpai: rule objects allow no other.
    """
    tenpai = sum(tenpais)
    noten = len(tenpais) - tenpai
    if not (tenpai and noten):
        return (0,) * len(tenpais)
    total = rules.noten_total
    return tuple([total // tenpai if waits else -total // noten for waits in tenpais])


def nagashi_payments(
    rules: Rules, seats: Sequence[int], oya: int, honba: int, kyotaku: int
) -> tuple[int, ...]:
    """Payments of nagashi mangan: each of `seats` is paid a mangan self-draw (riichi.md 10).

    `seats` are those that `nagashi_multiple` leaves. With nagashi_as = win the first of them in
    turn order from the dealer also takes the sticks, and the honba unless each winner does.
    """
    order = sorted(seats, key=lambda seat: (seat - oya) % rules.players)
    as_win = rules.nagashi_as == "win"
    each = rules.honba_and_sticks_to == "each_winner"
    deltas = [0] * rules.players
    for place, seat in enumerate(order):
        payment = settle_hora(
            rules,
            _NAGASHI,
            winner=seat,
            target=seat,
            oya=oya,
            honba=honba,
            kyotaku=kyotaku,
            liable={},
            rinshan_feeder=None,
            takes_honba=as_win and (each or place == 0),
            takes_sticks=as_win and place == 0,
        )
        deltas = [sum(pair) for pair in zip(deltas, payment.deltas, strict=True)]
    return tuple(deltas)


_NAGASHI: Final = HandValue(5, 0, 0, (("nagashi_mangan", 5),), MANGAN)
