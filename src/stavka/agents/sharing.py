"""Assignment of units to tasks so that all tasks together are worth the most, for any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from stavka.engine.kinds import Unit

NOTHING: Final = -1
"""The task of a unit that is left out."""

Worth = Callable[[Any, int], float]
"""The value of a task when a set of units (a bit set) does it; it may be negative for an empty set."""


class Sharing:
    """An assignment of units to tasks, improved by moving one unit at a time until nothing gets better."""

    def __init__(self, tasks: Mapping[Unit, Sequence[Any]], worth: Worth) -> None:
        """tasks: for each unit, the tasks that it can have, including `NOTHING` if it may be left out."""
        self.tasks, self._worth = tasks, worth
        self.known: dict[tuple[int, int], float] = {}
        self.groups: dict[int, int] = {}
        self.set: dict[Unit, int] = {}

    def worth(self, task: int, units: int) -> float:
        if task == NOTHING:
            return 0.0
        found = self.known.get((task, units))
        if found is None:
            found = self.known[task, units] = self._worth(task, units)
        return found

    def gain(self, unit: Unit, task: int) -> float:
        """The change in total value when a unit is given another task."""
        old, bit = self.set[unit], 1 << unit
        if task == old:
            return 0.0
        before, after = self.groups.get(old, 0), self.groups.get(task, 0)
        left = self.worth(old, before & ~bit) - self.worth(old, before)
        return left + self.worth(task, after | bit) - self.worth(task, after)

    def give(self, unit: Unit, task: int) -> None:
        old, bit = self.set.get(unit, NOTHING), 1 << unit
        self.groups[old] = self.groups.get(old, 0) & ~bit
        self.groups[task] = self.groups.get(task, 0) | bit
        self.set[unit] = task

    def best(self, unit: Unit) -> Any:
        """The best task for a unit while the others keep theirs."""
        return max(self.tasks[unit], key=lambda task: (self.gain(unit, task), task == self.set[unit], -task))

    def improve(self, rounds: int = 4) -> dict[Any, int]:
        """Improve the assignment and return the units of each task. Each unit begins with the first task of its
        list."""
        for unit, tasks in self.tasks.items():
            self.give(unit, tasks[0])
        for _ in range(rounds):
            changed = False
            for unit, tasks in self.tasks.items():
                if len(tasks) > 1:
                    best = self.best(unit)
                    if best != self.set[unit]:
                        self.give(unit, best)
                        changed = True
            if not changed:
                break
        return {task: units for task, units in self.groups.items() if task != NOTHING and units}
