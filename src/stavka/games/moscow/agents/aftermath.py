"""The decisions of the scripted commanders of Roads to Moscow before, in and after a combat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from stavka.agents.decider import StepDecider
from stavka.engine.agent import Sight
from stavka.engine.kinds import NO_UNIT, Side, Unit, hexes_in, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.games.moscow.agents.chart import FACES
from stavka.games.moscow.agents.fights import Fights
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance, best_er, command, er
from stavka.games.moscow.rules.c03_basic_concepts.values import support as support_of
from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import attack_on
from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import defended, reaction_reach
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    FULL,
    HALF,
    NONE,
    Fighting,
    Overrunning,
    battle_under,
    coordination_drm,
    role_of,
)
from stavka.games.moscow.rules.c11_combat_results.advance import goals_of_stack
from stavka.games.moscow.rules.c12_artillery import gun_choice
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, passing
from stavka.games.moscow.state import OFF, Position, lift, put
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.moscow.agents.places import Places
    from stavka.games.moscow.agents.weights import Weights
    from stavka.games.moscow.game import Moscow
    from stavka.games.moscow.rules.c04_playing_the_game.sequence import CheckingRecovery
    from stavka.games.moscow.rules.c08_ground_movement.movement_phase import CheckingStacks
    from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import ResolvingAttacks
    from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import (
        CheckingNoRetreat,
        DeclaringNoRetreat,
        NamingCheckLead,
    )
    from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import CheckingReaction, Reacting, ReactionMove
    from stavka.games.moscow.rules.c09_pre_combat_actions.refusal import RefusalRetreat, RefusingCombat
    from stavka.games.moscow.rules.c10_combat.battle import CheckingAir, CheckingGround, CheckingGuns, NamingLead
    from stavka.games.moscow.rules.c11_combat_results.advance import Advancing, SecondAdvance
    from stavka.games.moscow.rules.c11_combat_results.results import Losing
    from stavka.games.moscow.rules.c11_combat_results.retreat import NamingZoneLead, Retreating
    from stavka.games.moscow.rules.c12_artillery import NamingGuns
    from stavka.games.moscow.rules.c13_air_units import SendingAir, SendingAirInSecret
    from stavka.games.moscow.rules.c15_hqs_and_leaders import Checking
    from stavka.games.moscow.rules.c16_special_units.rockets import SpecialRetreating

Note = Callable[["Fighting", int], None]

FLIGHT: Final = 0.25
"""A stack refuses combat if the attack is worth more than this to the attacker, apart from the ground."""
WORTHWHILE: Final = 0.05
"""The least gain of an advance or a choice."""


class Aftermath(StepDecider, ABC):
    """The decisions of one side in combat."""

    side: Side
    g: Moscow
    w: Weights
    has_arko: bool = False
    """Whether Arko leads the guns of an attack that gains by it."""

    @abstractmethod
    def read(self, s: Position) -> Fights:
        """A position of its own, with what combats on it are worth."""

    @abstractmethod
    def places(self, fights: Fights) -> Places:
        """The values of hexes as places."""

    # -- before a combat --------------------------------------------------------------------------------------------

    def refusal(self, sight: Sight[Position], s: Position, f: RefusingCombat, offer: Offer) -> Pick | None:
        """Refuse combat where the attack would cost more than the ground is worth."""
        fights = self.read(s)
        for hex_ in hexes_in(offer.hexes):
            units = attack_on(s, hex_)[1]
            lost = fights.attack(units, hex_)[0] - fights.ground(1 - self.side, hex_, units)
            if lost > FLIGHT and not fights.prizes.get(hex_, 0):
                return HEX, hex_
        return self.option(self.g.DONE)

    def refusing(self, sight: Sight[Position], s: Position, f: RefusalRetreat, offer: Offer) -> Pick | None:
        """Refuse with all units together if they can; if not, the most valuable goes first."""
        if not offer.hexes:
            return UNIT, self.strongest(s, offer.units)
        return self.best_hex(s, f.going or f.units, offer.hexes)

    def check_lead(self, sight: Sight[Position], s: Position, f: NamingCheckLead, offer: Offer) -> Pick | None:
        g = self.g
        sure = offer.units & g.nkvd & ~s.disrupted if f.check == "hold" else 0
        return UNIT, best_er(g, s, sure or offer.units)

    def reaction(self, sight: Sight[Position], s: Position, f: Reacting, offer: Offer) -> Pick | None:
        """React with the unit that helps a Defender hex most."""
        fights = self.read(s)
        best = max(((self.help_by(fights, unit)[0], -unit) for unit in units_in(offer.units)), default=(0.0, 0))
        return (UNIT, Unit(-best[1])) if best[0] > WORTHWHILE else self.option(self.g.DONE)

    def help_by(self, fights: Fights, unit: Unit) -> tuple[float, Hex]:
        """The largest help of a unit to a defence that it can join, and that defence."""
        g, s = self.g, fights.s
        hexes = reaction_reach(g, s, unit, allowance(g, s, unit, reaction=True)).mask
        found, here = (0.0, NO_HEX), s.place[unit]
        for hex_ in hexes_in(hexes & defended(g, s, self.side)):
            if sum(g.points_of[u] for u in units_in(s.at[hex_] & g.combat)) + g.points_of[unit] > g.stacking:
                continue
            units = attack_on(s, hex_)[1]
            before = fights.attack(units, hex_)[0]
            lift(g, s, unit, OFF)
            put(g, s, unit, hex_)
            gain = before - fights.attack(units, hex_)[0]
            lift(g, s, unit, OFF)
            put(g, s, unit, here)
            found = max(found, (gain, hex_))
        return found

    def react_move(self, sight: Sight[Position], s: Position, f: ReactionMove, offer: Offer) -> Pick | None:
        hex_ = self.help_by(self.read(s), f.unit)[1]
        return (HEX, hex_) if hex_ >= 0 else self.option(self.g.STOP)

    def no_retreat(self, sight: Sight[Position], s: Position, f: DeclaringNoRetreat, offer: Offer) -> Pick | None:
        """Declare No Retreat where that makes the attack worth less to the attacker, and withdraw it elsewhere."""
        fights = self.read(s)
        for hex_ in hexes_in(offer.hexes):
            units = attack_on(s, hex_)[1]
            now = fights.attack(units, hex_)[0]
            fights.s.holding ^= 1 << hex_
            then = fights.attack(units, hex_)[0]
            fights.s.holding ^= 1 << hex_
            if now - then > WORTHWHILE:
                return HEX, hex_
        return self.option(self.g.DONE)

    # -- in a combat ------------------------------------------------------------------------------------------------

    def combat(self, sight: Sight[Position], s: Position, f: ResolvingAttacks, offer: Offer) -> Pick | None:
        """Resolve the attack that promises most first."""
        fights = self.read(s)
        worth = {a[0]: fights.expected(fights.frame(a[1], a[0], a[2])) for a in s.attacks if offer.hexes >> a[0] & 1}
        return HEX, max(worth, key=lambda hex_: (worth[hex_], -hex_))

    def lead(self, sight: Sight[Position], s: Position, f: NamingLead, offer: Offer) -> Pick | None:
        """Lead with the best ER; among equals, with the unit whose step is the least loss."""
        fights = self.read(s)

        def key(unit: Unit) -> tuple[int, float, int]:
            return -er(self.g, s, unit), fights.step_worth(unit, s.steps[unit]), unit

        return UNIT, min(units_in(offer.units), key=key)

    def outlook(self, fights: Fights, b: Fighting) -> float:
        """The value of a combat to this side."""
        worth = fights.expected(b)
        return worth if role_of(self.g, b, self.side) == ATTACKER else -worth

    def under_way(self, fights: Fights) -> Fighting:
        """The combat that is under way, with the Lead Units that both sides would still name."""
        b = battle_under(fights.s).clone()
        likely = fights.frame(b.units, b.hex, b.is_mobile)
        for role in (ATTACKER, DEFENDER):
            if b.lead(role) < 0:
                b.set_lead(role, likely.lead(role))
        return b

    def cas(self, sight: Sight[Position], s: Position, f: SendingAir, offer: Offer) -> Pick | None:
        """Send an air unit if it is worth more here than elsewhere; send none to an Overrun."""
        if isinstance(battle_under(s), Overrunning):
            return self.option(self.g.DONE)
        return self.send_air(s, f.units, offer)

    def secret_cas(self, sight: Sight[Position], s: Position, f: SendingAirInSecret, offer: Offer) -> Pick | None:
        return self.send_air(s, f.sent(self.side), offer)

    def send_air(self, s: Position, sent: int, offer: Offer) -> Pick | None:
        fights = self.read(s)
        b = self.under_way(fights)
        for role in (ATTACKER, DEFENDER):
            b.set_guns(role, b.guns(role) or fights.likely_guns(b, role))
        mine = role_of(self.g, b, self.side)
        b.stage = 0
        b.set_air(mine, sent)
        now = self.outlook(fights, b)
        gains = []
        for unit in units_in(offer.units):
            b.set_air(mine, sent | 1 << unit)
            gains.append((self.outlook(fights, b) - now, -unit))
        best = max(gains, default=(0.0, 0))
        return (UNIT, Unit(-best[1])) if best[0] > self.w.flown else self.option(self.g.DONE)

    def guns(self, sight: Sight[Position], s: Position, f: NamingGuns, offer: Offer) -> Pick | None:
        """Name the gun that gains most, compared with its value elsewhere."""
        g, fights = self.g, self.read(s)
        b = self.under_way(fights)
        for arko in units_in(offer.units & g.arko if self.has_arko else 0):
            if self.arko_gain(fights, b, arko) > self.w.command:
                return UNIT, arko
        now, named = self.outlook(fights, b), b.guns(f.role)
        gains = []
        for unit in units_in(offer.units & g.guns):
            b.set_guns(f.role, named | 1 << unit)
            price = 0.0 if s.place[unit] == b.hex else self.w.fired * support_of(g, s, unit)
            gains.append((self.outlook(fights, b) - now - price, -unit))
        best = max(gains, default=(0.0, 0))
        return (UNIT, Unit(-best[1])) if best[0] > 0 else self.option(g.DONE)

    def arko_gain(self, fights: Fights, b: Fighting, arko: Unit) -> float:
        """What an attack gains if all guns near Arko support it, rather than the guns that would otherwise."""
        alone, led = b.clone(), b.clone()
        alone.set_guns(ATTACKER, fights.likely_guns(b, ATTACKER))
        led.arko = arko
        led.set_guns(ATTACKER, gun_choice(self.g, fights.s, led, ATTACKER))
        return self.outlook(fights, led) - self.outlook(fights, alone)

    # -- checks -----------------------------------------------------------------------------------------------------

    def help_check(self, s: Position, f: Checking, offer: Offer, stake: float) -> Pick:
        """Spend CP where they raise the chance of passing by enough. stake: the value of passing."""
        step = self.g.steps[f.step]
        assert isinstance(step, Check)
        drm = step.drm(self.g, s, f)
        now = passing(self.g, s, f.lead, drm)
        gains = []
        for unit in units_in(offer.units):
            more = passing(self.g, s, f.lead, drm - command(self.g, s, unit)) - now
            price = self.w.command + self.w.leader * (self.g.leaders >> unit & 1)
            gains.append((stake * more / FACES - price, -unit))
        best = max(gains, default=(0.0, 0))
        return (UNIT, Unit(-best[1])) if best[0] > 0 else self.option(self.g.ROLL)

    def combat_check(self, s: Position, f: Checking, offer: Offer, note: Note, good: int, bad: int) -> Pick:
        """Spend CP on a check in combat. note: writes a result of the check, good or bad, into the combat."""
        fights = self.read(s)
        b = self.under_way(fights)
        note(b, good)
        stake = self.outlook(fights, b)
        note(b, bad)
        return self.help_check(s, f, offer, stake - self.outlook(fights, b))

    def cas_check(self, sight: Sight[Position], s: Position, f: CheckingAir, offer: Offer) -> Pick | None:
        b = battle_under(s)
        role = role_of(self.g, b, self.side)
        return self.combat_check(s, f, offer, lambda b, units: b.set_air(role, units), b.air(role), 0)

    def gun_check(self, sight: Sight[Position], s: Position, f: CheckingGuns, offer: Offer) -> Pick | None:
        likely = self.passes_half(s, f)
        worse = HALF if likely else NONE
        return self.combat_check(s, f, offer, lambda b, band: b.set_band(f.role, band), FULL, worse)

    def passes_half(self, s: Position, f: Checking) -> bool:
        """Whether a failed artillery check would most likely still halve the guns only."""
        return er(self.g, s, f.lead) + 2 + coordination_drm(self.g, s, 1) < self.g.silenced

    def ground_check(self, sight: Sight[Position], s: Position, f: CheckingGround, offer: Offer) -> Pick | None:
        return self.combat_check(s, f, offer, lambda b, failed: setattr(b, "is_uncoordinated", failed), 0, 1)

    def react(self, sight: Sight[Position], s: Position, f: CheckingReaction, offer: Offer) -> Pick | None:
        return self.help_check(s, f, offer, self.help_by(self.read(s), f.lead)[0])

    def hold(self, sight: Sight[Position], s: Position, f: CheckingNoRetreat, offer: Offer) -> Pick | None:
        return self.help_check(s, f, offer, 0.4 + 0.5 * self.read(s).prizes.get(f.hex, 0))

    def recover(self, sight: Sight[Position], s: Position, f: CheckingRecovery, offer: Offer) -> Pick | None:
        """Spend CP freely: those that are left at the end of a turn come back at once."""
        return self.help_check(s, f, offer, 9.0)

    # -- losses -----------------------------------------------------------------------------------------------------

    def lose(self, sight: Sight[Position], s: Position, f: Losing, offer: Offer) -> Pick | None:
        return UNIT, self.cheapest(s, offer.units)

    def excess(self, sight: Sight[Position], s: Position, f: CheckingStacks, offer: Offer) -> Pick | None:
        fights = self.read(s)
        return UNIT, min(units_in(offer.units), key=lambda unit: (fights.unit_worth(unit), unit))

    def cheapest(self, s: Position, units: int) -> Unit:
        """The unit whose step is the least loss."""
        fights = self.read(s)
        return min(units_in(units), key=lambda unit: (fights.step_worth(unit, s.steps[unit]), unit))

    # -- retreats and advances --------------------------------------------------------------------------------------

    def retreat(self, sight: Sight[Position], s: Position, f: Retreating, offer: Offer) -> Pick | None:
        """Retreat all units together if possible. Enemy units that this side retreats go to the worst hex."""
        units = f.going or f.units
        if not offer.hexes:
            if offer.options & self.g.STOP:
                return self.option(self.g.STOP)
            return UNIT, self.strongest(s, offer.units)
        if self.g.side_of_units(units) != self.side:
            return self.worst_hex(s, offer.hexes)
        return self.best_hex(s, units, offer.hexes)

    def strongest(self, s: Position, units: int) -> Unit:
        fights = self.read(s)
        return max(units_in(units), key=lambda unit: (fights.unit_worth(unit), -unit))

    def best_hex(self, s: Position, units: int, hexes: int) -> Pick:
        """The best hex for units that have to go."""
        fights = self.read(s)
        places = self.places(fights)
        unit = self.strongest(s, units & self.g.combat or units)
        return HEX, max(hexes_in(hexes), key=lambda hex_: (places.score(unit, hex_), -hex_))

    def worst_hex(self, s: Position, hexes: int) -> Pick:
        fights = self.read(s)
        return HEX, max(hexes_in(hexes), key=lambda hex_: (fights.power(self.side, hex_), -hex_))

    def zone_check(self, sight: Sight[Position], s: Position, f: NamingZoneLead, offer: Offer) -> Pick | None:
        return UNIT, best_er(self.g, s, offer.units)

    def special(self, sight: Sight[Position], s: Position, f: SpecialRetreating, offer: Offer) -> Pick | None:
        return self.best_hex(s, 1 << f.unit, offer.hexes)

    def advance(self, sight: Sight[Position], s: Position, f: Advancing, offer: Offer) -> Pick | None:
        """Advance with units that are better off in the emptied hex, or with one unit if the hex is worth having;
        Leaders and Fuel units go with their companions."""
        fights = self.read(s)
        places, hex_ = self.places(fights), f.hex
        empty = not s.at.get(hex_, 0) & self.g.combat
        ground = -self.w.ground - self.w.keep * fights.prizes.get(hex_, 0) if empty else WORTHWHILE

        def surplus(unit: Unit) -> float:
            if self.g.combat >> unit & 1:
                return self.gain(places, unit, hex_) - ground
            ends = goals_of_stack(f, s.place[unit]) | (0 if empty else 1 << hex_)
            return max((self.gain(places, unit, end) for end in hexes_in(ends)), default=0.0) - WORTHWHILE

        gains = {unit: surplus(unit) for unit in units_in(offer.units)}
        best = max(gains, key=lambda unit: (gains[unit], -unit), default=NO_UNIT)
        return (UNIT, best) if best >= 0 and gains[best] > 0 else self.option(self.g.DONE)

    def gain(self, places: Places, unit: Unit, hex_: Hex) -> float:
        return places.score(unit, hex_) - places.score(unit, places.fights.s.place[unit])

    def second_hex(self, sight: Sight[Position], s: Position, f: SecondAdvance, offer: Offer) -> Pick | None:
        places = self.places(self.read(s))
        best = max(hexes_in(offer.hexes), key=lambda hex_: (places.score(f.unit, hex_), -hex_))
        alone = self.g.apart >> f.unit & 1 and not s.at[s.place[f.unit]] & self.g.combat
        if alone or self.gain(places, f.unit, best) > WORTHWHILE or not offer.options & self.g.STOP:
            return HEX, best
        return self.option(self.g.STOP)
