"""What ranked games must have done to ranks, worked out from their records beside the server."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from protocol.queue import QueueName
from server.ranked.tables import Tables
from server.store.schema import games, players, rank_changes, standings
from tests.support.ws_client import Message

Stand = tuple[str, int, int]
"""Title, stars and points."""


def expected(
    tables: Tables, before: Message, place: int, points: float, queue: QueueName, tier: str
) -> Message:
    """Work out a rank after a game, below the highest title."""
    title = next(title for title in tables.titles if title.name == before["title"])
    star = before["stars"] - 1
    last = place == int(queue[0])
    change = -title.last[queue][star] if last else tables.tier_of[tier].places[queue][place - 1]
    tenths = round(points * 10)
    change += -(-tenths // 10)
    if not title.loses:
        change = max(0, change)
    now = before["points"] + change
    if now >= title.promote[star]:
        if star + 1 < len(title.start):
            return {"title": title.name, "stars": star + 2, "points": title.start[star + 1]}
        higher = tables.titles[tables.titles.index(title) + 1]
        return {"title": higher.name, "stars": 1, "points": higher.start[0]}
    if now >= 0:
        return {"title": title.name, "stars": star + 1, "points": now}
    if title.falls == "never" or (title.falls == "within" and star == 0):
        return {"title": title.name, "stars": star + 1, "points": 0}
    if star:
        return {"title": title.name, "stars": star, "points": title.start[star - 1]}
    lower = tables.titles[tables.titles.index(title) - 1]
    return {"title": lower.name, "stars": len(lower.start), "points": lower.start[-1]}


class Audit(msgspec.Struct):
    """What was found in the database: how ranks moved, all of it agreeing with the records."""

    games: int
    rises: int
    falls: int


def audit(
    connection: Connection, tables: Tables, began: Mapping[str, Stand], kind: str = "4p"
) -> Audit:
    """Fold all ranked games of a kind, and compare with every change and standing that is kept.

    `began` are the ranks of accounts before their first game; all others begin as beginners.
    """
    steps = [(title.name, star) for title in tables.titles for star in range(len(title.start))]
    ranks: dict[str, Stand] = dict(began)
    played: dict[str, int] = {}
    found = Audit(0, 0, 0)
    wanted = select(games).where(games.c.ranked == 1).order_by(games.c.ended, games.c.id)
    for game in connection.execute(wanted).all():
        result = msgspec.json.decode(game.result)
        seats = connection.execute(
            select(players.c.account).where(players.c.game == game.id).order_by(players.c.seat)
        ).scalars()
        changes = connection.execute(
            select(rank_changes).where(rank_changes.c.game == game.id).order_by(rank_changes.c.seat)
        ).all()
        accounts = list(seats)
        assert [change.account for change in changes] == accounts
        for account, place, points, change in zip(
            accounts, result["ranks"], result["points"], changes, strict=True
        ):
            title, stars, had = ranks.get(account, (tables.titles[0].name, 1, 0))
            before = {"title": title, "stars": stars, "points": had}
            now = expected(tables, before, place, points, game.queue, game.tier)
            _agrees(change.before, before)
            _agrees(change.after, now)
            ranks[account] = now["title"], now["stars"], now["points"]
            played[account] = played.get(account, 0) + 1
            moved = steps.index((now["title"], now["stars"] - 1)) - steps.index((title, stars - 1))
            found.rises += moved > 0
            found.falls += moved < 0
        found.games += 1
    names = [title.name for title in tables.titles]
    kept = _standings(connection.execute(select(standings).where(standings.c.kind == kind)).all())
    for account, count in played.items():
        title, stars, points = ranks[account]
        assert kept[account] == (names.index(title), stars, points, count)
    return found


def _agrees(written: str, rank: Message) -> None:
    noted = msgspec.json.decode(written)["rank"]
    assert {key: noted[key] for key in rank} == rank


def _standings(rows: Iterable[Any]) -> dict[str, tuple[int, int, int, int]]:
    return {row.account: (row.title, row.stars, row.points, row.games) for row in rows}
