"""The examples in deploy/, run: TLS, websockets and players' addresses through nginx and Caddy.

The client calls from an address of its own on this machine, the proxy from 127.0.0.1.
"""

import asyncio
import random
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from tests.faults.server_process import free_port
from tests.support.running_app import Running, running_app
from tests.support.ws_client import PATIENCE_S, PATIENT

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
CLIENT = "127.0.0.5"
NEIGHBOUR = "127.0.0.6"

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="needs several addresses on the loopback device"
)


class Front(msgspec.Struct):
    """A proxy that runs before a server."""

    server: Running
    https: int
    http: int
    trust: ssl.SSLContext

    @property
    def page(self) -> str:
        return f"https://localhost:{self.https}"

    async def open(
        self, address: str = CLIENT, origin: str | None = None, **headers: str
    ) -> ClientConnection:
        """Open a websocket from `address`, as a page or as a program."""
        return await connect(
            f"wss://localhost:{self.https}/ws",
            host="127.0.0.1",
            ssl=self.trust,
            local_addr=(address, 0),
            origin=Origin(origin) if origin is not None else None,
            subprotocols=[Subprotocol("jantaku.v1")],
            additional_headers={name.replace("_", "-"): value for name, value in headers.items()},
            **PATIENT,
        )

    async def get(self, path: str, *, secure: bool = True, header: str = "Accept: */*") -> bytes:
        """Return the whole answer to a request over a connection of its own."""
        port = self.https if secure else self.http
        reader, writer = await asyncio.open_connection(
            "127.0.0.1",
            port,
            ssl=self.trust if secure else None,
            server_hostname="localhost" if secure else None,
            local_addr=(CLIENT, 0),
        )
        lines = (f"GET {path} HTTP/1.1", f"Host: localhost:{port}", header, "Connection: close")
        writer.write("\r\n".join((*lines, "", "")).encode())
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer


def run(*command: str | Path) -> None:
    # To a file: a program that stays in the background would hold a pipe open.
    with tempfile.TemporaryFile("w+") as said:
        done = subprocess.run(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            timeout=PATIENCE_S,
            check=False,
        )
        said.seek(0)
        assert done.returncode == 0, said.read()


def nginx(folder: Path, backend: int, https: int, http: int) -> Callable[[], None]:
    """Start nginx with the example; return what stops it."""
    example = replaced(
        (DEPLOY / "nginx.conf").read_text(encoding="utf-8"),
        ("listen 80;", f"listen 127.0.0.1:{http};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{https} ssl"),
        ("server 127.0.0.1:8765;", f"server 127.0.0.1:{backend};"),
        ("/etc/letsencrypt/live/mahjong.example", str(folder)),
        ("server_name mahjong.example", "server_name localhost"),
    )
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = folder / "main.conf"
    main.write_text(
        f"pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nworker_processes 1;\n"
        f"events {{ worker_connections 200; }}\n"
        f"http {{\naccess_log off;\n{temporary}{example}\n}}\n",
        encoding="utf-8",
    )
    command = ("nginx", "-p", folder, "-e", folder / "error.log", "-c", main)
    # Goes to the background once it listens.
    run(*command)
    return lambda: run(*command, "-s", "stop")


def caddy(folder: Path, backend: int, https: int, http: int) -> Callable[[], None]:
    """Start Caddy with the example; return what stops it."""
    admin = f"localhost:{another_port(random.Random(f'{https}/admin'), https, http)}"
    example = replaced(
        (DEPLOY / "Caddyfile").read_text(encoding="utf-8"),
        ("mahjong.example {", f"localhost {{\n\ttls {folder}/fullchain.pem {folder}/privkey.pem"),
        ("127.0.0.1:8765", f"127.0.0.1:{backend}"),
    )
    config = folder / "Caddyfile"
    config.write_text(
        f"{{\n\tadmin {admin}\n\thttps_port {https}\n\thttp_port {http}\n\tstorage file_system "
        f"{folder}\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n}}\n{example}",
        encoding="utf-8",
    )
    run("caddy", "start", "--adapter", "caddyfile", "--config", config)
    return lambda: run("caddy", "stop", "--address", admin)


def another_port(pick: random.Random, *taken: int) -> int:
    """Return a free port that is none of `taken`, on which nobody listens yet."""
    while (port := free_port(pick)) in taken:
        pass
    return port


