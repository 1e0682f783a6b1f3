"""Distances to a hex, from everywhere."""

from stavka.hexes import FAR, Grid, GridSpec, build_edges, far_from


def test_the_least_cost_over_edges_that_need_not_lead_both_ways() -> None:
    """A row of four hexes: steps to the right cost 2, to the left 5, and nothing leads out of the first."""
    grid = Grid(GridSpec(4, 1))
    first, second, third, fourth = (grid.index(number) for number in ("0101", "0201", "0301", "0401"))
    dear, cheap = [0] * 6, [0] * 6
    for a, b in ((second, third), (third, fourth)):
        cheap[grid.direction(a, b)] |= 1 << a
    for a, b in ((second, first), (third, second), (fourth, third)):
        dear[grid.direction(a, b)] |= 1 << a
    field = far_from(build_edges(grid, {2: tuple(cheap), 5: tuple(dear)}), third)
    assert [field[hex_] for hex_ in (first, second, third, fourth)] == [FAR, 2, 0, 5]
