"""Bots over real sockets: they join, play, come back and leave."""

import asyncio
import sys
from pathlib import Path

import msgspec
import pytest

from engine.bots.easy import Easy
from protocol.table import Vote, VoteEnd, VoteKind, VotePause, VoteResume
from server.client.guest import Guest
from server.client.mjai import MjaiPlayer
from server.client.player import Answer, Player
from server.client.program import MjaiProgram, ProgramError
from server.client.seatholder import result_line
from server.client.session import Disconnected, Refused, Session
from server.client.token_file import TokenFile
from server.commands.bot_cmd import bot
from tests.server.client.house import RULES, House, house
from tests.support.seated_client import SeatedClient

PATIENCE_S = 120.0
"""Nothing is timed by it: a machine with much else to do is slow."""

TSUMOGIRI = """
import json, sys
drawn = None
for line in sys.stdin:
    event = json.loads(line)
    answer = {"type": "none"}
    if event["type"] == "start_game":
        seat = event["id"]
    if event["type"] == "tsumo" and event["actor"] == seat:
        answer = {"type": "dahai", "actor": seat, "pai": event["pai"], "tsumogiri": True,
                  "meta": {"note": "ignored"}}
    print(json.dumps(answer), flush=True)
"""


def easy(table: str, seat: int) -> Player:
    return Player(table, seat, Easy(seat))


class Party:
    """Guests in one room with a host, and what became of their games."""

    def __init__(self, running: House) -> None:
        self.running = running
        self.over: list[Player] = []
        self.guests: list[Guest] = []
        self.sessions: list[Session] = []

    def add(self, code: str, make=easy, *, stay: bool = False) -> None:  # type: ignore[no-untyped-def]
        session = Session(self.running.url, f"guest{len(self.guests)}")
        self.sessions.append(session)
        self.guests.append(Guest(session, code, make, stay=stay, on_over=self.over.append))


async def play(host: SeatedClient, guests: int) -> None:
    """Start once the guests are ready, and play until the game is over."""
    await host.request("ready", ready=True)
    await host.find(
        lambda message: (
            message["type"] == "room"
            and sum(seat["ready"] for seat in message["seats"]) == guests + 1
        )
    )
    await host.request("start_room", fill=True)


async def until_over(host: SeatedClient) -> None:
    await host.find(
        lambda message: message["type"] == "event" and message["event"]["type"] == "end_game"
    )


async def test_guests_play_a_game_and_leave() -> None:
    async with house() as running, SeatedClient(running.url) as host, asyncio.timeout(PATIENCE_S):
        await host.hello("Aoi")
        room = await host.request("create_room", rules=RULES)
        party = Party(running)
        for _ in range(2):
            party.add(room["code"])
        tasks = [asyncio.create_task(guest.run()) for guest in party.guests]
        await play(host, 2)
        await until_over(host)
        await asyncio.gather(*tasks)
        assert len(party.over) == 2
        for player in party.over:
            assert player.result is not None
            assert result_line(player).startswith(f"{host.table}: place ")
        await host.find(
            lambda message: (
                message["type"] == "room"
                and sum(seat["kind"] == "human" for seat in message["seats"]) == 1
            )
        )


async def test_four_guests_play_among_themselves() -> None:
    """One opens a room, three join by its code, and the game starts when all are ready."""
    async with house() as running, asyncio.timeout(PATIENCE_S):
        party = Party(running)
        codes: asyncio.Queue[str] = asyncio.Queue()
        session = Session(running.url, "opener")
        opener = Guest(
            session, dict(RULES), easy, on_room=codes.put_nowait, on_over=party.over.append
        )
        tasks = [asyncio.create_task(opener.run())]
        code = await codes.get()
        for _ in range(3):
            party.add(code)
        tasks += [asyncio.create_task(guest.run()) for guest in party.guests]
        await asyncio.gather(*tasks)
        assert len(party.over) == 4
        results = [player.result for player in party.over]
        assert results[0] is not None
        assert all(result == results[0] for result in results)
        assert codes.empty()


