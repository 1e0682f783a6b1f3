"""One fixed discrete space of actions for each game: first its options, then its units, then the cells of its map.

A number means the same pick in every position and scenario of a game. The cells are those of the planes of an
observation, line by line: a cell is `line * length + place in the line`. Sheets follow each other with an empty line
between them. A cell in which there is no hex is never offered."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stavka.engine.kinds import Option, Unit
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, OPTION, ROLL, UNIT, Offer, Pick
from stavka.hexes import Hex

Mask = NDArray[np.int8]


class Actions:
    """The actions of a game: encode and decode picks, and make masks of offers."""

    def __init__(self, game: Game[Any]) -> None:
        grid = game.grid
        self.options, self.units = len(game.option_names), len(game.unit_ids)
        self.lines, self.length = grid.lines, grid.width - 2
        self.first_unit: Final = self.options
        self.first_cell: Final = self.options + self.units
        self.number: Final = self.first_cell + self.lines * self.length
        """The number of actions."""
        self.cells = [0] * grid.size
        """The cell of each hex."""
        self.hexes = np.full(self.lines * self.length, grid.size, np.int64)
        """The hex of each cell; where there is none, the first number that is no hex."""
        for hex_ in grid.bits(grid.all):
            line, place = grid.cell(hex_)
            self.cells[hex_] = line * self.length + place
            self.hexes[self.cells[hex_]] = hex_
        self.no_hex = grid.size
        self.hex_of_cell: list[int] = self.hexes.tolist()
        self.hex_bytes = grid.size // 8 + 1

    def encode(self, pick: Pick) -> int:
        """The action that a pick is."""
        kind, index = pick
        if kind == OPTION:
            return index
        if kind == UNIT:
            return self.first_unit + index
        if kind == HEX:
            return self.first_cell + self.cells[index]
        raise ValueError("an outcome of chance is no action")

    def decode(self, action: int) -> Pick:
        """The pick that an action is. ValueError if no pick has this number."""
        if not 0 <= action < self.number:
            raise ValueError(f"action {action}: expected a number from 0 to {self.number - 1}")
        if action < self.first_unit:
            return OPTION, Option(action)
        if action < self.first_cell:
            return UNIT, Unit(action - self.first_unit)
        hex_ = self.hex_of_cell[action - self.first_cell]
        if hex_ == self.no_hex:
            raise ValueError(f"action {action}: there is no hex in cell {action - self.first_cell}")
        return HEX, Hex(hex_)

    def list(self, offer: Offer) -> list[int]:
        """The actions of an offer, lowest first."""
        found = [self.encode(pick) for pick in offer if pick[0] != ROLL]
        found.sort()
        return found

    def mask(self, offer: Offer | None) -> Mask:
        """1 for each action that is offered, otherwise 0; None: nothing is offered."""
        found = np.zeros(self.number, np.int8)
        if offer is None or offer.chance is not None:
            return found
        if offer.options:
            found[: self.first_unit] = unpacked(offer.options, self.options)
        if offer.units:
            found[self.first_unit : self.first_cell] = unpacked(offer.units, self.units)
        if offer.hexes:
            bits = np.frombuffer(offer.hexes.to_bytes(self.hex_bytes, "little"), np.uint8)
            found[self.first_cell :] = np.unpackbits(bits, bitorder="little")[self.hexes]
        return found


def unpacked(bits: int, number: int) -> NDArray[np.uint8]:
    """The members of a bit set as zeros and ones."""
    packed = np.frombuffer(bits.to_bytes(number // 8 + 1, "little"), np.uint8)
    return np.unpackbits(packed, count=number, bitorder="little")
