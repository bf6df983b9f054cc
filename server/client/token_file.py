"""A file that holds the token of one account, for its owner's eyes only."""

import os
from pathlib import Path


class TokenFile:
    """Reads and writes `path`. A token opens its account, so nobody else may read the file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> str | None:
        """Return the token, None while there is no file.

        Raises:
            ValueError: the file cannot be read, or holds something else.
        """
        try:
            token = self._path.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ValueError(f"--account: {self._path}: {error.strerror}") from None
        except UnicodeDecodeError:
            token = ""
        if not token or not token.isprintable() or " " in token:
            raise ValueError(f"--account: {self._path}: holds no token")
        return token

    def write(self, token: str) -> None:
        """Keep a token.

        Raises:
            ValueError: the file cannot be written.
        """
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with os.fdopen(os.open(self._path, flags, 0o600), "w", encoding="ascii") as file:
                file.write(token + "\n")
        except OSError as error:
            raise ValueError(f"--account: {self._path}: {error.strerror}") from None
