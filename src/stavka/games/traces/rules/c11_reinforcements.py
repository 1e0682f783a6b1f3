"""Chapter 11: reinforcements, replacements, the airborne drop, Supreme Command Negotiation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.traces.rules.c05_stacking import crowded
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c08_supply.supply_lines import enemy_cities
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.state import AXIS, BOX, DUE, REPLACED, SOVIET, Position, lift, put
from stavka.games.traces.words import ask, because
from stavka.hexes import flood

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def railhead_hexes(g: Traces, s: Position, side: int) -> int:
    """Railroad hexes joined by rail to a friendly Supply Source on the map (the Bridgehead does not serve, 11.1h)."""
    through = g.rail_hexes & ~s.occupied[1 - side]  # [11.0b]
    through &= ~enemy_zoc(g, s, side)  # [11.0b, 11.0c]
    through &= ~(enemy_cities(g, s, side) & g.major_cities)  # [11.0b]
    return flood(g.grid, g.sources[side] & through, through, g.rail_sides)  # [11.0b, 11.1h]


def placement_hexes(g: Traces, s: Position, unit: int) -> int:
    return railhead_hexes(g, s, g.side[unit]) & ~crowded(g, s, unit)  # [11.0d]


def replaceable(g: Traces, s: Position, unit: int) -> int:
    """Units whose place a Replacement may take: same type, on the map, no supply marker."""
    same = g.type_units[g.type[unit]] & g.side_units[g.side[unit]]  # [11.1d]
    same &= ~(s.oos | s.isolated)  # [11.1d]
    return sum(1 << other for other in members(same) if s.place[other] >= 0)


def draw_reinforcements(g: Traces, s: Position) -> None:
    """The next numbered group of Soviet reinforcements is due."""
    s.draws += 1  # [11.1a, 11.1b]
    arriving = [unit for unit in members(g.groups.get(s.draws, 0)) if s.place[unit] == BOX]
    for unit in arriving:
        s.place[unit] = DUE  # [11.1a, 11.1c]
    s.tell("reinforcements", ("11.1a",), draw=s.draws, units=sum(1 << unit for unit in arriving))
    s.stack.append(["reinforcements"])


class Reinforcements(ListStep["Traces", Position]):
    """Soviet units that are due are placed; Replacements take the place of others, or are kept. Frame: [name]."""

    rule = "11.0a"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if self.units(g, s):
            return False
        s.stack.pop()
        return True

    def units(self, g: Traces, s: Position) -> int:
        rail = railhead_hexes(g, s, SOVIET)
        units = 0
        for unit in members(g.side_units[SOVIET]):
            if s.place[unit] == DUE:
                if g.replacements >> unit & 1:
                    units |= bool(replaceable(g, s, unit)) << unit  # [11.1c]
                else:
                    units |= bool(rail & ~crowded(g, s, unit)) << unit
        return units

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        units = self.units(g, s)
        options: int = 0 if units & ~g.replacements else g.DONE
        return Offer(g.seat(s, SOVIET), units=units, options=options)

    def unit(self, g: Traces, s: Position, f: Frame, unit: int) -> None:
        s.stack.append(["replace" if g.replacements >> unit & 1 else "place", unit])

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("reinforcements")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == OPTION and 1 << index == g.DONE:
            return because("11.0a", "place all first")
        if kind != UNIT:
            return None
        if s.place[index] != DUE or g.side[index] != SOVIET:
            return because("11.1a", "not due")
        if g.replacements >> index & 1:
            return because("11.1d", "nobody to replace")
        return because("11.0b", "no railroad room")


class Place(ListStep["Traces", Position]):
    """A reinforcement is placed on the railway. Frame: [name, unit]."""

    rule = "11.0b"

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, g.side[f[1]]), hexes=placement_hexes(g, s, f[1]))  # [11.0b, 11.0e]

    def hex(self, g: Traces, s: Position, f: Frame, hex_: int) -> None:
        s.stack.pop()
        place(g, s, f[1], hex_)

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("place", unit=g.label(s, f[1]))

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        side, bit = g.side[f[1]], 1 << pick[1]
        if not bit & g.rail_hexes:
            return because("11.0b", "no railroad")
        if bit & s.occupied[1 - side]:
            return because("11.0b", "enemy there")
        if bit & enemy_zoc(g, s, side):
            return because("11.0c", "placed in zone")
        if not bit & railhead_hexes(g, s, side):
            return because("11.0b", "railroad cut")
        return because("11.0d", "too many there")


def place(g: Traces, s: Position, unit: int, hex_: int) -> None:
    """A unit comes into play at Full Strength and without a marker."""
    s.steps[unit] = g.full_steps[unit]  # [2.2l]
    put(g, s, unit, hex_)
    s.tell("placed", ("11.0b", "2.2l"), unit=unit, hex=hex_)
    control.enter(g, s, unit, hex_)


class Replace(ListStep["Traces", Position]):
    """A Replacement takes the place of a unit of its type. Frame: [name, unit]."""

    rule = "11.1d"

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, SOVIET), units=replaceable(g, s, f[1]))

    def unit(self, g: Traces, s: Position, f: Frame, unit: int) -> None:
        s.stack.pop()
        hex_ = s.place[unit]
        s.tell("replaced", ("11.1d", "11.1e"), unit=f[1], old=unit, hex=hex_)
        lift(g, s, unit, REPLACED)  # [11.1e]
        s.steps[unit] = 0
        place(g, s, f[1], hex_)

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("replace", unit=g.label(s, f[1]))

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if s.place[unit] < 0 or g.side[unit] != SOVIET:
            return because("11.1d", "not yours to replace")
        if g.type[unit] != g.type[f[1]]:
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


class AirborneDrop(ListStep["Traces", Position]):
    """The Bridgehead marker and 18G are placed. Frame: [name]."""

    rule = "11.1g"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if drop_hexes(g, s):
            return False
        s.stack.pop()
        s.tell("no drop", ("11.1g",))
        return True

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, SOVIET), hexes=drop_hexes(g, s))

    def hex(self, g: Traces, s: Position, f: Frame, hex_: int) -> None:
        s.stack.pop()
        s.bridgehead = hex_  # [11.1g, 11.1j, 11.1k]
        s.tell("airborne drop", ("11.1g", "11.1k"), hex=hex_)
        place(g, s, g.airborne_unit, hex_)  # [11.1g]

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("airborne drop")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        bit = 1 << pick[1]
        if bit & s.occupied[AXIS]:
            return because("5.0f", "axis there")
        if bit & s.full[SOVIET]:
            return because("5.0c", "two units there")
        return because("11.1g", "drop too far", range=g.airborne_range)


# -- Supreme Command Negotiation ------------------------------------------------------------------------------------


class Negotiation(ListStep["Traces", Position]):
    """The Axis player spends Negotiation Points. Frame: [name, half NPs left (-1: look up)]."""

    rule = "4.2.2i"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if f[1] < 0:
            f[1] = 2 * g.negotiation_table[controlled_crossings(s)]  # [4.2.2i]
            s.tell("negotiation", ("4.2.2i",), points=f[1] / 2)
        offer = self.offer(g, s, f)
        if offer.units or offer.hexes:
            return False
        s.stack.pop()
        return True

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        points: int = f[1]
        units = 0
        if railhead_hexes(g, s, AXIS) & ~s.full[AXIS]:  # [11.0d]
            for category, pool in g.categories.items():
                if g.np_costs[category] <= points:  # [11.2b]
                    units |= sum(1 << unit for unit in members(pool) if s.place[unit] == BOX)  # [11.2a]
        orders = s.orders if points >= g.np_costs["order"] else 0  # [11.2b, 12.2b]
        return Offer(g.seat(s, AXIS), units=units, hexes=orders, options=g.DONE)

    def unit(self, g: Traces, s: Position, f: Frame, unit: int) -> None:
        f[1] -= g.np_costs[g.category[unit]]  # [11.2b]
        s.place[unit] = DUE
        s.tell("bought", ("11.2a", "11.2b"), unit=unit)
        s.stack.append(["place", unit])

    def hex(self, g: Traces, s: Position, f: Frame, hex_: int) -> None:
        f[1] -= g.np_costs["order"]  # [11.2b]
        s.orders &= ~(1 << hex_)  # [12.2b]
        s.tell("order lifted", ("12.2b",), hex=hex_)

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("negotiation", points=f[1] / 2)

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == HEX:
            if not s.orders >> index & 1:
                return because("12.2b", "no order there")
            return because("11.2b", "order price", points=g.np_costs["order"] / 2)
        if kind == UNIT:
            if s.place[index] != BOX or not g.category[index]:
                return because("11.2a", "not in box")
            if g.np_costs[g.category[index]] > f[1]:
                return because("11.2b", "unit price", points=g.np_costs[g.category[index]] / 2)
            return because("11.0b", "no axis railroad room")
        return None
