"""Short paths under an ordered list of preferences: where a retreat may go, and which ways are best."""

from collections.abc import Callable, Iterable
from typing import Any

from stavka.hexes.kinds import Hex

Path = tuple[Hex, ...]


def best_paths(
    start: Hex,
    length: int,
    steps: Callable[[Path], Iterable[Hex]],
    key: Callable[[Path], tuple[Any, ...]],
) -> list[Path]:
    """All paths of exactly `length` steps from `start` with the lowest `key`, in the order in which they are found.

    steps: the hexes to which a path (beginning with `start`) can go on. No hex is entered twice. key: the value by
    which a whole path is judged; write the preferences of the rule as a tuple, the first one first. Retreats are a few
    hexes long and each step has few choices, so all paths are tried."""
    best: list[Path] = []
    lowest: tuple[Any, ...] | None = None
    todo: list[Path] = [(start,)]
    while todo:
        path = todo.pop()
        if len(path) <= length:
            todo.extend([(*path, i) for i in steps(path) if i not in path][::-1])
            continue
        found = key(path)
        if lowest is None or found < lowest:
            lowest, best = found, [path]
        elif found == lowest:
            best.append(path)
    return best
