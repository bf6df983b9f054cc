"""A server may have as many connections as it says."""

from collections.abc import Iterator

import pytest

from server.net.descriptors import allow_descriptors

resource = pytest.importorskip("resource", reason="this system has no such limits")


@pytest.fixture(autouse=True)
def limits() -> Iterator[tuple[int, int]]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def soft() -> int:
    (found, _) = resource.getrlimit(resource.RLIMIT_NOFILE)
    return int(found)


def test_the_limit_is_raised_where_that_is_allowed(limits: tuple[int, int]) -> None:
    _, hard = limits
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
    assert allow_descriptors(400) == soft() == 400
    # A higher one is left alone.
    assert allow_descriptors(350) == soft() == 400


def test_more_than_is_allowed_is_not_given(limits: tuple[int, int]) -> None:
    _, hard = limits
    if hard == resource.RLIM_INFINITY:
        pytest.skip("everything is allowed here")
    assert allow_descriptors(hard + 1) == soft() == hard
