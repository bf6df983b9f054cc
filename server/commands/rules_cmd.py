"""`jantaku rules`: check rule objects, or list every option; JSON Lines in and out."""

import sys
from typing import Any, Final

import msgspec

from engine.core.errors import BadRules
from engine.riichi.catalogue import catalogue as riichi_catalogue
from engine.riichi.rules import parse_rules
from server.commands.json_lines import BadLineError, answer_lines

_OK: Final = 0
_BAD_INPUT: Final = 2


class QuestionError(BadLineError):
    """A line that asks about no rules; the message says what a line must be."""


def rules(file: str | None = None, /, *, catalogue: bool = False) -> int:
    """Check rule objects.

    Every line holds `{"id": ..., "rules": {"preset": ..., ...}}`; the answer is the full rule
    object, `{"id", "valid": true, "rules"}`, or `{"id", "valid": false, "field", "message"}`.
    A bad line gets `{"error", "line"}` in its place.

    Parameters
    ----------
    file
        JSON Lines, also gzipped; standard input if left out or `-`.
    catalogue
        Print every option with type, allowed values, default by preset and a sentence instead.
    """
    if catalogue and file is not None:
        print(f"jantaku: rules: --catalogue reads no FILE, got {file!r}", file=sys.stderr)
        return _BAD_INPUT
    if catalogue:
        text = msgspec.json.format(msgspec.json.encode(riichi_catalogue()), indent=1)
        sys.stdout.write(text.decode() + "\n")
        return _OK
    return answer_lines(file, lambda line: check(msgspec.json.decode(line)))


def check(question: object) -> dict[str, Any]:
    """Answer one line of `jantaku rules` (formats.md).

    Raises:
        QuestionError: the line has no rules.
    """
    if not isinstance(question, dict) or "rules" not in question:
        raise QuestionError('a line must be an object {"id": ..., "rules": {...}}')
    answer: dict[str, Any] = {"id": question.get("id")}
    try:
        return {**answer, "valid": True, "rules": parse_rules(question["rules"]).to_object()}
    except BadRules as error:
        return {**answer, "valid": False, "field": error.field, "message": error.message}
