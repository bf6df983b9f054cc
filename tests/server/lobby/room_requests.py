"""What people may ask of rooms, for the machine that lets them do it in any order."""

import asyncio
import random
import secrets
from collections.abc import Coroutine
from typing import Any, Literal, TypeVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from protocol.errors import Error
from protocol.room import (
    AddBot,
    BlockSeat,
    CreateRoom,
    DismissRoom,
    EditRoom,
    GiveHost,
    JoinRoom,
    LeaveRoom,
    LiftBlock,
    MoveSeat,
    Ready,
    Rematch,
    RemoveSeat,
    SetRules,
    ShuffleSeats,
    StartRoom,
    TakeSeat,
)
from protocol.room_list import ListRooms, Rooms
from server.lobby.saved import SavedRoom, pack, saved
from tests.server.lobby.room_machine import World

T = TypeVar("T")

NAMES = "abcde"
PEOPLE = st.sampled_from(NAMES)
ACTORS = st.sampled_from([*NAMES, "host 0", "host 1", "host 2"])
"""Somebody, or whoever is the host of one of the rooms: hosts can do more."""
PRESETS = st.sampled_from(["majsoul_friend_4p", "majsoul_3p"])
SEATS = st.integers(0, 3)
EDITS = st.builds(
    EditRoom,
    title=st.sampled_from([None, "", "Evening"]),
    rules=st.none() | st.builds(lambda preset: {"preset": preset}, PRESETS),
    seating=st.sampled_from([None, "as_seated", "drawn"]),
    spectate_view=st.sampled_from([None, "full", "public", "none", "rules"]),
    records=st.sampled_from([None, "listed", "unlisted"]),
    public=st.sampled_from([None, True, False]),
)
Refusals = Error | int


