"""The verdict on a trial: the records, and what everybody saw, say the same.

- Every game has one record, and it verifies.
- Everything that anybody saw is, by its number, the record's event as that seat may know it.
- Every snapshot is what the record's events up to its number come to.
- Every acknowledged answer is in the game: the record's choices with these in their places give
  the record again, event for event and score for score.
- No answer was refused and yet carried out.
"""

import asyncio
import json
import sqlite3
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.core.decision import Choice, Decision
from engine.core.events import EndGame, EndKyoku, Event
from engine.core.redact import redact
from engine.riichi import new_game, parse_rules
from engine.riichi.given_wall import GivenWalls
from engine.riichi.view import Observer
from server.records.answers import recorded_answers
from server.records.verify import verify_game
from server.records.walls import split_rounds, wall_of_round
from tests.faults.notebook import Given, Message, Notebook

SHOWN: Final = 5
"""Faults that are told with all that was seen; of the others it is the sentence only."""


class Verdict(msgspec.Struct):
    """What was looked at, and what was wrong."""

    games: int = 0
    events: int = 0
    snapshots: int = 0
    acknowledged: int = 0
    refused: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)


async def judge(port: int, tables: Sequence[Sequence[Notebook]]) -> Verdict:
    """Fetch each table's record from the server and hold it against its people's notebooks."""
    verdict = Verdict()
    for books in tables:
        wrong = [fault for book in books for fault in book.wrong]
        played = {book.table for book in books if book.table}
        if len(played) != 1:
            wrong.append(f"{books[0].name}'s party sat at {sorted(played) or 'no table'}")
        else:
            found = await asyncio.to_thread(fetch, port, played.pop())
            if found is None:
                wrong.append(f"there is no record of {books[0].table}")
            else:
                wrong += check_table(found, books, verdict)
        if wrong and len(verdict.wrong) < SHOWN:
            wrong += [f"  {book.name} saw last:\n{book.story()}" for book in books]
        verdict.wrong += wrong
    return verdict


