"""`jantaku bot`: connect a bot, ours or any mjai program, to a room or a queue of a server."""

import asyncio
import secrets
import sys
from pathlib import Path
from typing import Final, Literal

import msgspec

from engine.bots import POLICIES
from protocol.errors import ProtocolError
from protocol.queue import QueueName, QueueState, Rank, RankChange
from protocol.room import RuleObject
from server.client.contender import Contender
from server.client.guest import Guest, SentAway
from server.client.mjai import MjaiPlayer
from server.client.player import Player
from server.client.program import ANSWER_S, MjaiProgram, ProgramError, command_words
from server.client.seatholder import MakePlayer, result_line
from server.client.session import Disconnected, Refused, Session
from server.client.token_file import TokenFile

_OK: Final = 0
_FAILED: Final = 1
_BAD_INPUT: Final = 2


def bot(
    *,
    url: str,
    room: str | None = None,
    queue: QueueName | None = None,
    tier: str | None = None,
    rules: str = "majsoul_friend_4p",
    policy: Literal["easy", "normal"] = "normal",
    mjai: str | None = None,
    mjai_answer_s: float = ANSWER_S,
    account: Path | None = None,
    name: str | None = None,
    password: str | None = None,
    stay: bool = False,
    seed: int | None = None,
) -> int:
    """Take a seat in a friend room, get ready and play; or play ranked games.

    Without --room the bot opens one, prints its code and waits for others. As the host it starts
    the game once every seat is taken and everybody is ready. It comes back when the connection
    breaks or the server restarts, and leaves when the game has ended. A line is printed for each
    game. Exits with 1 when the server cannot be reached or the room is closed before a game, with
    2 when it refuses the room.

    With --queue it waits for a ranked game and prints what that has done to its rank. Most servers
    want a registered account for it: --name and --password, or its token in --account.

    Parameters
    ----------
    url
        The server's websocket, ws://HOST:PORT/ws.
    room
        Code of the room to join.
    queue
        Queue for ranked games to join, in place of a room.
    tier
        Tier of the queue; the highest that the account may enter by default.
    rules
        Preset or JSON object: rules of the room that is opened without --room.
    policy
        How it plays.
    mjai
        Command of an mjai program that plays instead, fed on stdin and read on stdout. When it
        fails, defaults are played until the next round, for which it is started anew.
    mjai_answer_s
        Seconds that the program may take for each of its answers.
    account
        File that keeps the bot's account: made at the first start, used by later ones, which go on
        where the bot was. Without it each start makes a guest account of its own.
    name
        Name at the table.
    password
        Password of the room; with --queue that of the registered account called --name.
    stay
        Stay for the next game of the room, or queue for another one, instead of leaving.
    seed
        Seed of the policy; equal seeds play equally.
    """
    make_policy = POLICIES[policy]

    def make_player(table: str, seat: int) -> Player:
        if mjai is not None:
            return MjaiPlayer(table, seat, lambda: MjaiProgram(mjai, mjai_answer_s), _complain)
        return Player(table, seat, make_policy(secrets.randbits(32) if seed is None else seed))

    try:
        if mjai is not None:
            # Before a room waits for a program that cannot come.
            command_words(mjai)
            if not mjai_answer_s > 0:
                raise ValueError(f"--mjai-answer-s {mjai_answer_s}: must be more than 0")
        if queue is None and tier is not None:
            raise ValueError("--tier needs --queue")
        if queue is not None and room is not None:
            raise ValueError("--queue and --room: only one of them")
        if queue is not None and password is not None and name is None:
            raise ValueError("--password with --queue needs --name, the name of the account")
        keep = TokenFile(account) if account is not None else None
        session = Session(
            url,
            name or f"bot-{policy}",
            keep.read() if keep is not None else None,
            password if queue is not None else None,
        )
        if keep is not None:
            session.on_token = keep.write
        if queue is not None:
            asyncio.run(_compete(session, queue, tier, make_player, stay))
        else:
            place = room if room is not None else _rule_object(rules)
            asyncio.run(_play(session, place, make_player, password, stay))
    except (Refused, ValueError, ProgramError) as error:
        _complain(str(error))
        return _BAD_INPUT
    except (Disconnected, ProtocolError, SentAway) as error:
        _complain(str(error))
        return _FAILED
    return _OK


def _complain(message: str) -> None:
    print(f"jantaku: {message}", file=sys.stderr, flush=True)


def _rule_object(rules: str) -> RuleObject:
    if not rules.lstrip().startswith("{"):
        return {"preset": rules}
    try:
        return msgspec.json.decode(rules, type=RuleObject)
    except msgspec.DecodeError as error:
        raise ValueError(f"--rules: not a rule object: {error}") from None


def _over(player: Player) -> None:
    print(result_line(player), flush=True)


def _rank(rank: Rank) -> str:
    return f"{rank.title} {rank.stars} ({rank.points}/{rank.promote})"


async def _compete(
    session: Session, queue: QueueName, tier: str | None, make_player: MakePlayer, stay: bool
) -> None:
    def joined(state: QueueState) -> None:
        print(f"queue {state.queue} {state.tier}: {state.waiting} waiting", flush=True)

    def changed(change: RankChange) -> None:
        print(
            f"{change.table}: {change.delta:+d} points, {_rank(change.before)} -> "
            f"{_rank(change.after)}",
            flush=True,
        )

    contender = Contender(
        session,
        queue,
        make_player,
        tier=tier,
        stay=stay,
        on_queue=joined,
        on_rank=changed,
        on_over=_over,
        on_notice=_complain,
    )
    await contender.run()


async def _play(
    session: Session,
    room: str | RuleObject,
    make_player: MakePlayer,
    password: str | None,
    stay: bool,
) -> None:
    def entered(code: str) -> None:
        print(f"room {code}", flush=True)

    guest = Guest(
        session,
        room,
        make_player,
        password=password,
        stay=stay,
        on_room=entered,
        on_over=_over,
        on_notice=_complain,
    )
    await guest.run()
