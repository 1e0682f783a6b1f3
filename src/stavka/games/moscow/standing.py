"""The questions that a player need not be asked each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import hexes_in, last_hex, units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.standing import StandingQuestion, option
from stavka.engine.state import top
from stavka.games.moscow.rules.c03_basic_concepts.values import er
from stavka.games.moscow.rules.c06_supply.fuel import Fuelling, without_fuel
from stavka.games.moscow.state import Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

RECONNAISSANCE: Final = frozenset({"reconnaissance", "armored car"})


def is_attacked(g: Moscow, s: Position) -> bool:
    """Whether the present Sequence is that of the enemy of the side that decides."""
    return bool(s.active) and all(offer.seat != g.formation_side[s.active.bit_length() - 1] for offer in g.offers(s))


def first_hex(hexes: int) -> Pick | None:
    return (HEX, last_hex(hexes & -hexes)) if hexes else None


def everywhere(g: Moscow, s: Position, offer: Offer) -> Pick | None:
    """Pick hex after hex."""
    return first_hex(offer.hexes)


def reconnaissance_only(g: Moscow, s: Position, offer: Offer) -> Pick | None:
    """Pick one hex after the other in which there is only reconnaissance; then no more."""
    light = sum(1 << unit for unit, counter in enumerate(g.units) if counter.type in RECONNAISSANCE)
    alone = sum(1 << hex_ for hex_ in hexes_in(offer.hexes) if not s.at[hex_] & g.combat & ~light)
    return first_hex(alone) or (OPTION, g.option_index("done"))


def wherever_not_held(g: Moscow, s: Position, offer: Offer) -> Pick | None:
    """Pick hex after hex, except those that hold already: naming one of them would take its marker back."""
    return first_hex(offer.hexes & ~s.holding) or (OPTION, g.option_index("done"))


def best_rating(g: Moscow, s: Position, offer: Offer) -> Pick | None:
    """The unit of the highest ER."""
    return UNIT, max(units_in(offer.units), key=lambda unit: er(g, s, unit))


def once_reached(g: Moscow, s: Position, offer: Offer) -> Pick | None:
    """Spend no other Fuel unit once one has been spent and reaches every unit of the Formation."""
    f = top(s, Fuelling)
    is_spent = any(s.burns[fuel] == f.formation + 1 for fuel in units_in(s.burning))
    return (OPTION, g.option_index("done")) if is_spent and not without_fuel(g, s, f.formation) else None


STANDING: Final = {
    "fuel": StandingQuestion(frozenset({"fuel"}), "6.43a", {"reached": once_reached}, default="reached"),
    "refusal": StandingQuestion(
        frozenset({"refusal"}),
        "9.21",
        {"never": option("done"), "recon": reconnaissance_only, "always": everywhere},
    ),
    "reaction": StandingQuestion(frozenset({"reaction"}), "9.31", {"never": option("done")}),
    "no retreat": StandingQuestion(
        frozenset({"no_retreat"}), "9.41", {"never": option("done"), "always": wherever_not_held}
    ),
    "lead": StandingQuestion(frozenset({"lead", "check_lead"}), "3.43a", {"best": best_rating}, is_attacked),
    "air": StandingQuestion(frozenset({"cas"}), "13.22", {"never": option("done")}, is_attacked),
    "points": StandingQuestion(
        frozenset({"hold", "react", "cas_check", "gun_check"}), "15.23a", {"never": option("roll")}, is_attacked
    ),
}
"""Questions with one sensible answer most of the time: fuel, and the questions of an attack to the side that is
attacked."""
