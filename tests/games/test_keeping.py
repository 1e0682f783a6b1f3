"""Scenes that keep what has not changed are the scenes made from nothing, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, cast

import pytest

from games.shown import SHOWN
from stavka import games
from stavka.engine.agent import Sight
from stavka.engine.columns import Column, ColumnsMeta
from stavka.engine.kinds import numbered
from stavka.engine.session import Session
from stavka.engine.state import UnitState
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
    """Some positions of every step."""
    return [s for found in SHOWN[key].positions().values() for s in found[:each]]


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


@EACH
def test_a_kept_scene_is_the_scene_made_from_nothing(key: str) -> None:
    game, show = SHOWN[key].game, SHOWN[key].show
    scenarios = [each["key"] for each in games.about(key)["scenarios"]]
    for scenario in scenarios:
        drawings = {seat: Drawing() for seat in SEATS}
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
        drawings = {seat: Drawing() for seat in SEATS}
        for s in found[: LOOKS // len(by_scenario)]:
            for seat, drawing in drawings.items():
                kept = show.scene(game.see(s, seat), Moment(), "en", drawing)
                assert kept == show.scene(game.see(s, seat), Moment(), "en")


# -- declarations -----------------------------------------------------------------------------------------------------

PARTS = ("title", "turn", "phase", "points", "tracks", "marks", "owners", "boxes", "secrets")
OF_A_SIGHT = ("boxes", "secrets")


def tracked(s: UnitState) -> tuple[Any, set[str]]:
    """A copy of a position that notes which of its columns are read."""
    read: set[str] = set()

    def note(self: Any, name: str) -> Any:
        read.add(name)
        return super(noting, self).__getattribute__(name)

    noting: Any = ColumnsMeta("Noting", (type(s),), {"__slots__": (), "__getattribute__": note})
    copy = s.clone()
    copy.__class__ = noting
    return copy, read


def needed(s: UnitState, copy: UnitState, read: set[str]) -> set[str]:
    """The columns of a position that have been read of its copy. What was worked out there and kept follows from
    others, which are noted: caches, and what is derived when somebody asks."""
    read = read.copy()

    def is_kept(name: str, column: Column) -> bool:
        is_cache = column.is_cache or (not column.write and column.copy == column.empty)
        return is_cache or (not column.write and getattr(s, name) != getattr(copy, name))

    kept = {name for name, column in type(s).columns.items() if is_kept(name, column)}
    return read & {*type(s).columns, "stack", "result"} - kept


def declared(staging: Any) -> Iterator[Callable[..., Any]]:
    """The parts that say what they are made of."""
    for name in PARTS:
        part = getattr(staging.hexes, name, None) or getattr(staging.status, name)
        if sources_of(part) is not None:
            yield part


@EACH
def test_a_part_reads_nothing_but_what_it_declares(key: str) -> None:
    game, show = SHOWN[key].game, cast("Any", SHOWN[key].show)
    v = show.voice("en")
    for s in positions(key, 3):
        for seat in SEATS:
            sight: Sight[Any] = game.see(s, seat)
            plain = game.from_json(sight.position.to_json())  # in which nothing has been worked out
            for part in declared(show.staging):
                sight.position, read = tracked(plain)
                list(part(v, sight if part.__name__ in OF_A_SIGHT else sight.position))
                found = needed(plain, sight.position, read)
                sight.position, read = tracked(plain)
                sources = sources_of(part) or ()
                names = {source for source in sources if isinstance(source, str)}
                for source in sources:
                    if not isinstance(source, str):
                        source(v, sight)
                allowed = names | needed(plain, sight.position, read)
                assert found <= allowed, (part.__name__, found - allowed)


@EACH
def test_counters_read_nothing_but_what_decides_their_looks(key: str) -> None:
    game, units = SHOWN[key].game, cast("Any", SHOWN[key].show).staging.units
    for s in positions(key, 2):
        copy, allowed = tracked(s)
        looks = units.looks(game, copy)
        copy, read = tracked(s)
        for hex_ in units.in_hexes(game, copy):
            units.stack(game, copy, hex_)
        for unit, place in numbered(looks.places):
            units.scene_unit(game, copy, unit, place, 0, [])
        assert needed(s, copy, read) <= allowed | {"at"}
