"""Questions: who is named in them, and what is not given up by mistake."""

from __future__ import annotations

from typing import Any

from games.moscow.story import GAME
from games.questions import asked, named_attacker, offered
from stavka.engine.kinds import units_in
from stavka.engine.offer import UNIT
from stavka.engine.session import Session
from stavka.games import opponents
from stavka.games.moscow.rules.c06_supply.fuel import Fuelling, without_fuel


def test_an_attack_names_its_attackers() -> None:
    assert " UNIT attacks " in named_attacker("moscow", "mtsensk")


def test_the_question_for_more_fuel_names_who_is_still_without() -> None:
    """Before the first Fuel unit nobody is named; after one that does not reach the whole Formation, who is left."""
    session, seat = asked("moscow", "mtsensk", "fuel")
    assert "Still without fuel" not in offered(session, seat)["prompt"]
    trial, names = short_of_fuel()
    assert offered(trial, seat)["prompt"].endswith(f"Still without fuel: {', '.join(names)}.")
    assert "Aún sin combustible: " in offered(trial, seat, "es")["prompt"]


def short_of_fuel() -> tuple[Session[Any], list[str]]:
    """A game of scripts where one Fuel unit does not reach all units of a Formation, after it has been spent; the names
    of the others."""
    session: Session[Any] = Session(GAME, "mtsensk", seed="page")
    script = opponents.make("scripted-1", GAME, 1)
    while True:
        offer = session.offers()[0]
        for fuel in units_in(offer.units) if isinstance(session.state.stack[-1], Fuelling) else ():
            trial = session.clone()
            trial.play(offer.seat, (UNIT, fuel))
            frame = trial.state.stack[-1]
            left = without_fuel(GAME, trial.state, frame.formation) if isinstance(frame, Fuelling) else 0
            if left:
                return trial, [str(GAME.label(trial.state, unit)) for unit in units_in(left)]
        session.play(offer.seat, script.choose(GAME.see(session.state, offer.seat), offer))
