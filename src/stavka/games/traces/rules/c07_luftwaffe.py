"""Chapter 7: Luftwaffe air support."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from stavka.engine.deciding import ByDice, ByOneSide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option
from stavka.engine.offer import CHANCE, OPTION, Offer, Pick, Reason
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.games.traces.words import ask, because

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces
    from stavka.games.traces.rules.c10_combat.attacks import CombatRoll

OFFENSIVE, DEFENSIVE = 0, 1


@frame("luftwaffe")
class DrawingMarkers(Frame):
    """Luftwaffe markers are drawn."""

    markers_left: int = -1  # -1: the table is still to be looked up


class LuftwaffeReorganisation(ByDice["Traces", Position, DrawingMarkers]):
    """Phase 1: markers are drawn blind from the Luftwaffe Box."""

    rule = "4.1"

    def proceed(self, g: Traces, s: Position, f: DrawingMarkers) -> bool:
        if f.markers_left < 0:
            f.markers_left = g.luftwaffe_table[controlled_crossings(s)]  # [4.1, 7.0b, 2.6c]
            s.tell("luftwaffe", ("4.1", "7.0b"), markers=f.markers_left)
        if f.markers_left:
            return False
        s.stack.pop()
        return True

    def offer(self, g: Traces, s: Position, f: DrawingMarkers) -> Offer:
        offensive, defensive = (mix - held for mix, held in zip(g.luftwaffe_mix, s.air, strict=True))
        return Offer(CHANCE, chance=(("offensive", offensive), ("defensive", defensive)))  # [2.1e, 7.0c]

    def roll(self, g: Traces, s: Position, f: DrawingMarkers, outcome: int) -> None:
        f.markers_left -= 1
        s.air[outcome] += 1
        s.tell("marker drawn", ("7.0c", "7.0d"), seats=(g.seat(s, AXIS),), kind=outcome)  # [7.0d]

    def prompt(self, g: Traces, s: Position, f: DrawingMarkers) -> str:
        return ask("luftwaffe")


@fixed_frame("air_support")
class SupportingByAir(Frame):
    """The Axis player may commit markers to the combat whose die waits in the frame below."""

    is_undefended: int  # 1 if the defence is zero (10.2n)


class AirSupport(ByOneSide["Traces", Position, SupportingByAir]):
    """Combat step 3. The Axis player is asked whenever a marker of any kind is held, so that the question reveals
    nothing."""

    rule = "7.0e"
    decides = AXIS

    def kind(self, g: Traces, s: Position) -> int:
        """Offensive markers serve Axis attacks, Defensive ones the defence against Soviet attacks."""
        combat = cast("CombatRoll", s.stack[-2])
        return OFFENSIVE if s.occupied[SOVIET] >> combat.target & 1 else DEFENSIVE  # [7.0h, 7.0i]

    def offer(self, g: Traces, s: Position, f: SupportingByAir) -> Offer:
        options: int = g.NO_AIR_SUPPORT
        if s.air[self.kind(g, s)]:
            options |= g.AIR_SUPPORT
        return Offer(self.seat(g, s, f), options=options)  # [7.0a]

    def option(self, g: Traces, s: Position, f: SupportingByAir, option: Option) -> None:
        if 1 << option == g.NO_AIR_SUPPORT:
            s.stack.pop()
            return
        kind = self.kind(g, s)
        s.air[kind] -= 1  # [7.0f]
        s.air_used[kind] += 1
        combat = cast("CombatRoll", s.stack[-2])
        if kind == DEFENSIVE:
            combat.drm += g.defensive_drm  # [7.0i]
        elif not f.is_undefended:
            combat.column = min(combat.column + g.offensive_shift, len(g.crt_ratios) - 1)  # [7.0h, 10.2j, 10.2l]
        s.tell("air support", ("7.0h",) if kind == OFFENSIVE else ("7.0i",), kind=kind)
        if not sum(s.air):
            s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: SupportingByAir) -> str:
        return ask("air support")

    def why(self, g: Traces, s: Position, f: SupportingByAir, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.AIR_SUPPORT:
            if self.kind(g, s) == OFFENSIVE:
                return because("7.0h", "no offensive marker")
            return because("7.0i", "no defensive marker")
        return None
