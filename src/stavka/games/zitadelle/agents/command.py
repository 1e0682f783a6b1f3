"""The common part of the scripted commanders of both sides of Zitadelle: set up, fire, assault, retreat, advance,
move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from stavka.agents.decider import StepDecider
from stavka.agents.sharing import NOTHING, Sharing
from stavka.agents.trail import Trail
from stavka.engine.agent import Sight
from stavka.engine.kinds import NO_UNIT, Side, Unit, hexes_in, last_hex, last_unit, members, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.engine.state import below
from stavka.games.zitadelle.agents.chart import chart_of
from stavka.games.zitadelle.agents.menace import Menace
from stavka.games.zitadelle.agents.moves import Moves, PlaceScore
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.agents.setup import Score, improved
from stavka.games.zitadelle.agents.weights import Weights
from stavka.games.zitadelle.rules.c03_set_up import Placing, SettingUp, default_hex
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import Firing, FiringAt, Hitting, fire_targets
from stavka.games.zitadelle.rules.c07_assault.advance import Advancing, AdvancingUnit
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting, Attacking
from stavka.games.zitadelle.rules.c07_assault.duties import Field, field
from stavka.games.zitadelle.rules.c07_assault.retreat import GoingFurther, Overstacking, Retreating, Withdrawing
from stavka.games.zitadelle.rules.c08_movement.movement_phase import MovingUnits
from stavka.games.zitadelle.rules.c08_movement.unit_moves import MOVED, Moving
from stavka.games.zitadelle.rules.c11_reinforcements import Entering
from stavka.games.zitadelle.state import DUE, GERMAN, Position
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


STARTS: Final = 16
"""Set-ups that are kept before all are forgotten."""


class Planned(NamedTuple):
    """An assault that is planned."""

    units: int
    hexes: int
    worth: float


class Manner(NamedTuple):
    """What somebody else has decided for a commander."""

    push: int = 0
    """Units that go forward more than the script would send them."""
    hold: int = 0
    """Units that stay about where they are, and are not brought up to attack."""
    back: int = 0
    """Units that fall back."""
    goal: Hex = NO_HEX
    """The victory hex that is to be taken first."""
    is_quick: bool = False
    """Whether the commander leaves out what takes longest."""


PLAIN: Final = Manner()


class Commander(StepDecider, ABC):
    """The decisions of one side."""

    side: ClassVar[Side]

    def __init__(self, g: Zitadelle, weights: Weights, manner: Manner = PLAIN) -> None:
        self.g, self.w, self.manner = g, weights, manner
        self.sane = (g.DONE, g.STOP, g.ATTACK, g.ALL, g.HISTORICAL, g.REST, g.STANDARD, g.NO_MODEL)
        self.ends: dict[Unit, Hex] = {}
        self.starts: Mapping[Unit, Hex] = {}
        self.key: tuple[Any, ...] = ()
        self._assaults: tuple[tuple[Any, ...], list[Planned]] = (), []
        self.trail = Trail()
        self._plans: dict[tuple[Any, ...], dict[Unit, Hex]] = {}

    def forget(self) -> None:
        """Forget what was planned in another position."""
        self.ends, self.key, self._assaults = {}, (), ((), [])

    def read(self, s: Position) -> Sense:
        return Sense(self.g, s.clone(), self.side, self.w)

    # -- what the sides see differently -----------------------------------------------------------------------------

    @abstractmethod
    def place_score(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        """The value of a hex as a place for a unit, apart from fire and assaults."""

    @abstractmethod
    def order(self, sense: Sense, unit: Unit) -> tuple[float, ...]:
        """The order in which units are given places."""

    # -- set-up -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def start_score(self, sense: Sense) -> Score:
        """The value of a hex for a unit at the start."""

    def set_up(self, sight: Sight[Position], s: Position, f: SettingUp, offer: Offer) -> Pick | None:
        if not offer.units or offer.options & self.g.DONE or not offer.options & self.g.REST:
            return None
        unit = last_unit(offer.units & -offer.units)
        if unit not in self.starts:
            self.starts = self.find_starts(s)
        return UNIT, unit

    def find_starts(self, s: Position) -> Mapping[Unit, Hex]:
        """The places of all units that are still to be set up: most games begin with one of very few positions."""
        known, key = chart_of(self.g).starts, (self.side, self.w, s.digest())
        found = known.get(key)
        if found is None:
            if len(known) >= STARTS:
                known.clear()
            sense = self.read(s)
            found = known[key] = improved(sense, self.start_score(sense), whole=self.side == GERMAN)
        return found

    def set_up_unit(self, sight: Sight[Position], s: Position, f: Placing, offer: Offer) -> Pick | None:
        hex_ = self.starts.get(f.unit, NO_HEX)
        return HEX, hex_ if hex_ >= 0 and offer.hexes >> hex_ & 1 else default_hex(self.g, s, f.unit)

    # -- fire -------------------------------------------------------------------------------------------------------

    def fire(self, sight: Sight[Position], s: Position, f: Firing, offer: Offer) -> Pick | None:
        """Fire with the unit that hits best first, so that the others may choose another target."""
        sense = self.read(s)
        worth = {unit: self.best_shot(sense, unit)[0] for unit in units_in(offer.units)}
        best = max(worth, key=lambda unit: (worth[unit], -unit))
        return (UNIT, best) if worth[best] > 0 else self.option(self.g.DONE)

    def best_shot(self, sense: Sense, unit: Unit) -> tuple[float, Hex]:
        return max((sense.shot_worth(unit, hex_), hex_) for hex_ in hexes_in(fire_targets(self.g, sense.s, unit)))

    def fire_at(self, sight: Sight[Position], s: Position, f: FiringAt, offer: Offer) -> Pick | None:
        return HEX, self.best_shot(self.read(s), f.unit)[1]

    def hit(self, sight: Sight[Position], s: Position, f: Hitting, offer: Offer) -> Pick | None:
        return UNIT, self.cheapest(s, offer.units)

    def cheapest(self, s: Position, units: int) -> Unit:
        """The unit whose step is the least loss."""
        sense = self.read(s)
        return min(units_in(units), key=lambda u: (sense.step_worth(u) + (s.steps[u] == 1) * self.w.last_step, u))

    # -- assaults ---------------------------------------------------------------------------------------------------

    def assaults(self, s: Position, f: Assaulting) -> list[Planned]:
        """Plan the assaults: all units that must attack, and those that gain by it. f: the frame of the phase."""
        key = bytes(s.place), bytes(s.steps), bytes(s.morale), s.fought, s.defended, s.turn
        if self._assaults[0] != key:
            self._assaults = key, self.share_out(s, f)
        return self._assaults[1]

    def share_out(self, s: Position, f: Assaulting) -> list[Planned]:
        return self.share(self.read(s), field(self.g, s, f))

    def share(self, sense: Sense, now: Field) -> list[Planned]:
        g, s = self.g, sense.s
        tasks: dict[Unit, list[int]] = {}
        for unit in units_in(now.fresh):
            hexes = list(members(g.near[s.place[unit]] & now.open))
            if hexes:
                tasks[unit] = hexes if now.must_attack >> unit & 1 else [NOTHING, *hexes]

        def worth(hex_: Hex, units: int) -> float:
            if units:
                return sense.assault_worth(units, 1 << hex_)
            return -self.w.left_out if now.must_fall >> hex_ & 1 else 0.0

        shared = Sharing(tasks, worth).improve()
        found = [Planned(units, 1 << hex_, worth(hex_, units)) for hex_, units in sorted(shared.items())]
        return self.merged(sense, now, found)

    def merged(self, sense: Sense, now: Field, found: list[Planned]) -> list[Planned]:
        """Assaults put together where one on two hexes is better than one on each."""
        for first in list(found):
            for second in list(found):
                if first not in found or second not in found or first.hexes >= second.hexes:
                    continue
                both, hexes = first.units | second.units, first.hexes | second.hexes
                if hexes & ~now.common(both):
                    continue
                worth = sense.assault_worth(both, hexes)
                if worth > first.worth + second.worth:
                    found.remove(first)
                    found.remove(second)
                    found.append(Planned(both, hexes, worth))
        return found

    def assault(self, sight: Sight[Position], s: Position, f: Assaulting, offer: Offer) -> Pick | None:
        """Make the best assault first, then those that cannot be avoided."""
        can = [planned for planned in self.assaults(s, f) if planned.hexes & offer.hexes]
        if not can:
            return None
        best = max(can, key=lambda planned: (planned.worth, -planned.hexes))
        if best.worth > 0 or not offer.options & self.g.DONE:
            return HEX, last_hex(best.hexes & offer.hexes)
        return None

    def attack(self, sight: Sight[Position], s: Position, f: Attacking, offer: Offer) -> Pick | None:
        """Add the units that are planned for the hexes, then those that support them, then those that must take
        part."""
        g = self.g
        units, hexes = f.units, f.hexes
        phase = below(s, Assaulting)
        for planned in self.assaults(s, phase):
            if planned.hexes & hexes:
                if planned.hexes & ~hexes & offer.hexes:
                    return HEX, last_hex(planned.hexes & ~hexes & offer.hexes)
                if planned.units & ~units & offer.units:
                    return UNIT, last_unit(planned.units & ~units & offer.units)
        if not units:
            return self.anybody(s, offer, hexes)
        helping = self.support(s, f, offer.units & g.support_units)
        if helping >= 0:
            return UNIT, helping
        if offer.options & g.ATTACK:
            return self.option(g.ATTACK)
        must, also = field(g, s, phase).closure(units, hexes)
        if must & ~units & offer.units:
            return UNIT, last_unit(must & ~units & offer.units)
        if also & ~hexes & offer.hexes:
            return HEX, last_hex(also & ~hexes & offer.hexes)
        return next(iter(offer))

    def anybody(self, s: Position, offer: Offer, hexes: int) -> Pick:
        """Pick the unit that assaults best alone."""
        sense = self.read(s)
        units = offer.units & self.g.combat_units
        if not units:
            return next(iter(offer))
        return UNIT, max(units_in(units), key=lambda unit: (sense.assault_worth(1 << unit, hexes), -unit))

    def support(self, s: Position, f: Attacking, offered: int) -> Unit:
        """A bombardment or engineer unit that helps; -1 for none."""
        sense = self.read(s)
        units, hexes, support = f.units, f.hexes, f.support
        best, gain = NO_UNIT, 0.01
        now = sense.assault_worth(units, hexes, support) if offered else 0.0
        for unit in units_in(offered):
            more = sense.assault_worth(units, hexes, support | 1 << unit) - now
            if more > gain:
                best, gain = unit, more
        return best

    # -- after an assault -------------------------------------------------------------------------------------------

    def retreat(self, sight: Sight[Position], s: Position, f: Withdrawing, offer: Offer) -> Pick | None:
        """Keep units that have lost a step in place."""
        return self.option(self.g.DONE)

    def retreats(self, sight: Sight[Position], s: Position, f: Retreating, offer: Offer) -> Pick | None:
        return HEX, self.best_place(s, f.ways[f.number][0], offer.hexes)

    def further(self, sight: Sight[Position], s: Position, f: GoingFurther, offer: Offer) -> Pick | None:
        return HEX, self.best_place(s, f.unit, offer.hexes)

    def excess(self, sight: Sight[Position], s: Position, f: Overstacking, offer: Offer) -> Pick | None:
        return UNIT, self.cheapest(s, offer.units)

    def best_place(self, s: Position, unit: Unit, hexes: int) -> Hex:
        """The hex for a retreating unit: away from the enemy, on good ground."""
        sense = self.read(s)
        foes = s.occupied[1 - self.side]

        def key(hex_: Hex) -> tuple[float, int]:
            beset = (self.g.near[hex_] & foes).bit_count()
            return self.place_score(sense, unit, hex_) - 0.5 * beset, -hex_

        return max(hexes_in(hexes), key=key)

    def advance(self, sight: Sight[Position], s: Position, f: Advancing, offer: Offer) -> Pick | None:
        """Advance with units that are better off in the emptied hex."""
        sense = self.read(s)
        moves = Moves(sense, (), lambda unit, hex_: self.place_score(sense, unit, hex_))
        best, most = NO_UNIT, self.advance_least(s, f)
        for unit in units_in(offer.units):
            here = sense.s.place[unit]
            gain = max(
                self.advance_gain(moves, unit, here, hex_)
                for hex_ in hexes_in(f.hexes & ~s.occupied[1 - self.side] & ~crowded(self.g, s, unit))
            )
            if gain > most:
                best, most = unit, gain
        return (UNIT, best) if best >= 0 else None

    def advance_least(self, s: Position, f: Advancing) -> float:
        return 0.05

    def advance_gain(self, moves: Moves, unit: Unit, here: Hex, hex_: Hex) -> float:
        """The gain of a unit from advancing: the place, its effect on the coming assaults, the prize."""
        sense = moves.sense
        gain = moves.score(unit, hex_) - moves.score(unit, here)
        before = sense.exchange(here) + sense.exchange(hex_)
        moves.shift(unit, hex_)
        after = sense.exchange(here) + sense.exchange(hex_)
        moves.shift(unit, here)
        return gain + 0.5 * (after - before) + self.advance_worth(sense, here, hex_)

    def advance_worth(self, sense: Sense, here: int, hex_: Hex) -> float:
        """The value of having a hex, apart from its value as a place."""
        return 0.0

    def taking(self, sense: Sense, hex_: Hex) -> float:
        """The immediate value of entering a hex."""
        g, s, bit = self.g, sense.s, 1 << hex_
        if not bit & g.scoring or bool(s.held & bit) == (self.side == 0):
            return 0.0
        worth = self.w.prize * g.values.get(hex_, 0)
        return worth + (self.w.prize * g.belgorod_vp if hex_ == g.belgorod and not s.belgorod else 0.0)

    def advance_unit(self, sight: Sight[Position], s: Position, f: AdvancingUnit, offer: Offer) -> Pick | None:
        sense = self.read(s)
        return HEX, max(
            hexes_in(offer.hexes),
            key=lambda hex_: (self.place_score(sense, f.unit, hex_), -hex_),
        )

    # -- movement ---------------------------------------------------------------------------------------------------

    def known_plan(self, s: Position, units: int) -> dict[Unit, Hex]:
        """The plan of this commander for a position. A quick commander keeps plans: what is imagined comes again."""
        if not self.manner.is_quick:
            return self.make_plan(s, units)
        key = s.turn, units, s.held, s.disrupted, bytes(s.place), bytes(s.steps), bytes(s.morale)
        if key not in self._plans:
            self._plans[key] = self.make_plan(s, units)
        return self._plans[key]

    def make_plan(self, s: Position, units: int) -> dict[Unit, Hex]:
        """Plan where each unit goes."""
        sense = self.read(s)
        sense.menace = Menace(sense) if self.side == GERMAN else None
        idle = self.manner.hold | self.manner.back
        moves = Moves(sense, units_in(units), self.scorer(sense), self.trail, idle)
        self.prepare(moves)
        moves.push()
        moves.settle(lambda unit: self.order(sense, unit))
        self.revise(moves)
        return moves.ends

    def scorer(self, sense: Sense) -> PlaceScore:
        """The value of places while a plan is made on the sense's position."""
        return lambda unit, hex_: self.place_score(sense, unit, hex_)

    def revise(self, moves: Moves) -> None:
        """Change the complete plan; a side may have its own reasons."""

    def prepare(self, moves: Moves) -> None:
        """Settle the units whose place comes before that of all others, if a side has any."""

    def movement(self, sight: Sight[Position], s: Position, f: MovingUnits, offer: Offer) -> Pick | None:
        key = (s.turn, self.side, s.scenario)
        if self.key != key or not s.moved:
            self.key, self.ends = key, self.known_plan(s, offer.units)
            for unit, end in self.ends.items():
                self.trail.note((unit,), s.place[unit], end)
        for unit in units_in(offer.units):
            if s.place[unit] == DUE:
                return UNIT, unit
        pending = [u for u in units_in(offer.units) if u in self.ends and self.ends[u] != s.place[u]]
        for unit in pending:
            if not crowded(self.g, s, unit) >> self.ends[unit] & 1:
                return UNIT, unit
        return None

    def move(self, sight: Sight[Position], s: Position, f: Moving, offer: Offer) -> Pick | None:
        """Move to the planned end; if that is not on offer, nearer to it, but not next to the enemy."""
        unit, here = f.unit, s.place[f.unit]
        end = self.ends.get(unit, here)
        if end == here:
            return self.option(self.g.STOP)
        if offer.hexes >> end & 1:
            return HEX, end
        if f.flags & MOVED and not offer.hexes:
            return None
        away = self.g.grid.distance
        sense = self.read(s)
        near = [hex_ for hex_ in hexes_in(offer.hexes) if away(hex_, end) < away(here, end)]
        near = [hex_ for hex_ in near if not self.g.near[hex_] & s.occupied[1 - self.side]]
        if not near:
            return self.option(self.g.STOP)
        return HEX, min(near, key=lambda hex_: (away(hex_, end), -self.place_score(sense, unit, hex_), hex_))

    def enter(self, sight: Sight[Position], s: Position, f: Entering, offer: Offer) -> Pick | None:
        sense = self.read(s)
        foes = s.occupied[1 - self.side]

        def key(hex_: Hex) -> tuple[float, int]:
            return self.place_score(sense, f.unit, hex_) - 0.3 * (self.g.near[hex_] & foes).bit_count(), -hex_

        hexes = sorted(hexes_in(offer.hexes), key=key)
        return (HEX, hexes[-1]) if hexes else None
