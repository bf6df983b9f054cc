"""Serves the browser client: every file under a name that holds its hash, one page for all screens.

There is no bundler and no build: comments that have lines of their own are left out of modules, and
those that are always loaded together are sent as one file (`packs.py`). The page carries an import
map from the names that modules use to the hashed ones, names the files of the first screen at once
(`modulepreload`), so that they do not wait for each other, and a script of a few lines that asks
for the words before anything else has come.
"""

import base64
import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.net.http import HTML, SECURITY
from server.web.packs import LIBRARIES, needed, pack

ROOT: Final = Path(__file__).parent
PREFIX: Final = "/web/"
FOLDERS: Final = ("css", "i18n", "img", "js", "vendor")
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
STYLES: Final = (
    *("base", "controls", "notices"),
    "themes",
    "tiles",
    *("lobby", "forms", "room", "settings"),
    *("table", "centre", "hand", "strip", "orders"),
    *("results", "scores", "moments"),
)
"""The style sheets in the order in which they apply; they are sent as one."""

ALL_STYLES: Final = "css/all.css"
LATER_STYLES: Final[Mapping[str, Sequence[str]]] = {
    "replay": ("replay-panel", "replay", "analysis"),
    "watch": ("watch",),
    "people": ("people",),
    "ranked": ("ranked",),
}
"""Style sheets that screens load when they are shown, and what each is made of."""

TYPES_ONLY: Final = "js/types.js"
"""Nothing of this module is there at run time."""

FIRST: Final = ("js/i18n.js", "js/boot.js", "js/ui/lobby/home.js")
"""What the first screen needs, with all that these import; the words first."""

APART: Final = ("/replay/", "/watch/")
"""What lies in folders of these names is loaded only when it is wanted."""

PEOPLE: Final = ("/account/", "/friends/", "/leaderboard/", "/people/", "/profile/", "/report/")
"""So is this, with the first person who has an account to keep."""

PACKS: Final = ("js/first.js", "js/later.js", "js/people.js", "js/replay.js")
"""The files that modules are sent in: the first screen, the others, people, and what is apart."""

SCREENS: Final = re.compile(
    r"/(?:create|settings|records|live|account|login|recover|friends|rooms|leaderboard|profile"
    r"|(?:j|room|table|watch|r|profile)/[^/]+)?"
)
"""The addresses of the client's screens (js/router.js); all of them are the same page."""

FIRST_WORDS: Final = r"i18n/[\w-]+\.json"
"""The words of the first screens; those below `more` come with the screens that need them."""

_COMMENT: Final = re.compile(
    r"^[ \t]*(?:/\*[^*]*(?:\*(?!/)[^*]*)*\*/[ \t]*|//[^\n]*)$", re.MULTILINE
)
_SHEET_COMMENT: Final = re.compile(r"/\*[^*]*(?:\*(?!/)[^*]*)*\*/")
_PLACE: Final = re.compile(r"\{\{([^}]+)\}\}")
_FOREVER: Final = "public, max-age=31536000, immutable"


class Asset(msgspec.Struct, frozen=True):
    """A file in memory, as it is and compressed (None: that is not smaller)."""

    body: bytes
    packed: bytes | None
    content_type: str
    tag: str
    cache: str
    policy: str | None = None
    """The content security policy of a page; None: the one of everything that is no page."""

    @classmethod
    def make(
        cls, body: bytes, content_type: str, *, cache: str, policy: str | None = None
    ) -> "Asset":
        """Compress once, so that no request has to."""
        packed = gzip.compress(body, 9, mtime=0)
        return cls(
            body=body,
            packed=packed if len(packed) < len(body) else None,
            content_type=content_type,
            tag=_digest(body),
            cache=cache,
            policy=policy,
        )


