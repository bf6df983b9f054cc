"""Rooms under any sequence of events, with kills at any moment in between (fake clock)."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from server.lobby.saved import saved
from tests.server.lobby.room_machine import IDLE_S, OFFLINE_S
from tests.server.lobby.room_requests import RequestMachine


class RoomMachine(RequestMachine):
    """Besides, things happen to them; what must always hold stands in the invariants."""

    # What happens to them

    @precondition(lambda self: self.world.tables.tables)
    @rule(place=st.integers(0, 5))
    def finish(self, place: int) -> None:
        tables = list(self.world.tables.tables)
        self.finish_table(tables[place % len(tables)])

    @rule(seconds=st.sampled_from([1.0, OFFLINE_S / 2, OFFLINE_S, IDLE_S / 4, IDLE_S / 2]))
    def time_passes(self, seconds: float) -> None:
        async def work() -> None:
            self.world.clock.advance(seconds)
            await self.world.settle()

        self.run(work())

    @rule()
    def the_disk_stalls(self) -> None:
        self.world.disk.free.clear()

    @rule()
    def the_disk_goes_on(self) -> None:
        async def work() -> None:
            self.world.disk.free.set()
            await self.world.registry.settle()

        self.run(work())

    @rule(lose=st.booleans(), back=st.booleans())
    def killed(self, lose: bool, back: bool) -> None:
        """Whatever was not saved is gone, and nobody was told of it."""
        kept = {code: self.world.disk.saved(code) for code in self.world.disk.states}
        tables = frozenset(self.world.tables.tables)
        lost = tables if lose else frozenset()
        self.run(self.world.restart(lost))
        assert set(self.world.registry.rooms) == set(kept)
        for code, room in self.world.registry.rooms.items():
            then = kept[code]
            assert then is not None
            if then.table is None or then.table in tables - lost:
                assert saved(room) == then
            else:
                assert room.table is None
                assert room.rev == then.rev + 1
                assert [seat.account for seat in room.seats] == [s.account for s in then.seats]
        if back:
            self.everybody_comes_back()

    @precondition(lambda self: self.world.tables.tables)
    @rule()
    def killed_in_the_middle_of_a_game(self) -> None:
        self.killed(False, True)

    # What always holds

    @invariant()
    def everybody_is_in_one_room_at_most(self) -> None:
        registry = self.world.registry
        seen: set[str] = set()
        for room in registry.rooms.values():
            for account in room.people:
                assert account not in seen
                seen.add(account)
                assert registry.room_of(account) is room
        for person in self.world.people.values():
            room_of = registry.room_of(person.account.id)
            assert (room_of is not None) == (person.account.id in seen)

    @invariant()
    def a_room_has_people_and_one_of_them_is_its_host(self) -> None:
        for room in self.world.registry.rooms.values():
            assert room.host in room.people
            assert len(room.seats) == room.rules.players

    @invariant()
    def who_is_away_is_shown_and_counted(self) -> None:
        registry = self.world.registry
        for room in registry.rooms.values():
            for seat in room.seats:
                if seat.account is not None:
                    away = self.world.client(seat.account) is None
                    assert seat.online is not away
                    assert (seat.account in registry._absences) == (away and room.table is None)
                    assert not (away and seat.shown().ready)
            assert (room.code in registry._idle) == (room.table is None)

    @invariant()
    def who_was_sent_away_for_good_is_not_there(self) -> None:
        for room in self.world.registry.rooms.values():
            assert not any(account in room.barred for account in room.people)

    @invariant()
    def a_rematch_that_all_want_has_begun(self) -> None:
        for room in self.world.registry.rooms.values():
            assert not room.agreed
            if room.rematch is not None:
                assert room.games
                assert any(seat.ready for seat in room.seats if seat.account is not None)

    @invariant()
    def no_two_sit_under_one_name(self) -> None:
        for room in self.world.registry.rooms.values():
            names = [seat.name for seat in room.seats if not seat.empty]
            assert len(set(names)) == len(names)

    @invariant()
    def bots_fill_only_while_a_game_is_played(self) -> None:
        for room in self.world.registry.rooms.values():
            if room.table is None:
                assert not any(seat.filler for seat in room.seats)
            else:
                assert not any(seat.empty for seat in room.seats)


RoomMachine.TestCase.settings = settings(
    max_examples=70,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


class TestRooms(RoomMachine.TestCase):  # type: ignore[valid-type,misc]
    pass
