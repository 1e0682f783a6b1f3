"""The questions about combats of Velikye Luki that situations ask, and how they name things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stavka.assurance.situations import no_enemy, units_named
from stavka.engine.kinds import last_unit, members
from stavka.engine.state import Json
from stavka.games.luki.rules.c10_movement import moves as movement
from stavka.games.luki.rules.c11_combat import chits, combat_phase, odds, retreat
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of, is_fighting, role
from stavka.games.luki.state import PLACE_NAMES, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def place_name(g: Luki, place: Hex) -> str:
    return g.grid.number(place) if place >= 0 else PLACE_NAMES[place]


def chit_ids(g: Luki, numbers: int) -> list[str]:
    return [g.chits[number].id for number in members(numbers)]


def odds_of(g: Luki, s: Position, expected: Any) -> Any:
    """Attacks: odds = [{ hex = "0102", by = ["A"], attack = 4, defence = 2, column = "2-1", drm = -1,
    lines = { "11.61" = -1 }, tpv = [3, 2], played = ["so.4"], halved = ["B"] }]."""
    return [one_odds(g, s, item) for item in expected]


def one_odds(g: Luki, s: Position, item: Json) -> Json:
    hex_, units = g.grid.index(item["hex"]), units_named(g, item["by"])
    no_enemy(g, s, units, item["hex"])
    side = g.side[last_unit(units)]
    defenders = s.at[hex_]
    fight = Fight(side, movement.PAID, hex_, units, defenders, shown=0)
    fight.halved = units_named(g, item.get("halved", []))
    names = [chit.id for chit in g.chits]
    for name in item.get("played", []):
        number = names.index(name)
        fight.played[role(fight, g.chit_side[number])] |= 1 << number
    found = odds.work_out(g, s, fight)
    hits = item.get("hits", [0, 0])
    given: Json = {key: item[key] for key in ("hex", "by", "played", "halved", "hits") if key in item}
    answers = {
        **given,
        "attack": found.attack,
        "defence": found.defence,
        "column": g.crt_names[found.column] if found.column >= 0 else "below",
        "drm": found.drm,
        "lines": {rule: value for rule, _, value in found.lines},
        "tpv": [
            odds.tactical_points(g, s, units, hex_, attack=True),
            odds.tactical_points(g, s, defenders, hex_, attack=False),
        ],
        "concentric": odds.is_concentric(g, s, units, hex_),
        "final": [chits.final_hits(g, s, fight, side, hits[0]), chits.final_hits(g, s, fight, 1 - side, hits[1])],
        "works": [name for name in item.get("works", []) if chits.works(g, s, fight, names.index(name))],
        "price": combat_phase.price(g, hex_),
    }
    return {key: answers[key] for key in item}


def tv(g: Luki, s: Position, expected: Json) -> Json:
    """The TV of units where they are, without a concentric attack."""
    return {
        name: odds.tactical_value(g, s, unit, s.place[unit], concentric=False)
        for name in expected
        for unit in (g.unit_index(name),)
    }


def ratio(g: Luki, s: Position, expected: Json) -> Json:
    """The CRT column of "attack:defence"."""

    def column(text: str) -> str:
        number = odds.odds_column(g, *map(int, text.split(":")))
        return g.crt_names[number] if number >= 0 else "below"

    return {text: column(text) for text in expected}


def crt(g: Luki, s: Position, expected: Json) -> Json:
    """Results of the CRT: crt = { "5-1" = { "7+2" = "1/2" } } for dice and DRM."""
    found: Json = {}
    for name, rolls in expected.items():
        column = g.crt_names.index(name)
        found[name] = {}
        for text in rolls:
            dice, drm = re_dice(text)
            hits = odds.result(g, column, dice, drm)
            found[name][text] = f"{hits.attacker}/{hits.defender}"
    return found


def re_dice(text: str) -> tuple[int, int]:
    dice, sign, drm = text.partition("+") if "+" in text else text.partition("-")
    return int(dice), int(f"{sign}{drm}") if sign else 0


def fighting_now(s: Position) -> Fight:
    """The combat that is being fought; ValueError if there is none."""
    if not is_fighting(s):
        raise ValueError(f"no combat is being fought; the step {s.stack[-1].step!r} waits")
    return fight_of(s)


def fight(g: Luki, s: Position, expected: Json) -> Json:
    """The combat that is being fought: fight = { tpv = [4, 2], hits = [1, 2], drawn = [4, 2], most = [3, 1] }."""
    frame = fighting_now(s)
    answers = {
        "tpv": frame.tactical_points,
        "hits": frame.hits,
        "drawn": [chits_.bit_count() for chits_ in frame.drawn],
        "played": [chit_ids(g, played) for played in frame.played],
        "most": [chits.allowance(g, s, frame, side) for side in (frame.side, 1 - frame.side)],
    }
    return {key: answers[key] for key in expected}


def retreats(g: Luki, s: Position, expected: Json) -> Json:
    """How many hexes a force in a hex may retreat: retreats = { "0102" = 2 }."""
    return {number: retreat.limit(g, s, s.at[g.grid.index(number)]) for number in expected}
