"""Scenes that keep what has not changed are the scenes made from nothing, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache, partial, reduce
from operator import or_
from random import Random
from typing import Any, NamedTuple, cast

import pytest

from games.shown import SHOWN
from stavka import games
from stavka.engine.agent import Sight
from stavka.engine.columns import Column, ColumnsMeta
from stavka.engine.kinds import numbered
from stavka.engine.machine import Game
from stavka.engine.session import Session
from stavka.engine.state import UnitState
from stavka.scenes.counters import Looks, scene_units
from stavka.scenes.keeping import Drawing, sources_of
from stavka.scenes.scene import Moment, waiting

EACH = pytest.mark.parametrize("key", list(SHOWN))
SEATS = (None, 0, 1)
LOOKS = 120
"""How often scenes are compared in the games of one key."""
MOST_PICKS = 24
"""The most picks between two comparisons."""


# -- random games -----------------------------------------------------------------------------------------------------


def positions(key: str, each: int) -> list[Any]:
    """Some positions of every step, and the start of every scenario."""
    starts = [games.load(key).new(scenario["key"]) for scenario in games.about(key)["scenarios"]]
    return [*starts, *(s for found in SHOWN[key].positions().values() for s in found[:each])]


def act(session: Session[Any], rng: Random) -> None:
    """A pick at random, or a takeback."""
    offer = rng.choice(session.offers())
    if rng.random() < 0.2 and session.can_undo(offer.seat):
        session.undo(offer.seat)
    else:
        session.play(offer.seat, rng.choice(list(offer)))


def walked(key: str, scenario: str, looks: int) -> Iterator[Session[Any]]:
    """The positions of a random game with takebacks, at intervals."""
    rng, session = Random(f"{key} {scenario}"), Session(games.load(key), scenario, seed=scenario)
    for _ in range(looks):
        for _ in range(rng.choice((1, 1, 2, rng.randint(1, MOST_PICKS)))):
            if not session.state.result:
                act(session, rng)
        yield session


def beside_each_other() -> dict[int | None, Drawing]:
    """A drawing for each seat, all of one table."""
    found: dict[int | None, Drawing] = {}
    found.update((seat, Drawing(found.values())) for seat in SEATS)
    return found


@EACH
def test_a_kept_scene_is_the_scene_made_from_nothing(key: str) -> None:
    game, show = SHOWN[key].game, SHOWN[key].show
    scenarios = [each["key"] for each in games.about(key)["scenarios"]]
    for scenario in scenarios:
        drawings = beside_each_other()
        for session in walked(key, scenario, LOOKS // len(scenarios)):
            for seat, drawing in drawings.items():
                offer = None if seat is None else session.offer(seat)
                now = Moment(1, offer, waiting=waiting(game, session.state, seat))
                kept = show.scene(game.see(session.state, seat), now, "en", drawing)
                assert kept == show.scene(game.see(session.state, seat), now, "en")


@EACH
def test_it_is_so_between_any_two_positions(key: str) -> None:
    """A single pick changes little: between these positions almost everything changes."""
    game, show, rng = SHOWN[key].game, SHOWN[key].show, Random(3)
    by_scenario: dict[str, list[Any]] = {}
    for s in positions(key, 8):
        by_scenario.setdefault(s.scenario, []).append(s)
    for found in by_scenario.values():
        rng.shuffle(found)
        drawings = beside_each_other()
        for s in found[: LOOKS // len(by_scenario)]:
            for seat, drawing in drawings.items():
                kept = show.scene(game.see(s, seat), Moment(), "en", drawing)
                assert kept == show.scene(game.see(s, seat), Moment(), "en")


# -- declarations -----------------------------------------------------------------------------------------------------

OF_A_SIGHT = ("boxes", "secrets")


def tracked(s: UnitState) -> tuple[Any, set[str]]:
    """A copy of a position that notes which of its columns are read."""
    read: set[str] = set()

    def note(self: Any, name: str) -> Any:
        read.add(name)
        return super(noting, self).__getattribute__(name)

    noting: Any = ColumnsMeta("Noting", (type(s),), {"__slots__": (), "__getattribute__": note})
    clone = s.clone()
    clone.__class__ = noting
    return clone, read


def needed(s: UnitState, clone: UnitState, read: set[str]) -> set[str]:
    """The columns of a position that have been read of its copy. What was worked out there and kept follows from
    others, which are noted: caches, and what is derived when somebody asks."""
    read = read.copy()

    def is_kept(name: str, column: Column) -> bool:
        is_cache = column.is_cache or (not column.write and column.copy == column.empty)
        return is_cache or (not column.write and getattr(s, name) != getattr(clone, name))

    kept = {name for name, column in type(s).columns.items() if is_kept(name, column)}
    return read & {*type(s).columns, "stack", "result"} - kept


class Asked(Drawing):
    """A drawing that notes the parts that it could keep."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Callable[..., Any]] = []

    def part(self, declared: Callable[..., Any], v: object, sight: Sight[Any], make: Callable[[], Any]) -> Any:
        self.asked.append(declared)
        return super().part(declared, v, sight, make)


