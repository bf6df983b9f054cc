import copy
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from server import cli
from server.commands.verify_cmd import verify
from server.records.reading import BadRecord, read_records
from server.records.verify import verify_game
from tests.support.games import record_of
from tests.support.shared_data import GAMES, require_shared

RECORD = record_of(3)
SANMA = record_of(4, "majsoul_3p")


def changed(kind: str, field: str, value: Any, nth: int = 0) -> dict[str, Any]:
    """The sample with one field of the nth event of a kind changed by `value(old)`."""
    record = copy.deepcopy(RECORD)
    event = [event for event in record["events"] if event["type"] == kind][nth]
    event[field] = value(event.get(field))
    return record


@pytest.mark.parametrize("record", [RECORD, SANMA], ids=["four players", "three players"])
def test_a_record_of_ours_verifies_and_counts(record: dict[str, Any]) -> None:
    report = verify_game(record)
    assert report.mismatches == []
    assert report.events == len(record["events"])
    assert report.rounds == sum(event["type"] == "start_kyoku" for event in record["events"])
    assert report.menus > report.events


def raised(points: list[int]) -> list[int]:
    return [points[0] + 100, points[1] - 100, *points[2:]]


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("start_kyoku", "wall_hash", lambda old: old[:-1] + ("0" if old[-1] != "0" else "1")),
        ("start_kyoku", "dora_marker", lambda old: "9s" if old != "9s" else "8s"),
        ("start_kyoku", "tehais", lambda old: [[*old[1]], [*old[0]], *old[2:]]),
        ("end_kyoku", "wall", lambda old: [old[1], old[0], *old[2:]]),
        ("end_kyoku", "salt", lambda old: "0" * 32),
        ("tsumo", "pai", lambda old: "1m" if old != "1m" else "2m"),
        ("tsumo", "actor", lambda old: (old + 1) % 4),
        ("dahai", "pai", lambda old: "1m" if old != "1m" else "2m"),
        ("dahai", "tsumogiri", lambda old: not old),
        ("reach_accepted", "scores", raised),
        ("hora", "han", lambda old: old + 1),
        ("hora", "fu", lambda old: old + 10),
        ("hora", "yaku", lambda old: [*old, ["tanyao", 1]]),
        ("hora", "points", lambda old: old + 100),
        ("hora", "deltas", raised),
        ("hora", "scores", raised),
        ("hora", "ura_markers", lambda old: [*old, "1m"]),
        ("hora", "hora_tehais", lambda old: [*old[1:], "E"]),
        ("end_game", "ranks", lambda old: old[::-1]),
        ("end_game", "points", lambda old: [point + 0.1 for point in old]),
        ("end_game", "scores", raised),
    ],
)
def test_a_changed_field_is_found(kind: str, field: str, value: Any) -> None:
    report = verify_game(changed(kind, field, value))
    assert report.mismatches


def test_honba_of_a_later_round_is_checked() -> None:
    report = verify_game(changed("start_kyoku", "honba", lambda old: old + 1, nth=2))
    (found,) = [one for one in report.mismatches if one.field == "honba"]
    assert found.round == 2
    assert found.recorded == found.computed + 1
    assert found.game == "test-3"


def test_one_bad_round_does_not_hide_the_others() -> None:
    record = changed("tsumo", "actor", lambda old: (old + 1) % 4)
    later = [event for event in record["events"] if event["type"] == "hora"][-1]
    later["fu"] += 10
    rounds = {one.round for one in verify_game(record).mismatches}
    assert 0 in rounds
    assert max(rounds) > 0


def test_a_claim_that_was_not_offered_is_named() -> None:
    record = copy.deepcopy(RECORD)
    first = next(i for i, event in enumerate(record["events"]) if event["type"] == "dahai")
    pai = record["events"][first]["pai"]
    pon = {"type": "pon", "actor": 2, "target": 0, "pai": pai, "consumed": [pai, pai]}
    record["events"].insert(first + 1, pon)
    found = verify_game(record).mismatches[0]
    assert found.field in ("options", "type")


