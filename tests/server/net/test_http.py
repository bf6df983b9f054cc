"""The HTTP side of the port."""

import asyncio
import json
from typing import Any

from tests.support.running_app import Running, running_app


async def get(
    server: Running, path: str, method: str = "GET", header: str = "Accept: */*"
) -> tuple[int, dict[str, str], bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    return int(status.split()[1]), headers, body


async def get_json(server: Running, path: str) -> tuple[int, Any]:
    status, headers, body = await get(server, path)
    assert headers["content-type"] == "application/json"
    return status, json.loads(body)


async def play(server: Running, game: str, account: str | None, ended_after: float = 1.0) -> None:
    """Put a finished game into the store."""
    server.clock.advance(ended_after)
    record = {
        "id": game,
        "rules": {"preset": "majsoul_friend_4p"},
        "names": ["A", "B", "C", "D"],
        "events": [
            {"type": "start_game"},
            {
                "type": "end_game",
                "scores": [40000, 30000, 20000, 10000],
                "ranks": [1, 2, 3, 4],
                "points": [30.0, 10.0, -10.0, -30.0],
            },
        ],
    }
    await server.app.records.save_record(
        game, record, mode="4p_east", accounts=(account, None, None, None), started=1.0
    )


async def test_health_and_readiness() -> None:
    async with running_app() as server:
        assert (await get(server, "/healthz"))[0] == 200
        assert (await get(server, "/readyz"))[0] == 200
        server.app._ready = False
        assert (await get(server, "/readyz"))[0] == 503
        assert (await get(server, "/healthz"))[0] == 200


async def test_head_is_get_without_the_body() -> None:
    async with running_app() as server:
        for path in ("/healthz", "/api/records", "/nowhere"):
            status, headers, body = await get(server, path)
            head_status, head_headers, nothing = await get(server, path, "HEAD")
            assert (head_status, nothing) == (status, b"")
            assert head_headers["content-length"] == headers["content-length"] == str(len(body))


async def test_other_methods_are_refused() -> None:
    async with running_app() as server:
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            for path in ("/api/records", "/ws"):
                status, headers, body = await get(server, path, method)
                assert (status, headers["allow"]) == (405, "get, head")
                assert json.loads(body)["code"] == "bad_method"


async def test_metrics_are_prometheus_text() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        await client.request("leave_room")
        status, headers, body = await get(server, "/metrics")
        assert status == 200
        assert headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = body.decode().splitlines()
        assert "jantaku_sessions 1.0" in lines
        assert 'jantaku_messages_in_total{type="hello"} 1.0' in lines
        assert 'jantaku_errors_out_total{code="not_in_room"} 1.0' in lines


async def test_metrics_are_for_the_server_s_own_machine() -> None:
    """Their counters grow with every ask: a player who saw them would know of others' asks."""
    proxied = "X-Forwarded-For: 203.0.113.7"
    async with running_app() as server:
        for path in ("/metrics", "/%6detrics", "http://localhost/metrics", "/metrics?x=1"):
            assert (await get(server, path))[0] == 200
            status, _, body = await get(server, path, header=proxied)
            assert (status, json.loads(body)["code"]) == (403, "not_public")
        assert (await get(server, "/healthz", header=proxied))[0] == 200
    async with running_app(public_metrics=True) as server:
        assert (await get(server, "/metrics", header=proxied))[0] == 200


async def test_the_front_page_is_the_client() -> None:
    async with running_app() as server:
        status, headers, body = await get(server, "/")
        assert status == 200
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["x-content-type-options"] == "nosniff"
        assert b"importmap" in body


async def test_the_rule_catalogue() -> None:
    async with running_app(catalogue=lambda: {"options": []}) as server:
        assert await get_json(server, "/api/rules") == (200, {"options": []})


async def test_running_tables() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello("Aoi")
        await client.request("create_room", rules={"preset": "majsoul_3p"})
        await client.request("ready", ready=True)
        await client.request("start_room", fill=True)
        status, answer = await get_json(server, "/api/tables")
        assert status == 200
        (table,) = answer["tables"]
        assert table["names"][0] == "Aoi"
        assert table["mode"] == "3p_east"


async def test_records_are_listed_newest_first_in_pages() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        for number in range(5):
            await play(server, f"g{number}", client.account)
        await play(server, "other", None)
        path = f"/api/records?account={client.account}&limit=2"
        _, first = await get_json(server, path)
        assert [game["game"] for game in first["games"]] == ["g4", "g3"]
        assert first["games"][0]["result"]["ranks"] == [1, 2, 3, 4]
        assert first["games"][0]["accounts"] == [client.account, None, None, None]
        _, second = await get_json(server, f"{path}&before={first['next']}")
        assert [game["game"] for game in second["games"]] == ["g2", "g1"]
        _, third = await get_json(server, f"{path}&before={second['next']}")
        assert [game["game"] for game in third["games"]] == ["g0"]
        assert third["next"] is None
        _, everything = await get_json(server, "/api/records")
        assert len(everything["games"]) == 6


async def test_one_record() -> None:
    async with running_app() as server:
        await play(server, "20250615-ab", None)
        status, record = await get_json(server, "/api/records/20250615-ab")
        assert status == 200
        assert record["events"][-1]["type"] == "end_game"


async def test_records_over_the_socket() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        await play(server, "g1", client.account)
        await play(server, "g2", client.account)
        answer = await client.request("list_records", limit=1)
        assert answer["type"] == "records"
        (entry,) = answer["games"]
        assert (entry["game"], entry["seat"], entry["ranked"]) == ("g2", 0, False)
        assert entry["scores"] == [40000, 30000, 20000, 10000]
        older = await client.request("list_records", before="g2")
        assert [found["game"] for found in older["games"]] == ["g1"]
        record = await client.request("get_record", game="g1")
        assert record["type"] == "record"
        assert record["record"]["id"] == record["game"] == "g1"


async def test_what_is_not_there_or_not_allowed() -> None:
    async with running_app() as server:
        for path, status, code in (
            ("/nothing", 404, "not_found"),
            ("/api/", 404, "not_found"),
            ("/api/records/", 404, "not_found"),
            ("/api/records/nothing", 404, "no_such_record"),
            ("/api/records/%2e%2e%2fsecret", 404, "not_found"),
            ("/api/records?limit=0", 400, "out_of_range"),
            ("/api/records?limit=101", 400, "out_of_range"),
            ("/api/records?limit=x", 400, "out_of_range"),
            ("/api/records?limit=" + "9" * 5000, 400, "out_of_range"),
            ("/ws", 426, "websocket_only"),
            ("/api/records?" + "a=1&" * 30, 400, "bad_address"),
            ("//[", 400, "bad_address"),
        ):
            found, answer = await get_json(server, path)
            assert (found, answer["code"]) == (status, code), path


async def test_a_fault_of_ours_has_a_reference() -> None:
    def broken() -> None:
        raise RuntimeError("a fault in the catalogue")

    async with running_app(catalogue=broken) as server:
        status, answer = await get_json(server, "/api/rules")
        assert (status, answer["code"]) == (500, "internal_error")
        assert "Reference: " in answer["message"]
        assert (await get(server, "/healthz"))[0] == 200


async def test_queues_are_listed_for_everybody() -> None:
    async with running_app() as server:
        status, page = await get_json(server, "/api/queues")
        assert status == 200
        assert len(page["queues"]) == 20
        assert page["queues"][0] == {
            "queue": "4p_east",
            "tier": "bronze",
            "waiting": 0,
            "estimate_s": None,
        }
