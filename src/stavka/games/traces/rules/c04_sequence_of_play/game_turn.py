"""Chapter 4: the sequence of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, OPTION, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.traces.rules import c13_victory as victory
from stavka.games.traces.rules.c02_components.headquarters import in_command_range, relocation_hexes
from stavka.games.traces.rules.c04_sequence_of_play.chits import stavka_present
from stavka.games.traces.rules.c11_reinforcements import draw_reinforcements
from stavka.games.traces.rules.c12_special_rules.control import check_crossings, controlled_crossings
from stavka.games.traces.state import AXIS, SOVIET, WAITING, Position
from stavka.games.traces.words import ask, because, chit_name

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


class GameTurns(ListStep["Traces", Position]):
    """The bottom of the stack: whenever it is reached a turn begins. Frame: [name, 1 with HQ conversion]."""

    rule = "4.0a"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        s.turn += 1  # [4.4.2]
        s.played[:] = bytes(len(g.chits))  # [2.1f, 4.2f]
        s.tell("turn", ("4.0a", "4.4.2"), turn=s.turn)
        if f[1] and s.turn == g.conversion_turn:  # [14.2]
            s.converted = 1  # [14.2]
            s.tell("conversion", ("14.2",))
        check_crossings(g, s)  # [12.3g]
        s.stavka = int(stavka_present(g, s))  # [4.2.1g]
        kinds = len(g.chits)
        s.stack.append(["end_of_turn"])  # [4.0a]
        s.stack.append(["action"])  # [4.0a]
        s.stack.append(["select_chits", 0, *[0] * (2 * kinds)])  # [4.0a]
        if s.turn == g.scenario(s).special_activation:  # [12.1a]
            s.stack.append(["choose_hq", SOVIET, "special"])  # [12.1a]
        s.stack.append(["luftwaffe", -1])  # [4.0a, 4.1]
        return True


class EndOfTurn(ListStep["Traces", Position]):
    """Phase 4. Frame: [name]."""

    rule = "4.4.1"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        s.stack.pop()
        victory.end_of_turn(g, s)  # [4.0b, 4.4.1]
        return True


class Action(ListStep["Traces", Position]):
    """Phase 3: chits are drawn until cup and Axis hand are empty. Frame: [name]."""

    rule = "4.0c"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        self.return_waiting_hqs(g, s)
        if s.stack[-1] is not f:
            return True
        if sum(s.hand):
            s.stack.append(["add_chits"])  # [4.2c]
        elif sum(s.cup):
            s.stack.append(["draw"])  # [4.0c, 4.3a]
        else:
            s.stack.pop()  # [4.3c]
            s.air[:] = s.air_used[:] = b"\0\0"  # [7.0g]
        return True

    def return_waiting_hqs(self, g: Traces, s: Position) -> None:
        """HQs that found no place come back as soon as there is one (U2)."""
        for hq in members(g.hq_units):
            if s.place[hq] == WAITING and relocation_hexes(g, s, hq, -1, far=False):
                s.stack.append(["relocate", hq, -1])
                return


class AddChits(ListStep["Traces", Position]):
    """Before a draw the Axis player may put chits from his hand into the cup; he must if it is empty (U6).

    Frame: [name]."""

    rule = "4.2c"

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        options: int = g.DRAW if sum(s.cup) else 0  # [4.3c]
        for kind, count in enumerate(s.hand):
            if count:
                options |= g.CHIT[kind]  # [4.2c]
        return Offer(g.seat(s, AXIS), options=options)

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        bit = 1 << option
        if bit == g.DRAW:
            s.stack.pop()
            s.stack.append(["draw"])
            return
        kind = g.CHIT.index(bit)
        s.hand[kind] -= 1
        s.cup[kind] += 1
        s.tell("chit added", ("4.2c",), hand=sum(s.hand), cup=sum(s.cup))
        s.tell("chit added by you", ("4.2c",), seats=(g.seat(s, AXIS),), chit=kind)
        if not sum(s.hand):
            s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("add chits")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != OPTION:
            return None
        if 1 << pick[1] == g.DRAW:
            return because("4.3c", "cup empty")
        return because("4.2c", "not in hand") if 1 << pick[1] in g.CHIT else None


class Draw(ListStep["Traces", Position]):
    """A chit is drawn blind. Frame: [name]."""

    rule = "4.3a"

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=tuple((chit.id, s.cup[kind]) for kind, chit in enumerate(g.chits)))  # [4.3a]

    def roll(self, g: Traces, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        s.cup[outcome] -= 1
        s.shown[outcome] = max(0, s.shown[outcome] - 1)
        s.tell("chit drawn", ("4.3a",), chit=outcome)
        s.stack.append(["carry_out", outcome])
        if sum(s.hand) and g.chits[outcome].action != "supply":  # [4.2.2e, 4.3.7]
            s.stack.append(["interrupt", outcome])

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("draw")


class Interrupt(ListStep["Traces", Position]):
    """A chit has just been drawn. The Axis player is asked whenever he holds chits, so that being asked tells nothing.

    Frame: [name, chit]; the frame below carries it out."""

    rule = "4.2.2e"

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        options: int = g.PASS
        if s.hand[g.okh_chit]:  # [4.2.2e]
            options |= g.INTERRUPT
        return Offer(g.seat(s, AXIS), options=options)

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()
        if 1 << option == g.PASS:
            return
        s.stack.pop()
        s.cup[f[1]] += 1  # [4.2.2e]
        s.shown[f[1]] += 1
        s.hand[g.okh_chit] -= 1
        s.played[g.okh_chit] += 1
        s.tell("interrupt", ("4.2.2e", "4.3.7"), chit=f[1])
        s.stack.append(["okh", 1])  # [4.2.2e, 4.2.2f]

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("interrupt", chit=chit_name(g, f[1]))

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.INTERRUPT:
            return because("4.2.2e", "interrupt needs okh")
        return None


class CarryOut(ListStep["Traces", Position]):
    """The drawn chit's action. Frame: [name, chit]."""

    rule = "4.3a"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        s.stack.pop()
        kind = f[1]
        chit = g.chits[kind]
        s.played[kind] += 1
        if chit.action == "supply":
            s.stack.append(["supply_check"])  # [4.3.2, 4.3b]
        elif chit.action == "reinforcement":
            draw_reinforcements(g, s)  # [4.3.3, 11.0a]
        elif chit.action == "airborne":
            s.stack.append(["airborne_drop"])  # [4.3.4, 11.1g]
            draw_reinforcements(g, s)  # [11.1f]
        elif chit.action == "stavka":
            s.stack.append(["choose_hq", SOVIET, "hq"])  # [4.3.5]
        elif chit.action == "okh":
            s.stack.append(["okh", 0])  # [4.2.2d, 4.3.6]
        else:
            activate_hq(g, s, chit.hq)  # [2.4a, 4.3.1a]
        return True


