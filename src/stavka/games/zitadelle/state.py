"""A position of Zitadelle: columns over units and formations, bit sets over units and hexes, the frame stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.engine.columns import cache, counts, derived, number, numbers
from stavka.engine.kinds import Side, Unit, numbered
from stavka.engine.state import UnitState
from stavka.hexes import Column, Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

GERMAN, SOVIET = Side(0), Side(1)

# The places of units that are not in a hex. A level bomber over an army is at OVER - formation.
OFF, ELIMINATED, COMING, DUE, REMOVED, ATTACHED, BASE, RETREATING = map(Hex, range(-1, -9, -1))
OVER: Final = -100
PLACE_NAMES: Final = {
    OFF: "off",
    ELIMINATED: "eliminated",
    COMING: "coming",
    DUE: "due",
    REMOVED: "removed",
    ATTACHED: "attached",
    BASE: "base",
    RETREATING: "retreating",
}
PLACE_CODES: Final = {name: code for code, name in PLACE_NAMES.items()}


class Position(UnitState):
    turn: int = number()
    options: int = number()  # optional rules in use
    model: int = number()  # 1: the German player has declared the Model option
    disrupted: int = number()  # units
    fired: int = number()  # units that have fired in this fire phase
    moved: int = number()  # units that have moved in this Movement Phase
    fought: int = number()  # units that have attacked in this Assault Phase
    defended: int = number()  # units that have been attacked in this Assault Phase
    retreated: int = number()  # units that have retreated in this Assault Phase
    fallen: int = number()  # units eliminated for which the PM marker has not yet gone down
    held: int = number()  # victory hexes (and Belgorod) that were last a German unit's
    belgorod: int = number()  # 1: the Soviets have retaken it
    lost: int = number()  # German steps lost
    opened: int = number()  # boxes of the variable entry that have been played
    morale: bytearray = counts()  # PM level on the track, by formation
    bombed: bytearray = counts()  # PM-1 markers, by formation
    arrived: bytearray = counts()  # units entered this turn, by formation
    chits: bytearray = counts()  # the chit in each box of the variable entry (0: none yet, else its number + 1)
    hosts: Column[int, Unit] = numbers()  # the regiment that each Tiger company is attached to, or -1

    # The units in each hex, and the sets for each side that follow from them.
    at: dict[Hex, int] = derived(dict)  # hex -> ground units
    occupied: Column[Side, int] = derived(list)  # hexes with combat units, by side
    soft: Column[Side, int] = derived(list)  # hexes with non-armoured units, by side
    hard: Column[Side, int] = derived(list)  # hexes with armoured units, by side
    exert: Column[Side, int] = derived(list)  # hexes with units that exert a ZOC, by side
    full: Column[Side, int] = derived(list)  # hexes without room for a battalion, by side
    crowd: Column[Side, int] = derived(list)  # hexes without room for a regiment or brigade, by side
    formed: Column[Side, int] = derived(list)  # hexes with units of a corps or army (not HQs), by side
    groups: list[int] = derived(list)  # hexes of each formation, and of each division or corps of a stacking rank
    ranks: list[int] = derived(list)  # hexes with Soviet regiments, with Soviet brigades
    support: list[int] = derived(list)  # hexes with bombardment units, with engineers
    tigers: int = derived()  # units with a Tiger company
    due: int = derived()  # units that are due to enter
    tolls: tuple[tuple[int, int], ...] = derived()  # additional costs of air interdiction for Soviet units, by hexes
    zones: Column[Side, int] = derived(list)  # hexes in the side's ZOC, -1 until they are needed
    hard_zones: Column[Side, int] = derived(list)  # zones of units with AT strength, -1 until they are needed

    # Caches that hold until something moves.
    memo: tuple[tuple[Any, ...], Any] | None = cache(None)  # the latest result worked out for an offer
    goals: tuple[tuple[int, ...], int] | None = cache(None)  # the hexes to which the moving unit may go


def derive(g: Zitadelle, s: Position) -> None:
    """Compute the derived columns from the places of the units."""
    s.forget()
    s.at = {}
    s.occupied, s.soft, s.hard, s.exert = [0, 0], [0, 0], [0, 0], [0, 0]
    s.full, s.crowd, s.formed = [0, 0], [0, 0], [0, 0]
    s.groups, s.ranks, s.support = [0] * len(g.group_units), [0, 0], [0, 0]
    s.zones, s.hard_zones = [-1, -1], [-1, -1]
    s.tigers = sum(1 << host for host in s.hosts if host >= 0)
    s.due = sum(1 << unit for unit, place in numbered(s.place) if place == DUE)
    s.tolls = g.tolls(g.dive_places(s.place))
    for unit, place in numbered(s.place):
        if place >= 0 and g.ground >> unit & 1:
            put(g, s, unit, place)


def put(g: Zitadelle, s: Position, unit: Unit, hex_: Hex) -> None:
    """Place a ground unit in a hex, without applying rules."""
    mask = 1 << unit
    before = s.at.get(hex_, 0)
    here = s.at[hex_] = before | mask
    s.place[unit] = hex_
    s.forget()
    s.due &= ~mask
    if before or g.bulky & mask:
        join(g, s, unit, here, 1 << hex_)
    else:
        shift(g, s, unit, 1 << hex_)


def shift(g: Zitadelle, s: Position, unit: Unit, hexes: int) -> None:
    """Update the sets for a unit that leaves a hex in which it was alone, enters a vacant one, or both."""
    side, groups, forms, kind, is_hard, exerts, rank = g.marks[unit]
    for group in groups:
        s.groups[group] ^= hexes
    if forms:
        s.formed[side] ^= hexes
    if kind >= 0:
        s.support[kind] ^= hexes
        return
    s.occupied[side] ^= hexes
    if is_hard:
        s.hard[side] ^= hexes
    else:
        s.soft[side] ^= hexes
    if exerts:
        s.exert[side] ^= hexes
        s.zones[side] = s.hard_zones[side] = -1
    if rank >= 0:
        s.ranks[rank] ^= hexes


def join(g: Zitadelle, s: Position, unit: Unit, here: int, bit: int) -> None:
    """Update the sets for a unit that joins others in a hex; here: all of them; bit: the hex."""
    side, mask = g.side[unit], 1 << unit
    for group in g.group[unit]:
        s.groups[group] |= bit
    if not g.hq_units & mask:
        s.formed[side] |= bit
    if g.support_kind[unit] >= 0:
        s.support[g.support_kind[unit]] |= bit
        return
    s.occupied[side] |= bit
    if g.armoured & mask:
        s.hard[side] |= bit
    else:
        s.soft[side] |= bit
    if g.exerts & mask:
        s.hard_zones[side] = -1
        if not s.exert[side] & bit:
            s.exert[side] |= bit
            s.zones[side] = -1
    if g.rank[unit] >= 0:
        s.ranks[g.rank[unit]] |= bit
    load = stack_load(g, here)
    if load > g.stack_limit - g.regiment_thirds:
        s.crowd[side] |= bit
        if load > g.stack_limit - g.battalion_thirds:
            s.full[side] |= bit


def stack_load(g: Zitadelle, units: int) -> int:
    """The stacking weight of units, in thirds of a unit."""
    heavy, light = (units & g.heavy).bit_count(), (units & g.light).bit_count()
    return g.regiment_thirds * heavy + g.battalion_thirds * light  # [5.11a, 5.15, 5.16]


def present(s: Position, side: Side) -> int:
    """Hexes with ground units of a side of any kind: bombardment and engineer units, which are German, too (Z18)."""
    return s.occupied[side] | s.support[0] | s.support[1] if side == GERMAN else s.occupied[side]


def lift(g: Zitadelle, s: Position, unit: Unit, place: Hex) -> None:
    """Take a ground unit out of its hex into `place` (a negative code), without applying rules."""
    mask, hex_ = 1 << unit, s.place[unit]
    s.place[unit] = place
    s.forget()
    here = s.at[hex_] & ~mask
    if here:
        s.at[hex_] = here
    else:
        del s.at[hex_]
    if here or g.bulky & mask:
        part(g, s, unit, here, ~(1 << hex_))
    else:
        shift(g, s, unit, 1 << hex_)


def part(g: Zitadelle, s: Position, unit: Unit, here: int, keep: int) -> None:
    """Update the sets for a unit that leaves others in a hex; here: those that are left; keep: all hexes but this
    one."""
    side = g.side[unit]
    for group in g.group[unit]:
        if not here & g.group_units[group]:
            s.groups[group] &= keep
    if not here & ~g.hq_units:
        s.formed[side] &= keep
    kind = g.support_kind[unit]
    if kind >= 0:
        if not here & g.supporters[kind]:
            s.support[kind] &= keep
        return
    part_fighter(g, s, unit, here, keep)


def part_fighter(g: Zitadelle, s: Position, unit: Unit, here: int, keep: int) -> None:
    """Update the further sets for a combat unit that leaves others in a hex."""
    side, mask = g.side[unit], 1 << unit
    if not here & g.combat_units:
        s.occupied[side] &= keep
    if g.armoured & mask:
        if not here & g.armoured:
            s.hard[side] &= keep
    elif not here & g.soft_units:
        s.soft[side] &= keep
    if g.exerts & mask:
        s.hard_zones[side] = -1
        if not here & g.exerts:
            s.exert[side] &= keep
            s.zones[side] = -1
    rank = g.rank[unit]
    if rank >= 0 and not here & g.rank_units[rank]:
        s.ranks[rank] &= keep
    load = stack_load(g, here)
    if load <= g.stack_limit - g.battalion_thirds:
        s.full[side] &= keep
        if load <= g.stack_limit - g.regiment_thirds:
            s.crowd[side] &= keep


def move(g: Zitadelle, s: Position, unit: Unit, hex_: Hex) -> None:
    """Take a ground unit from one hex to another."""
    mask, origin = 1 << unit, s.place[unit]
    if s.at[origin] != mask or hex_ in s.at or g.bulky & mask:
        lift(g, s, unit, OFF)
        put(g, s, unit, hex_)
        return
    del s.at[origin]
    s.at[hex_] = mask
    s.place[unit] = hex_
    s.forget()
    shift(g, s, unit, 1 << origin | 1 << hex_)


def fly(g: Zitadelle, s: Position, unit: Unit, place: Hex) -> None:
    """Take an air unit to a hex, or to a code below zero."""
    s.place[unit] = place
    s.tolls = g.tolls(g.dive_places(s.place))
