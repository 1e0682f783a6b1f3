"""The odds of assaults: every number with the rule that it comes from, the exact chance of each result, and what
loss checks will do to each unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.kinds import Unit, hexes_in, last_unit, units_in
from stavka.engine.state import below
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.events import OUTCOMES
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import is_surrounded
from stavka.games.zitadelle.rules.c07_assault import loss_checks as checks
from stavka.games.zitadelle.rules.c07_assault import odds as rules
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting, Attack, Attacking
from stavka.games.zitadelle.rules.c07_assault.duties import field
from stavka.games.zitadelle.rules.c07_assault.loss_checks import ATTACKER, DEFENDER
from stavka.games.zitadelle.rules.c07_assault.morale import combat_strength, level
from stavka.games.zitadelle.rules.c07_assault.retreat import retreat_paths
from stavka.games.zitadelle.rules.c10_special_german_units import may_support
from stavka.games.zitadelle.scene.fates import Stack
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import GERMAN, RETREATING, Position, lift
from stavka.games.zitadelle.words import WORDS
from stavka.hexes import NO_HEX, Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Chances, Line, Odds, OddsLine, Support

DICE: Final = tuple((i + 2, weight) for i, (_, weight) in enumerate(TWO_DICE))
"""The sums of two dice and how many of the 36 ways lead to each."""
ATTACK: Final = Attack()
UNHURT, LOST = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
"""Chances of nothing, of being disrupted, of losing a step."""


def neighbours(g: Zitadelle, s: Position, hexes: int) -> int:
    """Enemies of the units in a hex that are adjacent to all the hexes: combat units, whatever they have done."""
    near, side = g.grid.all, GERMAN
    for hex_ in hexes_in(hexes):
        near &= g.near[hex_]
        side = 1 - g.side[last_unit(s.at[hex_])]
    units = 0
    for hex_ in hexes_in(near & s.occupied[side]):
        units |= s.at[hex_]
    return units & g.combat_units


def attackers(g: Zitadelle, s: Position, hex_: Hex, units: int) -> int:
    """The units of an assault; if no combat units are named, all adjacent ones. ValueError if there can be none."""
    if hex_ not in s.at:
        raise ValueError(WORDS.message("scene", "nobody there"))
    near = neighbours(g, s, 1 << hex_)
    combat = units & g.combat_units or near
    strange = units & ~near & ~supporting(g, s, hex_, combat, units & g.support_units)
    if strange:
        raise ValueError(WORDS.message("scene", "cannot attack from there", unit=g.labels[last_unit(strange)]))
    if not near:
        raise ValueError(WORDS.message("scene", "no enemy near"))
    return units | combat


def supporting(g: Zitadelle, s: Position, hex_: Hex, attackers: int, support: int) -> int:
    """Those of some bombardment and engineer units that may support an assault on a hex, one of each kind."""
    able = may_support(g, s, attackers, 1 << hex_) & support
    return sum(able & kind & -(able & kind) for kind in g.supporters)


# -- for the panel ----------------------------------------------------------------------------------------------------


def work_out(v: Voice, s: Position, units: int, hexes: int, support: int = 0) -> Odds:
    """An assault, each line by itself."""
    g = v.g
    found = rules.odds(g, s, units, hexes, support)
    made = chances(v, s, units, hexes, found)
    return {
        "title": v("assault title", hexes=", ".join(v.hex(hex_) for hex_ in g.grid.bits(hexes))),
        "hexes": g.grid.numbers(hexes),
        "units": [g.unit_ids[unit] for unit in units_in(units | support)],
        "labels": {"attack": v("attack"), "defence": v("defence"), "column": v("column")},
        "attack": found.attack,
        "defence": found.defence,
        "allowed": bool(found.defenders),
        "lines": [*strength_lines(v, s, units, found.defenders), *column_lines(v, hexes, found)],
        "notes": [*duty(v, s, units, hexes, made), *notes(v, s, units, hexes, found)],
        "support": list(supports(v, s, units, hexes, support)),
        **made,
    }


def forecast(v: Voice, s: Position, units: int, hexes: int) -> Chances:
    """The chances of an assault as it stands."""
    return chances(v, s, units, hexes, rules.odds(v.g, s, units, hexes, 0))


def duty(v: Voice, s: Position, units: int, hexes: int, made: Chances) -> Iterator[Line]:
    """That an assault is mandatory, and its price where it costs the attacker more than the enemy."""
    g = v.g
    frame = next((f for f in reversed(s.stack) if isinstance(f, Assaulting) and f.must_attack >= 0), None)
    if frame is None or not g.side_units[frame.side] & units:
        return
    now = field(g, s, frame)
    rule = "7.12" if now.must_fall & hexes else "7.11a" if now.must_attack & units else ""
    if not rule:
        return
    own, enemy = (round(made["losses"][g.sides[side]], 2) for side in (frame.side, 1 - frame.side))
    if own > enemy:
        yield v.line(rule, v("mandatory and bad", own=own, enemy=enemy), 0)
    else:
        yield v.line(rule, v("mandatory"), 0)


def thrown(v: Voice, s: Position, f: checks.Resolving) -> Odds:
    """The assault whose dice are thrown. Its support units are spent, and their effect is one line."""
    g, before = v.g, s.clone()
    before.defended &= ~f.defenders
    told = work_out(v, before, f.units, f.hexes)
    found = rules.odds(g, before, f.units, f.hexes, 0)
    if f.column != found.column:
        line = v.line("10.12", v("support spent"), f.column - found.column)
        told["lines"].append({"on": "column", **line})
    return {**told, "support": [], **chances(v, before, f.units, f.hexes, found._replace(column=f.column))}


def checked(v: Voice, s: Position, f: checks.Checking) -> Odds:
    """The loss check whose dice are thrown."""
    g, unit = v.g, last_unit(f.waiting & -f.waiting)
    drm = f.drm + (g.surrounded_drm if f.surrounded >> unit & 1 else 0)
    side, pm_level, can_retreat = g.side[unit], level(g, s, unit), has_way(g, s, unit)

    def outcome(roll: int) -> scene_parts.Outcome:
        what = checks.outcome_of(g, roll + drm, pm_level)
        text = v.word("check", OUTCOMES[what])
        lost = check_loss(g, s, unit, tuple(float(what == each) for each in range(3)), can_retreat)
        stuck = what == checks.DISRUPTED and not can_retreat
        means = v("no way to retreat", unit=g.labels[unit]) if stuck else text
        return scene_parts.Outcome(text, means, (lost, 0.0) if side == 0 else (0.0, lost))

    lines: list[OddsLine] = [{"on": "roll", **v.line("7.61", v("result drm"), f.drm)}] if f.drm else []
    if f.surrounded >> unit & 1:
        lines.append({"on": "roll", **v.line("7.65", v("surrounded", unit=g.labels[unit]), g.surrounded_drm)})
    return {
        "title": v("check title", unit=g.labels[unit]),
        "hexes": g.grid.numbers(1 << s.place[unit]),
        "units": [g.unit_ids[unit]],
        "labels": {"attack": v("morale level"), "defence": v("lethal"), "column": v("column")},
        "attack": pm_level,
        "defence": g.lethal,
        "allowed": True,
        "lines": lines,
        "notes": [],
        "support": [],
        **scene_parts.chances(g, "", DICE, outcome, drm),
    }


def strength_lines(v: Voice, s: Position, units: int, defenders: int) -> Iterator[OddsLine]:
    g = v.g
    for unit in units_in(units):
        text = v("from", unit=g.labels[unit], hex=v.hex(s.place[unit]))
        yield {"on": "attack", **v.line("7.3.2", text, combat_strength(g, s, unit))}
    for unit in units_in(defenders):
        yield {"on": "defence", **v.line("7.3.2", v.label(s, unit), combat_strength(g, s, unit))}


def column_lines(v: Voice, hexes: int, found: rules.Odds) -> Iterator[OddsLine]:
    ratio = v("ratio", attack=found.attack, defence=found.defence, column=v.column(found.ratio))
    yield {"on": "column", **v.line("7.3.4", ratio, 0)}
    one = hexes_in(hexes)[0] if not hexes & (hexes - 1) else NO_HEX
    for rule, key, value in found.lines:
        text = v.terrain(one) if key == "terrain" and one >= 0 else v.word("shift", key)
        yield {"on": "column", **v.line(rule, text, value)}
    if found.ratio + found.shift != found.column:
        yield {"on": "column", **v.line("7.3.5", v("end of table", column=v.column(found.column)), 0)}


def notes(v: Voice, s: Position, units: int, hexes: int, found: rules.Odds) -> Iterator[Line]:
    """Notes on the expected loss checks of each unit, over all results of the assault, and on units that stay out."""
    g = v.g
    for unit in [*units_in(units), *units_in(found.defenders)]:
        shares = expectation(g, s, unit, found.column, ATTACKER if units >> unit & 1 else DEFENDER)
        values = {name: v.percent(share) for name, share in zip(("stands", "disrupted", "step"), shares, strict=True)}
        text = v("loss check", unit=g.labels[unit], level=level(g, s, unit), **values)
        yield v.line("7.61", text, 0)
        if is_surrounded(g, s, unit):
            yield v.line("7.65", v("surrounded", unit=g.labels[unit]), g.surrounded_drm)
        if not has_way(g, s, unit):
            yield v.line("7.83c", v("no way to retreat", unit=g.labels[unit]), 0)
    armour = sum(s.at[hex_] & g.armoured for hex_ in hexes_in(hexes))
    if armour:
        yield v.line("7.67", v("armour stays out", units=v.labels(list(units_in(armour)))), 0)


def supports(v: Voice, s: Position, units: int, hexes: int, support: int) -> Iterator[Support]:
    """Bombardment and engineer units that may still join the assault that is being put together."""
    g, frame = v.g, s.stack[-1]
    if not isinstance(frame, Attacking):
        return
    for unit in units_in(ATTACK.more_support(g, s, field(g, s, below(s, Assaulting)), frame)):
        rule = "10.12" if g.bombardment >> unit & 1 else "10.22"
        found = rules.odds(g, s, units, hexes, support | 1 << unit)
        yield {"rule": rule, "text": v("with support", unit=g.labels[unit]), **chances(v, s, units, hexes, found)}


# -- chances ----------------------------------------------------------------------------------------------------------


def expectation(g: Zitadelle, s: Position, unit: Unit, column: int, who: str) -> tuple[float, ...]:
    """The chances that a unit leaves an assault unhurt, disrupted, or with a step less (or none)."""
    shares = [0.0, 0.0, 0.0]
    whole = sum(weight for _, weight in DICE)
    for roll, weight in DICE:
        result = g.crt[column][roll - 2]
        odds = LOST if checks.destroys(result, who) else check_odds(g, s, unit, checks.check_drm(result, who))
        for i, share in enumerate(odds):
            shares[i] += share * weight / whole
    return tuple(shares)


def check_odds(g: Zitadelle, s: Position, unit: Unit, drm: int | None) -> tuple[float, ...]:
    if drm is None:
        return UNHURT
    return checks.check_odds(g, level(g, s, unit), drm + (g.surrounded_drm if is_surrounded(g, s, unit) else 0))


def has_way(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether a unit could retreat from where it is, all others staying where they are."""
    after, hex_ = s.clone(), s.place[unit]
    lift(g, after, unit, RETREATING)
    return bool(retreat_paths(g, after, unit, hex_))


