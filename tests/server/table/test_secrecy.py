"""No seat is told what it may not know, in any frame of a whole game.

The full record decides, not the redaction: what differs from it must be hidden, and what is
hidden must be exactly the concealed tiles of others.
"""

import hashlib
import json
from typing import Any

import pytest

from tests.server.table.driven import Driven
from tests.server.table.house import TABLE, House

GAMES = [
    ({"preset": "majsoul_ranked_4p", "length": "east"}, b"one"),
    ({"preset": "majsoul_ranked_4p", "length": "east", "hints": False}, b"two"),
    ({"preset": "majsoul_3p", "length": "east"}, b"three"),
]


async def played(rules: dict[str, Any], seed: bytes) -> House:
    house = House(people=4 if "4p" in rules["preset"] else 3, rules=rules, seed=seed)
    await house.open()
    await Driven(house).to_the_end()
    return house


def frames_of(house: House, seat: int) -> list[dict[str, Any]]:
    return [json.loads(frame) for frame in house.people[seat].sink.frames]


def check_event(full: dict[str, Any], seen: dict[str, Any], seat: int) -> None:
    kind = full["type"]
    if kind == "start_kyoku":
        for owner, hand in enumerate(full["tehais"]):
            expected = hand if owner == seat else ["?"] * 13
            assert seen["tehais"][owner] == expected
        assert {**seen, "tehais": 0} == {**full, "tehais": 0}
    elif kind == "tsumo":
        expected_tile = full["pai"] if full["actor"] == seat else "?"
        assert seen == {**full, "pai": expected_tile}
    elif kind == "end_kyoku":
        assert seen == {"type": "end_kyoku"}
    elif kind == "end_game":
        assert {name: value for name, value in seen.items() if name != "proofs"} == full
    else:
        assert seen == full


@pytest.mark.parametrize(("rules", "seed"), GAMES)
async def test_every_frame_holds_what_its_seat_may_know(rules: dict[str, Any], seed: bytes) -> None:
    house = await played(rules, seed)
    record = house.store.records[TABLE]["events"]
    for seat in range(len(house.people)):
        frames = frames_of(house, seat)
        stream = [frame for frame in frames if frame["type"] in ("event", "skip")]
        assert [frame["seq"] for frame in stream] == list(range(len(record)))
        for full, frame in zip(record, stream, strict=True):
            check_event(json.loads(json.dumps(full)), frame["event"], seat)
        for frame in frames:
            if frame["type"] == "ask":
                actors = {option.get("actor", seat) for option in frame["options"]}
                assert actors == {seat}
            if frame["type"] == "hint":
                assert rules.get("hints", True)
    await house.close()


@pytest.mark.parametrize(("rules", "seed"), GAMES[:1])
async def test_walls_and_salts_come_with_the_end_and_prove_every_round(
    rules: dict[str, Any], seed: bytes
) -> None:
    house = await played(rules, seed)
    raw = house.people[0].sink.frames
    end = next(json.loads(frame) for frame in raw if b'"end_game"' in frame)["event"]
    hashes = [json.loads(frame)["event"]["wall_hash"] for frame in raw if b'"start_kyoku"' in frame]
    assert len(end["proofs"]) == len(hashes)
    before = b"".join(frame for frame in raw if b'"end_game"' not in frame).decode()
    for proof, promised in zip(end["proofs"], hashes, strict=True):
        text = f"{proof['salt']}|{','.join(proof['wall'])}"
        assert hashlib.sha256(text.encode()).hexdigest() == promised
        assert proof["salt"] not in before
    await house.close()
