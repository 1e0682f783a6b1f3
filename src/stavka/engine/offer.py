"""The objects of a decision: offers, picks, reasons and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from stavka.engine.kinds import Option, Unit, members
from stavka.hexes import Hex

UNIT: Final = 0
HEX: Final = 1
OPTION: Final = 2
ROLL: Final = 3
"""The kinds of a pick: a unit number, a hex, an option number, or the answer of chance."""

CHANCE = -1
"""The seat of dice and cups: the caller answers for it, never rule code."""

Pick: TypeAlias = tuple[Literal[0], Unit] | tuple[Literal[1], Hex] | tuple[Literal[2], Option] | tuple[Literal[3], int]
"""A pick as (kind, index). After `if pick[0] == UNIT` mypy knows that `pick[1]` is a unit."""

Outcomes = tuple[tuple[str, int], ...]
"""The possible answers of chance: label and weight of each outcome."""

DIE: Outcomes = tuple((str(face), 1) for face in range(1, 7))


class Offer:
    """The picks that one seat may make now. Units, hexes and options are bit sets; a chance offer has outcomes
    instead."""

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
                yield cast(Pick, (kind, index))

    def only(self, kinds: int, *, units: int = -1, hexes: int = -1, options: int = -1) -> Offer:
        """The picks of some kinds (`machine.UNITS | machine.HEXES`) in the offer: all of them, or only those in a
        set."""
        return Offer(
            self.seat,
            self.units & units if kinds >> UNIT & 1 else 0,
            self.hexes & hexes if kinds >> HEX & 1 else 0,
            self.options & options if kinds >> OPTION & 1 else 0,
        )

    def without(self, other: Offer) -> Offer:
        """The picks that are not in another offer. Outcomes of chance stay."""
        return Offer(
            self.seat,
            self.units & ~other.units,
            self.hexes & ~other.hexes,
            self.options & ~other.options,
            self.chance,
        )

    def __repr__(self) -> str:
        return f"Offer(seat={self.seat}, {list(self)})"


class Reason(NamedTuple):
    """The reason why something cannot be picked: the rule's id and one sentence (a `Message`: `Words.translate` says it
    in another language)."""

    rule: str
    text: str


class RefusedError(Exception):
    """The pick was not offered."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"[{reason.rule}] {reason.text}")
        self.reason = reason
