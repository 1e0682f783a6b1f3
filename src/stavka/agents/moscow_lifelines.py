"""Objectives of Roads to Moscow count in supply only, and units live on it: what stands in the way of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from stavka.engine.offer import members
from stavka.games.moscow.control import controlled
from stavka.games.moscow.position import GERMAN, OFF, lift, put
from stavka.games.moscow.supply import open_hexes, sources, supplied_hexes
from stavka.games.moscow.victory import attacker

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow
    from stavka.games.moscow.position import Position

FED: Final = 0.5
"""What supply is worth to a combat unit, in VPs."""

Enemies = dict[int, list[int]]
"""Hexes by roads that the enemy holds, with his units."""


def lifelines(g: Moscow, s: Position, side: int) -> dict[int, float]:
    """For each enemy hex by a road the VPs of what could be supplied if this side took it."""
    held = holdings(g, s, side)
    enemies = {hex_: list(members(s.at[hex_])) for hex_ in members(s.occupied[1 - side] & g.grid.spread(roads(g)))}
    with all_controlled(g, s, side):
        before = suppliable(g, s, side)
        found = besieging(g, s, side, enemies, {hex_: worth for hex_, worth in held.items() if not before >> hex_ & 1})
        for hex_ in enemies if attacker(g, s) == side else ():
            more = without(g, s, side, enemies, [hex_]) & ~before & ~(1 << hex_)
            opened = sum(value for prize, value in prizes(g, s) if more >> prize & 1)
            found[hex_] = max(found.get(hex_, 0.0), opened)
    return {hex_: points for hex_, points in found.items() if points}


@contextmanager
def all_controlled(g: Moscow, s: Position, side: int) -> Iterator[None]:
    """Imagine that a side controls every hex: what the enemy does not hold can be had."""
    kept = s.german
    s.german = g.on_map(s) if side == GERMAN else 0
    yield
    s.german = kept


def besieging(g: Moscow, s: Position, side: int, enemies: Enemies, goals: dict[int, float]) -> dict[int, float]:
    """The enemy hexes that have to be taken, all of them, to supply what this side holds; each is worth its share."""
    found: dict[int, float] = {}
    if not goals:
        return found
    every = without(g, s, side, enemies, enemies)
    others = {hex_: without(g, s, side, enemies, enemies.keys() - {hex_}) for hex_ in enemies}
    for goal, worth in goals.items():
        if every >> goal & 1:
            barring = [hex_ for hex_, fed in others.items() if not fed >> goal & 1]
            for hex_ in barring:
                found[hex_] = found.get(hex_, 0.0) + worth / len(barring)
    return found


def lost_roads(g: Moscow, s: Position, side: int) -> tuple[int, float]:
    """Empty hexes that the enemy still controls on the ways by which what a side holds could be supplied, and what
    taking them back is worth."""
    fed, mine = suppliable(g, s, side), controlled(s, side)
    goals = {hex_: worth for hex_, worth in holdings(g, s, side).items() if not fed >> hex_ & 1}
    if not goals:
        return 0, 0.0
    with all_controlled(g, s, side):
        start, ground, could = sources(g, s, side), open_hexes(g, s, side), suppliable(g, s, side)
    goals = {hex_: worth for hex_, worth in goals.items() if could >> hex_ & 1}
    before = ways(g, start & ground, ground, mine) if goals else {}
    found = 0
    for goal in goals:
        hex_ = nearest(g, goal, before)
        while hex_ >= 0:
            found |= 1 << hex_
            hex_ = before[hex_]
    return found & ~mine & ~s.occupied[1 - side], sum(goals.values())


def ways(g: Moscow, start: int, ground: int, mine: int) -> dict[int, int]:
    """For each hex on a road the one before it on the way from a Source with the fewest hexes of the enemy."""
    links = g.supply_links[True]
    before = dict.fromkeys(members(start), -1)
    ours, theirs = list(before), list[int]()
    while ours or theirs:
        if not ours:
            ours, theirs = theirs, ours
        hex_ = ours.pop()
        for d, near in enumerate(g.grid.neighbours[hex_]):
            if near >= 0 and near not in before and links[d] >> hex_ & ground >> near & 1:
                before[near] = hex_
                (ours if mine >> near & 1 else theirs).append(near)
    return before


def nearest(g: Moscow, goal: int, hexes: Iterable[int]) -> int:
    """One of the hexes that are nearest to a goal, -1 if none is near."""
    among = sum(1 << hex_ for hex_ in hexes)
    for distance in range(g.supply_line + 1):
        near = g.grid.range(goal, distance) & among
        if near:
            return next(members(near))
    return -1


def holdings(g: Moscow, s: Position, side: int) -> dict[int, float]:
    """What a side holds that needs supply, and what that is worth to it."""
    found = {hex_: FED * (s.at[hex_] & g.combat).bit_count() for hex_ in members(s.occupied[side])}
    if attacker(g, s) == side:
        for hex_, value in prizes(g, s):
            if controlled(s, side) >> hex_ & 1:
                found[hex_] = found.get(hex_, 0.0) + value
    return found


def prizes(g: Moscow, s: Position) -> list[tuple[int, int]]:
    """The objectives, with their VPs."""
    return [(g.grid.index(each.hex), each.value) for each in g.scenarios[s.scenario].objective]


def roads(g: Moscow) -> int:
    found = 0
    for links in g.supply_links[False]:
        found |= links
    return found


def suppliable(g: Moscow, s: Position, side: int) -> int:
    return supplied_hexes(g, s, side, sources(g, s, side), motorized=False)


def without(g: Moscow, s: Position, side: int, enemies: Enemies, gone: Iterable[int]) -> int:
    """The hexes that could be supplied with units of a side in some hexes that the enemy holds."""
    hexes = sorted(gone)
    for hex_ in hexes:
        for unit in enemies[hex_]:
            lift(g, s, unit, OFF)
    taken = sum(1 << hex_ for hex_ in hexes)
    s.occupied[side] |= taken
    found = suppliable(g, s, side)
    s.occupied[side] &= ~taken
    for hex_ in hexes:
        for unit in enemies[hex_]:
            put(g, s, unit, hex_)
    return found
