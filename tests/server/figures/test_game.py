"""What a seat did in a game: laws that hold in every game, and a count made in another way."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.figures.counts import Figures, total
from server.figures.game import SeatGame, figures_of
from server.figures.kept import kept_figures, read_figures
from server.figures.kinds import KINDS, kind_of
from server.figures.moments import moments
from server.figures.tally import Played
from server.records.formats import render
from server.records.formats.rounds import rounds_of
from server.records.importing import import_file
from tests.support.records import RULES, Record, rare_games, real_games, wild


@cache
def counted(seed: int, rules: str) -> tuple[SeatGame, ...]:
    record = wild(seed, rules)
    return figures_of(record["events"], len(record["names"]))


games = st.builds(lambda seed, rules: (seed, rules), st.integers(0, 2), st.sampled_from(RULES))


def check_laws(record: Record, seats: tuple[SeatGame, ...]) -> None:
    """The seats' figures agree with one another and with the events of the game."""
    events = record["events"]
    all_seats = total(seat.figures for seat in seats)
    wins = [event for event in events if event["type"] == "hora"]
    rons = [event for event in wins if event["actor"] != event["target"]]
    dealt = sum(event["type"] == "start_kyoku" for event in events)
    assert {seat.figures.rounds for seat in seats} == {dealt}
    assert all_seats.wins == len(wins)
    assert all_seats.self_draws == len(wins) - len(rons)
    assert all_seats.win_points == sum(event["points"] for event in wins)
    assert all_seats.deal_in_points == sum(event["points"] for event in rons)
    assert all_seats.riichi == sum(event["type"] == "reach" for event in events)
    assert all_seats.riichi_wins <= min(all_seats.riichi, all_seats.wins)
    # Several winners of one tile are one deal-in.
    assert all_seats.deal_ins == sum(
        any(event in rons for event in events) for events in rounds_of(record["events"])
    )
    assert sum(all_seats.yakuman.values()) == sum(
        len(event["yaku"]) for event in wins if event["yakuman"]
    )
    end = events[-1]
    if end["type"] == "end_game":
        assert [seat.figures.places.index(1) + 1 for seat in seats] == end["ranks"]
        assert all_seats.scores == sum(end["scores"])
        assert all_seats.busts == sum(score < 0 for score in end["scores"])
    for number, seat in enumerate(seats):
        figures = seat.figures
        for part in (figures.wins, figures.deal_ins, figures.riichi, figures.calls, figures.draws):
            assert 0 <= part <= figures.rounds
        assert figures.wins + figures.deal_ins + figures.draws <= figures.rounds
        assert figures.tenpai <= figures.draws
        values = [event["points"] for event in wins if event["actor"] == number]
        assert (seat.best.points if seat.best else None) == (max(values) if values else None)


@given(games)
def test_seats_agree_with_the_game(game: tuple[int, str]) -> None:
    check_laws(wild(*game), counted(*game))


def by_round(events: list[Any], seat: int) -> Iterator[dict[str, int]]:
    """Count in another way: each round by itself, each question by itself."""
    for kyoku in rounds_of(events):
        mine = {event["type"] for event in kyoku if event.get("actor") == seat}
        wins = [event for event in kyoku if event["type"] == "hora"]
        won = [event for event in wins if event["actor"] == seat]
        paid = [event for event in wins if event["target"] == seat != event["actor"]]
        asked = [event["tenpais"] for event in kyoku
                 if event["type"] == "ryukyoku" and event.get("tenpais")
                 and event["reason"] in ("exhaustive", "nagashi_mangan")]  # fmt: skip
        yield {
            "rounds": 1,
            "wins": len(won),
            "self_draws": sum(event["target"] == seat for event in won),
            "deal_ins": int(bool(paid)),
            "riichi": int("reach" in mine),
            "riichi_wins": int("reach" in mine and bool(won)),
            "calls": int(bool(mine & {"chi", "pon", "daiminkan"})),
            "draws": len(asked),
            "tenpai": sum(tenpais[seat] for tenpais in asked),
            "win_points": sum(event["points"] for event in won),
            "deal_in_points": sum(event["points"] for event in paid),
        }


def check_another_count(record: Record) -> None:
    seats = figures_of(record["events"], len(record["names"]))
    for number, seat in enumerate(seats):
        rounds = list(by_round(record["events"], number))
        for name in rounds[0]:
            assert getattr(seat.figures, name) == sum(one[name] for one in rounds), name


@given(games)
def test_another_count_agrees(game: tuple[int, str]) -> None:
    check_another_count(wild(*game))


