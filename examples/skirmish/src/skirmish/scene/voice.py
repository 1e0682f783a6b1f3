"""The words for what is on the table, in one language."""

from __future__ import annotations

from skirmish.game import Skirmish
from skirmish.state import Position
from skirmish.words import column_name
from stavka.engine.kinds import Unit
from stavka.hexes import Hex
from stavka.scenes import voice


class Voice(voice.Voice[Skirmish]):
    def label(self, s: Position, unit: Unit) -> str:
        return self.unit_name(self.g.labels[unit])

    def terrain(self, hex_: Hex) -> str:
        return self.word("terrain", self.g.terrain_of(hex_))

    def column(self, column: int) -> str:
        return column_name(self.g, column)
