"""Whatever is not offered has a reason, and the reason is true.

The first part demands of every unit, hex and option, in positions of every step, that it is either offered or refused
with a rule that exists and a sentence. The second part checks the reasons of the common steps one by one against slow
answers (`plain.py`) that share no code with the rules: what a reason says must be so, and a reason that nobody checks
is a fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from copy import copy
from functools import cached_property
from itertools import count
from typing import Any

import pytest

from games.traces.plain import Plain
from games.traces.walks import GAME, Walk, collected, starved, wild
from stacks import top_frame
from stavka.engine.kinds import Option, Unit, indices
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.state import below
from stavka.games import folder
from stavka.games.traces.game import Traces
from stavka.games.traces.rules.c02_components.headquarters import Relocating
from stavka.games.traces.rules.c10_combat.advance import Advancing
from stavka.games.traces.rules.c10_combat.frames import Retreating
from stavka.games.traces.state import DUE, SOVIET, Position
from stavka.hexes import Hex

STEPS = sorted({name for name, step in GAME.steps.items() if {"offer", "offers"} & vars(type(step)).keys()} | {"over"})
UNITS: list[Pick] = [(UNIT, unit) for unit in indices(GAME.unit_ids)]
HEXES: list[Pick] = [(HEX, hex_) for hex_ in GAME.grid.bits(GAME.grid.all)]
OPTIONS: list[Pick] = [(OPTION, option) for option in indices(GAME.option_names)]


def find(step: str, fits: Callable[[Position], bool]) -> Position:
    """The first position of random games in which a step waits and something holds."""
    games = (Walk(seed) for seed in count(1000))
    return next(s.clone() for game in games for s in game if not s.result and s.stack[-1].step == step and fits(s))


def at(step: str, number: int = 24, game: Traces = GAME) -> list[Position]:
    found = collected() if game is GAME else collected(game=game)
    return found.get(step, [])[:number]


@pytest.fixture
def offers_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position is asked thousands of questions: its offers are worked out once."""
    kept: dict[tuple[int, int], tuple[Position, Offer | None]] = {}
    whole = Traces.offer

    def keep(g: Traces, s: Position, seat: int) -> Offer | None:
        known = kept.get((id(s), seat))
        if known is None or known[0] is not s:
            known = kept[id(s), seat] = s, whole(g, s, seat)
        return known[1]

    monkeypatch.setattr(Traces, "offer", keep)


# -- there is a reason ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("offers_kept")
@pytest.mark.parametrize("step", STEPS)
def test_everything_is_offered_or_has_a_reason(step: str) -> None:
    for s in at(step, 5):
        before = s.digest()
        for seat in (0, 1):
            offer = GAME.offer(s, seat)
            for pick in UNITS + HEXES + OPTIONS:
                reason = GAME.why(s, seat, pick)
                assert (reason is None) == (offer is not None and pick in offer)
                if reason is not None:
                    assert reason.rule in GAME.catalogue.rules, reason
                    assert re.fullmatch(r"\S.*[.?]", reason.text), reason
        assert s.digest() == before


def test_the_rule_of_every_step_is_in_the_catalogue() -> None:
    for name, step in GAME.steps.items():
        assert step.rule in GAME.catalogue.rules, name
    assert GAME.end_rule in GAME.catalogue.rules


def test_every_rule_that_a_reason_may_name_is_in_the_catalogue() -> None:
    """All rules that reasons cite, including those that no random game reaches."""
    text = "".join(path.read_text("utf-8") for path in folder("traces").rglob("*.py"))
    cited = set(re.findall(r'because\(\s*"([^"]+)"', text))
    assert len(cited) > 40
    assert cited - set(GAME.catalogue.rules) == set()


# -- the reason is true ---------------------------------------------------------------------------------------------