def declared(key: str) -> list[Callable[..., Any]]:
    """The parts of a game's scenes that say what they are made of."""
    drawing, game = Asked(), SHOWN[key].game
    SHOWN[key].show.scene(game.see(positions(key, 1)[0], None), Moment(), "en", drawing)
    return [part for part in drawing.asked if sources_of(part) is not None]


def noted(sight: Sight[Any], read: set[str]) -> Sight[Any]:
    """A sight that notes what is read of it beside its position: a seat's own secrets. Its seat never changes."""
    own = {name for name, value in vars(sight).items() if not isinstance(value, Game)} - {"position", "seat"}

    def note(self: Any, name: str) -> Any:
        if name in own:
            read.add(f"sight.{name}")
        return super(noting, self).__getattribute__(name)

    noting: Any = type("Noting", (type(sight),), {"__getattribute__": note})
    seen = copy(sight)
    seen.__class__ = noting
    return seen


def reads(game: Game[Any], sight: Sight[Any], read_by: Callable[[Sight[Any]], object]) -> set[str]:
    """What is read of a sight."""
    plain = game.from_json(sight.position.to_json())  # in which nothing has been worked out
    position, columns = tracked(plain)
    of_sight: set[str] = set()
    seen = noted(sight, of_sight)
    seen.position = position
    read_by(seen)
    return needed(plain, position, columns) | of_sight


class Found(NamedTuple):
    """What a part has read of a position, and what each of its sources covers there."""

    read: set[str]
    sources: list[set[str]]


def made_of(part: Callable[..., Any], v: object, sight: Sight[Any]) -> object:
    """The part itself, made in full."""
    return list(part(v, sight if part.__name__ in OF_A_SIGHT else sight.position))


@cache
def found(key: str) -> dict[str, list[Found]]:
    """For each part that says what it is made of, what it has read in some positions."""
    game, show = SHOWN[key].game, cast("Any", SHOWN[key].show)
    v = show.voice("en")
    sights = [game.see(s, seat) for s in positions(key, 3) for seat in SEATS]

    def read_of(part: Callable[..., Any], sight: Sight[Any]) -> Found:
        sources = sources_of(part) or ()
        each = [{source} if isinstance(source, str) else reads(game, sight, partial(source, v)) for source in sources]
        return Found(reads(game, sight, partial(made_of, part, v)), each)

    return {part.__name__: [read_of(part, sight) for sight in sights] for part in declared(key)}


@EACH
def test_a_part_reads_nothing_but_what_it_declares(key: str) -> None:
    for name, looks in found(key).items():
        for each in looks:
            allowed = set[str]().union(*each.sources)
            assert each.read <= allowed, (name, each.read - allowed)


