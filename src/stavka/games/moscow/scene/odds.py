"""The odds of attacks and Overruns: every number with the rule that it comes from, and the exact chance of each
result as things stand, before what either side may still send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.kinds import last_unit, units_in
from stavka.engine.words.forms import Listed
from stavka.games.moscow.files import Force, Result
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules import c12_artillery as support
from stavka.games.moscow.rules import c13_air_units as air_units
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c03_basic_concepts.values import attack, best_er, defence
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c08_ground_movement.going import Moving
from stavka.games.moscow.rules.c09_pre_combat_actions import declaration as combat
from stavka.games.moscow.rules.c10_combat import battle
from stavka.games.moscow.rules.c10_combat import odds as rules
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    FULL,
    HALF,
    NONE,
    Fighting,
    Overrunning,
    battle_under,
    coordination_drm,
    role_of,
    side_of,
)
from stavka.games.moscow.rules.c11_combat_results.results import has_attrition
from stavka.games.moscow.rules.c11_combat_results.retreat import lead_candidates
from stavka.games.moscow.rules.c12_artillery import NamingGuns
from stavka.games.moscow.rules.c13_air_units import SendingAir
from stavka.games.moscow.scene import replies
from stavka.games.moscow.scene.fates import Forecast
from stavka.games.moscow.scene.replies import AIR_CHECKED, GROUND_CHECKED, GUNS_CHECKED, GUNS_NAMED, Worst, led
from stavka.games.moscow.scene.trials import band_shares, share
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import WORDS
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Chances, Line, Odds, OddsLine, Support

DIE: Final = tuple((face, weight) for face, (_, weight) in enumerate(D10, 1))
NO_ROLL: Final = ((1, 1),)
SUPPORTING: Final = {
    FULL: ("12.11", "supporting"),
    HALF: ("10.42c2", "supporting half"),
    NONE: ("10.42c3", "supporting not"),
}
"""The rule and the words for a gun after its check."""


# -- what is worked out -----------------------------------------------------------------------------------------------


def assailants(g: Moscow, s: Position, hex_: Hex) -> int:
    """All units next to a hex that could attack it, active or not."""
    side = 1 - g.side_of_units(rules.defenders(g, s, hex_))
    able = g.combat & ~g.guns & g.side_units[side]
    units = sum(1 << unit for unit in units_in(able) if s.place[unit] >= 0 and attack(g, s, unit))
    near = combat.attackers_of(g, s, units, hex_)
    return near & ~rules.idle(g, s, near, hex_)


def named(g: Moscow, s: Position, hex_: Hex, units: int) -> int:
    """The units of an attack; if none are named, those that may attack together now, else all that could take part.
    ValueError if there can be none."""
    near = assailants(g, s, hex_)
    strange = units & ~near
    if strange:
        raise ValueError(WORDS.message("scene", "cannot attack from there", unit=g.labels[last_unit(strange)]))
    if not near:
        raise ValueError(WORDS.message("scene", "no enemy near"))
    return units or hopeful(g, s, hex_) or near


def hopeful(g: Moscow, s: Position, hex_: Hex) -> int:
    """The units that may attack a hex together in the present Sequence; empty if none may."""
    if not s.active:
        return 0
    units = combat.hopeful(g, s, hex_, 0)
    while units and not combat.is_legal(g, s, units, hex_):
        fewer = combat.compatible(g, s, 1 << units.bit_length() - 1, units)
        units = fewer if fewer != units else 0
    return units


def fresh(g: Moscow, s: Position, units: int, hex_: Hex, table: int | None = None) -> Fighting:
    """The combat as it would be: on the Mobile CRT where that may be used."""
    mobile = int(rules.may_be_mobile(g, s, units, hex_)) if table is None else table
    return Fighting(stage=0, hex=hex_, units=units, is_mobile=mobile)


def declared_on(attack: list[Hex]) -> Fighting:
    """The combat of a Declared Attack."""
    hex_, units, mobile = attack
    return Fighting(stage=0, hex=hex_, units=units, is_mobile=mobile)


def combat_on(g: Moscow, s: Position, hex_: Hex, units: int) -> Fighting:
    """The combat on a hex: the one that is being fought, the one that is declared, or as it would be."""
    if not rules.defenders(g, s, hex_):
        raise ValueError(WORDS.message("scene", "nobody there"))
    if under_way(s) and battle_under(s).hex == hex_:
        return current(g, s)
    for place, declared, table in s.attacks:
        if place == hex_ and units in (0, declared):
            return Fighting(stage=0, hex=hex_, units=declared, is_mobile=table)
    top = s.stack[-1]
    if isinstance(top, Moving) and overrun.targets(g, s, top) >> hex_ & 1 and not units & ~top.units:
        return Overrunning(stage=0, hex=hex_, units=overrun.fighting(g, top.units), is_mobile=1)
    return fresh(g, s, named(g, s, hex_, units), hex_)


def under_way(s: Position) -> bool:
    """Whether a combat or an Overrun is going on."""
    return any(isinstance(frame, Fighting) for frame in s.stack)


def current(g: Moscow, s: Position) -> Fighting:
    """The combat that is going on, with the air units that are just being sent."""
    b, top = battle_under(s), s.stack[-1]
    if not isinstance(top, SendingAir):
        return b
    return with_air(b, role_of(g, b, top.side), top.units)


class Workings:
    """Strengths, column and modifiers of a combat or an Overrun."""

    def __init__(self, g: Moscow, s: Position, b: Fighting) -> None:
        self.b = b = led(g, s, b)
        self.is_overrun = isinstance(b, Overrunning)
        units, hex_ = b.units, b.hex
        find = overrun.strengths(g, s, units, hex_) if self.is_overrun else battle.strengths(g, s, b)
        self.attack, self.defence = find
        self.table = b.is_mobile
        self.column = rules.column_of(g, self.table, self.attack, self.defence)
        modifiers = rules.overrun_modifiers if self.is_overrun else rules.modifiers
        self.lines = modifiers(g, s, units, hex_, battle.modifiers_of(g, b))
        self.drm = rules.net(g, self.lines)
        self.idle = 0 if self.is_overrun else rules.idle(g, s, units, hex_)


def summary(v: Voice, s: Position, b: Fighting) -> str:
    """The column and the modifier of a combat, such as 3-1 (+2)."""
    found = Workings(v.g, s, b)
    return v("column and modifier", column=v.column(found.table, found.column), drm=v.signed(found.drm))


# -- for the panel ----------------------------------------------------------------------------------------------------


def work_out(v: Voice, s: Position, b: Fighting) -> Odds:
    """A combat, each line by itself."""
    g, found, forecast = v.g, Workings(v.g, s, b), Forecast(v.g, s)
    hex_, worst = b.hex, replies.worst(v.g, s, b)
    title = v("overrun title", hex=v.hex(hex_)) if found.is_overrun else v("attack title", hex=v.hex(hex_))
    return {
        "title": title,
        "hexes": [g.grid.number(hex_)],
        "units": [g.unit_ids[unit] for unit in units_in(b.units)],
        "labels": {"attack": v("attack"), "defence": v("defence"), "column": v.table(found.table)},
        "attack": found.attack,
        "defence": found.defence,
        "allowed": found.column >= 0 and not found.idle,
        "lines": [*attack_lines(v, s, found), *defence_lines(v, s, found), *roll_lines(v, found)],
        "notes": [*worst_note(v, worst), *notes(v, s, found)],
        "support": [*worst_chances(v, worst), *supports(v, s, found, forecast)],
        **chances(v, s, found, forecast),
    }


def forecast(v: Voice, s: Position, b: Fighting) -> Chances:
    """The chances of a combat as it stands."""
    return chances(v, s, Workings(v.g, s, b), Forecast(v.g, s))


def thrown(v: Voice, s: Position, f: battle.CombatRoll | overrun.OverrunRoll) -> Odds:
    """The combat or the Overrun whose die is thrown."""
    return work_out(v, s, battle_under(s))


def attack_lines(v: Voice, s: Position, found: Workings) -> Iterator[OddsLine]:
    """The attackers one by one, what halves them together, their artillery and its limit."""
    g, b = v.g, found.b
    units, hex_ = b.units, b.hex
    for unit in units_in(units):
        text = v("from", unit=g.labels[unit], hex=v.hex(s.place[unit]))
        yield {"on": "attack", **v.line("10.51a", text, attack(g, s, unit))}
    wet = rules.crossing(g, s, units, hex_, g.river)
    for group in (units & ~wet, wet):
        starved = sum(attack(g, s, unit) for unit in units_in(group & s.oos))
        if starved:
            yield {"on": "attack", **v.line("6.14c", v("halved oos"), starved // 2 - starved)}
    crossing = rules.group_strength(g, s, wet)
    if crossing:
        yield {"on": "attack", **v.line("10.24", v("halved river"), crossing // 2 - crossing)}
    if not found.is_overrun:
        yield from support_lines(v, s, b, ATTACKER, rules.attack_strength(g, s, units, hex_))


def defence_lines(v: Voice, s: Position, found: Workings) -> Iterator[OddsLine]:
    """The defenders one by one, their artillery and its limit; guns that support do not defend as well."""
    g, b = v.g, found.b
    here = rules.defenders(g, s, b.hex)
    helping = overrun.helping_gun(g, s, b.hex) if found.is_overrun else b.defender_guns
    for unit in units_in(here & ~helping):
        yield {"on": "defence", **v.line("10.51a", v.label(s, unit), defence(g, s, unit))}
    ground = rules.defence_strength(g, s, here & ~g.guns)
    if not found.is_overrun:
        yield from support_lines(v, s, b, DEFENDER, ground)
    elif helping:
        gun = last_unit(helping)
        value = rules.support_strength(g, s, gun, b.hex, halved=False)
        yield {"on": "defence", **v.line("8.56c1", v("supporting", unit=g.labels[gun]), value)}
        if value > ground:
            yield {"on": "defence", **v.line("12.13f1", v("support limit"), ground - value)}


def support_lines(v: Voice, s: Position, b: Fighting, role: int, ground: int) -> Iterator[OddsLine]:
    """The artillery of a side: in full, halved or silenced by its check, and its limit."""
    g, total, safe = v.g, 0, support.automatic(v.g, s, b, role)
    for gun, value in battle.gun_strengths(g, s, b, role):
        rule, key = ("12.11", "supporting") if safe >> gun & 1 else SUPPORTING[b.band(role)]
        yield {"on": "attack" if role == ATTACKER else "defence", **v.line(rule, v(key, unit=g.labels[gun]), value)}
        total += value
    if total > ground:
        line = v.line("10.42e", v("support limit"), ground - total)
        yield {"on": "attack" if role == ATTACKER else "defence", **line}


def roll_lines(v: Voice, found: Workings) -> Iterator[OddsLine]:
    ratio = v("ratio", attack=found.attack, defence=found.defence, column=v.column(found.table, found.column))
    yield {"on": "column", **v.line("10.52", ratio, 0)}
    for rule, key, value in found.lines:
        yield {"on": "roll", **v.line(rule, modifier(v, found.b.hex, key), value)}
    total = sum(value for _, _, value in found.lines)
    if total != found.drm:
        yield {"on": "roll", **v.line("10.62", v("limit"), found.drm - total)}


def modifier(v: Voice, hex_: Hex, key: str) -> str:
    return v.terrain(hex_) if key == "terrain" else v.word("modifier", key)


# -- notes ------------------------------------------------------------------------------------------------------------


def notes(v: Voice, s: Position, found: Workings) -> Iterator[Line]:
    """Notes on Lead Units, on what may still be refused, checked or sent, and on red results."""
    g, b = v.g, found.b
    units, hex_ = b.units, b.hex
    here = rules.defenders(g, s, hex_)
    leads = v("leads", attacker=g.labels[b.attacker_lead], defender=g.labels[b.defender_lead])
    yield v.line("3.43", leads, 0)
    if not found.is_overrun:
        yield from reactions(v, s, b)
        yield from sent(v, s, b)
        yield from checks_to_come(v, s, b)
    if s.holding >> hex_ & 1:
        yield v.line("9.46b", v("holds"), 0)
    if units & g.armor and here & (g.armor | g.red_defence):
        yield v.line("11.23a1", v("attrition"), 0)
    if found.column < 0:
        yield v.line("10.53a2", v("fails without a roll"), 0)
    if found.idle:
        yield v.line("9.14b", v("takes no part", units=v.labels(units_in(found.idle))), 0)


def reactions(v: Voice, s: Position, b: Fighting) -> Iterator[Line]:
    """The units that could still refuse, or react into the Defender hex, each with its chance."""
    g = v.g
    refusing = replies.refusing(g, s, b)
    if refusing:
        best = max(share(v, s, unit) for unit in units_in(lead_candidates(g, rules.defenders(g, s, b.hex))))
        yield v.line("9.21", v("may refuse", units=v.labels(units_in(refusing)), share=v.percent(best)), 0)
    reacting = [
        v("with chance", unit=g.labels[unit], share=v.percent(share(v, s, unit)))
        for unit in units_in(replies.reacting(g, s, b))
    ]
    if reacting:
        yield v.line("9.31", v("may react", hex=g.place(b.hex), units=v.listed(reacting)), 0)


def worst_note(v: Voice, found: Worst | None) -> Iterator[Line]:
    """The attack at its worst: strengths, column, modifier, and what makes it so."""
    if found is None:
        return
    s = found.position
    parts = [
        v(key, units=v.g.named(s, units))
        for key, units in (
            ("worst reacting", found.reacting),
            ("worst guns", found.guns),
            ("worst air", found.air),
            ("worst unchecked", found.unchecked),
        )
        if units
    ]
    parts += [v("worst holds")] if found.holds else []
    parts += [v("worst uncoordinated")] if found.is_uncoordinated else []
    made = Workings(v.g, s, found.battle)
    column = summary(v, s, found.battle)
    text = v("worst case", attack=made.attack, defence=made.defence, column=column, parts=v.parted(parts))
    yield v.line("9.31" if found.reacting else "10.52", text, 0)


def worst_chances(v: Voice, found: Worst | None) -> Iterator[Support]:
    if found is not None:
        forecast = Forecast(v.g, found.position)
        yield variant(v, found.position, forecast, "10.52", v("at worst"), found.battle)


def checks_to_come(v: Voice, s: Position, b: Fighting) -> Iterator[Line]:
    """The checks that air units, artillery and ground units have still to pass."""
    g = v.g
    for role in (ATTACKER, DEFENDER):
        air = b.air(role) if b.stage < AIR_CHECKED else 0
        guns = b.guns(role) & ~support.automatic(g, s, b, role) if b.stage < GUNS_CHECKED else 0
        drm = coordination_drm(g, s, 1) - support.arko_drm(g, s, b, role)
        if air:
            lead = best_er(g, s, air)
            chance = v.percent(share(v, s, lead, coordination_drm(g, s, 0)))
            yield v.line("10.41b", v("air check", unit=g.labels[lead], share=chance), 0)
        if guns:
            lead = best_er(g, s, guns)
            full, half, none = (v.percent(each) for each in band_shares(v, s, lead, drm))
            yield v.line("10.42b1", v("gun check", unit=g.labels[lead], share=full, half=half, none=none), 0)
    if needs_check(g, s, b):
        chance = v.percent(share(v, s, b.attacker_lead, coordination_drm(g, s, 2)))
        values = {"unit": g.labels[b.attacker_lead], "share": chance, "drm": v.signed(g.uncoordinated_drm)}
        yield v.line("10.43a", v("ground check", **values), 0)


def needs_check(g: Moscow, s: Position, b: Fighting) -> bool:
    return b.stage < GROUND_CHECKED and rules.must_coordinate(g, s, b.units, mobile=bool(b.is_mobile))


def sent(v: Voice, s: Position, b: Fighting) -> Iterator[Line]:
    """The artillery and air units that either side may still send."""
    g = v.g
    for role, guns_key, air_key in (
        (ATTACKER, "guns for attack", "air for attack"),
        (DEFENDER, "guns for defence", "air for defence"),
    ):
        side = side_of(g, b, role)
        if b.stage < GUNS_NAMED:
            guns = support.eligible_guns(g, s, b, role)
            if guns:
                yield v.line("12.11", v(guns_key, units=v.labels(units_in(guns))), 0)
        if not b.stage and not b.air(role) and air_units.air_choice(g, s, b, side, 0):
            air = air_units.ready_air(g, s, side)
            yield v.line("13.22", v(air_key, units=v.labels(units_in(air))), 0)
        elif not b.stage and role == ATTACKER and s.active and air_units.ready_air(g, s, side):
            yield v.line("13.21a", v("no air for attack", range=g.cas_range), 0)


# -- what else might be -----------------------------------------------------------------------------------------------


def supports(v: Voice, s: Position, found: Workings, forecast: Forecast) -> Iterator[Support]:
    """The chances on the other CRT, without coordination, and with each unit that may be sent now."""
    g, b = v.g, found.b
    if found.is_overrun:
        yield from air_supports(v, s, b, forecast)
        return
    if not b.stage and b.is_mobile:
        yield variant(v, s, forecast, "10.31", v("on table", crt=v.table(0)), changed(b, is_mobile=0))
    if needs_check(g, s, b):
        yield variant(v, s, forecast, "10.43a1", v("if not coordinated"), changed(b, is_uncoordinated=1))
    yield from air_supports(v, s, b, forecast)
    top = s.stack[-1]
    if isinstance(top, NamingGuns):
        for gun in units_in(support.gun_choice(g, s, battle_under(s), top.role)):
            supported = b.clone()
            supported.set_guns(top.role, b.guns(top.role) | 1 << gun)
            yield variant(v, s, forecast, "12.11", v("with unit", unit=g.labels[gun]), supported)


def air_supports(v: Voice, s: Position, b: Fighting, forecast: Forecast) -> Iterator[Support]:
    """The odds with each air unit that may be sent now, if it coordinates. Nobody sees what is sent in secret."""
    g, top = v.g, s.stack[-1]
    if not isinstance(top, SendingAir):
        return
    role = role_of(g, b, top.side)
    for unit in units_in(air_units.air_choice(g, s, battle_under(s), top.side, top.units)):
        yield variant(v, s, forecast, "13.25", v("with unit", unit=g.labels[unit]), with_air(b, role, 1 << unit))


def changed(b: Fighting, **values: int) -> Fighting:
    """The combat with other values."""
    b = b.clone()
    for name, value in values.items():
        setattr(b, name, value)
    return b


def with_air(b: Fighting, role: int, units: int) -> Fighting:
    """The combat with more air units of one side."""
    b = b.clone()
    b.set_air(role, b.air(role) | units)
    return b


def variant(v: Voice, s: Position, forecast: Forecast, rule: str, text: str, b: Fighting) -> Support:
    return {"rule": rule, "text": text, **chances(v, s, Workings(v.g, s, b), forecast)}


# -- chances ----------------------------------------------------------------------------------------------------------


def chances(v: Voice, s: Position, found: Workings, forecast: Forecast) -> Chances:
    g, b = v.g, found.b
    attacking = side_of(g, b, ATTACKER)
    here = rules.defenders(g, s, b.hex)
    fates = forecast.of(b)

    def outcome(roll: int) -> scene_parts.Outcome:
        result, text = cell(g, found, roll)
        fate = fates.of(result)
        losses = fate.attacker, fate.defender
        said = [means(v, result, has_attrition(g, result, b.units, here))]
        for spared, is_spared in zip(("attacker spared", "defender spared"), fates.spared(result), strict=True):
            if is_spared:
                said.append(v(spared))
        if fate.stranded:
            said.append(v("nowhere to go", units=Listed.make(g.labels[unit] for unit in fate.stranded)))
        return scene_parts.Outcome(text, v.parted(said), losses if attacking == 0 else (losses[1], losses[0]))

    column = v.column(found.table, found.column)
    return scene_parts.chances(g, column, NO_ROLL if found.column < 0 else DIE, outcome, found.drm)


def cell(g: Moscow, found: Workings, roll: int) -> tuple[Result, str]:
    """The result of a roll, and how it is printed."""
    if found.column < 0:
        row = next(row for row in g.files.tables.automatic if row.id == ("mobile" if found.table else "assault"))
        return g.automatic[found.table], row.result
    texts = g.crts[found.table][found.column].results
    at = max(0, min(len(texts) - 1, roll + found.drm))
    return battle.read_table(g, found.table, found.column, roll + found.drm), texts[at]


def means(v: Voice, result: Result, attrition: bool) -> str:
    """A result in words."""
    parts = [v(key, effects=effects(v, force)) for key, force in forces(result) if any(force)]
    if attrition:
        parts.append(v("red result"))
    return v.parted(parts) or v("no effect")


def forces(result: Result) -> tuple[tuple[str, Force], tuple[str, Force]]:
    return ("attacker suffers", result.attacker), ("defender suffers", result.defender)


def effects(v: Voice, force: Force) -> str:
    found = [v("steps lost", number=force.steps)] if force.steps else []
    if force.eliminated:
        found.append(v("is eliminated"))
    if force.retreat:
        found.append(v("retreats"))
    if force.disrupted:
        found.append(v("is disrupted"))
    return ", ".join(found)
