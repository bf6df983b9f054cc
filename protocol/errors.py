"""Refusals: every error code with its sentence, every close code, and their messages."""

from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from protocol.base import Outbound, RequestId


class Refusal(NamedTuple):
    """What an error code says, and whether it counts as a strike against the connection."""

    sentence: str
    strike: bool = False


ERRORS: Final[dict[str, Refusal]] = {
    # The frame itself is faulty: a well-written client never sends it.
    "not_text": Refusal("Frames must be text, not binary.", strike=True),
    "malformed_json": Refusal("The frame is not a JSON object.", strike=True),
    "too_long": Refusal("The frame is longer than its type may be.", strike=True),
    "duplicate_field": Refusal("A field stands twice in one object.", strike=True),
    "unknown_type": Refusal("There is no client message of this type.", strike=True),
    "unknown_field": Refusal("The message has no such field.", strike=True),
    "missing_field": Refusal("A field that the message needs is not there.", strike=True),
    "wrong_type": Refusal("A field has the wrong type.", strike=True),
    # Well-formed from here on.
    "out_of_range": Refusal("A number, or the length of a field, is outside what is allowed."),
    "bad_value": Refusal("A field has a value that is not allowed."),
    # Session
    "hello_required": Refusal("The first message must be hello."),
    "already_greeted": Refusal("This connection has said hello already."),
    "bad_token": Refusal("This token opens no account."),
    "server_full": Refusal("The server takes no more players at the moment."),
    "shutting_down": Refusal("The server is about to stop and starts nothing new."),
    "too_fast": Refusal("That came too often; wait a moment."),
    "internal_error": Refusal("The server failed at this request; nothing has been changed."),
    # Accounts
    "not_registered": Refusal("Only registered accounts can do that."),
    "already_registered": Refusal("This account is registered already."),
    "name_taken": Refusal("This name, or one that looks like it, belongs to somebody else."),
    "name_reserved": Refusal("This name is not given to players."),
    "weak_password": Refusal("This password is among the first that anybody would guess."),
    "wrong_login": Refusal("There is no account with this name and this password."),
    "wrong_recovery_code": Refusal("There is no account with this name and this recovery code."),
    "too_many_failures": Refusal("Too many wrong attempts; wait for the seconds of `wait_s`."),
    "try_later": Refusal("Too many people sign in at this moment; try again in a few seconds."),
    "too_soon": Refusal("That can be done again after the seconds of `wait_s`."),
    "banned": Refusal("This account is shut out from the server."),
    "muted": Refusal("This account may not talk at the moment."),
    # Friends
    "no_such_account": Refusal("There is no such account."),
    "own_account": Refusal("That is your own account."),
    "already_friends": Refusal("You are friends already."),
    "already_asked": Refusal("You have asked already and got no answer yet."),
    "no_such_ask": Refusal("They have not asked you."),
    "not_friends": Refusal("You are not friends."),
    "not_here": Refusal("They are not here at the moment."),
    "blocked": Refusal("One of you has blocked the other."),
    "not_blocked": Refusal("You have not blocked them."),
    "too_many_friends": Refusal("One of you has as many friends and open askings as there can be."),
    "too_many_blocks": Refusal("You have blocked as many people as one can."),
    # Rooms
    "busy": Refusal("You are in a room, in a queue or at a table already."),
    "not_in_room": Refusal("You are in no room."),
    "no_such_room": Refusal("There is no room with this code."),
    "wrong_password": Refusal("The password of the room is another one."),
    "room_full": Refusal("All seats of the room are taken."),
    "room_playing": Refusal("The room is playing; wait for the end of the game."),
    "not_host": Refusal("Only the host of the room may do that."),
    "bad_rules": Refusal("The rules cannot be played."),
    "rules_not_built": Refusal("The rules use an option that this server does not have yet."),
    "too_many_people": Refusal("More people sit in the room than these rules have seats."),
    "no_such_seat": Refusal("The room or table has no such seat."),
    "seat_taken": Refusal("That seat is taken."),
    "seat_empty": Refusal("Nobody sits on that seat."),
    "own_seat": Refusal("That is your own seat."),
    "not_a_person": Refusal("A bot sits on that seat."),
    "not_ready": Refusal("Not all people in the room are ready."),
    "seats_open": Refusal("There are empty seats, and they were not to be filled with bots."),
    "barred": Refusal("The host does not let you into this room any more."),
    "no_such_block": Refusal("Nobody is blocked in this room under this number."),
    "no_rematch": Refusal("No game has been played in this room yet."),
    "too_many": Refusal("The server keeps no more of these; take one away first."),
    "no_such_rules": Refusal("You have saved no rules under this name."),
    # At the table
    "no_such_table": Refusal("There is no such table."),
    "not_seated": Refusal("You do not sit at this table."),
    "stale_decision": Refusal("This decision is closed, or you have answered it."),
    "not_asked": Refusal("You are not being asked."),
    "no_such_option": Refusal("This is not among the options of the ask."),
    "game_over": Refusal("The game has ended."),
    "no_pause": Refusal("No result is waiting to be confirmed."),
    "vote_not_allowed": Refusal("The game cannot be ended by a vote."),
    "no_vote": Refusal("No vote is open."),
    "already_paused": Refusal("The game is paused, or will be in a moment."),
    "not_paused": Refusal("The game is not paused."),
    "no_pause_left": Refusal("The pauses of this game are used up."),
    # Watching
    "own_table": Refusal("You play at this table."),
    "playing": Refusal("Whoever sits at a table watches no other."),
    "not_watchable": Refusal("This table cannot be watched."),
    "not_watching": Refusal("You watch no table."),
    "not_built": Refusal("This server cannot do that yet."),
    # Ranked play
    "no_such_tier": Refusal("There is no such tier."),
    "rank_required": Refusal("This tier is not for your rank."),
    "not_in_queue": Refusal("You are in no queue."),
    "committed": Refusal("A match has been found: the seat is yours until the game ends."),
    "queue_pause": Refusal("You have left ranked games and cannot queue for a while."),
    # Records
    "no_such_record": Refusal("There is no record of such a game."),
}
"""Error code -> its sentence and whether it costs a strike. Codes are only ever added."""


