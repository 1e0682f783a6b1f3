"""The offer to a seat: the choices so far, notes on each pick, its cost, the odds."""

from __future__ import annotations

from collections.abc import Mapping

from stavka.engine.agent import Sight
from stavka.engine.deciding import HasUnit
from stavka.engine.kinds import Unit, hexes_in, units_in
from stavka.engine.offer import Offer
from stavka.engine.state import below, top
from stavka.games.zitadelle import standing
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules import c09_german_air_units as air
from stavka.games.zitadelle.rules.c06_anti_tank_fire import fire
from stavka.games.zitadelle.rules.c07_assault import odds
from stavka.games.zitadelle.rules.c07_assault.advance import Advancing
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting, Attacking
from stavka.games.zitadelle.rules.c07_assault.duties import Field, field
from stavka.games.zitadelle.rules.c07_assault.morale import formation_level, level, movement_allowance
from stavka.games.zitadelle.rules.c07_assault.retreat import Retreating, Withdrawing
from stavka.games.zitadelle.rules.c08_movement.unit_moves import Moving
from stavka.games.zitadelle.rules.c11_reinforcements import Entering
from stavka.games.zitadelle.rules.c13_optional_rules.panzer_battalions import Replacing
from stavka.games.zitadelle.scene import shots
from stavka.games.zitadelle.scene.answers import Way
from stavka.games.zitadelle.scene.odds import forecast, work_out
from stavka.games.zitadelle.scene.units import factors, stack
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import DUE, GERMAN, Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Chances, Odds


def chosen_units(s: Position) -> list[Unit]:
    """The units that have been picked on the way to the present decision."""
    f = s.stack[-1]
    if isinstance(f, Attacking):
        return list(units_in(f.units | f.support))
    if isinstance(f, Retreating):
        return f.ways[f.number][:1]
    if isinstance(f, Withdrawing):
        return [unit for unit, _ in f.lifted]
    if isinstance(f, Replacing):
        return [f.regiment]
    return [f.unit] if isinstance(f, HasUnit) else []


def chosen_hexes(s: Position) -> list[Hex]:
    f = s.stack[-1]
    if isinstance(f, Attacking):
        return list(hexes_in(f.hexes))
    return f.ways[f.number][2:] if isinstance(f, Retreating) else []


def unit_note(v: Voice, s: Position, unit: Unit) -> str:
    """A note on an offered unit in this decision."""
    g = v.g
    name = s.stack[-1].step
    shown = factors(g, s, unit)
    if name == "attack":
        return attack_note(v, s, unit)
    if name == "air":
        return v.word("type", g.type[unit])
    if name == "dive":
        return dive_note(v, s, unit)
    if name == "fire":
        return v("best shot", factors=shown, share=v.percent(shots.best_share(g, s, unit)))
    if name == "movement":
        return v("moves", factors=shown, points=movement_allowance(g, s, unit), level=level(g, s, unit))
    return shown or v.word("type", g.type[unit])


def attack_note(v: Voice, s: Position, unit: Unit) -> str:
    """The column that an assault would have with a unit more."""
    g = v.g
    f = top(s, Attacking)
    units, support = f.units, f.support
    if g.support_units >> unit & 1:
        support |= 1 << unit
    else:
        units |= 1 << unit
    column = v.column(odds.odds(g, s, units, f.hexes, support).column)
    shown = factors(g, s, unit) or v.word("type", g.type[unit])
    now = field(g, s, below(s, Assaulting))
    needed = now.closure(units, f.hexes)[1] & ~now.closure(f.units, f.hexes)[1]
    if needed:
        return v("makes, needed", factors=shown, column=column, hexes=", ".join(g.grid.numbers(needed)))
    weaker = weakened(v, s, now, units, f.hexes, before=f.units)
    if weaker:
        return v("makes, weakens", factors=shown, column=column, hexes=v.listed(weaker))
    return v("makes", factors=shown, column=column)


def weakened(v: Voice, s: Position, now: Field, units: int, hexes: int, before: int = 0) -> list[str]:
    """The other mandatory hexes against which the units that are left reach a lower column, once these units attack:
    each with the best column left and the one that it had without `before`."""
    g, found = v.g, []
    taken, chosen = now.closure(units, hexes)
    already = now.closure(before, hexes)[0] if before else 0
    for hex_ in hexes_in(now.must_fall & ~chosen & now.within_reach(taken & ~already)):
        able = now.attackers(1 << hex_)
        had, left = (odds.odds(g, s, able & ~gone, 1 << hex_, 0).column for gone in (already, taken))
        if left < had:
            number = g.grid.number(hex_)
            found.append(v("weakened", hex=number, left=v.column(left), had=v.column(had)))
    return found


