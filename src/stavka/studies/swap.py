"""A mutant inside a game that is already imported: the one function that differs gets the mutant's code.

To import a game again for every mutant costs more than to run the situations, and so does to load it again: that is
done only where what was loaded was worked out by the function (`recorded`), or from the data file, in which the mutant
differs. What stands in no function (a table of steps, a class) wants the game anew: `anew` forgets it, and the next
import reads the mutant. So does what a module works out while it is imported."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Container, Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from stavka.assurance.ledger import Site
from stavka.studies.mutants import Mutant


def function_of(site: Site) -> str:
    """The qualified name of the outermost function that contains a tagged line; "" for none."""
    return _function_at(ast.parse(site.file.read_text("utf-8")).body, site.line) if site.file.suffix == ".py" else ""


@contextmanager
def recorded() -> Iterator[set[CodeType]]:
    """Record the code that runs in the meantime: the code object alone is kept."""
    ran: set[CodeType] = set()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call":
            ran.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield ran
    finally:
        sys.setprofile(None)


def swap(mutant: Mutant, package: str, ran: Container[CodeType]) -> None:
    """Make this process run the mutant; it is then of no use for anything else. `ran`: the code that has run in it so
    far."""
    name, file = function_of(mutant.site), str(mutant.site.file)
    if mutant.site.file.suffix != ".py":
        _install(mutant)
        _forget_results(package)
        return
    code = _code_of(compile(mutant.source, file, "exec"), name)
    live = [
        one
        for one in gc.get_objects()
        if isinstance(one, FunctionType) and one.__code__.co_filename == file and one.__code__.co_qualname == name
    ]
    if code is None or len(live) != 1 or live[0].__code__.co_freevars != code.co_freevars:
        anew(mutant, package)
        return
    if live[0].__code__ in ran:
        _forget_results(package)
    live[0].__code__ = code


def anew(mutant: Mutant, package: str) -> None:
    """Make this process import the game again with the mutant."""
    _install(mutant)
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]


def _function_at(body: list[ast.stmt], line: int, prefix: str = "") -> str:
    for node in body:
        if not node.lineno <= line <= (node.end_lineno or 0):
            continue
        if isinstance(node, ast.ClassDef):
            return _function_at(node.body, line, f"{prefix}{node.name}.")
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line:
            return prefix + node.name
    return ""


def _code_of(code: CodeType, name: str) -> CodeType | None:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            found = const if const.co_qualname == name else _code_of(const, name)
            if found is not None:
                return found
    return None


def _forget_results(package: str) -> None:
    """Empty the caches of the game's functions: their values were computed without the mutant."""
    for name, module in list(sys.modules.items()):
        if name.startswith(package):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _install(mutant: Mutant) -> None:
    """Make Python and the data loader read the mutant in place of its file."""
    target = str(mutant.site.file)
    original = SourceFileLoader.get_code
    read_text = Path.read_text
    read_bytes = Path.read_bytes

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        return compile(mutant.source, target, "exec") if self.path == target else original(self, fullname)

    def mutant_text(self: Path, *args: Any, **kwargs: Any) -> str:
        return mutant.source if str(self) == target else read_text(self, *args, **kwargs)

    def mutant_bytes(self: Path) -> bytes:
        return mutant.source.encode() if str(self) == target else read_bytes(self)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]  # this process exists to run the mutant
    Path.read_text = mutant_text  # type: ignore[method-assign]  # likewise
    Path.read_bytes = mutant_bytes  # type: ignore[method-assign]  # likewise
