"""`jantaku score`: value hands, JSON Lines in and out (formats.md)."""

from typing import Any

import msgspec

from server.commands.json_lines import answer_lines
from server.commands.score_question import Claim, Question, Table


def score(file: str | None = None, /) -> int:
    """Value winning hands and tell who pays.

    Every line holds a hand without its winning tile, that tile, and how it was won; the answer
    holds `han`, `fu`, `yakuman`, `yaku`, `points` and `deltas`, or `win` false with the reason.
    A bad line gets `{"error", "line"}` in its place.

    Parameters
    ----------
    file
        JSON Lines, also gzipped; standard input if left out or `-`.
    """
    tables: dict[bytes, Table] = {}
    decoder = msgspec.json.Decoder(Question)

    def answer(line: bytes) -> dict[str, Any]:
        question = decoder.decode(line)
        key = bytes(question.rules)
        if key not in tables:
            tables[key] = Table(key)
        return Claim(question, tables[key]).answer()

    return answer_lines(file, answer)
