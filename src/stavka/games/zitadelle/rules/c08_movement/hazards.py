"""Chance in the middle of a move: minefields, the minimum move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice
from stavka.engine.offer import DIE, Offer
from stavka.engine.state import top
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.rules.c07_assault.morale import level
from stavka.games.zitadelle.rules.c08_movement.frames import LeavingMines, TryingStep
from stavka.games.zitadelle.rules.c08_movement.unit_moves import MOVE, Moving, price_of
from stavka.games.zitadelle.state import Position
from stavka.games.zitadelle.words import ask
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


class Mines(ByDice["Zitadelle", Position, LeavingMines]):
    """The die for the minefield that a unit leaves; the frame below is its move."""

    rule = "8.33"

    def offer(self, g: Zitadelle, s: Position, f: LeavingMines) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)

    def roll(self, g: Zitadelle, s: Position, f: LeavingMines, outcome: int) -> None:
        s.stack.pop()
        unit, way, at, spent = f.unit, f.way, f.at, f.spent
        move = top(s, Moving)
        s.tell("mines", ("8.33",), unit=unit, die=outcome + 1)
        spent += outcome + 1  # [8.33]
        more = [i for i in range(at + 1, len(way) - 1) if g.mines >> way[i] & 1]
        price = price_of(g, s, move, way[at:])
        if spent + price + len(more) > move.points:  # [8.25]
            self.stay(g, s, move, way[: at + 1])
        elif more:
            part = way[at : more[0] + 1]
            s.stack.append(LeavingMines(unit, way, more[0], spent + price_of(g, s, move, part)))
        else:
            MOVE.go(g, s, move, way, spent + price)

    def stay(self, g: Zitadelle, s: Position, move: Moving, way: list[Hex]) -> None:
        """The unit stays in the last hex of its way in which it may (Z1)."""
        unit, shut = move.unit, crowded(g, s, move.unit)
        while len(way) > 1 and shut >> way[-1] & 1:
            way = way[:-1]
        if len(way) > 1:
            MOVE.go(g, s, move, way, price_of(g, s, move, way))
        s.tell("mines stop", ("8.25", "8.33"), unit=unit, hex=way[-1])
        MOVE.finish(s, unit)

    def prompt(self, g: Zitadelle, s: Position, f: LeavingMines) -> str:
        return ask("mines", unit=g.labels[f.unit])


class Minimum(ByDice["Zitadelle", Position, TryingStep]):
    """The dice for a step for which a unit does not have the MP; the frame below is its move."""

    rule = "13.71b"

    def offer(self, g: Zitadelle, s: Position, f: TryingStep) -> Offer:
        return Offer(self.seat(g, s, f), chance=TWO_DICE)

    def roll(self, g: Zitadelle, s: Position, f: TryingStep, outcome: int) -> None:
        s.stack.pop()
        unit, hex_ = f.unit, f.target
        dice = outcome + 2
        success = dice <= level(g, s, unit)  # [13.71b]
        s.tell("minimum move", ("13.71b",), unit=unit, hex=hex_, dice=dice, success=success)
        if success:
            MOVE.go(g, s, top(s, Moving), [s.place[unit], hex_], 0)
        MOVE.finish(s, unit)  # [13.71a]

    def prompt(self, g: Zitadelle, s: Position, f: TryingStep) -> str:
        return ask("minimum", unit=g.labels[f.unit])
