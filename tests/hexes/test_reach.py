"""Reach and cheapest paths against a plain Dijkstra over (hex, halted) pairs."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexes.slow import Hex, Pair, Rules, must_halt, pairs, slow_reach, step_cost
from stavka.hexes import (
    BARRED,
    HALT,
    NEAR,
    NO_HEX,
    Edges,
    Enemy,
    Grid,
    GridSpec,
    Hexes,
    Reach,
    Reacher,
    Sides,
    build_edges,
    change_costs,
    edge,
    exits,
    join_edges,
    path,
    reach,
)
from stavka.hexes import Hex as Bit

ALLOWANCES = st.integers(2, 12)
ROOMY = pairs(longest=7, shortest=3)  # smaller maps leave nowhere to go; the grid's own tests have them


def enemy_of(pair: Pair, rules: Rules) -> Enemy:
    zone, closed, stop = pair.hexes(rules.zone), pair.hexes(rules.closed), pair.hexes(rules.stop)
    return Enemy(zone, rules.leave, rules.enter, closed, stop)


def fast_reach(pair: Pair, rules: Rules, edges: Edges, start: Hex, allowance: int) -> Reach:
    return reach(
        edges,
        pair.bit(start),
        allowance,
        enemy_of(pair, rules),
        near=pair.hexes(rules.near),
    )


def costs(pair: Pair, expected: dict[Hex, int]) -> dict[Bit, int]:
    return {pair.bit(at): cost for at, cost in expected.items()}


@settings(max_examples=300)
@given(ROOMY, ALLOWANCES)
def test_reach(pair: Pair, allowance: int) -> None:
    start = pair.one()
    rules = pair.rules(pair.one())
    found = fast_reach(pair, rules, pair.edges(rules), start, allowance)
    expected = costs(pair, slow_reach(pair.slow, rules, start, allowance))
    assert found.cost == expected
    assert found.mask == pair.grid.hexes(expected)
    assert all(not a & b for a, b in combinations(found.levels, 2)), "a hex was settled twice"


@given(ROOMY, ALLOWANCES)
def test_reach_on_an_empty_board(pair: Pair, allowance: int) -> None:
    start = pair.one()
    rules = pair.rules(start)._replace(zone=set(), closed=set(), stop=set())
    found = reach(pair.edges(rules), pair.bit(start), allowance, Enemy(leave=9, enter=9), near=pair.hexes(rules.near))
    assert found.cost == costs(pair, slow_reach(pair.slow, rules, start, allowance))


@settings(max_examples=150)
@given(ROOMY, ALLOWANCES)
def test_path_is_legal_and_cheapest(pair: Pair, allowance: int) -> None:
    start = pair.one()
    rules = pair.rules(start)
    edges = pair.edges(rules)
    expected = slow_reach(pair.slow, rules, start, allowance)
    for target in sorted(pair.slow.there):
        way = fast_path(pair, rules, edges, start, allowance, target)
        if target in expected:
            check_way(rules, [pair.grid.row_column(i) for i in way], start, target, expected[target])
        else:
            assert way == []


def fast_path(pair: Pair, rules: Rules, edges: Edges, start: Hex, allowance: int, target: Hex) -> list[Bit]:
    """The path, asked for in both ways."""
    a, b, enemy = pair.bit(start), pair.bit(target), enemy_of(pair, rules)
    way = path(edges, a, allowance, b, enemy, near=pair.hexes(rules.near))
    assert way == Reacher(edges).path(a, allowance, b, enemy)
    return way


def check_way(rules: Rules, way: list[Hex], start: Hex, target: Hex, cost: int) -> None:
    assert (way[0], way[-1]) == (start, target)
    steps = list(pairwise(way))
    assert not any(must_halt(rules, a, b) for a, b in steps[:-1])
    prices = [step_cost(rules, a, b) for a, b in steps]
    assert None not in prices
    assert sum(price or 0 for price in prices) == cost


@settings(max_examples=150)
@given(ROOMY, st.integers(1, 6))
def test_reacher_is_exact_whatever_lies_about(pair: Pair, allowance: int) -> None:
    """One reacher asked again and again while the enemy changes, nearly nothing at first."""
    start = pair.one()
    rules = pair.rules(start)
    mined = pair.some(0.1)
    rules = rules._replace(flags={(a, b): f | HALT if b in mined else f for (a, b), f in rules.flags.items()})
    reacher = Reacher(pair.edges(rules))
    for share in (0.0, 0.03, 0.03, 0.1, 0.0, 0.3):
        origin = pair.rng.choice((start, pair.one()))
        near = set(pair.slow.neighbours(origin))
        rules = rules._replace(zone=pair.some(share), closed=pair.some(share), stop=pair.some(share / 2), near=near)
        found = ask(pair, reacher, rules, start, allowance, origin)
        assert found.cost == costs(pair, slow_reach(pair.slow, rules, start, allowance))


@settings(max_examples=150)
@given(ROOMY, ALLOWANCES)
def test_reacher_of_many_costs_is_exact_too(pair: Pair, allowance: int) -> None:
    """With many costs and no flags, apart from hexes that halt every unit, the search goes hex by hex."""
    start = pair.one()
    mined = pair.some(0.1)
    rules = pair.rules(start)._replace(enter=0)
    rules = rules._replace(
        cost={step: pair.rng.randint(1, 8) for step in rules.cost},
        flags={(a, b): HALT if b in mined else 0 for a, b in rules.flags},
    )
    reacher = Reacher(pair.edges(rules))
    for share in (0.0, 0.03, 0.1, 0.0, 0.3):
        zone = pair.rng.choice((set(), {start}))
        rules = rules._replace(zone=zone, closed=pair.some(share), stop=pair.some(share / 2))
        found = ask(pair, reacher, rules, start, allowance, start)
        expected = slow_reach(pair.slow, rules, start, allowance)
        assert found.cost == costs(pair, expected)
        assert all(not a & b for a, b in combinations(found.levels, 2)), "a hex was settled twice"
        for target in sorted(expected):
            way = reacher.way(found, pair.bit(start), pair.bit(target), enemy_of(pair, rules))
            check_way(rules, [pair.grid.row_column(i) for i in way], start, target, expected[target])


@settings(max_examples=150)
@given(ROOMY, ALLOWANCES)
def test_a_reacher_whose_plain_one_knows_no_bars_is_exact(pair: Pair, allowance: int) -> None:
    """A reacher of many costs; the enemy stops every unit in its zones, or none."""
    start = pair.one()
    open_ = pair.rules(start)
    open_ = open_._replace(
        cost={step: pair.rng.randint(1, 8) for step in open_.cost}, flags=dict.fromkeys(open_.flags, 0)
    )
    rules = open_._replace(flags={step: BARRED * (pair.rng.random() < 0.7) for step in open_.flags})
    reacher = Reacher(pair.edges(rules), plain=Reacher(pair.edges(open_)))
    for share in (0.0, 0.05, 0.1, 0.2, 0.3):
        zone = pair.some(share)
        stop = pair.rng.choice((zone | pair.some(share / 2), zone, set()))
        rules = rules._replace(zone=zone, closed=pair.some(share / 2), stop=stop)
        found = ask(pair, reacher, rules, start, allowance, start)
        expected = slow_reach(pair.slow, rules, start, allowance)
        assert found.cost == costs(pair, expected)
        for target in sorted(expected):
            way = reacher.way(found, pair.bit(start), pair.bit(target), enemy_of(pair, rules))
            check_way(rules, [pair.grid.row_column(i) for i in way], start, target, expected[target])


@settings(max_examples=150)
@given(ROOMY, st.integers(1, 8))
def test_a_reacher_that_knows_a_cheaper_one_is_exact(pair: Pair, allowance: int) -> None:
    start = pair.one()
    cheap = pair.rules(start)
    dear = {step for step in cheap.cost if pair.rng.random() < 0.1}
    rules = cheap._replace(cost={step: cost + 2 * (step in dear) for step, cost in cheap.cost.items()})
    plain = Reacher(pair.edges(cheap))
    reacher = Reacher(pair.edges(rules), plain=plain, dearer=pair.hexes(there for _, there in dear))
    near = set(pair.slow.neighbours(start))
    for share in (0.0, 0.03, 0.1):
        rules = rules._replace(zone=pair.some(share), closed=pair.some(share), stop=pair.some(share / 2), near=near)
        found = ask(pair, reacher, rules, start, allowance, start)
        expected = slow_reach(pair.slow, rules, start, allowance)
        assert found.cost == costs(pair, expected)
        for target in sorted(expected):
            way = reacher.way(found, pair.bit(start), pair.bit(target), enemy_of(pair, rules))
            assert way == reacher.path(pair.bit(start), allowance, pair.bit(target), enemy_of(pair, rules))


@given(ROOMY, st.integers(1, 8))
def test_exits(pair: Pair, most: int) -> None:
    rules, free = pair.rules(pair.one()), pair.some(0.5)
    found = exits(pair.edges(rules), pair.hexes(free), most)
    for points, hexes in enumerate(found):
        leaving = {a for (a, b), cost in rules.cost.items() if b in free and cost <= points}
        assert hexes == pair.hexes(leaving)
    assert len(found) == most + 1


def ask(pair: Pair, reacher: Reacher, rules: Rules, start: Hex, allowance: int, origin: Hex) -> Reach:
    return reacher.reach(
        pair.bit(start),
        allowance,
        enemy_of(pair, rules),
        origin=NO_HEX if origin == start and pair.rng.random() < 0.5 else pair.bit(origin),
    )


# -- each rule alone, on one row of hexes -----------------------------------------------------------------------------

ROW = Grid(GridSpec(1, 6))
HERE = [ROW.index(f"010{c}") for c in range(1, 7)]


def east(*hexes: int) -> Sides:
    """Leaving these hexes (1 to 6) eastwards."""
    return tuple(sum(1 << HERE[h - 1] for h in hexes) if name == "E" else 0 for name in ROW.direction_names)


def board(*hexes: int) -> Hexes:
    return ROW.hexes(HERE[h - 1] for h in hexes)


def cost_by_hex(found: Reach) -> dict[int, int]:
    return {HERE.index(i) + 1: cost for i, cost in found.cost.items()}


PLAIN = build_edges(ROW, {2: east(1, 2, 3, 4, 5)})


def test_the_allowance_is_the_most_that_can_be_spent() -> None:
    assert cost_by_hex(reach(PLAIN, HERE[0], 0)) == {1: 0}
    assert cost_by_hex(reach(PLAIN, HERE[0], 5)) == {1: 0, 2: 2, 3: 4}
    assert cost_by_hex(reach(PLAIN, HERE[0], 6)) == {1: 0, 2: 2, 3: 4, 4: 6}


def test_edges_lead_one_way() -> None:
    assert cost_by_hex(reach(PLAIN, HERE[2], 9)) == {3: 0, 4: 2, 5: 4, 6: 6}


def test_leaving_and_entering_a_zone_cost_extra() -> None:
    found = reach(PLAIN, HERE[0], 20, Enemy(zone=board(1, 3), leave=1, enter=3))
    assert cost_by_hex(found) == {1: 0, 2: 3, 3: 8, 4: 11, 5: 13, 6: 15}


def test_a_closed_hex_is_not_entered_but_can_be_left() -> None:
    assert cost_by_hex(reach(PLAIN, HERE[0], 20, Enemy(closed=board(1, 3)))) == {1: 0, 2: 2}


def test_a_stop_hex_ends_the_move_of_all_but_those_who_start_there() -> None:
    assert cost_by_hex(reach(PLAIN, HERE[0], 20, Enemy(stop=board(1, 3)))) == {1: 0, 2: 2, 3: 4}


def test_a_toll_is_paid_for_entering_and_not_for_leaving() -> None:
    tolls = ((3, board(1, 3)), (6, board(4)))
    assert cost_by_hex(reach(PLAIN, HERE[0], 15, Enemy(tolls=tolls))) == {1: 0, 2: 2, 3: 7, 4: 15}
    assert cost_by_hex(reach(PLAIN, HERE[0], 14, Enemy(tolls=tolls))) == {1: 0, 2: 2, 3: 7}


def test_a_toll_is_paid_where_the_move_stops() -> None:
    there = Enemy(stop=board(2), tolls=((3, board(2)),))
    assert cost_by_hex(reach(PLAIN, HERE[0], 20, there)) == {1: 0, 2: 5}


def test_a_path_knows_the_tolls() -> None:
    there = Enemy(tolls=((3, board(2, 3)),))
    assert path(PLAIN, HERE[0], 20, HERE[3], there) == HERE[:4]


def test_a_reacher_forgets_nobody_who_takes_tolls() -> None:
    reacher = Reacher(PLAIN)
    assert cost_by_hex(reacher.reach(HERE[0], 4)) == {1: 0, 2: 2, 3: 4}
    assert cost_by_hex(reacher.reach(HERE[0], 4, Enemy(tolls=((1, board(3)),)))) == {1: 0, 2: 2}


MANY = build_edges(ROW, {cost: east(cost) for cost in (1, 2, 3, 4, 5)})


def test_hex_by_hex_a_toll_is_paid_for_entering_and_where_the_move_stops() -> None:
    reacher, tolls = Reacher(MANY), ((3, board(1, 3)), (6, board(4)))
    assert cost_by_hex(reacher.reach(HERE[0], 15, Enemy(tolls=tolls))) == {1: 0, 2: 1, 3: 6, 4: 15}
    assert cost_by_hex(reacher.reach(HERE[0], 14, Enemy(tolls=tolls))) == {1: 0, 2: 1, 3: 6}
    assert cost_by_hex(reacher.reach(HERE[0], 20, Enemy(stop=board(3), tolls=tolls))) == {1: 0, 2: 1, 3: 6}
    assert reacher.path(HERE[0], 20, HERE[3], Enemy(tolls=tolls)) == HERE[:4]


def test_hex_by_hex_only_the_start_is_dear_to_leave() -> None:
    assert cost_by_hex(Reacher(MANY).reach(HERE[0], 7, Enemy(zone=board(1), leave=2))) == {1: 0, 2: 3, 3: 5}


def test_hex_by_hex_who_stops_in_every_zone_hex_pays_for_it_and_is_barred_from_nothing() -> None:
    steps = {cost: east(cost) for cost in range(1, 6)}
    reacher = Reacher(build_edges(ROW, steps, {BARRED: east(1, 2, 3, 4, 5)}), plain=Reacher(MANY))
    there = Enemy(zone=board(3), enter=2, stop=board(3), tolls=((4, board(2)), (1, board(3))))
    assert cost_by_hex(reacher.reach(HERE[0], 10, there)) == {1: 0, 2: 5, 3: 10}
    assert reacher.path(HERE[0], 10, HERE[2], there) == HERE[:3]
    assert cost_by_hex(reacher.reach(HERE[0], 9, there)) == {1: 0, 2: 5}
    from_zone = Enemy(zone=board(1, 2), stop=board(1, 2))
    assert cost_by_hex(reacher.reach(HERE[0], 9, from_zone)) == {1: 0}
    goes_on = Enemy(zone=board(2, 3))
    assert cost_by_hex(reacher.reach(HERE[0], 9, goes_on)) == {1: 0, 2: 1}
    dearer = Reacher(build_edges(ROW, {6: east(1), 2: east(2)}), plain=Reacher(MANY), dearer=board(2))
    assert cost_by_hex(dearer.reach(HERE[0], 9, Enemy(zone=board(3), stop=board(3)))) == {1: 0, 2: 6, 3: 8}


def test_a_narrower_answer_is_cut_from_a_wider_one() -> None:
    reacher = Reacher(MANY)
    assert cost_by_hex(reacher.reach(HERE[0], 6)) == {1: 0, 2: 1, 3: 3, 4: 6}
    assert cost_by_hex(reacher.reach(HERE[0], 5)) == {1: 0, 2: 1, 3: 3}
    assert cost_by_hex(reacher.reach(HERE[0], 10)) == {1: 0, 2: 1, 3: 3, 4: 6, 5: 10}


def test_a_barred_edge_is_closed_only_from_zone_to_zone() -> None:
    edges = build_edges(ROW, {2: east(1, 2, 3, 4, 5)}, {BARRED: east(1, 2, 3, 4)})
    assert len(reach(edges, HERE[0], 20, Enemy(zone=board(2, 4))).cost) == 6
    assert cost_by_hex(reach(edges, HERE[0], 20, Enemy(zone=board(2, 3)))) == {1: 0, 2: 2}


def test_a_near_edge_enters_only_hexes_next_to_the_origin() -> None:
    edges = build_edges(ROW, {2: east(1, 2, 3, 4, 5)}, {NEAR: east(1, 2)})
    reacher = Reacher(edges)
    assert cost_by_hex(reacher.reach(HERE[0], 20)) == {1: 0, 2: 2}
    assert len(reacher.reach(HERE[0], 20, origin=HERE[1]).cost) == 1
    assert len(reacher.reach(HERE[1], 20).cost) == 5
    assert len(reacher.reach(HERE[1], 20, origin=HERE[0]).cost) == 1


@pytest.mark.parametrize("flag", [NEAR, HALT, BARRED])
@pytest.mark.parametrize("turned", [False, True])
def test_a_path_takes_the_legal_one_of_two_ways_that_cost_the_same(flag: int, turned: bool) -> None:
    """0202 and 0203 both lie between 0103 and 0303; the step from one of them on to 0303 is not allowed."""
    grid = Grid(GridSpec(4, 4, shifted="even"))
    a, b, on = map(grid.index, ("0103", "0303", "0403"))
    wrong, right = sorted(grid.bits(grid.ring(a, 1) & grid.ring(b, 1)), reverse=turned)
    steps = [(a, wrong), (a, right), (wrong, b), (right, b), (b, on)]
    edges = build_edges(grid, {1: one_way(grid, steps)}, {flag: one_way(grid, [(wrong, b)])})
    assert path(edges, a, 9, on, Enemy(zone=grid.hexes((wrong, b)))) == [a, right, b, on]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("ends", [("0301", "0303"), ("0303", "0301")])
@pytest.mark.parametrize("shut", ["closed", "stop"])
def test_an_answer_holds_while_only_hexes_that_nobody_needs_are_shut(
    shut: str, ends: tuple[str, str], turned: bool
) -> None:
    """Two hexes lie between 0301 and 0303, so that one of the two is enough; the other is shut."""
    grid = Grid(GridSpec(6, 6, orientation="columns", shifted="even", first_row=0, first_column=0))
    a, b = map(grid.index, ends)
    wrong, right = sorted(grid.bits(grid.ring(a, 1) & grid.ring(b, 1)), reverse=turned)
    steps = {1: [(a, wrong), (a, right), (wrong, b), (right, b)]}
    others = [i for i in grid.bits(grid.ring(b, 1)) if i not in (wrong, right)]
    steps |= {4 + n: [(b, other)] for n, other in enumerate(others)}  # kinds enough to go hex by hex
    reacher = Reacher(build_edges(grid, {cost: one_way(grid, here) for cost, here in steps.items()}))
    enemy = Enemy(closed=1 << wrong) if shut == "closed" else Enemy(stop=1 << wrong)
    found = reacher.reach(a, 3, enemy)
    entered = {} if shut == "closed" else {wrong: 1}
    assert found.cost == {a: 0, right: 1, b: 2} | entered
    assert found.halts_in(wrong) == (shut == "stop")
    assert not found.halts_in(right)
    assert reacher.way(found, a, b, enemy) == [a, right, b]


def test_a_halting_edge_ends_the_move() -> None:
    edges = build_edges(ROW, {2: east(1, 2, 3, 4, 5)}, {HALT: east(2)})
    assert cost_by_hex(reach(edges, HERE[0], 20)) == {1: 0, 2: 2, 3: 4}


def test_a_hex_that_can_only_be_entered_by_halting_edges_ends_every_move() -> None:
    """A reacher notes the halt in the hex in place of its edges: a unit that starts there can move on, and a toll is
    still paid."""
    reacher = Reacher(build_edges(ROW, {2: east(1, 2, 3, 4, 5)}, {HALT: east(2)}))
    assert cost_by_hex(reacher.reach(HERE[0], 20)) == {1: 0, 2: 2, 3: 4}
    assert cost_by_hex(reacher.reach(HERE[2], 20)) == {3: 0, 4: 2, 5: 4, 6: 6}
    assert cost_by_hex(reacher.reach(HERE[0], 20, Enemy(tolls=((3, board(3)),)))) == {1: 0, 2: 2, 3: 7}


def test_a_cheaper_halt_does_not_hide_a_dearer_arrival_that_goes_on() -> None:
    """From 0101 over the river to 0201 costs 1 and halts; round by 0102 it costs 4 and the unit can go on to 0301."""
    grid = Grid(GridSpec(3, 2))
    a, detour, b, on = map(grid.index, ("0101", "0102", "0202", "0301"))
    ways = {1: [(a, b)], 2: [(a, detour), (detour, b)], 3: [(b, on)]}
    entry = {cost: one_way(grid, steps) for cost, steps in ways.items()}
    edges = build_edges(grid, entry, {HALT: one_way(grid, ways[1])})
    assert reach(edges, a, 9).cost == {a: 0, detour: 2, b: 1, on: 7}
    assert path(edges, a, 9, b) == [a, b]
    assert path(edges, a, 9, on) == [a, detour, b, on]


def one_way(grid: Grid, steps: list[tuple[Bit, Bit]]) -> Sides:
    return tuple(grid.hexes(a for a, b in steps if grid.direction(a, b) == d) for d in range(6))


def test_a_side_listed_twice_has_its_lowest_cost() -> None:
    edges = build_edges(ROW, {5: east(1, 2), 1: east(1)}, {HALT: east(2)})
    assert edge(edges, HERE[0], HERE[1]) == (1, 0)
    assert edge(edges, HERE[1], HERE[2]) == (5, HALT)
    assert edge(edges, HERE[2], HERE[3]) is None
    assert edges.steps[HERE[0]] == ((1, 0, HERE[1]),)


def test_edges_over_the_edge_of_the_map_are_left_out() -> None:
    edges = build_edges(ROW, {1: east(5, 6)})
    assert [i for i, steps in enumerate(edges.steps) if steps] == [HERE[4]]


def test_an_undisturbed_answer_is_kept_and_a_disturbed_one_is_not() -> None:
    reacher = Reacher(PLAIN)
    first = reacher.reach(HERE[0], 4)
    assert reacher.reach(HERE[0], 4, Enemy(closed=board(4, 5))) is first
    assert reacher.reach(HERE[0], 4, Enemy(zone=board(4, 5))) is first
    disturbed = reacher.reach(HERE[0], 4, Enemy(enter=1, zone=board(3)))
    assert cost_by_hex(disturbed) == {1: 0, 2: 2}
    assert cost_by_hex(reacher.reach(HERE[0], 4, Enemy(stop=board(2)))) == {1: 0, 2: 2}
    assert cost_by_hex(reacher.reach(HERE[0], 4, Enemy(closed=board(2)))) == {1: 0}
    assert reacher.reach(HERE[0], 4) is first


def test_a_full_memory_is_emptied() -> None:
    reacher = Reacher(PLAIN, limit=2)
    first = reacher.reach(HERE[0], 4)
    assert reacher.reach(HERE[0], 4) is first
    for allowance in (1, 2, 3):
        reacher.reach(HERE[0], allowance)
    again = reacher.reach(HERE[0], 4)
    assert again is not first
    assert again.cost == first.cost


@pytest.mark.parametrize("target", range(6))
def test_the_path_to_the_start_is_the_start(target: int) -> None:
    assert path(PLAIN, HERE[target], 3, HERE[target]) == [HERE[target]]


def test_an_edge_costs_something() -> None:
    with pytest.raises(ValueError, match="1 or more"):
        build_edges(ROW, {0: east(1)})


def test_a_road_that_cannot_be_used_from_zone_to_zone() -> None:
    """Seven hexes in a row: 3 a step, 1 by the road, which is barred between two hexes of a zone."""
    grid = Grid(GridSpec(1, 7))
    at = [grid.index(f"010{n}") for n in range(1, 8)]
    east = grid.direction(at[0], at[1])
    west = (east + 3) % 6

    def both_ways(cost: int, last: int) -> dict[int, Sides]:
        ways = [0] * 6
        ways[east], ways[west] = grid.hexes(at[: last - 1]), grid.hexes(at[1:last])
        return {cost: tuple(ways)}

    road = build_edges(grid, both_ways(1, 6), {BARRED: grid.all_sides})
    edges = join_edges(build_edges(grid, both_ways(3, 7)), road)
    zone = Enemy(grid.hexes([at[2], at[3]]), enter=2)
    found = reach(edges, at[0], 12, zone)
    # by road 1, into the zone 1 + 2, inside it 3 + 2, out of it by road 1, then 1, and 3 where the road has ended
    assert found.cost == dict(zip(at, [0, 1, 4, 9, 10, 11], strict=False))
    assert path(edges, at[0], 12, at[5], zone) == at[:6]
    assert reach(edges, at[0], 14, zone).cost[at[6]] == 14
    assert path(edges, at[0], 14, at[6], zone) == at


def test_a_few_edges_at_another_cost_are_as_if_built_so() -> None:
    grid = Grid(GridSpec(4, 5))
    start, wall = grid.index("0203"), grid.direction(grid.index("0203"), grid.index("0204"))
    every = {2: grid.all_sides}
    dear = tuple(1 << start if d == wall else 0 for d in range(6))
    rest = tuple(sides & ~there for sides, there in zip(grid.all_sides, dear, strict=True))
    changed = change_costs(build_edges(grid, every), [(start, wall, 2, 0, 5)])
    assert changed == build_edges(grid, {2: rest, 5: dear})
    assert reach(changed, start, 5).cost[grid.index("0204")] == 4  # round the wall


def test_joined_edges_of_one_cost_and_flags_are_one_kind() -> None:
    grid = Grid(GridSpec(3, 3))
    north = tuple(sides if d < 3 else 0 for d, sides in enumerate(grid.all_sides))
    south = tuple(sides if d >= 3 else 0 for d, sides in enumerate(grid.all_sides))
    joined = join_edges(build_edges(grid, {2: north}), build_edges(grid, {2: south}))
    assert joined == build_edges(grid, {2: grid.all_sides})
    assert change_costs(joined, []) == joined
