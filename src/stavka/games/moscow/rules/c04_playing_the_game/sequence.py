"""Chapters 4 and 5.1: turns, weather, initiative and the cups, reorganization."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, last_unit, units_in
from stavka.engine.machine import OPTIONS, Step
from stavka.engine.offer import OPTION, UNIT, Offer, Pick, Reason
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.checks.files import CHOICE
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.frames import LateFrame
from stavka.games.moscow.rules import c14_strongpoints as engineering
from stavka.games.moscow.rules.c01_introduction import victory
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c05_strategic_segment import reinforcements
from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import CallingGroups, FormingReserves
from stavka.games.moscow.rules.c06_supply import supply_routes as supply
from stavka.games.moscow.rules.c06_supply.fuel import FuelRoll
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c07_operations.markers import OperationsSegment
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking, helpers
from stavka.games.moscow.state import (
    ASIDE,
    CUP,
    FLOWN,
    GERMAN,
    HAND,
    PLAYED,
    READY,
    RESERVE,
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
        s.tell("turn", ("4.1",), turn=g.box(s.scenario, s.turn).turn)
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


@fixed_frame("weather")
class WeatherRoll(Frame):
    """The roll for the weather of a turn."""


class Weather(ByDice["Moscow", Position, WeatherRoll]):
    """The German player rolls for the weather."""

    rule = "5.11a"

    def proceed(self, g: Moscow, s: Position, f: WeatherRoll) -> bool:
        if not g.uses(s, "historical_weather"):
            return False
        self.settle(g, s, WEATHER_NAMES.index(g.box(s.scenario, s.turn).historical))  # [5.11d]
        return True

    def offer(self, g: Moscow, s: Position, f: WeatherRoll) -> Offer:
        return Offer(self.seat(g, s, f), chance=D10)  # [5.11a]

    def roll(self, g: Moscow, s: Position, f: WeatherRoll, outcome: int) -> None:
        self.settle(g, s, g.weather_of(s.scenario, s.turn, outcome + 1))  # [5.11, 5.11b]

    def settle(self, g: Moscow, s: Position, weather: int) -> None:
        s.stack.pop()
        s.weather = weather  # [5.11c]
        s.tell("weather", ("5.11a",), weather=weather)

    def prompt(self, g: Moscow, s: Position, f: WeatherRoll) -> str:
        return ask("weather")


@frame("reinforcement")
class Reinforcing(Frame):
    """The arrival of reinforcements and AMs."""


class Reinforcement(Step["Moscow", Position, Reinforcing]):
    """Reinforcements are there, AMs come back from the turn before."""

    rule = "5.2"

    def proceed(self, g: Moscow, s: Position, f: Reinforcing) -> bool:
        s.stack.pop()
        for marker, place in enumerate(s.markers):
            if place == PLAYED:
                s.markers[marker] = ASIDE  # [7.15, 7.26]
        reinforcements.arrive(g, s)
        return True


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


@frame("initiative")
class InitiativeRolls(Frame):
    """The two rolls for the initiative."""

    german_die: int = 0  # 0 before it is rolled


class Initiative(ByDice["Moscow", Position, InitiativeRolls]):
    """Each player rolls for the initiative."""

    rule = "7.11"

    def proceed(self, g: Moscow, s: Position, f: InitiativeRolls) -> bool:
        if s.turn > 1:
            return False
        self.settle(g, s, GERMAN)  # [7.11a]
        return True

    def offer(self, g: Moscow, s: Position, f: InitiativeRolls) -> Offer:
        return Offer(self.seat(g, s, f), chance=D10)

    def roll(self, g: Moscow, s: Position, f: InitiativeRolls, outcome: int) -> None:
        if not f.german_die:
            f.german_die = outcome + 1
            return
        german, soviet = f.german_die + s.initiative[GERMAN], outcome + 1 + s.initiative[SOVIET]  # [7.11, 7.12b, 7.12c]
        s.tell("initiative", ("7.11",), german=german, soviet=soviet)
        self.settle(g, s, s.first if german == soviet else GERMAN if german > soviet else SOVIET)  # [7.13]

    def settle(self, g: Moscow, s: Position, first: Side) -> None:
        s.stack.pop()
        s.first = first  # [7.13, 7.13a]
        s.initiative = bytearray(2)  # [7.12a]
        s.low_fuel = s.fed = 0  # [7.26]
        s.tell("first player", ("7.13a",), side=first)
        s.stack += [OperationsSegment(first), FillingCups(1 - first)]  # [7.13a, SEQ.A.5b]
        if s.turn == 1:
            s.stack.append(OpeningChoice(first))  # [4.11B2, 7.21a]

    def prompt(self, g: Moscow, s: Position, f: InitiativeRolls) -> str:
        return ask("initiative")


@fixed_frame("opening")
class OpeningChoice(Frame):
    """The First Player's choice of the first AM."""

    side: Side


