"""Quick commanders for look-ahead in Traces of War: about the same decisions as the script, in less time."""

from __future__ import annotations

from typing import Any

from stavka.agents.fields import Field
from stavka.engine.kinds import Unit
from stavka.games.traces.agents.command import Commander, Plan, map_of
from stavka.games.traces.agents.okh import AxisCommander
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.agents.soviet import SovietCommander
from stavka.games.traces.state import Position


class Model(Commander):
    """A commander that looks less closely."""

    looks = 7
    planner: Commander | None = None
    """The commander whose plans are carried out, if there is one."""
    _rehearsed: tuple[tuple[Any, ...], Plan] | None = None

    def new_plan(self, s: Position, key: tuple[Any, ...]) -> Plan:
        """The plan of an activation: for the same position it is made once."""
        if self.planner is None:
            return super().new_plan(s, key)
        whole = key, map_of(s)
        if self._rehearsed is None or self._rehearsed[0] != whole:
            self.planner.forget()
            self.planner.begin(s)
            self._rehearsed = whole, self.planner.new_plan(s, key)
        return self._rehearsed[1].copy()

    def settle_hq(self, sense: Sense, plan: Plan, hq: Unit) -> None:
        """An HQ stays where it is while it is safe and near to its units."""
        here = sense.s.place[hq]
        if sense.enemy_zoc >> here & 1 or self.g.grid.distance(here, self.sector(sense, hq)[2]) > 3:
            super().settle_hq(sense, plan, hq)


class SovietModel(Model, SovietCommander):
    pass


class AxisModel(Model, AxisCommander):
    """Looks for a line once in each activation."""

    refuges = 12
    _moment: tuple[int, bytes] = 0, b""
    _known: tuple[int, Field, Field] | None = None

    def forget(self) -> None:
        super().forget()
        self._known = None

    def line(self, sense: Sense) -> tuple[int, Field, Field]:
        moment = sense.s.turn, bytes(sense.s.played)
        if self._known is None or self._moment != moment:
            self._moment, self._known = moment, super().line(sense)
        return self._known