class Case:
    """One refused pick of one position."""

    def __init__(self, s: Position, seat: int, pick: Pick, reason: Reason, plain: Plain) -> None:
        self.s, self.seat, self.pick, self.reason, self.plain = s, seat, pick, reason, plain
        self.frame = top_frame(s)
        self.side = GAME.sides[GAME.side_of(s, seat)]
        kind, index = pick
        self.hex = GAME.grid.number(Hex(index)) if kind == HEX else ""
        self.unit = GAME.unit_ids[Unit(index)] if kind == UNIT else ""
        self.option = GAME.option_names[Option(index)] if kind == OPTION else ""

    @property
    def numbers(self) -> list[float]:
        return [float(word) for word in re.findall(r"\d+(?:\.\d+)?", self.reason.text)]

    @property
    def subject(self) -> str:
        """The unit that moves, retreats, advances, relocates or is placed."""
        unit: Unit = self.frame.hq if isinstance(self.frame, Relocating) else self.frame.unit
        return GAME.unit_ids[unit]

    @property
    def here(self) -> str:
        return self.plain.where[self.subject]

    @property
    def origin(self) -> str:
        return GAME.grid.number(self.frame.origin)

    @property
    def points(self) -> float:
        return float(self.frame.half_points / 2)

    @cached_property
    def reach(self) -> dict[str, int]:
        key = (id(self.s), "reach")
        if key not in KEPT:
            KEPT[key] = (
                self.s,
                self.plain.reach(
                    self.side, self.here, self.origin, int(self.points), has_left=bool(self.frame.has_left)
                ),
            )
        found: dict[str, int] = KEPT[key][1]
        return found

    @property
    def own_near(self) -> list[str]:
        """The seat's units next to a hex, or to the attacked one."""
        near = self.plain.neighbours(self.hex or self.target)
        return [unit for a in near for unit in self.plain.units_of(self.side, a)]

    @property
    def target(self) -> str:
        frame = self.frame
        return GAME.grid.number(frame.origin if isinstance(frame, Retreating) else frame.target)

    def fresh(self, units: list[str], target: str) -> list[str]:
        """The units that could attack a hex."""
        plain = self.plain
        return [
            u
            for u in units
            if plain.has("activated", u)
            and not plain.has("fought", u)
            and plain.adjacent(plain.where[u], target)
            and not plain.blocked(plain.where[u], target)
        ]


KEPT: dict[tuple[int, str], tuple[Any, Any]] = {}
Check = Callable[[Case], bool]


# movement, 9

MOVEMENT: dict[tuple[str, str], Check] = {
    ("9.0a", "Only your units on the map"): lambda c: c.plain.side(c.unit) != c.side or c.unit not in c.plain.where,
    ("4.3.1a", "not activated"): lambda c: not c.plain.has("activated", c.unit),
    ("9.0b", "has finished its move"): lambda c: c.plain.has("moved", c.unit),
    ("9.1b", "cannot enter any adjacent hex"): lambda c: nowhere_to_go(c) and c.numbers == [allowance(c.plain, c.unit)],
    ("8.2c", "has no Movement Points"): lambda c: c.plain.has("isolated", c.unit) and allowance(c.plain, c.unit) == 0,
}


def allowance(plain: Plain, unit: str) -> int:
    return plain.printed(unit, "move") // (2 if plain.has("isolated", unit) else 1)


def nowhere_to_go(c: Case) -> bool:
    here = c.plain.where[c.unit]
    return set(c.plain.reach(c.side, here, here, allowance(c.plain, c.unit), has_left=False)) == {here}


def last_step_barred(c: Case, rule: str) -> bool:
    """From a hex next to this one, which the unit can reach, it has the points for the step and the rule forbids it.
    A step from where it is may be too expensive as well."""
    for a in c.plain.neighbours(c.hex):
        if a in c.reach and c.plain.bar(c.side, c.origin, a, c.hex, has_left=bool(c.frame.has_left)) == rule:
            if rule in ("9.1d", "9.0e", "9.3b") or a == c.here:
                return True
            if c.reach[a] + c.plain.price(c.side, a, c.hex) <= c.points:
                return True
    return False


def is_step(c: Case) -> bool:
    return c.plain.adjacent(c.here, c.hex)


def step_price(c: Case) -> bool:
    """Too expensive: C MP plus L to leave and E to enter Zones of Control, P left."""
    *costs, left = c.numbers
    return is_step(c) and left == c.points < sum(costs) == c.plain.price(c.side, c.here, c.hex)


