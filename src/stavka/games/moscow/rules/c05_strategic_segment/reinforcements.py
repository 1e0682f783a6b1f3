"""Chapters 5.2 and 5.3: reinforcements, Optional Groups, Formations in Reserve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, members, units_in
from stavka.engine.machine import HEXES, OPTIONS, Hand, Step
from stavka.engine.offer import HEX, OPTION, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c06_supply import fuel
from stavka.games.moscow.rules.c07_operations.activation import join, note_activation
from stavka.games.moscow.rules.c08_ground_movement.front import front, kind, pace
from stavka.games.moscow.rules.c08_ground_movement.going import MOVED, Moving, closed
from stavka.games.moscow.rules.c11_combat_results.losses import forget
from stavka.games.moscow.state import (
    ASIDE,
    DUE,
    ELIMINATED,
    GERMAN,
    NOT_YET,
    PLAYED,
    READY,
    RESERVE,
    SOVIET,
    Position,
    lift,
    overfull,
    shelve,
)
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


# -- the Reinforcement Phase ----------------------------------------------------------------------------------------


def arrive(g: Moscow, s: Position) -> None:
    """Carry out the set-up cards of this turn: units are due at their entry areas, AMs come into play."""
    schedule = g.schedules[s.scenario]
    coming = s.awaited & ~s.due
    for wave, units in schedule.waves.items():
        if units & coming and is_due(g, s, *wave):
            for unit in units_in(units & coming):
                shelve(s, unit, READY if g.air >> unit & 1 else DUE)  # [5.2, 5.24, SEQ.A.2b, SEQ.A.2c]
    for marker, (turn, group) in schedule.markers.items():
        if s.markers[marker] == NOT_YET and is_due(g, s, turn, group):
            s.markers[marker] = ASIDE  # [7.15]
    for marker, place in enumerate(s.markers):
        if place == RESERVE and s.returns[marker] <= s.turn:
            s.markers[marker], s.returns[marker] = ASIDE, 0  # [5.33]


def is_due(g: Moscow, s: Position, turn: int, group: int) -> bool:
    """Whether the arrivals of a turn (of an Optional Group, by its number, or -1) are due. A group is as late as its
    call."""
    if group < 0:
        return turn <= s.turn
    late = s.calls[group] - g.turn_number(s.scenario, g.scenarios[s.scenario].group[group].turn)
    return s.calls[group] > 0 and turn + late <= s.turn


@frame("reinforcement")
class Reinforcing(Frame):
    """The arrival of reinforcements and AMs."""


class Reinforcement(Step["Moscow", Position, Reinforcing]):
    """Reinforcements are there, AMs come back from the turn before."""

    rule = "5.2"

    def proceed(self, g: Moscow, s: Position, f: Reinforcing) -> bool:
        s.stack.pop()
        for marker, place in enumerate(s.markers):
            if place == PLAYED:
                s.markers[marker] = ASIDE  # [7.15, 7.26]
        arrive(g, s)
        return True


@fixed_frame("groups")
class CallingGroups(Frame):
    """One side's call of Optional Groups."""

    side: Side


class Groups(BySide["Moscow", Position, CallingGroups]):
    """A player may call Optional Groups."""

    rule = "SEQ.A.2b"

    def proceed(self, g: Moscow, s: Position, f: CallingGroups) -> bool:
        if self.groups(g, s, f.side):
            return False
        s.stack.pop()
        return True

    def groups(self, g: Moscow, s: Position, side: Side) -> int:
        """The Optional Groups that can be called now."""
        found = 0
        for i, group in enumerate(g.scenarios[s.scenario].group):
            mine = (GERMAN if group.side == "german" else SOVIET) == side
            if mine and not s.calls[i] and g.turn_number(s.scenario, group.turn) <= s.turn:
                found |= 1 << i
        return found

    def offer(self, g: Moscow, s: Position, f: CallingGroups) -> Offer:
        options = g.DONE
        for i in members(self.groups(g, s, f.side)):
            options |= g.CALL[i]
        return Offer(self.seat(g, s, f), options=options)

    def option(self, g: Moscow, s: Position, f: CallingGroups, option: Option) -> None:
        if 1 << option == g.DONE:
            s.stack.pop()
            return
        number = next(i for i, bit in enumerate(g.CALL) if bit == 1 << option)
        group = g.scenarios[s.scenario].group[number]
        s.calls[number] = s.turn
        s.points += group.points
        s.tell("group called", ("SEQ.A.2b",), side=f.side, group=group.title, points=group.points)
        arrive(g, s)

    def prompt(self, g: Moscow, s: Position, f: CallingGroups) -> str:
        return ask("groups")


