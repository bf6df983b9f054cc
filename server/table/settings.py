"""Times and sizes of tables."""

import msgspec


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator may tune. All times in milliseconds.

    `floor_ms` is the least time between a discard (or a tile that can be robbed) and whatever
    follows it. Standing orders, seats on auto and bots answer faster than any person, and a
    person with a finger on the key in about 250 ms: 300 hides all of these at a cost of about
    twenty seconds a round, which people need anyway to see the tile.
    """

    floor_ms: int = 300
    latency_cap_ms: int = 1_000
    auto_ms: int = 1_000
    confirm_ms: int = 15_000
    vote_ms: int = 30_000
    pause_ms: int = 300_000
    """Longest pause that the players of a game may agree on; 0: none."""
    pauses_ms: int = 600_000
    """What all pauses of a game may take together."""
    bot_min_ms: int = 600
    bot_max_ms: int = 1_600
    timeouts_until_auto: int = 3
    mailbox_size: int = 256
    resume_ms: int = 10_000
    """After a restart a seat's clock stands until it is back, but no longer than this."""
    store_patience_ms: int = 300_000
    """How long a table waits for a store that fails before it is given up; 0: not at all."""
    watcher_unsent: int = 65_536
    """Bytes that a watcher may leave unread before it is dropped."""
    watchers_ms: int = 1_000
    """The number of watchers is told so often at most."""
