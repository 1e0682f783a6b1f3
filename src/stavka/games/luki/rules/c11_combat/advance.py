"""Chapter 11.72: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c02_components.losses import survivors
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c08_stacking import has_room, rooms
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import Position, move
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

SECOND = 2


def may_enter(g: Luki, s: Position, unit: Unit, hex_: Hex) -> bool:
    """Whether an attacker may advance into the hex that was attacked."""
    if garrison.bound(g, s) >> unit & 1 and not g.luki >> hex_ & 1:  # [13.41b]
        return False
    return has_room(g, s, 1 << unit, hex_)  # [11.72a]


def is_exploited(s: Position, fight: Fight) -> bool:
    """Whether the attacker's success lets units go on for a second hex (U80)."""
    if fight.tactical_points[0] <= fight.tactical_points[1]:  # [11.72c]
        return False  # also after a refusal, before which no TPV is found (13.21e)
    return fight.retreated >= SECOND or not survivors(s, fight.defenders)  # [11.72c]


def second_hexes(g: Luki, s: Position, unit: Unit, across: int) -> int:
    """The hexes to which a unit that has advanced may go on. `across`: units that attacked across the Lowat."""
    fight, here = fight_of(s), s.place[unit]
    if not is_exploited(s, fight) or not g.motorized >> unit & 1 or s.kessel[unit]:  # [11.72c]
        return 0
    if enemy_zoc(g, s, g.side[unit]) >> here & 1:  # [5.0i, 11.72d]
        return 0
    if not g.second_advance >> here & 1 or across >> unit & 1:  # [11.72e, 11.72g]
        return 0
    hexes = g.near[here] & ~g.across[here] & ~s.occupied[1 - g.side[unit]]  # [11.72h]
    return rooms(g, s, 1 << unit, hexes & g.second_advance)  # [11.72f, 11.72i]


@frame("advance")
class Advancing(Frame):
    """An advance after combat."""

    units: int  # units that may still decide
    across: int  # units that came across the Lowat


class Advance(Step["Luki", Position, Advancing]):
    """Attackers may occupy the hex that they have emptied."""

    rule = "11.72a"

    def seat(self, g: Luki, s: Position, f: Advancing) -> int:
        return fight_of(s).side

    def proceed(self, g: Luki, s: Position, f: Advancing) -> bool:
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Luki, s: Position, f: Advancing) -> int:
        hex_ = fight_of(s).hex
        found = 0
        for unit in units_in(f.units):
            fits = bool(second_hexes(g, s, unit, f.across)) if s.place[unit] == hex_ else may_enter(g, s, unit, hex_)
            found |= fits << unit
        return found

    def offer(self, g: Luki, s: Position, f: Advancing) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=g.DONE)  # [11.72a, 11.72j]

    def unit(self, g: Luki, s: Position, f: Advancing, unit: Unit) -> None:
        hex_ = fight_of(s).hex
        if s.place[unit] == hex_:
            f.units &= ~(1 << unit)
            s.stack.append(AdvancingFurther(unit, f.across))  # [11.72k]
            return
        if g.across[s.place[unit]] >> hex_ & 1:
            f.across |= 1 << unit  # [11.72g]
        go(g, s, unit, hex_)  # [5.0i, 11.72a, 11.72b]

    def option(self, g: Luki, s: Position, f: Advancing, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Advancing) -> str:
        return ask("advance", hex=g.grid.number(fight_of(s).hex))

    def why(self, g: Luki, s: Position, f: Advancing, seat: int, pick: Pick) -> Reason | None:
        return why_not_advance(g, s, f, pick[1]) if pick[0] == UNIT else None


def go(g: Luki, s: Position, unit: Unit, hex_: Hex) -> None:
    s.tell("advances", ("11.72a",), unit=unit, path=[s.place[unit], hex_])
    move(g, s, unit, hex_)  # [11.72a]
    garrison.relieve(g, s, unit)


def why_not_advance(g: Luki, s: Position, f: Advancing, unit: Unit) -> Reason:
    fight = fight_of(s)
    hex_ = fight.hex
    if not f.units >> unit & 1:
        return because("11.72a", "not of this attack")
    if s.place[unit] == hex_:
        return why_no_second(g, s, unit, f.across)
    if garrison.bound(g, s) >> unit & 1:
        return because("13.41b", "garrison bound")
    return because("11.72a", "stack full")


def why_no_second(g: Luki, s: Position, unit: Unit, across: int) -> Reason:
    fight, here = fight_of(s), s.place[unit]
    if fight.is_refused:
        return because("13.21e", "no second after refusal")
    if not is_exploited(s, fight):
        return because("11.72c", "no second hex")
    if not g.motorized >> unit & 1 or s.kessel[unit]:
        return because("11.72c", "only motorized")
    if enemy_zoc(g, s, g.side[unit]) >> here & 1:
        return because("11.72d", "zone of the enemy")
    if not g.second_advance >> here & 1:
        return because("11.72e", "out of swamp")
    if across >> unit & 1:
        return because("11.72g", "came across the lowat")
    return because("11.72f", "no second hex there")


@fixed_frame("further")
class AdvancingFurther(Frame):
    """A second hex of advance."""

    unit: Unit
    across: int  # units that came across the Lowat


class Further(ByOwner["Luki", Position, AdvancingFurther]):
    """A second hex of advance."""

    rule = "11.72c"

    def offer(self, g: Luki, s: Position, f: AdvancingFurther) -> Offer:
        hexes = second_hexes(g, s, f.unit, f.across)
        return Offer(self.seat(g, s, f), hexes=hexes, options=g.STOP)  # [11.72c, 11.72i]

    def hex(self, g: Luki, s: Position, f: AdvancingFurther, hex_: Hex) -> None:
        s.stack.pop()
        go(g, s, f.unit, hex_)  # [11.72c]

    def option(self, g: Luki, s: Position, f: AdvancingFurther, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: AdvancingFurther) -> str:
        return ask("further", unit=g.labels[f.unit])

    def why(self, g: Luki, s: Position, f: AdvancingFurther, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        here = s.place[f.unit]
        if not g.near[here] >> hex_ & 1:
            return because("11.72c", "one hex further")
        if g.across[here] >> hex_ & 1:
            return because("11.72h", "not across the lowat")
        if s.occupied[1 - g.side[f.unit]] >> hex_ & 1:
            return because("10.2f", "enemy there")
        if not g.second_advance >> hex_ & 1:
            return because("11.72f", "into swamp")
        return because("8.0b", "stack full")
