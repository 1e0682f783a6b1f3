"""Chapter 3: set-up by both players within their zones, and chapter 11.2, the Model option."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, cast

from stavka.engine.deciding import ByOneSide, ByOwner, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, indices, last_unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.state import places
from stavka.games.zitadelle.rules.c04_sequence import Playing
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded, why_crowded
from stavka.games.zitadelle.rules.c11_reinforcements import Shuffling
from stavka.games.zitadelle.rules.c13_optional_rules.panzer_battalions import AttachingTigers, Splitting, starts
from stavka.games.zitadelle.state import BASE, COMING, GERMAN, OFF, SOVIET, Position, derive, lift, put, stack_load
from stavka.games.zitadelle.words import ask, because
from stavka.hexes import Column, Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

NORTH = 0


def set_up(g: Zitadelle, scenario: str, options: int) -> Position:
    """The position before the first decision."""
    s: Position = Position.blank(scenario)
    s.options = options
    s.place = places([COMING] * len(g.unit_ids))
    s.steps = bytearray(g.full_steps)  # [3.11]
    s.hosts = cast("Column[int, Unit]", array("h", [-1] * len(g.companies)))
    s.morale = bytearray(g.start_level)  # [3.0c, 7.72]
    s.bombed, s.arrived = bytearray(len(g.formations)), bytearray(len(g.formations))
    s.chits = bytearray(len(g.boxes))
    s.held = g.scoring & g.own_side[GERMAN]
    for unit in indices(s.place):
        if g.air >> unit & 1:
            s.place[unit] = BASE
        elif g.whole[unit] >= 0 or (g.hq_units >> unit & 1 and not g.uses(s, "front_hqs")):  # [7.66c]
            s.place[unit] = OFF
    derive(g, s)
    s.stack = [Playing()]
    if g.uses(s, "tiger_companies"):
        s.stack.append(AttachingTigers())
    s.stack.append(SettingUp(GERMAN))  # [3.0b]
    if g.uses(s, "panzer_battalions") or g.uses(s, "tiger_companies"):
        s.stack.append(Splitting())  # [13.42a, 13.44]
    if g.uses(s, "model"):
        s.stack.append(Modelling())  # [11.21]
    s.stack.append(SettingUp(SOVIET))  # [3.0a]
    if g.uses(s, "variable_entry"):
        s.stack.append(Shuffling(box=0))  # [13.32a]
    return s


@fixed_frame("model")
class Modelling(Frame):
    """The German player's choice of the Model option."""


class Model(ByOneSide["Zitadelle", Position, Modelling]):
    """The German player declares the Model option or does not."""

    rule = "11.21"
    decides = GERMAN
    free = OPTIONS  # the German player sets up next

    def offer(self, g: Zitadelle, s: Position, f: Modelling) -> Offer:
        return Offer(self.seat(g, s, f), options=g.MODEL | g.NO_MODEL)  # [11.21]

    def option(self, g: Zitadelle, s: Position, f: Modelling, option: Option) -> None:
        s.stack.pop()
        s.model = int(1 << option == g.MODEL)
        s.tell("model" if s.model else "no model", ("11.21",))

    def prompt(self, g: Zitadelle, s: Position, f: Modelling) -> str:
        return ask("model")


# -- where units may be set up --------------------------------------------------------------------------------------


def zone_hexes(g: Zitadelle, s: Position, unit: Unit) -> int:
    """The hexes of a unit's deployment zone, whatever units are in them."""
    whole = g.whole[unit] if g.whole[unit] >= 0 else unit
    if g.hq_units >> whole & 1:
        own = g.own_side[SOVIET] & g.all_zones[SOVIET]
        return own & g.grid.on_sheet[g.grid.sheet(g.setup_hex[whole])]  # any zone of its front
    if g.zone[whole]:
        return g.deployment[g.zone[whole]]  # [3.12]
    if g.model_zone[whole]:
        return g.deployment[g.model_zone[whole]]  # [11.22b]
    return g.own_side[GERMAN] & g.grid.on_sheet[NORTH] & ~g.barred_to_model  # [11.22a]


def free_hexes(g: Zitadelle, s: Position, unit: Unit) -> int:
    """The hexes in which a unit may be set up now. The first battalion of a split regiment leaves room for the
    second."""
    zone = zone_hexes(g, s, unit)
    free = zone & ~crowded(g, s, unit)  # [3.12, 3.14, 11.22c]
    if not g.panzer_battalions >> unit & 1:
        return free
    twin = next(part for part in g.parts[g.whole[unit]] if part != unit)
    if s.place[twin] >= 0:
        return free & g.grid.range(s.place[twin], 1)  # [13.42b]
    roomy = sum(1 << hex_ for hex_ in hexes_in(free) if not (s.full[GERMAN] | last_third(g, s)) >> hex_ & 1)
    return free & (roomy | g.grid.spread(free) & free)


