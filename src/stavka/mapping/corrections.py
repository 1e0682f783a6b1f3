"""Corrections: what a theatre file changes at the end in the map that was made from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import pairwise

from stavka.data.hexmap import Chain, HexMap, Side, side
from stavka.mapping.bench import Bench


def corrected(bench: Bench, made: HexMap) -> HexMap:
    for n, correction in enumerate(bench.theatre.corrections):
        for text, word in correction.terrain.items():
            path = ("corrections", n, "terrain", text)
            made = repainted(made, bench.hexes(path, text), bench.word(path, word, bench.kinds.terrain))
        for what, text in correction.remove.items():
            path = ("corrections", n, "remove", what)
            bench.word(path, what, (*bench.kinds.hexsides, *bench.kinds.networks))
            made = without(made, what, bench.sides(path, text))
    return made


def repainted(made: HexMap, hexes: Collection[str], word: str) -> HexMap:
    """The map with this terrain in these hexes; an area of another terrain loses them."""
    areas = [
        area if area.terrain == word else replace(area, hexes=tuple(h for h in area.hexes if h not in hexes))
        for area in made.areas
    ]
    terrain = {**made.terrain, **dict.fromkeys(hexes, word)}
    return replace(made, terrain=terrain, areas=tuple(area for area in areas if area.hexes))


def without(made: HexMap, what: str, sides: Collection[Side]) -> HexMap:
    """The map without these sides of a layer or links of a network; a line that is cut continues as two lines."""
    lines = [
        replace(line, sides=tuple(run))
        for line in made.lines
        for run in (_cut(line.sides, sides) if line.layer == what else [line.sides])
    ]
    chains = [
        replace(chain, hexes=tuple(run))
        for chain in made.chains
        for run in (_cut_chain(chain, sides) if chain.network == what else [chain.hexes])
    ]
    return replace(made, lines=tuple(lines), chains=tuple(chains))


def _cut(run: Iterable[Side], out: Collection[Side]) -> list[list[Side]]:
    parts: list[list[Side]] = [[]]
    for s in run:
        if s not in out:
            parts[-1].append(s)
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if part]


def _cut_chain(chain: Chain, out: Collection[Side]) -> list[list[str]]:
    parts = [[chain.hexes[0]]]
    for a, b in pairwise(chain.hexes):
        if side(a, b) in out:
            parts.append([b])
        else:
            parts[-1].append(b)
    return [part for part in parts if len(part) > 1]
