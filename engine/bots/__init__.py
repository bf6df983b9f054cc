"""Bots: policies that know what a seat knows and nothing more."""

from collections.abc import Callable
from typing import Final

from engine.bots.easy import Easy
from engine.bots.normal import Normal
from engine.bots.policy import Policy

__all__ = ["POLICIES", "Policy"]

POLICIES: Final[dict[str, Callable[[int], Policy]]] = {"easy": Easy, "normal": Normal}
"""Name -> maker; the maker takes a seed, and equal seeds play equally."""
