"""What the setting `db` names, and what may be shown of it."""

import re
from typing import Final

ALLOWED: Final = "a path, :memory:, sqlite:///PATH, postgresql://USER@HOST/NAME"

_POSTGRESQL: Final = "postgresql://"
# As much as can be: an address that is written wrongly is shown, too.
_SECRET: Final = re.compile(r"(?<=//)([^/?#@:]*):.*@|([?&]password=)[^&#]*")


def database_path(db: str) -> str:
    """Return what `server.store.database.Database` opens: a path, `:memory:` or an address.

    Raises:
        ValueError: it names another kind of database, or an address that would be read wrongly.
    """
    scheme, colon, rest = db.partition("://")
    if not colon:
        return db
    if scheme == "postgresql":
        # libpq would take a part of the password for the host, and show it.
        if re.search("[/?#@]", rest.rpartition("@")[0]):
            raise ValueError("in an address, @ / ? # before the host are %40 %2F %3F %23")
        return db
    if scheme != "sqlite" or not rest.startswith("/") or len(rest) < 2:
        raise ValueError(f"{without_password(db)!r} is not supported; allowed: {ALLOWED}")
    return rest[1:]


def is_address(path: str) -> bool:
    """Say whether what `database_path` has returned is an address, not a file."""
    return path.startswith(_POSTGRESQL)


def without_password(db: str) -> str:
    """Return the setting without its password, for logs and messages."""
    return _SECRET.sub(lambda found: f"{found[1]}@" if found[1] is not None else found[2], db)