def check_loss(g: Zitadelle, s: Position, unit: Unit, shares: tuple[float, ...], can_retreat: bool) -> float:
    """The steps that a loss check costs a unit on average: one that is disrupted and cannot retreat is eliminated."""
    lost = shares[checks.STEP_LOST]
    return lost if can_retreat else lost + shares[checks.DISRUPTED] * s.steps[unit]


def stacks(g: Zitadelle, s: Position, units: int) -> list[Stack]:
    """Units by their hexes."""
    by_hex: dict[Hex, list[Unit]] = {}
    for unit in units_in(units):
        by_hex.setdefault(s.place[unit], []).append(unit)
    return [Stack(g, s, hex_, here) for hex_, here in by_hex.items()]


def chances(v: Voice, s: Position, units: int, hexes: int, found: rules.Odds) -> Chances:
    g = v.g
    side = g.side[last_unit(units)]
    there = sum(s.at[hex_] & g.soft_units for hex_ in hexes_in(hexes))
    checked = {ATTACKER: stacks(g, s, units), DEFENDER: stacks(g, s, found.defenders)}

    def lost(result: str, group: int, who: str) -> float:
        if checks.destroys(result, who):
            return sum(s.steps[unit] for unit in units_in(group))
        drm, steps = checks.check_drm(result, who), 0.0
        for stack in checked[who]:
            shares = [check_odds(g, s, unit, drm) for unit in stack.units]
            steps += sum(share[checks.STEP_LOST] for share in shares)
            steps += stack.expected([share[checks.DISRUPTED] for share in shares])
        return steps

    def outcome(roll: int) -> scene_parts.Outcome:
        result = g.crt[found.column][roll - 2]
        attack = lost(result, units, ATTACKER)
        defence = lost(result, there if checks.destroys(result, DEFENDER) else found.defenders, DEFENDER)
        losses = (attack, defence) if side == 0 else (defence, attack)
        return scene_parts.Outcome(result, v.word("outcome", result), losses)

    return scene_parts.chances(g, v.column(found.column), DICE, outcome)