async def test_a_guest_who_becomes_the_host_starts_the_game() -> None:
    async with house() as running, SeatedClient(running.url) as host, asyncio.timeout(PATIENCE_S):
        await host.hello("Aoi")
        room = await host.request("create_room", rules=RULES)
        party = Party(running)
        for _ in range(4):
            party.add(room["code"])
        tasks = [asyncio.create_task(guest.run()) for guest in party.guests[:3]]
        await host.find(
            lambda message: (
                message["type"] == "room" and sum(seat["ready"] for seat in message["seats"]) == 3
            )
        )
        assert (await host.request("leave_room"))["type"] == "ok"
        await asyncio.gather(*tasks, party.guests[3].run())
        assert len(party.over) == 4


async def test_a_guest_that_is_cut_off_comes_back() -> None:
    async with house() as running, SeatedClient(running.url) as host, asyncio.timeout(PATIENCE_S):
        await host.hello("Aoi")
        room = await host.request("create_room", rules=RULES)
        party = Party(running)
        party.add(room["code"])
        cuts: list[int] = []

        class Cut(Player):
            """Loses its connection whenever it is asked for the 3rd and the 6th time."""

            asked = 0

            def _pick(self, message: object) -> int:
                Cut.asked += 1
                if Cut.asked in (3, 6):
                    cuts.append(Cut.asked)
                    socket = party.sessions[0]._socket
                    assert socket is not None
                    socket.transport.abort()
                return super()._pick(message)  # type: ignore[arg-type]

        party.guests[0] = Guest(
            party.sessions[0],
            room["code"],
            lambda table, seat: Cut(table, seat, Easy(seat)),
            on_over=party.over.append,
        )
        task = asyncio.create_task(party.guests[0].run())
        await play(host, 1)
        await until_over(host)
        await task
        assert cuts == [3, 6]
        assert [player.over for player in party.over] == [True]


async def test_guests_go_along_with_a_vote() -> None:
    rules = {**RULES, "length": "east_south"}
    async with house() as running, SeatedClient(running.url) as host, asyncio.timeout(PATIENCE_S):
        await host.hello("Aoi")
        room = await host.request("create_room", rules=rules)
        party = Party(running)
        for _ in range(2):
            party.add(room["code"])
        tasks = [asyncio.create_task(guest.run()) for guest in party.guests]
        host.mute = True
        await play(host, 2)
        start = await host.find(lambda message: message["type"] == "table_start")
        await host.request("vote_end", table=start["table"], agree=True)
        await host.find(lambda message: message["type"] == "table_over")
        await asyncio.gather(*tasks)
        assert [player.result for player in party.over] == [None, None]


def test_each_vote_is_answered_once() -> None:
    player = easy("t-1", 0)
    wanted: tuple[tuple[VoteKind, type[Answer]], ...] = (
        ("end", VoteEnd),
        ("pause", VotePause),
        ("resume", VoteResume),
    )
    for kind, answer in wanted:
        vote = Vote(table="t-1", kind=kind, agreed=1, needed=3, ends_ms=30_000)
        assert player.take(vote) == answer(table="t-1", agree=True)  # type: ignore[call-arg]
        assert player.take(msgspec.structs.replace(vote, agreed=2)) is None
        # Decided, and asked anew.
        assert player.take(msgspec.structs.replace(vote, ends_ms=0)) is None
        assert player.take(vote) is not None
        # On a new line nobody knows what the old one has taken.
        player.resync()
        assert player.take(vote) is not None


async def test_an_mjai_program_plays(tmp_path: Path) -> None:
    script = tmp_path / "tsumogiri.py"
    script.write_text(TSUMOGIRI)
    command = f"{sys.executable} {script}"
    async with house() as running, SeatedClient(running.url) as host, asyncio.timeout(PATIENCE_S):
        await host.hello("Aoi")
        room = await host.request("create_room", rules=RULES)
        party = Party(running)
        said: list[str] = []
        party.add(
            room["code"],
            lambda table, seat: MjaiPlayer(
                table, seat, lambda: MjaiProgram(command, PATIENCE_S), said.append
            ),
        )
        task = asyncio.create_task(party.guests[0].run())
        await play(host, 1)
        await until_over(host)
        await task
        seat = party.over[0].seat
        discards = [
            event for event in host.events if event["type"] == "dahai" and event["actor"] == seat
        ]
        assert discards
        assert all(event["tsumogiri"] for event in discards)
        assert said == []


