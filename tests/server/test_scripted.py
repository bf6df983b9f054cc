"""`serve --scripted`: rooms that are dealt from a scenario (protocol.md, "For tests")."""

import json
from pathlib import Path

import pytest

from server.commands.serve_cmd import make_app, read_scripts
from server.config import Config, ConfigError
from tests.support.fake_clock import FakeClock
from tests.support.seated_client import SeatedClient

SCENARIO = {
    "id": "late-south",
    "rules": {"preset": "majsoul_3p"},
    "round": {
        "bakaze": "S",
        "kyoku": 2,
        "honba": 1,
        "kyotaku": 2,
        "scores": [30000, 40000, 33000],
    },
    "hands": [["1m", "1m", "9m"], None, None],
    "draws": ["C"],
    "steps": [],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scenarios.json"
    path.write_text(json.dumps([SCENARIO]))
    return path


async def test_a_room_with_the_title_of_a_scenario_is_dealt_from_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JANTAKU_TESTING", "1")
    clock = FakeClock()
    app = make_app(Config(port=0, db=":memory:"), clock, read_scripts(file))
    port = await app.start()
    try:
        async with SeatedClient(f"ws://127.0.0.1:{port}/ws", mute=True) as host:
            await host.hello("Aoi")
            room = await host.request(
                "create_room",
                title="late-south",
                rules={"preset": "majsoul_friend_4p"},
                seating="drawn",
            )
            assert room["rules"]["preset"] == "majsoul_3p"
            assert len(room["seats"]) == 3
            assert room["seating"] == "as_seated"
            await host.request("ready", ready=True)
            await host.request("start_room", fill=True)
            deal = await host.find(
                lambda message: (
                    message["type"] == "event" and message["event"]["type"] == "start_kyoku"
                )
            )
            event = deal["event"]
            place = [event[name] for name in ("bakaze", "kyoku", "honba", "kyotaku", "oya")]
            assert place == ["S", 2, 1, 2, 1]
            assert event["scores"] == [30000, 40000, 33000]
            hand = event["tehais"][host.seat]
            assert (host.seat, hand.count("1m"), hand.count("9m")) == (0, 2, 1)
    finally:
        await app.stop()


def test_it_is_for_tests_only(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JANTAKU_TESTING", raising=False)
    with pytest.raises(ConfigError, match="needs JANTAKU_TESTING=1"):
        read_scripts(file)
    assert read_scripts(None) == {}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("{", "not JSON"),
        ('[{"id": "x", "rules": {"preset": "nothing"}}]', "scenario x: rules.preset"),
    ],
)
def test_a_file_with_a_fault(
    content: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JANTAKU_TESTING", "1")
    path = tmp_path / "scenarios.json"
    path.write_text(content)
    with pytest.raises(ConfigError) as error:
        read_scripts(path)
    assert str(error.value).startswith(f"{path}: ")
    assert fault in str(error.value)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_scripts(tmp_path / "nothing.json")
