"""Small errors to put into a module: each is one edit of the source text.

The syntax tree says where, the text is what is edited, so that a mutant differs from the module
in nothing else and reads as a diff of a line or two.
"""

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
_NEGATED_ALREADY: Final = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)

Place: TypeAlias = ast.expr | ast.stmt
Edit: TypeAlias = tuple[str, Place, str]
"""Operator, the node that goes, the text that comes."""

N = TypeVar("N", bound=ast.AST)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed module: `text` is all of it, `old` and `new` the lines that differ."""

    file: str
    line: int
    operator: str
    old: str
    new: str
    text: str


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Make every mutant of a module, in the order of its lines."""
    offsets = _line_offsets(source)
    raw = source.encode()
    mutants: dict[str, Mutant] = {}
    for operator, node, new in _edits(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = offsets[node.lineno - 1] + node.col_offset
        end = offsets[node.end_lineno - 1] + node.end_col_offset
        text = (raw[:start] + new.encode() + raw[end:]).decode()
        removed = node.end_lineno - node.lineno
        added = removed - raw[start:end].count(b"\n") + new.count("\n")
        # Two operators can come to the same; what does not compile is no error to look for.
        if text not in mutants and _compiles(text):
            before = _lines(source, node.lineno, removed)
            after = _lines(text, node.lineno, added)
            mutants[text] = Mutant(file, node.lineno, operator, before, after, text)
    return sorted(mutants.values(), key=lambda mutant: mutant.line)


def _line_offsets(source: str) -> list[int]:
    offsets = [0]
    for line in source.encode().splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    return offsets


def _lines(text: str, first: int, more: int) -> str:
    """Some lines of a text as one."""
    return " ".join(" ".join(text.splitlines()[first - 1 : first + more]).split())


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _edits(tree: ast.AST) -> Iterator[Edit]:
    for node in _walk(tree):
        yield from _edits_of(node)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes whose change can make a difference: no types, texts, assertions, decorators."""
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_idle(child):
                yield from _walk(child)


def _is_idle(node: ast.AST) -> bool:
    if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and _is_type(node.right):
        return True
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or isinstance(node, ast.Assert | ast.JoinedStr)


def _is_type(node: ast.expr) -> bool:
    """A class by its name: `Pon` in `Chi | Pon`."""
    return isinstance(node, ast.Name) and node.id[0].isupper() and not node.id.isupper()


def _edits_of(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                other = _COMPARISONS.get(type(op))
                if other is not None:
                    changed = copy.deepcopy(node)
                    changed.ops[place] = other()
                    yield "comparison", node, _wrapped(changed)
        case ast.BoolOp():
            changed_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and/or", node, _wrapped(_with(node, op=changed_op))
        case ast.UnaryOp(op=ast.Not()):
            yield "negation", node, _wrapped(node.operand)
        case ast.BinOp():
            operator = _ARITHMETIC.get(type(node.op))
            if operator is not None:
                yield "arithmetic", node, _wrapped(_with(node, op=operator()))
        case ast.Constant(value=bool() as value):
            yield "constant", node, str(not value)
        case ast.Constant(value=int() as value):
            yield "constant", node, str(value + 1)
            yield "constant", node, f"({value - 1})"
        case ast.Call(func=ast.Name(id=name) as function) if name in _NAMES:
            yield "function", function, _NAMES[name]
    yield from _edits_of_branches(node)
    yield from _edits_of_statement(node)


def _edits_of_branches(node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        if not _negated_by_another(node.test):
            yield "branches", node.test, _wrapped(ast.UnaryOp(ast.Not(), node.test))
        if isinstance(node, ast.If):
            # Without its body, or for a chain without this link.
            yield "removed", node.test, "False"
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            if not _negated_by_another(test):
                yield "branches", test, _wrapped(ast.UnaryOp(ast.Not(), test))
            yield "removed", test, "True"


def _negated_by_another(test: ast.expr) -> bool:
    """Whether another operator negates this test already."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and isinstance(test.ops[0], _NEGATED_ALREADY)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _edits_of_statement(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield "removed", node, "pass"
        case ast.AugAssign():
            yield "removed", node, "pass"
            other = _ARITHMETIC.get(type(node.op))
            if other is not None:
                yield "arithmetic", node, ast.unparse(_with(node, op=other()))
        case ast.Assign(targets=targets) if _outlive(targets):
            yield "removed", node, "pass"


def _outlive(targets: Sequence[ast.expr]) -> bool:
    """Without an assignment to a plain name the module would just not run."""
    return all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets)


def _with(node: N, **fields: object) -> N:
    changed = copy.deepcopy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _wrapped(node: ast.AST) -> str:
    return f"({ast.unparse(node)})"
