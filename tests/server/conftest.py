"""What tests of the server share."""

from collections.abc import Iterator

import pytest

from server.store.database import Database


@pytest.fixture
def database() -> Iterator[Database]:
    """An empty database in memory."""
    found = Database(":memory:")
    yield found
    found.close()
