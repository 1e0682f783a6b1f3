"""The parts of a position that each seat may know, and positions that fit what a seat knows.

Everything on the table is open except the units below the top of an enemy stack (3.6), the chits that the enemy has
drawn and those being chosen, and what the enemy has not yet declared. Where a stack exerts a ZOC is open (U85), and so
are the Kessels: each has a marker on the map (6.41)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from stavka.engine.frames import Frame
from stavka.engine.kinds import Side, Unit, hexes_in, last_unit, members, numbered, units_in
from stavka.games.luki.rules.c06_supply.kessel import CheckingAttrition
from stavka.games.luki.rules.c08_stacking import Arranging, is_legal, top
from stavka.games.luki.rules.c10_movement.administrative import EnteringBox
from stavka.games.luki.rules.c10_movement.movement_phase import MOVEMENT, MovementPhase
from stavka.games.luki.rules.c10_movement.moves import Moving
from stavka.games.luki.rules.c11_combat.chits import ChoosingChits, DrawingChits
from stavka.games.luki.rules.c11_combat.combat_phase import Attacking
from stavka.games.luki.rules.c11_combat.fight import Fight, role
from stavka.games.luki.rules.c13_miscellaneous.infiltration import Guiding, Infiltrating, RollingGuide
from stavka.games.luki.rules.c13_miscellaneous.random_events import BeforeEvent
from stavka.games.luki.state import GERMAN, SOVIET, UNSEEN, Position, derive, put
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

TRIES: Final = 40


def others(seat: int | None) -> tuple[Side, ...]:
    """The sides whose stacks a seat does not see through."""
    return (SOVIET, GERMAN) if seat is None else (1 - Side(seat),)


def shown_units(g: Luki, s: Position) -> int:
    """The units that everybody sees wherever they lie in a stack."""
    shown = 0
    for frame in s.stack:
        if isinstance(frame, Fight):
            shown |= frame.shown  # [3.6b]
        elif isinstance(frame, Moving) and frame.has_begun:
            shown |= 1 << top(g, s, frame.units)
        elif (isinstance(frame, Infiltrating) and frame.has_begun) or isinstance(frame, RollingGuide):
            shown |= 1 << g.infiltrator  # no other unit moves like this (U94)
    return shown


def hidden(g: Luki, s: Position, seat: int | None) -> int:
    """The units on the map that a seat (None: an onlooker) does not see."""
    units = 0
    for side in others(seat):
        for hex_ in hexes_in(s.occupied[side]):
            here = s.at[hex_] & g.side_units[side]
            if here & (here - 1) == 0:  # a unit alone lies on top
                continue
            units |= here & ~(1 << top(g, s, here))  # [3.6a]
    return units & ~shown_units(g, s)


def redacted(g: Luki, s: Position, seat: int | None) -> Position:
    """A copy that holds what a seat may know."""
    seen = s.clone()
    unseen = hidden(g, s, seat)
    enemies = sum(g.side_units[side] for side in others(seat))
    seen.front &= ~enemies
    for unit in units_in(s.struck & unseen):
        here = s.at[s.place[unit]] & g.side_units[g.side[unit]]
        seen.struck |= 1 << top(g, s, here)
    for unit in units_in(unseen):
        hex_ = s.place[unit]
        seen.place[unit] = UNSEEN  # [3.6a]
        seen.steps[unit] = g.full_steps[unit]
        seen.kessel[unit] = 0
        seen.at[hex_] &= ~(1 << unit)
        if s.exert[g.side[unit]] >> hex_ & 1 and not seen.at[hex_] & g.side_units[g.side[unit]] & g.exerts:
            seen.zoned |= 1 << hex_
    for name in ("used", "moved", "fought", "struck", "posted"):
        setattr(seen, name, getattr(seen, name) & ~unseen)
    seen.zoned &= ~exerting(g, seen)
    seen.markers = lone_markers(s, seen)  # [6.41c]
    seen.stack = open_stack(g, s, seat, unseen)
    return seen


def lone_markers(s: Position, seen: Position) -> dict[int, Hex]:
    """The hexes of the markers of Kessels of which no unit is seen."""
    found: dict[int, Hex] = {}
    for unit, number in numbered(s.kessel):
        if number and number not in seen.kessel:
            found[number] = min(s.place[unit], found.get(number, s.place[unit]))
    return found


def exerting(g: Luki, s: Position) -> int:
    """The hexes with units that are seen and exert a ZOC."""
    return sum(1 << hex_ for hex_, units in s.at.items() if units & g.exerts)


def open_stack(g: Luki, s: Position, seat: int | None, unseen: int) -> list[Frame]:
    """The frames without what others have not declared, or choose in secret."""
    frames = [frame.clone() for frame in s.stack]
    return [open_frame(g, s, frame, seat, unseen) for frame in frames if not is_secret(g, frame, seat)]


def is_secret(g: Luki, frame: Frame, seat: int | None) -> bool:
    """Whether a player is only considering a choice: the other seats do not see the frame."""
    if isinstance(frame, Moving):
        return not frame.has_begun and seat != g.side[last_unit(frame.units)]
    if isinstance(frame, Infiltrating):
        return not frame.has_begun and seat != GERMAN
    if isinstance(frame, Guiding):
        return seat != GERMAN
    return isinstance(frame, (Attacking, Arranging)) and seat != frame.side


def open_frame(g: Luki, s: Position, f: Frame, seat: int | None, unseen: int) -> Frame:
    if isinstance(f, MovementPhase) and f.side != seat and f.able >= 0:
        f.able, f.released = 0, s.released
    elif isinstance(f, Moving) and seat != g.side[last_unit(f.units)]:
        f.units, f.half_points = 1 << top(g, s, f.units), [0]
    elif isinstance(f, Infiltrating) and seat != GERMAN:
        f.half_points = 0
    elif isinstance(f, EnteringBox) and f.side != seat:
        f.units = 0
    elif isinstance(f, (CheckingAttrition, RollingGuide)):
        f.units &= ~unseen
    elif isinstance(f, BeforeEvent):
        f.moved, f.fought, f.struck = f.moved & ~unseen, f.fought & ~unseen, f.struck & ~unseen
    elif isinstance(f, Fight):
        for side in others(seat):
            f.drawn[role(f, side)] = 0  # [11.2e]
    elif isinstance(f, ChoosingChits):
        for side in others(seat):
            f.choose(side, 0)  # [11.2e]
            f.finished &= ~(1 << side)
    return f


# -- positions that fit a view --------------------------------------------------------------------------------------


def deal(g: Luki, s: Position, seat: int | None, rng: Random) -> None:
    for side in others(seat):
        deal_units(g, s, side, rng)
        for frame in s.stack:
            if isinstance(frame, Fight):
                deal_chits(g, s, frame, side, rng)
    s.zoned, s.markers = 0, {}
    derive(g, s)
    for frame in s.stack:
        if isinstance(frame, MovementPhase) and frame.side != seat and frame.able >= 0:
            MOVEMENT.look(g, s, frame)


def deal_chits(g: Luki, s: Position, fight: Fight, side: Side, rng: Random) -> None:
    """Deal chits out of the cup of a side, as many as it has drawn."""
    from_cup = list(members(s.cup & g.side_chits[side]))
    left = sum(frame.number for frame in s.stack if isinstance(frame, DrawingChits) and frame.side == side)
    number = min(fight.tactical_points[role(fight, side)], len(from_cup)) - left
    for chit in rng.sample(from_cup, max(number, 0)):
        fight.drawn[role(fight, side)] |= 1 << chit


def deal_units(g: Luki, s: Position, side: Side, rng: Random) -> None:
    """Deal unseen units below the stacks that are seen, so that these look as before."""
    tops = {hex_: seen_top(g, s, s.at[hex_] & g.side_units[side]) for hex_ in hexes_in(s.occupied[side])}
    s.front |= sum(1 << unit for unit in tops.values())
    units = [u for u in units_in(g.side_units[side]) if s.place[u] == UNSEEN]
    if not units:
        return
    alone = {hex_: unit for hex_, unit in tops.items() if side == SOVIET or not shared(s, hex_)}
    closed = {hex_: unit for hex_, unit in alone.items() if hex_ not in shown_hexes(s)}
    for attempt in range(TRIES):
        hosts = closed if attempt < TRIES // 2 else alone
        found = assign(g, s, side, units, hosts, rng, strict=attempt < TRIES - 1)
        if found is not None:
            break
    assert found is not None, "every unit that is not seen lies somewhere"
    marked = markers_in(s)
    for unit, hex_ in found.items():
        put(g, s, unit, hex_)
        s.kessel[unit] = marked[hex_].pop() if marked.get(hex_) else s.kessel[tops[hex_]]


def seen_top(g: Luki, s: Position, here: int) -> Unit:
    """The top unit of a stack among those that are seen: a unit that is seen for no other reason lies there."""
    return top(g, s, here & ~shown_units(g, s) or here)


def markers_in(s: Position) -> dict[Hex, list[int]]:
    """The hexes with markers of Kessels of which no unit is seen, and their numbers."""
    found: dict[Hex, list[int]] = {}
    for number, hex_ in s.markers.items():
        found.setdefault(hex_, []).append(number)
    return found


def shown_hexes(s: Position) -> set[Hex]:
    """Hexes whose units have been shown in a combat; some units may have moved to others since."""
    hexes = set()
    for frame in s.stack:
        if isinstance(frame, Fight):
            hexes |= {frame.hex, *(s.place[unit] for unit in units_in(frame.shown))}
    return hexes


def shared(s: Position, hex_: Hex) -> bool:
    """Whether Brd-803 is among the enemy in a hex: it is there alone."""
    return bool(s.occupied[SOVIET] & s.occupied[GERMAN] & 1 << hex_)


def assign(
    g: Luki, s: Position, side: Side, units: list[Unit], hosts: dict[Hex, Unit], rng: Random, *, strict: bool
) -> dict[Unit, Hex] | None:
    """A hex for each unit; None where the attempt fails. The last attempt ignores the stacking limit."""
    there = {hex_: s.at[hex_] & g.side_units[side] for hex_ in hosts}
    wanted = {hex_ for hex_ in hosts if s.zoned >> hex_ & 1}
    marked = {hex_: len(numbers) for hex_, numbers in markers_in(s).items() if hex_ in hosts}
    found: dict[Unit, Hex] = {}
    order = sorted(units, key=lambda unit: (not g.stationary >> unit & 1, g.rank[unit], rng.random()))
    for unit in order:
        fits = [hex_ for hex_, host in hosts.items() if is_below(g, s, unit, hex_, host)]
        if strict:
            fits = [hex_ for hex_ in fits if is_legal(g, there[hex_] | 1 << unit)]
        needy = [hex_ for hex_ in fits if hex_ in wanted] if g.exerts >> unit & 1 else []
        if not fits:
            return None
        needy = needy or [hex_ for hex_ in fits if marked.get(hex_)]
        hex_ = rng.choice(needy or fits)
        found[unit] = hex_
        there[hex_] |= 1 << unit
        if g.exerts >> unit & 1:
            wanted.discard(hex_)
        marked[hex_] = max(marked.get(hex_, 0) - 1, 0)
    return None if strict and (wanted or any(marked.values())) else found


def is_below(g: Luki, s: Position, unit: Unit, hex_: Hex, host: Unit) -> bool:
    """Whether a unit may lie below another that is seen on top in a hex."""
    if g.stationary >> unit & 1 and g.setup_hex[unit] != hex_:
        return False
    silent = not g.exerts >> host & 1 and not s.zoned >> hex_ & 1
    return g.rank[unit] >= g.rank[host] and not (silent and g.exerts >> unit & 1)
