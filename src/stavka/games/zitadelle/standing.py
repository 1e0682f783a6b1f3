"""The questions that a player need not be asked each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import Unit, hexes_in, last_unit, units_in
from stavka.engine.offer import OPTION, Offer, Pick
from stavka.engine.standing import StandingQuestion
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.rules.c06_anti_tank_fire import fire
from stavka.games.zitadelle.rules.c07_assault.morale import armour_value, at_strength
from stavka.games.zitadelle.state import Position

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def has_chance(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether any shot of a unit can hit."""
    strength = at_strength(g, s, unit)
    for hex_ in hexes_in(fire.fire_targets(g, s, unit)):
        armour = armour_value(g, s, last_unit(fire.strongest(g, s, hex_)))
        drm = fire.fire_drm(g, s, unit, hex_)
        if any(fire.hits(fire.fire_number(g, strength, outcome + 2 + drm), armour) for outcome in range(len(TWO_DICE))):
            return True
    return False


def while_any_can_hit(g: Zitadelle, s: Position, offer: Offer) -> Pick | None:
    """End the fire once no shot that is left can hit."""
    is_open = any(has_chance(g, s, unit) for unit in units_in(offer.units))
    return None if is_open else (OPTION, g.option_index("done"))


STANDING: Final = {
    "fire": StandingQuestion(frozenset({"fire"}), "6.31", {"chance": while_any_can_hit}, default="chance"),
}
"""Questions with one sensible answer: shots that cannot hit."""
