"""Frames that are written in another way than value by value, because stored games have them so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from stavka.engine.frames import Frame


class LateFrame(Frame):
    """A frame whose last value is not written as long as it is `unknown`."""

    __slots__ = ()

    unknown: ClassVar[int]

    def to_list(self) -> list[Any]:
        data = super().to_list()
        return data[:-1] if data[-1] == self.unknown else data

    @classmethod
    def from_list(cls, data: Sequence[Any]) -> Self:
        return super().from_list([*data, cls.unknown] if len(data) == len(cls.names) else data)
