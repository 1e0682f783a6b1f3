"""The questions that a player need not be asked in every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.offer import OPTION, Offer, Pick
from stavka.engine.standing import StandingQuestion
from stavka.engine.state import top
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits, available
from stavka.games.traces.state import SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def compulsory(g: Traces, s: Position, offer: Offer) -> Pick | None:
    """A chit of a Front that is still to be selected, unless STAVKA may take its place."""
    f = top(s, SelectingChits)
    if g.side_of(s, offer.seat) != SOVIET or f.cup[g.stavka_chit] or available(g, s, g.stavka_chit):
        return None
    missing = (kind for kind in g.front_chits if not f.cup[kind])
    return next(((OPTION, g.option_index(g.chits[kind].id)) for kind in missing if offer.options & g.CHIT[kind]), None)


STANDING: Final = {
    "fronts": StandingQuestion(frozenset({"select_chits"}), "4.2.1c", {"compulsory": compulsory}, default="compulsory"),
}
"""Standing answers: each Front's chit has to be selected in every turn, so nobody need select it by hand."""