def hex_note(v: Voice, s: Position, hex_: Hex) -> str:
    g = v.g
    f = s.stack[-1]
    if isinstance(f, Assaulting):
        now = field(g, s, f)
        note = assault_note(v, s, hex_, now.attackers(1 << hex_), 1 << hex_)
        return v("must be attacked", note=note) if now.must_fall >> hex_ & 1 else note
    if isinstance(f, Attacking) and f.units:
        return assault_note(v, s, hex_, f.units, f.hexes | 1 << hex_, f.support)
    if isinstance(f, fire.FiringAt):
        return v("hit chance", share=v.percent(shots.shot_share(g, s, f.unit, hex_)))
    if isinstance(f, air.Striking):
        own = "own hit chance" if s.hard[GERMAN] >> hex_ & 1 else "hit chance"
        return v(own, share=v.percent(shots.bomb_share(g, s, hex_)))
    return aim_note(v, s, hex_) if isinstance(f, air.Aiming) else ""


def aim_note(v: Voice, s: Position, hex_: Hex) -> str:
    """The units that a dive bomber strikes if it does not scatter: the nearest armour, of either side."""
    g = v.g
    nearest = air.nearest_armour(g, s, hex_)
    own, targets = nearest & s.hard[GERMAN], list(hexes_in(nearest))
    if not targets:
        return v("nothing to strike")
    units = v.labels([unit for there in targets for unit in units_in(fire.strongest(g, s, there))])
    return v("strikes own" if own else "strikes", units=units, hexes=", ".join(map(g.grid.number, targets)))


def dive_note(v: Voice, s: Position, unit: Unit) -> str:
    """Whom a dive bomber would strike, over all results of its scatter: the nearest armour, of either side."""
    g, whole = v.g, sum(weight for _, weight in TWO_DICE)
    shares: dict[int, int] = {}
    for outcome, (_, weight) in enumerate(TWO_DICE):
        hex_ = air.scattered(g, s.place[unit], outcome)
        struck = air.nearest_armour(g, s, hex_) if hex_ >= 0 else 0
        shares[struck] = shares.get(struck, 0) + weight
    told = []
    for struck, weight in sorted(shares.items(), key=lambda item: -item[1]):
        units = [target for there in hexes_in(struck) for target in units_in(fire.strongest(g, s, there))]
        values = {
            "units": v.labels(units),
            "hexes": ", ".join(g.grid.numbers(struck)),
            "share": v.percent(weight / whole),
        }
        key = "would miss" if not struck else "would strike own" if struck & s.hard[GERMAN] else "would strike"
        told.append(v(key, **values))
    return v.parted(told)


def option_note(v: Voice, s: Position, name: str) -> str:
    """The present morale of the army that a level bomber would bomb."""
    g = v.g
    if not isinstance(s.stack[-1], air.Targeting):
        return ""
    army = next((army for army, bit in g.BOMB.items() if bit == 1 << g.option_index(name)), None)
    if army is None:
        return ""
    pm = formation_level(g, s, army)
    return v("morale and moves", level=pm, points=g.allowances[g.formation_side[army]][pm])


def assault_note(v: Voice, s: Position, hex_: Hex, units: int, hexes: int, support: int = 0) -> str:
    """The units in a hex, and the best possible assault on it."""
    g = v.g
    column = v.column(odds.odds(g, s, units, hexes, support).column)
    return v("up to", units=v.labels([unit for unit in stack(g, s, hex_) if not g.air >> unit & 1]), column=column)


def costs(v: Voice, s: Position) -> Mapping[Hex, float]:
    """The MP that it takes to go to the offered hexes; nothing where that is not the question."""
    f = s.stack[-1]
    return dict(Way(v.g, s, f.unit).costs()) if isinstance(f, (Moving, Entering)) else {}


