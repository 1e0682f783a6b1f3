"""Chapter 11 and 13.3: reinforcements by schedule or by chit, and how they enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.engine.deciding import ByDice, ByOwner
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, units_in
from stavka.engine.machine import HEXES, OPTIONS, Hand
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.zitadelle.board import FOOT, MOTORISED
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded, why_crowded
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc, zoc_against
from stavka.games.zitadelle.rules.c07_assault.morale import formation_level, movement_allowance
from stavka.games.zitadelle.rules.c08_movement import unit_moves as movement
from stavka.games.zitadelle.rules.c12_victory import control
from stavka.games.zitadelle.state import COMING, DUE, SOVIET, Position, present, put
from stavka.games.zitadelle.words import ask, because
from stavka.hexes import Enemy, Hex, Reach, Tolls

if TYPE_CHECKING:
    from stavka.games.zitadelle.charts import Chit
    from stavka.games.zitadelle.game import Zitadelle


def arrive(g: Zitadelle, s: Position, side: Side) -> None:
    """At the start of a Movement Phase the side's units of this turn become due; those held back stay due."""
    due = g.those_entering(side, s.turn)  # [11.0, 11.11a]
    if side == SOVIET and g.uses(s, "variable_entry"):
        due = open_boxes(g, s)  # [13.31, 13.34]
    units = sum(1 << unit for unit in units_in(due) if s.place[unit] == COMING)
    for unit in units_in(units):
        s.place[unit] = DUE  # [11.12a]
    s.due |= units
    if units:
        s.tell("reinforcements", ("11.0",), side=side, units=units)


def open_boxes(g: Zitadelle, s: Position) -> int:
    """Play the chits of this turn's boxes: their units arrive."""
    units = 0
    for box, turn in enumerate(g.box_turns):
        if turn == s.turn and not s.opened >> box & 1:  # [13.32b, 13.34]
            s.opened |= 1 << box
            chit = g.chits[s.chits[box] - 1]
            s.tell("chit played", ("13.34",), box=g.boxes[box], chit=chit.label)
            units |= brought_by(g, chit)
    return units


def brought_by(g: Zitadelle, chit: Chit) -> int:
    """The units that a chit brings: those that enter in its turn, at its area if it has one."""
    units = 0
    for unit in units_in(g.those_entering(SOVIET, chit.turn)):  # [13.35]
        if not chit.area or g.area[unit] == chit.area:  # [13.36]
            units |= 1 << unit
    return units


def entry_hexes(g: Zitadelle, s: Position, unit: Unit) -> int:
    """The hexes of a unit's entry area into which the enemy lets it."""
    return g.entry_areas.get(g.area[unit], 0) & ~s.occupied[1 - g.side[unit]]  # [8.21, 11.11b, 11.12b]


def entries(g: Zitadelle, s: Position, unit: Unit, points: int) -> dict[Hex, int]:
    """The entry hexes that a unit can pay for with its MP, and what each costs it."""
    side = g.side[unit]
    tolls = s.tolls if side == SOVIET else ()
    return g.entry_costs(side, g.foot >> unit & 1, entry_hexes(g, s, unit), tolls, points)


def find_entry_costs(g: Zitadelle, side: Side, kind: int, hexes: int, tolls: Tolls, points: int) -> dict[Hex, int]:
    prices = entry_prices(g, side, kind, hexes, tolls)
    return {hex_: cost for hex_, cost in prices.items() if cost <= points}  # [11.11b]


def entry_prices(g: Zitadelle, side: Side, kind: int, hexes: int, tolls: Tolls) -> dict[Hex, int]:
    """The costs of entering the map in each of some hexes, motorised or on foot."""
    costs = g.entry_cost[side][kind]
    return {
        hex_: costs[hex_] + sum(price for price, dear in tolls if dear >> hex_ & 1)  # [8.42b, 11.11b]
        for hex_ in hexes_in(hexes)
    }


def find_doors(g: Zitadelle, side: Side) -> list[tuple[int, int]]:
    """For each entry area of a side, the units that enter there, and the hexes that every one of them can pay for even
    with the lowest MP of the side, unless interdiction makes the hexes more expensive."""
    found = []
    for area, entrants in g.entrants[side].items():
        hexes = g.entry_areas.get(area, 0)
        for costs in g.entry_cost[side]:
            hexes &= ~sum(1 << hex_ for hex_ in hexes_in(hexes) if costs[hex_] > g.least_points[side])
        found.append((entrants, hexes))
    return found