MOVE: dict[tuple[str, str], Check] = {
    ("9.1b", "The unit is already in that hex"): lambda c: c.here == c.hex,
    ("5.0f", "An enemy unit"): lambda c: c.plain.enemy_in(c.side, c.hex),
    ("9.0d", "stacking limit"): lambda c: c.plain.is_full(c.subject, c.hex) and would_reach(c),
    ("9.0e", "Blocked hexside"): lambda c: is_step(c) and c.plain.blocked(c.here, c.hex),
    ("9.3b", "from one enemy Zone of Control to another"): lambda c: last_step_barred(c, "9.3b"),
    ("9.1d", "must begin its move adjacent to it"): lambda c: last_step_barred(c, "9.1d"),
    ("9.3d", "from one enemy Zone of Control to another"): lambda c: last_step_barred(c, "9.3d"),
    ("9.3c", "must begin its move adjacent to it"): lambda c: last_step_barred(c, "9.3c"),
    ("9.1b", "Too far"): lambda c: c.hex not in c.reach and c.numbers == [c.points],
    ("9.1b", "Too expensive"): step_price,
    ("9.3a", "Too expensive"): lambda c: step_price(c) and (in_ezoc(c, c.here) or in_ezoc(c, c.hex)),
    ("9.2b", "follows the Road"): lambda c: bool(c.frame.is_strategic) and not c.plain.road_hex(c.hex),
    ("9.2c", "may not enter an enemy Zone"): lambda c: bool(c.frame.is_strategic) and in_ezoc(c, c.hex),
    ("9.2a", "along the Road"): lambda c: c.hex not in along_road(c) and c.numbers == [c.points],
    ("9.0b", "must finish its move first"): lambda c: c.unit in GAME.unit_ids,
    ("2.3d", "Only HQs can relocate"): lambda c: c.plain.unit[c.subject].type != "hq",
    ("9.0c", "has already begun another kind of movement"): lambda c: bool(c.frame.is_strategic or c.frame.has_left),
    ("9.0c", "is already using Strategic Movement"): lambda c: c.option == "strategic" and bool(c.frame.is_strategic),
    ("9.2b", "starts in a Road hex"): lambda c: not c.plain.road_hex(c.here),
    ("9.2c", "may not start in an enemy Zone"): lambda c: in_ezoc(c, c.here),
    ("2.3e", "No hex meets"): lambda c: not relocation_hexes(c),
}


def in_ezoc(c: Case, a: str) -> bool:
    return c.plain.in_ezoc(c.side, a)


def enemy_city(c: Case, a: str) -> bool:
    return c.plain.is_city(a) and c.plain.owner(a) != c.side


def along_road(c: Case) -> set[str]:
    return c.plain.roads(c.side, c.here, int(2 * c.points))


def would_reach(c: Case) -> bool:
    return c.hex in (along_road(c) if c.frame.is_strategic else c.reach)


def relocation_hexes(c: Case) -> list[str]:
    return [
        a
        for a in c.plain.terrain
        if c.plain.distance(a, c.origin) >= 5
        and not in_ezoc(c, a)
        and not enemy_city(c, a)
        and c.plain.may_trace_from(c.side, a)
    ]


# combat, 10.0 to 10.2

COMBAT: dict[tuple[str, str], Check] = {
    ("10.0a", "No enemy unit is in that hex"): lambda c: not c.plain.enemy_in(c.side, c.hex),
    ("10.0f", "has already been attacked"): lambda c: bool(c.s.attacked >> c.pick[1] & 1),
    ("10.0a", "None of your units is adjacent"): lambda c: not c.own_near,
    ("10.0d", "are not activated"): lambda c: not any(c.plain.has("activated", u) for u in c.own_near),
    ("10.0b", "have already fought"): lambda c: all(
        c.plain.has("fought", u) for u in c.own_near if c.plain.has("activated", u)
    ),
    ("10.0i", "Blocked hexside"): lambda c: bool(c.own_near) and not c.fresh(c.own_near, c.hex),
    ("10.2m", "Even with all units"): lambda c: too_weak(c, c.fresh(c.own_near, c.hex), c.hex),
    ("10.2n", "no Attack Strength"): lambda c: c.plain.totals(c.fresh(c.own_near, c.hex), c.hex)[:2] == (0, 0),
}


