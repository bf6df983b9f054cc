"""The types of columns, each with its form in SQLite and in PostgreSQL.

SQLite's tables are strict and know five types. Texts are compared by their bytes everywhere: pages
of a list go on where the last one ended, whatever the language of the machine.
"""

from typing import Final

from sqlalchemy import BigInteger, Double, Integer, LargeBinary, Text
from sqlalchemy.dialects.sqlite import REAL
from sqlalchemy.types import TypeEngine

TEXT: Final[TypeEngine[str]] = Text().with_variant(Text(collation="C"), "postgresql")
WALL: Final[TypeEngine[float]] = Double().with_variant(REAL(), "sqlite")
"""Seconds since 1970."""
NUMBER: Final[TypeEngine[float]] = WALL
WHOLE: Final[TypeEngine[int]] = Integer()
"""Also for yes (1) and no (0)."""
PLACE: Final[TypeEngine[int]] = BigInteger().with_variant(Integer(), "sqlite")
"""Counts rows as they come, for as long as the database lives."""
BYTES: Final[TypeEngine[bytes]] = LargeBinary()
JSON: Final[TypeEngine[str]] = TEXT
"""JSON as text; whoever reads it checks it."""