def last_third(g: Zitadelle, s: Position) -> int:
    """German hexes with room for one battalion and no more."""
    limit = g.stack_limit - g.battalion_thirds
    return sum(1 << hex_ for hex_ in hexes_in(s.crowd[GERMAN]) if stack_load(g, s.at[hex_]) == limit)


def waiting(g: Zitadelle, s: Position, side: Side) -> int:
    """Units of a side that are still to be set up."""
    own = g.side_units[side] & g.ground
    return sum(1 << unit for unit in units_in(own) if s.place[unit] == COMING and starts(g, s, unit))


def next_units(g: Zitadelle, s: Position, units: int) -> int:
    """The units of the group that are set up next; after the first battalion of a regiment, the second."""
    for unit in units_in(units & g.panzer_battalions):
        if any(s.place[part] >= 0 for part in g.parts[g.whole[unit]]):
            return 1 << unit  # [13.42b]
    return next((units & own for _, own in g.groups if units & own), 0)  # [3.0a, 3.0b]


# -- the front line -------------------------------------------------------------------------------------------------


def covered(g: Zitadelle, s: Position, side: Side) -> int:
    """Hexes that hold a unit of a side or lie in its ZOC."""
    return s.occupied[side] | g.grid.spread(s.exert[side], g.open_sides)  # [3.13]


def gaps(g: Zitadelle, s: Position, side: Side) -> int:
    """Hexes at the front that are not covered."""
    return g.front[side] & ~covered(g, s, side)  # [3.13]


def footprint(g: Zitadelle, unit: Unit, hex_: Hex) -> int:
    """The hexes that one unit in a hex covers."""
    return 1 << hex_ | (g.near[hex_] if g.exerts >> unit & 1 else 0)


def repairs(g: Zitadelle, s: Position, side: Side) -> dict[Unit, int]:
    """Units whose being set up elsewhere would leave fewer gaps, and where."""
    open_ = gaps(g, s, side)
    placed = [u for u in units_in(g.side_units[side] & g.combat_units) if s.place[u] >= 0 and starts(g, s, u)]
    once = twice = 0
    for unit in placed:
        own = footprint(g, unit, s.place[unit])
        twice |= once & own
        once |= own
    near = g.grid.spread(open_) | open_
    found = {}
    for unit in placed:
        lost = g.front[side] & footprint(g, unit, s.place[unit]) & ~twice
        room = zone_hexes(g, s, unit) & near & ~crowded(g, s, unit) & ~(1 << s.place[unit])
        if g.panzer_battalions >> unit & 1:
            room = 0  # bound to its twin
        better = 0
        for hex_ in hexes_in(room):
            left = (open_ | lost) & ~footprint(g, unit, hex_)
            if left.bit_count() < open_.bit_count():
                better |= 1 << hex_
        if better:
            found[unit] = better
    return found


# -- the steps ------------------------------------------------------------------------------------------------------


@frame("set_up")
class SettingUp(Frame):
    """One player's set-up."""

    side: Side
    units: int = -1  # still to be set up (-1: find out)


