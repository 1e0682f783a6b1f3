"""Notes on each unit, hex and option on offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stavka.engine.kinds import Unit, units_in
from stavka.engine.state import top
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance, command, er
from stavka.games.moscow.rules.c05_strategic_segment import reinforcements
from stavka.games.moscow.rules.c06_supply.fuel import Fuelling, without_fuel
from stavka.games.moscow.rules.c07_operations import markers as operations
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c07_operations.army_units import ActivatingArmy
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c08_ground_movement.going import Moving, stack_allowance
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import Attacking, Declaring, ResolvingAttacks
from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import DeclaringNoRetreat
from stavka.games.moscow.rules.c09_pre_combat_actions.refusal import RefusingCombat
from stavka.games.moscow.rules.c10_combat import odds as rules
from stavka.games.moscow.rules.c10_combat.battle import LEAD_CODES, NamingLead
from stavka.games.moscow.rules.c10_combat.battleframe import Overrunning, battle_under, coordination_drm
from stavka.games.moscow.rules.c11_combat_results.retreat import lead_candidates
from stavka.games.moscow.rules.c15_hqs_and_leaders import Checking
from stavka.games.moscow.scene import odds, trials
from stavka.games.moscow.scene.units import factors, rating, stack
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import DUE, HAND, Position
from stavka.hexes import Hex
from stavka.scenes.parts import MOST_NAMED

# -- units ----------------------------------------------------------------------------------------------------------


def plain(v: Voice, s: Position, unit: Unit) -> str:
    """The values on a counter: its numbers, its ER, its steps."""
    g = v.g
    shown = v("factors and er", factors=factors(g, s, unit), er=rating(g, s, unit))
    if not g.printed_er[unit][-1]:
        return factors(g, s, unit)
    return v("and steps", what=shown, steps=s.steps[unit], of=g.full_steps[unit]) if g.full_steps[unit] > 1 else shown


def movable(v: Voice, s: Position, unit: Unit) -> str:
    if s.place[unit] == DUE:
        hexes = entered_by(v, s, unit)
        return v("enters by", what=plain(v, s, unit), hexes=hexes) if hexes else v("enters", what=plain(v, s, unit))
    return v("moves", what=plain(v, s, unit), points=stack_allowance(v.g, s, 1 << unit) / 2)


def entered_by(v: Voice, s: Position, unit: Unit) -> str:
    """The hexes by which a unit may enter: all of them, or the first and the last."""
    numbers = v.g.grid.numbers(reinforcements.entry_hexes(v.g, s, unit))
    return ", ".join(numbers) if len(numbers) <= MOST_NAMED else f"{numbers[0]}…{numbers[-1]}"


def joining(v: Voice, s: Position, unit: Unit) -> str:
    """The column that an attack would have with a unit more."""
    attack = top(s, Attacking)
    made = odds.summary(v, s, odds.fresh(v.g, s, attack.units | 1 << unit, attack.hex))
    return v("makes", what=plain(v, s, unit), column=made)


def activated(v: Voice, s: Position, unit: Unit) -> str:
    if top(s, ActivatingArmy).in_range >> unit & 1:
        return v("in range", what=plain(v, s, unit))
    return checked(v, s, unit)


def checked(v: Voice, s: Position, unit: Unit) -> str:
    """A note on a unit that would have to pass a check."""
    return v("would check", what=plain(v, s, unit), share=v.percent(trials.share(v, s, unit)))


def reacting(v: Voice, s: Position, unit: Unit) -> str:
    points = allowance(v.g, s, unit, reaction=True) / 2
    return v("moves", what=checked(v, s, unit), points=points)


def flying(v: Voice, s: Position, unit: Unit) -> str:
    drm = coordination_drm(v.g, s, 0)
    return v("would check", what=plain(v, s, unit), share=v.percent(trials.share(v, s, unit, drm)))


def firing(v: Voice, s: Position, unit: Unit) -> str:
    g, b = v.g, battle_under(s)
    if g.arko >> unit & 1:
        return v("arko helps", points=command(g, s, unit))
    value = rules.support_strength(g, s, unit, b.hex, halved=False)
    far = g.grid.distance(s.place[unit], b.hex)
    return v("gun", support=value, distance=far, er=er(g, s, unit))


def leading(v: Voice, s: Position, unit: Unit) -> str:
    """The effect of a Lead Unit on a combat."""
    b = battle_under(s).clone()
    b.set_lead(LEAD_CODES.index(top(s, NamingLead).code), unit)
    return v("makes", what=plain(v, s, unit), column=odds.summary(v, s, b))


def combining(v: Voice, s: Position, unit: Unit) -> str:
    frame = top(s, operations.Combining)
    (hand,) = markers_at(v.g, s, frame.side, HAND)
    helped = frame.leaders | 1 << unit
    return v("combines", points=v.g.command_points[unit], share=v.percent(combine_share(v, hand, helped)))


def combine_share(v: Voice, marker: int, leaders: int) -> float:
    """The chance that two Formations combine, once this marker is shown."""
    g = v.g
    drm = g.combination[g.marker_of[marker]] + sum(g.command_points[leader] for leader in units_in(leaders))
    return sum(die + drm >= g.combine for die in range(1, len(D10) + 1)) / len(D10)


def fuelled(v: Voice, s: Position, unit: Unit) -> str:
    return v.hex(s.place[unit]) if s.place[unit] >= 0 else v.word("where", "due")


UNIT_NOTES: Final[dict[str, Callable[[Voice, Position, Unit], str]]] = {
    "movement": movable,
    "attack": joining,
    "army": activated,
    "recovery": checked,
    "reaction": reacting,
    "cas": flying,
    "secret_cas": flying,
    "guns": firing,
    "lead": leading,
    "check_lead": checked,
    "zone_check": checked,
    "combine": combining,
    "fuel": fuelled,
}


def unit_note(v: Voice, s: Position, unit: Unit) -> str:
    """A note on an offered unit in this decision."""
    frame = s.stack[-1]
    if isinstance(frame, Checking):
        share = v.percent(trials.share_with(v, s, frame, unit))
        return v("spends", points=command(v.g, s, unit), share=share)
    return UNIT_NOTES.get(frame.step, plain)(v, s, unit)


# -- hexes ----------------------------------------------------------------------------------------------------------


def hex_note(v: Voice, s: Position, hex_: Hex) -> str:
    g, frame = v.g, s.stack[-1]
    there = v.labels(unit for unit in stack(g, s, hex_) if g.combat >> unit & 1) if s.at.get(hex_, 0) else ""
    if isinstance(frame, Declaring):
        units = odds.hopeful(g, s, hex_)
        return v("up to", units=there, column=odds.summary(v, s, odds.fresh(g, s, units, hex_))) if units else there
    if isinstance(frame, ResolvingAttacks):
        (declared,) = (each for each in s.attacks if each[0] == hex_)
        return v.about(there, odds.summary(v, s, odds.declared_on(declared)))
    if isinstance(frame, Moving) and overrun.targets(g, s, frame) >> hex_ & 1:
        b = Overrunning(stage=0, hex=hex_, units=overrun.fighting(g, frame.units), is_mobile=1)
        price = overrun.cost(g, s, frame, hex_) / 2
        return v("overruns", units=there, cost=price, column=odds.summary(v, s, b))
    if not isinstance(frame, (RefusingCombat, DeclaringNoRetreat)):
        return ""
    note = (lead_note if isinstance(frame, RefusingCombat) else holding_note)(v, s, hex_, there)
    found = [odds.summary(v, s, odds.declared_on(each)) for each in s.attacks if each[0] == hex_ and each[1]]
    return v("attacked at", note=note, column=found[0]) if found else note


def lead_note(v: Voice, s: Position, hex_: Hex, there: str) -> str:
    """The units in a hex, and the chance of the best of them to pass the check for all."""
    leads = lead_candidates(v.g, rules.defenders(v.g, s, hex_))
    best = max(trials.share(v, s, unit) for unit in units_in(leads))
    return v("would check", what=there, share=v.percent(best))


def holding_note(v: Voice, s: Position, hex_: Hex, there: str) -> str:
    g, here = v.g, s.at[hex_]
    if s.holding >> hex_ & 1:
        return v("holds already", units=there)
    if here & g.leaders or here & g.hqs & ~s.disrupted:
        return v("holds at once", units=there)
    return lead_note(v, s, hex_, there)


# -- options --------------------------------------------------------------------------------------------------------


SAID_OF_DONE: Final = frozenset(
    {
        "army",
        "engineering",
        "movement",
        "declare",
        "refusal",
        "reaction",
        "no_retreat",
        "cas",
        "guns",
        "advance",
    }
)
"""Steps in which it is said what being done means: that nothing more is picked."""


def option_note(v: Voice, s: Position, name: str) -> str:
    """The effect of a button, if its words do not say it."""
    g, frame = v.g, s.stack[-1]
    if name.startswith("call-"):
        number = int(name.removeprefix("call-")) - 1
        group = g.scenarios[s.scenario].group[number]
        schedule = g.schedules[s.scenario].units
        coming = [unit for unit, (_, of) in schedule.items() if of == number and g.ground >> unit & 1]
        hexes = v.together([*dict.fromkeys(entered_by(v, s, unit) for unit in coming)], "none")
        title, points = v.word("formation", group.title), v.signed(group.points)
        return v("calls", group=title, points=points, hexes=hexes)
    if name == "done" and isinstance(frame, Fuelling):
        hungry = without_fuel(g, s, frame.formation)
        return v("done fuel", units=g.named(s, hungry)) if hungry else ""
    if name == "done":
        return v(f"done {frame.step}") if frame.step in SAID_OF_DONE else ""
    if name == "all" and isinstance(frame, Attacking):
        units = frame.units | g.steps["attack"].offer(g, s, frame).units
        return odds.summary(v, s, odds.fresh(g, s, units, frame.hex))
    if name.startswith("attack-") and isinstance(frame, Attacking):
        return odds.summary(v, s, odds.fresh(g, s, frame.units, frame.hex, int(name == "attack-mobile")))
    if isinstance(frame, operations.Choosing):
        return choose_note(v, s, name)
    if name == "roll" and isinstance(frame, Checking):
        return v.percent(trials.share_with(v, s, frame))
    if name == "roll" and isinstance(frame, operations.Combining):
        (hand,) = markers_at(g, s, frame.side, HAND)
        return v.percent(combine_share(v, hand, frame.leaders))
    return ""


def choose_note(v: Voice, s: Position, name: str) -> str:
    g, side = v.g, top(s, operations.Choosing).side
    hand, pool = operations.Choose().markers(g, s, side)
    if name == "pass":
        return v("passing", side=v.side(1 - side))
    if name == "pooled":
        return v.marker(pool)
    if name in ("combine-drawn", "combine-pooled"):
        shown, other = (hand, pool) if name == "combine-drawn" else (pool, hand)
        share = v.percent(combine_share(v, shown, 0))
        return v("combining", shown=v.marker(shown), other=v.marker(other), share=share)
    return v.marker(hand) if name in ("mobile", "assault") else ""
