"""The odds of AT fire: strength against armour, every modifier with its rule, the exact chance of a hit."""

from __future__ import annotations

from collections.abc import Iterator

from stavka.engine.kinds import Unit, hexes_in, last_unit, units_in
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules.c06_anti_tank_fire import fire
from stavka.games.zitadelle.rules.c07_assault.morale import armour_value, at_strength
from stavka.games.zitadelle.scene.odds import DICE, neighbours
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import Position
from stavka.games.zitadelle.words import WORDS
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Chances, Line, Odds, OddsLine, Support


def target_armour(g: Zitadelle, s: Position, hex_: Hex) -> int:
    """The armour value that a shot at a hex has to beat."""
    return armour_value(g, s, last_unit(fire.strongest(g, s, hex_)))


def is_hit(g: Zitadelle, s: Position, hex_: Hex, strength: int, roll: int) -> bool:
    """Whether a modified roll costs the target in a hex a step."""
    return fire.hits(fire.fire_number(g, strength, roll), target_armour(g, s, hex_))


def hit_share(g: Zitadelle, s: Position, hex_: Hex, strength: int, drm: int) -> float:
    """The chance of a hit."""
    ways = sum(weight for roll, weight in DICE if is_hit(g, s, hex_, strength, roll + drm))
    return ways / sum(weight for _, weight in DICE)


def shot_share(g: Zitadelle, s: Position, unit: Unit, hex_: Hex) -> float:
    """The chance that a unit's fire at a hex hits."""
    return hit_share(g, s, hex_, at_strength(g, s, unit), fire.fire_drm(g, s, unit, hex_))


def best_share(g: Zitadelle, s: Position, unit: Unit) -> float:
    """The chance of a unit's best shot."""
    return max(shot_share(g, s, unit, hex_) for hex_ in hexes_in(fire.fire_targets(g, s, unit)))


def bomb_share(g: Zitadelle, s: Position, hex_: Hex) -> float:
    """The chance that a dive bomber's attack on a hex hits."""
    return hit_share(g, s, hex_, g.dive_bomber_at, g.bomb_drm[hex_])


def shooters(g: Zitadelle, s: Position, hex_: Hex, units: int) -> list[Unit]:
    """The units that could fire at a hex, the best shot first; only the named ones, if any. ValueError if there are
    none."""
    if not fire.strongest(g, s, hex_):
        raise ValueError(WORDS.message("scene", "no armour there"))
    near = neighbours(g, s, 1 << hex_)
    able = [unit for unit in units_in((units or near) & near & ~s.disrupted) if at_strength(g, s, unit)]
    if not able:
        raise ValueError(WORDS.message("scene", "nobody can fire"))
    return sorted(able, key=lambda unit: -shot_share(g, s, unit, hex_))


def work_out(v: Voice, s: Position, units: list[Unit], hex_: Hex) -> Odds:
    """The first unit's fire at a hex, with the chances of the other units beside it."""
    g, unit = v.g, units[0]
    found = shot(
        v, s, unit, hex_, at_strength(g, s, unit), fire.fire_drm(g, s, unit, hex_), list(lines(v, s, unit, hex_))
    )
    return {**found, "support": list(others(v, s, units[1:], hex_))}


def shot(v: Voice, s: Position, unit: Unit, hex_: Hex, strength: int, drm: int, lines: list[OddsLine]) -> Odds:
    """A shot at a hex, of which the lines of the odds are known."""
    g = v.g
    return {
        "title": v("fire title", unit=g.labels[unit], hex=v.hex(hex_)),
        "hexes": [g.grid.number(hex_)],
        "units": [g.unit_ids[unit]],
        "labels": {"attack": v("at strength"), "defence": v("armour"), "column": v("column")},
        "attack": strength,
        "defence": target_armour(g, s, hex_),
        "allowed": True,
        "lines": lines,
        "notes": list(notes(v, s, hex_)),
        "support": [],
        **chances(v, s, hex_, strength, drm),
    }


def thrown(v: Voice, s: Position, f: fire.Shooting) -> Odds:
    """The shot or the bomb whose dice are thrown."""
    g, unit, hex_ = v.g, f.unit, f.target
    if g.combat_units >> unit & 1:
        return work_out(v, s, [unit], hex_)
    told: list[OddsLine] = [{"on": "attack", **v.line("9.31f1", g.labels[unit], f.strength)}, armour_line(v, s, hex_)]
    if f.drm:
        told.append({"on": "roll", **v.line("9.31e1", v.terrain(hex_), f.drm)})
    return shot(v, s, unit, hex_, f.strength, f.drm, told)


def lines(v: Voice, s: Position, unit: Unit, hex_: Hex) -> Iterator[OddsLine]:
    g = v.g
    text = v("from", unit=g.labels[unit], hex=v.hex(s.place[unit]))
    yield {"on": "attack", **v.line("6.4.1", text, at_strength(g, s, unit))}
    yield armour_line(v, s, hex_)
    for rule, key, value in fire.fire_modifiers(g, s, unit, hex_):
        yield {"on": "roll", **v.line(rule, v.word("modifier", key), value)}


def armour_line(v: Voice, s: Position, hex_: Hex) -> OddsLine:
    targets = list(units_in(fire.strongest(v.g, s, hex_)))
    return {"on": "defence", **v.line("6.21", v.labels(targets), target_armour(v.g, s, hex_))}


def notes(v: Voice, s: Position, hex_: Hex) -> Iterator[Line]:
    targets = fire.strongest(v.g, s, hex_)
    if targets & (targets - 1):
        yield v.line("6.63b", v("owner chooses"), 0)


def others(v: Voice, s: Position, units: list[Unit], hex_: Hex) -> Iterator[Support]:
    g = v.g
    for unit in units:
        drm = fire.fire_drm(g, s, unit, hex_)
        text = v("fires instead", unit=g.labels[unit], strength=at_strength(g, s, unit), drm=f"{drm:+}")
        yield {"rule": "6.33", "text": text, **chances(v, s, hex_, at_strength(g, s, unit), drm)}


def chances(v: Voice, s: Position, hex_: Hex, strength: int, drm: int) -> Chances:
    g = v.g
    target = g.side[last_unit(fire.strongest(g, s, hex_))]

    def outcome(roll: int) -> scene_parts.Outcome:
        hit = is_hit(g, s, hex_, strength, roll + drm)
        lost = tuple(float(hit and side == target) for side in range(len(g.sides)))
        return scene_parts.Outcome(v.word("word", "hit" if hit else "no hit"), v("step lost") if hit else "", lost)

    return scene_parts.chances(g, str(strength), DICE, outcome, drm)
