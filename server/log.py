"""Logs: one readable line an event of note, JSON in production, coloured on a terminal.

Nobody's hand and nobody's token is ever given to a logger. What belongs to every line of a task
(connection, account, table) is bound with `structlog.contextvars`.
"""

import logging
import sys
from typing import Literal

import structlog

LogFormat = Literal["auto", "json", "console"]


def configure_logs(log_format: LogFormat, level: str) -> None:
    """Set up structlog for the process; lines go to stderr."""
    coloured = log_format == "console" or (log_format == "auto" and sys.stderr.isatty())
    processors: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=not coloured),
    ]
    if coloured:
        # The default would print local variables beside a traceback: tokens and hands.
        plain = structlog.dev.plain_traceback
        processors.append(structlog.dev.ConsoleRenderer(exception_formatter=plain))
    else:
        processors += [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    # The socket library logs every refused handshake with a traceback; ours says what matters.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)


def get_logger(name: str) -> structlog.typing.FilteringBoundLogger:
    """Return the logger of one part of the server; `name` appears as `part` in its lines."""
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger(part=name)
    return logger
