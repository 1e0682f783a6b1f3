"""Chapters 11.3 and 11.62: combat chits, their effects and the order of these."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Side, Unit, members
from stavka.engine.machine import OPTIONS, Step
from stavka.engine.offer import OPTION, UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c06_supply.supply_lines import in_rail_range
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of, force, role
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.games.luki.words import ask, because, spoken_chit

if TYPE_CHECKING:
    from stavka.games.luki.files import Chit
    from stavka.games.luki.game import Luki

PLAIN_DRM, OWN_HITS, ENEMY_HITS = "drm", "own hits", "enemy hits"
HALVE_HITS, HALVE_UNIT = "halve own hits", "halve enemy unit"


# -- when a chit works ----------------------------------------------------------------------------------------------


def works(g: Luki, s: Position, fight: Fight, number: int) -> bool:
    """Whether all conditions of a chit hold."""
    chit, side = g.chits[number], g.chit_side[number]
    own, other = force(fight, side), force(fight, 1 - side)
    if chit.role and (chit.role == "attack") != (side == fight.side):  # [11.62b]
        return False
    if chit.own and not own & g.kinds[chit.own]:  # [11.62b]
        return False
    if chit.enemy and not other & g.kinds[chit.enemy]:  # [11.62b]
        return False
    if chit.without and own & g.kinds[chit.without]:  # [11.62b]
        return False
    if chit.units and own.bit_count() < chit.units:  # [11.62b]
        return False
    return works_there(g, s, fight, chit)


def works_there(g: Luki, s: Position, fight: Fight, chit: Chit) -> bool:
    """Whether the conditions about the attacked hex hold (U84)."""
    hex_ = fight.hex
    there = {g.terrain_of(hex_)}
    if fight.defenders & g.stationary:
        there.add("strongpoint")
    if chit.target and not there & set(chit.target):  # [11.62b]
        return False
    if there & set(chit.elsewhere):  # [11.62b]
        return False
    return not chit.rail or in_rail_range(g, s, hex_)  # [11.62c, 11.62d]


def drm(g: Luki, s: Position, fight: Fight, number: int) -> int:
    """The DRM of a chit in favour of its owner."""
    chit = g.chits[number]
    return chit.value if chit.effect == PLAIN_DRM and works(g, s, fight, number) else 0  # [11.62a]


def working(g: Luki, s: Position, fight: Fight, side: Side, effect: str) -> list[int]:
    """The chits that a side has played with an effect, and that work."""
    played = fight.played[role(fight, side)]
    return [n for n in members(played) if g.chits[n].effect == effect and works(g, s, fight, n)]


# -- hits -----------------------------------------------------------------------------------------------------------


def final_hits(g: Luki, s: Position, fight: Fight, side: Side, hits: int) -> int:
    """The hits of a side after the chits: first what adds to them, then what its owner plays against them."""
    for number in working(g, s, fight, 1 - side, ENEMY_HITS):
        hits += g.chits[number].value  # [11.62e]
    reducing = working(g, s, fight, side, OWN_HITS) + working(g, s, fight, side, HALVE_HITS)
    return min(in_order(g, hits, order) for order in permutations(reducing))  # [11.62e]


def changing_hits(g: Luki, s: Position, fight: Fight) -> int:
    """The chits that have been played and change hits."""
    effects = ENEMY_HITS, OWN_HITS, HALVE_HITS
    return sum(1 << n for side in (SOVIET, GERMAN) for effect in effects for n in working(g, s, fight, side, effect))


def in_order(g: Luki, hits: int, order: tuple[int, ...]) -> int:
    """The hits that are left after the chits, applied one after the other."""
    for number in order:
        chit = g.chits[number]
        hits = (hits + 1) // 2 if chit.effect == HALVE_HITS else hits - chit.value  # [11.62a, 11.62b]
    return max(hits, 0)


# -- drawing and choosing -------------------------------------------------------------------------------------------


@frame("draw")
class DrawingChits(Frame):
    """Chits that are drawn for a side."""

    side: Side
    number: int  # number of chits still to be drawn


class Draw(ByDice["Luki", Position, DrawingChits]):
    """Chits are drawn for a side."""

    rule = "11.31b"

    def proceed(self, g: Luki, s: Position, f: DrawingChits) -> bool:
        if f.number and self.cup(g, s, f):
            return False
        s.stack.pop()
        return True

    def cup(self, g: Luki, s: Position, f: DrawingChits) -> int:
        fight = fight_of(s)
        drawn = fight.drawn[role(fight, f.side)]
        return s.cup & g.side_chits[f.side] & ~drawn  # [11.3a, 11.31c]

    def offer(self, g: Luki, s: Position, f: DrawingChits) -> Offer:
        cup = members(self.cup(g, s, f))
        return Offer(self.seat(g, s, f), chance=tuple((g.chits[n].id, 1) for n in cup))  # [11.31b]

    def roll(self, g: Luki, s: Position, f: DrawingChits, outcome: int) -> None:
        chit = list(members(self.cup(g, s, f)))[outcome]
        fight = fight_of(s)
        fight.drawn[role(fight, f.side)] |= 1 << chit  # [11.31b]
        f.number -= 1
        s.tell("draws", ("11.31b",), seats=(f.side,), chits=1 << chit)

    def prompt(self, g: Luki, s: Position, f: DrawingChits) -> str:
        return ask("draw chits")


def allowance(g: Luki, s: Position, fight: Fight, side: Side) -> int:
    """The number of chits that a side may play."""
    own = fight.tactical_points[role(fight, side)]
    other = fight.tactical_points[1 - role(fight, side)]
    drawn: int = min(own, (s.cup & g.side_chits[side]).bit_count())
    if own == other:  # [11.32a]
        return min(g.chits_equal, drawn)  # [11.32b, 11.32e]
    most = g.chits_superior if own > other else g.chits_inferior  # [11.32a, 11.32c]
    return min(most, drawn)  # [11.32e]


@frame("chits")
class ChoosingChits(Frame):
    """The chits that both sides choose in secret."""

    soviet: int = 0  # chits chosen
    german: int = 0
    finished: int = 0  # bits of the sides that have finished

    def chosen(self, side: Side) -> int:
        """The chits that a side has chosen."""
        return self.german if side == GERMAN else self.soviet

    def choose(self, side: Side, chits: int) -> None:
        """Let these be the chits that a side has chosen."""
        if side == GERMAN:
            self.german = chits
        else:
            self.soviet = chits


class ChooseChits(Step["Luki", Position, ChoosingChits]):
    """Both sides choose chits in secret."""

    rule = "11.2e"

    def seats(self, g: Luki, s: Position, f: ChoosingChits) -> tuple[Side, ...]:
        return tuple(side for side in (SOVIET, GERMAN) if not f.finished >> side & 1)

    def proceed(self, g: Luki, s: Position, f: ChoosingChits) -> bool:
        if f.finished != 3:
            return False
        s.stack.pop()
        fight = fight_of(s)
        for side in (SOVIET, GERMAN):
            fight.played[role(fight, side)] = f.chosen(side)  # [11.2e, 11.62a]
        s.tell("chits", ("11.62a",), soviet=f.soviet, german=f.german)
        idle = sum(1 << n for n in members(f.soviet | f.german) if not works(g, s, fight, n))
        if idle:
            s.tell("idle chits", ("11.62b",), chits=idle)
        return True

    def open(self, g: Luki, s: Position, f: ChoosingChits, side: Side) -> int:
        """The drawn chits that a side may still add to those that it has chosen."""
        fight = fight_of(s)
        if f.chosen(side).bit_count() >= allowance(g, s, fight, side):
            return 0
        return fight.drawn[role(fight, side)] & ~f.chosen(side)

    def offers(self, g: Luki, s: Position, f: ChoosingChits) -> tuple[Offer, ...]:
        return tuple(
            Offer(side, options=self.open(g, s, f, side) << g.first_chit | g.DONE)  # [11.2e, 11.32d]
            for side in self.seats(g, s, f)
        )

    def free_picks(self, g: Luki, s: Position, f: ChoosingChits, offer: Offer) -> Offer:
        """All chits: after each the player still has to choose another, or to end the choice."""
        return offer.only(OPTIONS, options=~g.DONE)

    def pick(self, g: Luki, s: Position, f: ChoosingChits, seat: int, pick: Pick) -> None:
        if 1 << pick[1] == g.DONE:
            f.finished |= 1 << seat
        else:
            side = g.side_of(s, seat)
            f.choose(side, f.chosen(side) | 1 << pick[1] - g.first_chit)

    def prompt(self, g: Luki, s: Position, f: ChoosingChits) -> str:
        fight = fight_of(s)
        return ask("chits", soviet=allowance(g, s, fight, SOVIET), german=allowance(g, s, fight, GERMAN))

    def why(self, g: Luki, s: Position, f: ChoosingChits, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != OPTION or pick[1] < g.first_chit:
            return None
        chit, fight, side = 1 << pick[1] - g.first_chit, fight_of(s), g.side_of(s, seat)
        if not fight.drawn[role(fight, side)] & chit:
            return because("11.31b", "not drawn")
        if f.chosen(side) & chit:
            return because("11.2e", "chosen already")
        number = allowance(g, s, fight, side)
        return because("11.32c", "no more chits", number=number)


@fixed_frame("halve")
class Halving(Frame):
    """A chit that halves an enemy unit."""

    chit: int


class Halve(Step["Luki", Position, Halving]):
    """The owner of a chit chooses the enemy unit that it halves."""

    rule = "11.62a"

    def seat(self, g: Luki, s: Position, f: Halving) -> int:
        return g.chit_side[f.chit]

    def proceed(self, g: Luki, s: Position, f: Halving) -> bool:
        return self.only_unit(g, s, f, self.units(g, s, f))

    def units(self, g: Luki, s: Position, f: Halving) -> int:
        kind = g.chits[f.chit].enemy or ""
        return force(fight_of(s), 1 - g.chit_side[f.chit]) & g.kinds[kind]

    def offer(self, g: Luki, s: Position, f: Halving) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f))  # [11.62a]

    def unit(self, g: Luki, s: Position, f: Halving, unit: Unit) -> None:
        s.stack.pop()
        fight_of(s).halved |= 1 << unit  # [11.62a]
        s.tell("halved", ("11.62a",), unit=unit)

    def prompt(self, g: Luki, s: Position, f: Halving) -> str:
        return ask("halve", chit=spoken_chit(g, f.chit))

    def why(self, g: Luki, s: Position, f: Halving, seat: int, pick: Pick) -> Reason | None:
        return because("11.62a", "not such a unit") if pick[0] == UNIT else None


def halving_steps(g: Luki, s: Position, fight: Fight) -> list[Halving]:
    """A step for each chit that halves a unit."""
    return [Halving(n) for side in (SOVIET, GERMAN) for n in working(g, s, fight, side, HALVE_UNIT)]