@EACH
def test_no_declaration_could_be_left_out_unnoticed(key: str) -> None:
    """The test above sees only what is read in its positions: each source must be needed in one of them."""
    for name, looks in found(key).items():
        for number in range(len(looks[0].sources)):
            without = [(each.read, each.sources[:number] + each.sources[number + 1 :]) for each in looks]
            assert any(not read <= set[str]().union(*rest) for read, rest in without), (name, number)


@EACH
def test_counters_read_nothing_but_what_decides_their_looks(key: str) -> None:
    game, units = SHOWN[key].game, cast("Any", SHOWN[key].show).staging.units
    for s in positions(key, 2):
        seen, allowed = tracked(s)
        looks = units.looks(game, seen)
        seen, read = tracked(s)
        make_counters(game, units, seen, looks)
        assert needed(s, seen, read) <= allowed | {"at"}


# -- counters, when one column changes --------------------------------------------------------------------------------


@cache
def changed_alone(key: str) -> list[tuple[str, Any, Any]]:
    """Positions and what they are when one column that counters depend on changes, and nothing else: as it is in
    another position; where it is the same in all, all units that show something else are in it."""
    game, units = SHOWN[key].game, cast("Any", SHOWN[key].show).staging.units
    some, pairs = positions(key, 2), []
    for n, s in enumerate(some):
        for name in sorted(read_of_counters(game, units, s) - {"place", "at"}):
            value = getattr(s, name)
            others = (getattr(other, name) for other in some[n + 1 :] + some[:n])
            other = next((each for each in others if each != value), None)
            if other is None and isinstance(value, int):
                other = reduce(or_, units.looks(game, s).states.values(), value)
            if isinstance(other, (int, bytearray)) and other != value:
                t = s.clone()
                setattr(t, name, other)
                t.forget()
                pairs.append((name, s, t))
    return pairs


def read_of_counters(game: Game[Any], units: Any, s: Any) -> set[str]:
    """The columns that decide about counters, by what says so and by what is read when they are made."""
    seen, said = tracked(s)
    looks = units.looks(game, seen)
    seen, read = tracked(s)
    make_counters(game, units, seen, looks)
    return said | needed(s, seen, read) - {"stack", "result"}


def make_counters(game: Game[Any], units: Any, s: Any, looks: Looks) -> None:
    for hex_ in units.in_hexes(game, s):
        units.stack(game, s, hex_)
    for unit, place in numbered(looks.places):
        units.scene_unit(game, s, unit, place, 0, [])


class Forgetful:
    """The counters of a game, which do not say one thing on which their looks depend."""

    def __init__(self, units: Any, part: str, number: int) -> None:
        self.units, self.part, self.number = units, part, number

    def __getattr__(self, name: str) -> Any:
        return getattr(self.units, name)

    def looks(self, g: Any, s: Any) -> Looks:
        looks: Looks = self.units.looks(g, s)
        said = getattr(looks, self.part)
        return looks._replace(**{self.part: said[: self.number] + said[self.number + 1 :]})


def wrong_counters(key: str, units: Any) -> Iterator[str]:
    """The columns after whose change alone kept counters are not as new ones would be."""
    game, right = SHOWN[key].game, cast("Any", SHOWN[key].show).staging.units
    for name, before, after in changed_alone(key):
        drawing = Drawing()
        scene_units(units, game, before, drawing)
        if scene_units(units, game, after, drawing) != scene_units(right, game, after):
            yield name


@EACH
def test_counters_change_with_any_one_column(key: str) -> None:
    assert set(wrong_counters(key, cast("Any", SHOWN[key].show).staging.units)) == set()


@EACH
def test_nothing_that_decides_looks_could_be_left_out_unnoticed(key: str) -> None:
    """Each row, set and value of a game's `looks` is needed in some position; flags show what is in them."""
    game, units = SHOWN[key].game, cast("Any", SHOWN[key].show).staging.units
    looks = units.looks(game, positions(key, 1)[0])
    for part in ("rows", "sets", "whole"):
        for number in range(len(getattr(looks, part))):
            assert any(wrong_counters(key, Forgetful(units, part, number))), (part, number)
