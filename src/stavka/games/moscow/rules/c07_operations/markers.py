"""Chapter 7.2 and 7.3: drawing activation markers, playing, passing and combining them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, members, units_in
from stavka.engine.machine import UNITS, Step
from stavka.engine.offer import OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.words.forms import Listed
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c06_supply import fuel
from stavka.games.moscow.rules.c07_operations.activation import markers_at, markers_left
from stavka.games.moscow.rules.c08_ground_movement.movement_phase import CheckingStacks, MovementPhase
from stavka.games.moscow.rules.c14_strongpoints import Building
from stavka.games.moscow.state import (
    ASSAULT,
    CUP,
    GERMAN,
    GONE,
    HAND,
    MOBILE,
    NO_SEQUENCE,
    NOT_YET,
    PASSED,
    PLAYED,
    RESERVE,
    Position,
    attach,
)
from stavka.games.moscow.words import WORDS, ask, because
from stavka.games.moscow.words import marker as marker_word

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


@frame("operations")
class OperationsSegment(Frame):
    """The Sequences of a turn."""

    next_side: Side


class Operations(Step["Moscow", Position, OperationsSegment]):
    """The Operations Segment: Sequence after Sequence, in turn."""

    rule = "7.23"

    def proceed(self, g: Moscow, s: Position, f: OperationsSegment) -> bool:
        if not markers_left(g, s, f.next_side):
            f.next_side = 1 - f.next_side  # [7.25, 7.25a]
        if not markers_left(g, s, f.next_side):
            s.stack.pop()  # [7.23, SEQ.B.3]
            fuel.evaporate(g, s)
            return True
        side = f.next_side
        f.next_side = 1 - side  # [4.11B, 7.23, SEQ.B, SEQ.B.2]
        s.stack.append(Drawing(side))
        return True


@fixed_frame("draw")
class Drawing(Frame):
    """The draw of an AM from one side's cup."""

    side: Side


class Draw(ByDice["Moscow", Position, Drawing]):
    """A player draws an AM in secret."""

    rule = "7.21"

    def proceed(self, g: Moscow, s: Position, f: Drawing) -> bool:
        side = f.side
        if markers_at(g, s, side, HAND):  # [4.11B2, 7.21a, SEQ.B.1a]
            self.go_on(s, side)
            return True
        if markers_at(g, s, side, CUP):  # [4.11B1, 4.23a, 7.24b]
            return False
        (pooled,) = markers_at(g, s, side, PASSED)
        s.markers[pooled] = HAND  # [7.24b, 7.34a]
        self.go_on(s, side)
        return True

    def go_on(self, s: Position, side: Side) -> None:
        s.stack.pop()
        s.stack.append(Choosing(side))

    def cup(self, g: Moscow, s: Position, side: Side) -> list[int]:
        """The Formations (-1: the special AM) of the AMs in the cup."""
        return [g.marker_of[m] for m in markers_at(g, s, side, CUP)]

    def offer(self, g: Moscow, s: Position, f: Drawing) -> Offer:
        cup = self.cup(g, s, f.side)
        return Offer(
            self.seat(g, s, f), chance=tuple((g.formation_name(kind), cup.count(kind)) for kind in dict.fromkeys(cup))
        )  # [4.11B1]

    def roll(self, g: Moscow, s: Position, f: Drawing, outcome: int) -> None:
        cup = self.cup(g, s, f.side)
        kind = list(dict.fromkeys(cup))[outcome]
        marker = markers_at(g, s, f.side, CUP)[cup.index(kind)]
        s.markers[marker] = HAND  # [7.21, SEQ.B.1a]
        s.tell("draws", ("7.21",), (f.side,), side=f.side, marker=marker)
        self.go_on(s, f.side)

    def prompt(self, g: Moscow, s: Position, f: Drawing) -> str:
        return ask("draw", side=WORDS.side("side", g.sides[f.side]))


@fixed_frame("choose")
class Choosing(Frame):
    """The choice of what to do with the drawn AM."""

    side: Side


