"""Results as CSV, a row a seat, for spreadsheets."""

import csv
import io
from collections.abc import Mapping
from typing import Any, Final

from server.records.formats.rounds import Event, end_game_of, rounds_of

COLUMNS: Final = (
    *("game", "preset", "length", "seat", "name", "score", "rank", "points", "rounds"),
    *("wins", "self_draws", "deal_ins", "riichi", "called", "drawn", "tenpai"),
)
"""`points` with uma and oka; the counts are rounds, except `wins`, `self_draws` and `deal_ins`."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_CALLS: Final = ("chi", "pon", "daiminkan")


def to_csv(record: Mapping[str, Any], header: bool = True) -> str:
    """Write the rows of a game; its rules must be the full rule object.

    Score, rank and points are empty where the record ends before the game. A name that a
    spreadsheet would take for a formula gets an apostrophe in front.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    if header:
        writer.writerow(COLUMNS)
    rules = record["rules"]
    end = end_game_of(record["events"]) or {}
    rounds = list(rounds_of(record["events"]))
    game = [_text(str(record.get("id", ""))), rules["preset"], rules["length"]]
    for seat, name in enumerate(record["names"]):
        result = [
            end[field][seat] if field in end else "" for field in ("scores", "ranks", "points")
        ]
        writer.writerow([*game, seat, _text(name), *result, *_counts(rounds, seat)])
    return stream.getvalue()


def _text(value: str) -> str:
    return f"'{value}" if value.startswith(_FORMULA) else value


def _counts(rounds: list[list[Event]], seat: int) -> list[int]:
    wins = self_draws = deal_ins = riichi = called = drawn = tenpai = 0
    for events in rounds:
        riichi += any(event["type"] == "reach" and event["actor"] == seat for event in events)
        called += any(event["type"] in _CALLS and event["actor"] == seat for event in events)
        for event in events:
            if event["type"] == "hora":
                wins += event["actor"] == seat
                self_draws += event["actor"] == event["target"] == seat
                deal_ins += event["target"] == seat != event["actor"]
            elif event["type"] == "ryukyoku":
                drawn += 1
                tenpais = event.get("tenpais")
                tenpai += bool(tenpais and tenpais[seat])
    return [len(rounds), wins, self_draws, deal_ins, riichi, called, drawn, tenpai]
