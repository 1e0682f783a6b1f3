"""Units that cannot find room to enter: the short cuts give the same answer as asking every unit by itself."""

from __future__ import annotations

from random import Random

import pytest

from games.zitadelle.walks import GAME, walk
from stavka.engine.kinds import hexes_in, last_unit, members, numbered, units_in
from stavka.games.zitadelle.rules.c11_reinforcements import can_enter, shut_out
from stavka.games.zitadelle.state import COMING, DUE, GERMAN, SOVIET, Position

DOORS = {
    "N1": "N1007 N1008 N1009 N1020 N1021 N1022",  # woods in N1008: 4 MP on foot, which every German has
    "S1": "S3811 S3812 S3813 S3814 S3815",
    "N2": "N3810 N3811 N3812 N3821 N3822",
    "S2": "S2627",  # woods in the other four: 4 MP on foot, and the weakest Soviets have 3
    "S3": "S1528 S1728",
    "S4": "S0827 S0928 S1027 S1128",
    "S5": "S0328 S0427 S0728",
}


def test_hexes_that_everybody_can_pay_for() -> None:
    found = {}
    for side in (GERMAN, SOVIET):
        for entrants, hexes in GAME.doors[side]:
            area = GAME.area[last_unit(entrants)]
            found[area] = " ".join(sorted(GAME.grid.numbers(hexes)))
    assert found == DOORS


def crammed_at_random(seed: int) -> Position:
    """A Movement Phase in which all Soviets that are to come are due, with few ways in."""
    rng = Random(seed)
    s = next(s for s in walk(11) if s.turn == 2 and s.stack[-1].step == "movement").clone()
    for unit, place in numbered(s.place):
        if place in (COMING, DUE) and GAME.side[unit] == SOVIET and GAME.unit_enters(unit):
            s.place[unit] = DUE
            s.due |= 1 << unit
    s.morale[:] = bytes(rng.randint(GAME.lowest_level, level) for level in s.morale)
    hexes = [hex_ for area in GAME.entry_areas.values() for hex_ in hexes_in(area)]
    closed, full, dear = (GAME.grid.hexes(hex_ for hex_ in hexes if rng.random() < share) for share in (0.4, 0.8, 0.5))
    s.occupied[GERMAN] |= closed
    friends = GAME.grid.range(rng.choice(hexes), 6) | full & ~closed
    for column in (s.occupied, s.full, s.crowd):
        column[SOVIET] |= friends
    s.tolls = ((6, dear),)
    return s


@pytest.mark.parametrize("seed", range(8))
def test_whoever_is_shut_out_could_not_enter(seed: int) -> None:
    s = crammed_at_random(seed)
    own = s.due & GAME.side_units[SOVIET]
    alone = [unit for unit in units_in(own) if not can_enter(GAME, s, unit)]
    assert list(members(shut_out(GAME, s, SOVIET, own))) == alone


def test_the_test_knows_both_answers() -> None:
    s = crammed_at_random(0)
    own = s.due & GAME.side_units[SOVIET]
    assert 0 < sum(can_enter(GAME, s, unit) for unit in units_in(own)) < own.bit_count()
