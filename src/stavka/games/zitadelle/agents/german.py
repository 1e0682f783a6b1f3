"""The German player of Zitadelle: strong groups on the way to the victory hexes, garrisons in the captured ones, the
Luftwaffe."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from stavka.engine.agent import Sight
from stavka.engine.kinds import NO_UNIT, Unit, hexes_in, last_hex, last_unit, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.games.zitadelle.agents.command import PLAIN, Commander, Manner, Planned
from stavka.games.zitadelle.agents.lifelines import Lifelines
from stavka.games.zitadelle.agents.moves import Moves, PlaceScore
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.agents.setup import Score, german_start
from stavka.games.zitadelle.agents.soviet import SovietCommander
from stavka.games.zitadelle.agents.weights import SOVIET_WEIGHTS, Weights
from stavka.games.zitadelle.rules.c03_set_up import Modelling
from stavka.games.zitadelle.rules.c04_sequence import StartingGermanTurn
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import strongest
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting
from stavka.games.zitadelle.rules.c07_assault.duties import Field, duties
from stavka.games.zitadelle.rules.c07_assault.morale import armour_value, combat_strength
from stavka.games.zitadelle.rules.c07_assault.retreat import Withdrawing
from stavka.games.zitadelle.rules.c08_movement import unit_moves as movement
from stavka.games.zitadelle.rules.c09_german_air_units import (
    Aiming,
    Allocating,
    Striking,
    Targeting,
    nearest_armour,
    target_of,
)
from stavka.games.zitadelle.rules.c13_optional_rules.panzer_battalions import AttachingTigers, Splitting
from stavka.games.zitadelle.state import GERMAN, OFF, SOVIET, Position, lift, move, put
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.agents.fields import Field as Distances
    from stavka.games.zitadelle.game import Zitadelle

HANDICAP: Final = 1.5
"""The additional distance of a goal for each VP that it is worth less than the best."""
BARRED: Final = 3
"""The Movement Points that a hex next to the enemy seems farther; twice as many for a hex with an enemy."""
REVISIONS: Final = 3
ANSWERS: Final = 2
"""How often the enemy's answer to a plan is imagined and the plan changed."""
TRUST: Final = 0.2
"""The share of the enemy's moves that must have been imagined rightly: a player who moves blindly is left out."""
LINES: Final = 2
"""From this many turns before the last, lines to the victory hexes begin to count."""
PURPOSE: Final = 0.4
"""The chance that a skilled enemy goes wherever it can cut a line to a victory hex."""
LATER: Final = 25
"""The distance that the other goals seem farther if one is to be taken first."""
PUSHING: Final = 2.5
RETIRING: Final = -1.0
"""The factors of the pull of the goals on units that push on, and on units that fall back."""
BAD: Final = -0.05
"""Units keep out of an assault that is worth less than this."""
THREAT: Final = 7
"""The distance of the enemy within which a victory hex gets a garrison."""


class Foresight:
    """How many of the enemy's moves had been imagined."""

    def __init__(self) -> None:
        self.expected: tuple[int, dict[Unit, Hex]] = 0, {}
        """The turn, and where units were expected to go."""
        self.imagined = self.foreseen = 0

    @property
    def is_trusted(self) -> bool:
        return self.foreseen >= TRUST * self.imagined

    def compare(self, s: Position) -> None:
        turn, ends = self.expected
        if s.turn > turn:
            self.foreseen += sum(s.place[unit] == end for unit, end in ends.items())
            self.imagined += len(ends)
            self.expected = s.turn, {}


