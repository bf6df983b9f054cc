"""The tables of an SQLite file before migrations were those of Alembic (decision 0007).

A file from that time is brought to the last of these steps, and then taken on from there.
`PRAGMA user_version` counts the steps that a file has seen.
"""

from typing import Final

STEPS: Final[tuple[str, ...]] = (
    """
    CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created REAL NOT NULL
    ) STRICT;
    CREATE TABLE tokens (
        hash BLOB PRIMARY KEY,
        account TEXT NOT NULL REFERENCES accounts (id),
        created REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tokens_by_account ON tokens (account);
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        mode TEXT NOT NULL,
        ranked INTEGER NOT NULL,
        started REAL,
        ended REAL NOT NULL,
        names TEXT NOT NULL,
        rules TEXT NOT NULL,
        result TEXT,
        record BLOB NOT NULL
    ) STRICT;
    CREATE INDEX games_by_end ON games (ended, id);
    CREATE TABLE players (
        game TEXT NOT NULL REFERENCES games (id),
        seat INTEGER NOT NULL,
        account TEXT REFERENCES accounts (id),
        ended REAL NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX players_by_account ON players (account, ended, game);
    """,
    """
    CREATE TABLE journals (
        id TEXT PRIMARY KEY,
        header BLOB NOT NULL,
        created REAL NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running', 'frozen', 'damaged')),
        reference TEXT,
        reason TEXT
    ) STRICT;
    CREATE TABLE journal_entries (
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        entry BLOB NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE heartbeat (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        wall REAL NOT NULL
    ) STRICT;
    CREATE TABLE rooms (
        code TEXT PRIMARY KEY,
        state BLOB NOT NULL,
        changed REAL NOT NULL
    ) STRICT;
    """,
    """
    ALTER TABLE accounts ADD COLUMN seen REAL NOT NULL DEFAULT 0;
    UPDATE accounts SET seen = created;
    CREATE INDEX accounts_by_seen ON accounts (seen);
    ALTER TABLE tokens ADD COLUMN replaces BLOB;
    ALTER TABLE tokens ADD COLUMN renewed REAL;
    CREATE INDEX tokens_by_replaced ON tokens (replaces) WHERE replaces IS NOT NULL;
    """,
    # In order of arrival and without an index: sorted by game, here or there, every entry would
    # dirty a page of its own.
    """
    CREATE TABLE arrived_entries (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        entry BLOB NOT NULL
    ) STRICT;
    INSERT INTO arrived_entries (game, number, entry)
        SELECT game, number, entry FROM journal_entries;
    DROP TABLE journal_entries;
    ALTER TABLE arrived_entries RENAME TO journal_entries;
    """,
    # What each seat won with, a list of lists; NULL: `RecordStore.catch_up` has not looked yet.
    """
    ALTER TABLE games ADD COLUMN yaku TEXT;
    CREATE INDEX games_without_yaku ON games (id) WHERE yaku IS NULL;
    """,
    # Games that are not listed are for those who played them, and for whoever has the id.
    """
    ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
    """,
    # Games that only those see who played them; and when others see one, in wall seconds.
    """
    ALTER TABLE games ADD COLUMN private INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN public_from REAL NOT NULL DEFAULT 0;
    """,
)