def behind_shut_doors(g: Zitadelle, s: Position, side: Side, due: int) -> int:
    """The units, out of those that are due, without a vacant entry hex that is free of interdiction and costs no more
    than usual."""
    units, open_ = 0, ~(present(s, side) | s.occupied[1 - side])
    if side == SOVIET and s.tolls:
        open_ &= ~g.tolled(s)
    for entrants, hexes in g.doors[side]:
        if entrants & due and not hexes & open_:
            units |= entrants & due
    return units


def shut_out(g: Zitadelle, s: Position, side: Side, units: int) -> int:
    """The units, out of those that are due, that cannot find room to enter now. No unit is tested as long as there is a
    vacant hex that all can reach."""
    due = units & s.due
    doubtful = behind_shut_doors(g, s, side, due) if due else 0
    if not doubtful:
        return 0
    doubtful = crammed(g, s, side, doubtful)
    found = 0
    known: dict[int, bool] = {}
    for unit in units_in(doubtful):
        kind = g.entrant_kind[unit]
        if kind not in known:
            known[kind] = can_enter(g, s, unit)
        if not known[kind]:
            found |= 1 << unit
    return found


def fewest_points(g: Zitadelle, s: Position, side: Side, units: int) -> int:
    """The MP of those of some units of a side whose PM is the lowest, none of them disrupted."""
    levels = [formation_level(g, s, i) for i, those in enumerate(g.formation_units) if those & units]
    return g.allowances[side][min(levels, default=g.lowest_level)]


def crammed(g: Zitadelle, s: Position, side: Side, units: int) -> int:
    """The units, out of some that are due, whose entry areas have no vacant hex in reach of all of them."""
    found, present_here, tolls = 0, present(s, side), s.tolls if side == SOVIET else ()
    for area, entrants in g.entrants[side].items():
        those = entrants & units
        if not those:
            continue
        points = fewest_points(g, s, side, those)
        room = g.entry_room(side, area, points, s.occupied[1 - side], enemy_zoc(g, s, side), tolls)
        if room & present_here == room:
            found |= those
    return found


def find_entry_room(g: Zitadelle, side: Side, area: str, points: int, closed: int, zone: int, tolls: Tolls) -> int:
    """The hexes that every unit that enters in an area can reach with this many MP, motorised or on foot.

    closed, zone: hexes with enemy units and in EZOC."""
    there, hexes, room = Enemy(closed=closed, stop=zone, tolls=tolls), g.entry_areas.get(area, 0) & ~closed, -1
    for kind in (MOTORISED, FOOT):
        room &= find_entry_ways(g, side, kind, points, hexes, zone, there).mask
    return room


class Ways(NamedTuple):
    """The ways in which units of one kind can enter and move on."""

    mask: int  # every hex in reach
    each: tuple[tuple[Hex, int, Reach | None], ...]  # entry hex, MP left there, reach from there if they can move on


def find_entry_ways(g: Zitadelle, side: Side, kind: int, points: int, hexes: int, zone: int, there: Enemy) -> Ways:
    mask, each = 0, []
    for hex_, cost in g.entry_costs(side, kind, hexes, there.tolls, points).items():
        left, found = points - cost, None
        if zone >> hex_ & 1:  # [8.22a]
            left = 0
        elif not g.mines >> hex_ & 1:
            found = g.reachers[side][kind].reach(hex_, left, there)
        mask |= found.mask if found is not None else 1 << hex_
        each.append((hex_, left, found))
    return Ways(mask, tuple(each))


@frame("enter")
class Entering(Frame):
    """A reinforcement that enters."""

    unit: Unit
    points: int  # MP
    half_allowance: int
    flags: int = 0  # flags of the move: none yet


