"""Sends modules that are always loaded together as one file.

Over a slow line what costs is not the size of seventy small modules but the waiting for each: a
browser asks for six files at a time. So a pack holds the modules one after the other, what is
imported first, each in a function of its own that returns what it exports. Nothing else is done to
them. The import map leads the names of all modules of a pack to the pack, which exports what they
export: who imports a module does not notice.

Only what the client's modules need is understood. Anything else is refused by name, and by the
tests before that: exports under other names, `export default`, names that two modules of a pack
export, circles.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

LIBRARIES: Final = {
    "htm": "vendor/htm.js",
    "preact": "vendor/preact.js",
    "preact/hooks": "vendor/preact-hooks.js",
}

_IMPORT: Final = re.compile(
    r"""^(import|export)\b(?:([^"';]*?)\bfrom)?\s*["']([^"']+)["'];?""", re.MULTILINE
)
_EXPORT: Final = re.compile(
    r"^export ((?:async )?(?:function\*?|const|class) ([\w$]+))", re.MULTILINE
)
_LATER: Final = re.compile(r"""\b(import|import\.meta\.resolve)\((["'`])(\.[^"'`$]*)""")
_CLAUSE: Final = re.compile(r"\s*(?:([\w$]+)\s*,?)?\s*(?:\{([\w$,\s]*)\})?\s*")
_STRANGE: Final = re.compile(r"^(?:import|export)\b(?![.(]).*", re.MULTILINE)


class UnknownSyntax(ValueError):
    """A module has an import or export that packs do not know."""


def imports_of(name: str, source: str) -> list[str]:
    """Return the files that a module imports from its first line on, as paths like its own.

    Raises:
        KeyError: it imports a library that is not there.
    """
    return [resolve(name, specifier) for *_, specifier in _IMPORT.findall(source)]


def resolve(name: str, specifier: str) -> str:
    """Return the path of what a module means by a specifier.

    Raises:
        KeyError: it is a library that is not there.
    """
    if not specifier.startswith("."):
        return LIBRARIES[specifier]
    folder = name.split("/")[:-1]
    for step in specifier.split("/"):
        if step == "..":
            folder.pop()
        elif step != ".":
            folder.append(step)
    return "/".join(folder)


def needed(sources: Mapping[str, str], first: Iterable[str]) -> list[str]:
    """Return the modules that `first` import, directly or not; what is imported comes first.

    Imports that happen later (`import()`) do not count.

    Raises:
        KeyError: a module imports a file that is not there.
        UnknownSyntax: modules import each other in a circle.
    """
    done: dict[str, None] = {}
    above: list[str] = []

    def visit(name: str) -> None:
        if name in above:
            raise UnknownSyntax(f"a circle of imports: {' > '.join([*above, name])}")
        if name not in done:
            above.append(name)
            for imported in imports_of(name, sources[name]):
                visit(imported)
            above.pop()
            done[name] = None

    for name in first:
        visit(name)
    return list(done)


def pack(modules: Iterable[str], sources: Mapping[str, str], address: Callable[[str], str]) -> str:
    """Put modules, in the order of `needed`, into one.

    `address` gives what another module is imported by, from its path.

    Raises:
        UnknownSyntax: see above.
    """
    inside = {name: f"m{place}" for place, name in enumerate(modules)}
    outside: dict[str, str] = {}
    exported: dict[str, str] = {}
    bodies = []
    for name, variable in inside.items():
        own = [word for _, word in _EXPORT.findall(sources[name])]
        takes, gives = [], [*own]
        for keyword, clause, specifier in _IMPORT.findall(sources[name]):
            file = resolve(name, specifier)
            source = inside.get(file) or outside.setdefault(file, f"x{len(outside)}")
            words = _words(name, clause)
            if keyword == "export":
                gives += [f"{word}: {source}.{word}" for word in words]
                for word in words:
                    exported.setdefault(word, source)
            elif words:
                takes.append(f"const {{ {', '.join(words)} }} = {source};")
        if twice := sorted(exported.keys() & set(own)):
            raise UnknownSyntax(f"{name} exports {twice[0]}, and so does another module")
        exported |= dict.fromkeys(own, variable)
        body = _body(name, sources[name], address)
        result = f"return {{ {', '.join(gives)} }};"
        lines = (f"// {name}", f"const {variable} = (() => {{", *takes, body, result, "})();")
        bodies.append("\n".join(lines))
    head = [f'import * as {variable} from "{address(file)}";' for file, variable in outside.items()]
    tail = [f"const {variable}_{word} = {variable}.{word};" for word, variable in exported.items()]
    names = ", ".join(f"{variable}_{word} as {word}" for word, variable in exported.items())
    return "\n".join((*head, *bodies, *tail, f"export {{ {names} }};", ""))


def _words(name: str, clause: str) -> list[str]:
    """Return the names of an import clause as a pattern takes them from the other's exports."""
    match = _CLAUSE.fullmatch(clause)
    if match is None:
        raise UnknownSyntax(f"{name}: import {clause.strip()}")
    words = [word.strip() for word in (match[2] or "").split(",") if word.strip()]
    if renamed := [word for word in words if " " in word]:
        raise UnknownSyntax(f"{name}: import {renamed[0]}")
    return [*([f"default: {match[1]}"] if match[1] else []), *words]


def _body(name: str, source: str, address: Callable[[str], str]) -> str:
    """Return a module without imports and exports, its later imports by full names."""

    def later(match: re.Match[str]) -> str:
        return f"{match[1]}({match[2]}{address(resolve(name, match[3]))}"

    body = _EXPORT.sub(r"\1", _IMPORT.sub("", source))
    if strange := _STRANGE.search(body):
        raise UnknownSyntax(f"{name}: {strange[0]}")
    return re.sub(r"\n{2,}", "\n", _LATER.sub(later, body)).strip("\n")
