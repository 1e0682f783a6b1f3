"""Where the scripted commanders of Velikye Luki put arriving units, and which units they move through the box."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Final

from stavka.agents.missions import Body, Mission, assign
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.games.luki.agents.aftermath import Aftermath
from stavka.games.luki.agents.fights import SIGN, strength
from stavka.games.luki.agents.moves import groups_of
from stavka.games.luki.rules.c09_reinforcements import SCHEDULED, Placing, Reinforcing, placed
from stavka.games.luki.rules.c10_movement import administrative
from stavka.games.luki.state import BOX, Position, lift, put
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.agents.fields import Roads
    from stavka.games.luki.agents.chart import Chart
    from stavka.games.luki.agents.fights import Fights

WASTE: Final = 0.01
"""The value of a CF elsewhere, if a mission does not need it."""
TOGETHER: Final = 1.0
"""The value of a formation that arrives complete."""
CROWDED: Final = 0.05
"""The cost of each unit in a hex to units of other formations."""
DETOUR: Final = 1.5
"""The moves that the way by the box must save at least. It takes two segments, but no AP."""
MISSED: Final = 0.1
"""A group leaves the map for the box only if the position loses less than this without it."""
LAST_ENTRY: Final = 4
"""The last segment from which a group that is taken off the map comes back in the same turn."""


class Arrivals(Aftermath):
    """Reinforcements and administrative movement of one side."""

    side: ClassVar[Side]
    chart: Chart
    roads: Roads

    @abstractmethod
    def missions(self, fights: Fights) -> list[Mission]:
        """The missions of arriving units, and the strength that each needs."""

    @abstractmethod
    def look_around(self, s: Position) -> None:
        """Find the ways round the strongpoints of the enemy."""

    # -- groups -----------------------------------------------------------------------------------------------------

    def bodies(self, s: Position) -> list[Body]:
        """The groups of this side on the map."""
        g, units = self.g, 0
        for hex_ in hexes_in(s.occupied[self.side]):
            units |= s.at[hex_] & g.side_units[self.side] & g.movable_units
        return [self.body(s, group) for group in groups_of(g, s, units)]

    def body(self, s: Position, group: int) -> Body:
        g, first = self.g, last_unit(group)
        kind = max(g.move_class[unit] for unit in units_in(group))
        pace = min(g.allowance[unit] for unit in units_in(group))
        return Body(group, s.place[first], kind, max(strength(g, s, group), 1), max(pace, 1))

    def waiting(self, s: Position, units: int) -> Unit:
        """The waiting unit that is placed next: formations stay complete, and the strongest go first."""
        g = self.g
        return max(units_in(units), key=lambda u: (g.formation[u] >= 0, g.formation[u], g.combat[u][s.steps[u]], -u))

    def queue(self, s: Position, unit: Unit) -> int:
        """The number of entries from the box that come before that of a unit."""
        g = self.g
        there = placed(s, BOX) & g.side_units[self.side]
        return len({g.formation[u] if g.formation[u] >= 0 else ~u for u in units_in(there)} - {g.formation[unit]})

    # -- how good an entry is ---------------------------------------------------------------------------------------

    def lacking(self, fights: Fights) -> list[tuple[Mission, float]]:
        """The missions, each with the gain that is still possible."""
        self.look_around(fights.s)
        found, bodies = self.missions(fights), self.bodies(fights.s)
        taken = assign(self.roads, found, bodies, self.w.stray, WASTE)
        strength: dict[Mission, int] = {}
        for body in bodies:
            mission = taken.get(body.units)
            if mission is not None:
                strength[mission] = strength.get(mission, 0) + body.strength
        return [(each, each.weight * max(0.0, 1 - strength.get(each, 0) / each.need)) for each in found]

    def place_for(self, fights: Fights, unit: Unit, hexes: int) -> tuple[float, Hex]:
        """The best of some hexes for a unit that comes in, and how good it is."""
        s, kind, pace = fights.s, self.g.move_class[unit], self.g.allowance[unit]
        wants = [(each.field(self.roads, kind), gain) for each, gain in self.lacking(fights)]
        best, end = -99.0, NO_HEX
        for hex_ in hexes_in(hexes):
            score = self.mates_there(s, unit, s.at.get(hex_, 0)) + max(
                (gain - self.w.stray * field[hex_] / pace for field, gain in wants), default=0.0
            )
            if score > best:
                best, end = score, hex_
        return best, end

    def mates_there(self, s: Position, unit: Unit, there: int) -> float:
        """The value for an arriving unit of the units in a hex: one of its formation is a gain, so that formations
        arrive complete; otherwise each unit that is there is a cost."""
        g, formation = self.g, self.g.formation[unit]
        if formation >= 0 and there & g.members_of[formation]:
            return TOGETHER
        return -CROWDED * there.bit_count()

    # -- reinforcements ---------------------------------------------------------------------------------------------

    def reinforce(self, sight: Sight[Position], s: Position, f: Reinforcing, offer: Offer) -> Pick | None:
        return (UNIT, self.waiting(s, offer.units)) if offer.units else None

    def place(self, sight: Sight[Position], s: Position, f: Placing, offer: Offer) -> Pick | None:
        """Place a unit on the map, or in the box if that brings it nearer to where it is needed."""
        fights, unit = self.read(s), f.unit
        score, hex_ = self.place_for(fights, unit, offer.hexes)
        if f.where == SCHEDULED and self.by_box(fights, unit) > score:
            return self.option(self.g.BOX)
        return (HEX, hex_) if hex_ >= 0 else None

    def by_box(self, fights: Fights, unit: Unit) -> float:
        """The value of waiting in the box for the next entry: every entry before it costs a move."""
        g, s = self.g, fights.s
        score, _ = self.place_for(fights, unit, administrative.entry_hexes(g, s, self.side))
        mates = placed(s, BOX) & g.members_of[g.formation[unit]] if g.formation[unit] >= 0 else 0
        return score + TOGETHER * bool(mates) - self.w.stray * (1 + self.queue(s, unit))

    # -- administrative movement ------------------------------------------------------------------------------------

    def from_box(self, sight: Sight[Position], s: Position, f: administrative.LeavingBox, offer: Offer) -> Pick | None:
        """Move a whole formation from the box to where it is needed most."""
        if offer.units and (not f.units or self.g.formation[last_unit(f.units)] >= 0):
            return UNIT, self.waiting(s, offer.units)
        if not f.units:
            return None
        _, hex_ = self.place_for(self.read(s), last_unit(f.units), offer.hexes)
        return (HEX, hex_) if hex_ >= 0 else None

    def to_box(self, sight: Sight[Position], s: Position, f: administrative.EnteringBox, offer: Offer) -> Pick | None:
        """Move into the box the whole group that saves most moves by going through it."""
        g = self.g
        if f.units:
            return self.option(g.ALL if offer.options & g.ALL else g.DONE)
        late = s.turn == g.scenarios[s.scenario].turns and s.segment > LAST_ENTRY
        if late or placed(s, BOX) & g.side_units[self.side]:
            return self.option(g.PASS)
        group = self.strayed(self.read(s), offer.units)
        return (UNIT, last_unit(group)) if group else self.option(g.PASS)

    def strayed(self, fights: Fights, able: int) -> int:
        """The group that saves most moves by going through the box, if it can be spared; 0 for no group."""
        g, s = self.g, fights.s
        self.look_around(s)
        bodies = self.bodies(s)
        taken = assign(self.roads, self.missions(fights), bodies, self.w.stray, WASTE)
        entries = administrative.entry_hexes(g, s, self.side)
        saved = {
            body.units: self.saving(body, taken[body.units], entries)
            for body in bodies
            if body.units in taken and not body.units & ~able
        }
        for units in sorted(saved, key=lambda units: (-saved[units], units)):
            if saved[units] < DETOUR:
                break
            if self.missed(fights, units) < MISSED:
                return units
        return 0

    def saving(self, body: Body, mission: Mission, entries: int) -> float:
        """The number of moves that a group saves by coming in through the box."""
        field = mission.field(self.roads, body.kind)
        near = min((field[hex_] for hex_ in hexes_in(entries & ~(1 << body.here))), default=field[body.here])
        return (field[body.here] - near) / body.pace

    def missed(self, fights: Fights, units: int) -> float:
        """The loss in the value of a position if it had to do without some units."""
        g, s = self.g, fights.s
        here, before = s.place[last_unit(units)], fights.value(s)
        for unit in units_in(units):
            lift(g, s, unit, BOX)
        after = fights.value(s)
        for unit in units_in(units):
            put(g, s, unit, here)
        return SIGN[self.side] * (before - after)
