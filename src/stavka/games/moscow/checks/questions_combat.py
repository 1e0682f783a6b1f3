"""The questions about combats of Roads to Moscow that situations ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stavka.assurance.situations import no_enemy, unit_names, units_named
from stavka.engine.state import Json
from stavka.games.moscow.files import parse_result
from stavka.games.moscow.rules import c12_artillery as supports
from stavka.games.moscow.rules.c09_pre_combat_actions import no_retreat as holding
from stavka.games.moscow.rules.c09_pre_combat_actions import reaction, refusal
from stavka.games.moscow.rules.c10_combat import battleframe, odds
from stavka.games.moscow.rules.c10_combat.battle import strengths as final_strengths
from stavka.games.moscow.rules.c11_combat_results import retreat
from stavka.games.moscow.rules.c11_combat_results.results import make_bill
from stavka.games.moscow.rules.c16_special_units import rockets
from stavka.games.moscow.state import Position
from stavka.hexes import NO_HEX

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def attack(g: Moscow, s: Position, expected: Any) -> Any:
    """Attacks: attack = [{ hex = "MZ0102", by = ["A"], strength = 4, defence = 2, mobile = true, coordinate = false,
    legal = true, leads = ["A", "B"], drm = 1, lines = { "10.22a" = 1 } }]; leads are the Lead Units of both sides."""
    return [_one_attack(g, s, item) for item in expected]


def _one_attack(g: Moscow, s: Position, item: Json) -> Json:
    hex_, units = g.grid.index(item["hex"]), units_named(g, item["by"])
    no_enemy(g, s, units, item["hex"])
    here = odds.defenders(g, s, hex_)
    given: Json = {key: item[key] for key in ("hex", "by", "table", "leads", "cas", "uncoordinated") if key in item}
    answers = {
        **given,
        "strength": odds.attack_strength(g, s, units, hex_),
        "defence": odds.defence_strength(g, s, here),
        "mobile": odds.may_be_mobile(g, s, units, hex_),
        "legal": odds.is_attackable(g, s, units, hex_),
        "coordinate": odds.must_coordinate(g, s, units, mobile=item.get("table", "assault") == "mobile"),
        "arms": odds.has_combined_arms(g, s, units, hex_),
        "behind": odds.behind_line(g, s, units, hex_),
    }
    if "leads" in item:
        leads = [g.unit_index(name) for name in item["leads"]]
        m = odds.Modifiers(leads[0], leads[1], item.get("cas", 0), item.get("uncoordinated", False))
        lines = odds.modifiers(g, s, units, hex_, m)
        answers["lines"] = {rule: value for rule, _, value in lines}
        answers["drm"] = odds.net(g, lines)
    elif not set(item) <= set(answers):
        raise ValueError("drm and lines need the Lead Units of both sides; expected leads beside them")
    return {key: answers[key] for key in item}


def bill(g: Moscow, s: Position, expected: Any) -> Any:
    """The steps that both sides owe: bill = [{ result = "A2/D3", by = ["A"], against = ["B"], owed = [1, 3] }]."""
    found = []
    for item in expected:
        result = parse_result(item["result"])
        units, here = units_named(g, item["by"]), units_named(g, item["against"])
        owed = make_bill(g, s, result, units, here, 0, g.place_of(s, here))
        given = {key: item[key] for key in ("result", "by", "against")}
        found.append({**given, "owed": [owed.attacker, owed.defender]})
    return found


def column(g: Moscow, s: Position, expected: Json) -> Json:
    """CRT columns of strengths: column = { mobile = { "8:3" = "2-1" } }; "none" below the lowest."""
    found: Json = {}
    for table, ratios in expected.items():
        mobile = ("assault", "mobile").index(table)
        found[table] = {}
        for text in ratios:
            number = odds.column_of(g, mobile, *map(int, text.split(":")))
            found[table][text] = g.crt_names[mobile][number] if number >= 0 else "none"
    return found


def battle_now(s: Position) -> battleframe.Fighting:
    """The combat that is being fought; ValueError if there is none."""
    if not any(isinstance(frame, battleframe.Fighting) for frame in s.stack):
        raise ValueError(f"no combat is being fought; the step {s.stack[-1].step!r} waits")
    return battleframe.battle_under(s)


def supporters(g: Moscow, s: Position, expected: Json) -> Json:
    """Guns that may support the combat under way: supporters = { attacker = ["G"], defender = [] }."""
    b = battle_now(s)
    roles = {"attacker": battleframe.ATTACKER, "defender": battleframe.DEFENDER}
    return {name: unit_names(g, supports.eligible_guns(g, s, b, roles[name])) for name in expected}


def strengths(g: Moscow, s: Position, expected: list[int]) -> list[int]:
    """The final strengths in the combat under way, with the support that has been given."""
    return list(final_strengths(g, s, battle_now(s)))


def refusals(g: Moscow, s: Position, expected: Json) -> Json:
    """Whether Defender hexes may attempt to refuse combat."""
    return {number: refusal.can_refuse(g, s, g.grid.index(number)) for number in expected}


def reactions(g: Moscow, s: Position, expected: Json) -> Json:
    units = {name: g.unit_index(name) for name in expected}
    return {name: reaction.reactors(g, s, g.side[unit]) >> unit & 1 == 1 for name, unit in units.items()}


def holds(g: Moscow, s: Position, expected: Json) -> Json:
    """Whether Defender hexes may attempt a No Retreat Declaration."""
    return {number: holding.may_hold(g, s, g.grid.index(number)) for number in expected}


def retreats(g: Moscow, s: Position, expected: Json) -> Json:
    """The hexes in which retreats can end: retreats = { "A+B" = ["MZ0103"] }; least length 2, or 1 with "A 1"; of
    attackers of a hex with "A from MZ0102"."""
    found = {}
    for text in expected:
        name, *rest = text.split()
        units = units_named(g, name.split("+"))
        away = g.grid.index(rest[rest.index("from") + 1]) if "from" in rest else NO_HEX
        least = 1 if "1" in rest else 2
        ways = retreat.find_ways(g, s, units, g.place_of(s, units), least, away)
        found[text] = sorted({g.grid.number(way[-1]) for way in ways})
    return found


def special(g: Moscow, s: Position, expected: Json) -> Json:
    """The ends of Special Retreats, and how far they are: special = { R = 6 }."""
    found = {}
    for name in expected:
        unit = g.unit_index(name)
        ways = rockets.routes(g, s, unit, s.place[unit])
        found[name] = len(ways[0]) if ways else 0
    return found
