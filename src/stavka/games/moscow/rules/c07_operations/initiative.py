"""Chapter 7.1: the initiative, and the cups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side
from stavka.engine.machine import OPTIONS
from stavka.engine.offer import OPTION, Offer, Pick, Reason
from stavka.games.moscow.counters import CHOICE, NO_FORMATION
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c07_operations.markers import OperationsSegment
from stavka.games.moscow.state import (
    ASIDE,
    CUP,
    GERMAN,
    HAND,
    RESERVE,
    SOVIET,
    Position,
)
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


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
    """The First Player's choice of his first AM."""

    side: Side


class Opening(BySide["Moscow", Position, OpeningChoice]):
    """The First Player of the first turn chooses the AM that he plays first."""

    rule = "7.21a"

    def proceed(self, g: Moscow, s: Position, f: OpeningChoice) -> bool:
        fixed = g.scenarios[s.scenario].first_marker
        formations = self.formations(g, s, f.side)
        if fixed != CHOICE and formations >> g.formation_ids.index(fixed) & 1:
            self.choose(g, s, f.side, g.formation_ids.index(fixed))
        elif fixed == CHOICE and formations:
            return False
        else:
            s.stack.pop()  # all that could be played is in Reserve
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
    """The First Player fills his cup; the Second Player leaves out the surplus."""

    rule = "7.14a"

    def free_picks(self, g: Moscow, s: Position, f: FillingCups, offer: Offer) -> Offer:
        """The picks that can be taken back: AMs, as long as there is another one to leave out."""
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
        """The number of AMs in the Second Player's cup beyond the limit."""
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
