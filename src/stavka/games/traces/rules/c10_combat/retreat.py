"""Rule 10.4: retreats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner, ByOwners
from stavka.engine.frames import TailFrame, frame
from stavka.engine.kinds import Side, Unit, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.traces.rules.c05_stacking import crowded, is_overstacked
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc, is_in_enemy_zoc
from stavka.games.traces.rules.c10_combat.attacks import EndingCombat, destroy, lose_step
from stavka.games.traces.rules.c10_combat.frames import Retreating
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.state import SOVIET, Position
from stavka.games.traces.words import ask, because
from stavka.hexes import Hex, best_paths

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

Path = tuple[Hex, ...]


def retreat_steps(g: Traces, s: Position, side: Side, here: Hex, *, first: bool) -> Iterator[Hex]:
    """Hexes to which a retreat may go on from `here`. `first`: nothing has been entered yet."""
    zoc, enemy = enemy_zoc(g, s, side), s.occupied[1 - side]
    for near, major, bridged in g.retreat_sides[here]:  # [10.4m]
        if enemy >> near & 1:  # [10.4m, 5.0f]
            continue
        if major and not bridged and not first:  # [10.4k]
            continue
        if major and zoc >> here & 1 and zoc >> near & 1:  # [10.4l]
            continue
        yield near


def is_closer(g: Traces, s: Position, side: Side, here: Hex, near: Hex) -> bool:
    """Whether a hex is nearer than the one just left to at least one friendly Supply Source."""
    if g.closer[side][here] >> near & 1:
        return True
    if side == SOVIET and s.bridgehead >= 0:
        return g.grid.distance(near, s.bridgehead) < g.grid.distance(here, s.bridgehead)  # [11.1h]
    return False


def retreat_paths(g: Traces, s: Position, unit: Unit, been: Path, length: int, *, leg: int = 0) -> list[Path]:
    """The best paths of `length` further hexes, from the last hex of `been` and never back into any of them.

    They are judged from `been[leg]` on: the whole of the printed length, then each further hex by itself (U55)."""
    side = g.side[unit]

    def steps(path: Path) -> list[Hex]:
        ways = retreat_steps(g, s, side, path[-1], first=len(been) == len(path) == 1)
        return [way for way in ways if way not in been]

    return best_paths(been[-1], length, steps, lambda path: judge(g, s, unit, (*been[leg:-1], *path)))


def judge(g: Traces, s: Position, unit: Unit, path: Path) -> tuple[int, int]:
    """The key by which paths are compared, the lowest being the best: EZOC hexes entered, then violations of 10.4f."""
    side = g.side[unit]
    zoc = enemy_zoc(g, s, side)
    in_zoc = sum(zoc >> hex_ & 1 for hex_ in path[1:])  # [6.0c, 10.4d]
    far = not all(is_closer(g, s, side, a, b) for a, b in pairwise(path))  # [10.4f]
    over = crowded(g, s, unit) >> path[-1] & 1  # [10.4f, 10.4i]
    return in_zoc, 2 * far + over  # [10.4g]


class Retreat(ByOwners["Traces", Position, Retreating]):
    """Units of a hex retreat one after the other."""

    rule = "10.4c"

    def proceed(self, g: Traces, s: Position, f: Retreating) -> bool:
        units = self.units(s, f)
        if not units:
            s.stack.pop()
            return True
        return self.only_unit(g, s, f, units)

    def units(self, s: Position, f: Retreating) -> int:
        return sum(1 << unit for unit in units_in(f.units) if s.place[unit] == f.origin)

    def offer(self, g: Traces, s: Position, f: Retreating) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(s, f))  # [10.4c]

    def unit(self, g: Traces, s: Position, f: Retreating, unit: Unit) -> None:
        f.units &= ~(1 << unit)
        s.stack.append(RetreatingUnit(unit, hexes_left=f.length, leg=0, been=[f.origin]))

    def prompt(self, g: Traces, s: Position, f: Retreating) -> str:
        return ask("retreat")

    def why(self, g: Traces, s: Position, f: Retreating, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return because("10.4a", "not of this retreat")
        return None


@frame("retreat_path")
class RetreatingUnit(TailFrame):
    """One unit retreats hex by hex."""

    unit: Unit
    hexes_left: int  # to go
    leg: int  # number of the hexes below that were behind the unit when the path was chosen
    been: list[Hex]  # the hex that it left, then those that it has entered


class RetreatPath(ByOwner["Traces", Position, RetreatingUnit]):
    """One unit retreats hex by hex on one of its best paths."""

    rule = "10.4d"

    def proceed(self, g: Traces, s: Position, f: RetreatingUnit) -> bool:
        unit = f.unit
        if s.place[unit] != f.been[-1]:  # lost on the way
            s.stack.pop()
            return True
        if not f.hexes_left:
            self.arrive(g, s, f)
            return True
        choices = self.choices(g, s, f)
        if not choices:
            s.stack.pop()
            s.tell("no retreat", ("10.4m",), unit=unit, hex=s.place[unit])
            destroy(g, s, unit)  # [10.4m]
            return True
        return self.only_hex(g, s, f, choices)

    def choices(self, g: Traces, s: Position, f: RetreatingUnit) -> int:
        hexes = 0
        for path in retreat_paths(g, s, f.unit, tuple(f.been), f.hexes_left, leg=f.leg):
            hexes |= 1 << path[1]
        return hexes

    def arrive(self, g: Traces, s: Position, f: RetreatingUnit) -> None:
        """Arrive in the last hex: a unit that overstacks it goes one hex further; an HQ in a hex with another HQ will
        relocate."""
        unit = f.unit
        if not is_overstacked(g, s, unit):
            s.stack.pop()
        elif g.hq_units >> unit & 1:
            s.stack.pop()
            end = next(below for below in reversed(s.stack) if isinstance(below, EndingCombat))
            end.hqs |= 1 << unit  # [5.0e]
        else:
            f.hexes_left = 1  # [10.4h]
            f.leg = len(f.been) - 1

    def offer(self, g: Traces, s: Position, f: RetreatingUnit) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.choices(g, s, f))

    def hex(self, g: Traces, s: Position, f: RetreatingUnit, hex_: Hex) -> None:
        unit = f.unit
        f.hexes_left -= 1
        f.been.append(hex_)
        in_zoc = is_in_enemy_zoc(g, s, g.side[unit], hex_)
        s.tell("retreats", ("10.4a", "10.4d"), unit=unit, hex=hex_)
        control.step(g, s, unit, hex_)  # [10.4b]
        if in_zoc and not s.result:
            s.tell("retreat loss", ("10.4e",), unit=unit, hex=hex_)
            lose_step(g, s, unit)  # [10.4e]

    def prompt(self, g: Traces, s: Position, f: RetreatingUnit) -> str:
        return ask("retreat path", unit=g.label(s, f.unit), hexes=f.hexes_left)

    def why(self, g: Traces, s: Position, f: RetreatingUnit, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        return why_not_retreat(g, s, f, pick[1])


def why_not_retreat(g: Traces, s: Position, f: RetreatingUnit, hex_: Hex) -> Reason:
    side, here = g.side[f.unit], f.been[-1]
    if g.grid.direction(here, hex_) < 0:
        return because("10.4a", "retreat adjacent")
    if s.occupied[1 - side] >> hex_ & 1:
        return because("10.4m", "retreat into enemy")
    if hex_ in f.been:
        return because("10.4d", "retreat back")
    if hex_ not in set(retreat_steps(g, s, side, here, first=len(f.been) == 1)):
        return why_not_across(g, s, side, here, hex_)
    return why_not_best(g, s, f, hex_)


def why_not_best(g: Traces, s: Position, f: RetreatingUnit, hex_: Hex) -> Reason:
    """The reason why no path through a hex that could be entered is among the best."""
    unit, length, leg, been = f.unit, f.hexes_left, f.leg, f.been
    through = retreat_paths(g, s, unit, (*been, hex_), length - 1, leg=leg)
    if not through:
        return because("10.4m", "retreat dead end")
    best = retreat_paths(g, s, unit, tuple(been), length, leg=leg)
    in_zoc, broken = judge(g, s, unit, (*been[leg:], *through[0]))
    least_in_zoc, least_broken = judge(g, s, unit, (*been[leg:-1], *best[0]))
    if in_zoc > least_in_zoc:
        return because("10.4d", "retreat fewer zones")
    if broken >> 1 > least_broken >> 1:
        return because("10.4f", "retreat to supply")
    return because("10.4f", "retreat stacking")


def why_not_across(g: Traces, s: Position, side: Side, here: Hex, hex_: Hex) -> Reason:
    for near, major, _ in g.retreat_sides[here]:
        if near == hex_ and major:
            if is_in_enemy_zoc(g, s, side, here) and is_in_enemy_zoc(g, s, side, hex_):
                return because("10.4l", "retreat river zones")
            return because("10.4k", "retreat river first")
    return because("10.4m", "blocked")