class Okh(ListStep["Traces", Position]):
    """The use of an OKH chit. Frame: [name, 1 if played from hand as an Interrupt Order]."""

    rule = "4.2.2d"

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        options: int = g.HQ_ACTIVATION | g.OKH_COMMAND  # [4.2.2d, 4.2.2f]
        if not f[1]:  # [4.2.2f]
            options |= g.NEGOTIATION  # [4.2.2d]
        return Offer(g.seat(s, AXIS), options=options)

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()
        bit = 1 << option
        if bit == g.HQ_ACTIVATION:
            s.stack.append(["choose_hq", AXIS, "hq"])  # [4.2.2g]
        elif bit == g.OKH_COMMAND:
            clear_activation(s)
            s.stack.append(["okh_command", g.okh_table[controlled_crossings(s)]])  # [4.2.2h, 2.6f]
        else:
            s.stack.append(["negotiation", -1])  # [4.2.2i]

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("okh")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.NEGOTIATION:
            return because("4.2.2f", "interrupt no negotiation")
        return None


class ChooseHq(ListStep["Traces", Position]):
    """An HQ of the player's choice is activated. Frame: [name, side, "hq" or "special"]."""

    rule = "4.3.5"

    def rule_of(self, f: Frame) -> str:
        return "12.1a" if f[2] == "special" else self.rule

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if self.hqs(g, s, f):
            return False
        s.stack.pop()
        return True

    def hqs(self, g: Traces, s: Position, f: Frame) -> int:
        return sum(1 << hq for hq in members(g.hq_units & g.side_units[f[1]]) if s.place[hq] >= 0)

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, f[1]), units=self.hqs(g, s, f))  # [4.2.2g, 4.3.5, 12.1a]

    def unit(self, g: Traces, s: Position, f: Frame, unit: int) -> None:
        s.stack.pop()
        if f[2] == "special":
            clear_activation(s)
            s.activated = in_command_range(g, s, unit) & ~(g.hq_units & ~(1 << unit))  # [12.1a]
            s.tell("special activation", ("12.1a", "12.1b"), unit=unit)
            s.stack.append(["end_activation"])
            s.stack.append(["combat", SOVIET])  # [12.1b]
        else:
            activate_hq(g, s, unit)

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("choose special hq") if f[2] == "special" else ask("choose hq")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if not g.hq_units >> pick[1] & 1 or g.side[pick[1]] != f[1]:
            return because("4.3.1a", "not your hq")
        return because("2.3e", "hq waits")


