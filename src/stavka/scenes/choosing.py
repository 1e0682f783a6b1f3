"""Find the fewest units that an attack needs for its column."""

from __future__ import annotations

from typing import Any

from stavka.engine.choosing import dropped, each_here
from stavka.engine.offer import UNIT, Pick
from stavka.engine.session import Session
from stavka.engine.words import ENGLISH
from stavka.scenes.scene import Odds, Presenter


def droppable(session: Session[Any], seat: int) -> list[Pick]:
    """The units that a seat has chosen in the present step and can drop."""
    if session.offer(seat) is None:
        return []
    return [pick for pick in each_here(session, seat) if pick[0] == UNIT]


def spared(show: Presenter[Any], session: Session[Any], seat: int) -> list[Pick]:
    """The chosen units that an attack does not need: its column stays the same, and everything that could be picked
    still can. The weakest are dropped first, so that as many as possible are spared."""
    units, odds = droppable(session, seat), odds_of(show, session, seat)
    if odds is None:
        return []

    def keeps(gone: list[Pick]) -> Odds | None:
        trial = dropped(session, seat, gone)
        now, then = session.offer(seat), trial.offer(seat)
        found = odds_of(show, trial, seat)
        if now is None or then is None or now.options & ~then.options or found is None:
            return None
        same = (found["column"], found["modifier"]) == (odds["column"], odds["modifier"])
        return found if same and found["allowed"] >= odds["allowed"] else None

    alone = {pick: found for pick in units if (found := keeps([pick])) is not None}
    gone: list[Pick] = []
    for pick in sorted(alone, key=lambda pick: odds["attack"] - alone[pick]["attack"]):
        if keeps([*gone, pick]) is not None:
            gone.append(pick)
    return gone


def odds_of(show: Presenter[Any], session: Session[Any], seat: int) -> Odds | None:
    """The odds of the units that a seat has chosen so far."""
    offer = session.offer(seat)
    return None if offer is None else show.chosen_odds(session.game.see(session.state, seat), offer, ENGLISH)