def odds_shown(v: Voice, s: Position) -> Odds | None:
    """The assault that is being put together, or the shot that is being aimed."""
    f = s.stack[-1]
    if isinstance(f, Attacking) and f.units:
        return work_out(v, s, f.units, f.hexes, f.support)
    if isinstance(f, fire.FiringAt):
        targets = list(hexes_in(fire.fire_targets(v.g, s, f.unit)))
        return shots.work_out(v, s, [f.unit], targets[0]) if len(targets) == 1 else None
    return None


def expected(g: Zitadelle, s: Position) -> int:
    """The option that a player expects here, and that cannot be taken before mandatory picks are made."""
    return {"assault": g.DONE, "attack": g.ATTACK}.get(s.stack[-1].step, 0)


def duties(g: Zitadelle, s: Position) -> tuple[int, int]:
    """Units that must attack and hexes that must be attacked: in the phase, or in the assault that is put together."""
    f = s.stack[-1]
    if isinstance(f, Assaulting):
        now = field(g, s, f)
        return now.must_attack, now.must_fall
    if isinstance(f, Attacking):
        return field(g, s, below(s, Assaulting)).closure(f.units, f.hexes)
    return 0, 0


def given_up(g: Zitadelle, s: Position, offer: Offer) -> int:
    """The things that being done gives up here: shots with a chance, air units, a whole phase of movement, entries."""
    name = s.stack[-1].step
    if name == "fire":
        return sum(standing.has_chance(g, s, unit) for unit in units_in(offer.units))
    if name == "air":
        return scene_parts.left(offer)
    if name == "movement":
        entering = sum(s.place[unit] == DUE for unit in units_in(offer.units))
        return entering if s.moved & g.side_units[g.side_of(s, offer.seat)] else scene_parts.left(offer)
    return 0


def good_attacks(v: Voice, s: Position, offer: Offer) -> int:
    """The assaults that Done would give up and that are worth a warning."""
    g, now = v.g, field(v.g, s, top(s, Assaulting))

    def chances(hex_: Hex) -> Chances:
        return forecast(v, s, now.attackers(1 << hex_), 1 << hex_)

    return scene_parts.good_attacks(g, offer, g.sides[g.side_of(s, offer.seat)], chances)


def about(v: Voice, s: Position, offer: Offer, must_units: int, must_hexes: int) -> list[str]:
    """The units and hexes of a question whose prompt does not name them."""
    g, f = v.g, s.stack[-1]
    if isinstance(f, Attacking):
        told = scene_parts.about_units(v, s, "about chosen", f.units | f.support)
        weaker = weakened(v, s, field(g, s, below(s, Assaulting)), f.units, f.hexes) if f.units else []
        return [*told, v("about weakened", hexes=v.listed(weaker))] if weaker else told
    if isinstance(f, Assaulting):
        if max(must_hexes.bit_count(), must_units.bit_count()) > scene_parts.MOST_NAMED:
            return []  # the prompt counts them, and the map marks them
        hexes = [v("about duty hexes", hexes=", ".join(g.grid.numbers(must_hexes)))] if must_hexes else []
        return [*hexes, *scene_parts.about_units(v, s, "about duty", must_units)]
    if isinstance(f, air.Aiming):
        stays = sum(weight for outcome, (_, weight) in enumerate(TWO_DICE) if not g.scatter[outcome + 2][0])
        return [v("about scatter", share=v.percent(stays / sum(weight for _, weight in TWO_DICE)))]
    if isinstance(f, fire.Firing) and not any(standing.has_chance(g, s, unit) for unit in units_in(offer.units)):
        return [v("about no chance")]
    return [v("about emptied", hexes=", ".join(g.grid.numbers(f.hexes)))] if isinstance(f, Advancing) else []


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    must_units, must_hexes = duties(v.g, s)
    return scene_parts.Decision(
        units=chosen_units(s),
        hexes=chosen_hexes(s),
        is_way=isinstance(s.stack[-1], Retreating),
        unit_note=lambda unit: unit_note(v, s, unit),
        hex_note=lambda hex_: hex_note(v, s, hex_),
        option_note=lambda name: option_note(v, s, name),
        cost=costs(v, s),
        odds=odds_shown(v, s),
        gives_up=given_up(v.g, s, offer),
        must_units=must_units,
        must_hexes=must_hexes,
        expected=expected(v.g, s),
        good_attacks=good_attacks(v, s, offer) if isinstance(s.stack[-1], Assaulting) else 0,
        about=about(v, s, offer, must_units, must_hexes),
    )
