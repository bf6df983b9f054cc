"""`jantaku simulate`: same seed, same games; records; figures; bad arguments."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.wall import SeededWalls
from engine.riichi import new_game, parse_rules
from server.commands.simulate_cmd import simulate
from server.records.verify import verify_game
from server.simulation import Plan, Tally, play_plan, play_random

QUICK = '{"preset": "majsoul_friend_4p", "length": "one_round"}'
"""One round a game."""


def shown(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def records_of(directory: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (directory / "games.jsonl").read_text().splitlines()]


def test_same_seed_same_games(tmp_path: Path) -> None:
    for name, seed in (("one", "x"), ("same", "x"), ("other", "y")):
        code = simulate(
            games=3, rules=QUICK, bots="random,easy", seed=seed, out=tmp_path / name, as_json=True
        )
        assert code == 0
    texts = [(tmp_path / name / "games.jsonl").read_text() for name in ("one", "same", "other")]
    assert texts[0] == texts[1]
    assert texts[0].replace("sim-x", "sim-y") != texts[2]


@pytest.mark.parametrize("preset", ["majsoul_ranked_4p", "majsoul_3p"])
def test_records_verify(preset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(games=2, rules=preset, bots="random", seed="s", out=tmp_path, as_json=True) == 0
    records = records_of(tmp_path)
    reports = [verify_game(record) for record in records]
    assert [report.mismatches for report in reports] == [[], []]
    summary = shown(capsys)
    assert summary["rounds"] == sum(report.rounds for report in reports)
    assert [record["id"] for record in records] == ["sim-s-0", "sim-s-1"]


def test_everybody_sits_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = "easy,random,random,normal"
    assert simulate(games=4, rules=QUICK, bots=bots, seed="s", out=tmp_path, as_json=True) == 0
    names = [record["names"] for record in records_of(tmp_path)]
    assert [row.index("easy") for row in names] == [0, 1, 2, 3]
    assert [row.index("normal") for row in names] == [3, 0, 1, 2]
    summary = shown(capsys)
    by_name = {bot["name"]: bot for bot in summary["bots"]}
    assert by_name.keys() == {"easy", "normal", "random"}
    assert sum(by_name["random"]["places"]) == 8
    assert by_name["easy"]["games"] == 4
    mean = sum(bot["mean_rank"] * (2 if name == "random" else 1) for name, bot in by_name.items())
    assert mean == pytest.approx(10)
    assert sum(
        bot["mean_points"] * (2 if name == "random" else 1) for name, bot in by_name.items()
    ) == pytest.approx(0)


def test_the_interval_of_a_mean_rank() -> None:
    plan = Plan(12, parse_rules(json.loads(QUICK)), ("easy", "random", "random", "random"), "i")
    tally = Tally()
    ranks = []
    for played in play_plan(plan):
        tally.add(played)
        ranks.append(played.game.log[-1].ranks[played.bots.index("easy")])  # type: ignore[union-attr]
    result = next(bot for bot in tally.summary("i", 2.0).bots if bot.name == "easy")
    mean = sum(ranks) / 12
    variance = sum((rank - mean) ** 2 for rank in ranks) / 11
    assert result.mean_rank == pytest.approx(mean)
    assert result.rank_margin == pytest.approx(1.959964 * (variance / 12) ** 0.5)


def test_figures_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(games=1, rules=QUICK, bots="random", seed="one") == 0
    out = capsys.readouterr()
    assert out.err == ""
    assert out.out.startswith("1 games, 1 rounds, ")
    assert "(seed one)" in out.out
    assert "games/s" in out.out
    assert "rounds/s" in out.out
    assert "decisions/s" in out.out
    assert "mean points +0.0" in out.out


def test_a_seed_is_made_up_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(games=1, rules=QUICK, bots="random", as_json=True) == 0
    seed = shown(capsys)["seed"]
    assert len(seed) == 16


def test_the_bare_loop_plays_to_the_end() -> None:
    game = new_game(parse_rules("majsoul_3p"), ["a", "b", "c"], SeededWalls(b"walls"))
    numbers = iter(range(10**6))
    play_random(game, lambda: next(numbers) * 0.6180339887 % 1)
    assert game.over


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "--games 0; allowed: 1 or more"),
        ({"rules": "chess"}, "--rules: preset is"),
        ({"rules": '{"preset": '}, "--rules: not JSON"),
        ({"rules": '{"a":' * 50_000}, "--rules: not JSON: nested too deeply"),
        ({"rules": '{"preset": "wrc", "kuikae": 3}'}, "--rules: kuikae is 3"),
        ({"bots": "easy,hard"}, "--bots 'hard'; allowed: random, easy, normal"),
        ({"bots": ",".join(["easy"] * 5)}, "--bots: 5 names; allowed: 1 to 4"),
        ({"bots": ""}, "--bots ''"),
    ],
)
def test_bad_arguments(
    arguments: dict[str, Any], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(**{"games": 1, **arguments}) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err
    assert shown.err.count("\n") == 1