class Enter(ByOwner["Zitadelle", Position, Entering]):
    """A reinforcement enters and moves on.

    Every hex that it can reach from one of its entry hexes is offered; where it enters follows from that."""

    rule = "11.11b"

    def proceed(self, g: Zitadelle, s: Position, f: Entering) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        s.moved |= 1 << f.unit
        return True

    def ways(self, g: Zitadelle, s: Position, f: Entering) -> Ways:
        """The ways in. They depend on the enemy only, so that many units of a phase have the same."""
        unit = f.unit
        there = movement.enemy(g, s, f)
        zone, hexes = zoc_against(g, s, unit), entry_hexes(g, s, unit)
        return g.entry_ways(g.side[unit], g.foot >> unit & 1, f.points, hexes, zone, there)

    def hexes(self, g: Zitadelle, s: Position, f: Entering) -> int:
        return self.ways(g, s, f).mask & ~crowded(g, s, f.unit)  # [8.28]

    def free_picks(self, g: Zitadelle, s: Position, f: Entering, offer: Offer) -> Offer:
        return offer.only(HEXES | OPTIONS if movement.others_can_move(s) else 0)

    def hand(self, g: Zitadelle, s: Position, f: Entering) -> Hand:
        return Hand(1 << f.unit, s.place[f.unit], has_set_out=False, edges=g.reacher_of[f.unit].edges)

    def offer(self, g: Zitadelle, s: Position, f: Entering) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f), options=g.STOP)  # [11.12a]

    def hex(self, g: Zitadelle, s: Position, f: Entering, hex_: Hex) -> None:
        unit = f.unit
        s.stack.pop()
        entry, move, found = self.cheapest(g, s, f, hex_)
        put(g, s, unit, entry)
        control.enter(g, s, unit, entry)
        formation = g.formation[unit]
        if formation >= 0 and not half_entered(g, s, unit):
            s.arrived[formation] += 1  # [13.81a]
        s.tell("enters", ("11.11b",), unit=unit, hex=entry)
        s.stack.append(move)
        if found is not None and hex_ != entry:
            movement.MOVE.go(g, s, move, self.path(g, s, move, found, hex_), found.cost_of(hex_))

    def cheapest(self, g: Zitadelle, s: Position, f: Entering, hex_: Hex) -> tuple[Hex, movement.Moving, Reach | None]:
        """The entry hex, the frame of the move that continues from there, and the reach from there if it can
        continue."""
        least, best = 0, None
        for way in self.ways(g, s, f).each:
            entry, left, found = way
            if entry == hex_ or (found is not None and found.mask >> hex_ & 1):
                cost = found.cost_of(hex_) if found is not None else 0
                if best is None or cost - left < least:
                    least, best = cost - left, way
        assert best is not None, "a hex that is offered can be reached"
        entry, left, found = best
        return entry, movement.Moving(f.unit, left, f.half_allowance, movement.MOVED), found

    def path(self, g: Zitadelle, s: Position, move: movement.Moving, found: Reach, hex_: Hex) -> list[Hex]:
        """The way taken, or only its end if no hex on it can matter."""
        unit, here = move.unit, s.place[move.unit]
        if s.events is None and not found.mask & control.alert(g, s, g.side[unit]):
            return [here, hex_]
        return g.reacher_of[unit].way(found, here, hex_, movement.enemy(g, s, move))

    def option(self, g: Zitadelle, s: Position, f: Entering, option: Option) -> None:
        s.stack.pop()  # [11.12a]
        s.moved |= 1 << f.unit

    def prompt(self, g: Zitadelle, s: Position, f: Entering) -> str:
        return ask("enter", unit=g.labels[f.unit], area=g.area[f.unit])

    def why(self, g: Zitadelle, s: Position, f: Entering, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return because("8.16", "other unit moves", unit=g.labels[f.unit])
        if pick[0] != HEX:
            return None
        if s.occupied[1 - g.side[f.unit]] >> pick[1] & 1:
            return because("8.21", "enemy there")
        if self.ways(g, s, f).mask >> pick[1] & 1:
            return why_crowded(g, s, f.unit, pick[1])
        return because("11.11b", "entry area", area=g.area[f.unit])


ENTER = Enter()


def can_enter(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether a unit that is due has somewhere to go just now."""
    points = movement_allowance(g, s, unit)
    return bool(ENTER.hexes(g, s, Entering(unit, points, half_allowance=points >> 1)))


def half_entered(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether the other battalion of a split regiment has entered before (U55)."""
    if not g.panzer_battalions >> unit & 1:
        return False
    return any(s.place[part] not in (COMING, DUE) for part in g.parts[g.whole[unit]] if part != unit)


@frame("shuffle")
class Shuffling(Frame):
    """The deal of the chits."""

    box: int  # the next box


class Shuffle(ByDice["Zitadelle", Position, Shuffling]):
    """The chits of the variable entry are dealt to their boxes unseen."""

    rule = "13.32a"

    def proceed(self, g: Zitadelle, s: Position, f: Shuffling) -> bool:
        if f.box < len(g.boxes):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Zitadelle, s: Position, f: Shuffling) -> Offer:
        dealt = set(s.chits)
        return Offer(
            self.seat(g, s, f),
            chance=tuple((chit.id, int(i + 1 not in dealt)) for i, chit in enumerate(g.chits)),  # [13.32a]
        )

    def roll(self, g: Zitadelle, s: Position, f: Shuffling, outcome: int) -> None:
        s.chits[f.box] = outcome + 1
        f.box += 1

    def prompt(self, g: Zitadelle, s: Position, f: Shuffling) -> str:
        return ask("shuffle")
