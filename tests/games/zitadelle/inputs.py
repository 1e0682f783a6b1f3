"""The turn of Zitadelle whose inputs are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from page.inputs import MOVES, Turn, asks, turn_of
from stavka.engine.kinds import hexes_in, units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import FREE, ROLLS, Session


def everybody_moves(session: Session[Any], offer: Offer) -> Pick:
    """Every unit that can move does, as far forward as it gets without dice; those of a stack go together."""
    game, state = session.game, session.state
    if state.stack[-1].step == "movement":
        rolls = {unit: session.contract(offer.seat, (UNIT, unit)) == ROLLS for unit in units_in(offer.units)}
        units = sorted(rolls, key=lambda unit: (rolls[unit], state.place[unit] < 0, state.place[unit], unit))
        return (UNIT, units[0]) if units else (OPTION, game.option_index("done"))
    unit = state.stack[-1].unit
    words = [move.what for move in session.record.moves[-4:-1] if move.what != "stop"]
    last = words[-1] if words else ""
    front = game.grid.index("N1418" if game.grid.number(max(state.place[unit], 0)).startswith("N") else "S1419")
    hexes = sorted(
        hexes_in(offer.hexes), key=lambda hex_: (game.grid.number(hex_) != last, game.grid.distance(hex_, front), hex_)
    )
    stop: Pick = (OPTION, game.option_index("stop"))
    found: Iterator[Pick] = ((HEX, hex_) for hex_ in hexes if session.contract(offer.seat, (HEX, hex_)) == FREE)
    fresh = not getattr(state.stack[-1], "flags", 0)
    return next(found, stop) if fresh else stop


def german() -> Turn:
    return turn_of(
        "Zitadelle, German movement, turn 1, all units",
        "zitadelle",
        "campaign",
        "german",
        lambda session: asks(session, "german", "movement"),
        lambda session: session.state.stack[-1].step not in MOVES,
        everybody_moves,
    )


TURNS: Final[dict[str, Callable[[], Turn]]] = {"zitadelle": german}
