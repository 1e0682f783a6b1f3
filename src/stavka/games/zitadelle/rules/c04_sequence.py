"""Chapter 4: the sequence of play, and its German alternative (13.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOneSide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side
from stavka.engine.machine import OPTIONS, Step
from stavka.engine.offer import Offer
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import Firing
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting
from stavka.games.zitadelle.rules.c08_movement.movement_phase import MovingUnits
from stavka.games.zitadelle.rules.c09_german_air_units import Allocating, Diving, LevelBombing, go_home, units_to_assign
from stavka.games.zitadelle.rules.c12_victory import victory_points as victory
from stavka.games.zitadelle.rules.c13_optional_rules.panzer_battalions import Organising
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.games.zitadelle.words import ask

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def phases(g: Zitadelle, s: Position, side: Side, *, alternative: bool = False) -> list[Frame]:
    """The phases of a player turn that follow the air phases, first to last."""
    fire: list[Frame] = [Firing(side), Firing(1 - side)]  # [4.1.2a, 4.1.3, 4.1.8, 4.1.9]
    assault: list[Frame] = [Assaulting(side)]  # [4.1.4a, 4.1.10]
    movement: list[Frame] = [MovingUnits(side)]  # [4.1.5a, 4.1.11]
    if side == GERMAN and g.uses(s, "panzer_battalions"):
        movement = [Organising(), *movement]  # [13.43a]
    recovery: list[Frame] = [Recovering(side)]  # [4.1.6, 4.1.12]
    if alternative:
        return [*movement, *fire, *assault, *recovery]  # [13.61, 13.63]
    return [*fire, *assault, *movement, *recovery]  # [4.1a]


@fixed_frame("game")
class Playing(Frame):
    """The game, at the bottom of the stack."""


class GameTurns(Step["Zitadelle", Position, Playing]):
    """The bottom of the stack: whenever it is reached a turn begins, or the game ends."""

    rule = "4.0a"

    def proceed(self, g: Zitadelle, s: Position, f: Playing) -> bool:
        if s.turn == g.scenarios[s.scenario].turns:
            victory.end(g, s)  # [1.1b, 4.1c]
            return True
        s.turn += 1  # [3.0d, 4.1b]
        s.tell("turn", ("4.0a", "4.1b"), turn=s.turn, points=victory.total(g, s))
        north, south = g.air_numbers[s.turn]
        s.stack += reversed([StartingGermanTurn(north, south), StartingSovietTurn()])  # [4.0a, 4.1a]
        return True


@fixed_frame("german_turn")
class StartingGermanTurn(Frame):
    """The German player turn that begins."""

    north: int  # air units of the North
    south: int  # air units of the South


class GermanTurn(ByOneSide["Zitadelle", Position, StartingGermanTurn]):
    """The German player turn begins, with the choice of its sequence where there is one."""

    rule = "13.62"
    decides = GERMAN

    def proceed(self, g: Zitadelle, s: Position, f: StartingGermanTurn) -> bool:
        if g.uses(s, "alternative_sequence") and s.turn > 1:  # [13.61, 13.62]
            return False
        self.begin(g, s, f, alternative=False)
        return True

    def begin(self, g: Zitadelle, s: Position, f: StartingGermanTurn, *, alternative: bool) -> None:
        s.stack.pop()
        air: list[Frame] = [Allocating(f.north, f.south), LevelBombing()]  # [4.1.1a, 4.1.1c]
        s.stack += reversed([*air, *phases(g, s, GERMAN, alternative=alternative)])

    def free_picks(self, g: Zitadelle, s: Position, f: StartingGermanTurn, offer: Offer) -> Offer:
        """Either way air units are assigned next, if there are any."""
        return offer.only(OPTIONS if units_to_assign(g, s, Allocating(f.north, f.south)) else 0)

    def offer(self, g: Zitadelle, s: Position, f: StartingGermanTurn) -> Offer:
        return Offer(self.seat(g, s, f), options=g.STANDARD | g.ALTERNATIVE)  # [13.62]

    def option(self, g: Zitadelle, s: Position, f: StartingGermanTurn, option: Option) -> None:
        alternative = 1 << option == g.ALTERNATIVE
        s.tell("sequence", ("13.62",), alternative=alternative)
        self.begin(g, s, f, alternative=alternative)

    def prompt(self, g: Zitadelle, s: Position, f: StartingGermanTurn) -> str:
        return ask("sequence")


@fixed_frame("soviet_turn")
class StartingSovietTurn(Frame):
    """The Soviet player turn that is to come."""


class SovietTurn(Step["Zitadelle", Position, StartingSovietTurn]):
    """The Soviet player turn begins."""

    rule = "4.0a"

    def proceed(self, g: Zitadelle, s: Position, f: StartingSovietTurn) -> bool:
        s.stack.pop()
        s.stack += reversed([Diving(), *phases(g, s, SOVIET)])  # [4.1.7, 13.64]
        return True


@frame("recovery")
class Recovering(Frame):
    """A Disruption Removal Phase."""

    side: Side


class Recovery(Step["Zitadelle", Position, Recovering]):
    """A Disruption Removal Phase."""

    rule = "7.88b"

    def proceed(self, g: Zitadelle, s: Position, f: Recovering) -> bool:
        s.stack.pop()
        s.disrupted &= ~g.side_units[f.side]  # [4.1.6, 4.1.12, 7.88b]
        if f.side == SOVIET:
            go_home(g, s)  # [4.1.12, 9.26]
        return True
