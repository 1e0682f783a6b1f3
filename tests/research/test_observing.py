"""Observations: what they hold, worked out by hand, and that they hold nothing hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from games.walks import collected
from research.positions import EACH, positions, with_options
from stavka import games
from stavka.agents.features import Features
from stavka.engine.kinds import numbered, units_in
from stavka.research.observing import VERSION, Observation, Observer
from stavka.research.referee import kit

EXCHANGES = 3


def observer(key: str) -> Observer:
    return kit(key).observer


def same(a: Observation, b: Observation) -> list[str]:
    """The arrays in which two observations differ."""
    first: dict[str, Any] = a._asdict()
    return [name for name, array in b._asdict().items() if not np.array_equal(array, first[name])]


# -- secrets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", games.GAMES)
def test_observations_hold_nothing_hidden(key: str) -> None:
    """In positions of every step: with everything exchanged that a seat cannot see, its arrays are equal."""
    game, see = games.load(key), observer(key)
    shuffled = games.module(key, "checks.invariants").shuffled
    rng, exchanged = Random(key), 0
    for s in (*positions(key), *with_options(key)):
        for seat in range(len(game.sides)):
            decides = game.offer(s, seat) is not None
            seen = see.observe(s, seat, decides=decides)
            for _ in range(EXCHANGES):
                other = shuffled(game, s, seat, rng)
                exchanged += other != s
                found = same(seen, see.observe(other, seat, decides=game.offer(other, seat) is not None))
                assert found == [], (found, s.stack)
    assert exchanged >= 30


@pytest.mark.parametrize("key", games.GAMES)
def test_observing_changes_nothing(key: str) -> None:
    game = games.load(key)
    for s in positions(key)[:: EACH // 2]:
        before = s.digest()
        for seat in range(len(game.sides)):
            observer(key).observe(s, seat, decides=True)
        assert s.digest() == before


# -- what they hold -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", games.GAMES)
def test_arrays_have_a_name_for_every_field(key: str) -> None:
    game, see = games.load(key), observer(key)
    for s in positions(key)[::EACH]:
        seen = see.observe(s, 0, decides=True)
        assert seen.planes.shape == (len(see.planes), *see.shape)
        assert seen.units.shape == (len(game.unit_ids), len(see.columns))
        assert seen.tracks.shape == (len(see.tracks),)
    for fields in (see.planes, see.columns, see.tracks):
        assert len({field.name for field in fields}) == len(fields) and all(field.says for field in fields)


@pytest.mark.parametrize("key", games.GAMES)
def test_planes_and_table_agree_with_the_sight_unit_by_unit(key: str) -> None:
    """Counted one unit at a time from the redacted position."""
    game, see = games.load(key), observer(key)
    planes = {field.name: number for number, field in enumerate(see.planes)}
    columns = {field.name: number for number, field in enumerate(see.columns)}
    kinds = list(see.features.kind(game))
    for s in positions(key)[::EACH]:
        for seat in range(len(game.sides)):
            seen, known = see.observe(s, seat, decides=True), game.see(s, seat).position
            side = game.side_of(known, seat)
            counted, steps = np.zeros_like(seen.planes), np.zeros((2, *see.shape), np.uint8)
            for unit, place in numbered(known.place):
                is_own = game.side[unit] == side
                assert seen.units[unit, columns["own"]] == is_own
                assert seen.units[unit, columns["steps"]] == known.steps[unit]
                if place < 0:
                    assert seen.units[unit, columns["cell"]] == place
                    continue
                line, at = game.grid.cell(place)
                assert seen.units[unit, columns["cell"]] == line * see.shape[1] + at
                counted[planes[f"{'own' if is_own else 'enemy'} {kinds[unit]}"], line, at] += 1
                steps[1 - is_own, line, at] += known.steps[unit]
            for whose in ("own", "enemy"):
                for kind in set(kinds):
                    number = planes[f"{whose} {kind}"]
                    assert np.array_equal(seen.planes[number], counted[number])
            assert np.array_equal(seen.planes[planes["own steps"]], steps[0])
            assert np.array_equal(seen.planes[planes["enemy steps"]], steps[1])


@pytest.mark.parametrize("key", games.GAMES)
def test_sets_agree_with_what_the_game_declares_hex_by_hex(key: str) -> None:
    game, see = games.load(key), observer(key)
    planes = {field.name: number for number, field in enumerate(see.planes)}
    columns = {field.name: number for number, field in enumerate(see.columns)}
    for s in positions(key)[:: 2 * EACH]:
        seen, known = see.observe(s, 1, decides=True), game.see(s, 1).position
        side = game.side_of(known, 1)
        sets = {name: fixed.of(game) for name, fixed in see.features.ground.items()}
        sets |= {name: each.of(game, known) for name, each in see.features.hexes.items()}
        sets |= {f"own {name}": each.of(game, known, side) for name, each in see.features.sided.items()}
        sets |= {f"enemy {name}": each.of(game, known, 1 - side) for name, each in see.features.sided.items()}
        for name, hexes in sets.items():
            found = {game.grid.cell(hex_) for hex_ in game.grid.bits(hexes)}
            assert set(zip(*map(np.ndarray.tolist, np.nonzero(seen.planes[planes[name]])), strict=True)) == found, name
        for name, each in see.features.units.items():
            found_units = np.flatnonzero(seen.units[:, columns[name]]).tolist()
            assert found_units == list(units_in(each.of(game, known))), name


def test_the_start_of_the_race_by_hand() -> None:
    """The Axis player sets up three security divisions first. Nothing is activated; the threshold is 4 times the VPs
    of the scenario; the chits in the Axis hand and the markers are not there yet."""
    game, see = games.load("traces"), observer("traces")
    s = game.new("race")
    axis = game.sides.index("axis")
    seen = see.observe(s, axis, decides=True)
    tracks = dict(zip([field.name for field in see.tracks], seen.tracks.tolist(), strict=True))
    assert (tracks["turn"], tracks["side"], tracks["decides"]) == (0, axis, 1)
    assert list(game.steps)[tracks["step"]] == "security"
    assert tracks["threshold"] == game.scenarios["race"].threshold  # type: ignore[attr-defined]  # Traces alone
    assert (tracks["totals hand"], tracks["markers offensive"], tracks["chit"]) == (0, 0, -1)
    hexes = {field.name: seen.planes[number] for number, field in enumerate(see.planes)}
    assert int(hexes["hex"].sum()) == 1460  # the hexes of the map
    assert int(hexes["crossing point"].sum()) == game.crossings.bit_count()  # type: ignore[attr-defined]  # Traces alone
    line, place = game.grid.cell(game.grid.index("2732"))
    assert hexes["own hq"][line, place] == hexes["own headquarters"][line, place] == 1  # 4th Panzer Army
    mirrored = see.observe(s, 1 - axis, decides=False)
    assert {field.name: mirrored.planes[n] for n, field in enumerate(see.planes)}["enemy hq"][line, place] == 1


def test_the_decision_under_way_is_in_the_observation() -> None:
    """A unit that has been picked to move is asked about, and so is the hex that it came from."""
    game, see = games.load("traces"), observer("traces")
    s = next(s for s in collected("traces")["move"] if s.place[s.stack[-1].unit] >= 0)
    frame = s.stack[-1]
    seen = see.observe(s, game.offers(s)[0].seat, decides=True)
    columns = [field.name for field in see.columns]
    assert seen.units[frame.unit, columns.index("asked")] == 1
    line, place = game.grid.cell(frame.origin)
    assert seen.planes[[field.name for field in see.planes].index("asked"), line, place] == 1
    tracks = dict(zip([field.name for field in see.tracks], seen.tracks.tolist(), strict=True))
    assert tracks["frame half_points"] == frame.half_points
    assert (list(game.steps)[tracks["step"]], list(game.steps)[tracks["step above"]]) == ("move", "movement")


def test_a_game_that_declares_nothing_has_hexes_units_steps_and_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "features", lambda key: Features())
    game = games.load("traces")
    see = Observer(game)
    assert [field.name for field in see.planes] == [
        "hex",
        "asked",
        "own unit",
        "enemy unit",
        "own steps",
        "enemy steps",
    ]
    assert [field.name for field in see.columns] == ["own", "kind", "cell", "steps", "asked"]
    seen = see.observe(game.new("race"), 0, decides=False)
    assert seen.planes[2].sum() > 10 and seen.planes[3].sum() > 10


def test_the_version_is_that_of_the_names() -> None:
    assert kit("traces").observer is kit("traces").observer and VERSION == 0