class Site:
    """The client's files by their addresses."""

    def __init__(self, root: Path = ROOT) -> None:
        """Read everything below `root`.

        Raises:
            OSError: a file cannot be read.
            KeyError: the page or a module names a file that is not there.
        """
        self._assets: dict[str, Asset] = {}
        self.names: dict[str, str] = {}
        """The address of each file by its path below `root`; a module's is that of its pack."""
        modules: dict[str, str] = {}
        for name, body in _sources(root):
            if name.startswith("js/"):
                modules[name] = body.decode()
            else:
                self._add(name, body)
        self._add_packs(modules)
        manifest = self._fill((root / "manifest.webmanifest").read_text("utf-8"), {})
        self._add("manifest.webmanifest", manifest.encode())
        self._page = self._make_page(
            (root / "index.html").read_text("utf-8"), (root / "early.js").read_text("utf-8")
        )

    def answer(self, request: Request) -> Response | None:
        """Answer a request for the client; None if this address is not of it."""
        path = request.path.partition("?")[0]
        asset = self._page if SCREENS.fullmatch(path) else self._assets.get(path)
        return None if asset is None else _respond(asset, request.headers)

    def _add(self, name: str, body: bytes) -> None:
        stem, dot, suffix = name.rpartition(".")
        address = f"{PREFIX}{stem}.{_digest(body)}{dot}{suffix}"
        self.names[name] = address
        self._assets[address] = Asset.make(body, TYPES[f".{suffix}"], cache=_FOREVER)

    def _add_packs(self, modules: Mapping[str, str]) -> None:
        sources = {**modules, **dict.fromkeys(LIBRARIES.values(), "")}
        packed: set[str] = set(LIBRARIES.values())
        people = [name for name in modules if not any(part in name for part in APART)]
        usual = [name for name in people if not any(part in name for part in PEOPLE)]
        for file, first in zip(PACKS, (FIRST, usual, people, modules), strict=True):
            wanted = [name for name in needed(sources, first) if name not in packed]
            self._add(file, pack(wanted, sources, _import_name).encode())
            self.names |= dict.fromkeys(wanted, self.names[file])
            packed.update(wanted)

    def _make_page(self, template: str, early: str) -> Asset:
        shown = {name: address for name, address in self.names.items() if name != ALL_STYLES}
        imports = {PREFIX + name: address for name, address in shown.items()}
        imports |= {library: self.names[name] for library, name in LIBRARIES.items()}
        import_map = msgspec.json.encode({"imports": imports}).decode()
        words = {
            name.removeprefix("i18n/").removesuffix(".json"): address
            for name, address in self.names.items()
            if re.fullmatch(FIRST_WORDS, name)
        }
        script = self._fill(
            without_comments(early).strip(), {"words": msgspec.json.encode(words).decode()}
        )
        preloads = "\n".join(
            f'<link rel="modulepreload" href="{self.names[name]}">'
            for name in (PACKS[0], *LIBRARIES.values())
        )
        places = {"importmap": import_map, "preloads": preloads, "early": script}
        body = self._fill(template, places)
        policy = _policy(import_map, script)
        return Asset.make(body.encode(), HTML, cache="no-cache", policy=policy)

    def _fill(self, template: str, extra: Mapping[str, str]) -> str:
        """Put addresses into the `{{places}}` of a template."""
        return _PLACE.sub(lambda match: extra.get(match[1]) or self.names[match[1]], template)


@cache
def site() -> Site:
    """Return the client as it was when it was first asked for."""
    return Site()


def without_comments(source: str) -> str:
    """Return a module without the comments that have lines of their own; its lines keep numbers."""
    return _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), source)


def _without_sheet_comments(sheet: str) -> bytes:
    return _SHEET_COMMENT.sub("", sheet).encode()


def _sources(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path below `root` and what is sent of every file."""
    joined = {ALL_STYLES: STYLES} | {f"css/{name}.css": of for name, of in LATER_STYLES.items()}
    for file, names in joined.items():
        sheets = [(root / "css" / f"{name}.css").read_text("utf-8") for name in names]
        yield file, _without_sheet_comments("\n".join(sheets))
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if name == TYPES_ONLY or path.suffix == ".css":
                continue
            if path.suffix == ".js":
                yield name, without_comments(path.read_text("utf-8")).encode()
            elif path.suffix in TYPES:
                yield name, path.read_bytes()


def _respond(asset: Asset, asked: Headers) -> Response:
    fields = {
        "Cache-Control": asset.cache,
        "ETag": f'W/"{asset.tag}"',
        "Vary": "Accept-Encoding",
        "Connection": "close",
        **SECURITY,
    }
    if asset.policy is not None:
        fields["Content-Security-Policy"] = asset.policy
    headers = Headers(fields)
    known = ",".join(asked.get_all("If-None-Match"))
    if f'"{asset.tag}"' in known:
        return Response(HTTPStatus.NOT_MODIFIED.value, HTTPStatus.NOT_MODIFIED.phrase, headers, b"")
    body = asset.body
    if asset.packed is not None and _takes_gzip(asked):
        body = asset.packed
        headers["Content-Encoding"] = "gzip"
    headers["Content-Type"] = asset.content_type
    headers["Content-Length"] = str(len(body))
    return Response(HTTPStatus.OK.value, HTTPStatus.OK.phrase, headers, body)


def _takes_gzip(asked: Headers) -> bool:
    """Tell whether a client takes gzip; `gzip;q=0` says no."""
    for part in ",".join(asked.get_all("Accept-Encoding")).split(","):
        coding, _, weight = part.partition(";")
        if coding.strip().lower() in ("gzip", "*"):
            return re.fullmatch(r"q=0(\.0*)?", weight.replace(" ", "")) is None
    return False


def _import_name(name: str) -> str:
    """Return what modules import a file by: the import map has it."""
    names = {file: library for library, file in LIBRARIES.items()}
    return names.get(name, PREFIX + name)


def _policy(*inline: str) -> str:
    """Return the policy of the page: its own files, and the scripts that stand in it."""
    digests = (hashlib.sha256(script.encode()).digest() for script in inline)
    scripts = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' {scripts}",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        )
    )


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:12]
