"""Chapter 4: turns and their phases, reorganization."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Side, Unit, last_unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.moscow.frames import LateFrame
from stavka.games.moscow.rules import c14_strongpoints as engineering
from stavka.games.moscow.rules.c01_introduction import victory
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import CallingGroups, FormingReserves, Reinforcing
from stavka.games.moscow.rules.c05_strategic_segment.weather import WeatherRoll
from stavka.games.moscow.rules.c06_supply import supply_routes as supply
from stavka.games.moscow.rules.c06_supply.fuel import FuelRoll
from stavka.games.moscow.rules.c07_operations.initiative import InitiativeRolls
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking, helpers
from stavka.games.moscow.state import (
    FLOWN,
    GERMAN,
    READY,
    SOVIET,
    Position,
    shelve,
)
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


@fixed_frame("game")
class Playing(Frame):
    """The whole game, turn by turn."""


class GameTurns(Step["Moscow", Position, Playing]):
    """The bottom of the stack: whenever it is reached a turn begins, or the game ends."""

    rule = "4.1"

    def proceed(self, g: Moscow, s: Position, f: Playing) -> bool:
        if s.turn and victory.is_won(g, s):
            victory.end(g, s)  # [4.11C3, SEQ.C.3]
            return True
        if s.turn == g.scenarios[s.scenario].turns:
            victory.end(g, s)  # [4.12, 4.12a]
            return True
        s.turn += 1  # [4.11C4, SEQ.C.4]
        if s.events is not None:  # the copy keeps what is worked out for the VP apart from the rules
            points = victory.victory_points(g, s.clone())
            s.tell("turn", ("4.1",), turn=g.box(s.scenario, s.turn).turn, points=points)
        s.stack += reversed(strategic(s))  # [4.11, 4.11C]
        return True


def strategic(s: Position) -> list[Frame]:
    """The phases of a turn, first to last."""
    return [
        WeatherRoll(),  # [4.11A, SEQ.A.1]
        FuelRoll(),  # [SEQ.A.2a]
        Reinforcing(),  # [SEQ.A.2b, SEQ.A.2c]
        CallingGroups(GERMAN),  # [SEQ.A.2b]
        CallingGroups(SOVIET),  # [SEQ.A.2b]
        FormingReserves(GERMAN),  # [5.31, SEQ.A.2d]
        FormingReserves(SOVIET),  # [5.31, SEQ.A.2d]
        SupplyStatus(),  # [SEQ.A.3, SEQ.A.4]
        InitiativeRolls(),  # [SEQ.A.5a]
        Recovering(GERMAN),  # [4.11C2, SEQ.C.2a]
        Recovering(SOVIET),  # [4.11C2, SEQ.C.2a]
        Refreshing(),  # [4.11C2, SEQ.C.2b]
    ]


@fixed_frame("status")
class SupplyStatus(Frame):
    """The Air and Supply Status Phases."""


class Status(Step["Moscow", Position, SupplyStatus]):
    """Air units are ready again; supply is checked."""

    rule = "6.1"

    def proceed(self, g: Moscow, s: Position, f: SupplyStatus) -> bool:
        s.stack.pop()
        for unit in units_in(g.air):
            if s.place[unit] == FLOWN:
                shelve(s, unit, READY)  # [13.12a, SEQ.A.3]
        supply.check_supply(g, s)  # [SEQ.A.4]
        return True


@frame("recovery")
class Recovering(LateFrame):
    """The recovery of one side's Disrupted units."""

    unknown = -1

    side: Side
    units: int = -1  # units still to check; -1: not found out yet


class Recovery(BySide["Moscow", Position, Recovering]):
    """Disrupted units recover, those in EZOC by a check."""

    rule = "3.75b"

    def proceed(self, g: Moscow, s: Position, f: Recovering) -> bool:
        side = f.side
        if f.units < 0:
            if side == GERMAN:
                engineering.complete(g, s)  # [4.11C1, SEQ.C.1a, SEQ.C.1b]
            f.units = self.find(g, s, side)
        if f.units & (f.units - 1) and any(helpers(g, s, unit) for unit in units_in(f.units)):
            return False  # whose turn it is matters only where CP are to be shared out
        if f.units:
            self.unit(g, s, f, last_unit(f.units & -f.units))
        else:
            s.stack.pop()
        return True

    def find(self, g: Moscow, s: Position, side: Side) -> int:
        """Find the units that can recover: those not in EZOC recover at once; the others are left."""
        units = s.disrupted & g.side_units[side]
        zone = enemy_zone(g, s, side)
        free = sum(1 << unit for unit in units_in(units) if not zone >> s.place[unit] & 1)
        s.disrupted &= ~free  # [3.75, 3.75a, 15.15b]
        return units & ~free

    def offer(self, g: Moscow, s: Position, f: Recovering) -> Offer:
        return Offer(self.seat(g, s, f), units=f.units)

    def unit(self, g: Moscow, s: Position, f: Recovering, unit: Unit) -> None:
        f.units &= ~(1 << unit)
        s.stack.append(CheckingRecovery(unit))  # [3.75b]

    def prompt(self, g: Moscow, s: Position, f: Recovering) -> str:
        return ask("recovery")

    def why(self, g: Moscow, s: Position, f: Recovering, seat: int, pick: Pick) -> Reason | None:
        return because("3.75b", "does not check") if pick[0] == UNIT else None


@frame("recover")
class CheckingRecovery(Checking):
    """The check of a Disrupted unit in EZOC."""


class Recover(Check[CheckingRecovery]):
    """The check of a Disrupted unit in EZOC."""

    rule = "3.75b"
    asks = "check recovery"

    def helpers(self, g: Moscow, s: Position, f: CheckingRecovery) -> int:
        return helpers(g, s, f.lead)  # [3.75b]

    def done(self, g: Moscow, s: Position, f: CheckingRecovery, modified: int, *, success: bool) -> None:
        if success:
            s.disrupted &= ~(1 << f.lead)  # [3.75b, 15.15b]


@fixed_frame("refresh")
class Refreshing(Frame):
    """The rest of the Reorganization Phase."""


class Refresh(Step["Moscow", Position, Refreshing]):
    """The rest of the Reorganization Phase."""

    rule = "4.11C2"

    def proceed(self, g: Moscow, s: Position, f: Refreshing) -> bool:
        s.stack.pop()
        s.holding = 0  # [9.45c, SEQ.C.2b]
        s.spent = 0  # [15.24, SEQ.C.2c]
        s.fired &= s.emergency | s.oos  # [6.14d, 6.44c2, 12.13e, 12.19c, SEQ.C.2d]
        s.once = s.twice = 0  # [7.42b, SEQ.C.2e]
        return True
