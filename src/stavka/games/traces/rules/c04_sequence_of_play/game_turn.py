"""Chapter 4: the sequence of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, ByOneSide, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import OPTIONS, UNITS, Step
from stavka.engine.offer import CHANCE, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.traces.rules import c13_victory as victory
from stavka.games.traces.rules.c02_components.headquarters import Relocating, in_command_range, relocation_hexes
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits, stavka_present
from stavka.games.traces.rules.c07_luftwaffe import DrawingMarkers
from stavka.games.traces.rules.c08_supply.supply_check import CheckingSupply
from stavka.games.traces.rules.c09_movement import MovementSegment, can_move
from stavka.games.traces.rules.c10_combat.attacks import CombatSegment
from stavka.games.traces.rules.c11_reinforcements import DroppingAirborne, Negotiating, draw_reinforcements
from stavka.games.traces.rules.c12_special_rules.control import check_crossings, controlled_crossings
from stavka.games.traces.state import AXIS, SOVIET, WAITING, Position
from stavka.games.traces.words import ask, because, chit_name
from stavka.hexes import NO_HEX

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


@fixed_frame("game")
class PlayingTurns(Frame):
    """The game continues turn by turn."""

    has_conversion: int  # 1 with HQ conversion


class GameTurns(Step["Traces", Position, PlayingTurns]):
    """The bottom of the stack: whenever it is reached a turn begins."""

    rule = "4.0a"

    def proceed(self, g: Traces, s: Position, f: PlayingTurns) -> bool:
        s.turn += 1  # [4.4.2]
        s.played[:] = bytes(len(g.chits))  # [2.1f, 4.2f]
        s.tell("turn", ("4.0a", "4.4.2"), turn=s.turn, points=victory.total(g, s) / 4)
        if f.has_conversion and s.turn == g.conversion_turn:  # [14.2]
            s.converted = 1  # [14.2]
            s.tell("conversion", ("14.2",))
        check_crossings(g, s)  # [12.3g]
        s.stavka = int(stavka_present(g, s))  # [4.2.1g]
        s.stack.append(EndingTurn())  # [4.0a]
        s.stack.append(ActionPhase())  # [4.0a]
        s.stack.append(SelectingChits.begin(g))  # [4.0a]
        if s.turn == g.scenario(s).special_activation:  # [12.1a]
            s.stack.append(ChoosingHq(SOVIET, "special"))  # [12.1a]
        s.stack.append(DrawingMarkers())  # [4.0a, 4.1]
        return True


@fixed_frame("end_of_turn")
class EndingTurn(Frame):
    """The turn is to end."""


class EndOfTurn(Step["Traces", Position, EndingTurn]):
    """Phase 4."""

    rule = "4.4.1"

    def proceed(self, g: Traces, s: Position, f: EndingTurn) -> bool:
        s.stack.pop()
        victory.end_of_turn(g, s)  # [4.0b, 4.4.1]
        return True


@fixed_frame("action")
class ActionPhase(Frame):
    """The Action Phase of the turn."""


class Action(Step["Traces", Position, ActionPhase]):
    """Phase 3: chits are drawn until cup and Axis hand are empty."""

    rule = "4.0c"

    def proceed(self, g: Traces, s: Position, f: ActionPhase) -> bool:
        self.return_waiting_hqs(g, s)
        if s.stack[-1] is not f:
            return True
        if sum(s.hand):
            s.stack.append(AddingChits())  # [4.2c]
        elif sum(s.cup):
            s.stack.append(DrawingChit())  # [4.0c, 4.3a]
        else:
            s.stack.pop()  # [4.3c]
            s.air[:] = s.air_used[:] = b"\0\0"  # [7.0g]
        return True

    def return_waiting_hqs(self, g: Traces, s: Position) -> None:
        """HQs that found no place come back as soon as there is one (U2)."""
        for hq in units_in(g.hq_units):
            if s.place[hq] == WAITING and relocation_hexes(g, s, hq, NO_HEX, far=False):
                s.stack.append(Relocating(hq, origin=NO_HEX))
                return


@fixed_frame("add_chits")
class AddingChits(Frame):
    """The Axis player may add chits to the cup."""


class AddChits(ByOneSide["Traces", Position, AddingChits]):
    """Before a draw the Axis player may put chits from the hand into the cup, and must do so if the cup is empty
    (U6)."""

    rule = "4.2c"
    decides = AXIS

    def free_picks(self, g: Traces, s: Position, f: AddingChits, offer: Offer) -> Offer:
        """Chits while nothing can be drawn yet and more than one is in hand: how many there are is open to both."""
        return offer.only(OPTIONS if not sum(s.cup) and sum(s.hand) > 1 else 0)

    def offer(self, g: Traces, s: Position, f: AddingChits) -> Offer:
        options: int = g.DRAW if sum(s.cup) else 0  # [4.3c]
        for kind, count in enumerate(s.hand):
            if count:
                options |= g.CHIT[kind]  # [4.2c]
        return Offer(self.seat(g, s, f), options=options)

    def option(self, g: Traces, s: Position, f: AddingChits, option: Option) -> None:
        bit = 1 << option
        if bit == g.DRAW:
            s.stack.pop()
            s.stack.append(DrawingChit())
            return
        kind = g.CHIT.index(bit)
        s.hand[kind] -= 1
        s.cup[kind] += 1
        s.tell("chit added", ("4.2c",), hand=sum(s.hand), cup=sum(s.cup))
        s.tell("chit added by you", ("4.2c",), seats=(g.seat(s, AXIS),), chit=kind)
        if not sum(s.hand):
            s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: AddingChits) -> str:
        return ask("add chits")

    def why(self, g: Traces, s: Position, f: AddingChits, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != OPTION:
            return None
        if 1 << pick[1] == g.DRAW:
            return because("4.3c", "cup empty")
        return because("4.2c", "not in hand") if 1 << pick[1] in g.CHIT else None


@fixed_frame("draw")
class DrawingChit(Frame):
    """A chit is to be drawn."""


class Draw(ByDice["Traces", Position, DrawingChit]):
    """A chit is drawn blind."""

    rule = "4.3a"

    def offer(self, g: Traces, s: Position, f: DrawingChit) -> Offer:
        return Offer(CHANCE, chance=tuple((chit.id, s.cup[kind]) for kind, chit in enumerate(g.chits)))  # [4.3a]

    def roll(self, g: Traces, s: Position, f: DrawingChit, outcome: int) -> None:
        s.stack.pop()
        s.cup[outcome] -= 1
        s.shown[outcome] = max(0, s.shown[outcome] - 1)
        s.tell("chit drawn", ("4.3a",), chit=outcome)
        s.stack.append(CarryingOut(outcome))
        if sum(s.hand) and g.chits[outcome].action != "supply":  # [4.2.2e, 4.3.7]
            s.stack.append(Interrupting(outcome))

    def prompt(self, g: Traces, s: Position, f: DrawingChit) -> str:
        return ask("draw")


@fixed_frame("interrupt")
class Interrupting(Frame):
    """The Axis player may interrupt the chit just drawn; the frame below carries it out."""

    chit: int


class Interrupt(ByOneSide["Traces", Position, Interrupting]):
    """A chit has just been drawn. The Axis player is asked whenever any chits are in hand, so that the question reveals
    nothing."""

    rule = "4.2.2e"
    decides = AXIS

    def offer(self, g: Traces, s: Position, f: Interrupting) -> Offer:
        options: int = g.PASS
        if s.hand[g.okh_chit]:  # [4.2.2e]
            options |= g.INTERRUPT
        return Offer(self.seat(g, s, f), options=options)

    def option(self, g: Traces, s: Position, f: Interrupting, option: Option) -> None:
        s.stack.pop()
        if 1 << option == g.PASS:
            return
        s.stack.pop()
        s.cup[f.chit] += 1  # [4.2.2e]
        s.shown[f.chit] += 1
        s.hand[g.okh_chit] -= 1
        s.played[g.okh_chit] += 1
        s.tell("interrupt", ("4.2.2e", "4.3.7"), chit=f.chit)
        s.stack.append(UsingOkh(is_interrupt=1))  # [4.2.2e, 4.2.2f]

    def prompt(self, g: Traces, s: Position, f: Interrupting) -> str:
        return ask("interrupt", chit=chit_name(g, f.chit))

    def why(self, g: Traces, s: Position, f: Interrupting, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.INTERRUPT:
            return because("4.2.2e", "interrupt needs okh")
        return None


@fixed_frame("carry_out")
class CarryingOut(Frame):
    """A drawn chit is to be carried out."""

    chit: int


class CarryOut(Step["Traces", Position, CarryingOut]):
    """The drawn chit's action."""

    rule = "4.3a"

    def proceed(self, g: Traces, s: Position, f: CarryingOut) -> bool:
        s.stack.pop()
        kind = f.chit
        chit = g.chits[kind]
        s.played[kind] += 1
        if chit.action == "supply":
            s.stack.append(CheckingSupply())  # [4.3.2, 4.3b]
        elif chit.action == "reinforcement":
            draw_reinforcements(g, s)  # [4.3.3, 11.0a]
        elif chit.action == "airborne":
            s.stack.append(DroppingAirborne())  # [4.3.4, 11.1g]
            draw_reinforcements(g, s)  # [11.1f]
        elif chit.action == "stavka":
            s.stack.append(ChoosingHq(SOVIET, "hq"))  # [4.3.5]
        elif chit.action == "okh":
            s.stack.append(UsingOkh(is_interrupt=0))  # [4.2.2d, 4.3.6]
        else:
            activate_hq(g, s, chit.hq)  # [2.4a, 4.3.1a]
        return True


