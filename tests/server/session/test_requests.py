"""The same `id` again is answered the same way and does nothing twice (protocol.md)."""

from protocol.base import Inbound
from protocol.room import Ready
from protocol.table import Sync
from server.session.requests import ClientLogs, RequestLog
from tests.support.running_app import running_app

READS: frozenset[type[Inbound]] = frozenset({Sync})


def new_log(size: int = 256) -> RequestLog:
    return RequestLog(size, 1_000_000, READS)


def test_a_request_without_id_is_always_new() -> None:
    log = new_log()
    message = Ready(ready=True)
    assert log.begin(message, _never) is message
    assert log.begin(message, _never) is message


def test_a_repeated_request_gets_the_answer_whatever_its_body() -> None:
    log = new_log()
    log.begin(Ready(id=1, ready=True), _never)
    log.finish(1, b"answer")
    heard: list[bytes] = []
    assert log.begin(Ready(id=1, ready=False), heard.append) is None
    assert heard == [b"answer"]


def test_who_asks_again_too_early_gets_the_answer_when_there_is_one() -> None:
    log = new_log()
    log.begin(Ready(id=1, ready=True), _never)
    heard: list[bytes] = []
    assert log.begin(Ready(id=1, ready=True), heard.append) is None
    assert heard == []
    log.finish(1, b"answer")
    assert heard == [b"answer"]


def test_a_repeated_read_is_carried_out_again_as_it_stood() -> None:
    log = new_log()
    sync = Sync(id=1, table="t", seq=4)
    log.begin(sync, _never)
    log.finish(1, b"then")
    assert log.begin(Ready(id=1, ready=True), _never) is sync


def test_the_last_256_are_kept() -> None:
    log = new_log()
    for number in range(257):
        log.begin(Ready(id=number, ready=True), _never)
        log.finish(number, b"%d" % number)
    heard: list[bytes] = []
    assert log.begin(Ready(id=1, ready=True), heard.append) is None
    assert heard == [b"1"]
    assert log.begin(Ready(id=0, ready=True), _never) is not None


def test_long_answers_are_kept_for_a_shorter_time() -> None:
    log = RequestLog(256, 1000, READS)
    for number in range(5):
        log.begin(Ready(id=number, ready=True), _never)
        log.finish(number, b"%d" % number * 300)
    heard: list[bytes] = []
    for number in (2, 3, 4):
        assert log.begin(Ready(id=number, ready=True), heard.append) is None
    assert heard == [b"2" * 300, b"3" * 300, b"4" * 300]
    assert log.begin(Ready(id=1, ready=True), _never) is not None
    # One that is longer than all that is kept stays until there is a later one.
    log.finish(1, b"1" * 2000)
    assert log.begin(Ready(id=1, ready=True), heard.append) is None
    assert len(heard[-1]) == 2000
    assert log.begin(Ready(id=4, ready=True), _never) is not None


def test_answers_of_an_earlier_process_count_too() -> None:
    log = RequestLog(256, 60, READS)
    log.remember(range(5))
    log.remember((4,))
    heard: list[bytes] = []
    assert log.begin(Ready(id=4, ready=True), heard.append) is None
    assert heard == [b'{"type":"ok","id":4}']
    assert log.begin(Ready(id=1, ready=True), _never) is not None


def test_ids_of_two_pages_are_apart() -> None:
    logs = ClientLogs(256, 1_000_000, READS)
    logs.of("one").begin(Ready(id=1, ready=True), _never)
    assert logs.of("two").begin(Ready(id=1, ready=True), _never) is not None
    assert logs.of("one").begin(Ready(id=1, ready=True), _ignore) is None


def test_only_the_last_pages_of_an_account_are_kept() -> None:
    logs = ClientLogs(256, 1_000_000, READS)
    logs.of("one").begin(Ready(id=1, ready=True), _never)
    for name in ("two", "three", "four", "five"):
        logs.of(name)
    assert logs.of("one").begin(Ready(id=1, ready=True), _never) is not None


async def test_a_room_is_made_once_even_across_a_reconnect() -> None:
    async with running_app() as server:
        async with server.client() as client:
            token = (await client.hello())["token"]
            await client.send("create_room", id=77, rules={"preset": "majsoul_friend_4p"})
            first = await client.find(lambda message: message.get("id") == 77)
        async with server.client() as again:
            await again.hello(token=token)
            await again.send("create_room", id=77, rules={"preset": "majsoul_3p"})
            second = await again.find(lambda message: message.get("id") == 77)
        assert second == first
        async with server.client("another-page") as other:
            await other.hello(token=token)
            await other.send("create_room", id=77, rules={"preset": "majsoul_3p"})
            refused = await other.find(lambda message: message.get("id") == 77)
        assert refused["code"] == "busy"


async def test_a_refusal_is_repeated_too() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        await client.send("leave_room", id=5005)
        await client.find(lambda message: message.get("id") == 5005)
        await client.send("create_room", id=5005, rules={"preset": "majsoul_3p"})
        await client.request("ping", t=0)
        answers = [message for message in client.inbox if message.get("id") == 5005]
        assert [answer["code"] for answer in answers] == ["not_in_room"] * 2
        assert server.app.rooms.code_of(client.account) is None


async def test_a_table_message_reaches_the_table_once() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        for _ in range(2):
            await client.send("say", id=9009, table="t", stamp="hello")
        await client.request("ping", t=0)
        assert [message["type"] for message in client.inbox if message.get("id") == 9009] == [
            "ok"
        ] * 2
        assert len(server.tables.handled) == 1


def _ignore(answer: bytes) -> None:
    """Take an answer that the test does not look at."""


def _never(answer: bytes) -> None:
    raise AssertionError(f"answered with {answer!r}")


async def test_what_an_earlier_process_answered_waits_for_its_account() -> None:
    async with running_app() as server:
        async with server.client() as client:
            token = (await client.hello())["token"]
            account = client.account
        server.app.sessions.remember(account, "page-of-before", [7])
        server.app.sessions.remember("somebody-who-stays-away", "page", [7])
        async with server.client("page-of-before") as again:
            await again.hello(token=token)
            await again.send("create_room", id=7, rules={"preset": "majsoul_3p"})
            answer = await again.find(lambda message: message.get("id") == 7)
        assert answer == {"type": "ok", "id": 7}
        assert server.app.rooms.code_of(account) is None