class GermanCommander(Commander):
    side = GERMAN

    def __init__(self, g: Zitadelle, weights: Weights, enemy: Weights = SOVIET_WEIGHTS, manner: Manner = PLAIN) -> None:
        """enemy: the weights of the Soviet script when its answers are imagined."""
        super().__init__(g, weights, manner)
        self.most = max(g.values.values(), default=0)
        self.enemy = SovietCommander(g, enemy)
        self.ways: dict[int, Distances] = {}
        self.foresight = Foresight()

    # -- places -----------------------------------------------------------------------------------------------------

    def goals(self, s: Position, kind: int, sense: Sense) -> Distances:
        """The distance of each hex from the victory hexes that are still to be taken, round the enemy's positions at
        the time of the plan."""
        if kind not in self.ways:
            g = self.g
            left = [(hex_, value) for hex_, value in sorted(g.values.items()) if not s.held >> hex_ & 1]
            later = LATER if g.values.get(self.manner.goal) and not s.held >> self.manner.goal & 1 else 0
            goals = tuple(
                (hex_, 0 if hex_ == self.manner.goal else int(HANDICAP * (self.most - value)) + later)
                for hex_, value in left
            )
            extra = [0] * g.grid.size
            for hex_ in hexes_in(enemy_zoc(g, s, GERMAN)):
                extra[hex_] = BARRED
            for hex_ in hexes_in(s.occupied[SOVIET]):
                extra[hex_] = 2 * BARRED
            self.ways[kind] = sense.chart.fields[GERMAN][kind].search(goals, extra)
        return self.ways[kind]

    def forget(self) -> None:
        super().forget()
        self.ways.clear()

    def make_plan(self, s: Position, units: int) -> dict[Unit, Hex]:
        self.ways.clear()
        return super().make_plan(s, units)

    def place_score(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        far = self.goals(sense.s, self.g.foot >> unit & 1, sense)[hex_]
        pull = self.w.foot_pull if self.g.foot >> unit & 1 else self.w.pull
        manner, bit = self.manner, 1 << unit
        if bit & (manner.push | manner.hold | manner.back):
            pull *= PUSHING if bit & manner.push else RETIRING if bit & manner.back else 0.0
        score = self.taking(sense, hex_) - pull * far + 0.03 * self.g.terrain_shift[hex_]
        return score - self.w.forced * self.exposure(sense, unit, hex_)

    def scorer(self, sense: Sense) -> PlaceScore:
        known: dict[tuple[Unit, Hex, int], float] = {}
        s = sense.s

        def score(unit: Unit, hex_: Hex) -> float:
            """As `place_score`: while a plan is made, this depends on the other units in the hex alone."""
            key = unit, hex_, s.at.get(hex_, 0)
            found = known.get(key)
            if found is None:
                found = known[key] = self.place_score(sense, unit, hex_)
            return found

        return score

    def exposure(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        """The change through a unit in the danger that a stack has to attack an enemy that moves next to it: negative
        if it makes the stack strong enough."""
        menace = sense.menace
        if menace is None or not menace.beside >> hex_ & 1:
            return 0.0
        others = sense.s.at.get(hex_, 0) & self.g.combat_units & ~(1 << unit)
        return menace.forced(hex_, others | 1 << unit) - menace.forced(hex_, others)

    def order(self, sense: Sense, unit: Unit) -> tuple[float, ...]:
        s = sense.s
        return (-combat_strength(self.g, s, unit) - armour_value(self.g, s, unit),)

    def advance_worth(self, sense: Sense, here: int, hex_: Hex) -> float:
        """Ground gained, and works that the enemy cannot use again."""
        g = self.g
        worth = self.w.advance + self.w.progress * max(0.0, sense.promise[hex_] - sense.promise[here])
        return worth + (self.w.advance if g.works >> hex_ & 1 else 0.0)

    def prepare(self, moves: Moves) -> None:
        """Post garrisons in the victory hexes that are held, and in Belgorod, where the enemy is near."""
        g, s = self.g, moves.sense.s
        hexes = [hex_ for hex_ in hexes_in(s.held & g.scoring) if g.values.get(hex_, 0) or not s.belgorod]
        for hex_ in sorted(hexes, key=lambda h: (-(g.belgorod_vp if h == g.belgorod else g.values.get(h, 0)), h)):
            if g.grid.range(hex_, THREAT) & s.occupied[SOVIET]:
                self.garrison(moves, hex_)
                if hex_ == g.belgorod:
                    self.reserve(moves, hex_)
        moves.posted |= moves.ends.keys()

    def garrison(self, moves: Moves, hex_: Hex) -> None:
        """Post a garrison: the weakest unit that can come; next to an enemy that it would have to attack, the strongest
        unit with armour and the strongest without. In Belgorod armour goes first: no assault drives it out."""
        g, s = self.g, moves.sense.s
        beset = bool(g.near[hex_] & s.soft[SOVIET])
        kinds = [g.soft_units, g.armoured]
        if hex_ == g.belgorod:
            kinds.reverse()
        stuck = sum(1 << unit for unit in units_in(s.at.get(hex_, 0) & g.combat_units) if unit not in moves.free)
        if stuck and hex_ != g.belgorod:
            return
        for kind in kinds:
            found = stuck & kind or self.guard(moves, hex_, kind, 1 if beset else -1)
            if found and not beset:
                return

    def reserve(self, moves: Moves, hex_: Hex) -> None:
        """Post the weakest unit that can stand behind a hex, to take the place of a garrison that is driven out."""
        g, s = self.g, moves.sense.s
        touching = g.grid.spread(s.soft[SOVIET], g.open_sides)
        behind = g.grid.range(hex_, 2) & ~(1 << hex_) & ~touching & ~s.occupied[SOVIET]

        def key(unit: Unit) -> tuple[bool, int, int]:
            return not behind >> s.place[unit] & 1, combat_strength(g, s, unit) + armour_value(g, s, unit), unit

        for unit in sorted((unit for unit in moves.free if moves.reach[unit] & behind), key=key):
            hexes = behind & moves.reach[unit] & ~crowded(g, s, unit)
            if behind >> s.place[unit] & 1:
                hexes = 1 << s.place[unit]
            if hexes:
                end = max(hexes_in(hexes), key=lambda place: (moves.score(unit, place), -place))
                moves.free.discard(unit)
                moves.ends[unit] = end
                moves.shift(unit, end)
                return

    def guard(self, moves: Moves, hex_: Hex, kind: int, strong: int) -> bool:
        """Post a unit of a kind as a garrison: one that is already there, else the strongest or weakest that can come.
        Return whether there is one."""
        g, s = self.g, moves.sense.s
        can = [unit for unit in moves.free if kind >> unit & 1 and moves.reach[unit] >> hex_ & 1]

        def key(unit: Unit) -> tuple[int, int, int]:
            return s.place[unit] != hex_, -strong * (combat_strength(g, s, unit) + armour_value(g, s, unit)), unit

        for unit in sorted(can, key=key):
            if s.place[unit] == hex_ or not crowded(g, s, unit) >> hex_ & 1:
                moves.free.discard(unit)
                moves.ends[unit] = hex_
                moves.shift(unit, hex_)
                return True
        return False

    def revise(self, moves: Moves) -> None:
        """Near the end, keep the lines to victory hexes; keep units out of bad assaults of the next turn."""
        sense = moves.sense
        if sense.turns_left <= LINES:
            assert sense.menace is not None, "moves are planned with what the enemy can do"
            Lifelines(moves, sense.menace, PURPOSE if self.is_foreseen else 0.0).keep()
        if sense.is_last:
            return
        self.avoid(moves, REVISIONS)
        for _ in range(ANSWERS if self.is_foreseen else 0):
            then = self.answered(sense)
            touching = self.g.grid.spread(then.s.soft[SOVIET], self.g.open_sides)
            bad = [planned for planned in self.coming(then) if planned.worth < BAD]
            if not [planned for planned in bad if self.keep_out(moves, planned, touching)]:
                return

    @property
    def is_foreseen(self) -> bool:
        """Whether the enemy moves as the script imagines."""
        return self.foresight.is_trusted and not self.manner.is_quick

    def avoid(self, moves: Moves, rounds: int) -> None:
        """Keep out of the bad assaults that would be made if no other unit moved."""
        for _ in range(rounds):
            bad = [planned for planned in self.coming(moves.sense) if planned.worth < BAD]
            if not [planned for planned in bad if self.keep_out(moves, planned, 0)]:
                return

    def answered(self, sense: Sense) -> Sense:
        """The position after the move that the enemy is likely to answer with."""
        g, s = self.g, sense.s.clone()
        theirs = g.side_units[SOVIET] & g.combat_units & ~g.hq_units
        can = sum(1 << unit for unit in units_in(theirs) if s.place[unit] >= 0 and not movement.is_frozen(g, s, unit))
        ends = self.enemy.make_plan(s, can)
        going = {unit: end for unit, end in ends.items() if s.place[unit] != end}
        self.foresight.expected = s.turn, going
        for unit, end in going.items():
            move(g, s, unit, end)
        return Sense(g, s, GERMAN, self.w)

    def begin(self, s: Position) -> None:
        """At the first decision of a turn, count how many of the enemy's moves were among those that had been
        imagined."""
        self.foresight.compare(s)

    def coming(self, sense: Sense) -> list[Planned]:
        """The assaults that would be made if all units stayed."""
        units, hexes = duties(self.g, sense.s, GERMAN)
        return self.share(sense, Field(self.g, sense.s, Assaulting(GERMAN, units, hexes)))

    def keep_out(self, moves: Moves, planned: Planned, touching: int) -> bool:
        """Move the units of an unwanted assault elsewhere, and return whether any unit moves. touching: hexes next to
        imagined enemies; an imagined danger is weighed against the ground that is given up."""
        g, s = self.g, moves.sense.s
        loss = planned.worth / planned.units.bit_count() if touching else -inf
        touching |= g.grid.spread(s.soft[SOVIET], g.open_sides)
        gone = False
        for unit in units_in(planned.units):
            if unit not in moves.reach or g.scoring >> s.place[unit] & 1:
                continue
            here = s.place[unit]
            lift(g, s, unit, OFF)
            hexes = moves.reach[unit] & ~touching & ~crowded(g, s, unit) & ~s.occupied[SOVIET]
            best = max(hexes_in(hexes), key=lambda hex_: (moves.score(unit, hex_), -hex_), default=here)
            if moves.score(unit, best) - moves.score(unit, here) < loss:
                best = here
            put(g, s, unit, best)
            moves.ends[unit] = best
            gone |= best != here
        return gone

    # -- after an assault -------------------------------------------------------------------------------------------

    def retreat(self, sight: Sight[Position], s: Position, f: Withdrawing, offer: Offer) -> Pick | None:
        """Retreat a unit that has lost a step if it could only attack badly next time."""
        sense = self.read(s)
        for unit in units_in(offer.units):
            here = s.place[unit]
            enemies = self.g.near[here] & s.soft[SOVIET]
            if not s.held >> here & 1 and sum(sense.onslaught(GERMAN, hex_) for hex_ in hexes_in(enemies)) < BAD:
                return UNIT, unit
        return self.option(self.g.DONE)

    # -- before play ------------------------------------------------------------------------------------------------

    def start_score(self, sense: Sense) -> Score:
        return german_start(self.g, sense)

    def model(self, sight: Sight[Position], s: Position, f: Modelling, offer: Offer) -> Pick | None:
        return self.option(self.g.MODEL)

    def split_before(self, sight: Sight[Position], s: Position, f: Splitting, offer: Offer) -> Pick | None:
        """Split Tiger battalions: three regiments with the armour of Tigers are better than one battalion."""
        tigers = offer.units & self.g.tiger_battalions
        return (UNIT, last_unit(tigers & -tigers)) if tigers else None

    def attach_tigers(self, sight: Sight[Position], s: Position, f: AttachingTigers, offer: Offer) -> Pick | None:
        """Attach a company to a regiment next to the enemy, if possible to a strong one without armour."""
        g = self.g

        def key(unit: Unit) -> tuple[int, int, int, int]:
            beset = bool(g.near[s.place[unit]] & s.occupied[SOVIET])
            return beset, g.soft_units >> unit & 1, combat_strength(g, s, unit), -unit

        return UNIT, max(units_in(offer.units), key=key)

    def german_turn(self, sight: Sight[Position], s: Position, f: StartingGermanTurn, offer: Offer) -> Pick | None:
        """Move first if little can be attacked at once."""
        sense = self.read(s)
        now = sum(max(0.0, sense.onslaught(GERMAN, hex_)) for hex_ in hexes_in(s.soft[SOVIET]))
        waiting = sum(
            combat_strength(self.g, s, unit)
            for unit in units_in(self.g.side_units[GERMAN] & self.g.combat_units & self.g.armoured)
            if s.place[unit] >= 0 and not self.g.near[s.place[unit]] & s.occupied[SOVIET]
        )
        return self.option(self.g.ALTERNATIVE if now < 0.15 * waiting else self.g.STANDARD)

    # -- air --------------------------------------------------------------------------------------------------------

    def air(self, sight: Sight[Position], s: Position, f: Allocating, offer: Offer) -> Pick | None:
        """Assign the air unit that is worth most: a level bomber against an army, or a dive bomber against armour."""
        g = self.g
        best, most = NO_UNIT, -1.0
        sense = self.read(s)
        for unit in units_in(offer.units):
            if g.level_bombers >> unit & 1:
                worth = max(self.bomb_worth(s, army) for army in self.armies(unit))
            else:
                worth = self.aim_at(sense, unit)[0]
            if worth > most:
                best, most = unit, worth
        return (UNIT, best) if best >= 0 else None

    def armies(self, unit: Unit) -> list[int]:
        g = self.g
        return [army for army in g.bombing_targets if g.formation_sector[army] == g.sector[unit]]

    def bomb_worth(self, s: Position, army: int) -> float:
        """The value of bombing an army: its units next to ours check with less; the second bomb adds less."""
        g = self.g
        near = g.grid.spread(s.occupied[GERMAN], g.open_sides) & s.soft[SOVIET]
        units = sum(
            (s.at[hex_] & g.soft_units & g.side_units[SOVIET]).bit_count()
            for hex_ in hexes_in(near)
            if s.groups[army] >> hex_ & 1
        )
        over = sum(target_of(s, bomber) == army for bomber in units_in(g.level_bombers))
        return 0.045 * units / (1 + 0.5 * over)

    def bomb(self, sight: Sight[Position], s: Position, f: Targeting, offer: Offer) -> Pick | None:
        army = max(self.armies(f.unit), key=lambda army: (self.bomb_worth(s, army), -army))
        return self.option(self.g.BOMB[army])

    def aim(self, sight: Sight[Position], s: Position, f: Aiming, offer: Offer) -> Pick | None:
        return HEX, self.aim_at(self.read(s), f.unit)[1]

    def aim_at(self, sense: Sense, unit: Unit) -> tuple[float, Hex]:
        """The average effect of a dive bomber in its best hex, and that hex."""
        g, s = self.g, sense.s
        armour = s.hard[SOVIET] & g.grid.on_sheet[g.sector[unit]]
        if not armour:
            field = g.grid.on_sheet[g.sector[unit]]
            return 0.0, last_hex(field & -field)
        taken = sum(1 << hex_ for hex_ in g.dive_places(s.place) if hex_ >= 0)
        key = s.hard[SOVIET], s.hard[GERMAN], taken, g.sector[unit]
        if self._aims[0] != key:
            worth, hex_ = max((self.strike_worth(sense, hex_, taken), -hex_) for hex_ in hexes_in(armour))
            self._aims = key, (worth, Hex(-hex_))
        return self._aims[1]

    _aims: tuple[tuple[int, ...], tuple[float, Hex]] = (), (0.0, Hex(0))

    def strike_worth(self, sense: Sense, hex_: Hex, taken: int) -> float:
        """The average effect of a dive bomber that is aimed at a hex, on either side's armour."""
        g = self.g
        worth = 0.02 * (g.grid.range(hex_, g.interdiction_range) & sense.s.occupied[SOVIET]).bit_count()
        for roll, (hexes, direction) in g.scatter.items():
            there = hex_
            for _ in range(hexes):
                there = g.grid.neighbours[there][direction] if there >= 0 else NO_HEX
            if there >= 0:
                chance = (6 - abs(7 - roll)) / 36
                nearest = nearest_armour(g, sense.s, there)
                worth += chance * max((self.bombed_worth(sense, target) for target in hexes_in(nearest)), default=0.0)
        return worth / (1 + 0.5 * (taken & g.grid.range(hex_, 1)).bit_count())

    def bombed_worth(self, sense: Sense, hex_: Hex) -> float:
        """The value of a dive bomber's strike at the armour in a hex, negative if it is our own."""
        g, s = self.g, sense.s
        targets = strongest(g, s, hex_)
        victim = last_unit(targets)
        hit = sense.chart.hit(g.dive_bomber_at, g.bomb_drm[hex_], armour_value(g, s, victim))
        return hit * sense.step_worth(victim) * (1 if g.side[victim] == SOVIET else -1)

    def nearest(self, sight: Sight[Position], s: Position, f: Striking, offer: Offer) -> Pick | None:
        sense = self.read(s)
        return HEX, max(hexes_in(offer.hexes), key=lambda hex_: (self.bombed_worth(sense, hex_), -hex_))
