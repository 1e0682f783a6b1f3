"""Chapter 10.4: administrative movement, from the box to the map and from the map to the box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c06_supply.supply_lines import connected_rail, open_to_sources, supplied
from stavka.games.luki.rules.c08_stacking import fit_somewhere, rooms, top
from stavka.games.luki.rules.c09_reinforcements import placed
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import BOX, Position, lift, put
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

FIRST_TURN = 1


def is_allowed(s: Position) -> bool:
    return s.turn > FIRST_TURN  # [10.4m]


def mates(g: Luki, units: int, among: int) -> int:
    """Units of the same formation that may join those chosen; everybody while nobody is."""
    if not units:
        return among
    formation = g.formation[units.bit_length() - 1]
    return among & g.members_of[formation] & ~units if formation >= 0 else 0  # [10.4a, 10.4e]


def entry_hexes(g: Luki, s: Position, side: int) -> int:
    """The hexes into which a side may move from its box."""
    friends = s.occupied[side] | g.grid.spread(s.occupied[side])  # [10.4c]
    return connected_rail(g, s, side) | friends & open_to_sources(g, s, side)  # [10.4b, 10.4c]


class FromBox(ListStep["Luki", Position]):
    """One move from the box to the map. Frame: [name, side, units chosen]."""

    rule = "10.4a"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if f[2]:
            return False
        if is_allowed(s):
            waiting, entries = self.look(g, s, f)
            if any(fit_somewhere(g, s, 1 << unit, entries) for unit in members(waiting)):
                return False
        s.stack.pop()
        return True

    def look(self, g: Luki, s: Position, f: Frame) -> tuple[int, int]:
        """The units in the box, and the hexes into which they may move."""
        key = ("box", f[1], s.segment)
        if s.memo is None or s.memo[0] != key:
            waiting = placed(s, BOX) & g.side_units[f[1]]
            s.memo = (key, (waiting, entry_hexes(g, s, f[1]) if waiting else 0))
        found: tuple[int, int] = s.memo[1]
        return found

    def units(self, g: Luki, s: Position, f: Frame) -> int:
        waiting, entries = self.look(g, s, f)
        more = mates(g, f[2], waiting)
        return sum(1 << unit for unit in members(more) if fit_somewhere(g, s, f[2] | 1 << unit, entries))  # [10.4d]

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        hexes = rooms(g, s, f[2], self.look(g, s, f)[1]) if f[2] else 0  # [10.4d]
        return Offer(f[1], units=self.units(g, s, f), hexes=hexes, options=0 if f[2] else g.PASS)  # [4.2g, 10.4i]

    def unit(self, g: Luki, s: Position, f: Frame, unit: int) -> None:
        f[2] |= 1 << unit

    def hex(self, g: Luki, s: Position, f: Frame, hex_: int) -> None:
        s.stack.pop()
        first = top(g, s, f[2])
        s.tell("from box", ("10.4a",), units=1 << first, hex=hex_)  # [3.6a]
        if f[2] != 1 << first:
            s.tell("moves with", ("10.4a",), seats=(f[1],), units=f[2] & ~(1 << first), hex=hex_)
        for unit in members(f[2]):
            put(g, s, unit, hex_)  # [9.1b, 10.4a]
            garrison.relieve(g, s, unit)
        s.posted |= f[2]  # [10.4h, 10.4k]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("from box where" if f[2] else "from box")

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == UNIT:
            if g.side[index] != f[1] or s.place[index] != BOX:
                return because("10.4a", "not in your box")
            if f[2] and not mates(g, f[2], 1 << index):
                return because("10.4a", "one formation")
            return because("10.4d", "no room together")
        if kind == HEX:
            if not f[2]:
                return because("10.4a", "unit first")
            if self.look(g, s, f)[1] >> index & 1:
                return because("10.4d", "no room together")
            if enemy_zoc(g, s, f[1]) >> index & 1:
                return because("10.4c", "zone of the enemy")
            return because("10.4c", "no entry hex here")
        return because("10.4a", "unit chosen") if kind == OPTION else None


class ToBox(ListStep["Luki", Position]):
    """One move from the map to the box. Frame: [name, side, units chosen]."""

    rule = "10.4e"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if is_allowed(s) and (f[2] or self.able(g, s, f)):
            return False
        s.stack.pop()
        return True

    def able(self, g: Luki, s: Position, f: Frame) -> int:
        """Units that may leave the map."""
        key = ("able", f[1], s.segment)
        if s.memo is None or s.memo[0] != key:
            s.memo = (key, self.find(g, s, f[1]))
        return int(s.memo[1])

    def find(self, g: Luki, s: Position, side: int) -> int:
        hexes = s.occupied[side] & supplied(g, s, side)  # [10.4f]
        hexes &= ~enemy_zoc(g, s, side)  # [5.0j, 10.4g]
        units = 0
        for hex_ in members(hexes):
            units |= s.at[hex_]
        units &= g.movable_units & ~s.posted & ~garrison.bound(g, s)  # [10.4e, 13.3b]
        return sum(1 << unit for unit in members(units) if not s.kessel[unit])  # [10.4j]

    def units(self, g: Luki, s: Position, f: Frame) -> int:
        able = self.able(g, s, f)
        if f[2]:
            able &= s.at[s.place[f[2].bit_length() - 1]]  # [10.4e]
        return mates(g, f[2], able)

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        options = g.DONE if f[2] else g.PASS
        more = self.units(g, s, f)
        if f[2] and more:
            options |= g.ALL
        return Offer(f[1], units=more, options=options)  # [4.2g, 10.4e, 10.4i]

    def unit(self, g: Luki, s: Position, f: Frame, unit: int) -> None:
        f[2] |= 1 << unit
        if not self.units(g, s, f):
            self.leave(g, s, f)

    def leave(self, g: Luki, s: Position, f: Frame) -> None:
        s.stack.pop()
        s.tell("to box", ("10.4e",), units=f[2], hex=s.place[f[2].bit_length() - 1])
        for unit in members(f[2]):
            lift(g, s, unit, BOX)  # [10.4e]
        s.posted |= f[2]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        if 1 << option == g.ALL:
            f[2] |= self.units(g, s, f)
        if f[2]:
            self.leave(g, s, f)
        else:
            s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("to box more" if f[2] else "to box")

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, unit = pick
        if kind == OPTION:
            return because("10.4e", "unit first")
        return why_not_to_box(g, s, f, unit) if kind == UNIT else None


def why_not_to_box(g: Luki, s: Position, f: Frame, unit: int) -> Reason:
    if g.side[unit] != f[1] or s.place[unit] < 0:
        return because("10.4e", "not yours on the map")
    if g.stationary >> unit & 1:
        return because("13.3b", "strongpoint")
    if s.posted >> unit & 1:
        return because("10.4e", "just come")
    if s.kessel[unit]:
        return because("10.4j", "isolated")
    if enemy_zoc(g, s, f[1]) >> s.place[unit] & 1:
        return because("10.4g", "zone of the enemy")
    if not supplied(g, s, f[1]) >> s.place[unit] & 1:
        return because("10.4f", "hex not in supply")
    return because("10.4e", "one formation")
