"""Questions with one sensible answer: standing answers give it."""

from __future__ import annotations

from typing import Any

from page import luki
from stavka import games
from stavka.engine import standing
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.games import opponents
from stavka.scenes.scene import moment


def at_fuel() -> tuple[Session[Any], int]:
    """The first German activation of a game of scripts: the Formation is about to be given fuel."""
    game = games.load("moscow")
    session: Session[Any] = Session(game, "mtsensk", seed="page")
    script = opponents.make("scripted", game, 1)
    while session.state.stack[-1].step != "fuel":
        offer = session.offers()[0]
        session.play(offer.seat, script.choose(game.see(session.state, offer.seat), offer))
    return session, session.offers()[0].seat


def note(session: Session[Any], seat: int) -> str:
    """The text of the button that ends the use of fuel."""
    game = session.game
    scene = games.presenter("moscow", game).scene(game.see(session.state, seat), moment(session, seat, 0), "en")
    assert scene["offer"] is not None
    return next(pick["note"] for pick in scene["offer"]["picks"] if pick["pick"] == "done")


def test_no_second_fuel_unit_is_asked_for_when_everybody_is_reached() -> None:
    session, seat = at_fuel()
    held = {"fuel": "reached"}
    assert standing.answered(session.game, session.state, seat, held) is None, "no Fuel unit has been spent yet"
    assert note(session, seat).startswith("no fuel for ")
    session.play(seat, (0, session.game.unit_index("ax.fuel.2")))
    done = 2, session.game.option_index("done")
    assert standing.answered(session.game, session.state, seat, held) == done
    assert note(session, seat) == ""
    assert standing.answered(session.game, session.state, seat, {}) is None


def test_the_administrative_box_is_left_alone_by_who_says_so() -> None:
    game = games.load("luki")
    session: Session[Any] = Session.resume(game, read_record(luki.turn(), "luki"))
    asked = 0
    while session.state.stack[-1].step != "declare":
        offer = session.offers()[0]
        pick = standing.answered(game, session.state, offer.seat, {"box": "never"})
        asked += pick is not None
        session.play(offer.seat, pick or next(iter(offer)))
    assert asked, "turn 2 begins with the box"
