"""Frames and columns: records with names that are written as the lists that stored games hold."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from stacks import top_frame
from stavka.engine.columns import cache, counts, derived, number, numbers, pairs, row, rows
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Unit
from stavka.engine.machine import Step, steps_by_name
from stavka.engine.state import UnitState, places
from stavka.hexes import NO_HEX, Hex

LARGE = 1 << 60  # larger than a number in JSON may be


@frame("march")
class Marching(Frame):
    unit: Unit
    path: list[Hex]
    units: int = 0


@fixed_frame("lead")
class Leading(Frame):
    unit: Unit


@frame("wait")
class Waiting(Frame):
    pass


class March(Step[Any, Any, Marching]):
    pass


class Wait(Step[Any, Any, Waiting]):
    pass


STEPS = steps_by_name(March(), Wait())


class Place(UnitState):
    turn: int = number()
    moved: int = number()
    cup: bytearray = counts()
    hosts: array[int] = numbers()
    forts: list[int] = row()
    attacks: list[list[int]] = rows()
    markers: dict[int, int] = pairs()
    at: dict[int, int] = derived(dict)
    occupied: list[int] = derived(list)
    tolls: tuple[int, ...] = derived()
    memo: object = cache(None)
    settled: int = cache(-1, is_kept=True)


def place() -> Place:
    s: Place = Place.blank("plain")
    s.turn, s.moved, s.cup, s.hosts = 3, LARGE, bytearray([1, 2]), array("h", [-1, 4])
    s.forts, s.attacks, s.markers = [LARGE, 1], [[7, LARGE]], {9: 1, 2: 5}
    s.at, s.occupied, s.tolls, s.memo, s.settled = {1: 2}, [4, 5], (6,), "known", 8
    s.place, s.steps = places([Hex(12), NO_HEX]), bytearray([2, 0])
    s.stack = [Waiting(), Marching(Unit(1), [Hex(3), Hex(4)])]
    return s


def test_a_frame_is_written_as_the_name_of_its_step_and_its_values() -> None:
    assert Marching(Unit(3), [Hex(4), Hex(LARGE)], LARGE).to_list() == ["march", 3, [4, hex(LARGE)], hex(LARGE)]
    assert Waiting().to_list() == ["wait"]


def test_a_frame_is_read_as_it_was_written() -> None:
    assert Marching.from_list(["march", 3, [4, hex(LARGE)], 0]) == Marching(Unit(3), [Hex(4), Hex(LARGE)])


def test_a_frame_of_another_length_is_refused_with_the_names_of_its_values() -> None:
    with pytest.raises(ValueError, match="frame 'march': expected unit, path, units, found 1 values"):
        Marching.from_list(["march", 3])


def test_a_frame_has_no_room_for_other_names() -> None:
    with pytest.raises(AttributeError):
        Marching(Unit(1), []).points = 3  # type: ignore[attr-defined]  # that is the point


def test_a_clone_of_a_frame_shares_no_list() -> None:
    first = Marching(Unit(1), [Hex(2)])
    second = first.clone()
    second.path.append(Hex(3))
    second.unit = Unit(5)
    assert (first, second) == (Marching(Unit(1), [Hex(2)]), Marching(Unit(5), [Hex(2), Hex(3)]))


def test_a_clone_shares_a_frame_that_never_changes() -> None:
    s = place()
    s.stack = [Waiting(), Leading(Unit(3)), Marching(Unit(1), [])]
    assert [mine is yours for mine, yours in zip(s.stack, s.clone().stack, strict=True)] == [True, True, False]
    assert Leading(Unit(3)).to_list() == ["lead", 3]


def test_a_step_knows_the_class_of_its_frames() -> None:
    assert March.frame is Marching
    assert list(STEPS) == ["march", "wait"]


def test_columns_are_written_and_derived_ones_are_not() -> None:
    assert place().to_json() == {
        "scenario": "plain",
        "result": "",
        "place": [12, -1],
        "steps": [2, 0],
        "turn": 3,
        "moved": hex(LARGE),
        "cup": [1, 2],
        "hosts": [-1, 4],
        "forts": [hex(LARGE), 1],
        "attacks": [[7, hex(LARGE)]],
        "markers": [[2, 5], [9, 1]],
        "stack": [["wait"], ["march", 1, [3, 4], 0]],
    }


def test_columns_are_read_as_they_were_written() -> None:
    s = place()
    again = Place.read(s.to_json(), STEPS)
    assert again == s
    assert (again.stack, again.moved, again.markers) == (s.stack, LARGE, {9: 1, 2: 5})
    assert (again.at, again.occupied, again.tolls, again.memo, again.settled) == ({}, [], None, None, -1)


def test_a_clone_shares_nothing_that_changes_and_drops_its_caches() -> None:
    s = place()
    s.events = []
    copy = s.clone()
    assert (copy.memo, copy.settled, copy.events, copy.revealed) == (None, 8, None, 0)
    assert (copy.at, copy.occupied, copy.tolls) == ({1: 2}, [4, 5], (6,))
    for name in ("place", "steps", "cup", "hosts", "forts", "attacks", "markers", "at", "occupied", "stack"):
        assert getattr(copy, name) is not getattr(s, name), name
    copy.attacks[0][0], top_frame(copy).unit = 1, 9
    assert (s.attacks, top_frame(s).unit) == ([[7, LARGE]], 1)


def test_forgetting_drops_every_cache_and_nothing_else() -> None:
    s = place()
    s.forget()
    assert (s.memo, s.settled, s.occupied, s.turn) == (None, -1, [4, 5], 3)


def test_a_position_has_no_room_for_other_columns() -> None:
    with pytest.raises(AttributeError):
        place().other = 1  # type: ignore[attr-defined]  # that is the point