def test_another_count_agrees_in_real_games() -> None:
    for record in rare_games():
        check_another_count(record)
        check_laws(record, figures_of(record["events"], len(record["names"])))


@pytest.mark.full
def test_another_count_agrees_in_all_real_games() -> None:
    for record in real_games():
        check_another_count(record)
        check_laws(record, figures_of(record["events"], len(record["names"])))


@given(st.lists(st.tuples(games, st.integers(0, 2)), max_size=8), st.randoms())
def test_figures_add_up(chosen: list[tuple[tuple[int, str], int]], order: Any) -> None:
    """In any order and any grouping, to the same."""
    parts = [counted(*game)[seat].figures for game, seat in chosen]
    whole = total(parts)
    order.shuffle(parts)
    assert total(parts) == whole
    halves = [total(group) for _, group in groupby(parts, key=lambda part: part.wins % 2)]
    assert sum(halves, Figures()) == whole
    assert whole.games == len(parts)


@pytest.mark.parametrize("rules", RULES)
def test_a_game_that_was_exported_and_imported_has_the_same_figures(
    rules: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(render(wild(0, rules), "tenhou6").body)
    (read,) = import_file(path, "tenhou6", wild(0, rules)["rules"])
    assert read.record is not None
    again = figures_of(read.record["events"], len(read.record["names"]))
    assert [seat.figures for seat in again] == [seat.figures for seat in counted(0, rules)]
    for one, other in zip(again, counted(0, rules), strict=True):
        assert (one.best and one.best.points) == (other.best and other.best.points)


def test_the_place_of_the_best_hand_is_where_it_was_won() -> None:
    record = wild(0)
    for number, seat in enumerate(figures_of(record["events"], 4)):
        if seat.best is not None:
            (event,) = [
                event
                for moment, event in moments(record["events"])
                if moment and (moment.round, moment.step) == (seat.best.round, seat.best.step)
            ]
            assert (event["type"], event["actor"]) == ("hora", number)
            assert event["points"] == seat.best.points


def test_a_round_that_comes_again_under_the_same_name_is_told_apart() -> None:
    deal = {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0}
    draw = {"type": "tsumo", "actor": 0, "pai": "1m"}
    found = [moment for moment, _ in moments([{"type": "start_game"}, deal, draw, deal, draw])]
    assert found[0] is None
    assert [(moment.round, moment.step) for moment in found[1:] if moment] == [
        ("E1.0", 0),
        ("E1.0", 1),
        ("E1.0-2", 0),
        ("E1.0-2", 1),
    ]
    assert found[4] is not None
    assert found[4].link("g", 2) == "/r/g#seat=2&round=E1.0-2&step=1"


def test_a_game_without_a_result_has_rounds_and_no_place() -> None:
    """Wherever it was cut off; what had begun and not ended counts for nothing."""
    events = wild(0)["events"]
    ends = [place for place, event in enumerate(events) if event["type"] == "end_kyoku"]
    whole = [figures_of(events[: end + 1], 4) for end in ends]
    for number, seats in enumerate(whole, 1):
        for seat in seats:
            assert (seat.figures.games, seat.figures.rounds) == (1, number)
            assert seat.figures.places == (0, 0, 0, 0)
            assert seat.figures.scores == seat.figures.points == 0
    for place in range(ends[0] + 1, ends[1], 3):
        if not {event["type"] for event in events[ends[0] : place]} & {"hora", "ryukyoku"}:
            assert figures_of(events[:place], 4) == whole[0]


def test_what_is_kept_can_be_read_again() -> None:
    record = wild(1)
    accounts = ("a", "b", None, None)
    kept = kept_figures(record["events"], accounts, ranked=False, shown_from=7.5)
    for number, (text, seat) in enumerate(zip(kept, counted(1, RULES[0]), strict=True)):
        again = read_figures(text)
        assert again is not None
        assert again.played("g", 5.0, number) == Played("g", 5.0, number, "4p_friend", seat, 7.5)
    assert read_figures("null") is None


@pytest.mark.parametrize(
    ("accounts", "ranked", "kind"),
    [
        (("a", "b", "c", "d"), True, "4p_ranked"),
        (("a", None, None), True, "3p_ranked"),
        (("a", "b", None, None), False, "4p_friend"),
        (("a", None, None, None), False, "4p_bots"),
        (("a", "b", "c"), False, "3p_friend"),
        ((None, None, "c"), False, "3p_bots"),
    ],
)
def test_kinds(accounts: tuple[str | None, ...], ranked: bool, kind: str) -> None:
    assert kind_of(accounts, ranked=ranked) == kind
    assert kind in KINDS
