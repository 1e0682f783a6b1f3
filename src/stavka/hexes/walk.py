"""Reach hex by hex, cheapest first (Dial's buckets, each of them a set).

Where edges have many costs and a unit reaches a few dozen hexes, this takes about half the time of the search that
takes all hexes of a cost together (`stavka.hexes.reach`). It knows no flags of edges: obstacles are given for each
hex."""

from itertools import accumulate
from operator import or_
from typing import NamedTuple, TypeAlias

from stavka.hexes.grid import Hexes
from stavka.hexes.kinds import Hex

Ways: TypeAlias = tuple[tuple[int, Hexes], ...]
"""The ways out of a hex, cheapest first: a cost, and the neighbours that can be entered for it."""

Tolls: TypeAlias = tuple[tuple[int, Hexes], ...]
"""The additional costs of entering hexes, each with its set of hexes; no hex is in two of the sets."""


class Country(NamedTuple):
    """The ways that lead out of every hex."""

    ways: tuple[Ways, ...]
    exits: tuple[Hexes, ...]
    """For each number of points, up to the cost of the most expensive way: the hexes that can be left for it."""


def survey(ways: tuple[Ways, ...]) -> Country:
    """Survey the ways out of each hex, and the hexes that can be left for each number of points."""
    dearest = max((cost for here in ways for cost, _ in here), default=0)
    exits = [0] * (dearest + 1)
    for i, here in enumerate(ways):
        if here:
            for points in range(here[0][0], dearest + 1):
                exits[points] |= 1 << i
    return Country(ways, tuple(exits))


def walk(
    country: Country,
    start: Hex,
    allowance: int,
    leave: int,
    free: Hexes,
    stop: Hexes,
    tolls: Tolls,
    zone: Hexes = 0,
    across: tuple[Ways, ...] = (),
) -> tuple[list[Hexes], dict[int, Hexes], Hexes]:
    """The hexes at each cost, those of them in which the unit must stop, and all hexes together. Leaving `start` costs
    `leave` more.

    free: the hexes that can be entered; stop: those that cannot be left again; across: the ways that also lead from one
    hex of `zone` to another."""
    ways, exits = country
    levels = [0] * (allowance + 1)
    levels[0] = here = 1 << start
    free |= here
    unseen, stop = free, stop ^ stop & here
    toll_gate = TollGate(tolls, allowance, here) if tolls else None
    halts: dict[int, Hexes] = {}
    for spent in range(allowance + 1):
        level = levels[spent]
        if toll_gate is not None:
            level = toll_gate.let_in(level, spent)
        level &= unseen
        levels[spent] = level
        if not level:
            continue
        unseen ^= level
        halted = level & stop
        if halted:
            halts[spent] = halted
            level ^= halted
            levels[spent] = level
        base = spent or leave
        left = allowance - base
        if left < len(exits):
            level &= exits[left] if left > 0 else 0
        guarded = level & zone
        if guarded:
            level ^= guarded
            _leave_zone(guarded, ((ways, ~zone), (across, zone)), levels, base, left)
        while level:
            i = level.bit_length() - 1
            level ^= 1 << i
            for cost, near in ways[i]:
                if cost > left:
                    break
                levels[base + cost] |= near
    return levels, halts, free ^ unseen


def _leave_zone(
    guarded: Hexes, every: tuple[tuple[tuple[Ways, ...], Hexes], ...], levels: list[Hexes], base: int, left: int
) -> None:
    """Continue from hexes of a zone. every: the ways, and the hexes into which they lead from there."""
    while guarded:
        i = guarded.bit_length() - 1
        guarded ^= 1 << i
        for ways, into in every:
            for cost, near in ways[i]:
                if cost > left:
                    break
                levels[base + cost] |= near & into


def thoroughfares(country: Country, levels: list[Hexes], halts: dict[int, Hexes]) -> list[Hexes]:
    """For each number of points, the hexes other than the start through which one cheapest way to each other hex leads.
    As long as these can be entered and left, the costs of the hexes that have been found are still the lowest."""
    found, missing = [0] * len(levels), [level | halts.get(cost, 0) for cost, level in enumerate(levels)]
    for spent, level in enumerate(levels):
        left = len(levels) - 1 - spent
        while level:
            i = level.bit_length() - 1
            level ^= 1 << i  # noqa: PLW2901 (what is left of the level)
            for cost, near in country.ways[i]:
                if cost > left:
                    break
                new = near & missing[spent + cost]
                if new:
                    missing[spent + cost] ^= new
                    found[spent + cost] |= 1 << i
    return [hexes & ~levels[0] for hexes in accumulate(found, or_)]


class TollGate:
    """A gate that makes a unit wait at an expensive hex until the toll is paid."""

    def __init__(self, tolls: Tolls, allowance: int, start: Hexes) -> None:
        self.tolls = tolls
        self.paid = [0] * (allowance + 1)
        self.dear = 0
        for _, dear in tolls:
            self.dear |= dear
        self.dear ^= self.dear & start

    def let_in(self, level: Hexes, spent: int) -> Hexes:
        """The hexes that are entered now: those reached for what has been spent, and those where a unit waited
        before."""
        waiting = level & self.dear
        if waiting:
            level ^= waiting
            paid = self.paid
            for toll, dear in self.tolls:
                if spent + toll < len(paid):
                    paid[spent + toll] |= waiting & dear
        return level | self.paid[spent]
