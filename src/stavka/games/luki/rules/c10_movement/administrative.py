"""Chapter 10.4: administrative movement, from the box to the map and from the map to the box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c06_supply.supply_lines import connected_rail, open_to_sources, supplied
from stavka.games.luki.rules.c08_stacking import fit_somewhere, rooms, top
from stavka.games.luki.rules.c09_reinforcements import placed
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import BOX, Position, lift, put
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

FIRST_TURN = 1


def is_allowed(s: Position) -> bool:
    return s.turn > FIRST_TURN  # [10.4m]


def mates(g: Luki, units: int, among: int) -> int:
    """Units of the same formation that may join the chosen ones; all units while none is chosen."""
    if not units:
        return among
    formation = g.formation[last_unit(units)]
    return among & g.members_of[formation] & ~units if formation >= 0 else 0  # [10.4a, 10.4e]


def entry_hexes(g: Luki, s: Position, side: Side) -> int:
    """The hexes into which a side may move from its box."""
    friends = s.occupied[side] | g.grid.spread(s.occupied[side])  # [10.4c]
    return connected_rail(g, s, side) | friends & open_to_sources(g, s, side)  # [10.4b, 10.4c]


@frame("from_box")
class LeavingBox(Frame):
    """One move from the box to the map."""

    side: Side
    units: int = 0  # chosen so far


class FromBox(BySide["Luki", Position, LeavingBox]):
    """One move from the box to the map."""

    rule = "10.4a"
    free = UNITS | HEXES | OPTIONS  # the move to the box and the declaration follow

    def proceed(self, g: Luki, s: Position, f: LeavingBox) -> bool:
        if f.units:
            return False
        if is_allowed(s):
            waiting, entries = self.look(g, s, f)
            if any(fit_somewhere(g, s, 1 << unit, entries) for unit in units_in(waiting)):
                return False
        s.stack.pop()
        return True

    def look(self, g: Luki, s: Position, f: LeavingBox) -> tuple[int, int]:
        """The units in the box, and the hexes into which they may move."""
        key = ("box", f.side, s.segment)
        if s.memo is None or s.memo[0] != key:
            waiting = placed(s, BOX) & g.side_units[f.side]
            s.memo = (key, (waiting, entry_hexes(g, s, f.side) if waiting else 0))
        found: tuple[int, int] = s.memo[1]
        return found

    def units(self, g: Luki, s: Position, f: LeavingBox) -> int:
        waiting, entries = self.look(g, s, f)
        more = mates(g, f.units, waiting)
        return sum(1 << unit for unit in units_in(more) if fit_somewhere(g, s, f.units | 1 << unit, entries))  # [10.4d]

    def offer(self, g: Luki, s: Position, f: LeavingBox) -> Offer:
        hexes = rooms(g, s, f.units, self.look(g, s, f)[1]) if f.units else 0  # [10.4d]
        units, options = self.units(g, s, f), 0 if f.units else g.PASS
        return Offer(self.seat(g, s, f), units=units, hexes=hexes, options=options)  # [4.2g, 10.4i]

    def unit(self, g: Luki, s: Position, f: LeavingBox, unit: Unit) -> None:
        f.units |= 1 << unit

    def hex(self, g: Luki, s: Position, f: LeavingBox, hex_: Hex) -> None:
        s.stack.pop()
        first = top(g, s, f.units)
        s.tell("from box", ("10.4a",), units=1 << first, hex=hex_)  # [3.6a]
        if f.units != 1 << first:
            s.tell("moves with", ("10.4a",), seats=(f.side,), units=f.units & ~(1 << first), hex=hex_)
        for unit in units_in(f.units):
            put(g, s, unit, hex_)  # [9.1b, 10.4a]
            garrison.relieve(g, s, unit)
        s.posted |= f.units  # [10.4h, 10.4k]

    def option(self, g: Luki, s: Position, f: LeavingBox, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: LeavingBox) -> str:
        return ask("from box where" if f.units else "from box")

    def why(self, g: Luki, s: Position, f: LeavingBox, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            if g.side[pick[1]] != f.side or s.place[pick[1]] != BOX:
                return because("10.4a", "not in your box")
            if f.units and not mates(g, f.units, 1 << pick[1]):
                return because("10.4a", "one formation")
            return because("10.4d", "no room together")
        if pick[0] == HEX:
            if not f.units:
                return because("10.4a", "unit first")
            if self.look(g, s, f)[1] >> pick[1] & 1:
                return because("10.4d", "no room together")
            if enemy_zoc(g, s, f.side) >> pick[1] & 1:
                return because("10.4c", "zone of the enemy")
            return because("10.4c", "no entry hex here")
        return because("10.4a", "unit chosen") if pick[0] == OPTION else None


@frame("to_box")
class EnteringBox(Frame):
    """One move from the map to the box."""

    side: Side
    units: int = 0  # chosen so far


class ToBox(BySide["Luki", Position, EnteringBox]):
    """One move from the map to the box."""

    rule = "10.4e"
    free = UNITS | OPTIONS  # the declaration follows

    def proceed(self, g: Luki, s: Position, f: EnteringBox) -> bool:
        if is_allowed(s) and (f.units or self.able(g, s, f)):
            return False
        s.stack.pop()
        return True

    def able(self, g: Luki, s: Position, f: EnteringBox) -> int:
        """Units that may leave the map."""
        key = ("able", f.side, s.segment)
        if s.memo is None or s.memo[0] != key:
            s.memo = (key, self.find(g, s, f.side))
        return int(s.memo[1])

    def find(self, g: Luki, s: Position, side: Side) -> int:
        hexes = s.occupied[side] & supplied(g, s, side)  # [10.4f]
        hexes &= ~enemy_zoc(g, s, side)  # [5.0j, 10.4g]
        units = 0
        for hex_ in hexes_in(hexes):
            units |= s.at[hex_]
        units &= g.movable_units & ~s.posted & ~garrison.bound(g, s)  # [10.4e, 13.3b]
        return sum(1 << unit for unit in units_in(units) if not s.kessel[unit])  # [10.4j]

    def units(self, g: Luki, s: Position, f: EnteringBox) -> int:
        able = self.able(g, s, f)
        if f.units:
            able &= s.at[s.place[last_unit(f.units)]]  # [10.4e]
        return mates(g, f.units, able)

    def offer(self, g: Luki, s: Position, f: EnteringBox) -> Offer:
        options = g.DONE if f.units else g.PASS
        more = self.units(g, s, f)
        if f.units and more:
            options |= g.ALL
        return Offer(self.seat(g, s, f), units=more, options=options)  # [4.2g, 10.4e, 10.4i]

    def unit(self, g: Luki, s: Position, f: EnteringBox, unit: Unit) -> None:
        f.units |= 1 << unit
        if not self.units(g, s, f):
            self.leave(g, s, f)

    def leave(self, g: Luki, s: Position, f: EnteringBox) -> None:
        s.stack.pop()
        s.tell("to box", ("10.4e",), units=f.units, hex=s.place[last_unit(f.units)])
        for unit in units_in(f.units):
            lift(g, s, unit, BOX)  # [10.4e]
        s.posted |= f.units

    def option(self, g: Luki, s: Position, f: EnteringBox, option: Option) -> None:
        if 1 << option == g.ALL:
            f.units |= self.units(g, s, f)
        if f.units:
            self.leave(g, s, f)
        else:
            s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: EnteringBox) -> str:
        return ask("to box more" if f.units else "to box")

    def why(self, g: Luki, s: Position, f: EnteringBox, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION:
            return because("10.4e", "unit first")
        return why_not_to_box(g, s, f, pick[1]) if pick[0] == UNIT else None


def why_not_to_box(g: Luki, s: Position, f: EnteringBox, unit: Unit) -> Reason:
    if g.side[unit] != f.side or s.place[unit] < 0:
        return because("10.4e", "not yours on the map")
    if g.stationary >> unit & 1:
        return because("13.3b", "strongpoint")
    if s.posted >> unit & 1:
        return because("10.4e", "just come")
    if s.kessel[unit]:
        return because("10.4j", "isolated")
    if enemy_zoc(g, s, f.side) >> s.place[unit] & 1:
        return because("10.4g", "zone of the enemy")
    if not supplied(g, s, f.side) >> s.place[unit] & 1:
        return because("10.4f", "hex not in supply")
    return because("10.4e", "one formation")
