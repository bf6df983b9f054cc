"""How the client is served: names, caching, compression, policy, and what the files may contain."""

import asyncio
import base64
import gzip
import hashlib
import json
import re
from itertools import chain
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.web.packs import LIBRARIES, imports_of
from server.web.static import (
    FIRST_WORDS,
    LATER_STYLES,
    PACKS,
    PREFIX,
    ROOT,
    SCREENS,
    STYLES,
    Site,
    without_comments,
)
from tests.support.running_app import running_app

KB = 1000
JS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "js").rglob("*.js"))


@pytest.fixture(scope="module")
def site() -> Site:
    return Site()


def ask(site: Site, path: str, **headers: str) -> Response:
    fields = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    response = site.answer(Request(path, fields))
    assert response is not None
    return response


ICON = "img/icon.svg"
ICON_BODY = (ROOT / ICON).read_bytes()


def inline(page: bytes | bytearray) -> tuple[str, str]:
    """Return the scripts that stand in the page: the early one, and the import map."""
    found = re.findall(
        r"<script(?: type=\"importmap\")?>(.*?)</script>", page.decode(), flags=re.DOTALL
    )
    early, imports = found
    return early, imports


def imports(site: Site) -> dict[str, str]:
    found: dict[str, str] = json.loads(inline(ask(site, "/").body)[1])["imports"]
    return found


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?from=home",
        "/create",
        "/settings",
        "/records",
        "/j/HK37WA",
        "/room/HK37WA",
        "/table/t-1",
        "/r/t-1",
    ],
)
def test_every_screen_is_the_same_page(site: Site, path: str) -> None:
    assert ask(site, path).body == ask(site, "/").body


@pytest.mark.parametrize("path", ["/j", "/j/", "/table/a/b", "/api/rules", "/web/js/boot.js", "/x"])
def test_other_addresses_are_not_of_the_client(site: Site, path: str) -> None:
    assert site.answer(Request(path, Headers())) is None


def test_the_screens_are_those_of_the_router() -> None:
    router = (ROOT / "js" / "router.js").read_text("utf-8")
    plain = re.search(r"const PLAIN = \[([^\]]+)\]", router)
    assert plain is not None
    for page in re.findall(r"\w+", plain[1]):
        assert SCREENS.fullmatch(f"/{page}")
    with_id = re.search(r"WITH_ID = \{([^}]+)\}", router)
    assert with_id is not None
    for step in re.findall(r"(\w+): ", with_id[1]):
        assert SCREENS.fullmatch(f"/{step}/x")


def test_the_page_asks_again_each_time_and_is_not_sent_twice(site: Site) -> None:
    page = ask(site, "/")
    assert page.headers["Cache-Control"] == "no-cache"
    again = ask(site, "/", If_None_Match=page.headers["ETag"])
    assert (again.status_code, again.body) == (304, b"")
    assert again.headers["ETag"] == page.headers["ETag"]
    assert ask(site, "/", If_None_Match='W/"another"').status_code == 200


def test_files_have_their_hash_in_the_name_and_stay_for_ever(site: Site) -> None:
    for name, address in site.names.items():
        file = ask(site, address)
        digest = hashlib.sha256(file.body).hexdigest()[:12]
        assert f".{digest}." in address, name
        assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert file.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip, deflate, br", True), ("*", True), ("br", False), ("gzip;q=0", False), ("", False)],
)
def test_files_are_sent_compressed_to_who_can_read_it(
    site: Site, accepted: str, packed: bool
) -> None:
    file = ask(site, site.names[ICON], Accept_Encoding=accepted)
    assert (file.headers.get("Content-Encoding") == "gzip") == packed
    body = gzip.decompress(file.body) if packed else file.body
    assert body == ICON_BODY
    assert file.headers["Content-Length"] == str(len(file.body))
    assert file.headers["Vary"] == "Accept-Encoding"


def test_the_policy_allows_our_own_files_and_what_stands_in_the_page(site: Site) -> None:
    page = ask(site, "/")
    policy = page.headers["Content-Security-Policy"]
    digests = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in inline(page.body)
    ]
    allowed = re.search(r"script-src 'self'((?: 'sha256-[^']+')*);", policy)
    assert allowed is not None
    assert sorted(allowed[1].split()) == sorted(f"'sha256-{digest}'" for digest in digests)
    assert "unsafe" not in policy
    assert "http" not in policy
    assert len(page.headers.get_all("Content-Security-Policy")) == 1
    assert page.headers["Referrer-Policy"] == "no-referrer"


def test_the_import_map_leads_to_files(site: Site) -> None:
    for name, address in imports(site).items():
        assert name in LIBRARIES or name.startswith(PREFIX)
        ask(site, address)
    assert set(LIBRARIES) <= set(imports(site))


def test_the_early_script_knows_the_words_of_each_language(site: Site) -> None:
    early, _ = inline(ask(site, "/").body)
    files = re.search(r"const files = (\{[^}]*\});", early)
    assert files is not None
    assert json.loads(files[1]) == {
        path.stem: site.names[f"i18n/{path.name}"] for path in (ROOT / "i18n").glob("*.json")
    }


@pytest.mark.parametrize("name", JS)
def test_imports_lead_to_files(name: str) -> None:
    source = (ROOT / name).read_text("utf-8")
    for imported in imports_of(name, source):
        assert (ROOT / imported).is_file(), f"{name} imports {imported}"


