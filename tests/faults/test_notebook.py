"""The notebook notices what may never be seen."""

from typing import Any

import pytest

from tests.faults.notebook import Given, Message, Notebook


def notebook() -> Notebook:
    book = Notebook("Aoi")
    book.sit("t", 0)
    for seq in range(3):
        book.event(seq, {"type": "dahai", "actor": seq, "pai": "1m", "tsumogiri": True})
    assert not book.wrong
    return book


def ask(decision: str = "d1", **fields: Any) -> Message:
    options = [{"type": "none"}, {"type": "pon", "actor": 0}]
    return {"decision": decision, "options": options, "default": 0, **fields}


def snapshot(seq: int, hand: str = "?") -> Message:
    seats = [{"hand": ["1m"], "drawn": "2m"}, {"hand": [hand], "drawn": None}]
    return {"table": "t", "seat": 0, "seq": seq, "seats": seats}


def given(decision: str = "d1") -> Given:
    return Given(3, decision, 1, {"type": "pon", "actor": 0}, False)


@pytest.mark.parametrize(("seq", "what"), [(2, "came again"), (1, "came again"), (4, "came after")])
def test_an_event_out_of_order(seq: int, what: str) -> None:
    book = notebook()
    book.event(seq, {"type": "dahai", "actor": seq % 3, "pai": "1m", "tsumogiri": True})
    assert what in book.wrong[0]


def test_an_event_that_is_another_one_on_another_line() -> None:
    book = notebook()
    book.compare(2, {"type": "dahai", "actor": 2, "pai": "1m", "tsumogiri": True})
    assert not book.wrong
    book.compare(2, {"type": "dahai", "actor": 2, "pai": "9m", "tsumogiri": True})
    assert "event 2 was" in book.wrong[0]


def test_the_tile_of_somebody_else() -> None:
    book = notebook()
    book.event(3, {"type": "tsumo", "actor": 0, "pai": "5m"})
    assert not book.wrong
    book.event(4, {"type": "tsumo", "actor": 1, "pai": "5m"})
    assert "hidden" in book.wrong[0]


def test_a_snapshot_of_the_past() -> None:
    book = notebook()
    book.snapshot(snapshot(5))
    assert not book.wrong
    book.snapshot(snapshot(4))
    assert "after event 5" in book.wrong[0]


def test_a_snapshot_with_the_hand_of_somebody_else() -> None:
    book = notebook()
    book.snapshot(snapshot(5, hand="1m"))
    assert "hand of seat 1" in book.wrong[0]


def test_another_seat() -> None:
    book = notebook()
    book.sit("t", 0)
    assert not book.wrong
    book.sit("t", 1)
    assert "is told to sit" in book.wrong[0]


def test_the_same_ask_again() -> None:
    book = notebook()
    assert book.ask(ask())
    assert not book.ask(ask(time={"base_ms": 1, "bank_ms": 0}))
    assert not book.wrong


@pytest.mark.parametrize("other", [{"decision": "d2"}, {"default": 1}, {"options": []}])
def test_another_ask_in_the_same_place(other: Message) -> None:
    book = notebook()
    book.ask(ask())
    book.ask(ask(**other))
    assert "before that" in book.wrong[0]


def test_an_ask_that_comes_again_later() -> None:
    book = notebook()
    book.ask(ask())
    book.event(3, None)
    book.ask(ask())
    assert "after other events" in book.wrong[0]


def test_an_ask_that_was_answered() -> None:
    book = notebook()
    book.ask(ask())
    book.given["d1"] = given()
    book.ask(ask())
    assert not book.wrong
    book.answered("d1", "ok")
    book.ask(ask())
    assert "acknowledged" in book.wrong[0]


def test_an_ask_that_was_out_of_time() -> None:
    book = notebook()
    book.ask(ask())
    book.timed_out.add("d1")
    book.ask(ask())
    assert "out of time" in book.wrong[0]


def test_two_answers_to_one_request() -> None:
    book = notebook()
    book.given["d1"] = given()
    book.answered("d1", "ok")
    book.answered("d1", "ok")
    assert not book.wrong
    book.answered("d1", "stale_decision")
    assert "was also" in book.wrong[0]
