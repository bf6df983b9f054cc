"""What can go wrong in the engine, and whose fault it is."""


class EngineError(Exception):
    """Base of everything that the engine raises on purpose."""


class BadTile(EngineError, ValueError):
    """A tile name that does not exist."""


class BadRules(EngineError, ValueError):
    """A rule object that cannot be played.

    `field` names the option, `message` the value and what is allowed (formats.md, "Rule object").
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class NotBuilt(BadRules):
    """A rule option or preset that exists in the rule text but is not implemented yet."""


class IllegalAction(EngineError):
    """A choice that the game refuses; the game has not changed.

    `code` is one of `stale_decision`, `not_asked`, `no_such_option`, `already_answered`,
    `game_over`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class WallExhausted(EngineError):
    """A tile was asked for that the wall does not know or does not have (replays only)."""


class CannotRestore(EngineError):
    """Stored events that are no game of the given rules, names and walls.

    `number` is the place of the event at fault (from 0), None where no single one is. The message
    names the event by number and type, and never a tile.
    """

    def __init__(self, message: str, number: int | None = None) -> None:
        super().__init__(message if number is None else f"event {number}: {message}")
        self.number = number
