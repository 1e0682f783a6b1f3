"""Records: games that were played, as text."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import Any, NamedTuple

from stavka.api.game import Game, load
from stavka.api.play import Play, Position
from stavka.engine import session as engine
from stavka.engine.record import Record, read_record
from stavka.engine.state import State


class Step(NamedTuple):
    """One move of a record: the position before it, the seat that moved, and what was picked or rolled."""

    position: Position
    seat: str
    word: str


def opened(text: str, overlay: str | PathLike[str] | None) -> tuple[Game, Record]:
    """A record that has been read, and its game."""
    record = read_record(text)
    return load(record.game, overlay), record


def replay(text: str, overlay: str | PathLike[str] | None = None) -> Position:
    """Replay a record, compare every position with its fingerprint, and return the position at the end.

    `RecordError` names the line that does not match the rules or the fingerprints.

    >>> play = stavka.load("traces").start("race", seed="1")
    >>> play.pick("1631")
    >>> stavka.replay(play.record()) == play
    True
    """
    game, record = opened(text, overlay)
    return Position(game, engine.replay(game.engine, record))


def moves(text: str, overlay: str | PathLike[str] | None = None) -> Iterator[Step]:
    """Every move of a record, chance included, with the position before it: training data for a program.

    >>> play = stavka.load("traces").start("race", seed="1")
    >>> play.pick("1631")
    >>> [(seat, word, word in position.offer) for position, seat, word in stavka.moves(play.record())]
    [('axis', '1631', True)]
    """
    game, record = opened(text, overlay)
    states: list[State] = []

    def keep(state: Any) -> None:
        states.append(state.clone())

    engine.replay(game.engine, record, watch=keep)
    before = [game.engine.new(record.scenario, record.options), *states]
    for state, move in zip(before, record.moves, strict=False):
        yield Step(Position(game, state), move.who, move.what)


def resume(text: str, overlay: str | PathLike[str] | None = None) -> Play:
    """Go on with a recorded game. The record needs its seed (`play.record(with_seed=True)`): the dice
    continue where they stopped.

    >>> play = stavka.load("traces").start("race", seed="1")
    >>> play.pick("1631")
    >>> again = stavka.resume(play.record(with_seed=True))
    >>> again.undo()
    >>> again == stavka.load("traces").start("race", seed="1")
    True
    """
    game, record = opened(text, overlay)
    return Play(game, engine.Session.resume(game.engine, record, overlay=game.overlay))


def verify(text: str, overlay: str | PathLike[str] | None = None) -> bool:
    """Whether a record replays, its seed matches the commitment published before play, and the seed gives every roll.

    >>> play = stavka.load("traces").start("race", seed="1")
    >>> stavka.verify(play.record()), stavka.verify(play.record(with_seed=True))
    (False, True)
    """
    game, record = opened(text, overlay)
    return engine.verify_dice(game.engine, record)
