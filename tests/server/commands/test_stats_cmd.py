"""`jantaku stats`: figures from files, and what it says of files that hold none."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.cli import run
from server.figures.counts import total
from server.figures.game import figures_of
from server.figures.shown import shown
from server.store.accounts import Account, AccountStore
from server.store.database import Database
from server.store.records import RecordStore
from tests.support.databases import STAGE
from tests.support.records import tame, wild


def written(path: Path, *records: Any) -> str:
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return str(path)


def test_games_of_one_name_are_added_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [wild(0), tame(1), wild(0, "majsoul_3p")]
    packed = tmp_path / "more.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(records[1]).encode()))
    file = written(tmp_path / "games.jsonl", records[0], records[2])
    assert run(["stats", file, str(packed), "--json", "--player", "P2"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["figures"]["kind"] for line in lines] == ["3p", "4p"]
    seats = [figures_of(record["events"], len(record["names"]))[2] for record in records]
    four = total((seats[0].figures, seats[1].figures))
    assert lines[1]["figures"] == as_json(shown("4p", four))
    assert lines[0]["figures"] == as_json(shown("3p", seats[2].figures))
    hands = [seat.best.points for seat in seats[:2] if seat.best is not None]
    assert [hand["points"] for hand in lines[1]["best"]] == sorted(hands, reverse=True)


def as_json(figures: Any) -> Any:
    return json.loads(msgspec.json.encode(figures))


def test_a_table_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = {**wild(0), "names": ["A\x1b[2J", "B", "C", "D"]}
    assert run(["stats", written(tmp_path / "g.jsonl", record)]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["player", "kind", "games", "rounds"]
    assert len(rows) == 4
    assert not any("\x1b" in row for row in rows)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"names": ["A", "B"]}, "names: a game has 3 or 4 of them"),
        ({"names": None}, "names: a game has 3 or 4 of them"),
        ({"events": [{"type": "start_kyoku"}]}, "damaged record: field 'bakaze' is missing"),
        (
            {"events": [{"type": "end_game", "scores": [0] * 4, "ranks": [5, 1, 2, 3]}]},
            "damaged record: rank 5; allowed: 1 to 4",
        ),
        ({"events": [{"type": "reach", "actor": 7}]}, "damaged record: tuple index out of range"),
    ],
)
def test_a_damaged_record_is_named(
    change: Any, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "g.jsonl", wild(0), {**wild(0), **change})
    assert run(["stats", file]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"jantaku: {file}:2: {said}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "stats: name record files, or a database with --db"),
        (["{file}", "--db", "x"], "stats: name record files, or a database with --db"),
        (["{file}", "--player", "Nobody"], "--player: nobody called 'Nobody' has played there"),
        (["missing.jsonl"], "missing.jsonl: No such file or directory"),
    ],
)
def test_mistakes(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "g.jsonl", wild(0))
    assert run(["stats", *(word.format(file=file) for word in arguments)]) == 2
    assert capsys.readouterr().err == f"jantaku: {said}\n"


async def stored(path: Path, games: list[tuple[Any, tuple[str | None, ...], bool]]) -> None:
    database = Database(str(path))
    try:
        accounts = AccountStore(database)
        for account in "ab":
            await accounts.create(Account(account, "Aki"), account.encode(), 0.0)
        store = RecordStore(database, wall=lambda: 5.0)
        for number, (record, seats, ranked) in enumerate(games):
            await store.save_record(
                f"g{number}", record, mode="4p_east", accounts=seats, ranked=ranked, listed=False
            )
    finally:
        database.close()


@pytest.mark.sqlite
def test_a_server_s_accounts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two people of one name are two, and kinds of games are apart; imported games are left out."""
    ranked, friend, imported = wild(0), wild(1), wild(2)
    path = tmp_path / "jantaku.sqlite"
    games: list[tuple[Any, tuple[str | None, ...], bool]] = [
        (ranked, ("a", None, "b", None), True),
        (friend, ("b", "a", None, None), False),
        (imported, (None,) * 4, False),
    ]
    asyncio.run(stored(path, games))
    assert run(["stats", "--db", STAGE.setting(path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = {(line["account"], line["figures"]["kind"]): line["figures"] for line in lines}
    of_ranked = figures_of(ranked["events"], 4)
    of_friend = figures_of(friend["events"], 4)
    assert found == {
        ("a", "4p_ranked"): as_json(shown("4p_ranked", of_ranked[0].figures)),
        ("b", "4p_ranked"): as_json(shown("4p_ranked", of_ranked[2].figures)),
        ("a", "4p_friend"): as_json(shown("4p_friend", of_friend[1].figures)),
        ("b", "4p_friend"): as_json(shown("4p_friend", of_friend[0].figures)),
    }
    assert run(["stats", "--db", STAGE.setting(path), "--player", "b"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.sqlite
def test_a_database_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stats", "--db", str(tmp_path / "none.sqlite")]) == 2
    assert "there is no database" in capsys.readouterr().err
