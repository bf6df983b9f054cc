"""`/api/records/ID?format=…`: records as files for other programs."""

import gzip
import json

import pytest

from server.records.formats import render
from tests.server.net.test_http import get
from tests.support.records import tame
from tests.support.running_app import Running, running_app


async def keep(server: Running) -> None:
    await server.app.records.save_record(
        "g1", {**tame(1), "id": "g1"}, mode="4p_east", accounts=(None,) * 4, started=1.0
    )


@pytest.mark.parametrize(
    ("query", "ending"),
    [
        ("format=jsonl", ".jsonl"),
        ("format=mjai", ".mjai.json"),
        ("format=mjai&flavour=mortal", ".mjai.json"),
        ("format=tenhou6", ".tenhou6.json"),
        ("format=text", ".txt"),
        ("format=csv", ".csv"),
    ],
)
async def test_a_record_in_each_format(query: str, ending: str) -> None:
    async with running_app() as server:
        await keep(server)
        status, headers, body = await get(server, f"/api/records/g1?{query}")
    wanted = dict(part.split("=") for part in query.split("&"))
    flavour = wanted.get("flavour", "gimite")
    file = render({**tame(1), "id": "g1"}, wanted["format"], flavour=flavour)
    assert (status, body) == (200, file.body)
    assert headers["content-type"] == file.content_type
    assert headers["content-disposition"] == f'attachment; filename="g1{ending}"'
    assert "immutable" in headers["cache-control"]


async def test_one_round_and_packed() -> None:
    async with running_app() as server:
        await keep(server)
        _, _, one = await get(server, "/api/records/g1?format=tenhou6&round=1")
        _, headers, packed = await get(server, "/api/records/g1?format=csv&packed=1")
        _, _, plain = await get(server, "/api/records/g1?format=csv")
    assert len(json.loads(one)["log"]) == 1
    assert gzip.decompress(packed) == plain
    assert headers["content-type"] == "application/gzip"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("format=sgf", "format"),
        ("format=", "format"),
        ("format=mjai&flavour=sour", "flavour"),
        ("format=tenhou6&round=99", "round"),
        ("format=tenhou6&round=x", "round"),
        ("format=csv&round=1", "round"),
        ("format=csv&packed=yes", "packed"),
    ],
)
async def test_what_there_is_not_is_named(query: str, field: str) -> None:
    async with running_app() as server:
        await keep(server)
        status, _, body = await get(server, f"/api/records/g1?{query}")
    assert (status, json.loads(body)["field"]) == (400, field)


async def test_a_record_that_is_not_there() -> None:
    async with running_app() as server:
        status, _, body = await get(server, "/api/records/g2?format=csv")
    assert (status, json.loads(body)["code"]) == (404, "no_such_record")