def too_weak(c: Case, units: list[str], target: str) -> bool:
    *numbers, _, _ = c.numbers
    return tuple(numbers) == c.plain.totals(units, target) and not c.plain.may_be_attacked(units, target)


def attackers(c: Case) -> list[str]:
    return [GAME.unit_ids[Unit(i)] for i in indices(GAME.unit_ids) if c.frame.attackers >> i & 1]


ATTACK: dict[tuple[str, str], Check] = {
    ("10.1a", "already in the attack"): lambda c: c.unit in attackers(c),
    ("10.0a", "Only your units on the map"): lambda c: c.plain.side(c.unit) != c.side or c.unit not in c.plain.where,
    ("10.0a", "not adjacent"): lambda c: not c.plain.adjacent(c.plain.where[c.unit], c.target),
    ("10.0d", "not activated"): lambda c: not c.plain.has("activated", c.unit),
    ("10.0b", "has already fought"): lambda c: c.plain.has("fought", c.unit),
    ("10.0i", "Blocked hexside"): lambda c: c.plain.blocked(c.plain.where[c.unit], c.target),
    ("10.2m", "must be 1-1 or better"): lambda c: (
        bool(attackers(c)) and not c.plain.may_be_attacked(attackers(c), c.target)
    ),
    ("10.1a", "Choose at least one attacking unit"): lambda c: not attackers(c),
    ("10.0g", "All units that can attack"): lambda c: set(attackers(c)) == set(c.fresh(c.own_near, c.target)),
}


# retreat, 10.4


def been(c: Case) -> list[str]:
    return [GAME.grid.number(hex_) for hex_ in c.frame.been]


def judged(c: Case) -> tuple[tuple[int, bool, bool] | None, tuple[int, bool, bool]]:
    """The key of the best path through the hex, and that of the best path of all."""
    paths = c.plain.retreats(c.subject, been(c), c.frame.hexes_left, c.frame.leg)
    through = [key for key, path in paths if path[len(been(c))] == c.hex]
    return min(through, default=None), min(key for key, _ in paths)


def no_path(c: Case) -> bool:
    return judged(c)[0] is None and not c.plain.retreat_bar(c.side, been(c), c.hex)


def worse(c: Case, *where: int) -> bool:
    """The best path through the hex is worse than the best of all, first in one of these respects."""
    through, best = judged(c)
    assert through is not None
    return next(i for i in range(3) if through[i] != best[i]) in where


RETREAT: dict[tuple[str, str], Check] = {
    ("10.4a", "Only units affected"): lambda c: (
        c.unit not in c.plain.here.get(c.target, []) or not c.frame.units >> c.pick[1] & 1
    ),
}
RETREAT_PATH: dict[tuple[str, str], Check] = {
    ("10.4a", "adjacent to the last"): lambda c: not c.plain.adjacent(c.here, c.hex),
    ("10.4m", "enemy-occupied"): lambda c: c.plain.enemy_in(c.side, c.hex),
    ("10.4d", "a hex it has left"): lambda c: c.hex in been(c),
    ("10.4l", "between two enemy Zones"): lambda c: c.plain.retreat_bar(c.side, been(c), c.hex) == "10.4l",
    ("10.4k", "only as the first hex"): lambda c: c.plain.retreat_bar(c.side, been(c), c.hex) == "10.4k",
    ("10.4m", "Blocked hexside"): lambda c: c.plain.blocked(c.here, c.hex),
    ("10.4m", "could not complete its retreat"): no_path,
    ("10.4d", "fewer hexes in enemy Zones"): lambda c: worse(c, 0),
    ("10.4f", "closer to a Supply Source"): lambda c: worse(c, 1),
    ("10.4f", "within the stacking limit"): lambda c: worse(c, 2),
}


# advance, 10.5


def trail(c: Case) -> list[Hex]:
    advance = c.frame if isinstance(c.frame, Advancing) else below(c.s, Advancing)
    steps: list[Hex] = advance.trail
    return steps


