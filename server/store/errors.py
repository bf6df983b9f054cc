"""What can go wrong with the database, in words that do not depend on which one it is."""


class StoreError(Exception):
    """The database cannot be used; the message is one line that names it and the reason."""


class EntryRefused(StoreError):
    """An entry of a journal that will not be taken however often it is tried: a bug, not a fault of
    the disk.
    """


class Refused(Exception):
    """A row that the tables do not take: its key is there already, or what it refers to is not."""
