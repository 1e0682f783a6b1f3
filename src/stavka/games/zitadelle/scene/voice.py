"""The words for what is on the table, in one language."""

from __future__ import annotations

from functools import cached_property

from stavka.engine.kinds import Unit
from stavka.games.zitadelle import words
from stavka.games.zitadelle.game import Zitadelle
from stavka.hexes import Hex
from stavka.scenes import voice


class Voice(voice.Voice[Zitadelle]):
    """Zitadelle and the language in which it is shown."""

    @cached_property
    def printed_works(self) -> list[tuple[str, Hex, str]]:
        """The field works and minefields that are printed on the map, as marks."""
        kinds = {hex_: "mines" if self.g.mines >> hex_ & 1 else "works" for hex_ in self.g.grid.bits(self.g.works)}
        return [
            (kind, hex_, ", ".join([*self.works(hex_), *([self("mines")] if kind == "mines" else [])]))
            for hex_, kind in kinds.items()
        ]

    def labels(self, units: list[Unit]) -> str:
        return self.listed(self.unit_name(self.g.labels[unit]) for unit in units)

    def option(self, name: str) -> str:
        return words.option(self.g, name, self.lang)

    def column(self, column: int) -> str:
        return self.g.crt_names[column]

    def date(self, turn: int) -> str:
        """The day of a turn."""
        return self.word("date", self.g.dates[turn]) if turn else self("set-up")

    def formation(self, formation: int) -> str:
        return self.g.formations[formation].label

    def percent(self, share: float) -> str:
        return self("percent", number=round(100 * share))

    def terrain(self, hex_: Hex) -> str:
        """The word for the terrain of a hex."""
        return next(self.word("terrain", name) for name, hexes in self.g.terrain.items() if hexes >> hex_ & 1)

    def works(self, hex_: Hex) -> list[str]:
        """The words for the works in a hex."""
        return [self.word("feature", name) for name, hexes in self.g.forts.items() if hexes >> hex_ & 1]
