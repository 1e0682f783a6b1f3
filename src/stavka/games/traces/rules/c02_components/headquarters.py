"""Rule 2.3: headquarters, their Command Range and their relocation."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.kinds import Unit
from stavka.engine.machine import HEXES, Step
from stavka.engine.offer import HEX, Offer, Pick, Reason
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c08_supply.supply_lines import enemy_cities, traceable_hexes
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.state import WAITING, Position, lift, put
from stavka.games.traces.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces
    from stavka.games.traces.rules.c08_supply.supply_check import RelocatingUnsupplied
    from stavka.games.traces.rules.c09_movement import MovementSegment


def in_command_range(g: Traces, s: Position, hq: Unit) -> int:
    """Friendly units within the HQ's Command Range, itself included. Supply, enemies and EZOCs play no part (2.3i)."""
    hexes = g.command_hexes(s.place[hq], g.values[s.converted].range[hq])  # [2.3h, 6.0d]
    units = 0
    for hex_, here in s.at.items():
        if hexes >> hex_ & 1:
            units |= here
    return units & g.side_units[g.side[hq]]


def relocation_hexes(g: Traces, s: Position, hq: Unit, origin: Hex, *, far: bool = True) -> int:
    """Hexes to which an HQ may relocate from `origin`; without `far` the minimum distance is waived (U2)."""
    side = g.side[hq]
    here = s.place[hq]
    leaving = 1 << here if here >= 0 and s.at[here] == 1 << hq else 0
    hexes = traceable_hexes(g, s, side, leaving)  # [2.3e]
    hexes &= ~enemy_zoc(g, s, side)  # [2.3e, 6.0d]
    hexes &= ~enemy_cities(g, s, side)  # [8.1e]
    hexes &= ~s.hq_at[side]  # [5.0e, 2.3l]
    if far:
        hexes &= ~g.grid.range(origin, g.relocation_distance - 1)  # [2.3e]
    return hexes


def begin_relocation(g: Traces, s: Position, hq: Unit, rules: tuple[str, ...]) -> None:
    """Take an HQ off the map and ask its owner where it goes. It takes no further action in this activation (U3)."""
    origin = s.place[hq]
    lift(g, s, hq, WAITING)
    s.relocations[g.side[hq]] += 1  # [2.3f]
    s.moved |= 1 << hq
    s.fought |= 1 << hq
    s.steps[hq] = g.full_steps[hq]
    s.tell("relocation", (*rules, "2.3f"), unit=hq, hex=origin)
    if s.crossings != g.crossings:
        control.check_crossings(g, s)
    s.stack.append(Relocating(hq, origin))


@fixed_frame("relocate")
class Relocating(Frame):
    """An HQ off the map that is to be placed."""

    hq: Unit
    origin: Hex  # the hex that it left; -1: it has waited off the map


class Relocate(Step["Traces", Position, Relocating]):
    """An HQ off the map is placed."""

    rule = "2.3e"

    def proceed(self, g: Traces, s: Position, f: Relocating) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        s.tell("hq waits", ("2.3e",), unit=f.hq)
        return True

    def hexes(self, g: Traces, s: Position, f: Relocating) -> int:
        if f.origin >= 0 and (hexes := relocation_hexes(g, s, f.hq, f.origin)):
            return hexes
        return relocation_hexes(g, s, f.hq, f.origin, far=False)

    def free_picks(self, g: Traces, s: Position, f: Relocating, offer: Offer) -> Offer:
        """Hexes while another unit can still move after this HQ, or two HQs are still to relocate."""
        asking = s.stack[-2]
        if asking.step == "movement":
            return offer.only(HEXES if cast("MovementSegment", asking).movable & ~s.moved else 0)
        return offer.only(
            HEXES if asking.step == "unsupplied_hqs" and cast("RelocatingUnsupplied", asking).hqs.bit_count() > 1 else 0
        )

    def seat(self, g: Traces, s: Position, f: Relocating) -> int:
        return g.seat(s, g.side[f.hq])

    def offer(self, g: Traces, s: Position, f: Relocating) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f))

    def hex(self, g: Traces, s: Position, f: Relocating, hex_: Hex) -> None:
        s.stack.pop()
        put(g, s, f.hq, hex_)
        s.tell("relocated", ("2.3e",), unit=f.hq, hex=hex_)
        control.enter(g, s, f.hq, hex_)

    def prompt(self, g: Traces, s: Position, f: Relocating) -> str:
        return ask("relocate", unit=g.label(s, f.hq))

    def why(self, g: Traces, s: Position, f: Relocating, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        return why_not_relocate(g, s, f.hq, f.origin, pick[1])


def why_not_relocate(g: Traces, s: Position, hq: Unit, origin: Hex, hex_: Hex) -> Reason:
    """The reason why an HQ may not relocate to a hex that is not offered."""
    side, bit = g.side[hq], 1 << hex_
    if bit & s.occupied[1 - side]:
        return because("5.0f", "enemy there")
    if bit & enemy_zoc(g, s, side):
        return because("2.3e", "relocation into zone")
    if bit & s.hq_at[side]:
        return because("5.0e", "another hq there")
    if bit & enemy_cities(g, s, side):
        return because("8.1e", "relocation into city")
    if not bit & traceable_hexes(g, s, side):
        return because("2.3e", "no supply line there")
    distance = g.grid.distance(origin, hex_) if origin >= 0 else 0
    return because("2.3e", "relocation too near", distance=distance, least=g.relocation_distance)
