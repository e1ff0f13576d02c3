"""The house's own code, read as code: what it imports, names and calls."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.papers import ROOT

CODE = [path for folder in ("domain", "services", "workers", "migrations") for path in (ROOT / folder).rglob("*.py")]


@cache
def used(path: Path) -> frozenset[str]:
    """What a module imports or names, in full where it says so, its methods (`.name`) and keywords (`name=`)."""
    return frozenset(_used(path))


def _used(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{each.name}" for each in names)
                yield from (each.name for each in names)
            case ast.Attribute(attr=name):
                yield ast.unparse(node)
                yield f".{name}"
            case ast.Name(id=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield f"{name}="
            case _:
                pass


def users(name: str) -> set[str]:
    """The modules of the house that use something of this name, or what lies in it."""
    return {
        str(path.relative_to(ROOT))
        for path in CODE
        if any(each == name or each.startswith(f"{name}.") for each in used(path))
    }


def calls(path: Path, *functions: str) -> Iterator[ast.Call]:
    """The calls of these functions in a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in functions:
            yield node


def constant(text: ast.expr, among: frozenset[str] = frozenset()) -> bool:
    """Whether a text is written in the code: alone, or put together from constants and the names `among` them."""
    match text:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name.isupper() or name in among
        case ast.JoinedStr(values=parts):
            return all(constant(part, among) for part in parts)
        case ast.FormattedValue(value=value):
            return constant(value, among)
        case ast.IfExp(body=body, orelse=orelse):
            return constant(body, among) and constant(orelse, among)
        case _:
            return False


def listed(path: Path) -> frozenset[str]:
    """The names that stand, one after the other, for constants that a loop of the module lists."""
    return frozenset(
        node.target.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Tuple)
        if all(isinstance(each, ast.Constant) for each in node.iter.elts)
    )
