"""JSON Lines in, JSON Lines out: what `score`, `shanten` and `rules` share (formats.md)."""

import gzip
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, TypeAlias, cast

import msgspec

_OK: Final = 0
_BAD_INPUT: Final = 2
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

Answer: TypeAlias = Callable[[bytes], dict[str, Any]]
"""Answers one line; raises `BadLineError`, or what a msgspec decoder raises."""


class BadLineError(ValueError):
    """A line that cannot be answered; the message names field, value and what is allowed."""


def answer_lines(file: str | None, answer: Answer) -> int:
    """Print the answers to the lines of `file`, in order, and return the exit code.

    None and `-` are standard input, `.gz` is unpacked, blank lines have no answer. A bad line gets
    `{"error", "line"}` in its place; the first one is told on stderr too, and the code is 2.

    Raises:
        OSError: the file cannot be read.
    """
    shown = file or "<stdin>"
    faults: list[tuple[int, str]] = []
    try:
        with _open(file) as lines:
            for number, found in _answers(lines, answer):
                sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
                if "error" in found:
                    faults.append((number, found["error"]))
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        print(f"jantaku: {shown}: damaged gzip file: {error}", file=sys.stderr)
        return _BAD_INPUT
    if not faults:
        return _OK
    number, fault = faults[0]
    more = f" (and {len(faults) - 1} more bad lines)" if len(faults) > 1 else ""
    print(f"jantaku: {shown}:{number}: {fault}{more}", file=sys.stderr)
    return _BAD_INPUT


@contextmanager
def _open(file: str | None) -> Iterator[IO[bytes]]:
    if file is None or file == "-":
        yield sys.stdin.buffer
        return
    path = Path(file)
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
        yield cast("IO[bytes]", stream)


def _answers(lines: Iterable[bytes], answer: Answer) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, 1):
        # Windows editors put a mark before the first line.
        text = line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line
        if text.strip():
            yield number, _answer_or_fault(number, text, answer)


def _answer_or_fault(number: int, line: bytes, answer: Answer) -> dict[str, Any]:
    try:
        return answer(line)
    except (BadLineError, msgspec.ValidationError) as error:
        fault = str(error)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        fault = f"not JSON: {error}"
    except RecursionError:
        fault = "not JSON: nested too deeply"
    return {"error": fault, "line": number}
