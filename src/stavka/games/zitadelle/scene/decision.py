"""What a seat is offered: what has been chosen, what matters about each pick, what it costs, the odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.offer import Offer, members
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules import c09_german_air_units as air
from stavka.games.zitadelle.rules.c06_anti_tank_fire import fire
from stavka.games.zitadelle.rules.c07_assault import odds
from stavka.games.zitadelle.rules.c07_assault.duties import field
from stavka.games.zitadelle.rules.c07_assault.morale import level, movement_allowance
from stavka.games.zitadelle.scene import shots
from stavka.games.zitadelle.scene.answers import Way
from stavka.games.zitadelle.scene.odds import reckon
from stavka.games.zitadelle.scene.units import factors, stack
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import DUE, GERMAN, Position
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Odds

OF_ONE_UNIT: Final = frozenset(
    {"set_up_unit", "aim", "bomb", "nearest", "fire_at", "move", "enter", "advance_unit", "further", "which"}
)
"""Steps whose frames begin with the unit that they are about."""


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
        return v("best shot", factors=shown, share=v.percent(shots.best_share(g, s, unit)))
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
        now = field(g, s, s.stack[-1])
        note = assault_note(v, s, hex_, now.attackers(1 << hex_), 1 << hex_)
        return v("must be attacked", note=note) if now.must_fall >> hex_ & 1 else note
    if name == "attack" and values[0]:
        return assault_note(v, s, hex_, values[0], values[1] | 1 << hex_, values[2])
    if name == "fire_at":
        return v("hit chance", share=v.percent(shots.shot_share(g, s, values[0], hex_)))
    if name == "nearest":
        own = "own hit chance" if s.hard[GERMAN] >> hex_ & 1 else "hit chance"
        return v(own, share=v.percent(shots.bomb_share(g, s, hex_)))
    return aim_note(v, s, hex_) if name == "aim" else ""


def aim_note(v: Voice, s: Position, hex_: int) -> str:
    """Whom a dive bomber strikes that is not scattered: the nearest armour, of either side."""
    g = v.g
    nearest = air.nearest_armour(g, s, hex_)
    own, targets = nearest & s.hard[GERMAN], list(members(nearest))
    if not targets:
        return v("nothing to strike")
    units = v.labels([unit for there in targets for unit in members(fire.strongest(g, s, there))])
    return v("strikes own" if own else "strikes", units=units, hexes=", ".join(map(g.grid.number, targets)))


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


def expected(g: Zitadelle, s: Position) -> int:
    """The option that one looks for, and that cannot be taken before duties are done."""
    return {"assault": g.DONE, "attack": g.ATTACK}.get(s.stack[-1][0], 0)


def duties(g: Zitadelle, s: Position) -> tuple[int, int]:
    """Units that must attack and hexes that must be attacked: in the phase, or in the assault that is put together."""
    name, *values = s.stack[-1]
    if name == "assault":
        now = field(g, s, s.stack[-1])
        return now.must_attack, now.must_fall
    if name == "attack":
        return field(g, s, s.stack[-2]).closure(values[0], values[1])
    return 0, 0


def given_up(g: Zitadelle, s: Position, offer: Offer) -> int:
    """What being done here gives up: attacks, shots with a chance, air units, a whole phase of movement, ways in."""
    name = s.stack[-1][0]
    if name == "fire":
        return sum(shots.best_share(g, s, unit) > 0 for unit in members(offer.units))
    if name in ("assault", "air"):
        return scene_parts.left(offer)
    if name == "movement":
        entering = sum(s.place[unit] == DUE for unit in members(offer.units))
        return entering if s.moved & g.side_units[offer.seat] else scene_parts.left(offer)
    return 0


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    must_units, must_hexes = duties(v.g, s)
    return scene_parts.Decision(
        units=chosen_units(s),
        hexes=chosen_hexes(s),
        unit_note=lambda unit: unit_note(v, s, unit),
        hex_note=lambda hex_: hex_note(v, s, hex_),
        cost=costs(v, s),
        odds=reckoned(v, s),
        gives_up=given_up(v.g, s, offer),
        must_units=must_units,
        must_hexes=must_hexes,
        expected=expected(v.g, s),
    )
