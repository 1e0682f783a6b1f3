"""Chapter 6: anti-tank fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, ByOwner, ByOwners, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import UNITS
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.rules.c06_anti_tank_fire.losses import lose_step
from stavka.games.zitadelle.rules.c07_assault.morale import armour_value, at_strength, lower_morale, unarmed
from stavka.games.zitadelle.state import Position
from stavka.games.zitadelle.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

Line = tuple[str, str, int]
"""Rule, word of the table [modifier], value."""


# -- the table ------------------------------------------------------------------------------------------------------


def fire_number(g: Zitadelle, strength: int, roll: int) -> int:
    """The number of the AT fire table for a modified roll."""
    column = g.at_fire[min(strength, len(g.at_fire)) - 1]  # [6.4.3]
    return column[max(0, min(roll, len(column) - 1))]


def hits(number: int, armour: int) -> bool:
    """Whether a number of the table costs a unit with this armour value a step."""
    return number > armour  # [6.4.4, 6.4.5]


def fire_modifiers(g: Zitadelle, s: Position, unit: Unit, target: Hex) -> list[Line]:
    """The DRMs of a shot at a hex, one by one."""
    here = s.place[unit]
    water = g.water_between(here, target)
    lines = [
        ("6.51", "heights", g.at_drm[target]),  # [6.51]
        ("6.52", "entrenched", g.firing_drm[here] if g.rifle >> unit & 1 else 0),  # [6.52]
        ("6.53", "stream", g.water_drm["stream"] if water == "stream" else 0),  # [6.53]
        ("6.54", "river", g.water_drm["river"] if water == "river" else 0),  # [6.54]
        ("6.55", "screened", g.screened_drm if s.at[target] & g.soft_units else 0),  # [6.55]
    ]
    return [line for line in lines if line[2]]


def fire_drm(g: Zitadelle, s: Position, unit: Unit, target: Hex) -> int:
    return sum(value for _, _, value in fire_modifiers(g, s, unit, target))  # [6.57]


def told_modifiers(g: Zitadelle, s: Position, f: Shooting) -> list[Line]:
    """The parts of the modifier of a shot, for the log, which no search reads; a bomb has only that of its hex."""
    if s.events is None or g.dive_bombers >> f.unit & 1:
        return []
    return fire_modifiers(g, s, f.unit, f.target)


def strongest(g: Zitadelle, s: Position, hex_: Hex) -> int:
    """The armoured units in a hex that can be hit: those with the highest armour value."""
    armour = s.at.get(hex_, 0) & g.armoured  # [4.1.2c, 6.64a, 13.48]
    if not armour & (armour - 1):
        return armour
    values = [(armour_value(g, s, unit), unit) for unit in units_in(armour)]
    highest = max(values)[0]
    return sum(1 << unit for value, unit in values if value == highest)  # [6.21, 6.63a]


# -- who may fire at what -------------------------------------------------------------------------------------------


def fire_targets(g: Zitadelle, s: Position, unit: Unit) -> int:
    """Adjacent hexes with enemy armour, not across a lake."""
    return g.near[s.place[unit]] & s.hard[1 - g.side[unit]]  # [6.22, 6.56]


def firers(g: Zitadelle, s: Position, side: Side) -> int:
    key = ("fire", side, s.fired)
    if s.memo is not None and s.memo[0] == key:
        known: int = s.memo[1]
        return known
    units = 0
    for hex_ in hexes_in(g.grid.spread(s.hard[1 - side], g.open_sides) & s.occupied[side]):
        units |= s.at[hex_]
    units &= g.combat_units & ~s.fired & ~s.disrupted  # [6.12, 6.13, 6.32, 7.87a]
    found = units & ~unarmed(g, s)  # [6.11]
    s.memo = (key, found)
    return found


@frame("fire")
class Firing(Frame):
    """A fire phase."""

    side: Side  # the side that fires
    has_begun: int = 0


class Fire(BySide["Zitadelle", Position, Firing]):
    """A fire phase: units fire one by one, or not at all."""

    rule = "6.31"
    free = UNITS

    def proceed(self, g: Zitadelle, s: Position, f: Firing) -> bool:
        if not f.has_begun:
            f.has_begun = 1
            s.fired = 0  # [6.32]
            s.forget()  # disruption comes and goes without a move
        if firers(g, s, f.side):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Zitadelle, s: Position, f: Firing) -> Offer:
        return Offer(self.seat(g, s, f), units=firers(g, s, f.side), options=g.DONE)  # [6.0, 6.31]

    def unit(self, g: Zitadelle, s: Position, f: Firing, unit: Unit) -> None:
        s.stack.append(FiringAt(unit))  # [6.33]

    def option(self, g: Zitadelle, s: Position, f: Firing, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Zitadelle, s: Position, f: Firing) -> str:
        return ask("fire")

    def why(self, g: Zitadelle, s: Position, f: Firing, seat: int, pick: Pick) -> Reason | None:
        return why_not_fire(g, s, f.side, pick[1]) if pick[0] == UNIT else None


def why_not_fire(g: Zitadelle, s: Position, side: Side, unit: Unit) -> Reason:
    if g.side[unit] != side or s.place[unit] < 0:
        return because("6.0", "not yours to fire")
    if not g.combat_units >> unit & 1:
        return because("6.12", "cannot fire")
    if s.fired >> unit & 1:
        return because("6.32", "has fired")
    if s.disrupted >> unit & 1:
        return because("6.13", "disrupted no fire")
    if not at_strength(g, s, unit):
        return because("6.11", "no at strength")
    if g.grid.ring(s.place[unit], 1) & s.hard[1 - side]:
        return because("6.56", "lake")
    return because("6.22", "no armour adjacent")


@fixed_frame("fire_at")
class FiringAt(Frame):
    """A unit that chooses its target."""

    unit: Unit


class FireAt(ByOwner["Zitadelle", Position, FiringAt]):
    """A unit's target."""

    rule = "6.34a"

    def offer(self, g: Zitadelle, s: Position, f: FiringAt) -> Offer:
        return Offer(self.seat(g, s, f), hexes=fire_targets(g, s, f.unit))  # [6.34a, 6.34b]

    def hex(self, g: Zitadelle, s: Position, f: FiringAt, hex_: Hex) -> None:
        s.stack.pop()
        unit = f.unit
        s.fired |= 1 << unit  # [6.32]
        s.forget()
        drm = fire_drm(g, s, unit, hex_)  # [6.4.2]
        s.stack.append(Shooting(unit, hex_, at_strength(g, s, unit), drm))  # [6.4.1]

    def prompt(self, g: Zitadelle, s: Position, f: FiringAt) -> str:
        return ask("fire at", unit=g.labels[f.unit])

    def why(self, g: Zitadelle, s: Position, f: FiringAt, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        here = s.place[f.unit]
        if g.grid.direction(here, hex_) < 0:
            return because("6.22", "not adjacent")
        if g.grid.between(g.lakes, here, hex_):
            return because("6.56", "lake")
        if s.soft[1 - g.side[f.unit]] >> hex_ & 1:
            return because("6.64a", "no armour there")
        return because("6.0", "no armour there")


@fixed_frame("shot")
class Shooting(Frame):
    """A shot or a bomb whose dice are rolled."""

    unit: Unit
    target: Hex  # hex
    strength: int  # AT strength
    drm: int


class Shot(ByDice["Zitadelle", Position, Shooting]):
    """The dice of a shot or a bomb."""

    rule = "6.4.2"

    def offer(self, g: Zitadelle, s: Position, f: Shooting) -> Offer:
        return Offer(self.seat(g, s, f), chance=TWO_DICE)  # [6.4.2]

    def roll(self, g: Zitadelle, s: Position, f: Shooting, outcome: int) -> None:
        s.stack.pop()
        unit, hex_, drm = f.unit, f.target, f.drm
        number = fire_number(g, f.strength, outcome + 2 + drm)  # [6.4.2, 6.4.3]
        targets = strongest(g, s, hex_)
        armour = armour_value(g, s, last_unit(targets))
        hit = hits(number, armour)
        s.tell(
            "shot",
            ("6.4.5",),
            unit=unit,
            hex=hex_,
            dice=outcome + 2,
            drm=drm,
            lines=told_modifiers(g, s, f),
            number=number,
            armour=armour,
            hit=hit,
            own=bool(targets & g.side_units[g.side[unit]]),
        )
        if hit:
            s.stack.append(Hitting(targets))

    def prompt(self, g: Zitadelle, s: Position, f: Shooting) -> str:
        return ask("shot", unit=g.labels[f.unit])


@fixed_frame("hit")
class Hitting(Frame):
    """A hit on one of several units."""

    units: int  # units of which one is hit


class Hit(ByOwners["Zitadelle", Position, Hitting]):
    """The owner says which of the armoured units with the same armour value is hit."""

    rule = "6.63b"

    def proceed(self, g: Zitadelle, s: Position, f: Hitting) -> bool:
        return self.only_unit(g, s, f, f.units)

    def offer(self, g: Zitadelle, s: Position, f: Hitting) -> Offer:
        return Offer(self.seat(g, s, f), units=f.units)  # [6.63b]

    def unit(self, g: Zitadelle, s: Position, f: Hitting, unit: Unit) -> None:
        s.stack.pop()
        lose_step(g, s, unit)  # [6.4.5, 6.63a, 7.94]
        lower_morale(g, s)

    def prompt(self, g: Zitadelle, s: Position, f: Hitting) -> str:
        return ask("hit")

    def why(self, g: Zitadelle, s: Position, f: Hitting, seat: int, pick: Pick) -> Reason | None:
        return because("6.21", "not the strongest") if pick[0] == UNIT else None
