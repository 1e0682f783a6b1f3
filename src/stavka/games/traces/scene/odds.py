"""The odds of attacks: every number with the rule that it comes from, and the exact chance of each result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit, last_unit, units_in
from stavka.engine.words.forms import Listed
from stavka.games.traces.files import Result
from stavka.games.traces.game import Traces
from stavka.games.traces.rules.c07_luftwaffe import DEFENSIVE, OFFENSIVE
from stavka.games.traces.rules.c10_combat import attacks as combat
from stavka.games.traces.scene.fates import Fate, Fates
from stavka.games.traces.scene.voice import Voice, traces_sight
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.games.traces.words import WORDS
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Account, Chances, Line, Odds, OddsLine, Support

SUPPLY_RULES = {"oos": "8.2b", "isolated": "8.2c"}


class Front(NamedTuple):
    """The attackers in one hex."""

    hex: Hex
    units: list[Unit]
    strength: int
    halvings: int
    across_river: bool


def attackers_near(g: Traces, s: Position, target: Hex) -> int:
    """Enemies of the units in a hex that stand where they could attack it, activated or not."""
    near = 0
    for hex_, _ in g.attack_sides[target]:
        near |= s.at.get(hex_, 0)
    return near & g.side_units[1 - defender(g, s, target)]


def defender(g: Traces, s: Position, target: Hex) -> Side:
    return g.side[last_unit(s.at[target])]


def attackers(g: Traces, s: Position, target: Hex, units: int) -> int:
    """The units of an attack; if none are named, those that may still attack in this activation, or else all in reach.
    ValueError if there can be no attack."""
    if target not in s.at:
        raise ValueError(WORDS.message("scene", "nobody there"))
    near = attackers_near(g, s, target)
    strange = units & ~near
    if strange:
        raise ValueError(WORDS.message("scene", "cannot attack from there", unit=g.label(s, last_unit(strange))))
    if not near:
        raise ValueError(WORDS.message("scene", "no enemy near"))
    return units or combat.attackers_of(g, s, target) & near or near


def fronts(g: Traces, s: Position, units: int, target: Hex) -> Iterator[Front]:
    for near, halvings in g.attack_sides[target]:
        here = list(units_in(s.at.get(near, 0) & units))
        if here:
            strength = sum(combat.attack_strength(g, s, unit) for unit in here)
            river = g.grid.between(g.major, near, target) or g.grid.between(g.minor, near, target)
            yield Front(near, here, strength, halvings, river)


def shifts(g: Traces, target: int) -> Iterator[tuple[str, int]]:
    """The shifts of the column of an attack on a hex, and their sizes."""
    tables = g.files.tables
    for terrain in tables.terrain:
        if terrain.shift and g.terrain.get(terrain.id, 0) >> target & 1:
            yield terrain.id, terrain.shift
    kind = "major city" if g.major_cities >> target & 1 else "city" if g.cities >> target & 1 else ""
    yield from ((kind, city.shift) for city in tables.city if city.id == kind and city.shift)


def rolled(g: Traces, column: int, die: int, drm: int) -> Result:
    return g.crt[column][max(1, die + drm) - 1]


def supports(g: Traces, sight: Sight[Position], target: Hex, found: combat.Odds) -> Iterator[tuple[int, int, int]]:
    """Air support that may yet be given, as far as the seat can tell: its kind, the column and the die modifier."""
    if found.column < 0:
        return
    chits = traces_sight(sight).chits
    held = chits.get("air_own") or [min(chits["air"], mix) for mix in g.luftwaffe_mix]
    if defender(g, sight.position, target) == AXIS:
        for markers in range(1, held[DEFENSIVE] + 1):
            yield DEFENSIVE, found.column, markers * g.defensive_drm
    elif not found.zero:
        room = len(g.crt) - 1 - found.column
        for markers in range(1, min(held[OFFENSIVE], -(-room // g.offensive_shift)) + 1):  # markers that shift it
            yield OFFENSIVE, found.column + min(markers * g.offensive_shift, room), 0


# -- for the panel ----------------------------------------------------------------------------------------------------


def work_out(v: Voice, sight: Sight[Position], target: Hex, units: int = 0) -> Odds:
    """An attack, each line by itself. ValueError where nothing can be attacked."""
    g, s = v.g, sight.position
    units = attackers(g, s, target, units)
    found, fates = combat.odds(g, s, units, target), Fates(g, s, target)
    told = chances(v, s, target, units, found.column, 0, fates)
    return {
        **account(v, s, target, units, found),
        "notes": [*notes(v, s, target), *total_loss(v, s, target, told)],
        "support": list(support(v, sight, target, units, found, fates)),
        **told,
    }


def forecast(v: Voice, s: Position, target: Hex, units: int = 0) -> Chances:
    """The chances of an attack alone. ValueError where nothing can be attacked."""
    units = attackers(v.g, s, target, units)
    return chances(v, s, target, units, combat.odds(v.g, s, units, target).column, 0, Fates(v.g, s, target))


def thrown(v: Voice, s: Position, f: combat.CombatRoll) -> Odds:
    """The attack whose die is thrown, with the air support that it has."""
    found = combat.odds(v.g, s, f.attackers, f.target)
    told = account(v, s, f.target, f.attackers, found)
    given = {"shift": f"{f.column - found.column:+}", "drm": f"{f.drm:+}"}
    if f.column != found.column:
        line = v.line("7.0h", v("offensive support", **given), f.column - found.column)
        told["lines"].append({"on": "column", **line})
    if f.drm:
        told["lines"].append({"on": "roll", **v.line("7.0i", v("defensive support", **given), f.drm)})
    fates = Fates(v.g, s, f.target)
    return {**told, "support": [], **chances(v, s, f.target, f.attackers, f.column, f.drm, fates)}


def account(v: Voice, s: Position, target: Hex, units: int, found: combat.Odds) -> Account:
    g = v.g
    return {
        "title": v("odds title", hex=v.hex(target)),
        "hexes": [g.grid.number(target)],
        "units": [g.unit_ids[unit] for unit in units_in(units)],
        "labels": {"attack": v("attack"), "defence": v("defence"), "column": v("column")},
        "attack": found.attack,
        "defence": found.defence,
        "allowed": found.column >= 0,
        "lines": [*attack_lines(v, s, units, target), *defence_lines(v, s, target), *column_lines(v, target, found)],
        "notes": list(notes(v, s, target)),
    }


def attack_lines(v: Voice, s: Position, units: int, target: Hex) -> Iterator[OddsLine]:
    g = v.g
    printed = g.values[s.converted].attack
    for front in fronts(g, s, units, target):
        for unit in front.units:
            value = printed[s.steps[unit]][unit]
            yield {"on": "attack", **v.line("10.2a", v("from", unit=g.label(s, unit), hex=v.hex(front.hex)), value)}
            yield from penalty(v, s, unit, "attack", combat.attack_strength(g, s, unit) - value)
        if front.halvings:
            key = "across river" if front.across_river else "by terrain"
            text = v(key, hex=v.hex(front.hex), strength=front.strength, left=front.strength >> front.halvings)
            lost = (front.strength >> front.halvings) - front.strength
            yield {"on": "attack", **v.line("10.2b", text, lost)}


def defence_lines(v: Voice, s: Position, target: Hex) -> Iterator[OddsLine]:
    g = v.g
    printed = g.values[s.converted].defence
    for unit in units_in(s.at[target]):
        value = printed[s.steps[unit]][unit]
        yield {"on": "defence", **v.line("10.2a", v.label(s, unit), value)}
        yield from penalty(v, s, unit, "defence", combat.defence_strength(g, s, unit) - value)


def penalty(v: Voice, s: Position, unit: Unit, on: str, value: int) -> Iterator[OddsLine]:
    """The reduction of a unit's strength by its supply state."""
    if value:
        state = "oos" if s.oos >> unit & 1 else "isolated"
        text = v.about(v.label(s, unit), v.word("state", state))
        line = v.line(SUPPLY_RULES[state], text, value)
        yield {"on": "attack" if on == "attack" else "defence", **line}


