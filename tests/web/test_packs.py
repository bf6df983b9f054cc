"""Modules sent as one file: what is done to them, and what is refused."""

import shutil
import subprocess
from pathlib import Path

import pytest

from server.web.packs import UnknownSyntax, imports_of, needed, pack, resolve

A = """import { b, B } from "./b.js";
import htm, { c } from "htm";
export { deep } from "./b.js";
const box = 1;
export const a = () => b() + box;
export async function later() {
  return (await import("./far.js")).far;
}
const sprite = import.meta.resolve(`../../img/${box}.svg`);
"""
B = """const box = 41;
export function b() {
  return box;
}
export class B {}
export const deep = "deep";
"""


def address(name: str) -> str:
    return f"/x/{name}"


def packed(**sources: str) -> str:
    named = {f"js/ui/{name}.js": source for name, source in sources.items()}
    named["vendor/htm.js"] = ""
    order = [name for name in needed(named, named) if name.startswith("js")]
    return pack(order, named, address)


def test_imports_are_found() -> None:
    source = (
        'import{a as n}from"preact";\n'
        'import {\n  b,\n} from "../model/table.js";\n'
        'export { c } from "./c.js";\n'
        'import "./d.js";\n'
        'export const e = "./e.js";\n'
        '/** @import {F} from "./f.js" */\n'
        'const g = () => import("./g.js");\n'
    )
    assert imports_of("js/state/x.js", source) == [
        "vendor/preact.js",
        "js/model/table.js",
        "js/state/c.js",
        "js/state/d.js",
    ]


def test_specifiers_are_resolved_like_addresses() -> None:
    assert resolve("js/ui/table/hand.js", "../../model/tiles.js") == "js/model/tiles.js"
    assert resolve("js/boot.js", "./i18n.js") == "js/i18n.js"
    with pytest.raises(KeyError, match="react"):
        resolve("js/boot.js", "react")


def test_what_is_imported_comes_first() -> None:
    sources = {
        "js/a.js": 'import "./b.js";\nimport "./c.js";',
        "js/b.js": 'import "./c.js";',
        "js/c.js": "",
    }
    assert needed(sources, ["js/a.js"]) == ["js/c.js", "js/b.js", "js/a.js"]


def test_a_pack_behaves_like_its_modules(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    text = (
        packed(a=A, b=B).replace("/x/vendor", "./vendor").replace("import.meta.resolve", "String")
    )
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "htm.js").write_text("export default 7; export const c = 8;")
    (tmp_path / "pack.mjs").write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "main.mjs").write_text(
        """import * as all from "./pack.mjs";
        const names = Object.keys(all).sort().join();
        console.log(names, all.a(), all.deep, new all.B() instanceof all.B);"""
    )
    run = subprocess.run(
        [node, "main.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout == "B,a,b,deep,later 42 deep true\n"


def test_addresses_in_a_pack_are_whole() -> None:
    text = packed(a=A, b=B)
    assert 'import("/x/js/ui/far.js")' in text
    assert "import.meta.resolve(`/x/img/${box}.svg`)" in text
    assert 'import * as x0 from "/x/vendor/htm.js";' in text


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("export default 1;", "export default 1;"),
        ("const d = 1;\nexport { d };", "export { d };"),
        ("export let d = 1;", "export let d = 1;"),
        ('import * as all from "./b.js";', r"import \* as all"),
        ('import { b as c } from "./b.js";', "b as c"),
        ('export * from "./b.js";', r"import \*"),
        ("export const deep = 2;", "deep, and so does another module"),
        ('import "./a.js";', "js/ui/a.js > js/ui/a.js"),
    ],
)
def test_what_packs_do_not_know_is_refused_by_name(source: str, named: str) -> None:
    with pytest.raises(UnknownSyntax, match=named):
        packed(b=B, a=source)
