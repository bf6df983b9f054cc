"""Who looks: a seat number, or one of these two."""

from typing import Final

PUBLIC: Final = -1
"""Sees what lies open to all."""

FULL: Final = -2
"""Sees all hands, but neither the wall nor unturned indicators before their time."""
