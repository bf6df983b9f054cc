"""The verdict notices records and notebooks that do not say the same."""

import copy
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.bots import POLICIES
from engine.core.decision import Choice
from engine.core.redact import redact
from engine.core.wall import SeededWalls
from engine.riichi import new_game, parse_rules
from tests.faults.notebook import Given, Message, Notebook
from tests.faults.verdict import Verdict, check_table

Book = dict[int, Notebook]


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def played(seed: int = 5) -> tuple[Message, list[Notebook]]:
    """A game of one round, with what its four people saw: the stream, every snapshot, their asks
    and their acknowledged answers."""
    rules = parse_rules({"preset": "majsoul_friend_4p", "length": "one_round"})
    names = [f"p{seat}" for seat in range(4)]
    game = new_game(rules, names, SeededWalls(seed.to_bytes(8, "big")))
    books = [Notebook(name) for name in names]
    bots = [POLICIES["easy"](seat) for seat in range(4)]
    game.start()
    while not game.over:
        decision = game.decision
        if decision is None:
            game.advance()
            continue
        place = len(game.log)
        for seat, ask in decision.asks.items():
            book = books[seat]
            book.last = place - 1
            token = f"{place}.{seat}"
            book.ask({"decision": token, "options": plain(ask.options), "default": ask.default})
            view = plain(game.view(seat))
            book.snapshots.append({**view, "seq": place - 1})
            if game.decision is decision:
                option = bots[seat].choose(game.view(seat), ask, rules.to_object())
                action = plain(ask.options[option])
                book.given[token] = Given(place, token, option, action, option == ask.default, "ok")
                game.apply(Choice(seat, decision.id, option))
    record = plain(game.record("g"))
    for seat, book in enumerate(books):
        book.table, book.seat = "g", seat
        for seq, event in enumerate(game.log):
            told = redact(event, seat)
            book.events[seq] = None if told is None else plain(told)
    return record, books


GAME = played()


def wrong_after(change: Callable[[Message, list[Notebook]], None]) -> list[str]:
    record, books = copy.deepcopy(GAME)
    change(record, books)
    return check_table(record, books, Verdict())


def test_a_game_that_is_as_everybody_saw_it() -> None:
    verdict = Verdict()
    record, books = copy.deepcopy(GAME)
    assert check_table(record, books, verdict) == []
    assert verdict.games == 1
    assert verdict.acknowledged > 60
    assert verdict.snapshots > 60
    assert verdict.events == 4 * len(record["events"])


def of_turn(book: Notebook) -> Given:
    """An answer that threw a tile from the hand."""
    return next(given for given in book.given.values() if given.action.get("tsumogiri") is False)


def of_claim(books: list[Notebook]) -> tuple[Notebook, Given]:
    """An answer that let a call pass."""
    return next(
        (book, given)
        for book in books
        for given in book.given.values()
        if given.action["type"] == "none"
    )


def test_an_answer_on_a_turn_that_the_game_does_not_have() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        given = of_turn(books[0])
        given.option = 0 if given.option else 1

    assert any(
        "with the acknowledged" not in text and "would be" in text for text in wrong_after(change)
    )


def test_a_call_that_the_game_does_not_have() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        book, given = of_claim(books)
        options = book.asks[given.place].options
        given.option = next(at for at, option in enumerate(options) if option["type"] != "none")

    assert any("would be" in text for text in wrong_after(change))


def test_an_answer_to_nothing() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        given = of_turn(books[0])
        books[0].given["x"] = msgspec.structs.replace(given, place=0, decision="x")

    assert any("answers to no decision" in text for text in wrong_after(change))


def test_an_answer_that_was_refused_and_carried_out() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        of_turn(books[0]).answer = "stale_decision"

    assert any("was refused, and is in the record" in text for text in wrong_after(change))


def test_an_ask_with_other_options() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        given = of_turn(books[0])
        ask = books[0].asks[given.place]
        books[0].asks[given.place] = msgspec.structs.replace(ask, options=ask.options[:-1])

    assert any("was asked" in text for text in wrong_after(change))


def test_an_event_that_was_another_one() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        seq = next(seq for seq, seen in books[1].events.items() if seen and "pai" in seen)
        seen = books[1].events[seq]
        assert seen is not None
        books[1].events[seq] = {**seen, "pai": "C" if seen["pai"] != "C" else "P"}

    assert any("it was" in text for text in wrong_after(change))


def test_an_event_that_never_was() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        books[1].events[len(record["events"])] = {"type": "end_game"}

    assert any("the record has" in text for text in wrong_after(change))


@pytest.mark.parametrize("part", ["round", "furiten", "seats"])
def test_a_snapshot_of_something_else(part: str) -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        snapshot = books[2].snapshots[-1]
        snapshot[part] = {
            "round": {**snapshot["round"], "live": 1},
            "furiten": not snapshot["furiten"],
            "seats": snapshot["seats"][::-1],
        }[part]

    assert any(f"{part} in the snapshot" in text for text in wrong_after(change))


def test_a_score_that_the_choices_do_not_give() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        record["events"][-1]["scores"][0] += 100

    assert any(text.startswith("verify:") for text in wrong_after(change))
    assert any(
        "would be end_game" in text or "would be EndGame" in text for text in wrong_after(change)
    )


def test_proofs_that_are_not_the_record_s() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        end = books[0].events[len(record["events"]) - 1]
        assert end is not None
        end["proofs"][0]["salt"] = "0" * 32

    assert any("proofs" in text for text in wrong_after(change))


def test_a_game_that_was_broken_off() -> None:
    def change(record: Message, books: list[Notebook]) -> None:
        del record["events"][-1]

    assert any("ends with end_kyoku" in text for text in wrong_after(change))
