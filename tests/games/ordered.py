"""Games that stand at a movement phase, for tests of orders: a module `story` beside a game's tests has the record."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from games.facts import beside
from stavka import games
from stavka.engine.kinds import Unit
from stavka.engine.record import read_record
from stavka.engine.session import Session

GAMES: Final = [key for key in games.GAMES if hasattr(beside(key, "story"), "movement")]


@cache
def record(key: str) -> str:
    """A game up to a movement phase."""
    found: str = beside(key, "story").movement()
    return found


def session_of(key: str) -> tuple[Session[Any], int]:
    session: Session[Any] = Session.resume(games.load(key), read_record(record(key), key))
    (offer,) = session.offers()
    return session, offer.seat


def units(session: Session[Any], *names: str) -> tuple[Unit, ...]:
    return tuple(map(session.game.unit_index, names))


def places(session: Session[Any], *names: str) -> list[str]:
    number = session.game.grid.number
    return [number(session.state.place[unit]) for unit in units(session, *names)]


def picked(session: Session[Any], since: int) -> list[str]:
    return [move.what for move in session.record.moves[since:]]


def moved(session: Session[Any]) -> int:
    units: int = session.state.moved
    return units
