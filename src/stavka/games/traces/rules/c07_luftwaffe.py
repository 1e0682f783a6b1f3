"""Chapter 7: Luftwaffe air support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, OPTION, Offer, Pick, Reason
from stavka.engine.state import Frame
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.games.traces.words import ask, because

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

OFFENSIVE, DEFENSIVE = 0, 1


class LuftwaffeReorganisation(ListStep["Traces", Position]):
    """Phase 1: markers are drawn blind from the Luftwaffe Box. Frame: [name, markers still to draw (-1: look up)]."""

    rule = "4.1"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if f[1] < 0:
            f[1] = g.luftwaffe_table[controlled_crossings(s)]  # [4.1, 7.0b, 2.6c]
            s.tell("luftwaffe", ("4.1", "7.0b"), markers=f[1])
        if f[1]:
            return False
        s.stack.pop()
        return True

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        offensive, defensive = (mix - held for mix, held in zip(g.luftwaffe_mix, s.air, strict=True))
        return Offer(CHANCE, chance=(("offensive", offensive), ("defensive", defensive)))  # [2.1e, 7.0c]

    def roll(self, g: Traces, s: Position, f: Frame, outcome: int) -> None:
        f[1] -= 1
        s.air[outcome] += 1
        s.tell("marker drawn", ("7.0c", "7.0d"), seats=(g.seat(s, AXIS),), kind=outcome)  # [7.0d]

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("luftwaffe")


class AirSupport(ListStep["Traces", Position]):
    """Combat step 3. The Axis player is asked whenever he holds a marker, of whatever kind, so that being asked tells
    nothing. The combat die's frame lies below. Frame: [name, 1 if the defence is zero]."""

    rule = "7.0e"

    def kind(self, g: Traces, s: Position) -> int:
        """Offensive markers serve Axis attacks, Defensive ones the defence against Soviet attacks."""
        target = s.stack[-2][1]
        return OFFENSIVE if s.occupied[SOVIET] >> target & 1 else DEFENSIVE  # [7.0h, 7.0i]

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        options: int = g.NO_AIR_SUPPORT
        if s.air[self.kind(g, s)]:
            options |= g.AIR_SUPPORT
        return Offer(g.seat(s, AXIS), options=options)  # [7.0a]

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        if 1 << option == g.NO_AIR_SUPPORT:
            s.stack.pop()
            return
        kind = self.kind(g, s)
        s.air[kind] -= 1  # [7.0f]
        s.air_used[kind] += 1
        die = s.stack[-2]
        if kind == DEFENSIVE:
            die[4] += g.defensive_drm  # [7.0i]
        elif not f[1]:
            die[3] = min(die[3] + g.offensive_shift, len(g.crt_ratios) - 1)  # [7.0h, 10.2j, 10.2l]
        s.tell("air support", ("7.0h",) if kind == OFFENSIVE else ("7.0i",), kind=kind)
        if not sum(s.air):
            s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("air support")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.AIR_SUPPORT:
            if self.kind(g, s) == OFFENSIVE:
                return because("7.0h", "no offensive marker")
            return because("7.0i", "no defensive marker")
        return None