def went_from(c: Case, unit: str) -> bool:
    """A Combat Unit has advanced from the hex of this HQ."""
    return c.plain.where[unit] in [GAME.grid.number(a) for a in trail(c)[::2]]


def room_nowhere(c: Case) -> bool:
    plain, target = c.plain, c.target
    beyond = [a for a in plain.neighbours(target) if not plain.enemy_in(c.side, a) and plain.where[c.unit] != a]
    mechanised = plain.unit[c.unit].type in ("armour", "mechanised infantry")
    free = [a for a in beyond if not plain.blocked(target, a) and not plain.unbridged(target, a)] if mechanised else []
    if plain.unbridged(plain.where[c.unit], target) or plain.unit[c.unit].type == "hq":
        free = []
    return plain.is_full(c.unit, target) and all(plain.is_full(c.unit, a) for a in free)


ADVANCE: dict[tuple[str, str], Check] = {
    ("10.5a", "Only units of this attack"): lambda c: not c.frame.units >> c.pick[1] & 1,
    ("10.5d", "An HQ advances only with"): lambda c: c.plain.unit[c.unit].type == "hq" and not went_from(c, c.unit),
    ("10.5n", "stacking limit"): room_nowhere,
}


def attacked(c: Case) -> str:
    return GAME.grid.number(below(c.s, Advancing).target)


ADVANCE_UNIT: dict[tuple[str, str], Check] = {
    ("10.5n", "stacking limit"): lambda c: c.plain.is_full(c.subject, c.hex),
    ("10.5g", "at most one hex beyond"): lambda c: c.hex != attacked(c) and not c.plain.adjacent(attacked(c), c.hex),
    ("10.5d", "An HQ follows"): lambda c: (
        c.plain.unit[c.subject].type == "hq" and GAME.grid.index(c.hex) not in trail(c)[1::2]
    ),
    ("10.5b", "one hex"): lambda c: c.plain.unit[c.subject].type not in ("armour", "mechanised infantry"),
    ("10.5j", "must stop in the attacked hex"): lambda c: c.plain.unbridged(c.here, attacked(c)),
    ("5.0f", "An enemy unit"): lambda c: c.plain.enemy_in(c.side, c.hex),
    ("10.5k", "may not be crossed into the second hex"): lambda c: c.plain.unbridged(attacked(c), c.hex),
    ("10.5m", "Blocked hexside"): lambda c: c.plain.blocked(attacked(c), c.hex),
}


# placement, 2.3 and 11

RELOCATE: dict[tuple[str, str], Check] = {
    ("5.0f", "An enemy unit"): lambda c: c.plain.enemy_in(c.side, c.hex),
    ("2.3e", "into an enemy Zone of Control"): lambda c: in_ezoc(c, c.hex),
    ("5.0e", "Another HQ"): lambda c: c.plain.is_full(c.subject, c.hex),
    ("8.1e", "The enemy controls that City"): lambda c: enemy_city(c, c.hex),
    ("2.3e", "No Supply Line"): lambda c: not c.plain.may_trace_from(c.side, c.hex),
    ("2.3e", "from the HQ's former hex"): lambda c: (
        c.numbers[0] == c.plain.distance(left(c), c.hex) < 5 == c.numbers[1]
    ),
}


def left(c: Case) -> str:
    return GAME.grid.number(c.frame.origin)


PLACE: dict[tuple[str, str], Check] = {
    ("11.0b", "in Railroad hexes"): lambda c: not c.plain.rail_hex(c.hex),
    ("11.0b", "An enemy unit"): lambda c: c.plain.enemy_in(c.side, c.hex),
    ("11.0c", "in an enemy Zone of Control"): lambda c: in_ezoc(c, c.hex),
    ("11.0b", "No open Railroad"): lambda c: c.hex not in c.plain.railhead(c.side),
    ("11.0d", "stacking limit"): lambda c: c.plain.is_full(c.subject, c.hex),
}
REINFORCEMENTS: dict[tuple[str, str], Check] = {
    ("11.1a", "not a reinforcement due now"): lambda c: (
        c.s.place[Unit(c.pick[1])] != -3 or c.plain.side(c.unit) != c.side
    ),
    ("11.1d", "No unit of its type"): lambda c: not replaceable(c, c.unit),
    ("11.0b", "No Railroad hex"): lambda c: all(c.plain.is_full(c.unit, a) for a in c.plain.railhead(c.side)),
    ("11.0a", "must be placed first"): lambda c: (
        c.option == "done"
        and any(not GAME.replacements >> u & 1 for u in range(len(c.s.place)) if c.s.place[Unit(u)] == -3)
    ),
}