@fixed_frame("okh")
class UsingOkh(Frame):
    """An OKH chit is used."""

    is_interrupt: int  # 1 if played from hand as an Interrupt Order


class Okh(ByOneSide["Traces", Position, UsingOkh]):
    """The use of an OKH chit."""

    rule = "4.2.2d"
    decides = AXIS

    def offer(self, g: Traces, s: Position, f: UsingOkh) -> Offer:
        options: int = g.HQ_ACTIVATION | g.OKH_COMMAND  # [4.2.2d, 4.2.2f]
        if not f.is_interrupt:  # [4.2.2f]
            options |= g.NEGOTIATION  # [4.2.2d]
        return Offer(self.seat(g, s, f), options=options)

    def option(self, g: Traces, s: Position, f: UsingOkh, option: Option) -> None:
        s.stack.pop()
        bit = 1 << option
        if bit == g.HQ_ACTIVATION:
            s.stack.append(ChoosingHq(AXIS, "hq"))  # [4.2.2g]
        elif bit == g.OKH_COMMAND:
            clear_activation(s)
            s.stack.append(CommandingByOkh(g.okh_table[controlled_crossings(s)]))  # [4.2.2h, 2.6f]
        else:
            s.stack.append(Negotiating())  # [4.2.2i]

    def prompt(self, g: Traces, s: Position, f: UsingOkh) -> str:
        return ask("okh")

    def why(self, g: Traces, s: Position, f: UsingOkh, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.NEGOTIATION:
            return because("4.2.2f", "interrupt no negotiation")
        return None


@fixed_frame("choose_hq")
class ChoosingHq(Frame):
    """A side chooses an HQ to activate."""

    side: Side
    activation: str  # "hq", or "special": combats only (12.1)


class ChooseHq(BySide["Traces", Position, ChoosingHq]):
    """The player chooses an HQ, which is activated."""

    rule = "4.3.5"

    def rule_of(self, f: ChoosingHq) -> str:
        return "12.1a" if f.activation == "special" else self.rule

    def proceed(self, g: Traces, s: Position, f: ChoosingHq) -> bool:
        if self.hqs(g, s, f):
            return False
        s.stack.pop()
        return True

    def hqs(self, g: Traces, s: Position, f: ChoosingHq) -> int:
        return sum(1 << hq for hq in units_in(g.hq_units & g.side_units[f.side]) if s.place[hq] >= 0)

    def free_picks(self, g: Traces, s: Position, f: ChoosingHq, offer: Offer) -> Offer:
        """HQs, whose owner is asked for the action mode next; a special activation may have no unit that can attack."""
        return offer.only(UNITS if f.activation == "hq" else 0)

    def offer(self, g: Traces, s: Position, f: ChoosingHq) -> Offer:
        return Offer(self.seat(g, s, f), units=self.hqs(g, s, f))  # [4.2.2g, 4.3.5, 12.1a]

    def unit(self, g: Traces, s: Position, f: ChoosingHq, unit: Unit) -> None:
        s.stack.pop()
        if f.activation == "special":
            clear_activation(s)
            s.activated = in_command_range(g, s, unit) & ~(g.hq_units & ~(1 << unit))  # [12.1a]
            s.tell("special activation", ("12.1a", "12.1b"), unit=unit)
            s.stack.append(EndingActivation())
            s.stack.append(CombatSegment(SOVIET))  # [12.1b]
        else:
            activate_hq(g, s, unit)

    def prompt(self, g: Traces, s: Position, f: ChoosingHq) -> str:
        return ask("choose special hq") if f.activation == "special" else ask("choose hq")

    def why(self, g: Traces, s: Position, f: ChoosingHq, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if not g.hq_units >> pick[1] & 1 or g.side[pick[1]] != f.side:
            return because("4.3.1a", "not your hq")
        return because("2.3e", "hq waits")


# -- activation -----------------------------------------------------------------------------------------------------


def clear_activation(s: Position) -> None:
    s.activated = s.moved = s.fought = s.attacked = 0


def activate_hq(g: Traces, s: Position, hq: Unit) -> None:
    """Activate an HQ with the Combat Units in its Command Range; the set is fixed now (2.3j)."""
    clear_activation(s)
    if s.place[hq] < 0:
        s.tell("hq off map", ("2.3e",), unit=hq)
        return
    side = g.side[hq]
    near = in_command_range(g, s, hq)
    s.activated = near & g.combat_units | 1 << hq  # [2.3a, 2.3j, 4.3.1a]
    s.tell("activation", ("4.3.1a",), unit=hq, units=s.activated)
    s.stack.append(ChoosingMode(side))  # [4.3.1.1]
    others = near & g.hq_units & ~(1 << hq)
    if side == AXIS and others and g.second_hqs:  # [4.3.1b]
        s.stack.append(ChoosingSecondHq(others))  # [4.3.1b]


@fixed_frame("second_hq")
class ChoosingSecondHq(Frame):
    """The Axis player may activate another HQ."""

    hqs: int


class SecondHq(ByOneSide["Traces", Position, ChoosingSecondHq]):
    """An Axis HQ may activate another HQ in its range, which does not activate units."""

    rule = "4.3.1b"
    decides = AXIS
    free = UNITS | OPTIONS  # the action mode is asked for next

    def offer(self, g: Traces, s: Position, f: ChoosingSecondHq) -> Offer:
        return Offer(self.seat(g, s, f), units=f.hqs, options=g.DONE)

    def unit(self, g: Traces, s: Position, f: ChoosingSecondHq, unit: Unit) -> None:
        s.stack.pop()
        s.activated |= 1 << unit  # [4.3.1b]
        s.tell("second hq", ("4.3.1b",), unit=unit)

    def option(self, g: Traces, s: Position, f: ChoosingSecondHq, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: ChoosingSecondHq) -> str:
        return ask("second hq")

    def why(self, g: Traces, s: Position, f: ChoosingSecondHq, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return because("4.3.1b", "second hq")
        return None


@frame("okh_command")
class CommandingByOkh(Frame):
    """OKH activates units one by one."""

    units_left: int


class OkhCommand(ByOneSide["Traces", Position, CommandingByOkh]):
    """Axis units anywhere are activated, up to the table's number."""

    rule = "4.2.2h"
    decides = AXIS

    def proceed(self, g: Traces, s: Position, f: CommandingByOkh) -> bool:
        if f.units_left and self.units(g, s):
            return False
        self.finish(s)
        return True

    def units(self, g: Traces, s: Position) -> int:
        there = 0
        for units in s.at.values():
            there |= units
        return there & g.side_units[AXIS] & ~s.activated  # [4.2.2h]

    def free_picks(self, g: Traces, s: Position, f: CommandingByOkh, offer: Offer) -> Offer:
        """Units; being done, once there are units to ask the action mode of."""
        return offer.only(UNITS | OPTIONS if s.activated else UNITS)

    def offer(self, g: Traces, s: Position, f: CommandingByOkh) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s), options=g.DONE)

    def unit(self, g: Traces, s: Position, f: CommandingByOkh, unit: Unit) -> None:
        f.units_left -= 1  # [4.2.2h]
        s.activated |= 1 << unit

    def option(self, g: Traces, s: Position, f: CommandingByOkh, option: Option) -> None:
        self.finish(s)

    def finish(self, s: Position) -> None:
        s.stack.pop()
        s.tell("okh command", ("4.2.2h",), units=s.activated)
        if s.activated:
            s.stack.append(ChoosingMode(AXIS))

    def prompt(self, g: Traces, s: Position, f: CommandingByOkh) -> str:
        return ask("okh command", number=f.units_left)

    def why(self, g: Traces, s: Position, f: CommandingByOkh, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if s.activated >> pick[1] & 1:
            return because("4.2.2h", "activated already")
        return because("4.2.2h", "okh axis only")


@fixed_frame("mode")
class ChoosingMode(Frame):
    """A side chooses the action mode of an activation."""

    side: Side


class Mode(BySide["Traces", Position, ChoosingMode]):
    """Choose one action mode for the whole activation."""

    rule = "4.3.1.1"

    def free_picks(self, g: Traces, s: Position, f: ChoosingMode, offer: Offer) -> Offer:
        """Both modes if there is anybody who can move: then one of the segments has something to ask."""
        return offer.only(
            OPTIONS if any(s.place[unit] >= 0 and can_move(g, s, unit) for unit in units_in(s.activated)) else 0
        )

    def offer(self, g: Traces, s: Position, f: ChoosingMode) -> Offer:
        return Offer(self.seat(g, s, f), options=g.MOVEMENT_COMBAT | g.COMBAT_MOVEMENT)  # [4.3.1.1]

    def option(self, g: Traces, s: Position, f: ChoosingMode, option: Option) -> None:
        s.stack.pop()
        side = f.side
        movement_first = 1 << option == g.MOVEMENT_COMBAT
        s.tell("mode", ("4.3.1.1", "4.3.1.2"), movement_first=movement_first)
        movement, combat = MovementSegment(side), CombatSegment(side)
        s.stack.append(EndingActivation())
        s.stack += [combat, movement] if movement_first else [movement, combat]  # [4.3.1.2]

    def prompt(self, g: Traces, s: Position, f: ChoosingMode) -> str:
        hqs = s.activated & g.hq_units
        kinds = [kind for kind, chit in enumerate(g.chits) if chit.hq >= 0 and hqs >> chit.hq & 1]
        return ask("mode of", chit=chit_name(g, kinds[0])) if kinds else ask("mode")


@fixed_frame("end_activation")
class EndingActivation(Frame):
    """The activation is to end."""


class EndActivation(Step["Traces", Position, EndingActivation]):
    """The end of an activation: no unit is activated any more."""

    rule = "4.3.1.2"

    def proceed(self, g: Traces, s: Position, f: EndingActivation) -> bool:
        s.stack.pop()
        clear_activation(s)
        return True
