"""The offer to a seat: every pick with its words, a note, its key, its cost, and its effect on undo."""

from __future__ import annotations

from collections.abc import Mapping

from stavka.engine.agent import Sight
from stavka.engine.kinds import Unit, hexes_in, members, units_in
from stavka.engine.offer import Offer
from stavka.engine.state import below
from stavka.games.traces.game import Traces
from stavka.games.traces.rules import c09_movement as movement
from stavka.games.traces.rules.c02_components.headquarters import Relocating
from stavka.games.traces.rules.c04_sequence_of_play.chits import (
    SelectingChits,
    available,
    chosen,
    missing_fronts,
    selected,
    selection_size,
)
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import ChoosingMode
from stavka.games.traces.rules.c07_luftwaffe import SupportingByAir
from stavka.games.traces.rules.c09_movement import MovementSegment, Moving
from stavka.games.traces.rules.c10_combat import attacks as combat
from stavka.games.traces.rules.c10_combat.advance import Advancing, AdvancingUnit
from stavka.games.traces.rules.c10_combat.attacks import Attacking, CombatRoll, CombatSegment
from stavka.games.traces.rules.c10_combat.frames import Retreating
from stavka.games.traces.rules.c10_combat.retreat import RetreatingUnit
from stavka.games.traces.rules.c11_reinforcements import Placing, Replacing
from stavka.games.traces.scene.odds import work_out
from stavka.games.traces.scene.units import factors, stack, strengths, units_in_range
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts


def chosen_units(s: Position) -> list[int]:
    """The units that have been picked on the way to the present decision."""
    frame = s.stack[-1]
    fight = attack(s)
    if fight is not None:
        return list(members(fight[1]))
    if isinstance(frame, Advancing):
        return list(units_in(frame.units))
    if isinstance(frame, (Moving, RetreatingUnit, Placing, Replacing, AdvancingUnit)):
        return [frame.unit]
    if isinstance(frame, Relocating):
        return [frame.hq]
    return list(units_in(s.activated)) if isinstance(frame, ChoosingMode) else []


def chosen_hexes(s: Position) -> list[Hex]:
    frame, fight = s.stack[-1], attack(s)
    if fight is not None:
        return [fight[0]]
    if isinstance(frame, Advancing):
        return [frame.target]
    return [frame.origin] if isinstance(frame, Retreating) else []


def attack(s: Position) -> tuple[Hex, int] | None:
    """The hex and the units (a bit set) of the attack that is being made. Below the question for air support waits its
    die."""
    frame = s.stack[-2] if isinstance(s.stack[-1], SupportingByAir) else s.stack[-1]
    return (frame.target, frame.attackers) if isinstance(frame, (Attacking, CombatRoll)) else None


def costs(v: Voice, s: Position, offer: Offer) -> Mapping[Hex, float]:
    """The MP that it takes to go to the offered hexes; nothing where that is not the question."""
    g, frame = v.g, s.stack[-1]
    if not isinstance(frame, Moving):
        return {}
    if frame.is_strategic:
        levels = enumerate(movement.strategic_levels(g, s, frame.unit, frame.half_points))
        return {hex_: far * g.strategic_rate / 2 for far, level in levels for hex_ in hexes_in(level)}
    whole = frame.half_points >> 1
    reach = movement.normal_reach(g, s, frame.unit, whole, frame.origin)
    return {**dict.fromkeys(g.grid.bits(offer.hexes), whole), **reach.cost}


def order(g: Traces, s: Position, offer: Offer) -> Mapping[Hex, float]:
    """The columns of the best attacks on the offered hexes."""
    if not isinstance(s.stack[-1], CombatSegment):
        return {}
    return {hex_: best(g, s, hex_) for hex_ in g.grid.bits(offer.hexes)}


def best(g: Traces, s: Position, hex_: Hex) -> int:
    """The column of an attack on a hex by all units that can still attack it."""
    return combat.odds(g, s, combat.attackers_of(g, s, hex_), hex_).column


def unit_note(v: Voice, s: Position, unit: Unit) -> str:
    """A note on an offered unit in this decision."""
    g, frame = v.g, s.stack[-1]
    if isinstance(frame, Attacking):
        column = combat.odds(g, s, frame.attackers | 1 << unit, frame.target).column
        return v("makes", strength=strengths(g, s, unit), column=v.column(column))
    if g.hq_units >> unit & 1 and s.place[unit] >= 0:
        return v("hq with", number=units_in_range(g, s, unit))
    return factors(g, s, unit)


def hex_note(v: Voice, s: Position, hex_: Hex) -> str:
    g, frame = v.g, s.stack[-1]
    if isinstance(frame, CombatSegment):
        names = " ".join(v.label(s, unit) for unit in stack(g, s, hex_))
        return v("up to", units=names, column=v.column(best(g, s, hex_)))
    if isinstance(frame, AdvancingUnit) and hex_ == s.place[frame.unit]:
        advance = below(s, Advancing)
        return v("in and back", hex=g.grid.number(advance.target))
    return ""


def option_note(v: Voice, s: Position, name: str) -> str:
    """How many chits of a kind have been selected, and how many there are."""
    g, frame = v.g, s.stack[-1]
    kinds = [kind for kind, chit in enumerate(g.chits) if chit.id == name.removeprefix("hold-")]
    if not isinstance(frame, SelectingChits) or not kinds:
        return ""
    kind = kinds[0]
    missing = kind in g.front_chits and not frame.cup[kind] and missing_fronts(g, frame, -1)
    number, of = selected(frame, kind), available(g, s, kind)
    return v("chosen of, missing" if missing else "chosen of", number=number, of=of)


def loses(v: Voice, s: Position, offer: Offer) -> str:
    """What being done gives up for good: the movement of everybody."""
    is_unmoved = isinstance(s.stack[-1], MovementSegment) and not s.moved & s.activated
    return v("nobody moved") if is_unmoved and offer.units else ""


def good_attacks(v: Voice, sight: Sight[Position], offer: Offer) -> int:
    """The attacks that Done would give up and that are worth a warning."""
    g, s = v.g, sight.position
    own = g.sides[g.side_of(s, offer.seat)]
    return scene_parts.good_attacks(
        g, offer, own, lambda hex_: work_out(v, sight, hex_, combat.attackers_of(g, s, hex_))
    )


def about(v: Voice, s: Position, offer: Offer) -> list[str]:
    """The units of an attack, and how many chits are still to be selected."""
    g, frame, fight = v.g, s.stack[-1], attack(s)
    if isinstance(frame, SelectingChits):
        side = g.side_of(s, offer.seat)
        return [f"{v('selected', number=chosen(g, frame, side), of=selection_size(g, s, side))}."]
    return [] if fight is None else scene_parts.about_attack(v, s, fight[1], fight[0])


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    fight = attack(s)
    return scene_parts.Decision(
        units=chosen_units(s),
        hexes=chosen_hexes(s),
        unit_note=lambda unit: unit_note(v, s, unit),
        hex_note=lambda hex_: hex_note(v, s, hex_),
        cost=costs(v, s, offer),
        odds=work_out(v, sight, *fight) if fight is not None and fight[1] else None,
        option_note=lambda name: option_note(v, s, name),
        things=sum(v.g.CHIT) | v.g.HOLDS if isinstance(s.stack[-1], SelectingChits) else 0,
        order=order(v.g, s, offer),
        loses=loses(v, s, offer),
        good_attacks=good_attacks(v, sight, offer) if isinstance(s.stack[-1], CombatSegment) else 0,
        about=about(v, s, offer),
    )
