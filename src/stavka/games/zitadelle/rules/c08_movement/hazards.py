"""Chance in the middle of a move: breakdowns, minefields, the minimum move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, DIE, Offer
from stavka.engine.state import Frame
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.rules.c07_assault.morale import level
from stavka.games.zitadelle.rules.c08_movement.unit_moves import MOVE, price_of
from stavka.games.zitadelle.state import Position
from stavka.games.zitadelle.words import ask

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


class Breakdown(ListStep["Zitadelle", Position]):
    """A Panther or Ferdinand unit may lose MPs before it moves. Frame: [name, unit]; the move is below."""

    rule = "10.32"

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=DIE)

    def roll(self, g: Zitadelle, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        move = s.stack[-1]
        move[2] = max(0, move[2] - outcome - 1)  # [10.32]
        s.tell("breakdown", ("10.32",), unit=f[1], die=outcome + 1, left=move[2])
        if not move[2] and not g.uses(s, "minimum_move"):
            s.stack.pop()
            s.moved |= 1 << f[1]

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("breakdown", unit=g.labels[f[1]])


class Mines(ListStep["Zitadelle", Position]):
    """A unit leaves an entrenchment. Frame: [name, unit, hexes of its way, number of the entrenchment among them, MPs
    spent up to there]; the move is below."""

    rule = "8.33"

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=DIE)

    def roll(self, g: Zitadelle, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        _, unit, way, at, spent = f
        move = s.stack[-1]
        s.tell("mines", ("8.33",), unit=unit, die=outcome + 1)
        spent += outcome + 1  # [8.33]
        more = [i for i in range(at + 1, len(way) - 1) if g.mines >> way[i] & 1]
        price = price_of(g, s, move, way[at:])
        if spent + price + len(more) > move[2]:  # [8.25]
            self.stay(g, s, move, way[: at + 1])
        elif more:
            part = way[at : more[0] + 1]
            s.stack.append(["mines", unit, way, more[0], spent + price_of(g, s, move, part)])
        else:
            MOVE.go(g, s, move, way, spent + price)

    def stay(self, g: Zitadelle, s: Position, move: Frame, way: list[int]) -> None:
        """The unit stays in the last hex of its way in which it may (Z1)."""
        unit, shut = move[1], crowded(g, s, move[1])
        while len(way) > 1 and shut >> way[-1] & 1:
            way = way[:-1]
        if len(way) > 1:
            MOVE.go(g, s, move, way, price_of(g, s, move, way))
        s.tell("mines stop", ("8.25", "8.33"), unit=unit, hex=way[-1])
        MOVE.finish(s, unit)

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("mines", unit=g.labels[f[1]])


class Minimum(ListStep["Zitadelle", Position]):
    """A unit tries a step for which it has not the MPs. Frame: [name, unit, hex]; the move is below."""

    rule = "13.71b"

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=TWO_DICE)

    def roll(self, g: Zitadelle, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        _, unit, hex_ = f
        dice = outcome + 2
        success = dice <= level(g, s, unit)  # [13.71b]
        s.tell("minimum move", ("13.71b",), unit=unit, hex=hex_, dice=dice, success=success)
        if success:
            MOVE.go(g, s, s.stack[-1], [s.place[unit], hex_], 0)
        MOVE.finish(s, unit)  # [13.71a]

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("minimum", unit=g.labels[f[1]])
