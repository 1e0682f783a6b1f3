"""Seeded random games, for tests that want positions as they come up in play."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from stavka.data.mapmodel import Line, Side, side
from stavka.engine.offer import ROLL, Offer, Pick
from stavka.games.traces.game import Traces, load
from stavka.games.traces.state import Position
from stavka.studies.soak import Temper, cases

GAME: Traces = load()
CASES = cases("traces")


@cache
def wild(seed: int = 1) -> Traces:
    """A game on a map full of swamps, rivers and Blocked hexsides, so that every game meets rules that the real map
    seldom does. Cities, railways and everything in the set-up are in their usual places."""
    rng = Random(f"wild {seed}")
    files = GAME.files
    hexmap = files.hexmap
    terrain = {a: rng.choice(("swamp", "rough", kind, kind)) for a, kind in hexmap.terrain.items()}
    grid = GAME.grid
    pairs = {side(grid.number(a), grid.number(b)) for a in grid.bits(grid.all) for b in grid.neighbours[a] if b >= 0}
    drawn: dict[tuple[str, str], list[Side]] = {("river", "major"): [], ("river", "minor"): [], ("blocked", ""): []}
    for pair in sorted(pairs):
        roll = rng.random()
        kind = "major" if roll < 0.15 else "minor" if roll < 0.3 else "blocked" if roll < 0.37 else ""
        if kind:
            drawn[("blocked", "") if kind == "blocked" else ("river", kind)].append(pair)
    lines = tuple(Line(layer, kind, "wild", tuple(s), "reconstructed") for (layer, kind), s in drawn.items())
    changed = replace(hexmap, terrain=terrain, lines=(*hexmap.lines, *lines))
    return Traces(replace(files, hexmap=changed))


@cache
def starved() -> Traces:
    """A game with one Supply Source for each side, just behind the front: a side that takes the other's starves it.
    Units are Isolated by the dozen, and HQs cannot find a place to relocate to and wait off the map."""
    hexmap = GAME.files.hexmap
    ours = {"supply source soviet": ("2839",), "supply source axis": ("2433",)}
    marks = tuple(replace(mark, hexes=ours[mark.kind]) if mark.kind in ours else mark for mark in hexmap.marks)
    return Traces(replace(GAME.files, hexmap=replace(hexmap, marks=marks)))


class Walk:
    """A random game, one pick at a time. The seed decides scenario, options, tempers, dice and picks."""

    def __init__(self, seed: int, game: Traces = GAME) -> None:
        self.game = game
        self.rng = Random(f"walk {seed}")
        self.case = CASES[seed % len(CASES)]
        self.state: Position = game.new(self.case.scenario, self.case.options)
        self.tempers = [Temper(game, self.rng.choice(Temper.names), self.rng) for _ in game.sides]

    def choose(self, offer: Offer) -> Pick:
        if offer.chance is None:
            return self.tempers[offer.seat].choose(offer)
        weights = [weight for _, weight in offer.chance]
        return ROLL, self.rng.choices(range(len(weights)), weights)[0]

    def step(self) -> None:
        offer = self.rng.choice(self.game.offers(self.state))
        self.game.apply(self.state, offer.seat, self.choose(offer))

    def __iter__(self) -> Iterator[Position]:
        """The position at every decision, the last one too; look and do not keep."""
        yield self.state
        while not self.state.result:
            self.step()
            yield self.state


@cache
def collected(games: int = 40, each: int = 24, first: int = 1000, game: Traces = GAME) -> dict[str, list[Position]]:
    """By the step that waits, up to `each` positions from a number of games, spread over them. They are shared, so
    tests must not change them."""
    found: dict[str, list[Position]] = {}
    rng = Random(f"collected {games} {each}")
    seen: dict[str, int] = {}
    for seed in range(first, first + games):
        for s in Walk(seed, game):
            name = "over" if s.result else s.stack[-1].step
            seen[name] = seen.get(name, 0) + 1
            kept = found.setdefault(name, [])
            if len(kept) < each:
                kept.append(s.clone())
            elif (at := rng.randrange(seen[name])) < each:
                kept[at] = s.clone()
    return found
