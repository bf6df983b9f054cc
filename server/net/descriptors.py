"""File descriptors: each connection takes one, and systems give a process few unless it asks."""

from typing import Final

SPARE: Final = 256
"""For files, pipes and what else is open."""


def allow_descriptors(wanted: int) -> int:
    """Raise this process's limit to `wanted` where that is allowed; return what it may open now.

    A limit that is higher already stays. Where there are no such limits, `wanted` is returned.
    """
    try:
        import resource
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft >= wanted:
        return soft
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (ValueError, OSError):
        return soft
    return allowed
