"""Each die belongs to the odds that it was thrown at: the event names its throw, and the throw has its position."""

from __future__ import annotations

from typing import Any

import pytest

from games.facts import facts, known
from stavka import games
from stavka.engine.kinds import Unit, indices
from stavka.engine.offer import CHANCE
from stavka.engine.session import Session
from stavka.engine.state import Event
from stavka.games import opponents

EACH = pytest.mark.parametrize("key", known("thrown"))


def played(key: str, part: int = 1) -> tuple[Session[Any], dict[int, Any]]:
    """A game of the script against itself, or a part of it, and the positions in which dice were thrown."""
    game, how = games.load(key), facts(key).thrown
    assert how is not None
    session = Session(game, how.scenario, seed="throws")
    positions: dict[int, Any] = {}
    session.before_throw = lambda n, state: positions.__setitem__(n, state.clone())
    script = opponents.make("scripted-1", game, 5)
    for _ in range(how.picks // part):
        offers = [offer for offer in session.offers() if offer.seat != CHANCE]
        if not offers:
            break
        seat = offers[0].seat
        session.play(seat, script.choose(game.see(session.state, seat), offers[0]))
    return session, positions


def thrown(session: Session[Any]) -> list[Event]:
    return [event for event in session.log(None, everything=True) if event.throw is not None]


@EACH
def test_every_throw_with_odds_hits_one_of_their_results(key: str) -> None:
    session, positions = played(key)
    game, show = session.game, games.presenter(key, session.game)
    number = 0
    for event in thrown(session):
        if event.throw not in positions:
            continue
        for seat in (None, *range(len(game.sides))):
            odds = show.throw(game.see(positions[event.throw], seat), "en")
            if odds is None:
                continue
            entry = show.entry(game.see(session.state, None), event, "en")
            roll = entry["roll"]
            (hit,) = [result for result in odds["results"] if roll["total"] in result["rolls"]]
            assert roll["result"] in hit["text"], (event, odds["results"])
            assert roll["column"] in ("", odds["column"]), (event, odds["column"])
            assert roll["modifier"] == odds["modifier"], (event, odds)
            assert abs(sum(result["share"] for result in odds["results"]) - 1) < 1e-9
            number += 1
    assert number >= 30, "dice were thrown at odds"


def test_the_throws_of_a_game_are_numbered_without_a_gap() -> None:
    session, positions = played("moscow")
    numbers = [event.throw for event in thrown(session) if event.throw is not None]
    assert numbers == sorted(set(numbers)) and set(numbers) & set(positions)
    assert max(positions) == session.rolled - 1


@EACH
def test_forecasts_move_nothing_and_say_what_cannot_be(key: str) -> None:
    """Any unit and any enemy hex may be asked for; what comes back is of these units, or one sentence."""
    session, _ = played(key, part=2)
    game, show = session.game, games.presenter(key, session.game)
    seat = next(offer.seat for offer in session.offers())
    sight, before = game.see(session.state, seat), session.state.digest()
    side, state = game.side_of(session.state, seat), session.state
    own = [unit for unit in indices(game.unit_ids) if game.side[unit] == side and state.place[unit] >= 0]
    foes = {state.place[unit] for unit in indices(game.unit_ids) if game.side[unit] != side and state.place[unit] >= 0}
    answered = 0
    for hex_ in sorted(foes)[:40]:
        near = sorted(own, key=lambda unit: game.grid.distance(state.place[unit], hex_))[:2]
        try:
            odds = show.odds(sight, hex_, near, "en")
        except ValueError as error:
            assert str(error)
            continue
        answered += 1
        assert set(odds["units"]) <= {game.unit_ids[Unit(unit)] for unit in near}
    assert session.state.digest() == before
    assert answered, "some of them can be reached"
