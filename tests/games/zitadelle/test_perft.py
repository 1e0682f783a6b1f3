"""Counts of pick sequences that can be worked out by hand; all of them are in tests/games/golden."""

from math import perm
from typing import Any

from games.golden import perft as counting
from games.golden.shapes import Entry
from games.zitadelle.played import PLAYED as ZITADELLE
from stavka.games.zitadelle.game import load

GAME = load()
BY_ID = {entry.id: entry for entry in ZITADELLE.entries}


def counts(entry: Entry, depth: int) -> list[int]:
    s: Any = counting.position(GAME, entry)
    return [counting.perft(GAME, s, each) for each in range(1, depth + 1)]


def test_chits_are_dealt_one_after_the_other() -> None:
    """[13.32a] Eight chits for eight boxes, unseen."""
    assert counts(BY_ID["chits"], 3) == [8, perm(8, 2), perm(8, 3)] == [8, 56, 336]


def test_the_model_option_is_taken_or_not() -> None:
    """[11.21] Then the German player sets up, which begins in the same way."""
    begins = counts(BY_ID["model option"]._replace(start="campaign"), 1)[0]
    assert counts(BY_ID["model option"], 2) == [2, 2 * begins]


def test_soviet_set_up_begins_with_the_first_zone() -> None:
    """[3.0a] Any unit of the first zone, or the rest at once, or everything as in history."""
    soviet = [unit for unit in GAME.files.units if unit.side == "soviet" and unit.zone and unit.type != "front hq"]
    first = min(unit.zone for unit in soviet if unit.zone)
    assert counts(BY_ID["soviet set-up"], 1) == [sum(unit.zone == first for unit in soviet) + 2]


def test_air_units_of_the_first_turn() -> None:
    """[9.11-9.16] Five in the North and eight in the South, and all of them may fly: a dive bomber to any hex of its
    sector, a level bomber to any army of the display there. Or nobody flies, and fire begins."""
    north = sum(number.startswith("N") for number in GAME.hexmap.terrain)
    south = sum(number.startswith("S") for number in GAME.hexmap.terrain)
    armies = [formation for formation in GAME.files.tables.formation if formation.target]
    armies_north = sum(formation.sector == "N" for formation in armies)
    armies_south = len(armies) - armies_north
    fire = counts(BY_ID["german fire"], 1)[0]
    flights = 3 * north + 2 * armies_north + 5 * south + 3 * armies_south
    assert counts(BY_ID["air units"], 2) == [3 + 2 + 5 + 3 + 1, flights + fire]


def test_regiments_are_split_before_set_up() -> None:
    """[13.42a] Each of them or none; a player who has split one may split the others as well."""
    wholes = {unit.part_of for unit in GAME.files.units if unit.part_of}
    regiments = sum(unit.id in wholes and unit.size == "III" for unit in GAME.files.units)
    begins = counts(BY_ID["battalions"]._replace(play="historical done"), 1)[0]
    assert counts(BY_ID["battalions"], 2) == [regiments + 1, regiments * regiments + begins]
