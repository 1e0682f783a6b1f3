"""The words for what is on the table, in one language."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.engine.kinds import Unit
from stavka.engine.words import ENGLISH
from stavka.games.moscow import words
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules.c08_ground_movement.costs import terrain_of
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes import voice


class Voice(voice.Voice[Moscow]):
    """Roads to Moscow and the language in which it is shown."""

    def __init__(self, g: Moscow, lang: str = ENGLISH) -> None:
        super().__init__(g, lang)
        self.maps = {sheet: scene_parts.part(g.grid, hexes) for sheet, hexes in g.map_hexes.items()}

    def labels(self, units: Iterable[Unit]) -> str:
        return self.listed(self.unit_name(self.g.labels[unit]) for unit in units)

    def option(self, name: str) -> str:
        return words.option(self.g, name, self.lang)

    def formation(self, formation: int) -> str:
        return self.g.formations[formation].label

    def formations(self, formations: Iterable[int]) -> str:
        return self.listed(self.formation(formation) for formation in formations)

    def marker(self, marker: int) -> str:
        """The text of an activation marker."""
        return words.marker(self.g, marker, self.lang)

    def markers(self, markers: Iterable[int]) -> str:
        return self.listed(self.marker(marker) for marker in markers)

    def terrain(self, hex_: Hex) -> str:
        return self.word("terrain", terrain_of(self.g, hex_))

    def weather(self, weather: int) -> str:
        return self.word("weather", words.WEATHER[weather])

    def date(self, scenario: str, turn: int) -> str:
        """The half day of a turn in words."""
        return self.half_day(self.g.box(scenario, turn).turn) if turn else self("set-up")

    def half_day(self, turn: str) -> str:
        """A turn by its name on the track, such as 15AM, as a date."""
        return words.half_day(turn, self.lang)

    def column(self, table: int, column: int) -> str:
        """A column of a CRT (0: Assault, 1: Mobile)."""
        return self.g.crt_names[table][column] if column >= 0 else self("below the table")

    def table(self, table: int) -> str:
        return self.word("table", "mobile" if table else "assault")

    def percent(self, share: float) -> str:
        return self("percent", number=round(100 * share))

    def signed(self, value: int) -> str:
        return f"{value:+d}" if value else "0"