@fixed_frame("reserves")
class FormingReserves(Frame):
    """One side's choice of Formations for the Reserve."""

    side: Side


class Reserves(BySide["Moscow", Position, FormingReserves]):
    """A player may put Formations in Reserve."""

    rule = "5.31"

    def proceed(self, g: Moscow, s: Position, f: FormingReserves) -> bool:
        if self.formations(g, s, f.side):
            return False
        s.stack.pop()
        return True

    def formations(self, g: Moscow, s: Position, side: Side) -> int:
        """Formations with AMs that are available."""
        found = 0
        for marker, place in enumerate(s.markers):
            if place == ASIDE and g.marker_side[marker] == side and g.marker_of[marker] >= 0:  # [5.34]
                found |= 1 << g.marker_of[marker]
        return found

    def offer(self, g: Moscow, s: Position, f: FormingReserves) -> Offer:
        formations = g.formation_options(self.formations(g, s, f.side))
        return Offer(self.seat(g, s, f), options=g.DONE | formations)  # [5.31, 5.33]

    def option(self, g: Moscow, s: Position, f: FormingReserves, option: Option) -> None:
        if 1 << option == g.DONE:
            s.stack.pop()
            return
        formation = g.formation_of_option(option)
        for marker in g.markers_of(formation):
            if s.markers[marker] == ASIDE:
                s.markers[marker], s.returns[marker] = RESERVE, s.turn + g.reserve_turns  # [5.31]
        s.tell("reserve", ("5.31",), side=f.side, formation=formation)

    def prompt(self, g: Moscow, s: Position, f: FormingReserves) -> str:
        return ask("reserves")

    def why(self, g: Moscow, s: Position, f: FormingReserves, seat: int, pick: Pick) -> Reason | None:
        return because("5.31", "no markers for reserve") if pick[0] == OPTION else None


# -- entering -------------------------------------------------------------------------------------------------------


def entry_hexes(g: Moscow, s: Position, unit: Unit) -> int:
    """The hexes by which a unit may come onto the map."""
    side = g.side[unit]
    if g.fuel_units >> unit & 1:
        hexes = g.fuel_entry(s)  # [6.45b]
    else:
        area = g.schedules[s.scenario].areas[unit]
        hexes = g.entry_areas[area]  # [5.2a]
        other = g.otherwise.get(area)
        if other is not None:
            free = hexes & control.controlled(s, side) & ~enemy_zone(g, s, side)
            hexes = free or g.entry_areas[other]
    return hexes & ~closed(g, s, 1 << unit)


def entry_cost(g: Moscow, s: Position, unit: Unit, hex_: Hex) -> int:
    """The cost of the first hex: by Road, Trail or Railway if one leads off the map there."""
    there = front(g, s, g.side[unit])
    cost: int = g.edge_costs(kind(g, s, there, 1 << unit).pace.how.column)[hex_]  # [5.22b]
    return cost + sum([toll for toll, hexes in there.tolls if hexes >> hex_ & 1])


def open_entries(g: Moscow, s: Position, unit: Unit) -> int:
    """The entry hexes of a unit in which it may stay."""
    side = g.side[unit]
    return entry_hexes(g, s, unit) & ~front(g, s, side).ends_barred(g, s, side)


def entries(g: Moscow, s: Position, unit: Unit) -> int:
    """The entry hexes that a unit can pay for."""
    hexes, fed, found = open_entries(g, s, unit), fuel.fuelled(g, s, unit), 0
    if fed == fuel.EVERYWHERE:
        return payable(g, s, unit, hexes, allowance(g, s, unit))
    for part, hungry in ((hexes & fed, False), (hexes & ~fed, True)):
        if part:
            found |= payable(g, s, unit, part, allowance(g, s, unit, hungry=hungry))
    return found


def sure_entries(g: Moscow, s: Position, units: int) -> Iterator[tuple[Unit, int]]:
    """The hexes in which many units can certainly enter, as if those that need fuel had none: one answer for all units
    that are printed alike, come to the same area and do not have a marker."""
    areas, users, special = g.schedules[s.scenario].areas, g.fuel_users[s.scenario], s.disrupted | s.oos | s.low_fuel
    known: dict[tuple[str | None, tuple[int, int], int], int] = {}
    for unit in units_in(units):
        alike = areas.get(unit), g.printed_move[unit], unit if special >> unit & 1 else -1
        if alike not in known:
            points = allowance(g, s, unit, hungry=bool(users >> unit & 1))
            known[alike] = payable(g, s, unit, open_entries(g, s, unit), points)
        yield unit, known[alike]


