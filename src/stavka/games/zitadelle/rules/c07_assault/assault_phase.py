"""Chapters 7.1 and 7.2: the Assault Phase, and how assaults are put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.zitadelle.rules.c06_anti_tank_fire.losses import remove_support
from stavka.games.zitadelle.rules.c07_assault.duties import Field, duties, field
from stavka.games.zitadelle.rules.c07_assault.odds import odds, sheltering_in
from stavka.games.zitadelle.state import GERMAN, Position
from stavka.games.zitadelle.words import ask, because

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


# -- the phase ------------------------------------------------------------------------------------------------------


class Assault(ListStep["Zitadelle", Position]):
    """An Assault Phase. Frame: [name, side, units under a duty (-1: find out), hexes under a duty]."""

    rule = "7.3.7"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        if f[2] < 0:
            s.fought = s.defended = s.retreated = 0
            f[2], f[3] = duties(g, s, f[1])
        now = field(g, s, f)
        if now.open and now.fresh:
            return False
        self.end(g, s, f)
        return True

    def end(self, g: Zitadelle, s: Position, f: Frame) -> None:
        s.stack.pop()
        s.fought = s.defended = s.retreated = 0
        s.memo = None
        if f[1] == GERMAN and s.turn == 1:
            remove_support(g, s, g.support_units)  # [10.11, 10.21]

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        now = field(g, s, f)
        done = not (now.must_attack or now.must_fall)  # [7.3.7]
        return Offer(f[1], hexes=now.targets(), options=g.DONE if done else 0)  # [7.11b, 7.16]

    def hex(self, g: Zitadelle, s: Position, f: Frame, hex_: int) -> None:
        s.stack.append(["attack", 0, 1 << hex_, 0])

    def option(self, g: Zitadelle, s: Position, f: Frame, option: int) -> None:
        self.end(g, s, f)

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        now = field(g, s, f)
        hexes, units = now.must_fall.bit_count(), now.must_attack.bit_count()
        return ask("assault duties", hexes=hexes, units=units) if hexes or units else ask("assault")

    def why(self, g: Zitadelle, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == OPTION and 1 << index == g.DONE:
            return because("7.3.7", "duties left")
        return why_not_target(g, s, f, index) if kind == HEX else None


def why_not_target(g: Zitadelle, s: Position, f: Frame, hex_: int) -> Reason:
    now, bit = field(g, s, f), 1 << hex_
    if not s.soft[1 - f[1]] & bit:
        return because("7.15", "only armour there" if s.hard[1 - f[1]] & bit else "no enemy there")
    if not now.open & bit:
        return because("7.14b", "attacked already")
    if not g.grid.ring(hex_, 1) & s.occupied[f[1]]:
        return because("7.11a", "nobody adjacent")
    if not now.attackers(bit):
        near = g.near[hex_] & s.occupied[f[1]]
        return because("7.14a", "all have attacked") if near else because("6.56", "lake")
    return left_over(g, now, 0, bit, 0)


def left_over(g: Zitadelle, now: Field, units: int, hexes: int, support: int) -> Reason:
    """Who or what an assault would leave over, so that it cannot be made."""
    more, wider = now.closure(units, hexes)
    alone = wider & ~hexes & ~now.common(more | support)
    if alone:
        return because("7.12", "hex would be left", hex=g.grid.numbers(alone)[0])
    if more & ~units:
        return because("7.11a", "would be left", unit=g.labels[(more & ~units).bit_length() - 1])
    return because("7.12", "others could not")


def may_support(g: Zitadelle, s: Position, attackers: int, hexes: int) -> int:
    """Bombardment and engineer units that may take part in an assault of their corps in the first turn."""
    if s.turn != 1:  # [7.48, 10.12, 10.22]
        return 0
    near = -1
    for hex_ in members(hexes):
        near &= g.near[hex_]  # [7.25]
    corps = {g.formation[unit] for unit in members(attackers)}
    there = (unit for unit in members(g.support_units) if s.place[unit] >= 0 and near >> s.place[unit] & 1)
    return sum(1 << unit for unit in there if g.formation[unit] in corps)  # [10.12, 10.22]


class Attack(ListStep["Zitadelle", Position]):
    """An assault is put together. Frame: [name, attackers, hexes, supporting units]; the phase is below."""

    rule = "7.3.1"

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        _, units, hexes, _ = f
        now = field(g, s, s.stack[-2])
        more = self.more_units(now, f)
        options: int = g.ALL if more else 0
        if units and now.closure(units, hexes) == (units, hexes):
            options |= g.ATTACK
        return Offer(
            now.side,
            units=more | self.more_support(g, s, now, f),
            hexes=self.more_hexes(now, f),
            options=options,
        )  # [7.3.1, 7.22, 7.24, 7.25]

    def more_units(self, now: Field, f: Frame) -> int:
        _, units, hexes, support = f
        near: int = now.attackers(hexes) & ~units  # [7.22]
        if self.harmless(now, f, near):
            return near
        return sum(1 << unit for unit in members(near) if now.is_possible(units | 1 << unit, hexes, support))

    def harmless(self, now: Field, f: Frame, near: int) -> bool:
        """Whether none of the units that are adjacent to all hexes can leave another hex alone by joining."""
        _, units, hexes, support = f
        return not support and not now.within_reach(near | units) & now.must_fall & ~hexes

    def more_hexes(self, now: Field, f: Frame) -> int:
        _, units, hexes, support = f
        own = units | support
        near = (now.common(own) if own else now.within_reach(now.attackers(hexes))) & ~hexes  # [7.25]
        return sum(1 << hex_ for hex_ in members(near) if now.is_possible(units, hexes | 1 << hex_, support))

    def more_support(self, g: Zitadelle, s: Position, now: Field, f: Frame) -> int:
        """Bombardment and engineer units that may still join, one of each kind."""
        _, units, hexes, support = f
        if not units or not any(s.support):
            return 0
        free = may_support(g, s, units, now.closure(units, hexes)[1])
        for kind in g.supporters:
            if support & kind:  # [10.14a, 10.24a]
                free &= ~kind
        return free

    def unit(self, g: Zitadelle, s: Position, f: Frame, unit: int) -> None:
        f[3 if g.support_units >> unit & 1 else 1] |= 1 << unit

    def hex(self, g: Zitadelle, s: Position, f: Frame, hex_: int) -> None:
        f[2] |= 1 << hex_

    def option(self, g: Zitadelle, s: Position, f: Frame, option: int) -> None:
        if 1 << option == g.ALL:
            now = field(g, s, s.stack[-2])
            more = self.more_units(now, f)
            if self.harmless(now, f, more):
                f[1] |= more
                return
            for unit in members(more):
                if now.is_possible(f[1] | 1 << unit, f[2], f[3]):
                    f[1] |= 1 << unit
            return
        s.stack.pop()
        declare(g, s, f[1], f[2], f[3])

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        numbers = ", ".join(g.grid.numbers(f[2]))
        if not f[1]:
            return ask("attack", hexes=numbers)
        found = odds(g, s, f[1], f[2], f[3])
        so_far = {"hexes": numbers, "attack": found.attack, "defence": found.defence}
        units, hexes = field(g, s, s.stack[-2]).closure(f[1], f[2])
        if units & ~f[1]:
            return ask("attack needs unit", **so_far, unit=g.labels[(units & ~f[1]).bit_length() - 1])
        if hexes & ~f[2]:
            return ask("attack needs hex", **so_far, hex=g.grid.numbers(hexes & ~f[2])[0])
        return ask("attack so far", **so_far)

    def why(self, g: Zitadelle, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == UNIT:
            return why_not_attacker(g, s, f, index)
        if kind == HEX:
            return why_not_also(g, s, f, index)
        if 1 << index == g.ATTACK:
            return why_not_yet(g, s, f)
        return because("7.22", "nobody more") if 1 << index == g.ALL else None


def why_not_yet(g: Zitadelle, s: Position, f: Frame) -> Reason:
    if not f[1]:
        return because("7.3.1", "no attacker yet")
    units, hexes = field(g, s, s.stack[-2]).closure(f[1], f[2])
    if units & ~f[1]:
        return because("7.11a", "would be left", unit=g.labels[(units & ~f[1]).bit_length() - 1])
    return because("7.12", "hex would be left", hex=g.grid.numbers(hexes & ~f[2])[0])


def why_not_also(g: Zitadelle, s: Position, f: Frame, hex_: int) -> Reason:
    now, bit = field(g, s, s.stack[-2]), 1 << hex_
    if bit & f[2]:
        return because("7.3.1", "hex chosen already")
    if not now.open & bit:
        return why_not_target(g, s, s.stack[-2], hex_)
    if f[1] | f[3] and not now.common(f[1] | f[3]) & bit:
        return because("7.25", "not adjacent to all")
    needed = now.closure(f[1], f[2] | bit)[0] & ~f[1]
    if needed:
        return because("7.25", "others could not join", unit=g.labels[needed.bit_length() - 1])
    return left_over(g, now, f[1], f[2] | bit, f[3])


def why_not_attacker(g: Zitadelle, s: Position, f: Frame, unit: int) -> Reason:
    now, bit = field(g, s, s.stack[-2]), 1 << unit
    if bit & (f[1] | f[3]):
        return because("7.3.1", "attacks already")
    if g.side[unit] != now.side or s.place[unit] < 0 or not bit & g.ground:
        return because("7.0a", "not yours to attack")
    if bit & s.fought:
        return because("7.14a", "has attacked")
    if any(g.grid.direction(s.place[unit], hex_) < 0 for hex_ in members(f[2])):
        return because("7.25", "not adjacent to all")
    if f[2] & ~g.near[s.place[unit]]:
        return because("6.56", "lake")
    if bit & g.support_units:
        return why_not_support(g, s, f, unit)
    return left_over(g, now, f[1] | bit, f[2], f[3])


def why_not_support(g: Zitadelle, s: Position, f: Frame, unit: int) -> Reason:
    bombards = bool(g.bombardment >> unit & 1)
    if f[3] & (g.bombardment if bombards else g.engineers):
        return because("10.14a" if bombards else "10.24a", "one support unit")
    if not f[1]:
        return because("7.3.1", "no attacker yet")
    if all(g.formation[other] != g.formation[unit] for other in members(f[1])):
        return because("10.12" if bombards else "10.22", "support other corps")
    _, needed = field(g, s, s.stack[-2]).closure(f[1], f[2])
    return because("7.25", "not adjacent to needed", hex=g.grid.numbers(needed & ~g.near[s.place[unit]])[0])


def declare(g: Zitadelle, s: Position, units: int, hexes: int, support: int) -> None:
    """The assault is made: attackers have attacked, defenders been attacked; support units are spent."""
    found = odds(g, s, units, hexes, support)
    defenders = found.defenders
    shelter = sheltering_in(g, s, hexes)
    s.fought |= units  # [7.14a]
    s.defended |= defenders  # [7.14b, 7.23a, 7.23b]
    s.tell(
        "assault",
        ("7.3.1", "7.3.4", *(line[0] for line in found.lines)),
        units=units | support,
        hexes=hexes,
        attack=found.attack,
        defence=found.defence,
        ratio=found.ratio,
        column=found.column,
    )
    if support:
        s.stack.append(["spent", support])
    s.stack.append(["assault_dice", units, hexes, defenders, shelter, found.column])


class Spent(ListStep["Zitadelle", Position]):
    """Bombardment and engineer units leave the game once their assault is resolved. Frame: [name, units]."""

    rule = "10.11"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        s.stack.pop()
        remove_support(g, s, f[1])  # [10.11, 10.21]
        return True