def fetch(port: int, game: str) -> Message | None:
    """Return a record, None where there is none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/records/{game}") as answer:
            record: Message = json.load(answer)
            return record
    except urllib.error.HTTPError as error:
        error.close()
        return None


def check_table(record: Message, books: Sequence[Notebook], verdict: Verdict) -> list[str]:
    """Hold one game against what its people saw."""
    verdict.games += 1
    wrong = [f"verify: {mismatch}" for mismatch in verify_game(record).mismatches]
    events = msgspec.convert(record["events"], list[Event])
    if not isinstance(events[-1], EndGame):
        wrong.append(f"the record of {record['id']} ends with {record['events'][-1]['type']}")
    given: dict[tuple[int, int], Given] = {}
    for book in books:
        verdict.events += len(book.events)
        verdict.snapshots += len(book.snapshots)
        wrong += check_events(events, book)
        wrong += check_snapshots(record, events, book)
        wrong += check_refusals(record, book)
        for answer in book.given.values():
            verdict.acknowledged += answer.answer == "ok"
            verdict.refused += answer.answer not in (None, "ok")
            if answer.answer == "ok":
                given[answer.place, book.seat] = answer
    return wrong + check_choices(record, events, books, given)


def check_events(events: Sequence[Event], book: Notebook) -> list[str]:
    """Compare what a person was told with what happened."""
    wrong = []
    for seq, seen in sorted(book.events.items()):
        if seq >= len(events):
            wrong.append(f"{book.name} saw event {seq}, the record has {len(events)}: {seen}")
            continue
        told = redact(events[seq], book.seat)
        expected = None if told is None else json.loads(msgspec.json.encode(told))
        if seen is not None and seen["type"] == "end_game":
            # The record has the proofs in its rounds instead.
            proofs = [
                {"salt": end.salt, "wall": list(end.wall or ())}
                for end in events
                if isinstance(end, EndKyoku)
            ]
            if seen.get("proofs") != proofs:
                wrong.append(f"{book.name}: the proofs of {book.table} are not the record's")
            seen, expected = _without_proofs(seen), _without_proofs(expected)
        if seen != expected:
            wrong.append(f"{book.name} saw event {seq} as {seen}, it was {expected}")
    return wrong


def check_snapshots(record: Message, events: Sequence[Event], book: Notebook) -> list[str]:
    """Compare each snapshot with the fold of the events up to it."""
    wrong = []
    observer = Observer(parse_rules(record["rules"]))
    folded = 0
    for frame in sorted(book.snapshots, key=lambda frame: int(frame["seq"])):
        while folded <= frame["seq"] and folded < len(events):
            told = redact(events[folded], book.seat)
            if told is not None:
                observer.fold(told)
            folded += 1
        view = json.loads(msgspec.json.encode(observer.view(book.seat)))
        seats = [
            {name: value for name, value in seat.items() if name != "presence"}
            for seat in frame["seats"]
        ]
        for name, shown in (
            ("round", frame["round"]),
            ("furiten", frame["furiten"]),
            ("seats", seats),
        ):
            if shown != view[name]:
                wrong.append(
                    f"{book.name}: {name} in the snapshot of event {frame['seq']} is {shown}, "
                    f"the events come to {view[name]}"
                )
    return wrong


def check_refusals(record: Message, book: Notebook) -> list[str]:
    """Find answers that were refused and carried out all the same.

    A default is played without anybody; of anything else an action of the seat tells.
    """
    wrong = []
    events = record["events"]
    for answer in book.given.values():
        if answer.answer in (None, "ok") or answer.default or answer.place >= len(events):
            continue
        happened = events[answer.place]
        action = {name: value for name, value in answer.action.items() if value is not None}
        if all(happened.get(name) == value for name, value in action.items()):
            wrong.append(f"{book.name}: {answer} was refused, and is in the record")
    return wrong


def check_choices(
    record: Message,
    events: Sequence[Event],
    books: Sequence[Notebook],
    given: Mapping[tuple[int, int], Given],
) -> list[str]:
    """Play the game again with every acknowledged answer, and the record's choice elsewhere."""
    rules = parse_rules(record["rules"])
    rounds = split_rounds(record["events"])
    walls = [wall_of_round(record["events"][start:end], rules.players) for start, end in rounds]
    game = new_game(rules, record["names"], GivenWalls(walls))
    game.start()
    asked = {(place, book.seat): ask for book in books for place, ask in book.asks.items()}
    used = set()
    wrong: list[str] = []
    same = 0
    while not game.over:
        decision = game.decision
        if decision is None:
            game.advance()
        else:
            place = len(game.log)
            answers = _answers(decision, record["events"][place:], place, given)
            for seat, ask in decision.asks.items():
                shown = asked.get((place, seat))
                options = json.loads(msgspec.json.encode(ask.options))
                if shown is not None and (shown.options, shown.default) != (options, ask.default):
                    wrong.append(f"seat {seat} was asked {shown} before event {place}: {options}")
            used |= {(place, seat) for seat in decision.asks if (place, seat) in given}
            for seat, option in answers:
                if game.decision is decision:
                    game.apply(Choice(seat, decision.id, option))
        difference = _difference(game.log, events, same)
        if difference is not None:
            before = [key for key in given if key[0] <= len(game.log)]
            answer = given[max(before)] if before else None
            wrong.append(f"{record['id']}: {difference}; acknowledged before it: {answer}")
            return wrong
        same = len(game.log)
    lost = sorted(set(given) - used)
    if lost:
        wrong.append(f"{record['id']}: answers to no decision: {[given[key] for key in lost]}")
    end = game.log[-1]
    assert isinstance(end, EndGame)
    recorded = record["events"][-1]
    if (list(end.scores), list(end.points)) != (recorded["scores"], recorded["points"]):
        wrong.append(f"{record['id']}: the choices give {end.scores}, not {recorded['scores']}")
    return wrong


def _answers(
    decision: Decision,
    following: Sequence[Mapping[str, Any]],
    place: int,
    given: Mapping[tuple[int, int], Given],
) -> list[tuple[int, int]]:
    """Return seat and option: first what was acknowledged, then what the record tells of others."""
    known = [(seat, given[place, seat].option) for seat in decision.asks if (place, seat) in given]
    silent = [seat for seat in decision.asks if (place, seat) not in given]
    told = recorded_answers(decision, following) if silent else {}
    return known + [(seat, told[seat]) for seat in silent]


def _difference(log: Sequence[Event], events: Sequence[Event], since: int) -> str | None:
    """Say where a game parts from the record; proofs stand elsewhere in a record."""
    for place in range(since, len(log)):
        ours = log[place]
        if isinstance(ours, EndGame):
            ours = msgspec.structs.replace(ours, proofs=None)
        if place >= len(events) or ours != events[place]:
            theirs = events[place] if place < len(events) else "nothing"
            return f"event {place} would be {ours}, the record has {theirs}"
    return None


def _without_proofs(event: Message | None) -> Message | None:
    return event and {name: value for name, value in event.items() if name != "proofs"}


def check_file(db: Path, games: int) -> list[str]:
    """Look into the file of a stopped server: each game is kept once, and no journal is left."""
    wrong = []
    connection = sqlite3.connect(db)
    try:
        for table, expected in (("games", games), ("journals", 0)):
            (rows,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
            if rows != expected:
                wrong.append(f"{table} has {rows} rows, not {expected}")
    finally:
        connection.close()
    return wrong
