"""Frames: the small records in which the steps of the sequence of play remember things.

A frame belongs to one step. The stack of a position is a list of frames, and the step of the top frame runs next. In
records, fingerprints and stored games a frame is a list: the name of its step, then its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

F = TypeVar("F", bound="Frame")


class Frame:
    """The base of all frames. A game declares its frames beside their steps:

        @frame("move")
        class Moving(Frame):
            unit: Unit
            half_points: int
            has_left: int = 0

    A value is a number, a text, or a list of them. A clone copies each field that is declared as a list."""

    __slots__ = ()

    step: ClassVar[str]
    """The name of the step, under which the game has it in its table."""
    names: ClassVar[tuple[str, ...]]
    """The names of the values, in the order in which they are written."""

    def clone(self) -> Self:
        """A copy that can be changed without changing this frame."""
        raise AssertionError(f"{type(self).__name__} is declared without @frame")

    def values(self) -> list[Any]:
        """The values in the order in which they are written."""
        raise AssertionError(f"{type(self).__name__} is declared without @frame")

    def to_list(self) -> list[Any]:
        """The frame as plain data: the name of its step and its values, large bit sets as hexadecimal text."""
        return [self.step, *map(plain, self.values())]

    @classmethod
    def from_list(cls, data: Sequence[Any]) -> Self:
        """The frame from the list that `to_list` wrote. ValueError if the list has another number of values."""
        if len(data) != len(cls.names) + 1:
            wanted = ", ".join(cls.names) or "no values"
            raise ValueError(f"frame {data[0]!r}: expected {wanted}, found {len(data) - 1} values")
        return cls(*map(unplain, data[1:]))


class TailFrame(Frame):
    """A frame whose last value is a list; its members are written after the other values, without a list of their
    own."""

    __slots__ = ()

    def to_list(self) -> list[Any]:
        *values, tail = super().to_list()
        return [*values, *tail]

    @classmethod
    def from_list(cls, data: Sequence[Any]) -> Self:
        number = len(cls.names)
        return super().from_list([*data[:number], list(data[number:])])


@dataclass_transform(eq_default=True)
def frame(step: str) -> Callable[[type[F]], type[F]]:
    """Make a class the record that a step remembers: slots, a constructor, equality, and a copy without a loop."""
    return lambda cls: _declared(cls, step, is_fixed=False)


@dataclass_transform(eq_default=True, frozen_default=True)
def fixed_frame(step: str) -> Callable[[type[F]], type[F]]:
    """Make a class the record of a step that never changes what it remembers, so that clones of a position share it.
    mypy refuses assignments to its fields; nothing does at run time, where the check would cost more than the copy."""
    return lambda cls: _declared(cls, step, is_fixed=True)


def _declared(cls: type[F], step: str, *, is_fixed: bool) -> type[F]:
    made: Any = dataclass(slots=True)(cls)
    copies = {each.name: f"self.{each.name}" + ("[:]" if _is_list(each.type) else "") for each in fields(made)}
    made.step, made.names = step, tuple(copies)
    sets = (f"c.{name} = {copy}" for name, copy in copies.items())
    if is_fixed or not copies:
        made.clone = _itself
    else:
        made.clone = compiled("clone(self)", "c = new(cls)", *sets, "return c", cls=made)
    made.values = compiled("values(self)", f"return [{', '.join(f'self.{name}' for name in copies)}]")
    declared: type[F] = made
    return declared


def _itself(frame: F) -> F:
    return frame


def _is_list(annotation: object) -> bool:
    """Whether a field is declared as a list; its annotation may be text."""
    return str(annotation).removeprefix("<class '").startswith("list")


def compiled(head: str, *lines: str, **known: object) -> Callable[..., Any]:
    """A function whose code is written out line by line for the names of a class, because a loop over them is three
    times slower."""
    space: dict[str, Any] = {"new": object.__new__, **known}
    exec(f"def {head}:\n" + "".join(f"    {line}\n" for line in lines), space)
    function: Callable[..., Any] = space[head.partition("(")[0]]
    return function


def plain(value: Any) -> Any:
    """Values of columns and frames as JSON, with big bit sets as hexadecimal text."""
    if isinstance(value, int) and value >= 1 << 53:
        return hex(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def unplain(value: Any) -> Any:
    """The values that were given to `plain`."""
    if isinstance(value, str) and value.startswith("0x"):
        return int(value, 16)
    if isinstance(value, list):
        return [unplain(item) for item in value]
    return value
