"""The picture of cities, lakes and sources of supply."""

import re

from stavka.data.hexmap import HexMap, read
from stavka.mapping.draw import svg
from stavka.mapping.ground import SEA, SHORE, Ground, terrain_shown
from stavka.mapping.legend import signs
from stavka.mapping.marks import Marks
from stavka.mapping.names import BROWN, Names
from stavka.mapping.sheet import Sheet
from stavka.mapping.wires import Wires

TEXT = """\
[map]
title: Town: Small
rows: 4
columns: 6
terrain: . clear, C city, o lake
hexsides river: creek
networks: railway
places: city
features: goal, soviet source
source: history
[terrain]
04  . . . . . .
03   . C C . . .
02  . . C . . .
01   . . . . o o
[areas]
city Luga: 0302 0303 0203
lake Long Water: 0105 0106
[places]
0302 city: Luga
[features]
goal: 0402
soviet source: 0101 0201
"""
MAP = read(TEXT)
SHEET = Sheet(MAP, 28.0, "en")


def painted(m: HexMap) -> str:
    return Ground(m, 28.0).paint()


def test_a_city_has_houses_in_each_of_its_hexes() -> None:
    houses = re.findall(r'<path d="([^"]+)" fill="#4a3a2e"', painted(MAP))
    assert len(houses) == 1
    corners = [(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)", houses[0])]
    for number in ("0302", "0303", "0203"):
        x, y = SHEET.centre(number)
        assert sum(abs(a - x) < 24 and abs(b - y) < 24 for a, b in corners) > 20
    x, y = SHEET.centre("0405")
    assert not any(abs(a - x) < 24 and abs(b - y) < 24 for a, b in corners)


def test_a_lake_has_a_shore() -> None:
    assert f'fill="{SEA}" stroke="{SHORE}"' in painted(MAP)


def test_a_source_of_supply_is_a_badge_without_a_ring() -> None:
    assert set(Marks(SHEET).ringed()) == {"goal", "soviet source"}
    drawn = Marks(SHEET).rings()
    assert drawn.count("<polygon") == 1  # the goal
    assert drawn.count("<rect") == 3


def test_a_city_is_named_once() -> None:
    """Its area has the same name, and is left to the place; other areas are named."""
    names = Names(SHEET, Wires(SHEET)).names()
    assert BROWN not in names  # the lake is too small for a name
    wider = read(
        TEXT.replace("lake Long Water: 0105 0106", "lake Long Water: 0105 0106 0104").replace(". o o", "o o o")
    )
    sheet = Sheet(wider, 28.0, "en")
    assert Names(sheet, Wires(sheet)).names().count(BROWN) == 1


def test_the_legend_has_a_city_once() -> None:
    assert terrain_shown(MAP.kinds.terrain) == ["city", "lake"]
    words = [text for _, text in signs(SHEET, Wires(SHEET))]
    assert words == ["city", "lake", "railway", "goal", "soviet source"]
    assert svg(MAP).startswith("<svg")
