"""What can go wrong with the database, in words that do not depend on which one it is."""


class StoreError(Exception):
    """The database cannot be used; the message is one line that names it and the reason."""


class NeverAgain(StoreError):
    """Waiting does not help, for instance where another process has taken the database over."""


class EntryRefused(NeverAgain):
    """An entry of a journal that will never be taken: a bug, and no fault of the disk."""


class Refused(Exception):
    """A row that the tables do not take: its key is there already, or what it refers to is not."""
