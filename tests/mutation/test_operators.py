"""The mutation check itself: which errors it puts in, and where."""

import pytest

from tests.mutation.operators import mutants_of
from tests.mutation.targets import modules
from tests.support.shared_data import ROOT


def changes(source: str) -> set[str]:
    return {mutant.new for mutant in mutants_of("module.py", source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f = a < b", {"f = (a <= b)"}),
        ("f = a <= b < c", {"f = (a < b < c)", "f = (a <= b <= c)"}),
        ("f = a in b", {"f = (a not in b)"}),
        ("f = a and b", {"f = (a or b)"}),
        ("f = not a", {"f = (a)"}),
        ("f = 7", {"f = 8", "f = (6)"}),
        ("f = True", {"f = False"}),
        ("f = a + b", {"f = (a - b)"}),
        ("f = a | b", {"f = (a & b)"}),
        ("f = any(a)", {"f = all(a)"}),
        ("f(a)", {"pass"}),
        ("a.b = c", {"pass"}),
        ("a = b", set()),
        ("a |= b", {"pass", "a &= b"}),
        ("if a:\n    f", {"if (not a):", "if False:"}),
        ("f = a if b else c", {"f = a if (not b) else c"}),
        (
            "f = [a for a in b if a]",
            {"f = [a for a in b if (not a)]", "f = [a for a in b if True]"},
        ),
        # Types, texts and assertions are no rules.
        ("f: Literal[1, 2]", set()),
        ("Call: TypeAlias = Chi | Pon", set()),
        ("isinstance(a, Chi | Pon)", {"pass"}),
        ('"""Text."""', set()),
        ("assert a == b", set()),
    ],
)
def test_what_is_put_in(source: str, expected: set[str]) -> None:
    assert changes(source) == expected


def test_only_the_named_lines_change() -> None:
    source = "é = 'ü'\nif a < b:\n    f(\n        c,\n        d,\n    )\ng = 1\n"
    for mutant in mutants_of("module.py", source):
        before, after = source.splitlines(), mutant.text.splitlines()
        assert before[: mutant.line - 1] == after[: mutant.line - 1]
        assert mutant.old != mutant.new
    assert ("f( c, d, )", "pass") in {
        (mutant.old, mutant.new) for mutant in mutants_of("module.py", source)
    }


def test_every_module_of_the_list_is_there_and_can_be_changed() -> None:
    for file in modules(ROOT):
        mutants = mutants_of(file, (ROOT / file).read_text(encoding="utf-8"))
        assert mutants or file.endswith("__init__.py"), file
