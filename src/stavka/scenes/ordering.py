"""Orders as a front end sends and sees them: names for units and hexes, ways, and the units that stay behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from stavka.engine.kinds import Unit
from stavka.engine.machine import Game
from stavka.engine.offer import Reason
from stavka.engine.orders import LAST, NOWHERE, Left, Order, carry_out, picks_in_hand
from stavka.engine.session import Session
from stavka.engine.words import ENGINE, ENGLISH
from stavka.hexes import Hex
from stavka.scenes.scene import OrderLook, OrderWay, Presenter, StaysBehind

MOST: Final = 64
"""The most units of one order, and the most hexes of a way."""


def read_order(show: Presenter[Any], wanted: Mapping[str, Any]) -> Order:
    """The order that a message means. ValueError if it names something that does not exist."""
    units, via, to = wanted.get("units"), wanted.get("via", []), wanted.get("to")
    if not (isinstance(units, list) and isinstance(via, list)) or max(len(units), len(via)) > MOST:
        raise ValueError(ENGINE.message("engine", "no such order"))
    return Order(
        tuple(dict.fromkeys(map(show.unit_named, units))),
        NOWHERE if to is None else show.hex_named(to),
        tuple(map(show.hex_named, via)),
        is_towards=bool(wanted.get("towards")),
        is_sure=bool(wanted.get("sure")),
    )


def look(show: Presenter[Any], session: Session[Any], seat: int, order: Order, lang: str) -> OrderLook:
    """The effect of an order, as far as it can be taken back: where each unit would go, and which would stay behind."""
    game, trial = session.game, session.clone()
    for _ in range(picks_in_hand(trial, seat)):
        trial.undo(seat)
    known = trial.known()
    left = carry_out(trial, seat, order, free=True) if trial.offer(seat) is not None else []
    ways: list[OrderWay] = []
    for event in trial.log(seat, known):
        form = game.told[event.name]
        hexes, units = form.hexes(event.values), form.units(event.values)
        if len(hexes) > 1 and units:
            names, cost = [game.unit_ids[unit] for unit in units], cost_of(show, session, seat, units, hexes[-1])
            ways.append({"units": names, "hexes": list(map(game.grid.number, hexes)), "cost": cost})
    return {"ways": ways, "left": left_behind(game, left, lang)}


def cost_of(show: Presenter[Any], session: Session[Any], seat: int, units: Iterable[Unit], hex_: Hex) -> float | None:
    """The MP that the slowest of some units pays to reach a hex; None if the game does not say."""
    sight = session.game.see(session.state, seat)
    try:
        return max(show.path(sight, unit, hex_, ENGLISH)["cost"] for unit in units)
    except ValueError:
        return None


def left_behind(game: Game[Any], left: Iterable[Left], lang: str) -> list[StaysBehind]:
    """The units that stay behind, grouped by their reason."""
    by_reason: dict[Reason, list[str]] = {}
    for unit, reason in left:
        by_reason.setdefault(reason, []).append(game.unit_ids[unit])
    found: list[StaysBehind] = []
    for reason, units in by_reason.items():
        found.append({"units": units, "rule": reason.rule, "text": game.words.translate(reason.text, lang)})
        if reason == LAST:
            found[-1]["ends"] = True
    return found
