"""Chapter 11: reinforcements, replacements, the airborne drop, Supreme Command Negotiation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOneSide, ByOwner
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import EMPTY_HAND, HEXES, UNITS, Hand
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.traces.rules.c05_stacking import crowded
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c08_supply.supply_lines import enemy_cities
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.state import AXIS, BOX, DUE, REPLACED, SOVIET, Position, lift, put
from stavka.games.traces.words import ask, because
from stavka.hexes import Hex, flood

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def railhead_hexes(g: Traces, s: Position, side: Side) -> int:
    """Railroad hexes joined by rail to a friendly Supply Source on the map (the Bridgehead does not serve, 11.1h)."""
    through = g.rail_hexes & ~s.occupied[1 - side]  # [11.0b]
    through &= ~enemy_zoc(g, s, side)  # [11.0b, 11.0c]
    through &= ~(enemy_cities(g, s, side) & g.major_cities)  # [11.0b]
    return flood(g.grid, g.sources[side] & through, through, g.rail_sides)  # [11.0b, 11.1h]


def placement_hexes(g: Traces, s: Position, unit: Unit) -> int:
    return railhead_hexes(g, s, g.side[unit]) & ~crowded(g, s, unit)  # [11.0d]


def replaceable(g: Traces, s: Position, unit: Unit) -> int:
    """Units whose place a Replacement may take: same type, on the map, no supply marker."""
    same = g.type_units[g.type[unit]] & g.side_units[g.side[unit]]  # [11.1d]
    same &= ~(s.oos | s.isolated)  # [11.1d]
    return sum(1 << other for other in units_in(same) if s.place[other] >= 0)


def draw_reinforcements(g: Traces, s: Position) -> None:
    """The next numbered group of Soviet reinforcements is due."""
    s.draws += 1  # [11.1a, 11.1b]
    arriving = [unit for unit in units_in(g.groups.get(s.draws, 0)) if s.place[unit] == BOX]
    for unit in arriving:
        s.place[unit] = DUE  # [11.1a, 11.1c]
    s.tell("reinforcements", ("11.1a",), draw=s.draws, units=sum(1 << unit for unit in arriving))
    s.stack.append(Reinforcing())


@frame("reinforcements")
class Reinforcing(Frame):
    """Soviet units that are due are placed."""


class Reinforcements(ByOneSide["Traces", Position, Reinforcing]):
    """Soviet units that are due are placed; Replacements take the place of others, or are kept."""

    rule = "11.0a"
    decides = SOVIET
    free = UNITS  # the unit that is picked is asked where it goes

    def proceed(self, g: Traces, s: Position, f: Reinforcing) -> bool:
        if self.units(g, s):
            return False
        s.stack.pop()
        return True

    def units(self, g: Traces, s: Position) -> int:
        rail = railhead_hexes(g, s, SOVIET)
        units = 0
        for unit in units_in(g.side_units[SOVIET]):
            if s.place[unit] == DUE:
                if g.replacements >> unit & 1:
                    units |= bool(replaceable(g, s, unit)) << unit  # [11.1c]
                else:
                    units |= bool(rail & ~crowded(g, s, unit)) << unit
        return units

    def offer(self, g: Traces, s: Position, f: Reinforcing) -> Offer:
        units = self.units(g, s)
        options: int = 0 if units & ~g.replacements else g.DONE
        return Offer(self.seat(g, s, f), units=units, options=options)

    def hand(self, g: Traces, s: Position, f: Reinforcing) -> Hand:
        return EMPTY_HAND._replace(is_placed=True)

    def unit(self, g: Traces, s: Position, f: Reinforcing, unit: Unit) -> None:
        s.stack.append(Replacing(unit) if g.replacements >> unit & 1 else Placing(unit))

    def option(self, g: Traces, s: Position, f: Reinforcing, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Reinforcing) -> str:
        return ask("reinforcements")

    def why(self, g: Traces, s: Position, f: Reinforcing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.DONE:
            return because("11.0a", "place all first")
        if pick[0] != UNIT:
            return None
        if s.place[pick[1]] != DUE or g.side[pick[1]] != SOVIET:
            return because("11.1a", "not due")
        if g.replacements >> pick[1] & 1:
            return because("11.1d", "nobody to replace")
        return because("11.0b", "no railroad room")


@fixed_frame("place")
class Placing(Frame):
    """A unit is to be placed."""

    unit: Unit


class Place(ByOwner["Traces", Position, Placing]):
    """A reinforcement is placed on the railway."""

    rule = "11.0b"

    def free_picks(self, g: Traces, s: Position, f: Placing, offer: Offer) -> Offer:
        """Hexes while the step below has something else to ask, of which this unit cannot take the last room."""
        asked = offered_below(g, s)
        others = asked.units & ~(1 << f.unit)
        if asked.hexes or others & g.replacements:
            return offer.only(HEXES)
        rail = railhead_hexes(g, s, g.side[f.unit])
        return offer.only(
            HEXES if any((rail & ~crowded(g, s, other)).bit_count() > 1 for other in units_in(others)) else 0
        )

    def hand(self, g: Traces, s: Position, f: Placing) -> Hand:
        return Hand(1 << f.unit, s.place[f.unit], has_set_out=False, is_placed=True)

    def offer(self, g: Traces, s: Position, f: Placing) -> Offer:
        return Offer(self.seat(g, s, f), hexes=placement_hexes(g, s, f.unit))  # [11.0b, 11.0e]

    def hex(self, g: Traces, s: Position, f: Placing, hex_: Hex) -> None:
        s.stack.pop()
        place(g, s, f.unit, hex_)

    def prompt(self, g: Traces, s: Position, f: Placing) -> str:
        return ask("place", unit=g.label(s, f.unit))

    def why(self, g: Traces, s: Position, f: Placing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        side, bit = g.side[f.unit], 1 << pick[1]
        if not bit & g.rail_hexes:
            return because("11.0b", "no railroad")
        if bit & s.occupied[1 - side]:
            return because("11.0b", "enemy there")
        if bit & enemy_zoc(g, s, side):
            return because("11.0c", "placed in zone")
        if not bit & railhead_hexes(g, s, side):
            return because("11.0b", "railroad cut")
        return because("11.0d", "too many there")


def offered_below(g: Traces, s: Position) -> Offer:
    """The offer that the step below would make if this one were over."""
    below = s.stack[-2]
    return g.steps[below.step].offer(g, s, below)


def place(g: Traces, s: Position, unit: Unit, hex_: Hex) -> None:
    """A unit comes into play at Full Strength and without a marker."""
    s.steps[unit] = g.full_steps[unit]  # [2.2l]
    put(g, s, unit, hex_)
    s.tell("placed", ("11.0b", "2.2l"), unit=unit, hex=hex_)
    control.enter(g, s, unit, hex_)


@fixed_frame("replace")
class Replacing(Frame):
    """A unit is to be replaced."""

    unit: Unit  # the Replacement


class Replace(ByOneSide["Traces", Position, Replacing]):
    """A Replacement takes the place of a unit of its type."""

    rule = "11.1d"
    decides = SOVIET

    def free_picks(self, g: Traces, s: Position, f: Replacing, offer: Offer) -> Offer:
        """Units while another is due that can be placed: a Replacement leaves all others as much room as before."""
        return offer.only(UNITS if offered_below(g, s).units & ~(1 << f.unit) else 0)

    def offer(self, g: Traces, s: Position, f: Replacing) -> Offer:
        return Offer(self.seat(g, s, f), units=replaceable(g, s, f.unit))

    def unit(self, g: Traces, s: Position, f: Replacing, unit: Unit) -> None:
        s.stack.pop()
        hex_ = s.place[unit]
        s.tell("replaced", ("11.1d", "11.1e"), unit=f.unit, old=unit, hex=hex_)
        lift(g, s, unit, REPLACED)  # [11.1e]
        s.steps[unit] = 0
        place(g, s, f.unit, hex_)

    def prompt(self, g: Traces, s: Position, f: Replacing) -> str:
        return ask("replace", unit=g.label(s, f.unit))

    def why(self, g: Traces, s: Position, f: Replacing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if s.place[unit] < 0 or g.side[unit] != SOVIET:
            return because("11.1d", "not yours to replace")
        if g.type[unit] != g.type[f.unit]:
            return because("11.1d", "replaced other type")
        return because("11.1d", "replaced out of supply")


# -- the airborne operation -----------------------------------------------------------------------------------------


def drop_hexes(g: Traces, s: Position) -> int:
    """Hexes within range of a Soviet unit that is In Supply, without Axis units and with room for 18G."""
    near = 0
    marked = s.oos | s.isolated
    for hex_, here in s.at.items():
        if here & g.side_units[SOVIET] & ~marked:  # [11.1g]
            near |= g.grid.range(hex_, g.airborne_range)  # [11.1g]
    return near & ~s.occupied[AXIS] & ~s.full[SOVIET]  # [5.0f, 5.0c]


@fixed_frame("airborne_drop")
class DroppingAirborne(Frame):
    """The airborne drop is to be made."""


class AirborneDrop(ByOneSide["Traces", Position, DroppingAirborne]):
    """The Bridgehead marker and 18G are placed."""

    rule = "11.1g"
    decides = SOVIET

    def proceed(self, g: Traces, s: Position, f: DroppingAirborne) -> bool:
        if drop_hexes(g, s):
            return False
        s.stack.pop()
        s.tell("no drop", ("11.1g",))
        return True

    def offer(self, g: Traces, s: Position, f: DroppingAirborne) -> Offer:
        return Offer(self.seat(g, s, f), hexes=drop_hexes(g, s))

    def hex(self, g: Traces, s: Position, f: DroppingAirborne, hex_: Hex) -> None:
        s.stack.pop()
        s.bridgehead = hex_  # [11.1g, 11.1j, 11.1k]
        s.tell("airborne drop", ("11.1g", "11.1k"), hex=hex_)
        place(g, s, g.airborne_unit, hex_)  # [11.1g]

    def prompt(self, g: Traces, s: Position, f: DroppingAirborne) -> str:
        return ask("airborne drop")

    def why(self, g: Traces, s: Position, f: DroppingAirborne, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        bit = 1 << pick[1]
        if bit & s.occupied[AXIS]:
            return because("5.0f", "axis there")
        if bit & s.full[SOVIET]:
            return because("5.0c", "two units there")
        return because("11.1g", "drop too far", range=g.airborne_range)


# -- Supreme Command Negotiation ------------------------------------------------------------------------------------


@frame("negotiation")
class Negotiating(Frame):
    """Negotiation Points are spent."""

    half_points: int = -1  # NP left, in halves; -1: the table is still to be looked up


class Negotiation(ByOneSide["Traces", Position, Negotiating]):
    """The Axis player spends Negotiation Points."""

    rule = "4.2.2i"
    decides = AXIS
    free = UNITS  # the unit that is bought is asked where it goes

    def proceed(self, g: Traces, s: Position, f: Negotiating) -> bool:
        if f.half_points < 0:
            f.half_points = 2 * g.negotiation_table[controlled_crossings(s)]  # [4.2.2i]
            s.tell("negotiation", ("4.2.2i",), points=f.half_points / 2)
        offer = self.offer(g, s, f)
        if offer.units or offer.hexes:
            return False
        s.stack.pop()
        return True

    def offer(self, g: Traces, s: Position, f: Negotiating) -> Offer:
        points = f.half_points
        units = 0
        if railhead_hexes(g, s, AXIS) & ~s.full[AXIS]:  # [11.0d]
            for category, pool in g.categories.items():
                if g.np_costs[category] <= points:  # [11.2b]
                    units |= sum(1 << unit for unit in units_in(pool) if s.place[unit] == BOX)  # [11.2a]
        orders = s.orders if points >= g.np_costs["order"] else 0  # [11.2b, 12.2b]
        return Offer(self.seat(g, s, f), units=units, hexes=orders, options=g.DONE)

    def unit(self, g: Traces, s: Position, f: Negotiating, unit: Unit) -> None:
        f.half_points -= g.np_costs[g.category[unit]]  # [11.2b]
        s.place[unit] = DUE
        s.tell("bought", ("11.2a", "11.2b"), unit=unit)
        s.stack.append(Placing(unit))

    def hex(self, g: Traces, s: Position, f: Negotiating, hex_: Hex) -> None:
        f.half_points -= g.np_costs["order"]  # [11.2b]
        s.orders &= ~(1 << hex_)  # [12.2b]
        s.tell("order lifted", ("12.2b",), hex=hex_)

    def option(self, g: Traces, s: Position, f: Negotiating, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Negotiating) -> str:
        offer, points = self.offer(g, s, f), f.half_points / 2
        if not offer.hexes:
            return ask("negotiation units", points=points)
        if not offer.units:
            return ask("negotiation order", points=points)
        return ask("negotiation", points=points)

    def why(self, g: Traces, s: Position, f: Negotiating, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == HEX:
            if not s.orders >> pick[1] & 1:
                return because("12.2b", "no order there")
            return because("11.2b", "order price", points=g.np_costs["order"] / 2)
        if pick[0] == UNIT:
            if s.place[pick[1]] != BOX or not g.category[pick[1]]:
                return because("11.2a", "not in box")
            if g.np_costs[g.category[pick[1]]] > f.half_points:
                return because("11.2b", "unit price", points=g.np_costs[g.category[pick[1]]] / 2)
            return because("11.0b", "no axis railroad room")
        return None