async def test_a_room_that_does_not_exist_is_refused() -> None:
    async with house() as running, asyncio.timeout(PATIENCE_S):
        party = Party(running)
        party.add("NOSUCH")
        with pytest.raises(Refused, match="no_such_room"):
            await party.guests[0].run()


async def test_nobody_there() -> None:
    session = Session("ws://127.0.0.1:9/ws", "guest")
    with pytest.raises(Disconnected):
        await session.connect()
    with pytest.raises(ValueError, match="not a websocket URL"):
        await Session("http://127.0.0.1:9", "guest").connect()


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot(url="ws://127.0.0.1:9/ws", room="ABC") == 1
    assert bot(url="nonsense", room="ABC") == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2
    assert "'nonsense' is not a websocket URL" in errors[1]


def test_programs_that_do_not_speak_mjai(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="empty"):
        MjaiProgram("  ")
    with pytest.raises(ProgramError, match="no such program"):
        MjaiProgram(str(tmp_path / "nothing"))
    silent = MjaiProgram(f"{sys.executable} -c pass", PATIENCE_S)
    with pytest.raises(ProgramError, match="has ended"):
        silent.tell({"type": "none"})
    silent.close()
    chatty = MjaiProgram(f"{sys.executable} -c \"print('hello')\"", PATIENCE_S)
    with pytest.raises(ProgramError, match="no object"):
        chatty.tell({"type": "none"})
    chatty.close()


@pytest.mark.parametrize(
    ("command", "fault"), [("/no/such/program -x", "no such program"), ("", "empty"), ('"', "quot")]
)
def test_a_missing_program_is_named_before_anything_connects(
    capsys: pytest.CaptureFixture[str], command: str, fault: str
) -> None:
    assert bot(url="ws://127.0.0.1:1/ws", mjai=command) == 2
    err = capsys.readouterr().err
    assert fault in err
    assert err.count("\n") == 1


async def test_an_account_is_kept_in_a_file(tmp_path: Path) -> None:
    """The second process is the same player, and goes on where the first one was."""
    path = tmp_path / "bot.token"
    async with house() as running, SeatedClient(running.url) as host, asyncio.timeout(PATIENCE_S):
        await host.hello("Aoi")
        code = (await host.request("create_room", rules=RULES))["code"]
        accounts = []
        for _ in range(2):
            keep = TokenFile(path)
            session = Session(running.url, "kept", keep.read())
            session.on_token = keep.write
            accounts.append((await session.connect()).account)
            await session.close()
        assert accounts[0] == accounts[1]
        assert path.stat().st_mode & 0o777 == 0o600

        command = [sys.executable, "-m", "server", "bot", "--url", running.url, "--room", code]
        bot = await asyncio.create_subprocess_exec(
            *command, "--account", str(path), "--name", "kept", stdout=asyncio.subprocess.PIPE
        )
        await play(host, 1)
        await until_over(host)
        out, _ = await bot.communicate()
        assert bot.returncode == 0
        first, second = out.decode().splitlines()
        assert first == f"room {code}"
        assert second.startswith(f"{host.table}: place ")
        games = await running.app.records.games(account=accounts[0])
        assert [game.game for game in games.games] == [host.table]


@pytest.mark.parametrize(
    ("content", "fault"), [("", "holds no token"), ("two words", "holds no token"), (None, "direc")]
)
def test_a_file_that_holds_no_account_is_named(
    content: str | None, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "token"
    if content is None:
        path.mkdir()
    else:
        path.write_text(content)
    assert bot(url="ws://127.0.0.1:9/ws", account=path) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(path) in line
    assert fault in line


def test_an_answer_time_has_to_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot(url="ws://127.0.0.1:9/ws", mjai=sys.executable, mjai_answer_s=0.0) == 2
    assert "--mjai-answer-s 0.0" in capsys.readouterr().err
