"""Chapter 6: the columns, which come by a way that their side has chosen in secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.c02_units import full_hexes
from skirmish.rules.c04_zones import enemy_zones
from skirmish.state import COMING, NORTH, SIDES, SOUTH, Position, put
from skirmish.words import ask, because
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Unit, units_in
from stavka.engine.machine import HEXES, UNITS, Step
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.hexes import Hex

if TYPE_CHECKING:
    from skirmish.game import Skirmish


@frame("plan")
class Planning(Frame):
    choices: list[int]  # by side; 0: not chosen


class Plan(Step["Skirmish", Position, Planning]):
    """Both sides choose at once: one offer for each seat that has not chosen."""

    rule = "6.1"

    def seats(self, g: Skirmish, s: Position, f: Planning) -> tuple[int, ...]:
        return tuple(side for side in SIDES if not f.choices[side])

    def offers(self, g: Skirmish, s: Position, f: Planning) -> tuple[Offer, ...]:
        return tuple(Offer(seat, options=g.NORTH | g.SOUTH) for seat in self.seats(g, s, f))  # [6.1]

    def pick(self, g: Skirmish, s: Position, f: Planning, seat: int, pick: Pick) -> None:
        f.choices[seat] = NORTH if 1 << pick[1] == g.NORTH else SOUTH  # [6.1]
        if all(f.choices):
            s.stack.pop()
            s.plans[:] = bytes(f.choices)  # [6.1]
            s.tell("planned", ("6.1",))

    def prompt(self, g: Skirmish, s: Position, f: Planning) -> str:
        return ask("plan")


# -- arrival --------------------------------------------------------------------------------------------------------


def due(g: Skirmish, s: Position) -> int:
    """The units of the phasing side that may be placed now."""
    own = units_in(g.side_units[s.phasing])
    return sum(1 << unit for unit in own if s.place[unit] == COMING and g.entry_turn[unit] <= s.turn)  # [6.2]


def entry_hexes(g: Skirmish, s: Position) -> int:
    """The hexes where the column of the phasing side can be placed."""
    area = g.entries[s.phasing].get(s.plans[s.phasing], 0)  # [6.3]
    area &= ~s.occupied[1 - s.phasing] & ~enemy_zones(g, s, s.phasing)  # [6.3]
    return area & ~full_hexes(g, s)  # [2.4]


@frame("arrival")
class Arriving(Frame):
    pass


class Arrival(Step["Skirmish", Position, Arriving]):
    rule = "6.3"
    free = UNITS

    def proceed(self, g: Skirmish, s: Position, f: Arriving) -> bool:
        waiting = due(g, s)
        if waiting and not s.announced >> s.phasing & 1:
            s.announced |= 1 << s.phasing  # [6.2]
            s.tell("announced", ("6.2",), side=s.phasing, area=s.plans[s.phasing])
        if waiting and entry_hexes(g, s):
            return False
        s.stack.pop()
        return True

    def seats(self, g: Skirmish, s: Position, f: Arriving) -> tuple[int, ...]:
        return (s.phasing,)

    def offer(self, g: Skirmish, s: Position, f: Arriving) -> Offer:
        return Offer(s.phasing, units=due(g, s), options=g.DONE)  # [6.4]

    def unit(self, g: Skirmish, s: Position, f: Arriving, unit: Unit) -> None:
        s.stack.append(Placing(unit))

    def option(self, g: Skirmish, s: Position, f: Arriving, option: Option) -> None:
        s.stack.pop()  # [6.4]

    def prompt(self, g: Skirmish, s: Position, f: Arriving) -> str:
        return ask("arrival")

    def why(self, g: Skirmish, s: Position, f: Arriving, seat: int, pick: Pick) -> Reason | None:
        return because("6.2", "not in the column") if pick[0] == UNIT else None


@frame("place")
class Placing(Frame):
    unit: Unit


class Place(Step["Skirmish", Position, Placing]):
    rule = "6.3"
    free = HEXES

    def seats(self, g: Skirmish, s: Position, f: Placing) -> tuple[int, ...]:
        return (s.phasing,)

    def offer(self, g: Skirmish, s: Position, f: Placing) -> Offer:
        return Offer(s.phasing, hexes=entry_hexes(g, s), options=g.STOP)

    def hex(self, g: Skirmish, s: Position, f: Placing, hex_: Hex) -> None:
        s.stack.pop()
        put(g, s, f.unit, hex_)
        s.tell("arrives", ("6.3",), unit=f.unit, hex=hex_)

    def option(self, g: Skirmish, s: Position, f: Placing, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Skirmish, s: Position, f: Placing) -> str:
        return ask("place", unit=g.labels[f.unit])

    def why(self, g: Skirmish, s: Position, f: Placing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if full_hexes(g, s) >> pick[1] & 1:
            return because("2.4", "stack full")
        return because("6.3", "not an entry hex")
