"""What goes wrong while a file of another format is read."""

from collections.abc import Iterator
from contextlib import contextmanager


class FormatError(ValueError):
    """A file that is not what it should be; the message is one line that names place and fault."""


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Put `place` before the message of whatever goes wrong inside.

    Raises:
        FormatError: also for a value that is missing or of the wrong type.
    """
    try:
        yield
    except FormatError as error:
        raise FormatError(f"{place}: {error}") from None
    except KeyError as error:
        raise FormatError(f"{place}: field {error} is missing") from None
    except (IndexError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(f"{place}: {' '.join(str(error).split())}") from None
