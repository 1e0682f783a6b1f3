"""Questions of games between scripts: the position at which a step asks, and what a player is shown there."""

from __future__ import annotations

from functools import cache
from typing import Any

from stavka import games
from stavka.engine.kinds import units_in
from stavka.engine.offer import UNIT
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.games import opponents
from stavka.scenes.scene import moment


@cache
def asked(key: str, scenario: str, step: str) -> tuple[Session[Any], int]:
    """A game of scripts where a step asks for the first time with more than one pick."""
    game = games.load(key)
    session: Session[Any] = Session(game, scenario, seed="page")
    script = opponents.make("scripted-1", game, 1)
    while True:
        offer = session.offers()[0]
        if session.state.stack[-1].step == step and len(offer) > 1:
            return session, offer.seat
        session.play(offer.seat, script.choose(game.see(session.state, offer.seat), offer))


def offered(session: Session[Any], seat: int, lang: str = "en") -> Json:
    game = session.game
    scene = games.presenter(game.key, game).scene(game.see(session.state, seat), moment(session, seat, 0), lang)
    assert scene["offer"] is not None
    return dict(scene["offer"])


def named_attacker(key: str, scenario: str) -> str:
    """The sentence that names a unit in the question for more, after that unit has been chosen for an attack."""
    session, seat = asked(key, scenario, "attack")
    session = session.clone()
    before = offered(session, seat)["prompt"]
    unit = units_in(session.offers()[0].units)[0]
    session.play(seat, (UNIT, unit))
    label = str(session.game.label(session.state, unit))
    told: str = offered(session, seat)["prompt"].removeprefix(session.game.prompt(session.state, "en"))
    assert label in told and label not in before
    return told.replace(label, "UNIT")


def given_up(session: Session[Any], lang: str = "en") -> str:
    """The sentence with which "done" asks again, since it gives up something that cannot be had back; empty if it does
    not ask again."""
    (offer,) = session.offers()
    (done,) = [pick for pick in offered(session, offer.seat, lang)["picks"] if pick["pick"] == "done"]
    return str(done.get("sure", ""))
