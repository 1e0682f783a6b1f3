"""The parts that are kept from one scene to the next."""

from __future__ import annotations

from array import array
from itertools import count
from types import SimpleNamespace
from typing import Any

from stavka.engine.agent import Sight
from stavka.engine.kinds import Unit, numbered
from stavka.hexes import Hex
from stavka.scenes.counters import Looks, scene_units
from stavka.scenes.keeping import Drawing, drawn_from, off_the_map
from stavka.scenes.scene import SceneUnit


def sight(**columns: Any) -> Any:
    return SimpleNamespace(position=SimpleNamespace(**columns), seat=0)


# -- parts ------------------------------------------------------------------------------------------------------------


@drawn_from("turn", off_the_map)
def declared(v: object, s: object) -> None: ...


def undeclared(v: object, s: object) -> None: ...


def test_a_part_is_made_again_when_something_that_it_is_made_of_has_changed() -> None:
    drawing, made = Drawing(), list[str]()

    def turn(seen: Sight[Any], text: str) -> list[str]:
        def make() -> list[str]:
            made.append(text)
            return [text]

        return drawing.part(declared, None, seen, make)

    first = turn(sight(turn=1, place=array("h", [5, -2])), "a")
    assert turn(sight(turn=1, place=array("h", [7, -2])), "b") is first  # in the map is in the map
    assert turn(sight(turn=2, place=array("h", [7, -2])), "c") == ["c"]
    assert turn(sight(turn=2, place=array("h", [7, 9])), "d") == ["d"]
    assert made == ["a", "c", "d"]


def test_a_part_that_is_made_again_and_equal_is_the_same_object() -> None:
    drawing = Drawing()
    first = drawing.part(declared, None, sight(turn=1, place=array("h", [5])), lambda: ["same"])
    assert drawing.part(declared, None, sight(turn=2, place=array("h", [5])), lambda: ["same"]) is first


def test_a_part_that_declares_nothing_is_made_every_time() -> None:
    drawing, seen = Drawing(), sight(turn=1)
    assert drawing.part(undeclared, None, seen, lambda: [1]) == [1]
    assert drawing.part(undeclared, None, seen, lambda: [2]) == [2]


def test_what_one_seat_has_made_another_takes_over() -> None:
    drawings: list[Drawing] = []
    drawings += [Drawing(drawings), Drawing(drawings)]
    numbers = count(1)

    def turn(seat: int, number: int) -> int:
        """The part that a seat has in a turn; parts are numbered as they are made."""
        seen = sight(turn=number, place=array("h", [5]))
        return drawings[seat].part(declared, None, seen, lambda: next(numbers))

    assert [turn(0, 1), turn(1, 1), turn(1, 2), turn(0, 2), turn(0, 1), turn(1, 2)] == [1, 1, 2, 2, 3, 2]


def test_places_off_the_map_are_told_apart() -> None:
    def places(*numbers: int) -> int:
        return off_the_map(None, sight(place=array("h", numbers)))

    assert places(300, -1, 0) == places(12, -1, 32767)
    assert len({places(0, 0), places(-1, 0), places(0, -1), places(-2, 0), places(-2, -1), places(-100, 0)}) == 6


# -- counters ---------------------------------------------------------------------------------------------------------


class Toys:
    """Counters that note which of them have been made."""

    def __init__(self) -> None:
        self.made: list[int] = []

    def looks(self, g: Any, s: Any) -> Looks:
        return Looks(s.place, (s.steps,), {"moved": s.moved}, sets=(s.front,), whole=(s.turn,))

    def in_hexes(self, g: Any, s: Any) -> dict[Hex, int]:
        found: dict[Hex, int] = {}
        for unit, place in numbered(s.place):
            if place >= 0:
                found[place] = found.get(place, 0) | 1 << unit
        return found

    def stack(self, g: Any, s: Any, hex_: Hex) -> list[Unit]:
        here = [unit for unit, place in numbered(s.place) if place == hex_]
        return sorted(here, key=lambda unit: (not s.front >> unit & 1, unit))

    def scene_unit(self, g: Any, s: Any, unit: Unit, place: Hex, top: int, flags: list[str]) -> SceneUnit:
        self.made.append(unit)
        return {"steps": s.steps[unit], "of": 2, "factors": str(s.turn), "flags": flags, "top": top, "hex": str(place)}


GAME: Any = SimpleNamespace(unit_ids=["a", "b", "c", "d"])
START = {"place": array("h", [3, 3, 4, -1]), "steps": bytearray([2, 2, 2, 2]), "moved": 0, "front": 0, "turn": 1}


def made_again(**changed: Any) -> tuple[list[int], dict[str, SceneUnit]]:
    """The units that are made when a position has changed so, and all units then."""
    toys, drawing = Toys(), Drawing()
    scene_units(toys, GAME, sight(**START).position, drawing)
    assert sorted(toys.made) == [0, 1, 2, 3]
    toys.made.clear()
    position = sight(**START | changed).position
    shown = scene_units(toys, GAME, position, drawing)
    again = sorted(toys.made)
    assert shown == scene_units(Toys(), GAME, position)
    return again, shown


def test_nothing_is_made_when_nothing_has_changed() -> None:
    assert made_again()[0] == []


def test_units_are_made_that_have_moved_and_those_that_they_leave_and_join() -> None:
    assert made_again(place=array("h", [3, 4, 4, -1]))[0] == [0, 1, 2]


def test_a_unit_off_the_map_lies_with_nobody() -> None:
    assert made_again(steps=bytearray([2, 2, 2, 1]))[0] == [3]


def test_those_are_made_that_lie_with_a_unit_that_has_changed() -> None:
    again, shown = made_again(front=0b10)
    assert again == [0, 1]
    assert (shown["a"]["top"], shown["b"]["top"]) == (1, 0)


def test_flags_come_and_go_with_their_sets() -> None:
    again, shown = made_again(moved=0b0100)
    assert again == [2]
    assert shown["c"]["flags"] == ["moved"]


def test_everything_is_made_when_something_has_changed_that_concerns_all() -> None:
    assert made_again(turn=2)[0] == [0, 1, 2, 3]


def test_units_that_another_seat_sees_alike_are_taken_over() -> None:
    drawings: list[Drawing] = []
    drawings += [Drawing(drawings), Drawing(drawings)]
    toys, start, moved = Toys(), sight(**START).position, sight(**START | {"moved": 0b0100}).position
    first = scene_units(toys, GAME, start, drawings[0])
    toys.made.clear()
    assert scene_units(toys, GAME, start, drawings[1]) is first
    assert toys.made == []
    scene_units(toys, GAME, moved, drawings[1])
    assert toys.made == [2]
    assert scene_units(toys, GAME, start, drawings[0]) is first
    scene_units(toys, GAME, moved, drawings[0])
    assert toys.made == [2]


def test_what_has_not_changed_is_the_same_object() -> None:
    toys, drawing = Toys(), Drawing()
    first = scene_units(toys, GAME, sight(**START).position, drawing)
    second = scene_units(toys, GAME, sight(**START | {"front": 0b01}).position, drawing)  # made again, and equal
    assert second["a"] is first["a"] and second["c"] is first["c"]
