"""The offer to a seat: the choices so far, notes on each pick, its cost, the odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit, hexes_in, last_unit, members
from stavka.engine.offer import Offer
from stavka.games.luki.game import Luki
from stavka.games.luki.rules.c03_standard_procedures.dice import TWO_DICE
from stavka.games.luki.rules.c07_c3i import Spending
from stavka.games.luki.rules.c08_stacking import is_legal, overstacked
from stavka.games.luki.rules.c09_reinforcements import Placing
from stavka.games.luki.rules.c10_movement.administrative import EnteringBox, LeavingBox
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import ONE_HEX, PAID, Moving, points
from stavka.games.luki.rules.c11_combat import odds as rules
from stavka.games.luki.rules.c11_combat.advance import AdvancingFurther
from stavka.games.luki.rules.c11_combat.chits import ChoosingChits, Halving, allowance, works
from stavka.games.luki.rules.c11_combat.combat_phase import Attacking, CombatPhase, price
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of, is_fighting, role
from stavka.games.luki.rules.c11_combat.retreat import Absorbing, Retreating
from stavka.games.luki.rules.c13_miscellaneous.infiltration import Guiding, Infiltrating
from stavka.games.luki.rules.c13_miscellaneous.ski_refusal import AskingRefusal, Refusing
from stavka.games.luki.scene.answers import Way
from stavka.games.luki.scene.chits import effect
from stavka.games.luki.scene.odds import choosing, fight_on, strongest, work_out
from stavka.games.luki.scene.units import factors, stack
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Odds

WAYS: Final = sum(weight for _, weight in TWO_DICE)
"""The number of ways in which two dice fall."""


def chosen_units(g: Luki, s: Position) -> list[int]:
    """The units that have been picked on the way to the present decision."""
    f = s.stack[-1]
    if isinstance(f, (Moving, Guiding, LeavingBox, EnteringBox)):
        return list(members(f.units))
    if isinstance(f, Attacking):
        return list(members(f.attackers))
    if isinstance(f, Retreating):
        return list(members(fight_of(s).defenders & ~f.gone))
    return [f.unit] if isinstance(f, (Placing, Infiltrating, AdvancingFurther)) else []


def chosen_hexes(s: Position) -> list[int]:
    f = s.stack[-1]
    if isinstance(f, Attacking):
        return [f.hex]
    return [fight_of(s).hex] if is_fighting(s) else []


def unit_note(v: Voice, s: Position, unit: Unit) -> str:
    """A note on an offered unit in this decision."""
    g, f, shown = v.g, s.stack[-1], factors(v.g, s, unit)
    if isinstance(f, Attacking):
        column = rules.work_out(g, s, fight_on(g, s, f.attackers | 1 << unit, f.hex)).column
        return v("makes", factors=shown, column=v.column(column))
    if isinstance(f, MovementPhase):
        left = points(g, s, unit)
        return v("moves one hex", factors=shown) if left == ONE_HEX else v("moves", factors=shown, points=left / 2)
    return v("factors and steps", factors=shown, steps=s.steps[unit], of=g.full_steps[unit])


def hex_note(v: Voice, s: Position, hex_: Hex) -> str:
    g, f = v.g, s.stack[-1]
    if isinstance(f, CombatPhase):
        units = strongest(g, s, hex_)
        column = v.column(rules.work_out(g, s, fight_on(g, s, units, hex_)).column) if units else ""
        there = v.labels(stack(g, s, hex_))
        if f.how == PAID:
            return v("up to for", units=there, column=column, price=price(g, hex_))
        return v("up to", units=there, column=column)
    if isinstance(f, Moving) and not is_legal(g, s.at.get(hex_, 0) | f.units):
        return v("too many there")
    return ""


def order(g: Luki, s: Position, offer: Offer) -> Mapping[Hex, float]:
    """The columns of the best attacks on the offered hexes."""
    if not isinstance(s.stack[-1], CombatPhase):
        return {}
    best = {hex_: strongest(g, s, hex_) for hex_ in g.grid.bits(offer.hexes)}
    return {hex_: rules.work_out(g, s, fight_on(g, s, units, hex_)).column for hex_, units in best.items() if units}


def costs(v: Voice, s: Position) -> Mapping[Hex, float]:
    """The MP that it takes to go to the offered hexes; nothing where that is not the question."""
    f = s.stack[-1]
    return Way(v.g, s, last_unit(f.units)).costs() if isinstance(f, Moving) else {}


def odds_shown(v: Voice, s: Position, seat: Side) -> Odds | None:
    """The attack that is being put together or fought."""
    f = s.stack[-1]
    if isinstance(f, Attacking):
        return work_out(v, s, f.attackers, f.hex) if f.attackers else None
    if isinstance(f, ChoosingChits):
        return choosing(v, s, seat)
    if isinstance(f, (Halving, AskingRefusal)):
        fight = fight_of(s)
        return work_out(v, s, fight.attackers, fight.hex)
    return None


def option_note(v: Voice, s: Position, name: str) -> str:
    """A note on an option: the effect of a combat chit, or the hexes that are overstacked when movement ends; other
    options explain themselves."""
    g, f = v.g, s.stack[-1]
    number = next((i for i, chit in enumerate(g.chits) if chit.id == name), -1)
    if number >= 0:
        told = effect(v, g.chits[number])
        return told if works(g, s, fight_of(s), number) else v("chit and effect", chit=v("no effect here"), effect=told)
    if isinstance(f, Spending):
        return spending(v, s, f, g.SPEND.index(1 << g.option_index(name)))
    if name == "done" and isinstance(f, MovementPhase):
        crowded = overstacked(g, s, f.side)
        return v("overstacked", hexes=v.listed(v.hex(hex_) for hex_ in hexes_in(crowded))) if crowded else ""
    return ""


def spending(v: Voice, s: Position, f: Spending, number: int) -> str:
    """What C3I points buy, and how many are left."""
    if not number:
        return v("spends none", left=s.c3i[f.side])
    results = v.g.activity[number]
    average = sum(weight * points for (_, weight), points in zip(TWO_DICE, results, strict=True)) / WAYS
    left = s.c3i[f.side] - number
    return v("spends", least=min(results), most=max(results), average=round(average, 2), left=left)


def loses(v: Voice, s: Position) -> str:
    """What being done gives up for good: AP for which something could still be bought."""
    f = s.stack[-1]
    return v("unspent", points=s.ap) if isinstance(f, (MovementPhase, CombatPhase)) and f.how == PAID and s.ap else ""


def good_attacks(v: Voice, s: Position, offer: Offer) -> int:
    """The attacks that Done would give up and that are worth a warning."""

    def odds(hex_: Hex) -> Odds | None:
        units = strongest(v.g, s, hex_)
        return work_out(v, s, units, hex_) if units else None

    return scene_parts.good_attacks(v.g, offer, v.g.sides[v.g.side_of(s, offer.seat)], odds)


def about(v: Voice, s: Position) -> list[str]:
    """The units of a question whose prompt does not name them."""
    f = s.stack[-1]
    if isinstance(f, (LeavingBox, EnteringBox)):
        return scene_parts.about_units(v, s, "about chosen", f.units)
    if isinstance(f, Attacking):
        return scene_parts.about_units(v, s, "about chosen", f.attackers)
    if isinstance(f, (AskingRefusal, Refusing, Absorbing, ChoosingChits)):
        fight = fight_of(s)
        there = scene_parts.about_units(v, s, "about attacked", fight.defenders)
        told = [*scene_parts.about_attack(v, s, fight.attackers, fight.hex), *there]
        return [*told, *superiority(v, s, fight)] if isinstance(f, ChoosingChits) else told
    return []


def superiority(v: Voice, s: Position, fight: Fight) -> Iterator[str]:
    """Why the sides may play as many chits as they may: tactical points, superiority, and what has been drawn."""
    g = v.g
    points = [fight.tactical_points[role(fight, side)] for side in (SOVIET, GERMAN)]
    better = SOVIET if points[SOVIET] > points[GERMAN] else GERMAN
    if points[SOVIET] == points[GERMAN]:
        limits = [g.chits_equal, g.chits_equal]
        yield v("about equal points", points=points[SOVIET])
    else:
        limits = [g.chits_superior if side == better else g.chits_inferior for side in (SOVIET, GERMAN)]
        yield v("about superiority", side=v.side(better), points=points[better], other=points[1 - better])
    for side in (SOVIET, GERMAN):
        number = allowance(g, s, fight, side)
        if number < limits[side]:
            yield v("about few chits", side=v.side(side), number=number)


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    return scene_parts.Decision(
        units=chosen_units(v.g, s),
        hexes=chosen_hexes(s),
        unit_note=lambda unit: unit_note(v, s, unit),
        hex_note=lambda hex_: hex_note(v, s, hex_),
        cost=costs(v, s),
        odds=odds_shown(v, s, v.g.side_of(s, offer.seat)),
        option_note=lambda name: option_note(v, s, name),
        things=(1 << len(v.g.chits)) - 1 << v.g.first_chit if isinstance(s.stack[-1], ChoosingChits) else 0,
        loses=loses(v, s),
        order=order(v.g, s, offer),
        good_attacks=good_attacks(v, s, offer) if isinstance(s.stack[-1], CombatPhase) else 0,
        about=about(v, s),
    )
