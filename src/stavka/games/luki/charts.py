"""The charts of Velikye Luki: CRT, Activity Table, chits, Kessel Track, turn track, victory points, constants."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.games.luki.files import Result, parse_result
from stavka.games.luki.state import GERMAN, SOVIET
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.files import Files
    from stavka.hexes import Grid


class Goal(NamedTuple):
    """An objective that can be on this map."""

    hex: Hex
    name: str
    value: int
    occupied: bool
    """A unit must be in it; else it is enough to hold it."""


class Charts:
    def load_charts(self, files: Files) -> None:
        tables = files.tables
        self.crt_names = [column.id for column in tables.crt]
        self.crt_ratios = [(column.attack, column.defence) for column in tables.crt]  # [11.4b]
        self.crt = [[parse_result(text) for text in column.results] for column in tables.crt]
        self.activity = {row.level: row.results for row in tables.activity}
        self.chits = tables.chit
        self.chit_side = [GERMAN if chit.side == "german" else SOVIET for chit in tables.chit]
        self.side_chits = [
            sum(1 << i for i, side in enumerate(self.chit_side) if side == own) for own in (SOVIET, GERMAN)
        ]  # [11.3a]
        self.first_chits = sum(1 << i for i, chit in enumerate(tables.chit) if chit.enters is None)  # [14.1a, 14.1b]
        self.events = {event.roll: event for event in tables.event}
        self.c3i_track = {box.turn: (box.soviet, box.german) for box in tables.track}
        self.dates = {box.turn: box.date for box in tables.track}
        self.draws = {draw.turn: draw.results for draw in tables.variable}
        self.conditions = {condition.level: condition for condition in tables.kessel}
        self.worst_condition = max(self.conditions)
        starts = {row.id: row for row in tables.kessel_start}
        self.kessel_starts = (starts["soviet"], starts["german"])
        self.attrition = {row.level: row for row in tables.attrition}
        self.conversion = [(row.least, row.results) for row in tables.conversion]
        self.opening: dict[str, int] = {part.id: part.drm for part in files.scenarios.opening}
        self._constants(files)

    def _constants(self, files: Files) -> None:
        c = files.tables.constants
        self.stack_soviet, self.stack_german = c.stack_soviet.value, c.stack_german.value
        self.stack_extra = c.stack_formation_extra.value
        self.c3i_most, self.move_ap = c.c3i_most.value, c.move_ap.value
        self.chits_equal = c.chits_equal.value
        self.chits_superior, self.chits_inferior = c.chits_superior.value, c.chits_inferior.value
        self.automatic = Result(c.automatic_attacker.value, c.automatic_defender.value)
        self.drm_limit = c.drm_limit.value
        self.lake_drm = c.lake_all_drm.value, c.lake_some_drm.value
        self.concentric_tv, self.combined_tv = c.concentric_tv.value, c.combined_arms_tv.value
        self.integrity_tv = c.integrity_tv.value
        self.rail_range = c.rail_range.value
        self.retreat_motorized, self.retreat_foot = c.retreat_motorized.value, c.retreat_foot.value
        self.retreat_extra_loss, self.refusal = c.retreat_extra_loss.value, c.refusal.value
        self.event_rolls = c.event_low.value, c.event_high.value
        self.infiltration_factor = c.infiltration_factor.value
        self.infiltration_fails = c.infiltration_occupied.value, c.infiltration_zoc.value
        self.infiltration_guided = c.infiltration_guided.value
        self.cut_off_vp, self.railway_vp = c.cut_off_vp.value, c.railway_vp.value
        self.breakout_vp = c.breakout_supplied_vp.value, c.breakout_outside_vp.value

    def load_goals(self, files: Files, grid: Grid) -> None:
        self.goals = [
            Goal(grid.index(each.hex), each.name, each.value, each.condition == "occupied")
            for each in files.tables.objective
            if grid.has(each.hex)
        ]
