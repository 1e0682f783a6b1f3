"""The charts of Roads to Moscow: both CRTs, coordination, fuel, turn track, constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.games.moscow.files import parse_result
from stavka.games.moscow.state import CLOUDY, DRY, RAIN
from stavka.games.moscow.turns import turns_of

if TYPE_CHECKING:
    from stavka.games.moscow.files import Box, Files, Result

WEATHER_NAMES = ("dry", "cloudy", "rain")


class Charts:
    def load_charts(self, files: Files) -> None:
        tables = files.tables
        self.crts = (tables.assault, tables.mobile)  # [10.31]
        self.crt_names = tuple(tuple(column.id for column in crt) for crt in self.crts)
        self.crt_ratios = tuple(tuple((column.attack, column.defence) for column in crt) for crt in self.crts)
        self.crt_results = tuple(
            tuple(tuple(parse_result(text) for text in column.results) for column in crt) for crt in self.crts
        )
        automatic = {row.id: parse_result(row.result) for row in tables.automatic}
        self.automatic: tuple[Result, Result] = (automatic["assault"], automatic["mobile"])  # [10.53a2]
        self.coordination: dict[str, tuple[int, int, int]] = {
            row.id: (row.cas, row.artillery, row.ground) for row in tables.coordination
        }  # [10.4c]
        self.fuel_rows = [(row.least, row.units) for row in tables.fuel]
        self.turn_boxes: dict[str, list[Box]] = {}
        boxes = {box.turn: box for box in tables.track}
        for scenario in files.scenarios.scenario:
            self.turn_boxes[scenario.id] = [boxes[turn] for turn in turns_of(scenario, tables)]  # [4.1]
        self._constants(files)

    def _constants(self, files: Files) -> None:
        constants = files.tables.constants
        for name in constants.__struct_fields__:
            if name not in ("source", "numbers", "sources"):
                setattr(self, name, getattr(constants, name).value)

    stacking: int
    er_floor: int
    disrupted_er: int
    oos_er: int
    low_fuel_er: int
    winter_halves: int
    oos_foot_halves: int
    disrupted_halves: int
    zoc_halves: int
    overrun_halves: int
    supply_line: int
    supply_line_short: int
    reserve_turns: int
    cup_extra: int
    combine: int
    command_range: int
    army_outside: int
    army_motorized: int
    army_other: int
    apart_activations: int
    refusal_retreat: int
    refusal_advance: int
    no_retreat_steps: int
    no_retreat_drm: int
    silenced: int
    uncoordinated_drm: int
    combined_arms_drm: int
    engineers_drm: int
    drm_limit: int
    retreat: int
    special_retreat: int
    advance: int
    distant_guns: int
    cas_range: int
    cas_units: int
    overrun_cas: int
    overrun_loss: int
    fuel_rain_drm: int
    fuel_single: int

    def box(self, scenario: str, turn: int) -> Box:
        """The box of the Turn Record Track for a turn of a scenario."""
        return self.turn_boxes[scenario][turn - 1]

    def weather_of(self, scenario: str, turn: int, die: int) -> int:
        """The condition that a die gives (5.11a, 5.11b)."""
        box = self.box(scenario, turn)
        if die <= box.dry:
            return DRY
        return CLOUDY if die <= box.cloudy else RAIN

    def fuel_for(self, roll: int) -> int:
        """Fuel units for a modified roll."""
        return [units for least, units in self.fuel_rows if least is None or roll >= least][-1]
