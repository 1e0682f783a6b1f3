"""The odds of attacks: every number with the rule that it comes from, and the exact chance of each result, before
the enemy's chits are played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.kinds import Side, hexes_in, last_unit, members, units_in
from stavka.engine.state import top
from stavka.games.luki.files import Result
from stavka.games.luki.game import Luki
from stavka.games.luki.rules.c03_standard_procedures.dice import TWO_DICE
from stavka.games.luki.rules.c10_movement.moves import PAID
from stavka.games.luki.rules.c11_combat import chits
from stavka.games.luki.rules.c11_combat import odds as rules
from stavka.games.luki.rules.c11_combat.chits import ChoosingChits
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase, fresh_in, price
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of, is_fighting, role
from stavka.games.luki.rules.c11_combat.procedure import RollingCombat
from stavka.games.luki.scene.chits import effect
from stavka.games.luki.scene.fates import Fates
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import LIMITED, UNSEEN, Position
from stavka.games.luki.words import WORDS, modifier
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Chances, Line, Odds, OddsLine

DICE: Final = tuple((i + 2, weight) for i, (_, weight) in enumerate(TWO_DICE))
"""The sums of two dice and how many of the 36 ways lead to each."""
NO_ROLL: Final = ((7, 1),)


def neighbours(g: Luki, s: Position, hex_: Hex) -> int:
    """Enemies of the units in a hex that are adjacent to it and can attack at all."""
    side = 1 - g.side[last_unit(s.at[hex_])]
    units = 0
    for near in hexes_in(g.near[hex_] & s.occupied[side]):
        units |= s.at[near] & g.side_units[side]
    return units & g.movable_units


def strongest(g: Luki, s: Position, hex_: Hex) -> int:
    """The largest set of units that can attack a hex in the present combat phase: in the limited activity segment, from
    the hex that gives the best column. Outside a combat phase, all adjacent units; empty if none can attack."""
    side = 1 - g.side[last_unit(s.at[hex_])]
    phase = next((frame for frame in reversed(s.stack) if isinstance(frame, CombatPhase) and frame.has_begun), None)
    able = neighbours(g, s, hex_)
    if phase is not None and phase.side == side:
        able = fresh_in(g, s, side, g.near[hex_])
    if s.segment != LIMITED:
        return able
    stacks = [units for near in hexes_in(g.near[hex_] & s.occupied[side]) if (units := s.at[near] & able)]
    return max(stacks, key=lambda units: rules.work_out(g, s, fight_on(g, s, units, hex_)).column, default=0)


def attackers(g: Luki, s: Position, hex_: Hex, units: int) -> int:
    """The units of an attack; if none are named, the strongest attack possible now, else all adjacent units. ValueError
    if there can be none."""
    if hex_ not in s.at:
        raise ValueError(WORDS.message("scene", "nobody there"))
    near = neighbours(g, s, hex_)
    strange = units & ~near
    if strange:
        raise ValueError(WORDS.message("scene", "cannot attack from there", unit=g.labels[last_unit(strange)]))
    if not near:
        raise ValueError(WORDS.message("scene", "no enemy near"))
    return units or strongest(g, s, hex_) or near


def fight_on(g: Luki, s: Position, units: int, hex_: Hex) -> Fight:
    """The combat on a hex: the one that is being fought, or as it would be."""
    if is_fighting(s) and fight_of(s).hex == hex_:
        return fight_of(s)
    side = g.side[last_unit(units)]
    return Fight(side, PAID, hex_, units, s.at[hex_] & g.side_units[1 - side], shown=0)


def work_out(v: Voice, s: Position, units: int, hex_: Hex) -> Odds:
    """An attack, each line by itself."""
    return itemised(v, s, fight_on(v.g, s, units, hex_), units, hex_)


def forecast(v: Voice, s: Position, units: int, hex_: Hex) -> Chances:
    """The chances of an attack alone."""
    fight = fight_on(v.g, s, units, hex_)
    found = rules.work_out(v.g, s, fight)
    return chances(v, s, fight, found)


def choosing(v: Voice, s: Position, seat: Side) -> Odds:
    """The combat that is fought, with the chits that a seat has chosen so far; the enemy's chits are unknown."""
    fight = fight_of(s).clone()
    fight.played = [0, 0]
    fight.played[role(fight, seat)] = top(s, ChoosingChits).chosen(seat)
    return itemised(v, s, fight, fight.attackers, fight.hex)


def thrown(v: Voice, s: Position, f: RollingCombat) -> Odds:
    """The combat whose dice are thrown, with the chits of both sides."""
    fight = fight_of(s)
    return itemised(v, s, fight, fight.attackers, fight.hex)


def itemised(v: Voice, s: Position, fight: Fight, units: int, hex_: Hex) -> Odds:
    g = v.g
    found = rules.work_out(g, s, fight)
    return {
        "title": v("attack title", hex=v.hex(hex_)),
        "hexes": [g.grid.number(hex_)],
        "units": [g.unit_ids[unit] for unit in units_in(units)],
        "labels": {"attack": v("attack"), "defence": v("defence"), "column": v("column")},
        "attack": found.attack,
        "defence": found.defence,
        "allowed": True,
        "lines": [*strength_lines(v, s, fight, units, hex_), *roll_lines(v, found)],
        "notes": list(notes(v, s, fight, units, hex_, found)),
        "support": [],
        **chances(v, s, fight, found),
    }


