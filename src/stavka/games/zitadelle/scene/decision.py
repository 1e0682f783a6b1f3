"""What a seat is offered: what has been chosen, what matters about each pick, what it costs, the odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stavka.engine import scene_parts
from stavka.engine.agent import Sight
from stavka.engine.offer import Offer, members
from stavka.engine.scene import Odds
from stavka.games.zitadelle import fire, odds
from stavka.games.zitadelle.assault import field
from stavka.games.zitadelle.morale import level, movement_allowance
from stavka.games.zitadelle.position import Position
from stavka.games.zitadelle.scene import shots
from stavka.games.zitadelle.scene.answers import Way
from stavka.games.zitadelle.scene.odds import reckon
from stavka.games.zitadelle.scene.units import factors, stack
from stavka.games.zitadelle.scene.voice import Voice

OF_ONE_UNIT: Final = frozenset(
    {"set_up_unit", "aim", "bomb", "nearest", "fire_at", "move", "enter", "advance_unit", "further", "which"}
)
"""Steps whose frames begin with the unit that they are about."""
GIVES_UP: Final = frozenset({"fire", "assault"})
"""Steps in which being done gives up what could still be attacked."""


def chosen_units(s: Position) -> list[int]:
    """The units that have been picked on the way to the present decision."""
    name, *values = s.stack[-1]
    if name == "attack":
        return list(members(values[0] | values[2]))
    if name == "retreats":
        return [values[3][values[2]][0]]
    if name == "retreat":
        return [unit for unit, *_ in values[3]]
    return [values[0]] if name in OF_ONE_UNIT else []


def chosen_hexes(s: Position) -> list[int]:
    name, *values = s.stack[-1]
    if name == "attack":
        return list(members(values[1]))
    return values[3][values[2]][2:] if name == "retreats" else []


def unit_note(v: Voice, s: Position, unit: int) -> str:
    """What matters about an offered unit in this decision."""
    g = v.g
    name = s.stack[-1][0]
    shown = factors(g, s, unit)
    if name == "attack":
        return attack_note(v, s, unit)
    if name == "air":
        return v.word("type", g.type[unit])
    if name == "fire":
        best = max(shots.shot_share(g, s, unit, hex_) for hex_ in members(fire.fire_targets(g, s, unit)))
        return v("best shot", factors=shown, share=v.percent(best))
    if name == "movement":
        return v("moves", factors=shown, points=movement_allowance(g, s, unit), level=level(g, s, unit))
    return shown or v.word("type", g.type[unit])


def attack_note(v: Voice, s: Position, unit: int) -> str:
    """The column that an assault would have with a unit more."""
    g = v.g
    _, units, hexes, support = s.stack[-1]
    if g.support_units >> unit & 1:
        support |= 1 << unit
    else:
        units |= 1 << unit
    column = v.column(odds.odds(g, s, units, hexes, support).column)
    return v("makes", factors=factors(g, s, unit) or v.word("type", g.type[unit]), column=column)


def hex_note(v: Voice, s: Position, hex_: int) -> str:
    g = v.g
    name, *values = s.stack[-1]
    if name == "assault":
        return assault_note(v, s, hex_, field(g, s, s.stack[-1]).attackers(1 << hex_), 1 << hex_)
    if name == "attack" and values[0]:
        return assault_note(v, s, hex_, values[0], values[1] | 1 << hex_, values[2])
    if name == "fire_at":
        return v("hit chance", share=v.percent(shots.shot_share(g, s, values[0], hex_)))
    if name == "nearest":
        return v("hit chance", share=v.percent(shots.bomb_share(g, s, hex_)))
    if name == "aim":
        targets = list(members(fire.strongest(g, s, hex_)))
        return v.labels(targets) if targets else ""
    return ""


def assault_note(v: Voice, s: Position, hex_: int, units: int, hexes: int, support: int = 0) -> str:
    """Who is in a hex, and how good an assault on it could be."""
    g = v.g
    column = v.column(odds.odds(g, s, units, hexes, support).column)
    return v("up to", units=v.labels([unit for unit in stack(g, s, hex_) if not g.air >> unit & 1]), column=column)


def costs(v: Voice, s: Position) -> Mapping[int, float]:
    """The MPs that it takes to go to the offered hexes; nothing where that is not the question."""
    name, *values = s.stack[-1]
    return dict(Way(v.g, s, values[0]).costs()) if name in ("move", "enter") else {}


def reckoned(v: Voice, s: Position) -> Odds | None:
    """The assault that is being put together, or the shot that is being aimed."""
    name, *values = s.stack[-1]
    if name == "attack" and values[0]:
        return reckon(v, s, *values)
    if name == "fire_at":
        targets = list(members(fire.fire_targets(v.g, s, values[0])))
        return shots.reckon(v, s, values[:1], targets[0]) if len(targets) == 1 else None
    return None


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    return scene_parts.Decision(
        units=chosen_units(s),
        hexes=chosen_hexes(s),
        unit_note=lambda unit: unit_note(v, s, unit),
        hex_note=lambda hex_: hex_note(v, s, hex_),
        cost=costs(v, s),
        odds=reckoned(v, s),
        gives_up=s.stack[-1][0] in GIVES_UP,
    )
