"""Rounds for the table's tests. Seat 0 is the browser; the others throw what they draw."""

from typing import Any, Final

PRESET: Final = "majsoul_friend_4p"


def _deal(name: str, hands: list[list[str] | None], draws: list[str], **more: Any) -> Any:
    # So much time that a busy machine never plays for the browser.
    plain = {"preset": PRESET, "length": "one_round", "thinking_time": "300+0"}
    rules = {**plain, **more.pop("rules", {})}
    return {"id": name, "rules": rules, "hands": hands, "draws": draws, "steps": [], **more}


def _tiles(text: str) -> list[str]:
    """Spell "123m5pr EE" as tiles: digits take the suit that follows them, letters are honours."""
    found: list[str] = []
    for word in text.split():
        if word[0].isdigit():
            suit = word.lstrip("0123456789")
            found += [f"{digit}{suit}" for digit in word.rstrip("mpsr")]
        else:
            found += list(word)
    return found


def _round(kyoku: int = 1, honba: int = 0, kyotaku: int = 0) -> dict[str, Any]:
    return {
        "bakaze": "E",
        "kyoku": kyoku,
        "honba": honba,
        "kyotaku": kyotaku,
        "scores": [25000, 25000, 25000, 25000],
    }


def _from_left() -> dict[str, Any]:
    """The left player is the dealer and draws first."""
    return _round(kyoku=4)


_NOTHING: Final = (
    _tiles("147m 258p 369s ESWN"),
    _tiles("258m 147p 147s ESPF"),
    _tiles("369m 369p 258s WNPC"),
)
"""Hands that are far from everything."""

DEALS: Final = [
    _deal(
        "two-riichi-discards",
        [_tiles("234567m 345p 22s 78s"), _tiles("46s 19m 19p EESSWPC"), None, None],
        ["5s", "W", "N", "W", "P"],
    ),
    _deal(
        "swap-calling",
        [_tiles("4567s 19m 19p ESWNP"), None, None, None],
        ["4s"],
        round=_from_left(),
    ),
    _deal(
        "several-chi",
        [_tiles("3567s 5sr 19m 19p ESWN"), None, None, None],
        ["4s"],
        round=_from_left(),
    ),
    _deal(
        "passed-win",
        [_tiles("123456789m 56p 99s"), None, None, None],
        ["4p", "E", "7p"],
        round=_from_left(),
    ),
    _deal(
        "hints",
        [_tiles("123456789m 56p 99s"), _tiles("44p"), None, None],
        ["E", "4p", "W", "S", "N"],
    ),
    _deal(
        "no-hints",
        [_tiles("123456789m 56p 99s"), None, None, None],
        ["E", "1s", "W", "S"],
        rules={"hints": False},
    ),
    _deal(
        "orders",
        [_tiles("123456789m 56p 99s"), None, None, None],
        ["9s", "E", "7p"],
        round=_from_left(),
        rules={"length": "east_south"},
    ),
    _deal(
        "kan-then-drawn",
        [_tiles("1111m 456p 258s ESW"), None, None, None],
        ["9p"],
        rinshan=["N"],
    ),
    _deal(
        "two-winners",
        [
            _tiles("5p 19m 19p 19s ESWNPF"),
            _tiles("234678m 34p 345s 88s"),
            _tiles("345678m 46p 678s 22s"),
            None,
        ],
        ["C"],
        round=_round(honba=1, kyotaku=1),
    ),
    _deal(
        "two-winners-and-on",
        [
            _tiles("5p 19m 19p 19s ESWNPF"),
            _tiles("234678m 34p 345s 88s"),
            _tiles("345678m 46p 678s 22s"),
            None,
        ],
        ["C"],
        round=_round(honba=1, kyotaku=1),
        rules={"length": "east_south"},
    ),
    _deal("nine-terminals", [_tiles("19m 19p 19s ESWNP 24p"), None, None, None], ["7s"]),
    _deal(
        "time-runs-out",
        [_tiles("147m 258p 369s ESWN"), None, None, None],
        ["P"],
        rules={"thinking_time": "3+5"},
    ),
    _deal(
        "thrown-wait",
        [_tiles("123456789m 56p 99s"), None, None, None],
        ["4p", "7p", "W", "N", "8p", "7p"],
    ),
    _deal(
        "passed-in-riichi",
        [_tiles("123456789m 56p 99s"), None, None, None],
        ["E", "4p", "W", "S", "N", "7p", "W", "S", "C"],
    ),
    _deal(
        "one-tenpai",
        [_NOTHING[0], _tiles("123456789m 56p 99s"), *_NOTHING[1:]],
        ["6s", "6s", "5s", "6m"],
        live=4,
    ),
    _deal(
        "short-draw",
        [_NOTHING[0], _tiles("123456789m 56p 99s"), *_NOTHING[1:]],
        ["6s", "6s", "5s", "6m", "8s", "8s", "8m", "8m"],
        live=8,
        rules={"length": "east_south"},
    ),
    _deal(
        "bad-line",
        [_NOTHING[0], _NOTHING[1], None, None],
        ["P", "F", "C", "F", "C", "P", "F", "P", "9p"],
        rules={"thinking_time": "3+5"},
    ),
    _deal(
        "all-terminals",
        [_NOTHING[0], _tiles("123456789m 56p 99s"), *_NOTHING[1:]],
        ["9s", "5s", "6s", "5s", "9m", "6p", "6s", "6m"],
        live=8,
    ),
    _deal(
        "counted-yakuman",
        [_tiles("2233445566778m"), None, None, None],
        ["8m"],
        round=_from_left(),
        dora_markers=["1m"],
    ),
    _deal(
        "norths",
        [_tiles("19m 147p 258s NESWP"), None, None],
        ["C"],
        rinshan=["F"],
        rules={"preset": "majsoul_3p"},
        live=12,
    ),
    _deal("short-wall", [None, None, None, None], [], live=24),
]
