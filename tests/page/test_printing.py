"""The map is printed: other tests of the page do without, `UNPRINTED` says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from page.hand import Hand
from page.people import People
from stavka import games
from stavka.engine.state import Json

COLOURS = """map => {
    const { width, height } = map;
    const pixels = new Uint32Array(map.getContext("2d").getImageData(0, 0, width, height).data.buffer);
    return new Set(pixels).size;
}"""


def colours(hand: Hand) -> int:
    """The number of colours of the map below the counters, on the screen."""
    found: int = hand.page.locator(".map canvas").first.evaluate(COLOURS)
    return found


@pytest.mark.parametrize(("game", "phone"), [*((game, False) for game in games.GAMES), (next(iter(games.GAMES)), True)])
def test_the_map_is_printed(people: People, make: Callable[..., Json], game: str, phone: bool) -> None:
    """Hexes, terrain, rivers and letters have thousands of colours with their soft edges; plain paper has one."""
    sides = games.GAMES[game].sides
    scenario = games.about(game)["scenarios"][0]["key"]
    made = make(dict.fromkeys(sides, "friend"), game=game, scenario=scenario, seed="print")
    hand = people.come(phone=phone, printed=True).sit(made, sides[0]).painted()
    assert colours(hand) > 300