class Opening(BySide["Moscow", Position, OpeningChoice]):
    """The First Player of the first turn chooses the AM to play first."""

    rule = "7.21a"

    def proceed(self, g: Moscow, s: Position, f: OpeningChoice) -> bool:
        fixed = g.scenarios[s.scenario].first_marker
        formations = self.formations(g, s, f.side)
        if fixed != CHOICE and formations >> g.formation_ids.index(fixed) & 1:
            self.choose(g, s, f.side, g.formation_ids.index(fixed))
        elif fixed == CHOICE and formations:
            return False
        else:
            s.stack.pop()  # everything that could be played is in Reserve
        return True

    def formations(self, g: Moscow, s: Position, side: Side) -> int:
        kinds = {g.marker_of[m] for m in markers_at(g, s, side, ASIDE)} - {NO_FORMATION}
        return sum(1 << formation for formation in kinds)

    def offer(self, g: Moscow, s: Position, f: OpeningChoice) -> Offer:
        return Offer(self.seat(g, s, f), options=g.formation_options(self.formations(g, s, f.side)))

    def option(self, g: Moscow, s: Position, f: OpeningChoice, option: Option) -> None:
        self.choose(g, s, f.side, g.formation_of_option(option))

    def choose(self, g: Moscow, s: Position, side: Side, formation: int) -> None:
        s.stack.pop()
        marker = next(m for m in markers_at(g, s, side, ASIDE) if g.marker_of[m] == formation)
        s.markers[marker] = HAND  # [4.11B2, 7.21a]

    def prompt(self, g: Moscow, s: Position, f: OpeningChoice) -> str:
        return ask("opening")

    def why(self, g: Moscow, s: Position, f: OpeningChoice, seat: int, pick: Pick) -> Reason | None:
        return because("7.15", "no marker available") if pick[0] == OPTION else None


@frame("cup")
class FillingCups(Frame):
    """The AMs that the Second Player leaves out."""

    side: Side  # the Second Player
    has_begun: int = 0


class FillCups(BySide["Moscow", Position, FillingCups]):
    """The First Player fills the cup; the Second Player leaves out the surplus."""

    rule = "7.14a"

    def free_picks(self, g: Moscow, s: Position, f: FillingCups, offer: Offer) -> Offer:
        """The picks that can be taken back as long as another AM can be left out."""
        return offer.only(OPTIONS if self.excess(g, s, f.side) > 1 else 0)

    def proceed(self, g: Moscow, s: Position, f: FillingCups) -> bool:
        side = f.side
        if not f.has_begun:
            f.has_begun = 1
            for marker in markers_at(g, s, 1 - side, ASIDE):  # [5.32]
                s.markers[marker] = CUP  # [7.14]
            for marker in markers_at(g, s, side, ASIDE):
                s.markers[marker] = CUP
        if self.excess(g, s, side) > 0:
            return False
        s.stack.pop()
        return True

    def excess(self, g: Moscow, s: Position, side: Side) -> int:
        """The number of AMs that the Second Player has put in beyond the limit."""
        first = [len(markers_at(g, s, 1 - side, place)) for place in (CUP, HAND, RESERVE)]
        return len(markers_at(g, s, side, CUP)) - sum(first) - g.cup_extra  # [7.14a]

    def offer(self, g: Moscow, s: Position, f: FillingCups) -> Offer:
        kinds = {g.marker_of[m] for m in markers_at(g, s, f.side, CUP)}
        special = g.ANY_FORMATION if NO_FORMATION in kinds else 0
        formations = sum(1 << kind for kind in kinds if kind != NO_FORMATION)
        return Offer(self.seat(g, s, f), options=g.formation_options(formations) | special)  # [7.14a, 7.14b]

    def option(self, g: Moscow, s: Position, f: FillingCups, option: Option) -> None:
        kind = NO_FORMATION if 1 << option == g.ANY_FORMATION else g.formation_of_option(option)
        marker = next(m for m in markers_at(g, s, f.side, CUP) if g.marker_of[m] == kind)
        s.markers[marker] = ASIDE  # [7.14b]
        s.tell("leaves out", ("7.14b",), (f.side,), side=f.side, marker=marker)

    def prompt(self, g: Moscow, s: Position, f: FillingCups) -> str:
        return ask("cup", number=self.excess(g, s, f.side))

    def why(self, g: Moscow, s: Position, f: FillingCups, seat: int, pick: Pick) -> Reason | None:
        return because("7.15", "no marker available") if pick[0] == OPTION else None


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
            return False  # whose turn it is matters only where CPs are to be shared out
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
