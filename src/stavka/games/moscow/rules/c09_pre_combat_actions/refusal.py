"""Chapter 9.2: Combat Refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends
from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import attack_on
from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import note_refusal
from stavka.games.moscow.rules.c11_combat_results import advance
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate, give_up_works
from stavka.games.moscow.rules.c11_combat_results.retreat import Path, free_hexes, has_room, hot_hexes, next_to
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def refusal_ways(g: Moscow, s: Position, units: int, origin: int) -> list[Path]:
    """Two hexes, never through an EZOC hex without friends."""
    side = g.side_of_units(units)
    cold = free_hexes(g, s, side) & ~hot_hexes(g, s, side)  # [9.22c]
    ends = cold & ~barred_ends(g, s, side) & g.grid.ring(origin, g.refusal_retreat)
    ways = [(mid, end) for mid in members(next_to(g, origin) & cold) for end in members(next_to(g, mid) & ends)]
    return [way for way in ways if has_room(g, s, units, way[-1])]  # [9.22a]


def can_refuse(g: Moscow, s: Position, hex_: int) -> bool:
    """Whether the units of a Defender hex may attempt to refuse combat."""
    units = s.at[hex_] & g.combat
    if units & ~g.red_box & ~g.cavalry or units & s.disrupted or units & s.arrived:  # [9.21a, 9.21b]
        return False
    return not s.stubborn >> hex_ & 1 and all(refusal_ways(g, s, 1 << unit, hex_) for unit in members(units))  # [9.21]


class Refusal(ListStep["Moscow", Position]):
    """The defending player may refuse combat, hex by hex. Frame: [name, side, hexes that do not want to]."""

    rule = "9.21"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        return True

    def hexes(self, g: Moscow, s: Position, f: Frame) -> int:
        return sum(1 << attack[0] for attack in s.attacks if can_refuse(g, s, attack[0]))

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(f[1], hexes=self.hexes(g, s, f), options=g.DONE)  # [9.21, OPS.A.2a]

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        s.holding &= ~(1 << hex_)  # [9.45b]
        s.stubborn |= 1 << hex_  # taken back if the check succeeds
        s.stack.append(["check_lead", "refuse", hex_])

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("refusal")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        if all(attack[0] != hex_ for attack in s.attacks):
            return because("9.21", "not attacked")
        units = s.at[hex_] & g.combat
        if units & ~g.red_box & ~g.cavalry:
            return because("9.21a", "too slow to refuse")
        if units & s.disrupted:
            return because("9.21b", "disrupted")
        return because("9.22c", "no way to refuse")


class Refuse(Check):
    """The check of a Combat Refusal; no CPs. Frame: that of a check, and the hex."""

    rule = "9.23a"

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        hex_ = f[5]
        if not success:
            return  # [9.23a1]
        s.stubborn &= ~(1 << hex_)
        attack = attack_on(s, hex_)
        s.attacks.remove(attack)  # [9.23c]
        s.fought |= attack[1]  # [9.23c]
        note_refusal(g, s, s.at[hex_])
        s.tell("refused", ("9.23a2",), hex=hex_)
        s.stack.append(["pursue", attack[1], hex_])
        s.stack.append(["refusing", s.at[hex_], hex_, 0, []])  # [9.23a2]


class Refusing(ListStep["Moscow", Position]):
    """Units that have refused combat retreat two hexes, all together or in parts.

    Frame: [name, units still to go, hex, units that go now (0: all), hexes of their way]."""

    rule = "9.23a2"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        f[1] = sum(1 << unit for unit in members(f[1]) if s.place[unit] == f[2])
        if not f[1] & g.combat:
            s.stack.pop()
            return True
        if len(f[4]) == g.refusal_retreat:
            self.walk(g, s, f)
            return True
        if not f[3] and not f[4] and not self.ways(g, s, f):
            return self.split(g, s, f)
        return False

    def split(self, g: Moscow, s: Position, f: Frame) -> bool:
        """They have no way together: one who has goes first, as the owner likes; without any they are lost."""
        combat = f[1] & g.combat
        able = sum(1 << unit for unit in members(combat) if refusal_ways(g, s, 1 << unit, f[2]))
        if able & (able - 1):
            return False
        f[3] = able
        if not able:
            for unit in members(combat):
                eliminate(g, s, unit)  # [11.3b, 11.34b]
        return True

    def group(self, g: Moscow, s: Position, f: Frame) -> int:
        """Those who go now: those chosen, or all; with the last combat units whoever else is there."""
        units: int = f[3] or f[1]
        return units if f[1] & g.combat & ~units else f[1]  # [15.33a]

    def ways(self, g: Moscow, s: Position, f: Frame) -> list[Path]:
        done = tuple(f[4])
        return [way for way in refusal_ways(g, s, self.group(g, s, f), f[2]) if way[: len(done)] == done]

    def others(self, g: Moscow, s: Position, f: Frame) -> int:
        if f[4]:
            return 0
        apart = f[1] & g.combat
        units = f[1] & ~self.group(g, s, f) if f[3] else apart if apart & (apart - 1) else 0
        return sum(1 << unit for unit in members(units) if refusal_ways(g, s, f[3] | 1 << unit, f[2]))  # [11.33c]

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        hexes = sum({1 << way[len(f[4])] for way in self.ways(g, s, f)})
        return Offer(g.side_of_units(f[1]), self.others(g, s, f), hexes)  # [9.23a2]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        f[3] |= 1 << unit

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        f[3] = self.group(g, s, f)
        f[4] = [*f[4], hex_]

    def walk(self, g: Moscow, s: Position, f: Frame) -> None:
        units, way = f[3], list(f[4])
        f[1] &= ~units
        f[3], f[4] = 0, []
        s.tell("retreats", ("9.23a2",), units=units, path=[f[2], *way])
        give_up_works(s, units)  # [14.33]
        s.holding &= ~(1 << way[-1])  # [9.45a]
        control.walk(g, s, units, way)
        if any(attack[0] == way[-1] for attack in s.attacks):
            s.arrived |= units & g.combat  # [9.22a, 11.36a]

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("retreat", units=g.names_of(self.group(g, s, f)))

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("9.22c", "retreat into zone") if pick[0] == HEX else None


class Pursue(ListStep["Moscow", Position]):
    """Those who had declared against the hex may advance. Frame: [name, units, hex]."""

    rule = "9.23b1"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        s.stack.pop()
        units = sum(1 << unit for unit in members(f[1]) if s.place[unit] >= 0)
        advance.start(g, s, units, f[2], two=True, counts=False)  # [9.23b1, 9.23b2]
        return True
