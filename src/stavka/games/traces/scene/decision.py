"""What a seat is offered: every pick with its words, what matters about it, its key, its cost, what it does to undo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.offer import Offer, members
from stavka.games.traces.rules import c09_movement as movement
from stavka.games.traces.rules.c04_sequence_of_play.chits import available, missing_fronts, selected
from stavka.games.traces.rules.c10_combat import attacks as combat
from stavka.games.traces.scene.odds import reckon
from stavka.games.traces.scene.units import factors, stack, strengths, units_in_range
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import Position
from stavka.scenes import parts as scene_parts

GIVES_UP: Final = frozenset({"combat"})
"""Steps in which being done gives up what could still be attacked."""


def chosen_units(s: Position) -> list[int]:
    """The units that have been picked on the way to the present decision."""
    name, *values = s.stack[-1]
    if name in ("attack", "combat_die", "advance"):
        return list(members(values[1]))
    if name in ("move", "retreat_path", "relocate", "place", "replace", "advance_unit"):
        return [values[0]]
    if name == "mode":
        return list(members(s.activated))
    return chosen_units_below(s) if name == "air_support" else []


def chosen_units_below(s: Position) -> list[int]:
    """The attack whose die waits below the question for air support."""
    return list(members(s.stack[-2][2]))


def chosen_hexes(s: Position) -> list[int]:
    name, *values = s.stack[-1]
    if name == "air_support":
        return [s.stack[-2][1]]
    return [values[0]] if name in ("attack", "combat_die", "advance", "retreat") else []


def attack(s: Position) -> tuple[int, int] | None:
    """The hex and the units (a bit set) of the attack that is being made."""
    frame = s.stack[-2] if s.stack[-1][0] == "air_support" else s.stack[-1]
    return (frame[1], frame[2]) if frame[0] in ("attack", "combat_die") else None


def costs(v: Voice, s: Position, offer: Offer) -> Mapping[int, float]:
    """The MPs that it takes to go to the offered hexes; nothing where that is not the question."""
    g, frame = v.g, s.stack[-1]
    if frame[0] != "move":
        return {}
    _, unit, points, origin, strategic, _ = frame
    if strategic:
        levels = enumerate(movement.strategic_levels(g, s, unit, points))
        return {hex_: far * g.strategic_rate / 2 for far, level in levels for hex_ in members(level)}
    whole = points >> 1
    return {**dict.fromkeys(g.grid.bits(offer.hexes), whole), **movement.normal_reach(g, s, unit, whole, origin).cost}


def unit_note(v: Voice, s: Position, unit: int) -> str:
    """What matters about an offered unit in this decision."""
    g = v.g
    if s.stack[-1][0] == "attack":
        _, target, units = s.stack[-1]
        column = combat.odds(g, s, units | 1 << unit, target).column
        return v("makes", strength=strengths(g, s, unit), column=v.column(column))
    if g.hq_units >> unit & 1 and s.place[unit] >= 0:
        return v("hq with", number=units_in_range(g, s, unit))
    return factors(g, s, unit)


def hex_note(v: Voice, s: Position, hex_: int) -> str:
    g = v.g
    if s.stack[-1][0] == "combat":
        column = combat.odds(g, s, combat.attackers_of(g, s, hex_), hex_).column
        names = " ".join(g.label(s, unit) for unit in stack(g, s, hex_))
        return v("up to", units=names, column=v.column(column))
    if s.stack[-1][0] == "advance_unit" and hex_ == s.place[s.stack[-1][1]]:
        return v("in and back", hex=g.grid.number(s.stack[-2][1]))
    return ""


def option_note(v: Voice, s: Position, name: str) -> str:
    """How many of a kind of chit have been selected of those that there are."""
    g = v.g
    kinds = [kind for kind, chit in enumerate(g.chits) if chit.id == name.removeprefix("hold-")]
    if s.stack[-1][0] != "select_chits" or not kinds:
        return ""
    frame, kind = s.stack[-1], kinds[0]
    missing = kind in g.front_chits and not frame[2 + kind] and missing_fronts(g, frame, -1)
    number, of = selected(frame, g, kind), available(g, s, kind)
    return v("chosen of, missing" if missing else "chosen of", number=number, of=of)


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    fight = attack(s)
    return scene_parts.Decision(
        units=chosen_units(s),
        hexes=chosen_hexes(s),
        unit_note=lambda unit: unit_note(v, s, unit),
        hex_note=lambda hex_: hex_note(v, s, hex_),
        cost=costs(v, s, offer),
        odds=reckon(v, sight, *fight) if fight is not None and fight[1] else None,
        option_note=lambda name: option_note(v, s, name),
        gives_up=scene_parts.left(offer) if s.stack[-1][0] in GIVES_UP else 0,
    )
