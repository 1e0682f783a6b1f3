"""The questions about charts and scenario cards of Roads to Moscow that situations ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.assurance.forms import refuse_strange
from stavka.engine.state import Json
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.files import Force, Result
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c10_combat.battle import read_table
from stavka.games.moscow.rules.c10_combat.odds import column_of
from stavka.games.moscow.state import Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def card(g: Moscow, s: Position, expected: Json) -> Json:
    """The contents of the scenario cards: card = { artemki = { turns = 4, objectives = { yelnya = ["MZ2018", 4] } }
    }."""
    found = {}
    for name, keys in expected.items():
        item = g.scenarios[name]
        answers = {
            "first": g.turn_boxes[name][0].turn,
            "turns": item.turns,
            "attacker": item.attacker,
            "threshold": item.threshold,
            "objectives": {goal.id: [goal.hex, goal.value] for goal in item.objective},
            "losses": g.loss_values[name],
            "markers": {marker.id: [marker.turn, marker.count] for marker in item.marker},
            "groups": {group.id: [group.turn, group.points] for group in item.group},
        }
        found[name] = {key: answers[key] for key in keys}
    return found


def calendar(g: Moscow, s: Position, expected: Json) -> Json:
    """The weather of the turns of scenarios: the first letters of the results of rolls from 1 to 10, the historical
    weather, and whether it is Winter: calendar = { artemki = { 15AM = "ddddccccrr cloudy" } }."""
    found: Json = {}
    for name, turns in expected.items():
        found[name] = {}
        refuse_strange(name, turns, (box.turn for box in g.turn_boxes[name]))
        for turn in turns:
            number = g.turn_number(name, turn)
            rolls = [WEATHER_NAMES[g.weather_of(name, number, die)][0] for die in range(1, len(D10) + 1)]
            box = g.box(name, number)
            found[name][turn] = " ".join(["".join(rolls), box.historical, *(["winter"] if box.winter else [])])
    return found


def result(g: Moscow, s: Position, expected: Json) -> Json:
    """The results of modified rolls for two strengths: result = { assault = { "8:4 5" = "Dd" } }."""
    found: Json = {}
    for table, rolls in expected.items():
        mobile = ("assault", "mobile").index(table)
        found[table] = {}
        for text in rolls:
            ratio, roll = text.split()
            column = column_of(g, mobile, *map(int, ratio.split(":")))
            found[table][text] = write_result(read_table(g, mobile, column, int(roll)))
    return found


def write_result(outcome: Result) -> str:
    sides = [write_force(name, force) for name, force in (("A", outcome.attacker), ("D", outcome.defender))]
    return ("/".join(side for side in sides if side) or "-") + ("*" if outcome.red else "")


def write_force(name: str, force: Force) -> str:
    """The effect on a side, as it is printed in the tables; "" for none."""
    if force == Force():
        return ""
    loss = "E" if force.eliminated else str(force.steps or "")
    return name + loss + ("R" if force.retreat else "") + ("d" if force.disrupted else "")
