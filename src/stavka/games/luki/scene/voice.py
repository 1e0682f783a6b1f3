"""The words for what is on the table, in one language."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.engine.kinds import Unit
from stavka.games.luki import words
from stavka.games.luki.game import Luki
from stavka.hexes import Hex
from stavka.scenes import voice


class Voice(voice.Voice[Luki]):
    """Velikye Luki and the language in which it is shown."""

    def labels(self, units: Iterable[Unit]) -> str:
        return self.listed(self.unit_name(self.g.labels[unit]) for unit in units)

    def option(self, name: str) -> str:
        return words.option(self.g, name, self.lang)

    def column(self, column: int) -> str:
        return words.column(self.g, column, self.lang)

    def chits(self, chits: int) -> str:
        return words.chit_names(self.g, chits, self.lang)

    def date(self, turn: int) -> str:
        return self.word("date", self.g.dates[turn])

    def formation(self, unit: Unit) -> str:
        """The formation of a unit, if it has one."""
        formation = self.g.formation[unit]
        return self.g.formations[formation].label if formation >= 0 else ""

    def terrain(self, hex_: Hex) -> str:
        return self.word("terrain", self.g.terrain_of(hex_))

    def condition(self, space: int) -> str:
        return self.word("condition", self.g.conditions[space].name)