def column_lines(v: Voice, target: int, found: combat.Odds) -> Iterator[OddsLine]:
    if found.zero:
        yield {"on": "column", **v.line("10.2n", v("zero defence") if found.attack else v("zero attack"), 0)}
        return
    ratio = v("ratio", attack=found.attack, defence=found.defence, column=v.column(found.ratio))
    yield {"on": "column", **v.line("10.2g", ratio, 0)}
    for what, shift in shifts(v.g, target) if found.ratio >= 0 else ():
        yield {"on": "column", **v.line("10.2i", v.word("terrain" if what in v.g.terrain else "place", what), -shift)}
    if found.column < 0:
        yield {"on": "column", **v.line("10.2m", v("not allowed"), 0)}


def notes(v: Voice, s: Position, target: int) -> Iterator[Line]:
    if s.orders >> target & 1:
        yield v.line("12.2a", v("order holds"), 0)


def support(
    v: Voice, sight: Sight[Position], target: Hex, units: int, found: combat.Odds, fates: Fates
) -> Iterator[Support]:
    for kind, column, drm in supports(v.g, sight, target, found):
        rule, key = ("7.0h", "offensive support") if kind == OFFENSIVE else ("7.0i", "defensive support")
        text = v(key, shift=f"{column - found.column:+}", drm=f"{drm:+}")
        yield {"rule": rule, "text": text, **chances(v, sight.position, target, units, column, drm, fates)}


def chances(v: Voice, s: Position, target: Hex, units: int, column: int, drm: int, fates: Fates) -> Chances:
    g, side = v.g, defender(v.g, s, target)
    steps = sum(s.steps[unit] for unit in units_in(units))

    def face(die: int) -> scene_parts.Outcome:
        result = rolled(g, column, die, drm)
        losses, retreat = combat.suffered(s, target, side, result)
        lost = {1 - side: min(result.attacker, steps), side: fates.of(losses, retreat).steps}
        means = meaning(v, s, result.attacker, losses, retreat, fates.of(losses, retreat))
        return scene_parts.Outcome(result.text, means, (lost[SOVIET], lost[AXIS]))

    return scene_parts.chances(g, v.column(column), [(die, 1) for die in range(1, 7)] if column >= 0 else [], face, drm)


def meaning(v: Voice, s: Position, attacker: int, defence: int, retreat: int, fate: Fate) -> str:
    counts = {"attacker loses": attacker, "defender loses": defence, "defender retreats": retreat}
    parts = [v(key, number=count) for key, count in counts.items() if count]
    if fate.in_zones:
        parts.append(v("lost in zones", number=fate.in_zones))
    groups = {"nowhere to go": fate.stranded, "destroyed": fate.eliminated, "has to relocate": fate.relocated}
    parts += [v(key, units=Listed.make(v.label(s, unit) for unit in group)) for key, group in groups.items() if group]
    return v.parted(parts) or v("no effect")


def total_loss(v: Voice, s: Position, target: Hex, found: Chances) -> Iterator[Line]:
    """The chance that no defender is left."""
    side = defender(v.g, s, target)
    steps = sum(s.steps[unit] for unit in units_in(s.at[target] & ~v.g.hq_units))
    share = sum(each["share"] for each in found["results"] if steps and each["losses"][v.g.sides[side]] == steps)
    if share:
        yield v.line("10.3e", v("all eliminated", share=v("percent", number=round(100 * share))), 0)