class SetUp(BySide["Zitadelle", Position, SettingUp]):
    """A player sets up group by group, and may have the rest or everything put in its historical place.

    If all units are placed but the front is not covered, units are set up again until it is."""

    rule = "3.12"
    free = UNITS

    def proceed(self, g: Zitadelle, s: Position, f: SettingUp) -> bool:
        if f.units < 0:
            f.units = waiting(g, s, f.side)
        return False

    def offer(self, g: Zitadelle, s: Position, f: SettingUp) -> Offer:
        seat = self.seat(g, s, f)
        units = next_units(g, s, f.units)
        if units:
            return Offer(seat, units=units, options=g.REST | g.HISTORICAL)  # [3.0a, 3.0b]
        if gaps(g, s, f.side):  # [3.13]
            return Offer(seat, units=sum(1 << unit for unit in repairs(g, s, f.side)), options=g.HISTORICAL)
        return Offer(seat, options=g.DONE | g.HISTORICAL)

    def unit(self, g: Zitadelle, s: Position, f: SettingUp, unit: Unit) -> None:
        f.units &= ~(1 << unit)
        s.stack.append(Placing(unit))

    def option(self, g: Zitadelle, s: Position, f: SettingUp, option: Option) -> None:
        bit = 1 << option
        f.units = 0
        if bit == g.HISTORICAL:
            take_back(g, s, f.side)
        if bit != g.DONE:
            units = waiting(g, s, f.side)
            set_up_rest(g, s, units)
            s.tell("set up rest", ("3.0a" if f.side == SOVIET else "3.0b",), side=f.side, number=units.bit_count())
        if bit != g.REST:
            s.stack.pop()
            s.tell("set up done", ("3.0a" if f.side == SOVIET else "3.0b",), side=f.side)

    def prompt(self, g: Zitadelle, s: Position, f: SettingUp) -> str:
        units = next_units(g, s, f.units)
        if units:
            return ask("set up", group=g.group_name(last_unit(units)))
        missing = gaps(g, s, f.side)
        return ask("front gaps", hexes=", ".join(g.grid.numbers(missing))) if missing else ask("set up done")

    def why(self, g: Zitadelle, s: Position, f: SettingUp, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION:
            if 1 << pick[1] == g.DONE:
                return because("3.0a", "units left") if f.units else because("3.13", "front open")
            return because("3.0a", "nothing left to set up") if 1 << pick[1] == g.REST else None
        if pick[0] != UNIT:
            return None
        if g.side[pick[1]] != f.side:
            return because("3.0a" if f.side == SOVIET else "3.0b", "other sets up")
        if s.place[pick[1]] >= 0:
            return because("3.12", "is set up")
        if f.units >> pick[1] & 1:
            return because("3.0a", "other group first")
        return because("11.0", "not at the start")


@fixed_frame("set_up_unit")
class Placing(Frame):
    """A unit that is being set up."""

    unit: Unit


class SetUpUnit(ByOwner["Zitadelle", Position, Placing]):
    """One unit is set up, or set up elsewhere."""

    rule = "3.12"
    free = HEXES

    def hexes(self, g: Zitadelle, s: Position, unit: Unit) -> int:
        if s.place[unit] >= 0:
            return repairs(g, s, g.side[unit])[unit]  # [3.13]
        return free_hexes(g, s, unit)

    def offer(self, g: Zitadelle, s: Position, f: Placing) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f.unit))

    def hex(self, g: Zitadelle, s: Position, f: Placing, hex_: Hex) -> None:
        s.stack.pop()
        if s.place[f.unit] >= 0:
            lift(g, s, f.unit, COMING)
        put(g, s, f.unit, hex_)
        s.tell("set up", ("3.12",), unit=f.unit, hex=hex_)

    def prompt(self, g: Zitadelle, s: Position, f: Placing) -> str:
        return ask("set up unit", unit=g.labels[f.unit])

    def why(self, g: Zitadelle, s: Position, f: Placing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        unit = f.unit
        if not zone_hexes(g, s, unit) >> hex_ & 1:
            if g.hq_units >> unit & 1:
                return because("3.12", "other front")
            if g.model_zone[unit]:
                return because("11.22b", "other zone", zone=g.model_zone[unit])
            if g.model_units >> unit & 1:
                return because("11.22a", "model zone")
            return because("3.12", "other zone", zone=g.group_name(unit))
        if crowded(g, s, unit) >> hex_ & 1:
            return why_crowded(g, s, unit, hex_)
        if s.place[unit] >= 0:
            return because("3.13", "no better")
        return because("13.42b", "twins together")


# -- the automatic set-up -------------------------------------------------------------------------------------------


def take_back(g: Zitadelle, s: Position, side: Side) -> None:
    """All units of a side are still to be set up again, regiments whole."""
    for unit in units_in(g.side_units[side] & g.ground):
        if s.place[unit] >= 0:
            lift(g, s, unit, COMING)
        if g.panzer_battalions >> unit & 1 and s.place[unit] == COMING and starts(g, s, unit):
            s.place[unit] = OFF
            s.place[g.whole[unit]] = COMING


def set_up_rest(g: Zitadelle, s: Position, left: int) -> None:
    """The units still to be set up go to their places in history, or as near as there is room."""
    while units := next_units(g, s, left):
        for unit in units_in(units):
            left &= ~(1 << unit)
            put(g, s, unit, default_hex(g, s, unit))
            if g.panzer_battalions >> unit & 1:
                break  # the other battalion of its regiment comes next


def default_hex(g: Zitadelle, s: Position, unit: Unit) -> Hex:
    whole = g.whole[unit] if g.whole[unit] >= 0 else unit
    free = free_hexes(g, s, unit)
    wanted = g.setup_hex[whole] if g.setup_hex[whole] >= 0 else g.corps_hex[g.formation[whole]]
    if free >> wanted & 1:
        return wanted
    return min(hexes_in(free), key=lambda hex_: (g.grid.distance(wanted, hex_), hex_))