class RequestMachine(RuleBasedStateMachine):
    """People do whatever they like, and each answer is held to what was to be expected."""

    def __init__(self) -> None:
        super().__init__()
        self.left: set[tuple[str, str]] = set()
        """Who has left which room: that is answered, and not told besides."""
        # Seats are drawn the same way when an example is run again.
        self.patch = pytest.MonkeyPatch()
        draws = random.Random(0)
        self.patch.setattr(secrets, "SystemRandom", lambda: draws)
        self.loop = asyncio.new_event_loop()
        self.world = self.run(self._make())

    async def _make(self) -> World:
        world = World(NAMES)
        for name in NAMES:
            await world.connect(name)
        return world

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        try:
            self.run(self._end())
        finally:
            self.loop.close()
            self.patch.undo()

    async def _end(self) -> None:
        self.world.disk.free.set()
        await self.world.registry.settle()
        rooms = self.world.registry.rooms
        assert self.world.disk.states == {code: pack(room) for code, room in rooms.items()}
        for person in self.world.people.values():
            room = self.world.registry.room_of(person.account.id)
            if not person.online:
                continue
            if room is not None:
                assert person.room == room.message(person.account.id)
            elif person.room is not None:
                assert (person.account.name, person.room.code) in self.left, "not told"

    def states(self) -> dict[str, SavedRoom]:
        return {code: saved(room) for code, room in self.world.registry.rooms.items()}

    def person(self, actor: str) -> str:
        """Return the name of an actor."""
        if actor in NAMES:
            return actor
        rooms = list(self.world.registry.rooms.values())
        if not rooms:
            return NAMES[0]
        host = rooms[int(actor[-1]) % len(rooms)].host
        return next(p.account.name for p in self.world.people.values() if p.account.id == host)

    def ask(self, name: str, request: Any) -> bool:
        """Make a request if the person is there; a refused one has changed nothing."""
        person = self.world.people[name]
        if not person.online:
            return False
        before = self.states()
        answer = self.run(self.world.ask(name, request))
        if isinstance(answer, Error):
            assert self.states() == before
            return False
        if self.world.disk.free.is_set():
            assert answer in person.answers
        return True

    def finish_table(self, table: str) -> None:
        """Let a game come to its end."""

        async def work() -> None:
            self.world.tables.finish(table)
            await self.world.settle()

        self.run(work())

    # What people do

    @rule(name=PEOPLE)
    def connect(self, name: str) -> None:
        self.run(self.world.connect(name))

    @rule()
    def everybody_comes_back(self) -> None:
        for name in NAMES:
            self.connect(name)

    @rule(actor=ACTORS)
    def disconnect(self, actor: str) -> None:
        name = self.person(actor)
        if self.world.people[name].online:
            self.run(self.world.disconnect(name))

    @precondition(lambda self: len(self.world.registry.rooms) < 3)
    @rule(name=PEOPLE, preset=PRESETS)
    def create(self, name: str, preset: str) -> None:
        account = self.world.people[name].account.id
        free = self.world.registry.room_of(account) is None and account not in self.world.queued
        public = ord(name) % 2 == 0
        done = self.ask(name, CreateRoom(rules={"preset": preset}, public=public))
        assert done == (free and self.world.people[name].online)

    @rule(name=PEOPLE, place=st.integers(0, 1))
    def join(self, name: str, place: int) -> None:
        codes = list(self.world.registry.rooms)
        code = codes[place % len(codes)] if codes else "AAAAAA"
        room = self.world.registry.rooms.get(code)
        account = self.world.people[name].account.id
        free = self.world.registry.room_of(account) is None and account not in self.world.queued
        may = free and room is not None and room.table is None
        may = may and any(seat.empty for seat in room.seats) if room is not None else False
        if room is not None:
            blocked = (room.host, account) in self.world.blocks
            may = may and not blocked and account not in room.barred
        done = self.ask(name, JoinRoom(code=code))
        assert done == (may and self.world.people[name].online)

    @rule(actor=ACTORS)
    def leave(self, actor: str) -> None:
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        if self.ask(name, LeaveRoom()):
            assert room is not None
            self.left.add((name, room.code))
            assert self.world.registry.room_of(self.world.people[name].account.id) is None

    @rule(name=PEOPLE, ready=st.booleans())
    def ready(self, name: str, ready: bool) -> None:
        self.ask(name, Ready(ready=ready))

    @rule(actor=ACTORS, preset=PRESETS)
    def set_rules(self, actor: str, preset: str) -> None:
        name = self.person(actor)
        self.ask(name, SetRules(rules={"preset": preset}))

    @rule(actor=ACTORS, level=st.sampled_from(["easy", "normal"]), seat=st.none() | SEATS)
    def add_bot(self, actor: str, level: Literal["easy", "normal"], seat: int | None) -> None:
        name = self.person(actor)
        self.ask(name, AddBot(level=level, seat=seat))

    @rule(actor=ACTORS, seat=SEATS)
    def remove_seat(self, actor: str, seat: int) -> None:
        name = self.person(actor)
        self.ask(name, RemoveSeat(seat=seat))

    @rule(actor=ACTORS, seat=SEATS)
    def give_host(self, actor: str, seat: int) -> None:
        name = self.person(actor)
        self.ask(name, GiveHost(seat=seat))

    @rule(name=PEOPLE)
    def everybody_joins(self, name: str) -> None:
        """Rooms of several people are where things happen."""
        for guest in NAMES:
            self.join(guest, ord(name) % 2)

    @rule(actor=ACTORS)
    def dismiss(self, actor: str) -> None:
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        members = list(room.people) if room is not None else []
        if self.ask(name, DismissRoom()):
            assert all(self.world.registry.room_of(account) is None for account in members)

    @rule(actor=ACTORS)
    def everybody_is_ready_and_it_starts(self, actor: str) -> None:
        """What random requests alone would hardly ever bring about."""
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        if room is None or room.table is not None:
            return
        for person in self.world.people.values():
            if person.account.id in room.people:
                self.connect(person.account.name)
                self.ready(person.account.name, True)
        host = next(p for p in self.world.people.values() if p.account.id == room.host)
        # A rematch has begun by itself.
        assert room.table is not None or self.ask(host.account.name, StartRoom(fill=True))
        assert room.table is not None

    @rule(actor=ACTORS, change=EDITS)
    def edit(self, actor: str, change: EditRoom) -> None:
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        before = saved(room) if room is not None else None
        if self.ask(name, change):
            assert room is not None
            assert before is not None
            after = saved(room)
            same = after.rules == before.rules and after.settings.plays_like(before.settings)
            assert same or not any(seat.here for seat in room.seats if seat.account is not None)
            if same:
                assert after.seats == before.seats

    @rule(name=PEOPLE, seat=SEATS)
    def take_seat(self, name: str, seat: int) -> None:
        account = self.world.people[name].account.id
        if self.ask(name, TakeSeat(seat=seat)):
            room = self.world.registry.room_of(account)
            assert room is not None
            assert room.seats[seat].account == account

    @rule(actor=ACTORS, seat=SEATS, to=SEATS)
    def move_seat(self, actor: str, seat: int, to: int) -> None:
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        before = [chair.account for chair in room.seats] if room is not None else []
        if self.ask(name, MoveSeat(seat=seat, to=to)):
            assert room is not None
            before[seat], before[to] = before[to], before[seat]
            assert [chair.account for chair in room.seats] == before

    @rule(actor=ACTORS)
    def shuffle_seats(self, actor: str) -> None:
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        before = sorted(room.people) if room is not None else []
        if self.ask(name, ShuffleSeats()):
            assert room is not None
            assert sorted(room.people) == before

    @rule(actor=ACTORS, seat=SEATS)
    def block_seat(self, actor: str, seat: int) -> None:
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        before = [chair.account for chair in room.seats] if room is not None else []
        if self.ask(name, BlockSeat(seat=seat)):
            assert room is not None
            sent_away = before[seat]
            assert sent_away is not None
            assert sent_away in room.barred
            assert self.world.registry.room_of(sent_away) is None

    @rule(room=st.integers(0, 2), guest=st.integers(0, 2))
    def a_guest_is_sent_away_for_good(self, room: int, guest: int) -> None:
        """Guests are rare among all seats of all rooms."""
        name = self.person(f"host {room}")
        place = self.world.registry.room_of(self.world.people[name].account.id)
        if place is not None and len(place.people) > 1:
            guests = [account for account in place.people if account != place.host]
            seat = place.chairs.find(guests[guest % len(guests)])
            assert seat is not None
            self.block_seat(name, seat)

    @rule(actor=ACTORS, block=st.integers(1, 3))
    def lift_block(self, actor: str, block: int) -> None:
        name = self.person(actor)
        self.ask(name, LiftBlock(block=block))

    @rule(actor=ACTORS, seats=st.sampled_from(["kept", "shuffled"]))
    def rematch(self, actor: str, seats: Literal["kept", "shuffled"]) -> None:
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        games = room.games if room is not None else 0
        if self.ask(name, Rematch(seats=seats)):
            assert games

    @rule(actor=ACTORS, leaves=st.booleans())
    def everybody_wants_a_rematch(self, actor: str, leaves: bool) -> None:
        """The game begins with the last of them, if nobody of the last game is missing."""
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        if room is None:
            return
        if room.table in self.world.tables.tables:
            self.finish_table(room.table)
        if leaves:
            self.leave(name)
        if room.table is not None or not room.games or not room.people:
            return
        missing = room.chairs.empty > room.filled
        for account in list(room.people):
            person = next(p for p in self.world.people.values() if p.account.id == account)
            self.connect(person.account.name)
            if room.table is None:
                self.ask(person.account.name, Rematch())
        assert (room.table is None) == missing

    @rule(one=PEOPLE, other=PEOPLE)
    def one_blocks_the_other(self, one: str, other: str) -> None:
        """Or takes it back."""
        people = self.world.people
        self.world.blocks ^= {(people[one].account.id, people[other].account.id)}

    @rule(name=PEOPLE)
    def queue(self, name: str) -> None:
        """Wait for a ranked game, or no more: only for somebody who is in no room."""
        account = self.world.people[name].account.id
        if self.world.registry.room_of(account) is None:
            self.world.queued ^= {account}

    @rule(name=PEOPLE)
    def list_rooms(self, name: str) -> None:
        """Shown is who may be found by everybody, and nobody who does not want to be found."""
        self.world.clock.advance(1.0)
        if not self.ask(name, ListRooms(limit=100)):
            return
        person = self.world.people[name]
        answer = list(person.answers.values())[-1]
        assert isinstance(answer, Rooms)
        rooms = self.world.registry.rooms
        assert {room.code for room in answer.rooms} == {
            code
            for code, room in rooms.items()
            if room.settings.public
            and room.table is None
            and person.account.id not in room.barred
            and (room.host, person.account.id) not in self.world.blocks
        }
        since = [room.since for room in answer.rooms]
        assert since == sorted(since, reverse=True)

    @rule(actor=ACTORS, fill=st.booleans())
    def start(self, actor: str, fill: bool) -> None:
        name = self.person(actor)
        room = self.world.registry.room_of(self.world.people[name].account.id)
        here = room is not None and all(
            self.world.client(account) is not None for account in room.people
        )
        if self.ask(name, StartRoom(fill=fill)):
            assert here, "a game starts without somebody"
