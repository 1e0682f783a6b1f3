"""Heat on the printed map: the hexes with figures, and only they."""

import re
from xml.etree import ElementTree

from stavka import games
from stavka.mapping.draw import board_svg
from stavka.mapping.heat import COOL, HOT, heat_svg
from stavka.scenes.scene import HEX_SIZE

MAP = games.files("luki").hexmap


def test_the_hexes_with_figures_are_coloured_by_their_share_of_the_greatest() -> None:
    """A quarter of the greatest figure is half of the way from cool to hot: colours go by the root."""
    found = heat_svg(MAP, {"2005": 4.0, "2104": 1.0, "2312": 0.0}, {"2005": "Weljkopolje: 4 <combats>"})
    assert ElementTree.fromstring(found).tag.endswith("svg")
    cells = re.findall(r'<polygon points="[^"]*" fill="#(\w{6})" fill-opacity="([\d.]+)"><title>(.*?)</title>', found)
    hot = "".join(f"{part:02x}" for part in HOT)
    half = "".join(f"{round((cool + hot) / 2):02x}" for cool, hot in zip(COOL, HOT, strict=True))
    assert cells == [(hot, "0.80", "Weljkopolje: 4 &lt;combats&gt;"), (half, "0.53", "")]


def test_the_picture_is_the_part_of_the_map_around_them() -> None:
    whole = board_svg(MAP)
    part = heat_svg(MAP, {"2005": 1.0}, {})
    x, y = (HEX_SIZE * place for place in MAP.grid.centre(MAP.grid.index("2005")))
    left, top, wide, high = map(float, re.search(r'viewBox="([^"]*)"', part)[1].split())  # type: ignore[index]  # it has one
    margin = 3 * HEX_SIZE
    assert abs(left - (x - margin)) < 1 and abs(top - (y - margin)) < 1
    assert (wide, high) == (2 * margin, 2 * margin)
    assert heat_svg(MAP, {}, {}).count("<path") == whole.count("<path")
