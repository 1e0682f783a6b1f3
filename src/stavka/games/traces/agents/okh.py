"""The scripted Axis player of Traces of War away from the front: set-up, chits, OKH, negotiation, reinforcements."""

from __future__ import annotations

from stavka.engine.agent import Sight
from stavka.engine.kinds import Unit, hexes_in, last_unit, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.games.traces.agents.axis import ACCEPTED, AxisField
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.rules.c02_components.headquarters import in_command_range
from stavka.games.traces.rules.c03_set_up import PlacingSecurity
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import (
    AddingChits,
    ChoosingHq,
    ChoosingSecondHq,
    CommandingByOkh,
    Interrupting,
    UsingOkh,
)
from stavka.games.traces.rules.c10_combat.attacks import defence_strength
from stavka.games.traces.rules.c11_reinforcements import Negotiating, Placing
from stavka.games.traces.state import AXIS, BOX, Position
from stavka.hexes import Hex


class AxisCommander(AxisField):
    """The whole Axis player."""

    # -- set-up -----------------------------------------------------------------------------------------------------

    def security(self, sight: Sight[Position], s: Position, f: PlacingSecurity, offer: Offer) -> Pick | None:
        sense = self.read(s)

        def need(hex_: Hex) -> tuple[bool, bool, int]:
            return bool(s.orders >> hex_ & 1), not s.occupied[AXIS] >> hex_ & 1, -sense.from_foe[hex_]

        return HEX, max(hexes_in(offer.hexes), key=need)

    # -- chits ------------------------------------------------------------------------------------------------------

    def urgency(self, sense: Sense, hq: Unit) -> float:
        """How much an activation of an HQ is needed."""
        g, s = self.g, sense.s
        if s.place[hq] < 0:
            return -1.0
        units = in_command_range(g, s, hq) & g.combat_units
        need = sum(min(2.0, self.stack_danger(sense, s.place[u], 1 << u)) for u in units_in(units))
        return need + sum(20 * self.risk(sense, city) for city, able in self.emergencies(sense) if able & units)

    def emergencies(self, sense: Sense) -> list[tuple[Hex, int]]:
        """Cities under orders that may fall, with the units that could come to their help."""
        known = self._emergencies
        if known is None or known[0] is not sense:
            g, s = self.g, sense.s
            found = []
            for city in self.held(sense):
                if self.risk(sense, city) > ACCEPTED and not s.full[AXIS] >> city & 1:
                    able = (u for u in sense.own() if g.combat_units >> u & 1 and s.place[u] != city)
                    units = sum(1 << u for u in able if (self.reach(s, u) | self.strategic_reach(s, u)) >> city & 1)
                    found.append((city, units))
            self._emergencies = known = sense, found
        return known[1]

    _emergencies: tuple[Sense, list[tuple[Hex, int]]] | None = None

    def select_chits(self, sight: Sight[Position], s: Position, f: SelectingChits, offer: Offer) -> Pick | None:
        g = self.g
        if offer.options & g.DONE:
            return self.option(g.DONE)
        sense = self.read(s)
        okh = g.okh_chit
        if offer.options & g.HOLD[okh] and not f.hand[okh]:
            return self.option(g.HOLD[okh])
        pressed = sum(1 for city in self.held(sense) if self.pressure(sense, city) > 0)
        if offer.options & g.CHIT[okh] and not f.cup[okh] and pressed > 1:
            return self.option(g.CHIT[okh])
        hqs = [kind for kind, bit in enumerate(g.CHIT) if offer.options & bit and g.chits[kind].hq >= 0]
        if not hqs:
            return self.option(g.CHIT[okh])
        return self.option(g.CHIT[max(hqs, key=lambda kind: (self.urgency(sense, g.chits[kind].hq), -kind))])

    def add_chits(self, sight: Sight[Position], s: Position, f: AddingChits, offer: Offer) -> Pick | None:
        """Keep the chits in the hand as long as there is another chit to draw."""
        return self.option(self.g.DRAW) if offer.options & self.g.DRAW else None

    def interrupt(self, sight: Sight[Position], s: Position, f: Interrupting, offer: Offer) -> Pick | None:
        """Interrupt before a Front moves if a city under an order may fall or an HQ is needed urgently."""
        g = self.g
        drawn = g.chits[f.chit]
        if drawn.hq < 0 or g.side[drawn.hq] == AXIS or not offer.options & g.INTERRUPT:
            return None
        sense = self.read(s)
        if any(able and self.risk(sense, city) > 0.15 for city, able in self.emergencies(sense)):
            return self.option(g.INTERRUPT)
        hqs = [hq for hq in units_in(g.hq_units & g.side_units[AXIS]) if s.place[hq] >= 0]
        if max((self.urgency(sense, hq) for hq in hqs), default=0.0) > self.weights.alarm:
            return self.option(g.INTERRUPT)
        return None

    def choose_hq(self, sight: Sight[Position], s: Position, f: ChoosingHq, offer: Offer) -> Pick | None:
        sense = self.read(s)
        return UNIT, max(units_in(offer.units), key=lambda hq: (self.urgency(sense, hq), -hq))

    def okh(self, sight: Sight[Position], s: Position, f: UsingOkh, offer: Offer) -> Pick | None:
        g = self.g
        sense = self.read(s)
        if offer.options & g.NEGOTIATION and (self.must_lift(sense) or self.can_buy(s)):
            return self.option(g.NEGOTIATION)
        hqs = [hq for hq in units_in(g.hq_units & g.side_units[AXIS]) if s.place[hq] >= 0]
        for _, able in self.emergencies(sense):
            if able and not any(in_command_range(g, s, hq) & able for hq in hqs):
                return self.option(g.OKH_COMMAND)
        return self.option(g.HQ_ACTIVATION if hqs else g.OKH_COMMAND)

    def okh_command(self, sight: Sight[Position], s: Position, f: CommandingByOkh, offer: Offer) -> Pick | None:
        """Help cities first, then the units in the greatest danger."""
        sense = self.read(s)
        for _, able in self.emergencies(sense):
            if able & offer.units and not able & s.activated:
                return UNIT, max(units_in(able & offer.units), key=lambda u: (defence_strength(self.g, s, u), -u))
        units = offer.units & self.g.combat_units
        if not units:
            return None
        return UNIT, max(units_in(units), key=lambda u: (self.stack_danger(sense, s.place[u], 1 << u), -u))

    def second_hq(self, sight: Sight[Position], s: Position, f: ChoosingSecondHq, offer: Offer) -> Pick | None:
        return UNIT, last_unit(offer.units & -offer.units)

    # -- negotiation ------------------------------------------------------------------------------------------------

    def must_lift(self, sense: Sense) -> bool:
        return any(self.pressure(sense, city) > 0 for city in self.held(sense))

    def can_buy(self, s: Position) -> bool:
        return any(s.place[u] == BOX for pool in self.g.categories.values() for u in units_in(pool))

    def negotiation(self, sight: Sight[Position], s: Position, f: Negotiating, offer: Offer) -> Pick | None:
        sense = self.read(s)
        if offer.hexes:
            city = max(hexes_in(offer.hexes), key=lambda c: (self.pressure(sense, c), -c))
            if self.pressure(sense, city) > 0:
                return HEX, city
        for category in self.shopping(f.half_points):
            units = [u for u in units_in(offer.units) if self.g.category[u] == category]
            if units:
                return UNIT, max(units, key=lambda u: (sense.strength(u), -u))
        return None

    def pressure(self, sense: Sense, city: Hex) -> float:
        """How soon a city under an order may fall."""
        return max(0, 7 - sense.from_foe[city]) + sense.threat(city) / 3

    def shopping(self, points: int) -> tuple[str, ...]:
        return ("PR", "IR", "AR") if points >= self.g.np_costs["PR"] else ("IR", "AR")

    def place(self, sight: Sight[Position], s: Position, f: Placing, offer: Offer) -> Pick | None:
        g = self.g
        sense = self.read(s)

        def score(hex_: Hex) -> float:
            bit = 1 << hex_
            if bit & s.orders and not self.is_safe(sense, hex_):
                return 10.0
            if bit & g.crossings & ~s.crossings and not s.occupied[AXIS] & bit:
                return 4.0
            return self.hex_score(sense, f.unit, hex_)

        return HEX, max(hexes_in(offer.hexes), key=lambda hex_: (score(hex_), -hex_))
