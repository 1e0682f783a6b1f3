"""Chapter 8.5: Overruns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import hexes_in, last_unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import Offer, Reason
from stavka.engine.state import top
from stavka.games.moscow.rules import c13_air_units as air_units
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts.values import best_er
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import projecting_hexes
from stavka.games.moscow.rules.c08_ground_movement import going
from stavka.games.moscow.rules.c10_combat.battle import LEAD_CODES, NamingLead
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    Overrunning,
    coordination_drm,
    read_result,
    side_of,
    write_result,
)
from stavka.games.moscow.rules.c10_combat.odds import (
    Modifiers,
    attack_strength,
    column_of,
    defence_strength,
    defenders,
    net,
    overrun_modifiers,
    support_strength,
)
from stavka.games.moscow.rules.c11_combat_results.aftermath import alive, loss_checks
from stavka.games.moscow.rules.c11_combat_results.losses import give_up_works
from stavka.games.moscow.rules.c11_combat_results.results import Losing, disrupt, eliminate_all, make_bill
from stavka.games.moscow.rules.c11_combat_results.retreat import Retreating, lead_candidates
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking
from stavka.games.moscow.state import ASSAULT, GERMAN, MOBILE, RAIN, Position, stack_points
from stavka.games.moscow.words import ask, because
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

# -- who may overrun whom -------------------------------------------------------------------------------------------


def may_overrun(g: Moscow, s: Position, f: going.Moving) -> bool:
    """Whether the units of a move can overrun."""
    units = f.units
    if s.sequence != MOBILE or s.weather == RAIN or f.origin < 0:  # [5.13d, 7.21B5, 8.51, 8.52b, 8.55a, 7.21A3]
        return False
    fit = (g.red_box | g.cavalry) & ~s.disrupted & ~s.oos & ~s.low_fuel & ~g.fuel_units  # [3.72d, 8.52a, 8.52e]
    if units & ~fit or not units & g.spearheads:  # [8.52c, 8.52d]
        return False
    return all(not going.would_starve(g, s, f, unit) for unit in units_in(units))  # [6.44b2, 8.52e]


def cost(g: Moscow, s: Position, f: going.Moving, hex_: Hex) -> int:
    """The halves of an MP that an Overrun costs: the way into the hex, by road if there is one, and one MP more."""
    units = f.units
    here, how = g.place_of(s, units), going.going(g, s, units)
    d = g.grid.direction(here, hex_)
    off, along = g.step_cost(how.column, here, d)
    return (min(off, along) if along else off) + g.overrun_halves  # [8.54a, 8.54b, 8.55e]


def is_open(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    """Whether terrain and works let units overrun a hex from where they are."""
    side, here = g.side_of_units(units), g.place_of(s, units)
    d = g.grid.direction(here, hex_)
    return not (
        g.river[d] >> here & 1  # [8.55b1, 8.55b3]
        or g.line_sides(g.lines_against(s, side))[d] >> here & 1  # [8.55b2, 14.12b]
        or (g.towns | s.forts[1 - side]) >> hex_ & 1  # [8.55c, 14.12b]
        or s.occupied[side] >> hex_ & 1
    )


def is_pinned(g: Moscow, s: Position, units: int) -> bool:
    """Whether units are in the ZOC of enemy units in more than one hex."""
    near = projecting_hexes(g, s, 1 - g.side_of_units(units), g.place_of(s, units))
    return bool(near & (near - 1))  # [8.55d]


def has_odds(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    return column_of(g, 1, *strengths(g, s, units, hex_)) >= 0  # [8.56a]


def targets(g: Moscow, s: Position, f: going.Moving) -> int:
    """Enemy hexes that the units of a move may overrun now."""
    units = f.units
    here = g.place_of(s, units)
    if here < 0:
        return 0
    near = g.grid.range(here, 1) & s.occupied[1 - g.side_of_units(units)]  # [8.51a, 8.52]
    if not near or not may_overrun(g, s, f):
        return 0
    if is_pinned(g, s, units) or stack_points(g, s.at[here]) > g.stacking:  # [8.53]
        return 0
    points = going.points_left(g, s, f)
    return sum(
        1 << hex_
        for hex_ in hexes_in(near)
        if is_open(g, s, units, hex_) and cost(g, s, f, hex_) <= points and has_odds(g, s, units, hex_)  # [8.54c]
    )


def why_not(g: Moscow, s: Position, f: going.Moving, hex_: Hex) -> Reason:
    """The reason why an enemy hex cannot be overrun."""
    units = f.units
    if g.grid.direction(g.place_of(s, units), hex_) < 0:
        return because("8.14", "enemy there")
    if s.sequence == ASSAULT:
        return because("8.51", "mobile only")
    if s.weather == RAIN:
        return because("8.55a", "no overrun in rain")
    if not may_overrun(g, s, f):
        return because("8.52a", "cannot overrun")
    if not is_open(g, s, units, hex_):
        return because("8.55", "terrain bars overrun")
    if is_pinned(g, s, units):
        return because("8.55d", "pinned")
    price, points = cost(g, s, f, hex_), going.points_left(g, s, f)
    if price > points:
        return because("8.54a", "step price", cost=price / 2, points=points / 2)
    return because("8.56a", "odds too low")


# -- strengths ------------------------------------------------------------------------------------------------------


def fighting(g: Moscow, units: int) -> int:
    """The overrunning units that fight: Leaders only go along."""
    return units & g.combat


def helping_gun(g: Moscow, s: Position, hex_: Hex) -> int:
    """The gun in the Defender hex that gives its support strength; 0 if there is none."""
    here = defenders(g, s, hex_)
    if not here & ~g.guns:
        return 0
    ready = here & g.guns & ~s.fired & ~s.disrupted & ~g.attack_only
    return 1 << max(units_in(ready), key=lambda gun: g.support[gun]) if ready else 0  # [8.56c, 8.56c1]


def strengths(g: Moscow, s: Position, units: int, hex_: Hex) -> tuple[int, int]:
    attack = attack_strength(g, s, fighting(g, units), hex_)  # [8.56b]
    here, gun = defenders(g, s, hex_), helping_gun(g, s, hex_)
    ground = defence_strength(g, s, here & ~g.guns)
    given = support_strength(g, s, last_unit(gun), hex_, halved=False) if gun else 0
    return attack, ground + defence_strength(g, s, here & g.guns & ~gun) + min(ground, given)  # [8.56c1, 12.13f1]


# -- the Overrun ----------------------------------------------------------------------------------------------------


def begin(g: Moscow, s: Position, f: going.Moving, hex_: Hex) -> None:
    """The units of a move pay for the Overrun and make it."""
    price, points = cost(g, s, f, hex_), going.points_left(g, s, f)
    if not f.flags & going.MOVED:
        going.begin(g, s, f.units)
    f.flags = going.MOVED | going.OVERRAN
    f.half_points = points - price  # [8.54a, 8.54a1]
    s.stack.append(Overrunning(stage=0, hex=hex_, units=fighting(g, f.units), is_mobile=1))


class Overrun(Step["Moscow", Position, Overrunning]):
    """An Overrun. The move is below it."""

    rule = "8.5"

    def proceed(self, g: Moscow, s: Position, f: Overrunning) -> bool:
        stage = STAGES[f.stage]
        f.stage += 1
        stage(g, s, f)
        return True


def leads(g: Moscow, s: Position, b: Overrunning) -> None:
    """Both sides name their Lead Units, and the German player may send an air unit."""
    frames: list[Frame] = []
    for units, role in (
        (b.units & ~g.hqs & ~g.guns, ATTACKER),
        (lead_candidates(g, defenders(g, s, b.hex)), DEFENDER),
    ):
        if units & (units - 1):
            frames.append(NamingLead(units, LEAD_CODES[role]))  # [8.56b]
        else:
            b.set_lead(role, last_unit(units))
    if side_of(g, b, ATTACKER) == GERMAN:
        frames.append(air_units.SendingAir(GERMAN))  # [8.56d, 13.26b]
    s.stack += reversed(frames)


def check_air(g: Moscow, s: Position, b: Overrunning) -> None:
    if b.attacker_air:
        lead = best_er(g, s, b.attacker_air)
        s.stack.append(CheckingOverrunAir(lead, coordination_drm(g, s, 0)))  # [8.56d, 13.15]


@frame("overrun_cas")
class CheckingOverrunAir(Checking):
    """The CAS check of an Overrun; the frame below is the Overrun."""


class OverrunCas(Check[CheckingOverrunAir]):
    """The CAS check of an Overrun, without CP."""

    rule = "8.56d"

    def done(self, g: Moscow, s: Position, f: CheckingOverrunAir, modified: int, *, success: bool) -> None:
        b = top(s, Overrunning)
        if not success:
            air_units.fly_home(s, b.attacker_air)
            b.attacker_air = 0


def resolve(g: Moscow, s: Position, b: Overrunning) -> None:
    attack, defence = strengths(g, s, b.units, b.hex)
    column = column_of(g, 1, attack, defence)
    cas = -sum(g.cas[unit] for unit in units_in(b.attacker_air))
    lines = overrun_modifiers(g, s, b.units, b.hex, Modifiers(b.attacker_lead, b.defender_lead, cas))
    ratio = g.crt_names[1][column]
    s.tell(
        "overrun odds",
        ("8.56b",),
        hex=b.hex,
        attack=attack,
        defence=defence,
        ratio=ratio,
        drm=net(g, lines),
        lines=lines,
    )
    s.stack.append(OverrunRoll(column, net(g, lines)))


@fixed_frame("overrun_die")
class OverrunRoll(Frame):
    """The roll of an Overrun; the frame below is the Overrun."""

    column: int
    drm: int


class OverrunDie(ByDice["Moscow", Position, OverrunRoll]):
    """The die of an Overrun."""

    rule = "8.56f"

    def offer(self, g: Moscow, s: Position, f: OverrunRoll) -> Offer:
        return Offer(self.seat(g, s, f), chance=D10)  # [8.56f]

    def roll(self, g: Moscow, s: Position, f: OverrunRoll, outcome: int) -> None:
        s.stack.pop()
        b = top(s, Overrunning)
        results = g.crt_results[1][f.column]
        at = max(0, min(len(results) - 1, outcome + 1 + f.drm))
        text = g.crts[1][f.column].results[at]
        s.tell("combat result", ("8.56f",), die=outcome + 1, drm=f.drm, result=text, at=(1, f.column))
        write_result(b, results[at])
        settle(g, s, b)

    def prompt(self, g: Moscow, s: Position, f: OverrunRoll) -> str:
        return ask("combat die")


def settle(g: Moscow, s: Position, b: Overrunning) -> None:
    """Losses of both sides, and the checks of a red result."""
    result = read_result(b)
    b.defenders = defenders(g, s, b.hex)
    s.holding &= ~(1 << b.hex)
    give_up_works(s, b.defenders)  # [14.33]
    bill = make_bill(g, s, result, b.units, b.defenders, 0, b.hex)
    attacking, defending = side_of(g, b, ATTACKER), side_of(g, b, DEFENDER)
    frames: list[Frame] = [
        Losing(defending, bill.defender, b.defenders, bill.first_defender or 1 << b.defender_lead),
        Losing(attacking, bill.attacker, b.units, bill.first_attacker or 1 << b.attacker_lead),
    ]  # [8.56g]
    if result.red:
        frames += loss_checks(g, b)
    if result.defender.eliminated:
        eliminate_all(g, s, b.defenders)
    s.stack += reversed(frames)


def retreats(g: Moscow, s: Position, b: Overrunning) -> None:
    """The overrunning player moves the defenders away."""
    if read_result(b).defender.retreat:
        here = s.at.get(b.hex, 0) & ~g.fuel_units  # [16.22a]
        mover = side_of(g, b, ATTACKER)
        s.stack.append(Retreating(here, b.hex, least=g.retreat, away=NO_HEX, seat=mover))  # [8.56g, 8.56g1, 11.3c]


def finish(g: Moscow, s: Position, b: Overrunning) -> None:
    """The hex is entered, or the Overrun has failed."""
    s.stack.pop()
    hex_, gone = b.hex, read_result(b).defender.retreat
    air_units.fly_home(s, b.attacker_air)
    s.fired |= alive(s, b.defenders) & g.guns  # [8.56g3, 12.24]
    if gone:
        disrupt(g, s, b.defenders)  # [8.56g2]
    move = top(s, going.Moving)
    move.units = sum(1 << unit for unit in units_in(move.units) if s.place[unit] >= 0)
    if not move.units:
        return
    if s.at.get(hex_, 0) & g.combat:
        move.half_points = 0
        s.tell("overrun fails", ("8.57",), hex=hex_)
        force = fighting(g, move.units)
        s.stack.append(Losing(g.side_of_units(force), g.overrun_loss, force))  # [8.57, 8.57a]
        return
    s.tell("overrun", ("8.56h",), units=move.units, hex=hex_)
    control.walk(g, s, move.units, [hex_])  # [8.56h]


STAGES: Final = (leads, check_air, resolve, retreats, finish)