class CloseReason(NamedTuple):
    """A close code of ours: its name (also the close reason and `bye.code`), and a sentence."""

    name: str
    sentence: str


CLOSE_CODES: Final[dict[int, CloseReason]] = {
    4400: CloseReason("strikes", "Too many faulty frames."),
    4401: CloseReason("no_hello", "No valid hello came in time."),
    4403: CloseReason("banned", "The account was shut out from the server."),
    4408: CloseReason("silent", "Nothing came for too long; send ping."),
    4409: CloseReason("another_login", "The account was opened on another connection."),
    4410: CloseReason("logged_out", "The account was logged out here."),
    4429: CloseReason("rate_limited", "Messages came faster than allowed."),
    4431: CloseReason("slow_reader", "The client did not read what it was sent."),
    4450: CloseReason("shutting_down", "The server stops; come back in a moment."),
    4500: CloseReason("internal_error", "The server failed; come back and sync."),
}
"""Close code -> reason. Codes are only ever added."""

CLOSE_CODE_OF: Final[dict[str, int]] = {reason.name: code for code, reason in CLOSE_CODES.items()}
"""Name of a close reason -> its code."""


class Ok(Outbound, frozen=True, kw_only=True, tag="ok"):
    """The request was done; `id` is null when it had none."""

    id: RequestId | None


class Error(Outbound, frozen=True, kw_only=True, tag="error"):
    """The request was refused and nothing has changed; `field` is the path of what was wrong.

    `wait_s`, where it is there, is when the same request may succeed.
    """

    id: RequestId | None
    code: str
    message: str
    field: str | None
    wait_s: Annotated[int, Meta(ge=0)] | None = None


class ProtocolError(Exception):
    """A request that is refused, by the codec or by the server.

    `code` is a key of `ERRORS` (KeyError otherwise: a mistake of ours), `message` one sentence
    for the person, `field` a path such as `rules.kuikae`, `id` the request's when it is known,
    `wait_s` the seconds until it may be asked again.
    """

    def __init__(
        self,
        code: str,
        message: str | None = None,
        field: str | None = None,
        id: int | None = None,
        wait_s: int | None = None,
    ) -> None:
        refusal = ERRORS[code]
        self.code = code
        self.message = refusal.sentence if message is None else message
        self.field = field
        self.id = id
        self.wait_s = wait_s
        self.strike = refusal.strike
        super().__init__(f"{code}: {self.message}")

    def reply(self, id: int | None = None) -> Error:
        """Make the `error` message; `id` counts where the error itself knows none."""
        return Error(
            id=id if self.id is None else self.id,
            code=self.code,
            message=self.message,
            field=self.field,
            wait_s=self.wait_s,
        )
