"""What may be known when: decided by the full record and by what players had, not by redaction.

Every frame that somebody was handed is held against the moment in which it came. Tiles may stand
in events and in snapshots of a round's start only, exactly as the record allows it to the viewer;
an event may come no sooner than the delay after the first player had it, and never out of order.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Final

from server.table.api import Spectating
from tests.server.spectate.gallery import Seen

_TILE: Final = re.compile(r'"(?:[1-9][mps]|5[mps]r|[ESWNPFC])"')
_EARLY: Final = 1e-6

WITHOUT_TILES: Final = frozenset(
    {"watchers", "presence", "not_yet", "ok", "error", "watch_over", "table_over", "tables"}
)
"""What watchers get besides events and snapshots."""


class Oracle:
    """Knows a game: `record` is its list of full events, `had` when players had each."""

    def __init__(self, record: Sequence[dict[str, Any]], had: Sequence[float]) -> None:
        self.record: list[dict[str, Any]] = json.loads(json.dumps(record))
        self.had = had
        self.secrets = [event["salt"] for event in self.record if event["type"] == "end_kyoku"]

    def check(self, seen: Sequence[Seen], spectating: Spectating) -> int:
        """Check all that one watcher got; return how many frames had tiles."""
        expected: int | None = None
        with_tiles = 0
        for at, raw in seen:
            text = raw.decode()
            frame = json.loads(text)
            kind = frame["type"]
            if kind in WITHOUT_TILES:
                assert not _TILE.search(text), text
                continue
            assert kind in ("event", "snapshot"), kind
            seq = frame["seq"]
            assert at >= self.had[seq] + spectating.delay_s - _EARLY, (seq, at, self.had[seq])
            if kind == "snapshot":
                self._check_snapshot(frame, spectating.view)
                # Dealt in this very moment it may have been before or after.
                moment = at - spectating.delay_s
                latest = {self._round_at(moment - 2 * _EARLY), self._round_at(moment)}
                assert seq in latest, (seq, latest)
            else:
                assert seq == expected, (seq, expected)
                assert frame["event"] == self._allowed(self.record[seq], spectating.view)
            if self.record[-1]["type"] != "end_game" or at < self.had[-1] - _EARLY:
                assert not any(salt in text for salt in self.secrets)
            expected = seq + 1
            with_tiles += bool(_TILE.search(text))
        return with_tiles

    def _round_at(self, moment: float) -> int:
        """The deal of the round of which the newest event was had at `moment`."""
        known = bisect_left(self.had, moment + _EARLY)
        deals = [seq for seq in range(known) if self.record[seq]["type"] == "start_kyoku"]
        return max(deals, default=-1)

    def _allowed(self, full: dict[str, Any], view: str) -> dict[str, Any]:
        kind = full["type"]
        if kind == "end_kyoku":
            return {"type": kind}
        if kind == "end_game":
            ended = [event for event in self.record if event["type"] == "end_kyoku"]
            proofs = [{"salt": event["salt"], "wall": event["wall"]} for event in ended]
            return {**full, "proofs": proofs}
        if view == "public":
            if kind == "tsumo":
                return {**full, "pai": "?"}
            if kind == "start_kyoku":
                return {**full, "tehais": [["?"] * len(hand) for hand in full["tehais"]]}
        return full

    def _check_snapshot(self, frame: dict[str, Any], view: str) -> None:
        deal = self.record[frame["seq"]]
        assert deal["type"] == "start_kyoku"
        for seat, hand in zip(frame["seats"], deal["tehais"], strict=True):
            expected = ["?"] * len(hand) if view == "public" else sorted(hand)
            assert sorted(seat["hand"]) == expected
            assert (seat["drawn"], seat["melds"], seat["pond"]) == (None, [], [])
        assert frame["round"]["dora_markers"] == [deal["dora_marker"]]
        assert (frame["seat"], frame["furiten"]) == (None, False)
        known = ("seats", "round", "names")
        rest = {name: value for name, value in frame.items() if name not in known}
        assert not _TILE.search(json.dumps(rest)), rest


def check_seat(oracle: Oracle, seat: int, seen: Sequence[Seen]) -> None:
    """Check all events that a player got; `seen` is of one seat."""
    for _, raw in seen:
        frame = json.loads(raw)
        if frame["type"] == "snapshot":
            for number, other in enumerate(frame["seats"]):
                if number != seat:
                    assert set(other["hand"]) <= {"?"}
                    assert other["drawn"] in (None, "?")
        if frame["type"] != "event":
            continue
        full, event = oracle.record[frame["seq"]], frame["event"]
        if full["type"] == "tsumo":
            own = full["actor"] == seat
            assert event == (full if own else {**full, "pai": "?"})
        elif full["type"] == "start_kyoku":
            for number, hand in enumerate(event["tehais"]):
                assert hand == (full["tehais"][number] if number == seat else ["?"] * 13)
        elif full["type"] not in ("end_kyoku", "end_game"):
            assert event == full


def moments(streams: Sequence[Sequence[Seen]], events: int) -> list[float]:
    """Return when each event was first had by a player, in an event or within a snapshot."""
    had = [float("inf")] * events
    for seen in streams:
        for at, raw in seen:
            if raw.startswith((b'{"type":"event"', b'{"type":"skip"')):
                seq = json.loads(raw)["seq"]
                had[seq] = min(had[seq], at)
            elif raw.startswith(b'{"type":"snapshot"'):
                had[: json.loads(raw)["seq"] + 1] = [
                    min(at, known) for known in had[: json.loads(raw)["seq"] + 1]
                ]
    for seq in range(events - 2, -1, -1):
        had[seq] = min(had[seq], had[seq + 1])
    return had
