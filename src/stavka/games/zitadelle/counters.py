"""The counters of Zitadelle: values by step, and sets of units by their properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.engine import kinds
from stavka.engine.kinds import NO_UNIT, Side, indices, units_in
from stavka.engine.words.forms import Spoken
from stavka.games.zitadelle.state import GERMAN, SOVIET
from stavka.hexes import NO_HEX, Column, Hex, Table

if TYPE_CHECKING:
    from stavka.engine.words import Words
    from stavka.games.zitadelle.files import Files, Unit
    from stavka.hexes import Grid

BOMBARDMENT: Final = frozenset(
    {"artillery brigade", "multiple rocket artillery regiment", "heavy multiple rocket artillery regiment"}
)  # [2.3c]
ENGINEERS: Final = "panzer engineer company"
AIR: Final = frozenset({"level bomber", "dive bomber"})  # [9.0]
TIGER: Final = "heavy panzer battalion (tiger)"
COMPANY: Final = "tiger company"
PANTHER: Final = "panzer battalion (panther)"
FERDINAND: Final = "heavy tank destroyer battalion (ferdinand)"
HQ: Final = "front hq"
FOOT: Final = frozenset(
    {"infantry regiment", "jaeger battalion", "rifle regiment", "guards rifle regiment", "guards airborne regiment"}
)  # [2.3f]
RIFLE: Final = frozenset({"rifle regiment", "guards rifle regiment", "guards airborne regiment"})
REGIMENT, BRIGADE = 0, 1
REGIMENT_THIRDS: Final = 3


MODEL_GROUP: Final = "Model"


def last(group: str) -> tuple[bool, str]:
    """The order of the groups: letters first."""
    return group == MODEL_GROUP, group


def designation(unit: Unit, corps: Mapping[str, str]) -> str:
    """The designation of a unit: its own number and its division's, or its corps's or army's: 6/3 PzD, 653/XXXXI PzK.
    Engineers, who share the number of a regiment, are Pi (Pioniere)."""
    if unit.type == HQ:
        return unit.name
    above = unit.parent or corps.get(unit.formation, "")
    own = f"Pi {unit.label}" if unit.type == ENGINEERS else unit.label
    return own if "/" in own or above in ("", own) else f"{own}/{above}"


class Marks(NamedTuple):
    """The properties of a ground unit in its hex, for the sets of hexes of a position."""

    side: Side
    groups: tuple[int, ...]
    forms: bool  # whether it is of a corps or army
    support: int  # its kind of support, or -1
    is_hard: bool  # whether it is armoured
    exerts: bool  # whether it has a ZOC
    rank: int  # its stacking rank, or -1


class Bonds(NamedTuple):
    """The properties that decide with which units a ground unit may stack."""

    side: Side
    support: int  # its kind of support, or -1
    is_light: bool  # whether it weighs a battalion
    formation: int  # its corps or army, or -1
    rank: int  # its stacking rank, or -1
    group: int  # its division or corps in that rank, or -1


class Counters:
    unit_ids: Table[kinds.Unit, str]
    side: Table[kinds.Unit, Side]
    full_steps: Table[kinds.Unit, int]
    side_units: Table[Side, int]
    labels: Table[kinds.Unit, Spoken]
    companies: list[kinds.Unit]
    whole: list[kinds.Unit]
    parts: Table[kinds.Unit, list[kinds.Unit]]
    setup_hex: list[Hex]
    area: Table[kinds.Unit, str]
    group: Column[kinds.Unit, tuple[int, ...]]
    type: Table[kinds.Unit, str]
    formation: list[int]
    factor: Table[kinds.Unit, int]
    rank: Table[kinds.Unit, int]
    support_kind: Table[kinds.Unit, int]
    stack_limit: int
    battalion_thirds: int
    integrity_units: int
    words: Words

    def load_counters(self, files: Files, grid: Grid) -> None:
        units = files.units
        self.units = units
        self.unit_ids = [unit.id for unit in units]
        corps = {formation.id: formation.label for formation in files.tables.formation}
        self.labels = [self.words.label(designation(unit, corps)) for unit in units]
        self.side = tuple(GERMAN if unit.side == "german" else SOVIET for unit in units)
        self.type = [unit.type for unit in units]  # [2.22a, 2.22b]
        self.full_steps = bytes(unit.steps for unit in units)  # [3.11, 6.61a, 6.62a]
        self.formations = files.tables.formation
        names = [formation.id for formation in self.formations]
        self.formation = [names.index(unit.formation) if unit.formation in names else -1 for unit in units]  # [2.22g]
        self._values(units)
        self._sort(units)
        self._stacking(units)
        self.marchers = self.marchers_of(GERMAN), self.marchers_of(SOVIET)
        self._belonging(units)
        self._arrivals(units, grid)

    def _values(self, units: tuple[Unit, ...]) -> None:
        """AT strength, armour value and combat strength by steps left: the face that shows."""
        none = [0] * len(units)
        front = [(u.at or 0, u.armour or 0, u.combat or 0) for u in units]
        back = [(u.at2 or 0, u.armour2 or 0, u.combat2 or 0) if u.steps > 1 else front[i] for i, u in enumerate(units)]
        faces = [[(0, 0, 0)] * len(units), back, front]  # [6.6]
        self.at, self.armour, self.combat = (
            tuple([values[kind] for values in face] if face else none for face in faces) for kind in range(3)
        )
        self.without_at = [sum(1 << i for i, at in enumerate(face) if not at) for face in self.at]
        self.factor = [unit.factor or 0 for unit in units]

    def those(self, chosen: Callable[[Unit], bool]) -> int:
        """The set of units with a property."""
        return sum(1 << i for i, unit in enumerate(self.units) if chosen(unit))

    def _sort(self, units: tuple[Unit, ...]) -> None:
        """Sort units into sets."""
        self.side_units = self.those(lambda u: u.side == "german"), self.those(lambda u: u.side == "soviet")
        self.bombardment = self.those(lambda u: u.type in BOMBARDMENT)  # [2.3c]
        self.engineers = self.those(lambda u: u.type == ENGINEERS)
        self.support_units = self.bombardment | self.engineers
        self.supporters = (self.bombardment, self.engineers)
        self.support_kind = [0 if u.type in BOMBARDMENT else 1 if u.type == ENGINEERS else -1 for u in units]
        self.air = self.those(lambda u: u.type in AIR)  # [9.0]
        self.dive_bombers = self.those(lambda u: u.type == "dive bomber")
        self.dive_places = itemgetter(*(i for i, u in enumerate(units) if u.type == "dive bomber"))
        self.level_bombers = self.air & ~self.dive_bombers
        self.companies = [kinds.Unit(i) for i, u in enumerate(units) if u.type == COMPANY]
        companies = self.those(lambda u: u.type == COMPANY)
        self.ground = self.those(lambda u: True) & ~self.air & ~companies  # [13.46a]
        self.combat_units = self.ground & ~self.support_units
        self.armoured = self.those(lambda u: u.armour is not None) & self.combat_units  # [2.3b, 2.22c]
        self.soft_units = self.combat_units & ~self.armoured  # [2.3i]
        self.foot = self.those(lambda u: u.type in FOOT)  # [2.3f]
        self.rifle = self.those(lambda u: u.type in RIFLE)
        self.hq_units = self.those(lambda u: u.type == HQ)
        self.ferdinands = self.those(lambda u: u.type == FERDINAND)  # [10.31b]
        self.panthers = self.those(lambda u: u.type == PANTHER)  # [10.31a]
        self.ignores_toothless = self.armoured & ~self.ferdinands  # [5.23, 7.83b, 8.22b, 10.33b]
        self.fragile = self.panthers | self.ferdinands
        self.reserve = self.those(lambda u: u.reserve)  # [8.5]
        self.model_units = self.those(lambda u: u.model)  # [11.21]

    def _stacking(self, units: tuple[Unit, ...]) -> None:
        """The stacking weight of a unit, and its partners: all units in a hex are of one formation, and the Soviet
        regiments (brigades) in it of one division (corps)."""
        small = self.those(lambda u: u.side == "german" and u.size in ("I", "II"))
        self.battalions = small & self.combat_units
        self.exerts = self.combat_units & ~small & ~self.hq_units  # [5.21]
        self.light = self.those(lambda u: u.size == "II") & self.combat_units  # [5.15]
        self.heavy = self.combat_units & ~self.light  # [5.14, 5.16]
        self.regiment_thirds = REGIMENT_THIRDS
        room = self.stack_limit - self.regiment_thirds
        weights = (self.regiment_thirds, self.heavy), (self.battalion_thirds, self.light)
        self.bulky = sum(those for weight, those in weights if weight > room)  # no other unit can join these
        ranks = {"III": REGIMENT, "X": BRIGADE}  # [2.22h]
        self.rank = [ranks.get(u.size, -1) if u.side == "soviet" else -1 for u in units]  # [5.12a, 5.12b]
        known: dict[tuple[int, int, str], int] = {}
        self.rank_group = [-1] * len(units)
        groups: list[tuple[int, ...]] = []
        for i, unit in enumerate(units):
            own: tuple[int, ...] = (self.formation[i],) if self.formation[i] >= 0 else ()
            if self.rank[i] >= 0 and self.combat_units >> i & 1:
                key = (self.formation[i], self.rank[i], unit.parent or "")  # [2.22f]
                self.rank_group[i] = known.setdefault(key, len(self.formations) + len(known))
                own = (*own, self.rank_group[i])
            groups.append(own)
        self.group = groups
        self.rank_units = [
            self.combat_units & sum(1 << i for i, own in enumerate(self.rank) if own == r) for r in ranks.values()
        ]
        self.group_units = [
            self.ground & sum(1 << i for i, own in enumerate(self.group) if group in own)
            for group in range(len(self.formations) + len(known))
        ]
        self.formation_units = self.group_units[: len(self.formations)]
        self.marks = [
            Marks(
                self.side[i],
                self.group[i],
                not self.hq_units >> i & 1,
                self.support_kind[i],
                bool(self.armoured >> i & 1),
                bool(self.exerts >> i & 1),
                self.rank[i],
            )
            for i in indices(self.side)
        ]
        self.bonds = [
            Bonds(
                self.side[i],
                self.support_kind[i],
                bool(self.light >> i & 1),
                self.formation[i],
                self.rank[i],
                self.rank_group[i],
            )
            for i in indices(self.side)
        ]

    def marchers_of(self, side: Side) -> list[tuple[int, int, int]]:
        """Formation, 1 if on foot, and the units of a formation that move alike."""
        found: dict[tuple[int, int, int], int] = {}
        for i in units_in(self.combat_units & self.side_units[side]):
            if self.formation[i] >= 0:
                key = self.formation[i], self.foot >> i & 1, self.ignores_toothless >> i & 1
                found[key] = found.get(key, 0) | 1 << i
        return [(formation, foot, units) for (formation, foot, _), units in found.items()]

    def _belonging(self, units: tuple[Unit, ...]) -> None:
        """Divisions of three, regiments and their battalions, Tiger battalions and their companies."""
        index = {unit.id: kinds.Unit(i) for i, unit in enumerate(units)}
        self.whole = [index[u.part_of] if u.part_of else NO_UNIT for u in units]
        self.parts = [[kinds.Unit(j) for j, whole in enumerate(self.whole) if whole == i] for i in range(len(units))]
        self.regiments = self.those(lambda u: u.side == "german" and u.size == "III") & self.combat_units
        self.split_regiments = sum(1 << i for i in range(len(units)) if self.parts[i] and self.regiments >> i & 1)
        self.tiger_battalions = self.those(lambda u: u.type == TIGER)
        self.panzer_battalions = sum(
            1 << i for i, whole in enumerate(self.whole) if whole >= 0 and self.regiments >> whole & 1
        )
        divisions: dict[str, list[int]] = {}
        for i, unit in enumerate(units):
            if unit.side == "german" and unit.parent and self.combat_units >> i & 1 and self.whole[i] < 0:
                divisions.setdefault(unit.parent, []).append(i)  # [2.22f]
        self.divisions = [
            tuple((1 << i, sum(1 << part for part in self.parts[i])) for i in own)
            for own in divisions.values()
            if len(own) == self.integrity_units and any(units[i].size == "III" for i in own)  # [7.47]
        ]

    def _arrivals(self, units: tuple[Unit, ...], grid: Grid) -> None:
        self.zone = [unit.zone or "" for unit in units]
        self.setup_hex = [grid.index(unit.hex) if unit.hex else NO_HEX for unit in units]
        wholes = [units[self.whole[i]] if self.whole[i] >= 0 else unit for i, unit in enumerate(units)]
        self.area = [unit.area or "" for unit in wholes]  # [13.42a]
        self.corps_hex = {
            formation: hex_
            for hex_, formation in zip(self.setup_hex[::-1], self.formation[::-1], strict=True)
            if hex_ >= 0
        }
        names = [self.group_name(i) for i in indices(self.side)]
        self.groups = [
            (name, sum(1 << i for i, own in enumerate(names) if own == name)) for name in sorted(set(names), key=last)
        ]  # [3.0a, 3.0b]
        self.entering: dict[tuple[Side, int], int] = {}  # by side and turn
        self.entrants: Table[Side, dict[str, int]] = ({}, {})  # by side and entry area
        for i in indices(self.side):
            unit = wholes[i]
            if unit.enters:
                key, area = (self.side[i], unit.enters), self.area[i]
                own: dict[str, int] = self.entrants[self.side[i]]
                self.entering[key] = self.entering.get(key, 0) | 1 << i  # [11.0]
                own[area] = own.get(area, 0) | 1 << i
        alike: dict[tuple[object, ...], int] = {}
        sorts = self.foot, self.light, self.ignores_toothless
        self.entrant_kind = [
            alike.setdefault((self.area[i], self.group[i], *(those >> i & 1 for those in sorts)), len(alike))
            for i in indices(self.side)
        ]  # a number for all that matters to where a unit can enter
        homes = {unit.parent: unit.zone for unit in units if unit.parent and unit.zone and not unit.model}
        self.model_zone = [homes.get(unit.parent or "", "") or "" if unit.model else "" for unit in units]  # [11.22b]
        self.sector = [0 if unit.sector == "N" else 1 for unit in units]  # [9.13]

    def group_name(self, unit: kinds.Unit) -> str:
        """The letter of a unit's group; the additional units of the Model option are a separate group."""
        whole = self.whole[unit] if self.whole[unit] >= 0 else unit
        return self.zone[whole] or MODEL_GROUP

    def unit_enters(self, unit: kinds.Unit) -> bool:
        return self.units[unit].enters is not None

    def those_entering(self, side: Side, turn: int) -> int:
        """The units that the reinforcement schedule of a side brings in a turn."""
        return self.entering.get((side, turn), 0)
