"""What would cut supply: worked out by hand on a small net, and hex by hex in positions of the games."""

from __future__ import annotations

from typing import Any

from games.shown import SHOWN
from stavka.engine.kinds import Side, numbered
from stavka.scenes.parts import cutting
from stavka.scenes.scene import Overlay

# a source at 0, a ring 0-1-2-3-4-5-0, and a tail 3-6-7: a unit at 7, and one at 1
LINKS = {0: (1, 5), 1: (0, 2), 2: (1, 3), 3: (2, 4, 6), 4: (3, 5), 5: (4, 0), 6: (3, 7), 7: (6,)}
ALL = 0b1111_1111


def fed(through: int) -> int:
    found, edge = set[int](), [0] if through & 1 else []
    while edge:
        hex_ = edge.pop()
        found.add(hex_)
        edge += [near for near in LINKS[hex_] if through >> near & 1 and near not in found]
    return sum(1 << hex_ for hex_ in found)


def test_a_ring_cannot_be_cut_in_one_hex_and_a_tail_can() -> None:
    assert cutting(fed, ALL, 1 << 7) == 1 << 0 | 1 << 3 | 1 << 6
    assert cutting(fed, ALL, 1 << 1) == 1 << 0
    assert cutting(fed, ALL & ~(1 << 5), 1 << 7) == 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 6, "half of the ring"
    assert cutting(fed, ALL, 0) == 0


def test_the_overlay_names_the_hexes_that_cut() -> None:
    """Those that the overlays of single units name, which are worked out in another way, without hexes of friends."""
    game, show = SHOWN["traces"].game, SHOWN["traces"].show
    compared = 0
    for some in SHOWN["traces"].positions().values():
        s: Any = some[0]
        sight = game.see(s, None)
        found = named(show.overlay(sight, "supply", Side(0), None, "en"), "cuts")
        if not found or compared > 2:
            continue
        units = (unit for unit, place in numbered(s.place) if place >= 0 and game.side[unit] == 0)
        cuts = set[str]().union(*(named(show.overlay(sight, "supply", None, unit, "en"), "cut here") for unit in units))
        assert found == {hex_ for hex_ in cuts if not s.occupied[0] >> game.grid.index(hex_) & 1}
        compared += 1
    assert compared


def named(overlay: Overlay, kind: str) -> set[str]:
    return {hex_ for area in overlay["areas"] if area["kind"] == kind for hex_ in area["hexes"]}
