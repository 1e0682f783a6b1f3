"""The tools: regions, clipping, the projection, snapping to hexsides, routes."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka.data.hexmap import GridSpec, side
from stavka.hexes import Grid
from stavka.mapping.geometry import (
    Box,
    Region,
    clipped_line,
    clipped_ring,
    distance_to_line,
    simplified,
)
from stavka.mapping.projection import Affine, MapFrame, fitted, page_of, row_column_of
from stavka.mapping.routes import route
from stavka.mapping.snap import Edge, Mesh, Wish, edge

SQUARE = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
HOLE = [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)]
SPECS = [
    GridSpec(7, 8),
    GridSpec(7, 8, shifted="even", up=False),
    GridSpec(7, 8, orientation="columns", numbering="column-row", first_row=3, first_column=2),
    GridSpec(7, 8, orientation="columns", shifted="even", up=False),
    GridSpec(7, 8, westward=True, first_column=0),
    GridSpec(7, 8, orientation="columns", up=False, westward=True, prefix="M"),
]


def test_a_region_has_holes() -> None:
    region = Region([SQUARE, HOLE])
    assert region.holds((0.5, 0.5)) and region.holds((3, 3.9))
    assert not region.holds((1.5, 1.5)) and not region.holds((4.1, 2)) and not region.holds((2, -0.1))


def test_lines_and_rings_are_cut_to_a_box() -> None:
    box = Box(1, 1, 3, 3)
    assert {(round(x, 6), round(y, 6)) for x, y in clipped_ring(SQUARE, box)} == {(1, 1), (3, 1), (3, 3), (1, 3)}
    assert clipped_ring([(5.0, 5.0), (6.0, 5.0), (6.0, 6.0)], box) == []
    assert clipped_line([(0.0, 2.0), (2.0, 2.0), (2.0, 9.0)], box) == [(1.0, 2.0), (2.0, 2.0), (2.0, 3.0)]
    assert clipped_line([(0.0, 0.0), (0.5, 9.0)], box) == []


points = st.tuples(st.floats(0, 10), st.floats(0, 10))


@given(st.lists(points, min_size=2, max_size=12), st.floats(0.01, 2))
def test_a_simpler_line_stays_near(line: list[tuple[float, float]], tolerance: float) -> None:
    simple = simplified(line, tolerance)
    assert simple[0] == line[0] and simple[-1] == line[-1]
    assert all(distance_to_line(p, simple) <= tolerance + 1e-9 for p in line)


@pytest.mark.parametrize("spec", SPECS)
def test_the_page_of_a_hex_is_its_centre(spec: GridSpec) -> None:
    grid = Grid(spec)
    for i in grid.bits(grid.all):
        found = page_of(spec, *row_column_of(spec, grid.number(i)))
        assert math.dist(found, grid.centre(i)) < 1e-9


@pytest.mark.parametrize("spec", SPECS)
def test_a_fit_finds_an_affine_map_again(spec: GridSpec) -> None:
    affine = Affine((31.0, 49.0), (4.0, 0.1, 2.0), (4.0, 1.5, -0.2))
    grid = Grid(spec)

    def place(number: str) -> tuple[float, float]:
        """The place that the affine map sends to the row and column of a hex."""
        row, column = row_column_of(spec, number)
        det = affine.row[1] * affine.column[2] - affine.row[2] * affine.column[1]
        r, c = row - affine.row[0], column - affine.column[0]
        east = (r * affine.column[2] - c * affine.row[2]) / det
        north = (affine.row[1] * c - affine.column[1] * r) / det
        return 31 + east, 49 + north

    numbers = grid.numbers(grid.all)
    found = fitted(spec, [(place(number), number) for number in (numbers[0], numbers[9], numbers[-1], numbers[-5])])
    frame = MapFrame(spec, found)
    assert all(frame.hex(place(number)) == number for number in numbers)
    assert frame.hex((0.0, 0.0)) is None


def test_a_fit_needs_three_places_off_a_line() -> None:
    spec = GridSpec(9, 9)
    with pytest.raises(ValueError, match="three fix the projection"):
        fitted(spec, [((1, 1), "0101"), ((2, 2), "0202")])
    with pytest.raises(ValueError, match="on one line"):
        fitted(spec, [((1, 1), "0101"), ((2, 2), "0202"), ((3, 3), "0303")])


# -- snapping


def is_a_run(edges: list[Edge]) -> bool:
    """Whether each hexside touches the next and none comes twice."""
    return len({*edges}) == len(edges) and all({*a} & {*b} for a, b in pairwise(edges))


MESH = Mesh(Grid(GridSpec(9, 9)))
WIDTH, HEIGHT = MESH.grid.extent


@given(st.lists(st.tuples(st.floats(3, WIDTH - 3), st.floats(3, HEIGHT - 3)), min_size=2, max_size=3))
def test_a_snapped_line_is_continuous_and_near(line: list[tuple[float, float]]) -> None:
    sides = [s for s in MESH.snapped(Wish(line)) if s]
    edges = [MESH.edge_of[s] for s in sides]
    assert is_a_run(edges)
    assert all(distance_to_line(p, line) < 1.8 for e in edges for p in e)


def test_a_snapped_line_runs_downstream_and_keeps_what_it_must() -> None:
    grid = MESH.grid
    line = [grid.centre(grid.index("0901")), grid.centre(grid.index("0109"))]
    free = MESH.snapped(Wish(line))
    keep = [side("0708", "0808"), side("0708", "0709")]
    assert not {*keep} & {*free}
    kept = [s for s in MESH.snapped(Wish(line, [MESH.edge_of[s] for s in keep])) if s]
    assert [s for s in kept if s in keep] == keep
    assert is_a_run([MESH.edge_of[s] for s in kept])
    banned = frozenset(MESH.edge_of[s] for s in free if s)
    assert not {*free} & {*MESH.snapped(Wish(line, (), banned))} - {None}


def test_a_tributary_ends_on_its_river() -> None:
    grid = MESH.grid
    river = [s for s in MESH.snapped(Wish([grid.centre(grid.index("0501")), grid.centre(grid.index("0509"))])) if s]
    mouth = MESH.corners(river)
    brook = [
        s
        for s in MESH.snapped(
            Wish(
                [grid.centre(grid.index("0904")), grid.centre(grid.index("0304"))],
                banned=frozenset(MESH.edge_of[s] for s in river),
                mouth=mouth,
            )
        )
        if s
    ]
    assert not {*brook} & {*river}
    touching = [n for n, s in enumerate(brook) if MESH.corners([s]) & mouth]
    assert touching == [len(brook) - 1]


def test_a_line_into_another_ends_where_it_first_touches_it() -> None:
    """The line has only one way, and it would pass one corner of the mouth to come to another."""
    way = [MESH.edge_of[s] for s in MESH.snapped(Wish([(4.0, 4.0), (12.0, 9.0)])) if s]
    everything = frozenset(edge(a, b) for a, near in MESH.around.items() for b in near)
    middle, end = ({*way[n]} & {*way[n + 1]} for n in (len(way) // 2, len(way) - 2))
    wish = Wish([(4.0, 4.0), (12.0, 9.0)], (), everything - {*way}, frozenset(middle | end))
    found = [MESH.edge_of[s] for s in MESH.snapped(wish) if s]
    assert found == way[: len(way) // 2 + 1]


def test_there_may_be_no_way() -> None:
    everything = frozenset(edge(a, b) for a, near in MESH.around.items() for b in near)
    assert MESH.snapped(Wish([(2.0, 2.0), (9.0, 9.0)], banned=everything, mouth=frozenset([(0.0, 0.5)]))) == []


def test_sides_are_put_in_order_from_the_top() -> None:
    run = [side("0504", "0505"), side("0504", "0405"), side("0404", "0405"), side("0304", "0405")]
    (ordered,) = MESH.in_order(reversed(run))
    assert is_a_run([MESH.edge_of[s] for s in ordered])
    assert ordered[0] == run[0] and {*ordered} == {*run}
    assert len(MESH.in_order([run[0], run[-1]])) == 2


# -- routes


def test_a_route_is_short_straight_and_keeps_off_closed_sides() -> None:
    grid = Grid(GridSpec(7, 8))
    straight = route(grid, "0401", "0405", ())
    assert straight == ["0401", "0402", "0403", "0404", "0405"]
    around = route(grid, "0401", "0405", {("0402", "0403")})
    assert around is not None and len(around) == 6 and ("0402", "0403") not in {*pairwise(around)}
    walls = {side("0401", grid.number(j)) for j in grid.neighbours[grid.index("0401")] if j >= 0}
    assert route(grid, "0401", "0405", walls) is None
    assert route(grid, "0401", "0401", ()) == ["0401"]
