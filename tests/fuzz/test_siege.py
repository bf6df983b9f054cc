"""The protocol under fuzz: mutated frames against a live server, beside people who play on it.

No traceback in the log, no innocent connection closed, and no memory that stays: after a second
pass the server holds at most a tenth more than after the first.
"""

import asyncio
import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import wire
from tests.fuzz.mutations import EXAMPLES, FIELDS
from tests.fuzz.siege import Outcome, Siege, siege

# Frames a pass, of two.
LONG = 100_000
SHORT = 1_200

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3)
    ),
    max_leaves=6,
)
changed = st.builds(
    lambda example, changes: json.dumps({**example, **changes}).encode(),
    st.sampled_from(EXAMPLES),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=3),
)
payloads = changed | st.binary(max_size=300) | values.map(lambda value: json.dumps(value).encode())
frames = st.builds(
    lambda payload, opcode: wire.frame(payload[:125] if opcode >= wire.CLOSE else payload, opcode),
    payloads,
    st.sampled_from((wire.TEXT,) * 12 + (wire.BINARY, wire.PING, wire.PONG)),
)


async def passes(held: Siege, frames_each: int) -> tuple[Outcome, Outcome]:
    """Attack twice."""
    first = await held.attack(frames_each)
    second = await held.attack(frames_each)
    print(f"first pass: {first}")
    print(f"second pass: {second}")
    print(f"games of the innocent: {[person.games for person in held.people]}")
    assert first.frames == second.frames == frames_each
    # The attackers did what they are for: they were heard, and thrown out now and then.
    assert first.thrown_out > 0
    assert first.requests > 0
    assert all(attacker.known for attacker in held.attackers)
    assert all(person.asked > 0 for person in held.people)
    return first, second


def test_a_short_siege(tmp_path: Path) -> None:
    with asyncio.Runner() as runner:
        manager = siege(tmp_path, seed=1)
        held = runner.run(manager.__aenter__())
        attacker = held.attackers[0]

        @settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
        @given(st.lists(frames, min_size=1, max_size=20))
        def bombard(batch: list[bytes]) -> None:
            runner.run(attacker.send(batch))

        try:
            runner.run(passes(held, SHORT))
            bombard()
            runner.run(attacker.leave())
            runner.run(held.check())
        finally:
            runner.run(manager.__aexit__(None, None, None))


@pytest.mark.full
async def test_a_long_siege(tmp_path: Path) -> None:
    seed = int(os.environ.get("FUZZ_SEED", "3"))
    async with siege(tmp_path, seed) as held:
        first, second = await passes(held, LONG)
        assert all(person.games > 0 for person in held.people)
        if first.memory:
            assert second.memory <= first.memory * 1.1
