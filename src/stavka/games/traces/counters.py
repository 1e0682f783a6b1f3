"""The counters of Traces of War: values by step, and sets of units by their properties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.engine import kinds
from stavka.engine.kinds import Side, indices
from stavka.games.traces.state import AXIS, SOVIET
from stavka.hexes import NO_HEX, Hex, Table

if TYPE_CHECKING:
    from stavka.engine.words import Words
    from stavka.engine.words.forms import Spoken
    from stavka.games.traces.files import Files, Unit
    from stavka.hexes import Grid

MECHANISED: Final = frozenset({"armour", "mechanised infantry"})  # [2.2d]


class Values(NamedTuple):
    """The values on counters, by steps left and unit; a second set serves the Ukrainian Front HQs."""

    attack: tuple[Sequence[int], ...]
    defence: tuple[Sequence[int], ...]
    move: tuple[Sequence[int], ...]
    label: Sequence[Spoken]
    range: Sequence[int]


class Counters:
    unit_ids: Table[kinds.Unit, str]
    side: Table[kinds.Unit, Side]
    full_steps: Table[kinds.Unit, int]
    side_units: Table[Side, int]
    type: Table[kinds.Unit, str]
    setup_hex: Table[kinds.Unit, Hex]
    category: Table[kinds.Unit, str]
    airborne_unit: kinds.Unit
    words: Words

    def load_counters(self, files: Files, grid: Grid) -> None:
        units = files.units
        self.units = units
        self.unit_ids = [unit.id for unit in units]
        self.side = tuple(SOVIET if unit.side == "soviet" else AXIS for unit in units)  # [2.2a]
        self.type = [unit.type for unit in units]
        self.full_steps = bytes(unit.steps for unit in units)  # [2.2k]
        self.setup_hex = [grid.index(unit.hex) if unit.hex else NO_HEX for unit in units]
        self.values = (self._values(units, ukrainian=False), self._values(units, ukrainian=True))
        self._sort(units)
        self._arrivals(units)

    def _values(self, units: tuple[Unit, ...], *, ukrainian: bool) -> Values:
        shown = [unit.ukrainian if ukrainian and unit.ukrainian else unit for unit in units]
        none = [0] * len(units)
        attack, defence = [x.attack for x in shown], [x.defence for x in shown]
        move = [x.move for x in shown]
        low = [u.steps > 1 for u in units]
        return Values(
            (none, [u.attack2 or 0 if r else a for u, r, a in zip(units, low, attack, strict=True)], attack),
            (none, [u.defence2 or 0 if r else d for u, r, d in zip(units, low, defence, strict=True)], defence),
            (none, [u.move2 or 0 if r else m for u, r, m in zip(units, low, move, strict=True)], move),
            [self.words.label(x.label) for x in shown],
            [x.range or 0 for x in shown],
        )

    def _sort(self, units: tuple[Unit, ...]) -> None:
        """Sort units into sets."""

        def those(chosen: Sequence[bool]) -> int:
            return sum(1 << i for i, yes in enumerate(chosen) if yes)

        self.side_units = tuple(those([self.side[i] == side for i in indices(self.side)]) for side in (SOVIET, AXIS))
        self.hq_units = those([unit.type == "hq" for unit in units])
        self.combat_units = those([unit.type != "hq" for unit in units])
        self.mechanised = those([unit.type in MECHANISED for unit in units])  # [2.2c, 2.2d]
        self.germans = those([unit.nation == "german" and unit.type != "hq" for unit in units])
        self.minors = those([unit.nation in ("romanian", "hungarian") for unit in units])  # [2.2a]
        self.panzers = self.germans & those([unit.type == "armour" for unit in units])  # [13.3d]
        self.security = those([unit.type == "security division" for unit in units])
        self.type_units = {kind: those([unit.type == kind for unit in units]) for kind in set(self.type)}

    def _arrivals(self, units: tuple[Unit, ...]) -> None:
        """Soviet groups by number, Axis categories, Replacements, the unit of the airborne drop."""
        self.groups: dict[int, int] = {}  # [2.2h, 11.1a]
        self.categories: dict[str, int] = {"PR": 0, "IR": 0, "AR": 0}  # [2.2h, 11.2a]
        self.category = [unit.enters if unit.enters in self.categories else "" for unit in units]
        self.replacements = 0
        for i, unit in enumerate(units):
            if isinstance(unit.enters, int):
                self.groups[unit.enters] = self.groups.get(unit.enters, 0) | 1 << i
            elif unit.enters in self.categories:
                self.categories[unit.enters] |= 1 << i
            if unit.arrives == "replacement":
                self.replacements |= 1 << i  # [2.2m, 11.1c]
        self.airborne_unit = next(kinds.Unit(i) for i, unit in enumerate(units) if unit.arrives == "airborne")
