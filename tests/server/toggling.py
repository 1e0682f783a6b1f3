"""A record that is legal and long: one unit is selected and put down, again and again."""

from __future__ import annotations

from random import Random
from typing import Any

from stavka import games
from stavka.engine.offer import Pick
from stavka.engine.record import Move, Record
from stavka.engine.session import Session


def toggling(picks: int) -> str:
    """A game of Roads to Moscow with some set-up, followed by a number of picks that cancel each other out. The moves
    do not have fingerprints: they are optional, and computing them would take as long as the attack itself."""
    session, pair = _walked()
    record = session.record
    record.seed = session.seed
    who = session.seat_name(session.offers()[0].seat)
    moves = [*record.moves, *(Move(who, pair[n % 2]) for n in range(picks))]
    return _without_digests(record, moves).write()


def _without_digests(record: Record, moves: list[Move]) -> Record:
    plain = [Move(move.who, move.what) for move in moves]
    return Record(**{**vars(record), "moves": plain})


def _walked() -> tuple[Session[Any], tuple[str, str]]:
    """A short random walk to where something can be picked and put down."""
    game, rng = games.load("moscow"), Random(1)
    session = Session(game, "mtsensk", seed="toggling")
    while True:
        offer = session.offers()[0]
        for pick in offer:
            if (back := _back(session, offer.seat, pick)) is not None:
                return session, (game.write_pick(pick, offer), back)
        session.play(offer.seat, rng.choice(list(offer)))


def _back(session: Session[Any], seat: int, pick: Pick) -> str | None:
    """The pick that reverses another: after both, the position is the one before them."""
    game = session.game
    before = session.state.digest()
    trial = session.state.clone()
    game.apply(trial, seat, pick)
    for offer in game.offers(trial):
        for other in offer if offer.seat == seat else ():
            again = trial.clone()
            game.apply(again, seat, other)
            if again.digest() == before:
                return game.write_pick(other, offer)
    return None
