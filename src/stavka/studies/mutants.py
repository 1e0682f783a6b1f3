"""Mutants: copies of a module or data file in which one tagged statement is switched off or inverted."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from stavka.assurance.ledger import Site

NUMBER: Final = re.compile(r"(?<![\w.\"-])-?\d+(?![\w.\"-])")
HEX: Final = re.compile(r'"([A-Z]*)(\d{4})"')
FLAG: Final = re.compile(r"\b(true|false)\b")


class Mutant(NamedTuple):
    site: Site
    what: str
    source: str


def mutants(site: Site) -> Iterator[Mutant]:
    text = site.file.read_text("utf-8")
    if site.file.suffix == ".py":
        yield from code_mutants(site, text)
    else:
        yield from data_mutants(site, text)


# -- data -----------------------------------------------------------------------------------------------------------


def data_mutants(site: Site, text: str) -> Iterator[Mutant]:
    """Mutants of a data line: another number, another hex, the other truth value, or the line left out."""
    lines = text.splitlines(keepends=True)
    line = lines[site.line - 1]
    body, hash_, comment = line.partition("#")
    for pattern, change in ((NUMBER, _next), (HEX, _next_hex), (FLAG, _other)):
        for match in pattern.finditer(body):
            new = body[: match.start()] + change(match) + body[match.end() :]
            yield Mutant(site, f"{match[0]} -> {change(match)}", _joined(lines, site.line, new + hash_ + comment))
    yield Mutant(site, "line left out", _joined(lines, site.line, "\n"))


def _next(match: re.Match[str]) -> str:
    return str(int(match[0]) + 1)


def _next_hex(match: re.Match[str]) -> str:
    return f'"{match[1]}{int(match[2]) + 1:04}"'


def _other(match: re.Match[str]) -> str:
    return "false" if match[0] == "true" else "true"


def _joined(lines: list[str], number: int, new: str) -> str:
    return "".join([*lines[: number - 1], new, *lines[number:]])


# -- code -----------------------------------------------------------------------------------------------------------


def code_mutants(site: Site, text: str) -> Iterator[Mutant]:
    tree = ast.parse(text)
    statement = _statement_at(tree, site.line)
    inner = _expression_on(statement, site.line)
    if inner is not None:
        for what, new in expression_mutants(inner):
            yield Mutant(site, what, _replaced(tree, inner, new))
        return
    for what, old, changed in statement_mutants(statement):
        yield Mutant(site, what, _replaced(tree, old, changed))


def _statement_at(tree: ast.AST, line: int) -> ast.stmt:
    """The innermost statement on a line."""
    there = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(there, key=lambda node: node.lineno)


def _expression_on(statement: ast.stmt, line: int) -> ast.expr | None:
    """The largest expression that lies wholly on one line of a statement of several lines."""
    if isinstance(statement, (ast.If, ast.For, ast.While, ast.FunctionDef, ast.ClassDef)):
        return None
    if statement.end_lineno in (statement.lineno, line):
        return None
    best: ast.expr | None = None
    for node in ast.walk(statement):
        if isinstance(node, ast.expr) and node.lineno == line == node.end_lineno:
            width = (node.end_col_offset or 0) - node.col_offset
            if best is None or width > (best.end_col_offset or 0) - best.col_offset:
                best = node
    return best


Change = tuple[str, ast.expr]


def expression_mutants(node: ast.expr) -> Iterator[Change]:
    """Mutants of an expression: a part of it, its opposite, or nothing."""
    maker = MAKERS.get(type(node))
    if maker is not None:
        yield from maker(node)
    if isinstance(node, ast.Constant):
        yield "negated", ast.UnaryOp(ast.Not(), node)
    else:
        yield "nothing", ast.Constant(0)


def _of_comparison(node: ast.expr) -> Iterator[Change]:
    yield "inverted", ast.UnaryOp(ast.Not(), node)


def _of_bool_op(node: ast.BoolOp) -> Iterator[Change]:
    for i in range(len(node.values)):
        rest = [value for j, value in enumerate(node.values) if j != i]
        yield f"without part {i + 1}", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _of_bin_op(node: ast.BinOp) -> Iterator[Change]:
    yield "left part only", node.left
    yield "right part only", node.right
    if isinstance(node.left, ast.BinOp):
        for what, new in expression_mutants(node.left):
            yield f"left: {what}", ast.BinOp(new, node.op, node.right)


def _of_choice(node: ast.IfExp) -> Iterator[Change]:
    yield "always the first", node.body
    yield "always the other", node.orelse


def _of_constant(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, int):
        yield "one more", ast.Constant(node.value + 1)


def _of_tuple(node: ast.Tuple) -> Iterator[Change]:
    for i, part in enumerate(node.elts):
        for what, new in expression_mutants(part):
            yield f"part {i + 1}: {what}", ast.Tuple([*node.elts[:i], new, *node.elts[i + 1 :]], ast.Load())


def _of_call(node: ast.Call) -> Iterator[Change]:
    args, keywords = node.args, node.keywords
    for i, argument in enumerate(args):
        for what, new in expression_mutants(argument):
            yield f"argument {i + 1}: {what}", ast.Call(node.func, [*args[:i], new, *args[i + 1 :]], keywords)
    for i, keyword in enumerate(keywords):
        for what, new in expression_mutants(keyword.value):
            changed = [*keywords[:i], ast.keyword(keyword.arg, new), *keywords[i + 1 :]]
            yield f"{keyword.arg}: {what}", ast.Call(node.func, args, changed)


MAKERS: Final[dict[type[ast.expr], Callable[[Any], Iterator[Change]]]] = {
    ast.Compare: _of_comparison,
    ast.UnaryOp: _of_comparison,
    ast.BoolOp: _of_bool_op,
    ast.BinOp: _of_bin_op,
    ast.IfExp: _of_choice,
    ast.Constant: _of_constant,
    ast.Tuple: _of_tuple,
    ast.Call: _of_call,
}


def statement_mutants(node: ast.stmt) -> Iterator[tuple[str, ast.AST, ast.AST]]:
    if isinstance(node, (ast.If, ast.While)):
        yield "condition inverted", node.test, ast.UnaryOp(ast.Not(), node.test)
        yield "never", node.test, ast.Constant(False)
        for what, new in expression_mutants(node.test):
            yield what, node.test, new
    elif isinstance(node, ast.For):
        yield "over nothing", node.iter, ast.Tuple([], ast.Load())
    elif isinstance(node, (ast.Return, ast.Assign, ast.AnnAssign)) and node.value is not None:
        for what, new in expression_mutants(node.value):
            yield what, node.value, new
        if isinstance(node, ast.Assign) and not any(isinstance(target, ast.Name) for target in node.targets):
            yield "left out", node, ast.Pass()
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "left out", node, ast.Pass()
        for what, new in expression_mutants(node.value):
            if what != "nothing":
                yield what, node.value, new
    else:
        yield "left out", node, ast.Pass()


def _replaced(tree: ast.AST, old: ast.AST, new: ast.AST) -> str:
    """The source of the tree with one node replaced by another."""
    marker = id(old)

    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if id(node) == marker:
                return new
            return self.generic_visit(node)

    swapped = Swap().visit(_clone(tree, old, new))
    return ast.unparse(ast.fix_missing_locations(swapped))


def _clone(tree: ast.AST, old: ast.AST, new: ast.AST) -> ast.AST:
    """A copy of the tree that still holds `old` and `new` themselves, so that the original is not changed."""
    memo = {id(old): old, id(new): new}
    return copy.deepcopy(tree, memo)
