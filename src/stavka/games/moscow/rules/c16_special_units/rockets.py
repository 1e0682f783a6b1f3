"""Chapter 16.3: the Special Retreat of Soviet rocket artillery."""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Side, Unit, hexes_in
from stavka.engine.offer import HEX, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate
from stavka.games.moscow.rules.c11_combat_results.retreat import Path, free_hexes, has_room, hot_hexes, next_to
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def nearest_source(g: Moscow, s: Position, side: Side, hex_: Hex) -> Hex:
    """The Supply Source of its side that is nearest to a hex."""
    sources = hexes_in(g.sources[side] & g.on_map(s))
    return min(sources, key=lambda source: g.grid.distance(source, hex_), default=NO_HEX)


def routes(g: Moscow, s: Position, unit: Unit, origin: Hex) -> list[Path]:
    """The ways of a Special Retreat: towards the nearest Source if there is one, as far as it goes."""
    ways = [way for way in _all_routes(g, s, unit, origin) if len(way) >= g.retreat]  # [16.32a, 16.35]
    source = nearest_source(g, s, g.side[unit], origin)
    if source < 0:
        return _longest(ways)
    nearer = [way for way in ways if _approaches(g, (origin, *way), source)]
    if nearer:
        return _longest(nearer)  # [16.32b, 16.33]
    last = min((g.grid.distance(way[-1], source) for way in ways), default=0)
    return _longest([way for way in ways if g.grid.distance(way[-1], source) == last])  # [16.33]


def _all_routes(g: Moscow, s: Position, unit: Unit, origin: Hex) -> list[Path]:
    """Every way, hex by hex farther from where it stood, that ends where the unit may stay."""
    side = g.side[unit]
    cold = free_hexes(g, s, side) & ~hot_hexes(g, s, side)  # [16.34]
    barred = barred_ends(g, s, side)
    found: list[Path] = []
    ways: list[Path] = [()]
    for length in range(1, g.retreat + g.special_retreat + 1):  # [16.32]
        ring = g.grid.ring(origin, length)
        ways = [(*way, hex_) for way in ways for hex_ in hexes_in(next_to(g, way[-1] if way else origin) & cold & ring)]
        found += [way for way in ways if not barred >> way[-1] & 1 and has_room(g, s, 1 << unit, way[-1])]
    return found


def _approaches(g: Moscow, way: Path, source: Hex) -> bool:
    distances = [g.grid.distance(hex_, source) for hex_ in way]
    return all(b < a for a, b in pairwise(distances))


def _longest(ways: list[Path]) -> list[Path]:
    length = max((len(way) for way in ways), default=0)
    return [way for way in ways if len(way) == length]


@frame("special")
class SpecialRetreating(Frame):
    """The Special Retreat of one rocket unit."""

    unit: Unit
    origin: Hex  # the hex where it stood
    way: list[Hex] = field(default_factory=list)  # hexes that it has been told to go through


class SpecialRetreat(ByOwner["Moscow", Position, SpecialRetreating]):
    """A rocket unit makes its Special Retreat."""

    rule = "16.31"

    def proceed(self, g: Moscow, s: Position, f: SpecialRetreating) -> bool:
        ways = self.ways(g, s, f) if s.place[f.unit] == f.origin else None
        if ways is None:
            s.stack.pop()
            return True
        if not ways:
            s.stack.pop()
            s.tell("no retreat", ("16.35",), unit=f.unit, hex=f.origin)
            eliminate(g, s, f.unit)  # [16.35]
            return True
        if len(ways[0]) == len(f.way):
            s.stack.pop()
            s.tell("retreats", ("16.31",), units=1 << f.unit, path=[f.origin, *f.way])
            control.walk(g, s, 1 << f.unit, list(f.way))  # [16.31]
            return True
        choices = {way[len(f.way)] for way in ways}
        if len(choices) > 1:
            return False
        f.way = [*f.way, choices.pop()]
        return True

    def ways(self, g: Moscow, s: Position, f: SpecialRetreating) -> list[Path]:
        done = tuple(f.way)
        return [way for way in routes(g, s, f.unit, f.origin) if way[: len(done)] == done]

    def offer(self, g: Moscow, s: Position, f: SpecialRetreating) -> Offer:
        return Offer(self.seat(g, s, f), hexes=sum({1 << way[len(f.way)] for way in self.ways(g, s, f)}))  # [16.33]

    def hex(self, g: Moscow, s: Position, f: SpecialRetreating, hex_: Hex) -> None:
        f.way = [*f.way, hex_]

    def prompt(self, g: Moscow, s: Position, f: SpecialRetreating) -> str:
        return ask("special retreat", unit=g.labels[f.unit])

    def why(self, g: Moscow, s: Position, f: SpecialRetreating, seat: int, pick: Pick) -> Reason | None:
        return because("16.33", "special retreat") if pick[0] == HEX else None
