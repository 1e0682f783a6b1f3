"""What a game waits for: offers, picks, reasons and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

UNIT, HEX, OPTION, ROLL = range(4)
"""The kinds of a pick: a unit number, a hex, an option number, or the answer of chance."""

CHANCE = -1
"""The seat of dice and cups: it is answered from outside, never by rule code."""

Pick = tuple[int, int]
"""(kind, index)."""

Outcomes = tuple[tuple[str, int], ...]
"""What chance may answer: label and weight of each outcome."""

DIE: Outcomes = tuple((str(face), 1) for face in range(1, 7))


class Offer:
    """What one seat may pick now. Units, hexes and options are bit sets; a chance offer has outcomes instead."""

    __slots__ = ("chance", "hexes", "options", "seat", "units")

    def __init__(
        self, seat: int, units: int = 0, hexes: int = 0, options: int = 0, chance: Outcomes | None = None
    ) -> None:
        self.seat = seat
        self.units = units
        self.hexes = hexes
        self.options = options
        self.chance = chance

    def __contains__(self, pick: Pick) -> bool:
        kind, index = pick
        if index < 0:
            return False
        if kind == ROLL:
            return self.chance is not None and index < len(self.chance) and self.chance[index][1] > 0
        return bool((self.units, self.hexes, self.options)[kind] >> index & 1)

    def __len__(self) -> int:
        if self.chance is not None:
            return sum(weight > 0 for _, weight in self.chance)
        return self.units.bit_count() + self.hexes.bit_count() + self.options.bit_count()

    def __iter__(self) -> Iterator[Pick]:
        if self.chance is not None:
            yield from ((ROLL, i) for i, (_, weight) in enumerate(self.chance) if weight)
        for kind, bits in ((UNIT, self.units), (HEX, self.hexes), (OPTION, self.options)):
            for index in members(bits):
                yield kind, index

    def __repr__(self) -> str:
        return f"Offer(seat={self.seat}, {list(self)})"


class Reason(NamedTuple):
    """Why something cannot be picked: the rule's id and one sentence (a `Message`: `Words.translate` says it in another
    language)."""

    rule: str
    text: str


class RefusedError(Exception):
    """A pick that was not offered."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"[{reason.rule}] {reason.text}")
        self.reason = reason


def members(bits: int) -> Iterator[int]:
    """The members of a bit set, lowest first."""
    if not bits & (bits - 1):
        return iter((bits.bit_length() - 1,) if bits else ())
    found = []
    while bits:
        highest = bits.bit_length() - 1
        found.append(highest)
        bits ^= 1 << highest
    return reversed(found)