def replaceable(c: Case, unit: str) -> list[str]:
    kind = c.plain.unit[unit].type
    there = [u for u in c.plain.where if c.plain.side(u) == c.side and c.plain.unit[u].type == kind]
    return [u for u in there if not c.plain.marked(u)]


REPLACE: dict[tuple[str, str], Check] = {
    ("11.1d", "Only your units on the map"): lambda c: c.plain.side(c.unit) != c.side or c.unit not in c.plain.where,
    ("11.1d", "of the same type"): lambda c: c.plain.unit[c.unit].type != c.plain.unit[c.subject].type,
    ("11.1d", "Out of Supply or Isolated"): lambda c: c.plain.marked(c.unit),
}
AIRBORNE: dict[tuple[str, str], Check] = {
    ("5.0f", "An Axis unit"): lambda c: c.plain.enemy_in("soviet", c.hex),
    ("5.0c", "two Combat Units"): lambda c: c.plain.is_full(GAME.unit_ids[GAME.airborne_unit], c.hex),
    ("11.1g", "In Supply"): lambda c: all(
        c.plain.distance(a, c.hex) > 8
        for u, a in c.plain.where.items()
        if c.plain.side(u) == "soviet" and not c.plain.marked(u)
    ),
}
LOSSES: dict[tuple[str, str], Check] = {
    ("10.3d", "Only units affected"): lambda c: not c.frame.units >> c.pick[1] & 1 or c.unit not in c.plain.where,
}

CHECKS: dict[str, tuple[list[Pick], dict[tuple[str, str], Check]]] = {
    "movement": (UNITS, MOVEMENT),
    "move": (UNITS + HEXES + OPTIONS, MOVE),
    "combat": (HEXES, COMBAT),
    "attack": (UNITS + OPTIONS, ATTACK),
    "losses": (UNITS, LOSSES),
    "retreat": (UNITS, RETREAT),
    "retreat_path": (HEXES, RETREAT_PATH),
    "advance": (UNITS, ADVANCE),
    "advance_unit": (HEXES, ADVANCE_UNIT),
    "relocate": (HEXES, RELOCATE),
    "place": (HEXES, PLACE),
    "reinforcements": (UNITS + OPTIONS, REINFORCEMENTS),
    "replace": (UNITS, REPLACE),
    "airborne_drop": (HEXES, AIRBORNE),
}
ASKED = {  # options that the step knows; others are not asked for there, and are told so
    "move": {"stop", "strategic", "relocate"},
    "attack": {"attack", "all"},
    "reinforcements": {"done"},
}


def refusals(game: Traces, step: str, s: Position, picks: list[Pick]) -> list[Case]:
    (offer,) = game.offers(s)
    plain = Plain(game, s)
    found = []
    for pick in picks:
        if pick[0] == OPTION and GAME.option_names[pick[1]] not in ASKED[step]:
            continue
        reason = game.why(s, offer.seat, pick)
        if reason is not None:
            found.append(Case(s, offer.seat, pick, reason, plain))
    return found


def check_of(checks: dict[tuple[str, str], Check], reason: Reason) -> Check:
    found = [check for (rule, words), check in checks.items() if rule == reason.rule and words in reason.text]
    assert len(found) == 1, f"{len(found)} checks for {reason}"
    return found[0]


