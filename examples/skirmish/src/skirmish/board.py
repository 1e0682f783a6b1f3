"""The map, the counters and the charts as the rules use them: sets of hexes, hexside masks, numbers by unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from skirmish.state import NORTH, SIDES, SOUTH
from stavka.engine import kinds
from stavka.engine.kinds import Side
from stavka.engine.words import Words
from stavka.engine.words.forms import Spoken
from stavka.hexes import Grid, Hex, Hexes, Reacher, Sides, Table, build_edges
from stavka.hexes.sides import add_at, both, without

if TYPE_CHECKING:
    from skirmish.files import Files, Unit

SIDE_NAMES: Final = ("league", "crown")
AREAS: Final = {NORTH: "north", SOUTH: "south"}


class Board:
    """Everything that is printed: nothing here changes in play."""

    grid: Grid
    units: Table[kinds.Unit, Unit]
    unit_ids: Table[kinds.Unit, str]
    labels: Table[kinds.Unit, Spoken]
    side: Table[kinds.Unit, Side]
    side_units: Table[Side, int]
    full_steps: Table[kinds.Unit, int]
    combat: Table[kinds.Unit, tuple[int, ...]]
    allowance: Table[kinds.Unit, int]
    entry_turn: Table[kinds.Unit, int]
    column_turns: Table[Side, int]
    sources: Table[Side, Hexes]
    entries: Table[Side, dict[int, Hexes]]
    words: Words

    def load_board(self, files: Files) -> None:
        hexmap = files.hexmap
        self.hexmap, self.grid, constants = hexmap, hexmap.grid, files.tables.constants
        self.terrain: dict[str, Hexes] = dict.fromkeys((row.id for row in files.tables.terrain), 0)
        for number, terrain in hexmap.terrain.items():
            self.terrain[terrain] |= 1 << self.grid.index(number)  # [2.1]
        self.place_names = {self.grid.index(place.hex): place.name for place in hexmap.places}
        self.place_languages = {self.grid.index(place.hex): place.names for place in hexmap.places}
        self.river: Sides = self.grid.sides_between(hexmap.layer("river"))  # [2.1]
        self.road: Sides = self.grid.sides_between(hexmap.network("road"))  # [2.1]
        self.dry: Sides = without(self.grid.all_sides, self.river)
        self.sources = [self.feature(f"{side} source") for side in SIDE_NAMES]
        self.entries = [{area: self.feature(f"{side} {name}") for area, name in AREAS.items()} for side in SIDE_NAMES]
        self.road_cost, self.river_cost = constants.road_cost.value, constants.river_cost.value
        self.entry_cost, self.shift = [0] * self.grid.size, [0] * self.grid.size
        for row in files.tables.terrain:
            for hex_ in self.grid.bits(self.terrain[row.id]):
                self.entry_cost[hex_], self.shift[hex_] = row.cost, row.shift
        self.reacher = Reacher(build_edges(self.grid, self.steps_by_cost(files)))
        self.stack, self.river_shift = constants.stack.value, constants.river_shift.value
        self.crt = files.tables.crt
        self.goals = {
            self.grid.index(each.hex): each.value for each in files.tables.objective if self.grid.has(each.hex)
        }

    def feature(self, name: str) -> Hexes:
        return self.grid.from_numbers(*self.hexmap.features.get(name, ()))

    def steps_by_cost(self, files: Files) -> dict[int, Sides]:
        """The steps from hex to hex, by their cost."""
        found: dict[int, list[Hexes]] = {}
        for row in files.tables.terrain:
            into = self.grid.into(self.terrain[row.id])
            add_at(found, row.cost, both(into, self.dry))  # [7.2]
            add_at(found, row.cost + self.river_cost, both(into, self.river))  # [7.3]
        add_at(found, self.road_cost, self.road)  # [7.4]
        return {cost: tuple(sides) for cost, sides in found.items()}

    def terrain_of(self, hex_: Hex) -> str:
        return next(name for name, hexes in self.terrain.items() if hexes >> hex_ & 1)

    # -- counters ---------------------------------------------------------------------------------------------------

    def load_counters(self, files: Files) -> None:
        self.units, self.formations = files.units, files.tables.formation
        self.unit_ids = [unit.id for unit in self.units]
        self.labels = [self.words.label(unit.label) for unit in self.units]
        self.side = tuple(Side(SIDE_NAMES.index(unit.side)) for unit in self.units)
        self.side_units = [sum(1 << i for i, own in enumerate(self.side) if own == side) for side in SIDES]
        self.full_steps = bytes(len(unit.combat) for unit in self.units)  # [2.2]
        self.combat = [(0, *reversed(unit.combat)) for unit in self.units]  # [2.2, 2.3]
        self.allowance = bytes(unit.move for unit in self.units)  # [2.2]
        self.entry_turn = bytes(unit.enters or 0 for unit in self.units)
        self.column_turns = [
            max((turn for turn, own in zip(self.entry_turn, self.side, strict=True) if own == side), default=0)
            for side in SIDES
        ]
