"""The charts of Zitadelle: CRT, AT fire table, scatter diagram, PM tracks, turn track, chits, constants."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.games.zitadelle.state import GERMAN, SOVIET
from stavka.hexes import NO_HEX

if TYPE_CHECKING:
    from stavka.games.zitadelle.files import Files
    from stavka.hexes import Grid


class Chit(NamedTuple):
    """A chit of the variable entry: it brings the units that are scheduled for its turn (at its area)."""

    id: str
    label: str
    turn: int
    area: str


class Charts:
    def load_charts(self, files: Files) -> None:
        tables = files.tables
        self.crt_names = [column.id for column in tables.crt]
        self.crt_ratios = [(column.attack, column.defence) for column in tables.crt]
        self.crt = [column.results for column in tables.crt]  # [7.3.6a]
        self.at_fire = [column.results for column in tables.at_fire]  # [6.4.3]
        self.scatter_rows = {row.roll: (row.hexes, row.direction or "") for row in tables.scatter}  # [9.31a]
        self.allowances = (
            {row.level: row.german for row in tables.morale},
            {row.level: row.soviet for row in tables.morale},
        )  # [8.13]
        self.least_points = [min(side.values()) for side in self.allowances]
        self.most_points = max(max(side.values()) for side in self.allowances)
        self.start_level = bytes(formation.level for formation in tables.formation)  # [7.71b, 7.72]
        self.air_numbers = {box.turn: (box.north, box.south) for box in tables.track}  # [9.12]
        self.dates = {box.turn: box.date for box in tables.track}
        self.chits = [Chit(chit.id, chit.label, chit.turn, chit.area or "") for chit in tables.chit]  # [13.32a]
        self.boxes = [chit.box for chit in tables.chit]
        self.box_turns = [chit.turn for chit in tables.chit]  # [13.32b]
        self.victories = [(level.id, level.least) for level in tables.victory]  # [12.3]
        self._constants(files)

    def _constants(self, files: Files) -> None:
        constants = files.tables.constants
        self.stack_limit = constants.stack_thirds.value  # [5.11a]
        self.battalion_thirds = constants.battalion_thirds.value  # [5.15]
        self.support_limit = (constants.stack_bombardment.value, constants.stack_engineers.value)  # [5.14]
        self.screened_drm = constants.screened_drm.value
        self.integrity_shift = constants.integrity_shift.value
        self.integrity_units = constants.integrity_units.value
        self.lethal = constants.lethal.value
        self.surrounded_drm = constants.surrounded_drm.value
        self.retreat_length = constants.retreat.value
        self.hq_level = constants.hq_level.value
        self.lowest_level = constants.lowest_level.value
        self.bombing_success = constants.bombing_success.value
        self.dive_bomber_at = constants.dive_bomber_at.value
        self.interdiction_cost = constants.interdiction_cost.value
        self.interdiction_range = constants.interdiction_range.value
        self.tiger_at = constants.tiger_at.value
        self.tiger_armour = constants.tiger_armour.value
        self.step_vp = constants.step_vp.value
        self.recovery_units = constants.recovery_units.value

    def load_display(self, files: Files, grid: Grid) -> None:
        """The level-bombing display, the victory hexes and the scatter diagram on this grid."""
        tables = files.tables
        self.bombing_targets = [i for i, formation in enumerate(tables.formation) if formation.target]  # [9.15]
        self.formation_side = [GERMAN if f.side == "german" else SOVIET for f in tables.formation]
        self.formation_sector = [0 if f.sector == "N" else 1 for f in tables.formation]
        self.values = {grid.index(item.hex): item.value for item in tables.objective if grid.has(item.hex)}  # [12.13]
        self.belgorod = grid.index(tables.belgorod.hex) if grid.has(tables.belgorod.hex) else NO_HEX
        self.belgorod_vp = tables.belgorod.value
        self.scoring = grid.hexes(self.values) | (1 << self.belgorod if self.belgorod >= 0 else 0)
        self.scatter = {
            roll: (hexes, grid.direction_names.index(way) if way else 0)
            for roll, (hexes, way) in self.scatter_rows.items()
        }