# -- activation -----------------------------------------------------------------------------------------------------


def clear_activation(s: Position) -> None:
    s.activated = s.moved = s.fought = s.attacked = 0


def activate_hq(g: Traces, s: Position, hq: int) -> None:
    """Activate an HQ with the Combat Units in its Command Range; the set is fixed now (2.3j)."""
    clear_activation(s)
    if s.place[hq] < 0:
        s.tell("hq off map", ("2.3e",), unit=hq)
        return
    side = g.side[hq]
    near = in_command_range(g, s, hq)
    s.activated = near & g.combat_units | 1 << hq  # [2.3a, 2.3j, 4.3.1a]
    s.tell("activation", ("4.3.1a",), unit=hq, units=s.activated)
    s.stack.append(["mode", side])  # [4.3.1.1]
    others = near & g.hq_units & ~(1 << hq)
    if side == AXIS and others and g.second_hqs:  # [4.3.1b]
        s.stack.append(["second_hq", others])  # [4.3.1b]


class SecondHq(ListStep["Traces", Position]):
    """An Axis HQ may activate another HQ in its range, which activates nobody. Frame: [name, HQs]."""

    rule = "4.3.1b"

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, AXIS), units=f[1], options=g.DONE)

    def unit(self, g: Traces, s: Position, f: Frame, unit: int) -> None:
        s.stack.pop()
        s.activated |= 1 << unit  # [4.3.1b]
        s.tell("second hq", ("4.3.1b",), unit=unit)

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("second hq")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return because("4.3.1b", "second hq")
        return None


class OkhCommand(ListStep["Traces", Position]):
    """Axis units anywhere are activated, up to the table's number. Frame: [name, units left]."""

    rule = "4.2.2h"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if f[1] and self.units(g, s):
            return False
        self.finish(s)
        return True

    def units(self, g: Traces, s: Position) -> int:
        there = 0
        for units in s.at.values():
            there |= units
        return there & g.side_units[AXIS] & ~s.activated  # [4.2.2h]

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, AXIS), units=self.units(g, s), options=g.DONE)

    def unit(self, g: Traces, s: Position, f: Frame, unit: int) -> None:
        f[1] -= 1  # [4.2.2h]
        s.activated |= 1 << unit

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        self.finish(s)

    def finish(self, s: Position) -> None:
        s.stack.pop()
        s.tell("okh command", ("4.2.2h",), units=s.activated)
        if s.activated:
            s.stack.append(["mode", AXIS])

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("okh command", number=f[1])

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if s.activated >> pick[1] & 1:
            return because("4.2.2h", "activated already")
        return because("4.2.2h", "okh axis only")


class Mode(ListStep["Traces", Position]):
    """One action mode for the whole activation. Frame: [name, side]."""

    rule = "4.3.1.1"

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, f[1]), options=g.MOVEMENT_COMBAT | g.COMBAT_MOVEMENT)  # [4.3.1.1]

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()
        side = f[1]
        movement_first = 1 << option == g.MOVEMENT_COMBAT
        s.tell("mode", ("4.3.1.1", "4.3.1.2"), movement_first=movement_first)
        movement, combat = ["movement", side, -1], ["combat", side]
        s.stack.append(["end_activation"])
        s.stack += [combat, movement] if movement_first else [movement, combat]  # [4.3.1.2]

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        hqs = s.activated & g.hq_units
        kinds = [kind for kind, chit in enumerate(g.chits) if chit.hq >= 0 and hqs >> chit.hq & 1]
        return ask("mode of", chit=chit_name(g, kinds[0])) if kinds else ask("mode")


class EndActivation(ListStep["Traces", Position]):
    """Frame: [name]."""

    rule = "4.3.1.2"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        s.stack.pop()
        clear_activation(s)
        return True
