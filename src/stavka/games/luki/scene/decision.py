"""What a seat is offered: what has been chosen, what matters about each pick, what it costs, the odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.offer import Offer, members
from stavka.games.luki.game import Luki
from stavka.games.luki.rules.c08_stacking import is_legal, overstacked
from stavka.games.luki.rules.c10_movement.moves import ONE_HEX, PAID, points
from stavka.games.luki.rules.c11_combat import odds as rules
from stavka.games.luki.rules.c11_combat.chits import works
from stavka.games.luki.rules.c11_combat.combat_phase import HOW, price
from stavka.games.luki.rules.c11_combat.fight import ATTACKERS, DEFENDERS, FIGHT, TARGET, fight_of
from stavka.games.luki.scene.answers import Way
from stavka.games.luki.scene.chits import effect
from stavka.games.luki.scene.odds import choosing, fight_on, reckon, strongest
from stavka.games.luki.scene.units import factors, stack
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import Position
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Odds

GIVES_UP: Final = frozenset({"fighting"})
"""Steps in which being done gives up what could still be attacked."""


def chosen_units(g: Luki, s: Position) -> list[int]:
    """The units that have been picked on the way to the present decision."""
    name, *values = s.stack[-1]
    if name in ("move", "guide"):
        return list(members(values[0]))
    if name == "attack":
        return list(members(values[3]))
    if name in ("from_box", "to_box"):
        return list(members(values[1]))
    if name == "retreat":
        return list(members(fight_of(s)[DEFENDERS] & ~values[2]))
    return [values[0]] if name in ("place", "infiltrate", "further") else []


def chosen_hexes(s: Position) -> list[int]:
    name, *values = s.stack[-1]
    if name == "attack":
        return [values[2]]
    return [fight_of(s)[TARGET]] if any(frame[0] == FIGHT for frame in s.stack) else []


def unit_note(v: Voice, s: Position, unit: int) -> str:
    """What matters about an offered unit in this decision."""
    g, shown = v.g, factors(v.g, s, unit)
    name, *values = s.stack[-1]
    if name == "attack":
        column = rules.reckon(g, s, fight_on(g, s, values[3] | 1 << unit, values[2])).column
        return v("makes", factors=shown, column=v.column(column))
    if name == "movement":
        left = points(g, s, unit)
        return v("moves one hex", factors=shown) if left == ONE_HEX else v("moves", factors=shown, points=left / 2)
    return v("factors and steps", factors=shown, steps=s.steps[unit], of=g.full_steps[unit])


def hex_note(v: Voice, s: Position, hex_: int) -> str:
    g = v.g
    if s.stack[-1][0] == "fighting":
        units = strongest(g, s, hex_)
        column = v.column(rules.reckon(g, s, fight_on(g, s, units, hex_)).column) if units else ""
        there = v.labels(stack(g, s, hex_))
        if s.stack[-1][HOW] == PAID:
            return v("up to for", units=there, column=column, price=price(g, hex_))
        return v("up to", units=there, column=column)
    if s.stack[-1][0] == "move" and not is_legal(g, s.at.get(hex_, 0) | s.stack[-1][1]):
        return v("too many there")
    return ""


def costs(v: Voice, s: Position) -> Mapping[int, float]:
    """The MPs that it takes to go to the offered hexes; nothing where that is not the question."""
    name, *values = s.stack[-1]
    return Way(v.g, s, values[0].bit_length() - 1).costs() if name == "move" else {}


def reckoned(v: Voice, s: Position, seat: int) -> Odds | None:
    """The attack that is being put together or fought."""
    name, *values = s.stack[-1]
    if name == "attack":
        return reckon(v, s, values[3], values[2]) if values[3] else None
    if name == "chits":
        return choosing(v, s, seat)
    if name in ("halve", "refuse"):
        fight = fight_of(s)
        return reckon(v, s, fight[ATTACKERS], fight[TARGET])
    return None


def option_note(v: Voice, s: Position, name: str) -> str:
    """What a combat chit would do, and where too many are when movement ends; other options say what they are."""
    g = v.g
    number = next((i for i, chit in enumerate(g.chits) if chit.id == name), -1)
    if number >= 0:
        told = effect(v, g.chits[number])
        return told if works(g, s, fight_of(s), number) else v("chit and effect", chit=v("no effect here"), effect=told)
    if name == "done" and s.stack[-1][0] == "movement":
        crowded = overstacked(g, s, s.stack[-1][1])
        return v("overstacked", hexes=v.listed(v.hex(hex_) for hex_ in members(crowded))) if crowded else ""
    return ""


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    return scene_parts.Decision(
        units=chosen_units(v.g, s),
        hexes=chosen_hexes(s),
        unit_note=lambda unit: unit_note(v, s, unit),
        hex_note=lambda hex_: hex_note(v, s, hex_),
        cost=costs(v, s),
        odds=reckoned(v, s, offer.seat),
        option_note=lambda name: option_note(v, s, name),
        gives_up=scene_parts.left(offer) if s.stack[-1][0] in GIVES_UP else 0,
    )
