"""Actions: each pick has its number, and a mask holds what is offered."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.walks import collected
from stavka import games
from stavka.engine.kinds import Option, Unit
from stavka.engine.offer import HEX, OPTION, ROLL, UNIT, Offer, Pick
from stavka.hexes import Hex
from stavka.research.actions import Actions

ACTIONS = {key: Actions(games.load(key)) for key in games.GAMES}


@pytest.mark.parametrize("key", games.GAMES)
def test_every_pick_has_a_number_of_its_own(key: str) -> None:
    game, actions = games.load(key), ACTIONS[key]
    picks: list[Pick] = [(OPTION, Option(i)) for i in range(len(game.option_names))]
    picks += [(UNIT, Unit(i)) for i in range(len(game.unit_ids))]
    picks += [(HEX, Hex(i)) for i in game.grid.bits(game.grid.all)]
    numbers = [actions.encode(pick) for pick in picks]
    assert len(set(numbers)) == len(picks) and all(0 <= number < actions.number for number in numbers)
    assert [actions.decode(number) for number in numbers] == picks


@pytest.mark.parametrize("key", games.GAMES)
def test_masks_hold_what_is_offered(key: str) -> None:
    """In positions of every step, offer by offer: by the numbers of the picks, one at a time."""
    game, actions, compared = games.load(key), ACTIONS[key], 0
    for s in [s for positions in collected(key).values() for s in positions[:4]]:
        for offer in game.offers(s):
            expected = sorted(actions.encode(pick) for pick in offer if pick[0] != ROLL)
            assert np.flatnonzero(actions.mask(offer)).tolist() == actions.list(offer) == expected
            compared += bool(expected)
    assert compared > 20


def test_neighbours_are_neighbours_on_the_planes() -> None:
    """Traces of War has 35 rows of 44 hexes; row 1 is line 0, and 0101 is its first cell. A row further is 44 cells
    further, and a column one."""
    game, actions = games.load("traces"), ACTIONS["traces"]
    assert (actions.lines, actions.length) == (35, 44)

    def cell(number: str) -> int:
        return actions.encode((HEX, game.grid.index(number))) - actions.first_cell

    assert [cell("0102") - cell("0101"), cell("0201") - cell("0101")] == [1, 44]
    assert cell("0102") == 1


def test_outcomes_of_chance_are_no_actions() -> None:
    with pytest.raises(ValueError, match="an outcome of chance is no action"):
        ACTIONS["traces"].encode((ROLL, 0))
    assert not ACTIONS["traces"].mask(Offer(-1, chance=(("1", 1),))).any()


@pytest.mark.parametrize(
    ("action", "says"),
    [(-1, r"expected a number from 0 to \d+$"), (10**6, r"expected a number"), ("gap", r"there is no hex in cell \d+")],
)
def test_a_number_that_is_no_pick_is_refused(action: Any, says: str) -> None:
    actions = ACTIONS["traces"]
    if action == "gap":
        action = actions.first_cell + actions.hex_of_cell.index(actions.no_hex)
    with pytest.raises(ValueError, match=says):
        actions.decode(action)
