"""The end of a ranked game: ranks, ratings and pauses, in the transaction that keeps its record.

The store runs `keep` only for a game that it did not have, so a result counts once, whenever the
process dies: before the commit nothing has happened, and the game's journal ends it again.
"""

from collections.abc import Callable
from typing import Final, TypeAlias, cast

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from protocol.queue import QueueName, Rank, RankChange, Rating
from server.ranked.pauses import after_leaving, seconds_left
from server.ranked.ranks import (
    Standing,
    after,
    beginner,
    is_top,
    place_of,
    shown,
    standing_at,
)
from server.ranked.ratings import Ratings, Skill
from server.ranked.tables import Tables
from server.store.queue import drop_match
from server.store.standings import (
    KeptChange,
    KeptStanding,
    existing,
    keep_changes,
    keep_penalty,
    keep_stakes,
    keep_standing,
    penalty_of,
    standings_of,
)
from server.table.stakes import Finished

Tell: TypeAlias = Callable[[str, RankChange], None]
"""Tells an account what has become of its rank."""


class Noted(Struct, frozen=True):
    """How somebody stood before or after a game, as it is kept with the game."""

    rank: Rank
    rating: int
    mu: float
    sigma: float


NOTED: Final = msgspec.json.Decoder(Noted)


class Known(Struct, frozen=True):
    """Rank and rating of one account, of one kind; games and best as in `KeptStanding`."""

    standing: Standing
    skill: Skill
    games: int = 0
    best: int = 0


class Book:
    """Turns what the store keeps into ranks and ratings, and back."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.ratings = Ratings(tables.rating)

    def known(self, kept: KeptStanding | None) -> Known:
        """Return how somebody stands; whoever has never played is a beginner."""
        if kept is None:
            return Known(beginner(self.tables), self.ratings.beginner())
        return Known(
            standing_at(self.tables, kept.title, kept.stars, kept.points),
            Skill(kept.mu, kept.sigma),
            kept.games,
            kept.best,
        )

    def kept(self, known: Known) -> KeptStanding:
        """Return what the store keeps."""
        title, stars = place_of(self.tables, known.standing)
        return KeptStanding(
            title=title,
            stars=stars,
            points=known.standing.points,
            mu=known.skill.mu,
            sigma=known.skill.sigma,
            games=known.games,
            best=known.best,
        )

    def noted(self, known: Known) -> Noted:
        """Return what is kept with a game."""
        return Noted(
            shown(self.tables, known.standing),
            self.ratings.shown(known.skill),
            known.skill.mu,
            known.skill.sigma,
        )


class Settling:
    """Makes settlements (`server.table.stakes.Settle`). `wall` gives the time, in seconds."""

    def __init__(self, book: Book, wall: Callable[[], float], tell: Tell) -> None:
        self._book = book
        self._wall = wall
        self._tell = tell

    def __call__(self, finished: Finished) -> "RankedResult":
        """Prepare what is to be done with a result."""
        return RankedResult(self._book, finished, self._wall(), self._tell)


class RankedResult:
    """One result (`server.table.stakes.Settlement`)."""

    def __init__(self, book: Book, finished: Finished, now: float, tell: Tell) -> None:
        self._book = book
        self._finished = finished
        self._now = now
        self._tell = tell
        self._changes: dict[str, RankChange] = {}

    def keep(self, connection: Connection) -> None:
        """Change what the store knows of the players."""
        game = self._finished
        kind = game.queue[:2]
        # An account that is gone has no rank any more; the others' results count all the same.
        there = existing(connection, game.accounts)
        kept = standings_of(connection, game.accounts, kind)
        before = [self._book.known(kept.get(account)) for account in game.accounts]
        now = self._after(before)
        changes: list[KeptChange] = []
        told: dict[str, RankChange] = {}
        for seat, account in enumerate(game.accounts):
            if account not in there:
                continue
            known, delta = now[seat]
            keep_standing(connection, account, kind, self._book.kept(known), self._now)
            was, is_now = self._book.noted(before[seat]), self._book.noted(known)
            changes.append(
                KeptChange(
                    game=game.table,
                    seat=seat,
                    account=account,
                    kind=kind,
                    before=msgspec.json.encode(was),
                    after=msgspec.json.encode(is_now),
                    delta=delta,
                )
            )
            told[account] = RankChange(
                table=game.table,
                before=was.rank,
                after=is_now.rank,
                delta=delta,
                rating=Rating(before=was.rating, after=is_now.rating),
                pause_s=self._pause(connection, account) if game.left[seat] else None,
            )
        keep_stakes(connection, game.table, game.queue, game.tier)
        keep_changes(connection, changes, self._now)
        drop_match(connection, game.table)
        self._changes = told

    def tell(self) -> None:
        """Tell the players; nobody is told what an earlier process has kept."""
        for account, change in self._changes.items():
            self._tell(account, change)

    def _after(self, before: list[Known]) -> list[tuple[Known, int]]:
        game, book = self._finished, self._book
        queue = cast(QueueName, game.queue)
        # The numbers may have changed since the game began.
        tier = book.tables.tier_of.get(game.tier, book.tables.tiers[0])
        equals = all(is_top(book.tables, known.standing) for known in before)
        skills = book.ratings.after([known.skill for known in before], game.ranks)
        now: list[tuple[Known, int]] = []
        for known, skill, place, score in zip(before, skills, game.ranks, game.points, strict=True):
            moved = after(
                book.tables,
                known.standing,
                place,
                score,
                queue=queue,
                tier=tier,
                among_equals=equals,
            )
            best = max(known.best, moved.standing.step)
            now.append((Known(moved.standing, skill, known.games + 1, best), moved.delta))
        return now

    def _pause(self, connection: Connection, account: str) -> int:
        penalty = after_leaving(
            self._book.tables.pauses, penalty_of(connection, account), self._now
        )
        keep_penalty(connection, account, penalty)
        return seconds_left(penalty, self._now)