def some(cases: list[Case], most: int) -> list[Case]:
    """Few of each reason: the common ones would take all the time."""
    seen: Counter[tuple[str, str]] = Counter()
    chosen = []
    for case in cases[::-1] if len(cases) % 2 else cases:
        key = case.reason.rule, re.sub(r"[\d.]+", "", case.reason.text)
        seen[key] += 1
        if seen[key] <= most:
            chosen.append(case)
    return chosen


@pytest.mark.usefixtures("offers_kept")
@pytest.mark.parametrize("where", ["real", "wild", "starved"])
@pytest.mark.parametrize("step", CHECKS)
def test_reasons_are_true(step: str, where: str) -> None:
    game = {"real": GAME, "wild": wild(), "starved": starved()}[where]
    picks, checks = CHECKS[step]
    KEPT.clear()
    checked: Counter[tuple[str, str]] = Counter()
    for s in at(step, 24 if where == "real" else 12, game):
        for case in some(refusals(game, step, s, picks), 8):
            check = check_of(checks, case.reason)
            told = f"{step} {case.frame}: {case.unit or case.hex or case.option}: {case.reason}"
            assert check(case), told
            checked[case.reason.rule, case.reason.text[:20]] += 1
    assert checked or step == "airborne_drop"


# -- reasons that random games seldom bring up ----------------------------------------------------------------------


def reason_for(s: Position, pick: Pick) -> tuple[Reason, Case]:
    (offer,) = GAME.offers(s)
    reason = GAME.why(s, offer.seat, pick)
    assert reason is not None
    return reason, Case(s, offer.seat, pick, reason, Plain(GAME, s))


def test_a_replacement_finds_nobody_to_replace() -> None:
    s, unit = next(
        (s.clone(), unit)
        for s in at("reinforcements")
        for unit in indices(s.place)
        if s.place[Unit(unit)] == DUE and GAME.replacements >> unit & 1 and not GAME.offers(s)[0].options
    )
    s.oos = GAME.type_units[GAME.type[Unit(unit)]] & ~s.isolated
    reason, case = reason_for(s, (UNIT, unit))
    assert reason.rule == "11.1d" and check_of(REINFORCEMENTS, reason)(case)


def test_a_reinforcement_finds_no_railway() -> None:
    """All Railroad hexes that are joined to a Source are full: only Replacements can be placed."""
    s = find("reinforcements", lambda s: bool(GAME.offers(s)[0].units & GAME.replacements))
    s.full[SOVIET] = GAME.rail_hexes
    due = next(u for u in indices(s.place) if s.place[Unit(u)] == DUE and not GAME.replacements >> u & 1)
    reason, _ = reason_for(s, (UNIT, due))
    assert reason == ("11.0b", "No Railroad hex connected to a Supply Source has room for it.")
    assert GAME.offers(s)[0].options == GAME.DONE


def test_an_isolated_unit_may_have_no_movement_points() -> None:
    s = find("movement", lambda s: (GAME.offers(s)[0].units & GAME.combat_units).bit_count() > 1)
    unit = next(u for u in indices(s.place) if GAME.offers(s)[0].units & GAME.combat_units & 1 << u)
    s.isolated |= 1 << unit
    s.oos &= ~s.isolated
    top_frame(s).movable = -1
    one = [1 if u == unit else m for u, m in enumerate(GAME.values[s.converted].move[s.steps[Unit(unit)]])]
    moves = list(GAME.values[s.converted].move)
    moves[s.steps[Unit(unit)]] = one
    slow = GAME.values[s.converted]._replace(move=tuple(moves))
    game = copy(GAME)
    game.values = (slow, slow)
    game.settle(s)
    reason = game.why(s, game.offers(s)[0].seat, (UNIT, unit))
    assert reason == (
        "8.2c",
        "That unit has no Movement Points: its Movement Allowance is halved because it is Isolated.",
    )


def test_an_hq_may_have_nowhere_to_relocate() -> None:
    s = find("move", lambda s: bool(GAME.hq_units >> top_frame(s).unit & 1 and not top_frame(s).has_left))
    s.hq_at[GAME.side[top_frame(s).unit]] = GAME.grid.all
    reason, _ = reason_for(s, (OPTION, GAME.option_index("relocate")))
    assert reason == ("2.3e", "No hex meets the conditions for relocation.")
