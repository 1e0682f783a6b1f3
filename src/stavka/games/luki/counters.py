"""The counters of Velikye Luki: values by step, and sets of units by their properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, get_args

from stavka.engine import kinds
from stavka.engine.kinds import Side, numbered
from stavka.engine.words.forms import Spoken
from stavka.games.luki.board import FOOT, MOTORIZED
from stavka.games.luki.files import Motorized
from stavka.games.luki.state import GERMAN, SOVIET
from stavka.hexes import NO_HEX, Hex, Table

if TYPE_CHECKING:
    from stavka.engine.words import Words
    from stavka.games.luki.files import Files, Unit
    from stavka.hexes import Grid

MOTORIZED_TYPES: Final = frozenset(get_args(Motorized))  # [2.46a]
ARMOUR: Final = frozenset({"tank", "armored reconnaissance", "armored/mechanized infantry"})
REGIMENT: Final = "III"


def spoken_name(unit: Unit) -> str:
    """The name of a unit in sentences: the label of its counter, or its full name if the label is only a number, which
    nobody would take for a unit."""
    return unit.name if unit.label.isdigit() else unit.label


class Counters:
    unit_ids: Table[kinds.Unit, str]
    side: Table[kinds.Unit, Side]
    full_steps: Table[kinds.Unit, int]
    side_units: Table[Side, int]
    labels: Table[kinds.Unit, Spoken]
    formation: Table[kinds.Unit, int]
    setup_hex: Table[kinds.Unit, Hex]
    entry_turn: Table[kinds.Unit, int]
    rank: Table[kinds.Unit, int]
    infiltrator: kinds.Unit
    words: Words

    def load_counters(self, files: Files, grid: Grid) -> None:
        units = files.units
        self.units = units
        self.unit_ids = [unit.id for unit in units]
        self.labels = [self.words.label(spoken_name(unit)) for unit in units]
        self.side = tuple(GERMAN if unit.side == "german" else SOVIET for unit in units)
        self.type = [unit.type for unit in units]
        self.full_steps = bytes(unit.steps for unit in units)  # [2.48a, 2.48d]
        self.combat = [(0, *reversed(unit.combat)) for unit in units]  # [2.43a, 2.48e]
        self.tactical = bytes(unit.tactical for unit in units)  # [2.43d]
        self.allowance = bytes(2 * (unit.move or 0) for unit in units)  # [2.43b, 10.2a]
        self._sort(units, files)
        self._belonging(units, files)
        self._arrivals(units, grid)

    def those(self, chosen: Callable[[Unit], bool]) -> int:
        """The set of units with a property."""
        return sum(1 << i for i, unit in enumerate(self.units) if chosen(unit))

    def _sort(self, units: tuple[Unit, ...], files: Files) -> None:
        """Sort units into sets."""
        self.side_units = tuple(sum(1 << i for i, own in numbered(self.side) if own == s) for s in (SOVIET, GERMAN))
        self.stationary = self.those(lambda u: u.type == "strongpoint")  # [2.46c, 10.2a, 13.3b]
        self.motorized = self.those(lambda u: u.type in MOTORIZED_TYPES)  # [2.46a]
        self.foot = self.those(lambda u: True) & ~self.motorized & ~self.stationary  # [2.46b]
        self.move_class = bytes(MOTORIZED if self.motorized >> i & 1 else FOOT for i in range(len(units)))  # [10.3b]
        self.exerts = self.those(lambda u: u.zoc)  # [2.41c, 5.0a]
        self.ski = self.those(lambda u: u.type == "ski")
        self.tanks = self.those(lambda u: u.type == "tank")
        self.armour = self.those(lambda u: u.type in ARMOUR)
        self.guards = self.those(lambda u: u.nation == "guards")
        self.kinds = {"armour": self.armour, "guards": self.guards, "motorized": self.motorized, "tank": self.tanks}
        self.combined_arms = self.armour & self.side_units[SOVIET]  # [2.42e]
        self.infiltrator = next(kinds.Unit(i) for i, u in enumerate(units) if u.infiltration)  # [2.42f, 13.5a]
        ranks = {kind: rank.level for rank in files.scenarios.top for kind in rank.types}
        self.rank = bytes(ranks[unit.type] for unit in units)  # [3.6c]

    def _belonging(self, units: tuple[Unit, ...], files: Files) -> None:
        """Sort units into formations, and note which units are eligible for integrity."""
        self.formations = files.tables.formation
        names = [formation.id for formation in self.formations]
        self.formation = [names.index(unit.formation) if unit.formation else -1 for unit in units]  # [3.5a]
        self.members_of = [sum(1 << i for i, own in enumerate(self.formation) if own == f) for f in range(len(names))]
        self.integrity_units = [formation.integrity for formation in self.formations]  # [11.651, 11.652]
        self.red = self.those(lambda u: u.integrity)  # [2.41d]
        self.rifle_regiments = self.those(
            lambda u: u.side == "soviet" and u.type == "infantry" and u.size == REGIMENT
        )  # [11.64a]

    def _arrivals(self, units: tuple[Unit, ...], grid: Grid) -> None:
        self.setup_hex = [grid.index(u.hex) if u.hex and grid.has(u.hex) else NO_HEX for u in units]  # [2.43c]
        self.entry_turn = [u.enters if isinstance(u.enters, int) else 0 for u in units]  # [2.42b]
        self.arrivals: dict[str, int] = {}
        for i, unit in enumerate(units):
            if isinstance(unit.enters, str):
                self.arrivals[unit.enters] = self.arrivals.get(unit.enters, 0) | 1 << i
        self.variable = self.arrivals.get("R", 0)  # [2.42c]
        self.breakout = self.arrivals.get("B", 0)  # [2.42d]
        self.first_turn_units = sum(units for key, units in self.arrivals.items() if key not in ("R", "B"))

    def those_entering(self, turn: int) -> int:
        """The units that the reinforcement schedule brings in a turn."""
        return sum(1 << unit for unit, entry in enumerate(self.entry_turn) if entry == turn)  # [9.0a]