def test_a_record_may_start_and_end_in_the_middle() -> None:
    starts = [i for i, event in enumerate(RECORD["events"]) if event["type"] == "start_kyoku"]
    part = copy.deepcopy(RECORD)
    part["events"] = [part["events"][0], *part["events"][starts[2] : starts[4] + 30]]
    report = verify_game(part)
    assert report.mismatches == []
    assert report.rounds == 3


def test_absent_fields_are_not_compared() -> None:
    record = copy.deepcopy(RECORD)
    for event in record["events"]:
        for field in ("fu", "tenpais", "tehais", "hora_tehais", "wall", "salt", "wall_hash"):
            if event["type"] != "start_kyoku" or field == "wall_hash":
                event.pop(field, None)
    assert verify_game(record).mismatches == []


def test_files_hold_one_or_many_games_plain_or_zipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text("\n".join(json.dumps(record) for record in (RECORD, SANMA)) + "\n")
    one = tmp_path / "one.json.gz"
    one.write_bytes(gzip.compress(json.dumps(RECORD, indent=1).encode()))
    assert len(list(read_records(many))) == 2
    assert verify(many, one) == 0
    assert capsys.readouterr().out.startswith("3 games, ")


def test_output_as_json_and_exit_code_of_a_mismatch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(changed("hora", "han", lambda old: old + 1)))
    assert verify(path, as_json=True, menus=True) == 1
    out = json.loads(capsys.readouterr().out)
    assert out["games"] == 1
    assert out["menus"] > 1000
    assert out["mismatches"][0]["field"] == "han"


def test_flags_may_stand_between_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path in (one, two):
        path.write_text(json.dumps(RECORD))
    assert cli.run(["verify", str(one), "--json", str(two)]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


def test_no_file_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "--json"]) == 2
    assert capsys.readouterr().err == "jantaku: verify: no FILE; allowed: one file or more\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "not JSON"),
        ("[]", "is an object"),
        ('{"rules": {}}', "'events' is missing"),
        ('{"rules": "majsoul_ranked_4p", "events": [1]}', "event 0 has no type"),
        ('{"rules": {"preset": "x"}, "events": []}', "preset"),
        ('{"rules": "majsoul_ranked_4p", "events": [{"type": "start_kyoku"}]}', "damaged record"),
        ('{"rules": "majsoul_ranked_4p", "events": []}', "its events hold no start_kyoku"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_bad_file_gives_one_line_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, fault: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    assert verify(path) == 2
    err = capsys.readouterr().err
    assert fault in err
    assert "bad.jsonl:1" in err
    assert err.count("\n") == 1


def test_a_byte_order_mark_is_no_part_of_the_record(tmp_path: Path) -> None:
    path = tmp_path / "marked.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(RECORD).encode())
    assert verify(path) == 0


@pytest.mark.parametrize("damage", ["cut", "garbled", "no gzip at all"])
def test_a_damaged_gzip_file_gives_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    packed = gzip.compress(json.dumps(RECORD).encode())
    path = tmp_path / "bad.jsonl.gz"
    path.write_bytes(
        {
            "cut": packed[: len(packed) // 2],
            "garbled": packed[:12] + bytes(reversed(packed[12:])),
            "no gzip at all": b"{}",
        }[damage]
    )
    assert verify(path) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"jantaku: {path}: ")
    assert err.count("\n") == 1


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"nowhere\.jsonl: No such file"):
        list(read_records(tmp_path / "nowhere.jsonl"))


def real_games(part: int) -> list[dict[str, Any]]:
    require_shared(GAMES)
    games = [game for path in sorted(GAMES.glob("*.gz")) for _, game in read_records(path)]
    return games[::part]


def test_a_tenth_of_the_real_games_replays_without_a_difference() -> None:
    reports = [verify_game(game) for game in real_games(10)]
    assert [report.mismatches for report in reports if report.mismatches] == []
    assert sum(report.rounds for report in reports) > 1000


@pytest.mark.full
def test_all_real_games_replay_without_a_difference() -> None:
    reports = [verify_game(game) for game in real_games(1)]
    assert [report.mismatches for report in reports if report.mismatches] == []
    assert sum(report.rounds for report in reports) == 11668