def payable(g: Moscow, s: Position, unit: Unit, hexes: int, points: int) -> int:
    """The entry hexes, out of the given ones, that cost at most this many halves of an MP (see `entry_cost`)."""
    there = front(g, s, g.side[unit])
    within = g.edge_within(kind(g, s, there, 1 << unit).pace.how.column)
    found = hexes & within[min(points, len(within) - 1)]
    for toll, dear in there.tolls:
        if found & dear:
            left = points - toll
            found &= ~dear | (within[min(left, len(within) - 1)] if left >= 0 else 0)
    return found


@frame("enter")
class Entering(Frame):
    """One reinforcement that enters the map."""

    unit: Unit


class Enter(ByOwner["Moscow", Position, Entering]):
    """A reinforcement enters in a hex of its area and moves on."""

    rule = "5.22a"

    def free_picks(self, g: Moscow, s: Position, f: Entering, offer: Offer) -> Offer:
        """The picks that can be taken back: a unit that does not enter now may do so later; one that enters moves on,
        and others after it."""
        return offer.only(HEXES | OPTIONS if g.can_surely_move(s, g.side[f.unit], 1 << f.unit) else OPTIONS)

    def hand(self, g: Moscow, s: Position, f: Entering) -> Hand:
        units = 1 << f.unit
        edges = pace(g, s, units).free.edges
        return Hand(units, s.place[f.unit], has_set_out=False, edges=edges, full=overfull(g, s, units))

    def offer(self, g: Moscow, s: Position, f: Entering) -> Offer:
        return Offer(self.seat(g, s, f), hexes=entries(g, s, f.unit), options=g.STOP)  # [5.2a, 5.25, 5.22c]

    def hex(self, g: Moscow, s: Position, f: Entering, hex_: Hex) -> None:
        s.stack.pop()
        unit = f.unit
        points = allowance(g, s, unit, hungry=fuel.is_hungry(g, s, unit, hex_))  # [5.23a, 5.23b]
        left = points - entry_cost(g, s, unit, hex_)
        fuel.start_moving(g, s, unit, hex_)
        if not g.combat >> unit & 1 or g.army >> unit & 1:
            note_activation(g, s, unit)  # [7.46, 15.31, 16.21a]
        s.moved |= 1 << unit
        relieve(g, s, unit)
        s.tell("enters", ("5.22a",), unit=unit, hex=hex_, left=left / 2)
        control.enter(g, s, 1 << unit, hex_)
        s.stack.append(Moving(1 << unit, left, MOVED))
        if g.army >> unit & 1:
            s.stack.append(Joining(unit))

    def option(self, g: Moscow, s: Position, f: Entering, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Entering) -> str:
        return ask("enter", unit=g.labels[f.unit])

    def why(self, g: Moscow, s: Position, f: Entering, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if not entry_hexes(g, s, f.unit) >> pick[1] & 1:
            return because("5.2", "not an entry hex")
        return because("5.22b", "entry too dear")


@fixed_frame("join")
class Joining(Frame):
    """One Army unit that joins an active Formation."""

    unit: Unit


class Join(ByOwner["Moscow", Position, Joining]):
    """An Army unit that has entered belongs to one of the active Formations."""

    rule = "7.46"

    def free_picks(self, g: Moscow, s: Position, f: Joining, offer: Offer) -> Offer:
        return offer.only(OPTIONS if g.can_surely_move(s, g.side[f.unit], 1 << f.unit) else 0)

    def proceed(self, g: Moscow, s: Position, f: Joining) -> bool:
        if s.active & (s.active - 1):
            return False
        s.stack.pop()
        join(g, s, f.unit, s.active.bit_length() - 1)  # [7.46]
        return True

    def offer(self, g: Moscow, s: Position, f: Joining) -> Offer:
        return Offer(self.seat(g, s, f), options=g.formation_options(s.active))

    def option(self, g: Moscow, s: Position, f: Joining, option: Option) -> None:
        s.stack.pop()
        join(g, s, f.unit, g.formation_of_option(option))

    def prompt(self, g: Moscow, s: Position, f: Joining) -> str:
        return ask("join", unit=g.labels[f.unit])


def relieve(g: Moscow, s: Position, unit: Unit) -> None:
    """Remove a Leader from the game when another arrives in its place."""
    for relief in g.scenarios[s.scenario].relief:
        if relief.id == g.unit_ids[unit]:
            old = g.unit_index(relief.relieves)
            if s.place[old] >= 0:
                lift(g, s, old, ELIMINATED)
            shelve(s, old, ELIMINATED)
            forget(s, old)
            s.tell("relieved", ("5.2",), unit=old)
