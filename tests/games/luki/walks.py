"""Random games of Velikye Luki, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final, cast

from stavka.assurance.situations import Situation, play_line
from stavka.engine.kinds import hexes_in, units_in
from stavka.engine.offer import CHANCE, OPTION, ROLL, UNIT, Offer, Pick
from stavka.games.luki.checks.situations import build
from stavka.games.luki.game import Luki, load
from stavka.games.luki.rules.c04_game_turn import BetweenTurns
from stavka.games.luki.rules.c13_miscellaneous.garrison import ChoosingCityKessel
from stavka.games.luki.state import BOX, GERMAN, SOVIET, Position, lift, put

GAME = load()
BUSY: Final = 0.9
"""How often a player does something rather than nothing."""


def choose(g: Luki, offer: Offer, rng: Random) -> Pick:
    """Mostly a unit or a hex where there is one, else any option."""
    if offer.chance is not None:
        weights = [weight for _, weight in offer.chance]
        return ROLL, rng.choices(range(len(weights)), weights)[0]
    bits = [offer.units, offer.hexes, offer.options]
    if (bits[0] or bits[1]) and rng.random() < BUSY:
        bits[2] = 0
    kind = rng.choices(range(3), [bool(each) for each in bits])[0]
    return cast(Pick, (UNIT + kind, g.grid.nth(bits[kind], rng.randrange(bits[kind].bit_count()))))


def walk(seed: int, scenario: str = "campaign", s: Position | None = None) -> Iterator[Position]:
    """The positions of one random game, each before its decision; the last one is over."""
    g, rng = GAME, Random(seed)
    s = g.new(scenario) if s is None else s
    yield s
    while not s.result:
        offer = rng.choice(g.offers(s))
        g.apply(s, offer.seat, choose(g, offer, rng))
        yield s


def encircled(seed: int) -> Position:
    """A position that random play never reaches: turn 2, the city surrounded, mixed stacks in contact."""
    g, rng = GAME, Random(seed)
    s = next(s for s in walk(seed) if s.turn == 2 and s.segment == 0)
    around = g.grid.spread(g.grid.spread(g.luki)) & ~g.luki & ~g.grid.spread(g.luki)
    for hex_ in hexes_in(around & s.occupied[GERMAN]):
        for unit in units_in(s.at[hex_]):
            lift(g, s, unit, BOX)
    hexes = [hex_ for hex_ in hexes_in(around) if hex_ not in s.at and rng.random() < 0.95]
    free = [unit for unit in units_in(g.side_units[SOVIET]) if s.place[unit] < 0 and s.steps[unit]]
    rng.shuffle(free)
    for hex_ in hexes:
        for unit in free[: 1 + (rng.random() < 0.5)]:
            put(g, s, unit, hex_)
        free = free[2:]
    for name in ("ge.brd803", "ge.8pd.kg8", "ge.8pd.i-10", "ge.jg1"):
        unit = g.unit_index(name)
        if s.place[unit] < 0:
            put(g, s, unit, rng.choice([h for h in hexes_in(g.grid.spread(around)) if h not in s.at]))
    return s


POSED: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "infiltrate": ({"units": ["2006 ge.brd803", "2005 so.28.88"], "phase": "german movement"}, "ge.brd803 infiltrate"),
    "infiltration_die": (
        {"units": ["2006 ge.brd803", "2005 so.28.88", "2005 so.28.144"], "phase": "german movement"},
        "ge.brd803 infiltrate 2005",
    ),
    "guide": (
        {"units": ["2006 ge.brd803", "2006 ge.sich1", "2005 so.28.88"], "phase": "german movement"},
        "ge.brd803 guide",
    ),
    "guide_die": (
        {"units": ["2006 ge.brd803", "2006 ge.sich1", "2005 so.28.88"], "phase": "german movement"},
        "ge.brd803 guide ge.sich1 2105",
    ),
    "excess": (
        {"units": ["2002 so.28.88", "2002 so.rb23", "2002 so.rb31", "2001 so.tb184"], "phase": "soviet movement"},
        "so.tb184 2002 stop done",
    ),
    "halve": (
        {
            "units": ["2004 so.tr34", "2004 so.tb184", "2004 so.28.88", "2005 ge.83.183"],
            "phase": "soviet combat",
            "cup": ["so.1", "so.4", "so.10", "ge.8", "ge.1"],
        },
        "2005 all attack so.1 so.4 so.10 ge.1 ge.8 done ge.8 done",
    ),
    "shown": ({"units": ["2004 so.28.88", "2005 ge.jg1"], "phase": "soviet combat"}, "2005 all attack"),
    "conversion": (
        {
            "units": ["2412 ge.wl.wien", "2412 ge.83.pi183", "2513 ge.wl.bay", "2000 so.28.88"],
            "kessels": [{"space": 3, "units": ["ge.wl.wien", "ge.83.pi183", "ge.wl.bay"], "city": True}],
            "released": True,
            "turn": 3,
            "segment": 2,
            "phase": "german segment",
        },
        "",
    ),
}
"""Positions of steps to which random play seldom comes, and the picks that lead there."""


def posed(step: str) -> Position:
    spec, picks = POSED[step]
    examiner = build(Situation("walks", step, ("4.1",), "", spec, None, ({"turn": 1},)))
    for word in picks.split():
        play_line(Situation("walks", step, (), "", {}, None, ()), examiner, word)
    position: Position = examiner.state  # type: ignore[assignment]
    return position


def rare() -> Iterator[tuple[str, Position]]:
    for step in POSED:
        yield step, posed(step)
    s = posed("conversion").clone()
    GAME.apply(s, GERMAN, (OPTION, GAME.option_index("convert")))
    yield "conversion_die", s.clone()
    GAME.apply(s, CHANCE, (ROLL, 5))
    yield "breakout", s.clone()
    s = posed("conversion").clone()
    s.kessel[GAME.unit_index("ge.wl.bay")], s.track[2] = 2, 3
    s.kessel[GAME.unit_index("ge.83.pi183")] = 0
    s.steps[GAME.unit_index("ge.wl.wien")] = s.steps[GAME.unit_index("ge.wl.bay")]
    s.stack = [BetweenTurns(), ChoosingCityKessel()]
    yield "city_kessel", s


@cache
def collected(games: int = 2, number: int = 6) -> dict[str, list[Position]]:
    """Some positions of every step that waits."""
    found: dict[str, list[Position]] = {}
    for seed in range(games):
        starts = (None, encircled(seed), encircled(seed + 100))
        for start in starts:
            last: dict[str, int] = {}
            for i, s in enumerate(walk(seed, s=start)):
                step = "over" if s.result else s.stack[-1].step
                kept = found.setdefault(step, [])
                if len(kept) < number and i - last.get(step, -100) >= 25:
                    last[step] = i
                    kept.append(s.clone())
    for step, s in rare():
        found.setdefault(step, []).append(s)
    return found
