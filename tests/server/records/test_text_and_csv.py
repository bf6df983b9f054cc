"""The readable text and the table of results."""

import csv
import io
import re

import pytest

from server.records.formats import BadRequest, render
from server.records.formats.kifu import hand_text, tile_text
from server.records.formats.results_csv import COLUMNS
from tests.support.records import Record, rare_games, tame, wild


def text_of(record: Record) -> str:
    return render(record, "text").body.decode()


@pytest.mark.parametrize("rules", ["majsoul_ranked_4p", "majsoul_3p"])
def test_every_round_and_every_payment_is_there(rules: str) -> None:
    record = wild(0, rules)
    text = text_of(record)
    events = record["events"]
    rounds = [event for event in events if event["type"] == "start_kyoku"]
    assert len(re.findall(r"^(?:East|South|West) \d", text, re.M)) == len(rounds)
    ends = [event for event in events if event["type"] in ("hora", "ryukyoku")]
    paid = re.findall(r"^    .*[+-]\d+ = -?\d+", text, re.M)
    assert len(paid) == len(ends)
    for event, line in zip(ends, paid, strict=True):
        assert [int(value) for value in re.findall(r"([+-]\d+) =", line)] == event["deltas"]
    discards = sum(event["type"] == "dahai" for event in events)
    assert len(re.findall(r"^  +\d+ [ESWN] P\d  .*->", text, re.M)) >= discards - len(rounds)
    assert text.splitlines()[-len(record["names"]) - 1] == "Result"


def test_rare_endings_are_written() -> None:
    texts = "".join(map(text_of, rare_games()))
    for word in ("nagashi mangan", "nine terminals", "four winds", "three winners", "yakuman"):
        assert word in texts


def test_what_is_thrown_as_drawn_has_a_star() -> None:
    record = tame(1)
    stars = sum(event.get("tsumogiri", False) for event in record["events"])
    assert text_of(record).count("*") == stars


def test_hands_in_short() -> None:
    hand = ["5pr", "1m", "5m", "5mr", "9s", "C", "E", "E", "?"]
    assert hand_text(hand) == "105m 0p 9s EEC ?"
    assert (tile_text("5sr"), tile_text("5s"), tile_text("N")) == ("0s", "5s", "N")


def rows(record: Record) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(render(record, "csv").body.decode(), newline="")))


def test_results_are_those_of_the_game() -> None:
    record = tame(1)
    end = record["events"][-1]
    table = rows(record)
    assert tuple(table[0]) == COLUMNS
    assert [int(row["score"]) for row in table] == end["scores"]
    assert [int(row["rank"]) for row in table] == end["ranks"]
    assert [float(row["points"]) for row in table] == end["points"]
    wins = [event for event in record["events"] if event["type"] == "hora"]
    assert sum(int(row["wins"]) for row in table) == len(wins)
    drawn = sum(event["actor"] == event["target"] for event in wins)
    assert sum(int(row["self_draws"]) for row in table) == drawn
    assert sum(int(row["deal_ins"]) for row in table) == len(wins) - drawn
    declared = sum(event["type"] == "reach" for event in record["events"])
    assert sum(int(row["riichi"]) for row in table) == declared
    tenpais = [event["tenpais"] for event in record["events"] if event.get("tenpais")]
    assert [int(row["tenpai"]) for row in table] == [
        sum(seat) for seat in zip(*tenpais, strict=True)
    ]


def test_a_game_without_an_end_has_no_result() -> None:
    record = tame(1)
    table = rows({**record, "events": record["events"][:200]})
    assert {row["score"] + row["rank"] + row["points"] for row in table} == {""}


def test_a_name_is_no_formula() -> None:
    record = {**tame(1), "names": ["=1+1", "@x", 'a "b", c', "D"]}
    assert [row["name"] for row in rows(record)] == ["'=1+1", "'@x", 'a "b", c', "D"]


def test_names_of_files_are_safe_and_packed_bytes_repeat() -> None:
    record = {**tame(1), "id": "../../etc/x y"}
    packed = render(record, "mjai", packed=True)
    assert packed.file_name == "etc_x_y.mjai.json.gz"
    assert packed.content_type == "application/gzip"
    assert packed.body == render(record, "mjai", packed=True).body
    assert render({**record, "id": ""}, "csv").file_name == "game.csv"
    assert render(record, "tenhou6", only_round=0).file_name == "etc_x_y-1.tenhou6.json"


def test_a_format_that_is_not_there() -> None:
    with pytest.raises(BadRequest, match="'pdf' is not a format; allowed: jsonl, mjai"):
        render(tame(1), "pdf")
