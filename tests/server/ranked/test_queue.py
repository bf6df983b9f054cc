"""Queueing over real sockets: who may, who waits, who is matched, and who is told what."""

from pathlib import Path

import pytest

from tests.server.ranked.house import Person, house, numbers

NAMES = ("Aki", "Ben", "Chie", "Dai")


async def test_a_ranked_game_from_the_queue_to_the_rank(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        for place, person in enumerate(people, 1):
            answer = await person.queue()
            assert (answer["type"], answer["queue"], answer["tier"]) == (
                *("queue", "4p_south", "bronze"),
            )
            assert answer["waiting"] == place
            assert answer["waited_s"] == 0
            assert answer["estimate_s"] is None
        found = await here.all_get(people, "match_found")
        assert {message["table"] for message in found} == {found[0]["table"]}
        assert sorted(message["seat"] for message in found) == [0, 1, 2, 3]
        assert all(message["tier"] == "bronze" and message["ranked"] for message in found)
        starts = await here.all_get(people, "table_start")
        for message, start in zip(found, starts, strict=True):
            assert start["seat"] == message["seat"]
            assert start["table"] == message["table"]
            assert start["ranked"]
            assert (start["mode"], start["tier"]) == ("4p_south", "bronze")
            assert [rank["title"] for rank in start["ranks"]] == ["novice"] * 4
        changes = await here.all_get(people, "rank_change")
        end = people[0].events[-1]
        assert end["type"] == "end_game"
        for person, change in zip(people, changes, strict=True):
            assert change["table"] == found[0]["table"]
            assert change["before"] == {
                "title": "novice",
                "stars": 1,
                "points": 0,
                "promote": 20,
            }
            assert change["rating"]["before"] == 1000
            assert (await person.ranks())["ranks"]["4p"] == change["after"]
            assert (await person.ranks())["ranks"]["3p"]["points"] == 0
            assert "pause_s" not in change
        best = changes[end["ranks"][[message["seat"] for message in found].index(0)] - 1]
        assert best["delta"] >= 0
        assert await here.counts() == {"games": 1, "rank_changes": 4, "matches": 0}
        # Whoever has played is free again.
        assert (await people[0].queue())["type"] == "queue"


async def test_three_players_have_a_rank_of_their_own(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES[:3])
        for person in people:
            await person.queue("3p_east")
        changes = await here.all_get(people, "rank_change")
        for person, change in zip(people, changes, strict=True):
            assert await here.standing(person.account, "4p") is None
            kept = await here.standing(person.account, "3p")
            assert kept is not None
            assert kept[2:] == (change["after"]["points"], 1)


async def test_guests_need_to_register(tmp_path: Path) -> None:
    async with house(numbers(tmp_path), ranked_guests=False) as here:
        (guest,) = await here.people("Aki")
        assert (await guest.queue())["code"] == "not_registered"
        assert (await guest.ranks())["ranks"]["4p"]["title"] == "novice"
        registered = await guest.request("register", name="Aki", password="five dragons, no east")
        assert registered["type"] == "registered"
        assert (await guest.queue())["type"] == "queue"


@pytest.mark.parametrize(
    ("tier", "code"),
    [("silver", "rank_required"), ("throne", "rank_required"), ("tin", "no_such_tier")],
)
async def test_tiers_that_are_not_for_a_beginner(tmp_path: Path, tier: str, code: str) -> None:
    async with house(numbers(tmp_path)) as here:
        (person,) = await here.people("Aki")
        refused = await person.queue(tier=tier)
        assert (refused["code"], refused["field"]) == (code, "tier")
        assert (await person.queue(tier="bronze"))["tier"] == "bronze"


async def test_the_highest_tier_is_the_default_and_a_lower_one_a_choice(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        adept, other = await here.people("Aki", "Ben")
        for person in (adept, other):
            await here.give_rank(person.account, 1, 2, 500)
        lines = (await adept.ranks())["queues"]
        assert {line["tier"] for line in lines if line["queue"] == "4p_east" and line["open"]} == {
            *("bronze", "silver"),
        }
        # The rank of three players is another one.
        assert {line["tier"] for line in lines if line["queue"] == "3p_east" and line["open"]} == {
            "bronze"
        }
        assert (await adept.queue("4p_east"))["tier"] == "silver"
        assert (await other.queue("4p_east", tier="bronze"))["tier"] == "bronze"
        assert (await adept.ranks())["queues"][1]["waiting"] == 1


async def test_a_person_is_in_one_place(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        first = people[0]
        assert (await first.request("leave_queue"))["code"] == "not_in_queue"
        await first.queue()
        assert (await first.queue("3p_east"))["code"] == "busy"
        room = {"rules": {"preset": "majsoul_friend_4p"}}
        assert (await first.request("create_room", **room))["code"] == "busy"
        assert (await first.request("leave_queue"))["type"] == "ok"
        assert (await first.request("leave_queue"))["code"] == "not_in_queue"
        code = (await first.request("create_room", **room))["code"]
        assert (await first.queue())["code"] == "busy"
        await people[1].queue()
        assert (await people[1].request("join_room", code=code))["code"] == "busy"
        await first.request("leave_room")
        for person in (first, *people[2:]):
            await person.queue()
        await here.all_get(people, "table_start")
        assert (await first.queue())["code"] == "busy"
        assert (await first.request("leave_queue"))["code"] == "committed"
        assert (await first.request("create_room", **room))["code"] == "busy"
        refused = await first.request("vote_end", table=first.table, agree=True)
        assert refused["code"] == "vote_not_allowed"


async def test_the_numbers_are_told_when_they_change_and_not_too_often(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        first, second, third = await here.people("Aki", "Ben", "Chie")
        await first.queue()
        await second.queue()
        await third.queue()
        assert (await first.wait_for("queue", here.server))["waiting"] == 1
        update = await first.wait_for("queue", here.server)
        assert update["waiting"] == 3
        assert "id" not in update
        await here.clock.pass_time(60)
        told = [message for message in first.inbox if message["type"] == "queue"]
        assert [message["waiting"] for message in told] == [1, 3]
        # Who joined last has known it all along.
        assert [m["waiting"] for m in third.inbox if m["type"] == "queue"] == [3]
        await third.request("leave_queue")
        assert (await first.wait_for("queue", here.server))["waiting"] == 2


async def test_an_estimate_comes_from_those_who_waited_before(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        for person in people[:3]:
            await person.queue()
        await here.clock.pass_time(40)
        await people[3].queue()
        await here.all_get(people, "rank_change")
        lines = {
            (line["queue"], line["tier"]): line for line in (await people[0].ranks())["queues"]
        }
        assert lines["4p_south", "bronze"]["estimate_s"] in (41, 42)
        assert lines["4p_east", "bronze"]["estimate_s"] is None


async def test_a_lost_connection_keeps_its_place_for_a_while(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        first, second = await here.people("Aki", "Ben")
        await first.queue()
        await second.queue()
        await first.close()
        await here.server.play_until(lambda: here.server.app.sessions.client(first.account) is None)
        await here.clock.pass_time(20)
        welcome = await first.come()
        assert welcome["queue"] == "4p_south"
        first.skip()
        state = await first.find(lambda message: message["type"] == "queue", len(first.inbox) - 1)
        assert state["waited_s"] >= 20
        await first.close()
        await here.server.play_until(lambda: here.server.app.sessions.client(first.account) is None)
        await here.clock.pass_time(31)
        assert "queue" not in await first.come()
        assert (await second.ranks())["queues"][5]["waiting"] == 1
        assert (await first.queue())["type"] == "queue"


async def test_nobody_is_matched_who_is_not_here(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        for person in people:
            await person.queue()
        await people[0].close()
        await here.server.play_until(
            lambda: here.server.app.sessions.client(people[0].account) is None
        )
        await here.clock.pass_time(10)
        assert here.server.app.tables.live() == ()
        await people[0].come()
        await here.all_get(people, "match_found")


async def test_blocked_people_do_not_meet(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        blocked = await people[0].request("block", account=people[3].account)
        assert blocked["type"] == "ok"
        for person in people:
            await person.queue()
            # The order in which they came decides who is served first.
            here.clock.advance(0.1)
        await here.clock.pass_time(100)
        assert here.server.app.tables.live() == ()
        (fifth,) = await here.people("Emi")
        await fifth.queue()
        found = await here.all_get([*people[:3], fifth], "match_found")
        assert len({message["table"] for message in found}) == 1


async def test_one_address_does_not_meet_itself_where_it_may_not(tmp_path: Path) -> None:
    async with house(numbers(tmp_path), queue_addresses_apart=True) as here:
        people = await here.people(*NAMES)
        for person in people:
            await person.queue()
        await here.clock.pass_time(100)
        assert here.server.app.tables.live() == ()


async def test_tiers_merge_for_a_small_community(tmp_path: Path) -> None:
    async with house(numbers(tmp_path), queue_merge_s=60) as here:
        people = await here.people(*NAMES)
        for person in people[:2]:
            await here.give_rank(person.account, 1, 1, 300)
        for person in people:
            await person.queue()
        assert [m["tier"] for m in people[0].inbox if m["type"] == "queue"] == ["silver"]
        await here.clock.pass_time(55)
        assert here.server.app.tables.live() == ()
        found = await here.all_get(people, "match_found")
        assert {message["tier"] for message in found} == {"bronze"}
        assert all(message["ranked"] for message in found)


async def test_bots_fill_a_table_of_a_small_community(tmp_path: Path) -> None:
    async with house(numbers(tmp_path), queue_bots_s=60) as here:
        (person,) = await here.people("Aki")
        await person.queue()
        found = await person.wait_for("match_found", here.server)
        assert not found["ranked"]
        start = await person.wait_for("table_start", here.server)
        assert not start["ranked"]
        assert "tier" not in start
        assert len(start["names"]) == 4
        await here.server.play_until(lambda: not here.server.app.tables.live())
        assert await here.standing(person.account) is None
        assert not [m for m in person.inbox if m["type"] == "rank_change"]
        await here.server.app.ranked.queue.settle()
        assert await here.counts() == {"games": 1, "rank_changes": 0, "matches": 0}


async def test_hints_are_off_in_the_highest_tiers(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        for person in people:
            await here.give_rank(person.account, 3, 1, 1400)
            assert (await person.queue())["tier"] == "jade"
        starts = await here.all_get(people, "table_start")
        assert all(start["rules"]["hints"] is False for start in starts)
        await here.all_get(people, "rank_change")
        assert not [m for person in people for m in person.inbox if m["type"] == "hint"]


async def test_hints_are_told_in_lower_tiers(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        for person in people:
            await person.queue()
        starts = await here.all_get(people, "table_start")
        assert all(start["rules"]["hints"] for start in starts)


async def test_ranked_games_are_watched_late_and_not_by_who_plays(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        onlookers = await here.people("Emi", "Fumi", "Goro", "Hana")
        for person in people:
            await person.queue()
        await here.all_get(people, "table_start")
        table = people[0].table
        (line,) = (await onlookers[0].request("watch_list"))["tables"]
        assert (line["ranked"], line["view"], line["delay_s"]) == (True, "full", 300)
        assert (await people[0].request("watch", table=table))["code"] == "own_table"
        for onlooker in onlookers:
            assert (await onlooker.request("watch", table=table))["type"] == "not_yet"
            await onlooker.queue()
        # Whoever sits down watches no more.
        over = await here.all_get(onlookers, "watch_over")
        assert {message["reason"] for message in over} == {"seated"}
        assert (await onlookers[0].request("watch", table=table))["code"] == "playing"


async def test_a_snapshot_tells_what_is_played_for(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        for person in people:
            person.mute = True
            await person.queue()
        await here.all_get(people, "table_start")
        snapshot = await people[0].request("sync", table=people[0].table, seq=-1)
        assert snapshot["type"] == "snapshot"
        assert snapshot["tier"] == "bronze"
        assert [rank["stars"] for rank in snapshot["ranks"]] == [1, 1, 1, 1]


async def test_requests_that_come_again_do_nothing_twice(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        (person,) = await here.people("Aki")
        for _ in range(2):
            await person.send("join_queue", id=900, queue="4p_east")
        await person.send("leave_queue", id=901)
        await person.send("leave_queue", id=901)
        last = await person.request("ping", t=1)
        assert last["type"] == "pong"
        answers = [(m["id"], m["type"]) for m in person.inbox if m.get("id") in (900, 901)]
        assert answers == [(900, "queue"), (900, "queue"), (901, "ok"), (901, "ok")]


async def test_joining_over_and_over_is_slowed(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        (person,) = await here.people("Aki")
        codes = []
        for _ in range(30):
            answer = await person.queue()
            codes.append(answer.get("code"))
            if answer["type"] == "queue":
                await person.request("leave_queue")
        assert codes[:20] == [None] * 20
        assert codes[20:] == ["too_fast"] * 10


async def test_a_server_that_stops_matches_nobody(tmp_path: Path) -> None:
    async with house(numbers(tmp_path)) as here:
        people = await here.people(*NAMES)
        for person in people[:3]:
            await person.queue()
        here.server.app.ranked.queue.close()
        assert (await people[3].queue())["code"] == "shutting_down"


def test_people_have_pages_of_their_own() -> None:
    assert Person("ws://x", "Aki").client != Person("ws://x", "Ben").client
