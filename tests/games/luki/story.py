"""Games of Velikye Luki, played at random and cut where something happens that is worth seeing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from page.walks import Cut, Stroll, Walk, anything, step_of
from stavka.engine.kinds import Side, members, units_in
from stavka.engine.offer import Pick
from stavka.engine.session import Session
from stavka.games.luki.game import load
from stavka.games.luki.rules.c11_combat.chits import allowance
from stavka.games.luki.rules.c11_combat.fight import fight_of, role
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.games.luki.view import hidden

GAME = load()
IDLE = frozenset({"done", "stop", "pass", "box", "wait", "spend-0", "arrange"})
BUSY = 0.9


def busily(offered: Mapping[str, Pick], rng: Random) -> Pick:
    """Usually an action rather than a pick that does nothing."""
    active = {word: pick for word, pick in offered.items() if word not in IDLE}
    return anything(active if active and rng.random() < BUSY else offered, rng)


STROLL = Stroll("campaign", 1, busily)


def unseen(s: Position, side: str) -> set[str]:
    """The units on the map that a side does not see."""
    return {GAME.unit_ids[unit] for unit in units_in(hidden(GAME, s, GAME.sides.index(side)))}


class Fight(NamedTuple):
    """A combat in which both sides choose chits: those that each has drawn, and how many it may play."""

    record: str
    drawn: dict[str, set[str]]
    most: dict[str, int]
    unseen: dict[str, set[str]]
    """The units that a side does not see."""


def can_both_play(session: Session[Any]) -> bool:
    s = session.state
    if s.stack[-1].step != "chits":
        return False
    fight = fight_of(s)
    return all(allowance(GAME, s, fight, side) and unseen(s, GAME.sides[side]) for side in (SOVIET, GERMAN))


@cache
def chits(seed: int = 7) -> Fight:
    walk = Walk(GAME, "cut-the-line", seed, busily).go(can_both_play)
    s = walk.session.state
    fight = fight_of(s)
    drawn = {
        name: {GAME.chits[n].id for n in members(fight.drawn[role(fight, Side(side))])}
        for side, name in enumerate(GAME.sides)
    }
    most = {name: allowance(GAME, s, fight, Side(side)) for side, name in enumerate(GAME.sides)}
    return Fight(walk.record(), drawn, most, {side: unseen(s, side) for side in GAME.sides})


class Pocket(NamedTuple):
    """The two picks with which the turns end before a Kessel forms and before it is relieved; a unit of it, and its
    places and steps after them."""

    formed: Cut
    relieved: Cut
    unit: str
    hexes: tuple[str, str]
    steps: tuple[int, int]


@cache
def pocket(seed: int = 307, unit: str = "so.tr27", turn: int = 3) -> Pocket:
    """A unit that is cut off at the beginning of a turn, checks for attrition at once, and is relieved by the next."""
    walk = Walk(GAME, "campaign", seed, busily)
    number = GAME.unit_index(unit)
    cuts, places, steps = [], [], []
    for at in (turn, turn + 1):
        walk.go(lambda session, at=at: session.state.turn == at)  # type: ignore[misc]
        s = walk.session.state
        assert bool(s.kessel[number]) == (at == turn), "another pocket"
        cuts.append(walk.before_last())
        places.append(GAME.grid.number(s.place[number]))
        steps.append(s.steps[number])
    return Pocket(cuts[0], cuts[1], unit, (places[0], places[1]), (steps[0], steps[1]))


@cache
def turn(seed: int = 3) -> str:
    """The Soviet player begins turn 2."""
    walk = Walk(GAME, "cut-the-line", seed, busily)
    return walk.go(lambda session: session.state.turn == 2 and session.state.segment == 1).record()


@cache
def attack(seed: int = 1) -> str:
    """A Soviet attack: the hex is named, units are not."""
    return Walk(GAME, "cut-the-line", seed, busily).go(lambda each: step_of(each) == ("soviet", "attack")).record()


@cache
def movement(seed: int = 1) -> str:
    """A German movement phase."""
    return Walk(GAME, "cut-the-line", seed, busily).go(lambda each: step_of(each) == ("german", "movement")).record()


@cache
def boxes(seed: int = 1) -> tuple[Cut, str]:
    """A side has moved a unit from the administrative box to the map, and is asked about moves the other way: before
    and after that pick."""
    walk = Walk(GAME, "campaign", seed, busily)
    walk.go(lambda each: each.state.stack[-1].step == "to_box" and bool(each.entries))
    return walk.before_last(), walk.record()
