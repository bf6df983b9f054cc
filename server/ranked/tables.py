"""The numbers of ranked play, read from `ranks.toml` (docs/ranked.md) and checked once."""

import tomllib
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from protocol.queue import QueueName
from server.config import ConfigError

QUEUES: Final[tuple[QueueName, ...]] = get_args(QueueName)

Falls: TypeAlias = Literal["on", "within", "never"]
Points: TypeAlias = tuple[int, ...]
Positive: TypeAlias = Annotated[float, Meta(gt=0)]
Word: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z_]{0,31}$")]


class TablesError(ConfigError):
    """Numbers that cannot be used; the message is one line for the person who wrote them."""


class Title(Struct, frozen=True, forbid_unknown_fields=True):
    """A title with its stars; see `ranks.toml`."""

    name: Word
    start: Points
    promote: Points
    falls: Falls
    last: dict[QueueName, Points]
    loses: bool = True


class Top(Struct, frozen=True, forbid_unknown_fields=True):
    """The highest title, which has levels without end."""

    name: Word
    start: Annotated[int, Meta(gt=0)]
    promote: int
    among_equals: Annotated[int, Meta(ge=1)]
    places: dict[QueueName, Points]


class Tier(Struct, frozen=True, forbid_unknown_fields=True):
    """A tier: whom it is for, what places bring, and rules of its own."""

    name: Word
    titles: tuple[str, ...]
    places: dict[QueueName, Points]
    rules: dict[str, Any] = {}


class RatingNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a rating begins, how it moves, and how it is shown."""

    mu: float
    sigma: Positive
    beta: Positive
    tau: Annotated[float, Meta(ge=0)]
    base: int
    scale: Positive


class MatchingNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """How far apart people may be who play one another."""

    star: Annotated[float, Meta(ge=0)]
    window: Annotated[float, Meta(ge=0)]
    grows: Annotated[float, Meta(ge=0)]
    any_after_s: Annotated[float, Meta(ge=0)]


class Pauses(Struct, frozen=True, forbid_unknown_fields=True):
    """How long somebody who has left a game may not queue, in seconds."""

    steps: tuple[Annotated[int, Meta(gt=0)], ...]
    forgive_s: Positive


class Star(Struct, frozen=True):
    """One rank below the highest title. `floor`: nobody falls below it."""

    title: str
    stars: int
    start: int
    promote: int
    floor: bool
    loses: bool
    last: dict[QueueName, int]


class Tables(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """All numbers of ranked play."""

    titles: tuple[Title, ...]
    top: Top
    tiers: tuple[Tier, ...]
    queues: dict[QueueName, dict[str, Any]]
    rating: RatingNumbers
    matching: MatchingNumbers
    pauses: Pauses

    @cached_property
    def ladder(self) -> tuple[Star, ...]:
        """The ranks below the highest title, from the lowest on."""
        return tuple(
            Star(
                title=title.name,
                stars=place + 1,
                start=title.start[place],
                promote=title.promote[place],
                floor=title.falls == "never" or (title.falls == "within" and place == 0),
                loses=title.loses,
                last={queue: title.last[queue][place] for queue in QUEUES},
            )
            for title in self.titles
            for place in range(len(title.start))
        )

    @cached_property
    def tier_of(self) -> dict[str, Tier]:
        """The tiers by name, from the lowest to the highest."""
        return {tier.name: tier for tier in self.tiers}

    def open_tiers(self, title: str) -> tuple[Tier, ...]:
        """Return the tiers that somebody with this title may enter, from the lowest on."""
        return tuple(tier for tier in self.tiers if title in tier.titles)


def players(queue: QueueName) -> int:
    """Return how many people a table of a queue has."""
    return int(queue[0])


def load(path: Path | None = None) -> Tables:
    """Read the numbers, from a file of the operator's or from our own.

    Raises:
        TablesError: the file cannot be read, or what it says cannot be played; the message names
            the place.
    """
    source = path if path is not None else files("server.ranked") / "ranks.toml"
    name = str(path) if path is not None else "ranks.toml"
    try:
        written = tomllib.loads(source.read_text(encoding="utf-8"))
        tables = msgspec.convert(written, Tables)
    except OSError as error:
        raise TablesError(f"{name}: cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TablesError(f"{name}: is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise TablesError(f"{name}: {error}") from None
    try:
        _check(tables)
    except TablesError as error:
        raise TablesError(f"{name}: {error}") from None
    return tables


def _check(tables: Tables) -> None:
    if not tables.titles or not tables.tiers or not tables.pauses.steps:
        raise TablesError("titles, tiers and pauses.steps must not be empty")
    names = [title.name for title in tables.titles] + [tables.top.name]
    _once("titles", names)
    _once("tiers", [tier.name for tier in tables.tiers])
    for title in tables.titles:
        _check_title(title)
    if not tables.top.start < tables.top.promote:
        raise TablesError("top.promote must be more than top.start")
    _check_queues("queues", tables.queues)
    _check_queues("top.places", tables.top.places)
    for queue, places in tables.top.places.items():
        _check_places(f"top.places.{queue}", places, players(queue))
    for tier in tables.tiers:
        _check_queues(f"tiers.{tier.name}.places", tier.places)
        for queue, places in tier.places.items():
            _check_places(f"tiers.{tier.name}.places.{queue}", places, players(queue) - 1)
        for title_name in tier.titles:
            if title_name not in names:
                raise TablesError(
                    f"tiers.{tier.name}.titles: {title_name!r} is no title; "
                    f"allowed: {', '.join(names)}"
                )
    for title_name in names:
        if not tables.open_tiers(title_name):
            raise TablesError(f"tiers: there is none for {title_name!r}")


def _check_title(title: Title) -> None:
    where = f"titles.{title.name}"
    stars = len(title.start)
    if not stars or len(title.promote) != stars:
        raise TablesError(f"{where}: start and promote must have one number a star")
    _check_queues(f"{where}.last", title.last)
    for queue, costs in title.last.items():
        if len(costs) != stars:
            raise TablesError(f"{where}.last.{queue}: must have {stars} numbers, one a star")
        if min(costs) < 0:
            raise TablesError(f"{where}.last.{queue}: must not be negative")
    for star in range(stars):
        if not 0 <= title.start[star] < title.promote[star]:
            raise TablesError(
                f"{where}: star {star + 1} must have 0 <= start < promote, not "
                f"{title.start[star]} and {title.promote[star]}"
            )


def _check_queues(where: str, given: dict[QueueName, Any]) -> None:
    missing = [queue for queue in QUEUES if queue not in given]
    if missing:
        raise TablesError(f"{where}: {', '.join(missing)} must be there")


def _check_places(where: str, places: Points, count: int) -> None:
    if len(places) != count:
        raise TablesError(f"{where}: must have {count} numbers, not {len(places)}")
    if list(places) != sorted(places, reverse=True):
        raise TablesError(f"{where}: no place may bring less than the one after it")


def _once(where: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise TablesError(f"{where}: {name!r} stands twice")
