"""Messages that are almost right: mutations of the golden examples, in structure and in bytes."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

Message: TypeAlias = dict[str, Any]

EXAMPLES: Final[tuple[Message, ...]] = tuple(
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[1] / "protocol/golden/client").glob("*.json"))
)
FIELDS: Final = tuple(sorted({name for example in EXAMPLES for name in example}))
TYPES: Final = tuple(example["type"] for example in EXAMPLES)

ODD_TEXTS: Final = (
    *("", " ", "\x00", "\ud800", "\u202e\u2066", "\ufeff", "9" * 40, "a" * 3000, "\\u0000"),
    *("hello", "../../etc/passwd", "'; DROP TABLE accounts; --", "%s%n", "${x}", "<b>", "null"),
)
ODD_NUMBERS: Final = (
    *(0, -1, 1, 3, 4, 255, 256, 2**31, 2**53, 2**53 - 1, -(2**53), 2**63, 2**64, 10**40),
    *(0.5, -0.0, 1e308, 1e-320, 5e-324),
)
RAW_NUMBERS: Final = ("1e999", "-1e999", "NaN", "Infinity", "01", "1.", "+1", "0x1", "9" * 2000)


class Known:
    """What an attacker has heard of the server: names that make a mutation hurt."""

    def __init__(self) -> None:
        self.values: dict[str, list[Any]] = {}

    def heard(self, name: str, value: object) -> None:
        """Remember a value; the latest few count."""
        values = self.values.setdefault(name, [])
        values.append(value)
        del values[:-8]


class Mutator:
    """Makes payloads; the same seed makes the same ones, as far as what was heard is the same."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def payload(self, known: Known) -> bytes:
        """Return what stands in one frame."""
        rng = self._rng
        message = self._example(known)
        kind = rng.random()
        if kind < 0.12:
            return self._text(message)
        if kind < 0.6:
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                rng.choice(_STRUCTURE)(self, message)
            return self._text(message)
        if kind < 0.9:
            data = bytearray(self._text(message))
            for _ in range(rng.choice((1, 1, 2, 4, 16))):
                rng.choice(_BYTES)(self, data)
            return bytes(data[:20_000])
        if kind < 0.95:
            return rng.randbytes(rng.choice((0, 1, 7, 125, 126, 400, 5000)))
        return self._nested(rng.choice((40, 500, 4000)))

    def _example(self, known: Known) -> Message:
        """Return an example as it could come from this connection: own id, names that exist."""
        rng = self._rng
        message = dict(rng.choice(EXAMPLES))
        if "id" in message:
            message["id"] = rng.choice((rng.randrange(10**9), rng.randrange(40)))
        for name in ("table", "decision", "code", "token", "game"):
            if name in message and rng.random() < 0.8 and known.values.get(name):
                message[name] = rng.choice(known.values[name])
        return message

    def _text(self, message: Message) -> bytes:
        text = json.dumps(message, ensure_ascii=self._rng.random() < 0.5)
        if '"raw:' in text:
            for number in RAW_NUMBERS:
                text = text.replace(f'"raw:{number}"', number)
        return text.encode("utf-8", "surrogatepass")

    def _odd(self) -> Any:
        """Return a value that does not belong where it will stand."""
        rng = self._rng
        kind = rng.randrange(7)
        if kind == 0:
            return rng.choice(ODD_TEXTS)
        if kind == 1:
            return rng.choice(ODD_NUMBERS)
        if kind == 2:
            return f"raw:{rng.choice(RAW_NUMBERS)}"
        if kind == 3:
            return rng.choice((None, True, False))
        if kind == 4:
            return [self._odd() for _ in range(rng.randrange(4))]
        if kind == 5:
            return {rng.choice(FIELDS): self._odd() for _ in range(rng.randrange(4))}
        return dict(rng.choice(EXAMPLES))

    def _nested(self, depth: int) -> bytes:
        opening, closing = self._rng.choice((("[", "]"), ('{"a":', "}"), ('{"rules":', "}")))
        head, tail = self._rng.choice((("", ""), ('{"type":"create_room","rules":', "}")))
        return f"{head}{opening * depth}1{closing * depth}{tail}".encode()

    # Structure

    def _replace(self, message: Message) -> None:
        message[self._rng.choice(tuple(message))] = self._odd()

    def _replace_inside(self, message: Message) -> None:
        rng = self._rng
        inner = [value for value in message.values() if isinstance(value, dict) and value]
        if inner:
            place = rng.choice(inner)
            name = rng.choice(tuple(place))
            # The examples are shared.
            copy = {**place, rng.choice((name, "x", "preset")): self._odd()}
            message[next(key for key, value in message.items() if value is place)] = copy

    def _drop(self, message: Message) -> None:
        if len(message) > 1:
            del message[self._rng.choice(tuple(message))]

    def _add(self, message: Message) -> None:
        message[self._rng.choice((*FIELDS, "x", "", "__proto__"))] = self._odd()

    def _retype(self, message: Message) -> None:
        message["type"] = self._rng.choice((*TYPES, "welcome", "x", "", "Hello"))

    def _merge(self, message: Message) -> None:
        message.update(self._rng.choice(EXAMPLES))

    # Bytes

    def _flip(self, data: bytearray) -> None:
        if data:
            data[self._rng.randrange(len(data))] ^= 1 << self._rng.randrange(8)

    def _cut(self, data: bytearray) -> None:
        start = self._rng.randrange(len(data) + 1)
        del data[start : start + self._rng.choice((1, 2, 8, 10_000))]

    def _insert(self, data: bytearray) -> None:
        piece = self._rng.choice((b'"', b"{", b"}", b"[", b",", b":", b"\xff", b"\xc0\x80", b"\\u"))
        place = self._rng.randrange(len(data) + 1)
        data[place:place] = piece * self._rng.choice((1, 1, 3, 200))

    def _repeat(self, data: bytearray) -> None:
        start = self._rng.randrange(len(data) + 1)
        piece = data[start : start + self._rng.choice((1, 10, 100))]
        data[start:start] = piece * self._rng.choice((1, 2, 50))

    def _splice(self, data: bytearray) -> None:
        other = json.dumps(self._rng.choice(EXAMPLES)).encode()
        place = self._rng.randrange(len(data) + 1)
        data[place:] = other[self._rng.randrange(len(other)) :]


_STRUCTURE: Final[tuple[Callable[[Mutator, Message], None], ...]] = (
    Mutator._replace,
    Mutator._replace,
    Mutator._replace_inside,
    Mutator._drop,
    Mutator._add,
    Mutator._retype,
    Mutator._merge,
)
_BYTES: Final[tuple[Callable[[Mutator, bytearray], None], ...]] = (
    Mutator._flip,
    Mutator._cut,
    Mutator._insert,
    Mutator._repeat,
    Mutator._splice,
)
