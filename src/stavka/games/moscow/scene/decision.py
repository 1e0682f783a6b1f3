"""What a seat is offered: what has been chosen, what matters about each pick, what it costs, the odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.offer import Offer, members
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c10_combat.battleframe import PLACE, UNITS, battle_under
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check
from stavka.games.moscow.scene import notes, odds, trials
from stavka.games.moscow.scene.answers import Way, entry_costs
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import HAND, Position
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Odds

OF_ONE_UNIT: Final = frozenset({"set_up", "enter", "join", "react_move", "special", "second_hex"})
"""Steps whose frames begin with the unit that they are about."""
BEFORE_THE_DIE: Final = frozenset({"lead", "cas", "secret_cas", "guns"})
"""Decisions of a combat that come before its die and are no checks."""
BEFORE_COMBAT: Final = frozenset({"refusal", "reaction", "no_retreat"})
"""Steps in which the other side answers the attacks that have been declared: the first that it is asked about, or the
first of all, is reckoned through."""
GIVES_UP: Final = frozenset({"declare"})
"""Steps in which being done gives up what could still be attacked."""


def chosen_units(g: Moscow, s: Position) -> list[int]:
    """The units that have been picked on the way to the present decision, or that it is about."""
    name, *values = s.stack[-1]
    if isinstance(g.steps[name], Check):
        return [values[0], *members(values[2])]
    if name in OF_ONE_UNIT:
        return [values[0]]
    if name == "move":
        return list(members(values[0]))
    if name == "attack":
        return list(members(values[2]))
    if name == "choose":
        return list(drawn_units(g, s, values[0]))
    if name in ("combine", "cas"):
        return list(members(values[1]))
    if name == "retreat":
        return list(members(values[5] or values[0]))
    if name == "refusing":
        return list(members(values[2] or values[0]))
    return list(members(battle_under(s)[UNITS])) if name in BEFORE_THE_DIE else []


def drawn_units(g: Moscow, s: Position, side: int) -> Iterator[int]:
    """The units on the map whose Formation's AM has been drawn."""
    for marker in markers_at(g, s, side, HAND):
        formation = g.marker_of[marker]
        if formation != NO_FORMATION:
            yield from (unit for unit in members(g.formation_units[formation]) if s.place[unit] >= 0)


def chosen_hexes(s: Position) -> list[int]:
    name, *values = s.stack[-1]
    if name == "attack":
        return [values[1]]
    if name == "check_lead":
        return [values[1]]
    if name == "advance":
        return [values[2]]
    if name in ("retreat", "refusing", "special"):
        return list(values[-1])
    return [battle_under(s)[PLACE]] if odds.under_way(s) else []


def costs(v: Voice, s: Position) -> Mapping[int, float]:
    """The MPs that it takes to go to the offered hexes; nothing where that is not the question."""
    name, *values = s.stack[-1]
    if name == "move":
        return Way(v.g, s, values[0].bit_length() - 1).costs()
    if name == "react_move":
        return Way(v.g, s, values[0]).costs()
    return entry_costs(v.g, s, values[0]) if name == "enter" else {}


def reckoned(v: Voice, s: Position, offer: Offer) -> Odds | None:
    """The check, the attack that is being put together, or the combat that is being fought."""
    g, top = v.g, s.stack[-1]
    if trials.is_check(v, top):
        return trials.reckon(v, s, top)
    if top[0] == "attack":
        return odds.reckon(v, s, odds.fresh(g, s, top[3], top[2])) if top[3] else None
    if top[0] in BEFORE_COMBAT:
        standing = [each for each in s.attacks if each[1] and each[0] in s.at]
        asked = [each for each in standing if offer.hexes >> each[0] & 1]
        return next((odds.reckon(v, s, odds.declared_on(each)) for each in asked or standing), None)
    return odds.reckon(v, s, odds.current(g, s)) if top[0] in BEFORE_THE_DIE else None


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    return scene_parts.Decision(
        units=chosen_units(v.g, s),
        hexes=chosen_hexes(s),
        unit_note=lambda unit: notes.unit_note(v, s, unit),
        hex_note=lambda hex_: notes.hex_note(v, s, hex_),
        option_note=lambda name: notes.option_note(v, s, name),
        cost=costs(v, s),
        odds=reckoned(v, s, offer),
        gives_up=scene_parts.left(offer) if s.stack[-1][0] in GIVES_UP else 0,
    )
