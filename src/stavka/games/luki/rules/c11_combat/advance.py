"""Chapter 11.72: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.luki.rules.c02_components.losses import survivors
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c08_stacking import has_room, rooms
from stavka.games.luki.rules.c11_combat.fight import DEFENDERS, REFUSED, RETREATED, SIDE, TARGET, TPV, fight_of
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import Position, move
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

SECOND = 2


def may_enter(g: Luki, s: Position, unit: int, hex_: int) -> bool:
    """Whether an attacker may advance into the hex that was attacked."""
    if garrison.bound(g, s) >> unit & 1 and not g.luki >> hex_ & 1:  # [13.41b]
        return False
    return has_room(g, s, 1 << unit, hex_)  # [11.72a]


def is_exploited(s: Position, fight: Frame) -> bool:
    """Whether the attacker's success lets units go on for a second hex (U80)."""
    if fight[TPV][0] <= fight[TPV][1]:  # [11.72c]
        return False  # nor after a refusal, before which no TPV is found (13.21e)
    return fight[RETREATED] >= SECOND or not survivors(s, fight[DEFENDERS])  # [11.72c]


def second_hexes(g: Luki, s: Position, unit: int, across: int) -> int:
    """Where a unit that has advanced may go on. `across`: units that attacked across the Lowat."""
    fight, here = fight_of(s), s.place[unit]
    if not is_exploited(s, fight) or not g.motorized >> unit & 1 or s.kessel[unit]:  # [11.72c]
        return 0
    if enemy_zoc(g, s, g.side[unit]) >> here & 1:  # [5.0i, 11.72d]
        return 0
    if not g.second_advance >> here & 1 or across >> unit & 1:  # [11.72e, 11.72g]
        return 0
    hexes = g.near[here] & ~g.across[here] & ~s.occupied[1 - g.side[unit]]  # [11.72h]
    return rooms(g, s, 1 << unit, hexes & g.second_advance)  # [11.72f, 11.72i]


class Advance(ListStep["Luki", Position]):
    """Attackers may occupy the hex that they have emptied. Frame: [name, units that may still decide, units that came
    across the Lowat]."""

    rule = "11.72a"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Luki, s: Position, f: Frame) -> int:
        hex_ = fight_of(s)[TARGET]
        found = 0
        for unit in members(f[1]):
            fits = bool(second_hexes(g, s, unit, f[2])) if s.place[unit] == hex_ else may_enter(g, s, unit, hex_)
            found |= fits << unit
        return found

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(fight_of(s)[SIDE], units=self.units(g, s, f), options=g.DONE)  # [11.72a, 11.72j]

    def unit(self, g: Luki, s: Position, f: Frame, unit: int) -> None:
        hex_ = fight_of(s)[TARGET]
        if s.place[unit] == hex_:
            f[1] &= ~(1 << unit)
            s.stack.append(["further", unit, f[2]])  # [11.72k]
            return
        if g.across[s.place[unit]] >> hex_ & 1:
            f[2] |= 1 << unit  # [11.72g]
        go(g, s, unit, hex_)  # [5.0i, 11.72a, 11.72b]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("advance", hex=g.grid.number(fight_of(s)[TARGET]))

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return why_not_advance(g, s, f, pick[1]) if pick[0] == UNIT else None


def go(g: Luki, s: Position, unit: int, hex_: int) -> None:
    s.tell("advances", ("11.72a",), unit=unit, path=[s.place[unit], hex_])
    move(g, s, unit, hex_)  # [11.72a]
    garrison.relieve(g, s, unit)


def why_not_advance(g: Luki, s: Position, f: Frame, unit: int) -> Reason:
    fight = fight_of(s)
    hex_ = fight[TARGET]
    if not f[1] >> unit & 1:
        return because("11.72a", "not of this attack")
    if s.place[unit] == hex_:
        return why_no_second(g, s, unit, f[2])
    if garrison.bound(g, s) >> unit & 1:
        return because("13.41b", "garrison bound")
    return because("11.72a", "stack full")


def why_no_second(g: Luki, s: Position, unit: int, across: int) -> Reason:
    fight, here = fight_of(s), s.place[unit]
    if fight[REFUSED]:
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


class Further(ListStep["Luki", Position]):
    """A second hex of advance. Frame: [name, unit, units that came across the Lowat]."""

    rule = "11.72c"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(g.side[f[1]], hexes=second_hexes(g, s, f[1], f[2]), options=g.STOP)  # [11.72c, 11.72i]

    def hex(self, g: Luki, s: Position, f: Frame, hex_: int) -> None:
        s.stack.pop()
        go(g, s, f[1], hex_)  # [11.72c]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("further", unit=g.labels[f[1]])

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, hex_ = pick
        if kind != HEX:
            return None
        here = s.place[f[1]]
        if not g.near[here] >> hex_ & 1:
            return because("11.72c", "one hex further")
        if g.across[here] >> hex_ & 1:
            return because("11.72h", "not across the lowat")
        if s.occupied[1 - g.side[f[1]]] >> hex_ & 1:
            return because("10.2f", "enemy there")
        if not g.second_advance >> hex_ & 1:
            return because("11.72f", "into swamp")
        return because("8.0b", "stack full")
