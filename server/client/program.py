"""A program that is spoken to line by line: one JSON object in, one out, each within a time."""

import queue
import shlex
import shutil
import subprocess
import threading
from contextlib import suppress
from typing import IO, Any, Final

import msgspec

ANSWER_S: Final = 10.0
"""How long a program may take for one answer: common rules give hardly more to think."""
_END_S: Final = 1.0
_SHOWN: Final = 80


class ProgramError(Exception):
    """The program cannot be started, has ended, is silent, or says what is not an mjai message."""


def command_words(command: str) -> list[str]:
    """Split a command as a shell would, and see that its program is there.

    Raises:
        ProgramError: the command is empty or malformed, or names no program.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError(f"--mjai: {command!r}: {error}") from None
    if not words:
        raise ProgramError("--mjai: the command is empty")
    if shutil.which(words[0]) is None:
        raise ProgramError(f"--mjai: {words[0]}: no such program")
    return words


class MjaiProgram:
    """A running program. `command` is split as a shell would; an answer may take `answer_s`."""

    def __init__(self, command: str, answer_s: float = ANSWER_S) -> None:
        """Start it.

        Raises:
            ProgramError: it cannot be started.
        """
        words = command_words(command)
        self._answer_s = answer_s
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise ProgramError(f"--mjai: {words[0]}: {error.strerror}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin = self._process.stdin
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(
            target=_read, args=(self._process.stdout, self._lines), name="mjai", daemon=True
        )
        self._reader.start()

    def tell(self, line: dict[str, Any]) -> dict[str, Any]:
        """Say one thing, return what the program answers. Blocks until it does.

        Raises:
            ProgramError: it has ended, is silent for too long, or its answer is not a JSON object.
        """
        text = msgspec.json.encode(line).decode()
        try:
            self._stdin.write(text + "\n")
            self._stdin.flush()
        except OSError as error:
            raise ProgramError("--mjai: the program has ended") from error
        try:
            answer = self._lines.get(timeout=self._answer_s)
        except queue.Empty:
            raise ProgramError(
                f"--mjai: the program did not answer {line.get('type')!r} "
                f"within {self._answer_s:g} s"
            ) from None
        if answer is None:
            raise ProgramError("--mjai: the program has ended")
        try:
            decoded: dict[str, Any] = msgspec.json.decode(answer, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeEncodeError):
            shown = answer.strip()[:_SHOWN]
            raise ProgramError(f"--mjai: the program's answer is no object: {shown!r}") from None
        return decoded

    def close(self) -> None:
        """End the program, by force if it does not go by itself."""
        self._process.terminate()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        # What it was told last may never have reached it, which does not matter any more.
        with suppress(OSError):
            self._stdin.close()
        # A child of the program may hold the other end open: then the reader stays, asleep.
        self._reader.join(_END_S)


def _read(stdout: IO[str], lines: "queue.SimpleQueue[str | None]") -> None:
    """Pass lines on until the program closes its end."""
    # Closed under us, or not text at all: to the other side both are the end.
    with suppress(OSError, ValueError), stdout:
        for line in stdout:
            lines.put(line)
    lines.put(None)
