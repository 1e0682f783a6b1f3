"""The charts of Traces of War: CRT, tables by Crossing Points, Turn Track, chits, constants."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.engine.kinds import NO_UNIT, Unit
from stavka.games.traces.files import parse_result
from stavka.games.traces.state import AXIS, SOVIET
from stavka.hexes import Table

if TYPE_CHECKING:
    from stavka.games.traces.files import Files


class Chit(NamedTuple):
    id: str
    label: str
    action: str  # supply, hq, reinforcement, airborne, stavka, okh
    number: int
    from_turn: int
    hq: Unit  # the unit that it activates, or -1


class Charts:
    unit_ids: Table[Unit, str]

    def load_charts(self, files: Files) -> None:
        tables = files.tables
        self.crt_names = [column.id for column in tables.crt]
        self.crt_ratios = [(column.halves, 2) for column in tables.crt]  # [2.6b, 10.2g]
        self.crt = [[parse_result(text) for text in column.results] for column in tables.crt]  # [10.3a]
        self.luftwaffe_table = tables.luftwaffe.by_cps
        self.negotiation_table = tables.negotiation.by_cps
        self.okh_table = tables.okh_command.by_cps
        self.stavka_table = {row.turn: row.by_cps for row in tables.stavka}
        self.axis_selection = {box.turn: box.axis_chits for box in tables.track}
        self.months = {box.turn: box.month for box in tables.track}
        self.np_costs = {
            "order": tables.np_halves.order,
            "PR": tables.np_halves.pr,
            "IR": tables.np_halves.ir,
            "AR": tables.np_halves.ar,
        }  # [2.6e, 11.2b]
        self.luftwaffe_mix = [marker.count for marker in tables.marker]
        self._constants(files)
        self._chits(files)

    def _constants(self, files: Files) -> None:
        constants = files.tables.constants
        self.stacking = constants.stack_combat_units.value
        self.relocation_distance = constants.relocation_distance.value
        self.second_hqs = constants.second_hqs.value
        self.soviet_selection = constants.soviet_chits.value
        self.offensive_shift = constants.offensive_shift.value
        self.defensive_drm = constants.defensive_drm.value
        self.oos_penalty = constants.oos_penalty.value
        self.isolated_penalty = constants.isolated_penalty.value
        self.strategic_rate = constants.strategic_cost_halves.value
        self.ezoc_leave, self.ezoc_enter = constants.ezoc_leave.value, constants.ezoc_enter.value
        self.airborne_range = constants.airborne_range.value
        self.conversion_turn = constants.conversion_turn.value

    def _chits(self, files: Files) -> None:
        ids = list(self.unit_ids)
        chits = files.tables.chit
        self.chits = [
            Chit(
                chit.id,
                chit.label,
                chit.kind,
                chit.count,
                chit.first_turn,
                Unit(ids.index(chit.hq)) if chit.hq else NO_UNIT,
            )
            for chit in chits
        ]
        owned = {side: [i for i, chit in enumerate(chits) if chit.owner == side] for side in ("soviet", "axis")}
        self.chit_kinds = {SOVIET: owned["soviet"], AXIS: owned["axis"]}
        self.front_chits = [i for i in owned["soviet"] if chits[i].kind == "hq"]
        kind = {chit.kind: i for i, chit in enumerate(chits)}
        self.supply_chit, self.airborne_chit = kind["supply"], kind["airborne"]
        self.stavka_chit, self.okh_chit = kind["stavka"], kind["okh"]