def test_comments_with_lines_of_their_own_are_left_out() -> None:
    source = (
        "/**\n * What it is for.\n */\n"
        "const a = 1; // why\n"
        "  /** @type {X} */\n"
        "// one line\n"
        "const b = /** @type {any} */ (c);\n"
        'const d = "/* no comment */";\n'
        "/* one */ const e = 2;\n"
    )
    assert without_comments(source) == (
        "\n\n\n"
        "const a = 1; // why\n"
        "\n"
        "\n"
        "const b = /** @type {any} */ (c);\n"
        'const d = "/* no comment */";\n'
        "/* one */ const e = 2;\n"
    )


@pytest.mark.parametrize("name", JS)
def test_no_text_is_taken_for_a_comment(name: str) -> None:
    """A template over several lines could hold what looks like one: it would be left out."""
    source = (ROOT / name).read_text("utf-8")
    templates = re.findall(r"`[^`]*`", without_comments(source))
    assert all(template in source for template in templates)


def test_files_of_the_first_screen_are_named_at_once(site: Site) -> None:
    preloads = re.findall(
        r'<link rel="modulepreload" href="([^"]+)">', ask(site, "/").body.decode()
    )
    first = [site.names[name] for name in ("js/first.js", *LIBRARIES.values())]
    assert preloads == first


def test_each_module_is_in_one_pack(site: Site) -> None:
    packs = {name: ask(site, site.names[name]).body.decode() for name in PACKS}
    for name in JS:
        if name != "js/types.js":
            (pack,) = [pack for pack, body in packs.items() if f"// {name}\n" in body]
            assert imports(site)[PREFIX + name] == site.names[pack], name


def test_every_style_sheet_is_sent() -> None:
    assert {path.stem for path in (ROOT / "css").iterdir()} == {
        *STYLES,
        *chain.from_iterable(LATER_STYLES.values()),
    }


def test_nothing_comes_from_another_host() -> None:
    """Names of namespaces, and where a licence is told, are no requests."""
    harmless = ("http://www.w3.org/",)
    for folder in ("js", "css", "i18n", "img"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".LICENSE":
                text = re.sub("<!--.*?-->", "", path.read_text("utf-8"), flags=re.DOTALL)
                for address in re.findall(r"https?://[^\s\"'`)]*", text):
                    assert address.startswith(harmless), f"{path.name}: {address}"


def test_the_libraries_carry_their_licences() -> None:
    assert (ROOT / "vendor" / "preact.LICENSE").read_text("utf-8").startswith("The MIT License")
    assert "Apache License" in (ROOT / "vendor" / "htm.LICENSE").read_text("utf-8")


def test_the_libraries_are_those_of_the_lock() -> None:
    """Vendored from npm without their source map comment, byte for byte otherwise."""
    modules = Path(ROOT).parents[1] / "node_modules"
    if not modules.is_dir():
        pytest.skip("the packages of package-lock.json are not installed: run `npm ci`")
    for vendored, packaged in {
        "preact.js": "preact/dist/preact.mjs",
        "preact-hooks.js": "preact/hooks/dist/hooks.mjs",
        "htm.js": "htm/dist/htm.mjs",
    }.items():
        lines = (modules / packaged).read_text("utf-8").splitlines()
        wanted = [line for line in lines if "sourceMappingURL" not in line]
        assert (ROOT / "vendor" / vendored).read_text("utf-8").splitlines() == wanted


def packed_size(site: Site, *addresses: str) -> int:
    return sum(len(ask(site, address, Accept_Encoding="gzip").body) for address in addresses)


def test_sizes_over_the_wire(site: Site) -> None:
    """The budgets of the first load, compressed; sounds are made in the browser."""
    names = site.names
    *code, people, replay = [names[name] for name in PACKS]
    words = [name for name in names if re.fullmatch(FIRST_WORDS, name)]
    more = [name for name in names if name.startswith("i18n/more/")]
    sizes = {
        "framework": packed_size(site, *(names[name] for name in LIBRARIES.values())),
        "code": packed_size(site, *code),
        "styles": packed_size(site, names["css/all.css"]),
        "tiles": packed_size(site, names["img/tiles.svg"]),
        "words": max(packed_size(site, names[name]) for name in words),
        "more words": max(packed_size(site, names[name]) for name in more),
        "page": packed_size(site, "/"),
        "people": packed_size(site, people),
        "replay": packed_size(site, replay, *(names[f"css/{name}.css"] for name in LATER_STYLES)),
    }
    print(sizes)
    budget = {
        "framework": 8 * KB,
        "code": 90 * KB,
        "styles": 15 * KB,
        "tiles": 60 * KB,
        "words": 15 * KB,
        "more words": 15 * KB,
        "people": 20 * KB,
        "page": 5 * KB,
        "replay": 22 * KB,
    }
    assert not {name: size for name, size in sizes.items() if size > budget[name]}
    assert sum(sizes.values()) <= 200 * KB


async def test_a_server_serves_it() -> None:
    async with running_app() as server:
        site = Site()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        address = site.names[ICON]
        writer.write(f"GET {address} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        assert head.startswith(b"HTTP/1.1 200 OK")
        assert gzip.decompress(body) == ICON_BODY
