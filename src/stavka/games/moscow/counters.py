"""The counters of Roads to Moscow: their values as columns, sets of units by their properties, and the AMs."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from stavka.engine import kinds
from stavka.engine.kinds import Side, members
from stavka.engine.words.forms import Spoken
from stavka.games.moscow.state import GERMAN, SOVIET
from stavka.hexes import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from stavka.engine.words import Words
    from stavka.games.moscow.files import Files, Unit
    from stavka.hexes import Grid

ANTI_AIRCRAFT: Final = ("anti-aircraft", "heavy anti-aircraft")
HEAVY: Final = ("anti-tank", *ANTI_AIRCRAFT)
VEHICLES: Final = ("armor", "armored car")
ENGINEERS: Final = ("engineers", "motorized engineers")
BUILDERS: Final = ("infantry", "motorized infantry", "bicycle infantry", *ENGINEERS)
PARTNERS: Final = ("motorcycle infantry", "motorized infantry", "motorized engineers", "reconnaissance")
SPEARHEADS: Final = (*VEHICLES, "cavalry")
GUNS: Final = ("field artillery", "rocket artillery")
APART: Final = ("leader", "fuel", "air")
"""What is no combat unit: without steps, strengths and stacking value."""
NO_FORMATION: Final = -1
ANY: Final = "any"
"""The special AM in the files, which belongs to no Formation."""
CHOICE: Final = "choice"
"""In the files, in place of the first AM of the game: the First Player chooses it."""


class Counters:
    unit_ids: Table[kinds.Unit, str]
    side: Table[kinds.Unit, Side]
    full_steps: Table[kinds.Unit, int]
    side_units: Table[Side, int]
    units: Table[kinds.Unit, Unit]
    labels: Table[kinds.Unit, Spoken]
    formation: Table[kinds.Unit, int]
    attack: Table[kinds.Unit, tuple[int, ...]]
    defence: Table[kinds.Unit, tuple[int, ...]]
    printed_er: Table[kinds.Unit, tuple[int, ...]]
    support: Table[kinds.Unit, int]
    range_of: Table[kinds.Unit, int]
    points_of: Table[kinds.Unit, int]
    move_halves: Table[kinds.Unit, int]
    command_points: Table[kinds.Unit, int]
    cas: Table[kinds.Unit, int]
    words: Words

    def load_counters(self, files: Files) -> None:
        self.units = files.units
        self.formations = files.formations
        self.unit_ids = [unit.id for unit in files.units]
        self.labels = [self.words.label(unit.label) for unit in files.units]
        self.side = [GERMAN if unit.side == "german" else SOVIET for unit in files.units]
        self.side_units = (self.those(lambda u: u.side == "german"), self.those(lambda u: u.side == "soviet"))
        self.read_values()
        self.sort_types()
        self.sort_formations(files)

    def those(self, what: Callable[[Unit], object]) -> int:
        """The set of units with a property."""
        return sum(1 << i for i, unit in enumerate(self.units) if what(unit))

    def read_values(self) -> None:
        """Read strengths and ER by steps, from none to two."""
        units = self.units
        self.full_steps = bytes(unit.steps or 0 for unit in units)  # [3.61, 3.62, 11.21b]
        self.attack = [(0, *_by_steps(u.steps, u.attack2, u.attack)) for u in units]  # [2.2.2h]
        self.defence = [(0, *_by_steps(u.steps, u.defence2, u.defence)) for u in units]  # [2.2.2k]
        self.printed_er = [(u.er or 0, *_by_steps(u.steps, u.er2, u.er)) for u in units]  # [3.41, 3.44]
        self.support = [unit.support or 0 for unit in units]  # [2.2.2s]
        self.range_of = [unit.range or 0 for unit in units]  # [2.2.2p]
        self.points_of = [unit.stacking or 0 for unit in units]  # [3.31, 3.31a]
        self.weights = [
            (weight, sum(1 << unit for unit, points in enumerate(self.points_of) if points == weight))
            for weight in sorted(set(self.points_of) - {0})
        ]
        self.move_halves = [2 * (unit.move or 0) for unit in units]  # [2.2.2m]
        self.command_points = [unit.command or 0 for unit in units]  # [15.21a]
        self.cas = [unit.cas or 0 for unit in units]  # [13.25]

    def sort_types(self) -> None:
        those = self.those
        self.combat = those(lambda u: u.type not in APART)  # [2.2.1a, 2.2.1b, 3.14g]
        self.air = those(lambda u: u.type == "air")  # [2.2.1c]
        self.leaders = those(lambda u: u.type == "leader")
        self.fuel_units = those(lambda u: u.type == "fuel")
        self.apart = self.leaders | self.fuel_units
        self.ground = self.combat | self.apart
        self.hqs = those(lambda u: u.type == "hq")
        self.arko = those(lambda u: u.arko)
        self.guns = those(lambda u: u.type in GUNS)  # [3.14f]
        self.rockets = those(lambda u: u.type == "rocket artillery")
        self.attack_only = those(lambda u: u.attack_only)  # [12.0c]
        self.armor = those(lambda u: u.type == "armor" and u.red_attack)  # [3.14d]
        self.vehicles = those(lambda u: u.type in VEHICLES)  # [3.14c]
        self.cavalry = those(lambda u: u.type == "cavalry")
        self.spearheads = those(lambda u: u.type in SPEARHEADS)  # [8.52d, 10.33, 2.2.2w]
        self.heavy = those(lambda u: u.type in HEAVY)
        self.red_defence = those(lambda u: u.red_defence)
        self.red_box = those(lambda u: u.move_class == "red")  # [3.14a]
        self.orange = those(lambda u: u.move_class == "orange")  # [3.14b]
        self.motorized = self.red_box | self.orange  # [3.14e, 8.17]
        self.printed_move = [(self.going_class(1 << i), halves) for i, halves in enumerate(self.move_halves)]
        self.move_alike = [
            sum(1 << i for i, printed in enumerate(self.printed_move) if printed == alike)
            for alike in sorted(set(self.printed_move))
        ]
        self.engineers = those(lambda u: u.type in ENGINEERS)
        self.builders = those(lambda u: u.type in BUILDERS)  # [14.23]
        self.partners = those(lambda u: u.type in PARTNERS)  # [10.61f2]
        self.nkvd = those(lambda u: u.nkvd)
        self.full_zoc = those(lambda u: u.zoc == "full")  # [3.21, 3.23, 2.2.2n]
        self.river_barred = self.guns | self.heavy | self.vehicles  # [8.36c]
        self.in_winter = self.orange | self.red_box & self.side_units[GERMAN]  # [5.14b]
        self.rigid = self.guns | self.heavy  # [11.54a]
        self.stays = (self.guns | self.heavy) & self.orange | self.guns  # [11.61e, 11.63b]

    def going_class(self, units: int) -> int:
        """A number for everything that movement depends on in units that move together, except their side (see
        `going`)."""
        return bool(units & self.combat) | bool(units & self.motorized) << 1 | bool(units & ~self.red_box) << 2

    def sort_formations(self, files: Files) -> None:
        index = {formation.id: i for i, formation in enumerate(files.formations)}
        self.formation = [index[u.formation] if u.formation else NO_FORMATION for u in files.units]  # [4.21]
        self.army = self.those(lambda u: u.type not in APART and not u.formation)  # [4.22, 7.4]
        self.formation_side = [GERMAN if f.side == "german" else SOVIET for f in files.formations]
        self.formation_units = [
            sum(1 << unit for unit, own in enumerate(self.formation) if own == i) for i in range(len(files.formations))
        ]
        self.units_of = cache(self._units_of)
        self.combination = [f.combination for f in files.formations]  # [2.2.2e]
        self.formation_ids = [f.id for f in files.formations]
        # The markers in order, those of a Formation together; then the special one of either side (-1).
        self.marker_of: list[int] = [
            i for i, f in enumerate(files.formations) for _ in range(f.markers)
        ]  # [4.23a, 4.24]
        self.marker_side = [self.formation_side[f] for f in self.marker_of]
        self.any_marker = (len(self.marker_of), len(self.marker_of) + 1)  # [4.25a]
        self.marker_of += [NO_FORMATION, NO_FORMATION]
        self.marker_side += [GERMAN, SOVIET]
        self.side_markers = [[m for m, owner in enumerate(self.marker_side) if owner == side] for side in (0, 1)]

    def _units_of(self, formations: int) -> int:
        """The units of a set of Formations (kept: `units_of`)."""
        return reduce(or_, (self.formation_units[formation] for formation in members(formations)), 0)

    def marker_name(self, marker: int) -> str:
        formation = self.marker_of[marker]
        return ANY if formation == NO_FORMATION else self.formation_ids[formation]

    def markers_of(self, formation: int) -> list[int]:
        return [i for i, f in enumerate(self.marker_of) if f == formation and formation != NO_FORMATION]

    def load_setups(self, files: Files, grid: Grid) -> None:
        """Load the place of each unit at the start of each scenario."""
        self.setup_hex = {
            scenario.id: [
                grid.index(p.hex) if (p := u.placements.get(scenario.number)) and p.hex and grid.has(p.hex) else -1
                for u in files.units
            ]
            for scenario in files.scenarios.scenario
        }


def _by_steps(steps: int | None, reduced: int | None, full: int | None) -> tuple[int, int]:
    """A value with one step left and with two."""
    return (reduced or 0, full or 0) if steps == 2 else (full or 0, full or 0)
