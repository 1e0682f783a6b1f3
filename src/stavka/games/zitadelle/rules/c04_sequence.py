"""Chapter 4: the sequence of play, and its German alternative (13.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import Offer
from stavka.engine.state import Frame
from stavka.games.zitadelle.rules.c09_german_air_units import go_home
from stavka.games.zitadelle.rules.c12_victory import victory_points as victory
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.games.zitadelle.words import ask

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def phases(g: Zitadelle, s: Position, side: int, *, alternative: bool = False) -> list[Frame]:
    """The phases of a player turn after the air, first to last."""
    fire: list[Frame] = [["fire", side, 0], ["fire", 1 - side, 0]]  # [4.1.2a, 4.1.3, 4.1.8, 4.1.9]
    assault: list[Frame] = [["assault", side, -1, 0]]  # [4.1.4a, 4.1.10]
    movement: list[Frame] = [["movement", side, -1]]  # [4.1.5a, 4.1.11]
    if side == GERMAN and g.uses(s, "panzer_battalions"):
        movement = [["organise", 0], *movement]  # [13.43a]
    recovery: list[Frame] = [["recovery", side]]  # [4.1.6, 4.1.12]
    if alternative:
        return [*movement, *fire, *assault, *recovery]  # [13.61, 13.63]
    return [*fire, *assault, *movement, *recovery]  # [4.1a]


class GameTurns(ListStep["Zitadelle", Position]):
    """The bottom of the stack: whenever it is reached a turn begins, or the game ends. Frame: [name]."""

    rule = "4.0a"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        if s.turn == g.scenarios[s.scenario].turns:
            victory.end(g, s)  # [1.1b, 4.1c]
            return True
        s.turn += 1  # [3.0d, 4.1b]
        s.tell("turn", ("4.0a", "4.1b"), turn=s.turn)
        north, south = g.air_numbers[s.turn]
        s.stack += reversed([["german_turn", north, south], ["soviet_turn"]])  # [4.0a, 4.1a]
        return True


class GermanTurn(ListStep["Zitadelle", Position]):
    """The German player turn begins, with the choice of its sequence where there is one. Frame: [name, air units]."""

    rule = "13.62"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        if g.uses(s, "alternative_sequence") and s.turn > 1:  # [13.61, 13.62]
            return False
        self.begin(g, s, f, alternative=False)
        return True

    def begin(self, g: Zitadelle, s: Position, f: Frame, *, alternative: bool) -> None:
        s.stack.pop()
        air: list[Frame] = [["air", f[1], f[2]], ["bombing", -1]]  # [4.1.1a, 4.1.1c]
        s.stack += reversed([*air, *phases(g, s, GERMAN, alternative=alternative)])

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(GERMAN, options=g.STANDARD | g.ALTERNATIVE)  # [13.62]

    def option(self, g: Zitadelle, s: Position, f: Frame, option: int) -> None:
        alternative = 1 << option == g.ALTERNATIVE
        s.tell("sequence", ("13.62",), alternative=alternative)
        self.begin(g, s, f, alternative=alternative)

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("sequence")


class SovietTurn(ListStep["Zitadelle", Position]):
    """The Soviet player turn begins. Frame: [name]."""

    rule = "4.0a"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        s.stack.pop()
        s.stack += reversed([["dive", -1], *phases(g, s, SOVIET)])  # [4.1.7, 13.64]
        return True


class Recovery(ListStep["Zitadelle", Position]):
    """A Disruption Removal Phase. Frame: [name, side]."""

    rule = "7.88b"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        s.stack.pop()
        s.disrupted &= ~g.side_units[f[1]]  # [4.1.6, 4.1.12, 7.88b]
        if f[1] == SOVIET:
            go_home(g, s)  # [4.1.12, 9.26]
        return True
