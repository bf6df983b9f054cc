"""The import directions of docs/architecture.md, held by reading every module's imports."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "protocol", "server")

ENGINE_LIBRARIES = {"msgspec", "xiangting"}
# No clock, no asyncio, no logging, no global randomness, no network, no database, no disk.
ENGINE_FORBIDDEN = {
    *("asyncio", "concurrent", "multiprocessing", "threading", "subprocess", "signal"),
    *("logging", "warnings", "random", "secrets", "uuid", "time", "datetime"),
    *("socket", "ssl", "http", "urllib", "sqlite3", "os", "pathlib", "tempfile", "shutil"),
}

FAMILIES = {"riichi", "sichuan", "taiwan"}
# Where the server may use rule families, bots and analysis: the tables, the commands, the bots'
# and load's client, and the tools for records, scripted rounds and simulations.
USES_RULES = (
    *("server.table", "server.commands", "server.client"),
    *("server.records", "server.scenario", "server.simulation"),
)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """Every module that `path` imports, wherever in the file, as absolute dotted names."""
    name = module_name(path)
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = name if path.name == "__init__.py" else name.rpartition(".")[0]
                for _ in range(node.level - 1):
                    package = package.rpartition(".")[0]
                base = f"{package}.{base}".rstrip(".")
            # `from engine import riichi` names a module with its last word.
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def faults_of(name: str, imported: str) -> Iterator[str]:
    """Say what is wrong when module `name` imports `imported`."""
    root = imported.partition(".")[0]
    if within(name, "engine"):
        if root == "random" and within(name, "engine.bots"):
            return  # See test_bots_draw_from_a_generator_of_their_own.
        if root in ENGINE_FORBIDDEN:
            yield "the engine has no clock, network, disk, threads or randomness"
        elif root in PACKAGES and root != "engine":
            yield "the engine knows neither protocol nor server"
        elif root not in sys.stdlib_module_names and root not in {"engine", *ENGINE_LIBRARIES}:
            yield "the engine uses the standard library, msgspec and xiangting only"
        elif root == "engine":
            yield from engine_faults(name, imported)
    elif within(name, "protocol"):
        if root == "server":
            yield "the protocol does not know the server"
        elif root == "engine" and not within(imported, "engine.core"):
            yield "the protocol uses engine.core only"
    elif root == "engine" and not within(imported, "engine.core") and not within(name, *USES_RULES):
        yield f"only {', '.join(USES_RULES)} use families, bots and analysis"


def engine_faults(name: str, imported: str) -> Iterator[str]:
    part = name.split(".")[1] if "." in name else ""
    used = imported.split(".")[1] if "." in imported else ""
    if part == "core" and used != "core":
        yield "engine.core uses nothing above it"
    elif part == "analysis" and used not in {"core", "analysis"}:
        yield "engine.analysis uses engine.core only"
    elif part in FAMILIES and used not in {"core", "analysis", part}:
        yield "a family uses engine.core and engine.analysis, never another family"
    elif part == "bots" and used in {"families", *FAMILIES}:
        yield "a bot knows what a seat knows: views, decisions and analysis, no rules machine"


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    faults = [
        f"{module_name(path)} imports {imported}: {fault}"
        for path in modules()
        if within(module_name(path), package)
        for imported in sorted(imports(path))
        for fault in faults_of(module_name(path), imported)
    ]
    assert not faults, "\n".join(faults)


def test_bots_draw_from_a_generator_of_their_own() -> None:
    """Bots may be random, but from their own seed: the module's shared generator is out."""
    shared = [
        f"{module_name(path)}: random.{node.attr}"
        for path in sorted((ROOT / "engine" / "bots").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
        and node.attr != "Random"
    ]
    assert not shared


@pytest.mark.parametrize(
    ("name", "imported"),
    [
        ("engine.core.game", "asyncio"),
        ("engine.core.game", "time.monotonic"),
        ("engine.core.wall", "random"),
        ("engine.core.game", "engine.riichi.rules"),
        ("engine.riichi.game", "structlog"),
        ("engine.riichi.game", "engine.taiwan"),
        ("engine.riichi.game", "protocol.codec"),
        ("engine.bots.easy", "engine.riichi.game"),
        ("protocol.codec", "server.net"),
        ("protocol.codec", "engine.riichi"),
        ("server.net.listener", "engine.riichi.rules"),
        ("server.lobby.rooms", "engine.analysis.shanten"),
    ],
)
def test_a_wrong_import_is_found(name: str, imported: str) -> None:
    assert list(faults_of(name, imported))


@pytest.mark.parametrize(
    ("name", "imported"),
    [
        ("engine.core.game", "hashlib"),
        ("engine.riichi.game", "engine.core.events"),
        ("engine.riichi.offers", "engine.analysis.waits"),
        ("engine.analysis.native", "xiangting"),
        ("protocol.table", "engine.core.events"),
        ("server.table.actor", "engine.riichi"),
        ("server.commands.score_cmd", "engine.riichi.score"),
        ("server.lobby.rooms", "engine.core.errors"),
    ],
)
def test_a_right_import_passes(name: str, imported: str) -> None:
    assert not list(faults_of(name, imported))