def replaced(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, f"{old!r} does not stand in the example any more"
        text = text.replace(old, new)
    return text


@asynccontextmanager
async def front(kind: str, folder: Path, **settings: Any) -> AsyncIterator[Front]:
    """Run a server with the proxy `kind` before it."""
    for program in (kind, "openssl"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    await asyncio.to_thread(
        run,
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
        *("-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext"),
        *("subjectAltName=DNS:localhost", "-keyout", folder / "privkey.pem"),
        *("-out", folder / "fullchain.pem"),
    )
    trust = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    pick = random.Random(str(folder))
    https = free_port(pick)
    http = another_port(pick, https)
    start = {"nginx": nginx, "caddy": caddy}[kind]
    async with running_app(trusted_proxies=("127.0.0.1",), **settings) as server:
        stop = await asyncio.to_thread(start, folder, server.port, https, http)
        try:
            yield Front(server, https, http, trust)
        finally:
            await asyncio.to_thread(stop)


async def hello(server: Running, socket: ClientConnection, page: str) -> str:
    """Greet; return the address that the server sees."""
    await socket.send(msgspec.json.encode({"type": "hello", "id": 1, "client": page}), text=True)
    welcome = msgspec.json.decode(await socket.recv())
    client = server.app.sessions.client(welcome["account"])
    assert client is not None
    return client.link.address


async def refused(opening: Any) -> int:
    with pytest.raises(InvalidStatus) as refusal:
        await opening
    return refusal.value.response.status_code


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
async def test_a_server_behind_a_proxy(kind: str, tmp_path: Path) -> None:
    limited = front(kind, tmp_path, max_connections_address=2, unlimited_addresses=())
    async with limited as found, AsyncExitStack() as stack:
        server = found.server

        async def enter(**how: str) -> ClientConnection:
            return await stack.enter_async_context(await found.open(**how))

        # A program, and who pretends to be somebody else.
        program = await enter()
        assert program.subprotocol == "jantaku.v1"
        assert await hello(server, program, "a-program") == CLIENT
        liar = await enter(X_Forwarded_For="203.0.113.9", Forwarded="for=203.0.113.9")
        assert await hello(server, liar, "a-liar") == CLIENT
        # The limit on one address is that of the client, not that of the proxy.
        assert await refused(found.open()) == 429
        neighbour = await enter(address=NEIGHBOUR, origin=found.page)
        assert await hello(server, neighbour, "a-neighbour") == NEIGHBOUR
        # Pages of others.
        assert await refused(found.open(NEIGHBOUR, origin="https://evil.example")) == 403
        spoofed = found.open(NEIGHBOUR, "https://evil.example", X_Forwarded_Host="evil.example")
        assert await refused(spoofed) == 403

        # Frames go both ways, at once and in order.
        for number in range(20):
            ping = {"type": "ping", "id": 2 + number, "t": number}
            await program.send(msgspec.json.encode(ping), text=True)
            assert msgspec.json.decode(await program.recv())["t"] == number
        await program.send("{" * 30, text=True)
        assert msgspec.json.decode(await program.recv())["code"] == "malformed_json"

        # Close codes come through.
        account = next(iter(server.tables.sinks))
        held = server.app.sessions.client(account)
        assert held is not None
        held.link.close("silent")
        await program.wait_closed()
        assert (program.close_code, program.close_reason) == (4408, "silent")


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
async def test_pages_behind_a_proxy(kind: str, tmp_path: Path) -> None:
    async with front(kind, tmp_path) as found:
        page = await found.get("/")
        assert page.startswith(b"HTTP/1.1 200 ")
        assert b"importmap" in page
        assert (await found.get("/metrics")).startswith(b"HTTP/1.1 403 ")
        assert (await found.get("/api/records?limit=0")).startswith(b"HTTP/1.1 400 ")
        moved = await found.get("/room/ABC", secure=False)
        assert re.match(rb"HTTP/1.1 30[18] ", moved)
        assert b"\r\nLocation: https://localhost" in moved


def test_nginx_waits_longer_than_the_server() -> None:
    example = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    socket = example[example.index("location = /ws") :]
    assert "proxy_buffering    off;" in socket
    for name in ("proxy_read_timeout", "proxy_send_timeout"):
        (seconds,) = re.findall(rf"{name}\s+(\d+)s;", socket)
        assert int(seconds) > 60
