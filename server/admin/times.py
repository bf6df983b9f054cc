"""Moments as people write and read them on the command line; all are UTC."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from server.admin.orders import OrderError

_SPAN: Final = re.compile(r"\+(\d{1,5})([mhdw])")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def read_moment(text: str | None, now: float) -> float | None:
    """Return the seconds since 1970 that `text` names, None for none.

    `+30m`, `+12h`, `+7d`, `+2w` from now on, or a date, with or without a time.

    Raises:
        OrderError: it names no moment, or one that is over.
    """
    if text is None:
        return None
    span = _SPAN.fullmatch(text)
    if span is not None:
        number, unit = span.groups()
        return now + timedelta(**{_UNITS[unit]: int(number)}).total_seconds()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise OrderError(
            f"--until {text!r}: allowed: +30m, +12h, +7d, +2w, 2026-12-24, 2026-12-24T20:00"
        ) from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    if moment.timestamp() <= now:
        raise OrderError(f"--until {text!r} is over already")
    return moment.timestamp()


def show_moment(seconds: float | None) -> str:
    """Write a moment down; None is no end."""
    if seconds is None:
        return "for good"
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