def strength_lines(v: Voice, s: Position, fight: Fight, units: int, hex_: Hex) -> Iterator[OddsLine]:
    g = v.g
    for unit in units_in(units):
        times = rules.halvings(g, s, unit, hex_, fight.halved, attack=True)
        key = ("from", "from half", "from quarter")[min(times, 2)]
        text = v(key, unit=g.labels[unit], hex=v.hex(s.place[unit]))
        rule = "11.614b" if g.cities >> hex_ & 1 else "11.613a" if times else "11.4a"
        yield {"on": "attack", **v.line(rule, text, rules.strength_of(g, s, unit, times))}
    for unit in units_in(fight.defenders):
        times = rules.halvings(g, s, unit, hex_, fight.halved, attack=False)
        value = rules.strength_of(g, s, unit, times)
        yield {"on": "defence", **v.line("11.4a", v.label(s, unit), value)}


def roll_lines(v: Voice, found: rules.Odds) -> Iterator[OddsLine]:
    ratio = v("ratio", attack=found.attack, defence=found.defence, column=v.column(found.column))
    yield {"on": "column", **v.line("11.4a", ratio, 0)}
    for rule, key, value in found.lines:
        yield {"on": "roll", **v.line(rule, modifier(v.g, key, v.lang), value)}
    total = sum(value for _, _, value in found.lines)
    if total != found.drm:
        yield {"on": "roll", **v.line("11.6e", v("limit"), found.drm - total)}


def tactics(v: Voice, s: Position, units: int, hex_: Hex, *, attack: bool) -> Line:
    """The TPV of a side: the TV of its best unit, and what adds to it."""
    g = v.g
    concentric = attack and rules.is_concentric(g, s, units, hex_)
    best = max(units_in(units), key=lambda unit: rules.tactical_value(g, s, unit, hex_, concentric=concentric))
    points = rules.tactical_value(g, s, best, hex_, concentric=concentric)
    (_, _, value), *more = rules.tactical_lines(g, s, best, hex_, concentric=concentric)
    names = [v(f"tactical {key}") for _, key, _ in more]
    parts = "".join(f", {name} {added:+d}" for name, (_, _, added) in zip(names, more, strict=True))
    key = "tactical points attacker" if attack else "tactical points defender"
    return v.line("11.31a", v(key, points=points, unit=g.labels[best], value=value, more=parts), 0)


def notes(v: Voice, s: Position, fight: Fight, units: int, hex_: Hex, found: rules.Odds) -> Iterator[Line]:
    """Notes on the attack: its cost, tactical points, and the facts that are still unknown."""
    g = v.g
    fighting = is_fighting(s)
    if 0 < s.segment < LIMITED and not fighting:
        yield v.line("11.0e", v("attack price", price=price(g, hex_)), 0)
    yield tactics(v, s, units, hex_, attack=True)
    yield tactics(v, s, fight.defenders, hex_, attack=False)
    for chit in members(fight.played[0] | fight.played[1]):
        if not chits.drm(g, s, fight, chit):
            shown = effect(v, g.chits[chit]) if chits.works(g, s, fight, chit) else v("no effect here")
            yield v.line("11.62a", v("chit and effect", chit=v.chits(1 << chit), effect=shown), 0)
    yield average(v, found)
    if found.column < 0:
        yield v.line("11.4c", v("fails without a roll"), 0)
    if isinstance(s.stack[-1], ChoosingChits):
        yield v.line("11.2e", v("before their chits"), 0)
    if not fighting and unseen(g, s, 1 - g.side[last_unit(units)]):
        yield v.line("3.6a", v("more below"), 0)


def average(v: Voice, found: rules.Odds) -> Line:
    """The hits of both sides on average, before chits change them."""
    g = v.g
    rolls = NO_ROLL if found.column < 0 else DICE
    whole = sum(weight for _, weight in rolls)
    sums = [0, 0]
    for roll, weight in rolls:
        hits = hits_of(g, found, roll)
        sums = [sums[0] + weight * hits.attacker, sums[1] + weight * hits.defender]
    attacker, defender = (round(each / whole, 2) for each in sums)
    return v.line("11.7a", v("average hits", attacker=attacker, defender=defender), 0)


def hits_of(g: Luki, found: rules.Odds, roll: int) -> Result:
    return g.automatic if found.column < 0 else rules.result(g, found.column, roll, found.drm)


def unseen(g: Luki, s: Position, side: Side) -> bool:
    """Whether there are units of a side that are not seen."""
    return any(s.place[unit] == UNSEEN for unit in units_in(g.side_units[side]))


def chances(v: Voice, s: Position, fight: Fight, found: rules.Odds) -> Chances:
    """The chance of each result. The defender decides whether a hit costs a step or a hex of retreat; the losses are
    those of a defender who saves steps."""
    fates = Fates(v.g, s, fight)

    def outcome(roll: int) -> scene_parts.Outcome:
        hits = hits_of(v.g, found, roll)
        fate = fates.of(hits)
        text = v("hits", attacker=hits.attacker, defender=hits.defender)
        if fate.defender:
            text = v.parted([text, v("least steps", number=fate.defender)])
        losses = fate.attacker, fate.defender
        return scene_parts.Outcome(
            f"{hits.attacker}/{hits.defender}", text, losses if fight.side == 0 else (losses[1], losses[0])
        )

    rolls = NO_ROLL if found.column < 0 else DICE
    return {**scene_parts.chances(v.g, v.column(found.column), rolls, outcome, found.drm), "least": True}