class Choose(BySide["Moscow", Position, Choosing]):
    """Choose what is done with the AM that was drawn, or with the one in the Pool."""

    rule = "7.21"

    def markers(self, g: Moscow, s: Position, side: Side) -> tuple[int, int]:
        """The AM in hand, and the one in the Pool or -1."""
        (hand,) = markers_at(g, s, side, HAND)
        pool = markers_at(g, s, side, PASSED)
        return hand, pool[0] if pool else -1

    def offer(self, g: Moscow, s: Position, f: Choosing) -> Offer:
        side = f.side
        hand, pool = self.markers(g, s, side)
        options = g.MOBILE_SEQUENCE | g.ASSAULT_SEQUENCE  # [7.21, 7.24a]
        if pool < 0:
            if may_pass(g, s, side):
                options |= g.PASS  # [7.21C, 7.21C1]
        else:
            options |= g.POOLED  # [7.22a]
            if can_combine(g, hand, pool):
                options |= g.COMBINE_DRAWN | g.COMBINE_POOLED  # [7.31, 7.33a, 7.33b, SEQ.B.1c]
        return Offer(self.seat(g, s, f), options=options)

    def option(self, g: Moscow, s: Position, f: Choosing, option: Option) -> None:
        side, bit = f.side, 1 << option
        hand, pool = self.markers(g, s, side)
        if bit == g.PASS:
            s.stack.pop()
            pass_marker(g, s, side, hand)
            return
        if bit in (g.POOLED, g.COMBINE_POOLED):
            s.markers[hand], s.markers[pool] = PASSED, HAND  # [7.22a]
            hand, pool = pool, hand
        if bit == g.POOLED:
            s.stack[-1] = PlayingMarkers(side, [])
        elif bit in (g.COMBINE_DRAWN, g.COMBINE_POOLED):
            s.tell("tries to combine", ("7.33a", "7.33b"), side=side, marker=hand)
            s.stack[-1] = Combining(side, leaders=0, shown=hand)
        else:
            s.stack[-1] = Revealing(side, MOBILE if bit == g.MOBILE_SEQUENCE else ASSAULT)

    def prompt(self, g: Moscow, s: Position, f: Choosing) -> str:
        hand, pool = self.markers(g, s, f.side)
        drawn = marker_word(g, hand)
        if g.is_opening(s, f.side):
            return ask("choose first", marker=drawn)
        if pool < 0:
            return ask("choose", drawn=drawn) if may_pass(g, s, f.side) else ask("choose, no pass", drawn=drawn)
        pooled = marker_word(g, pool)
        if can_combine(g, hand, pool):
            return ask("choose with pool", drawn=drawn, pooled=pooled)
        return ask("choose with pool, no both", drawn=drawn, pooled=pooled)

    def why(self, g: Moscow, s: Position, f: Choosing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != OPTION:
            return None
        bit = 1 << pick[1]
        hand, pool = self.markers(g, s, f.side)
        if bit == g.PASS:
            return because("7.22a", "no pass with pool") if pool >= 0 else because("7.24", "last marker")
        if bit in (g.COMBINE_DRAWN, g.COMBINE_POOLED):
            if pool < 0:
                return because("7.31", "nothing to combine")
            if NO_FORMATION in (g.marker_of[hand], g.marker_of[pool]):
                return because("7.32b", "special cannot combine")
            return because("7.32", "same formation")
        return None


def may_pass(g: Moscow, s: Position, side: Side) -> bool:
    """Whether a player may pass: only with more AMs to play than this one, and not with the one chosen in turn 1."""
    if not markers_at(g, s, side, CUP):
        return False  # [7.24, 7.24b]
    return not g.is_opening(s, side)  # [7.21a]


def can_combine(g: Moscow, hand: int, pool: int) -> bool:
    kinds = (g.marker_of[hand], g.marker_of[pool])
    return NO_FORMATION not in kinds and kinds[0] != kinds[1]  # [4.25a1, 7.32, 7.32a, 7.32b]


def pass_marker(g: Moscow, s: Position, side: Side, marker: int) -> None:
    s.markers[marker] = PASSED  # [7.21C, 7.22, OPS.C]
    s.initiative[1 - side] += 1  # [7.12b]
    s.tell("passes", ("7.21C",), side=side)


@frame("play")
class PlayingMarkers(Frame):
    """The choice of the Sequence for the AMs in hand."""

    side: Side
    shown: list[int]  # AMs that have been shown


class Play(BySide["Moscow", Position, PlayingMarkers]):
    """The player chooses Mobile or Assault, when the pooled AM is played or two have been tried together."""

    rule = "7.22a"

    def offer(self, g: Moscow, s: Position, f: PlayingMarkers) -> Offer:
        return Offer(self.seat(g, s, f), options=g.MOBILE_SEQUENCE | g.ASSAULT_SEQUENCE)

    def option(self, g: Moscow, s: Position, f: PlayingMarkers, option: Option) -> None:
        s.stack[-1] = Revealing(f.side, MOBILE if 1 << option == g.MOBILE_SEQUENCE else ASSAULT)

    def prompt(self, g: Moscow, s: Position, f: PlayingMarkers) -> str:
        return ask("sequence", marker=Listed.make(marker_word(g, marker) for marker in markers_at(g, s, f.side, HAND)))


@frame("combine")
class Combining(Frame):
    """The Leaders of an attempt to combine two AMs."""

    side: Side
    leaders: int  # leaders that help
    shown: int  # the AM that is shown


class Combine(BySide["Moscow", Position, Combining]):
    """Leaders may help to combine the AM in hand, which is shown, with the one in the Pool."""

    rule = "7.33"

    def free_picks(self, g: Moscow, s: Position, f: Combining, offer: Offer) -> Offer:
        """The picks that can be taken back as long as another Leader could help."""
        return offer.only(UNITS if self.leaders(g, s, f).bit_count() > 1 else 0)

    def leaders(self, g: Moscow, s: Position, f: Combining) -> int:
        """Leaders that can help: stacked with an HQ of the revealed Formation."""
        (hand,) = markers_at(g, s, f.side, HAND)
        hqs = g.formation_units[g.marker_of[hand]] & g.hqs
        found = 0
        for leader in units_in(g.leaders & g.side_units[f.side] & ~s.spent & ~f.leaders):
            if s.place[leader] >= 0 and s.at[s.place[leader]] & hqs:
                found |= 1 << leader  # [15.32a]
        return found

    def proceed(self, g: Moscow, s: Position, f: Combining) -> bool:
        if self.leaders(g, s, f):
            return False
        s.stack[-1] = CombiningRoll(f.side, f.leaders, f.shown)
        return True

    def offer(self, g: Moscow, s: Position, f: Combining) -> Offer:
        return Offer(self.seat(g, s, f), units=self.leaders(g, s, f), options=g.ROLL)

    def unit(self, g: Moscow, s: Position, f: Combining, unit: Unit) -> None:
        f.leaders |= 1 << unit

    def option(self, g: Moscow, s: Position, f: Combining, option: Option) -> None:
        s.stack[-1] = CombiningRoll(f.side, f.leaders, f.shown)

    def prompt(self, g: Moscow, s: Position, f: Combining) -> str:
        return ask("combine")

    def why(self, g: Moscow, s: Position, f: Combining, seat: int, pick: Pick) -> Reason | None:
        return because("15.32a", "leader with HQ") if pick[0] == UNIT else None


@fixed_frame("combine_roll")
class CombiningRoll(Frame):
    """The roll of an attempt to combine two AMs."""

    side: Side
    leaders: int  # leaders that help
    shown: int  # the AM that is shown


class CombineRoll(ByDice["Moscow", Position, CombiningRoll]):
    """The die of an attempt to combine two AMs."""

    rule = "7.33c"

    def offer(self, g: Moscow, s: Position, f: CombiningRoll) -> Offer:
        return Offer(self.seat(g, s, f), chance=D10)

    def roll(self, g: Moscow, s: Position, f: CombiningRoll, outcome: int) -> None:
        combine(g, s, f.side, f.leaders, outcome + 1)

    def prompt(self, g: Moscow, s: Position, f: CombiningRoll) -> str:
        return ask("combine")


def combine(g: Moscow, s: Position, side: Side, leaders: int, die: int) -> None:
    """Decide an attempt to combine: both AMs are played, or only the one that was shown."""
    (hand,) = markers_at(g, s, side, HAND)
    (pool,) = markers_at(g, s, side, PASSED)
    drm = g.combination[g.marker_of[hand]] + sum(g.command_points[leader] for leader in units_in(leaders))
    s.spent |= leaders  # [15.22]
    success = die + drm >= g.combine  # [7.33c, 7.33d, 7.33e]
    s.tell("combining", ("7.33c",), side=side, die=die, drm=drm, success=success)
    if success:
        s.markers[pool] = HAND  # [7.33d]
    s.stack[-1] = PlayingMarkers(side, [hand, pool] if success else [hand])


@fixed_frame("reveal")
class Revealing(Frame):
    """The AMs in hand are shown and played."""

    side: Side
    sequence: int  # MOBILE or ASSAULT


class Reveal(BySide["Moscow", Position, Revealing]):
    """The AM is shown, its Formation is active, and the Sequence is run."""

    rule = "4.25a"

    def proceed(self, g: Moscow, s: Position, f: Revealing) -> bool:
        hand = markers_at(g, s, f.side, HAND)
        if any(g.marker_of[marker] == NO_FORMATION for marker in hand):
            if not self.formations(g, s, f.side):
                s.stack.pop()
                s.markers[hand[0]] = PLAYED  # see U306 [4.25a]
                s.tell("nobody to activate", ("4.25a",), side=f.side, marker=hand[0])
                return True
            return False
        s.stack.pop()
        for marker in hand:
            s.markers[marker] = PLAYED  # [4.23b1, 7.21]
            s.active |= 1 << g.marker_of[marker]  # [4.23b, 4.27, 7.33d]
        run(g, s, f.side, f.sequence)
        return True

    def formations(self, g: Moscow, s: Position, side: Side) -> int:
        """The Formations that the special AM may activate."""
        found = 0
        for marker, place in enumerate(s.markers):
            if g.marker_side[marker] == side and g.marker_of[marker] >= 0 and place not in (NOT_YET, GONE):
                found |= 1 << g.marker_of[marker]  # [4.25a, 4.25b]
        return found

    def offer(self, g: Moscow, s: Position, f: Revealing) -> Offer:
        return Offer(self.seat(g, s, f), options=g.formation_options(self.formations(g, s, f.side)))

    def option(self, g: Moscow, s: Position, f: Revealing, option: Option) -> None:
        s.stack.pop()
        (hand,) = markers_at(g, s, f.side, HAND)
        s.markers[hand] = PLAYED
        formation = g.formation_of_option(option)
        s.active |= 1 << formation
        for marker in g.markers_of(formation):
            if s.markers[marker] == RESERVE:
                s.markers[marker], s.returns[marker] = PLAYED, 0  # [4.25b]
        run(g, s, f.side, f.sequence)

    def prompt(self, g: Moscow, s: Position, f: Revealing) -> str:
        return ask("any formation")

    def why(self, g: Moscow, s: Position, f: Revealing, seat: int, pick: Pick) -> Reason | None:
        return because("4.25a", "formation not available") if pick[0] == OPTION else None


def run(g: Moscow, s: Position, side: Side, sequence: int) -> None:
    """The steps of a Mobile or Assault Sequence, with what comes before its phases."""
    s.sequence = sequence  # [SEQ.B.1e]
    s.tell("sequence", ("7.21",), side=side, formations=s.active, sequence=sequence)
    frames: list[Frame] = []
    if side == GERMAN and g.scenarios[s.scenario].fuel:
        for formation in members(s.active):
            if g.formation_units[formation] & g.motorized:  # [6.46]
                frames.append(fuel.Fuelling(formation))  # [6.43, SEQ.B.1b]
    for formation in members(s.active):
        frames.append(g.army_frame(s, side, formation))  # [7.45d, SEQ.B.1d, OPS.A.1a, OPS.B.2a]
    if sequence == ASSAULT:
        frames.append(Building(side))  # [7.21B, OPS.B]
    frames += [MovementPhase(side), CheckingStacks()]  # [7.21A, OPS.A]
    frames += g.combat_frames(side)
    frames.append(EndingSequence(side))
    s.stack += reversed(frames)


@fixed_frame("end_sequence")
class EndingSequence(Frame):
    """The end of an Operations Sequence."""

    side: Side


class EndSequence(Step["Moscow", Position, EndingSequence]):
    """An Operations Sequence is over."""

    rule = "7.21"

    def proceed(self, g: Moscow, s: Position, f: EndingSequence) -> bool:
        s.stack.pop()
        s.sequence, s.active = NO_SEQUENCE, 0
        for unit in units_in(s.attached):
            attach(s, unit, -1)  # [7.47]
        s.attacks = []
        s.fought = s.silent = s.arrived = s.stubborn = s.moved = 0
        s.forget()
        return True
