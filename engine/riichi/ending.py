"""How a round ends: the events of wins and draws, and the outcome for the progression."""

from collections.abc import Sequence

from engine.core.events import Event, Hora, Ryukyoku
from engine.core.tiles import NAMES, YAOCHUU
from engine.core.wall import Wall
from engine.riichi.progression import Outcome
from engine.riichi.score import HandValue
from engine.riichi.settlement import nagashi_payments, noten_payments, settle_hora
from engine.riichi.state import Seat, State
from engine.riichi.winning import Judge

Ending = tuple[list[Event], Outcome]


def self_draw(state: State, judge: Judge, number: int, wall: Wall) -> Ending:
    """A win on one's own draw."""
    seat = state.seats[number]
    value = judge.self_draw(state, seat, _ura(state, seat, wall))
    return _wins(state, [(number, value)], number, NAMES[seat.drawn], wall)


def ron(state: State, judge: Judge, winners: Sequence[int], wall: Wall) -> Ending:
    """Wins on another's tile, nearest to the discarder first."""
    source = state.tile_from
    values = [
        (number, judge.ron(state, seat, source, _ura(state, seat, wall)))
        for number, seat in ((number, state.seats[number]) for number in winners)
    ]
    return _wins(state, values, source, NAMES[state.tile], wall)


def _wins(
    state: State,
    values: Sequence[tuple[int, HandValue | None]],
    target: int,
    pai: str,
    wall: Wall,
) -> Ending:
    rules = state.rules
    scores = state.scores
    each = rules.honba_and_sticks_to == "each_winner"
    events: list[Event] = []
    for place, (number, value) in enumerate(values):
        assert value is not None, "only wins that were offered are settled"
        seat = state.seats[number]
        payment = settle_hora(
            rules,
            value,
            winner=number,
            target=target,
            oya=state.oya,
            honba=state.honba,
            kyotaku=state.kyotaku,
            liable=seat.liable,
            rinshan_feeder=seat.rinshan_feeder,
            takes_honba=each or place == 0,
            takes_sticks=place == 0,
        )
        scores = _added(scores, payment.deltas)
        events.append(
            Hora(
                actor=number,
                target=target,
                pai=pai,
                hora_tehais=seat.names(),
                ura_markers=tuple([NAMES[tile] for tile in _ura(state, seat, wall)]),
                yaku=value.yaku,
                han=value.han,
                fu=value.fu,
                yakuman=value.yakuman,
                points=payment.points,
                deltas=payment.deltas,
                scores=scores,
            )
        )
    return events, Outcome("win", winners=tuple(number for number, _ in values))


def exhaustive(state: State, judge: Judge) -> Ending:
    """The wall has run out: nagashi mangan, or noten payments (riichi.md 10)."""
    rules = state.rules
    tenpai = tuple([_counts_as_tenpai(state, judge, seat) for seat in state.seats])
    nagashi = nagashi_seats(state)
    if nagashi:
        reason = "nagashi_mangan"
        deltas = nagashi_payments(
            rules, nagashi, oya=state.oya, honba=state.honba, kyotaku=state.kyotaku
        )
    else:
        reason = "exhaustive"
        deltas = noten_payments(rules, tenpai)
    shown = tuple(
        seat.names() if shows else None for seat, shows in zip(state.seats, tenpai, strict=True)
    )
    event = Ryukyoku(
        reason=reason,
        deltas=deltas,
        scores=_added(state.scores, deltas),
        tehais=shown,
        tenpais=tenpai,
    )
    return [event], Outcome("draw", winners=nagashi, tenpai=tenpai, reason=reason)


def abort(state: State, reason: str, actor: int | None, winners: tuple[int, ...] = ()) -> Ending:
    """An abortive draw: nothing is paid. Who has to prove something shows the hand."""
    shows = set(winners)
    if actor is not None:
        shows.add(actor)
    if reason == "suucha":
        shows.update(range(state.players))
    tehais = tuple(_with_drawn(seat) if seat.number in shows else None for seat in state.seats)
    event = Ryukyoku(
        reason=reason,
        deltas=(0,) * state.players,
        scores=state.scores,
        actor=actor,
        tehais=tehais,
    )
    return [event], Outcome("abort", reason=reason)


def _with_drawn(seat: Seat) -> tuple[str, ...]:
    return seat.names() if seat.drawn < 0 else (*seat.names(), NAMES[seat.drawn])


def _added(scores: Sequence[int], deltas: Sequence[int]) -> tuple[int, ...]:
    return tuple([score + delta for score, delta in zip(scores, deltas, strict=True)])


def _ura(state: State, seat: Seat, wall: Wall) -> tuple[int, ...]:
    """Indicators under the turned ones, for a winner in riichi (riichi.md 5.6)."""
    rules = state.rules
    if not seat.riichi_accepted or not rules.ura_dora:
        return ()
    count = len(state.dora_markers)
    if not rules.kan_ura_dora:
        count = min(count, rules.start_indicators)
    return tuple([wall.ura(number) for number in range(count)])


def _counts_as_tenpai(state: State, judge: Judge, seat: Seat) -> bool:
    if not seat.tenpai or state.rules.keishiki_tenpai or seat.riichi_accepted:
        return seat.tenpai
    return judge.could_win(state, seat)


def nagashi_seats(state: State) -> tuple[int, ...]:
    """Seats whose draw counts as nagashi mangan, from the dealer on (riichi.md 10)."""
    rules = state.rules
    if not rules.nagashi_mangan:
        return ()
    order = [(state.oya + turn) % state.players for turn in range(state.players)]
    seats = [
        number
        for number in order
        if not state.seats[number].fed
        and not state.seats[number].discarded & ~YAOCHUU
        and (state.seats[number].menzen or not rules.nagashi_requires_menzen)
    ]
    if len(seats) > 1 and rules.nagashi_multiple == "nearest_to_last_draw":
        last = state.tile_from
        seats.sort(key=lambda number: (number - last) % state.players)
        seats = seats[:1]
    return tuple(seats)
