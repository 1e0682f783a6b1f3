"""Questions: who is named in them, and what is not given up by mistake."""

from __future__ import annotations

from games.moscow.story import GAME
from games.questions import asked, named_attacker, offered
from stavka.engine.kinds import units_in
from stavka.engine.state import top
from stavka.games.moscow.rules.c06_supply.fuel import Fuelling


def test_an_attack_names_its_attackers() -> None:
    assert " UNIT attacks " in named_attacker("moscow", "mtsensk")


def test_the_question_for_fuel_names_who_stays_without() -> None:
    """Before the first Fuel unit is spent, no motorised unit of the Formation has fuel."""
    session, seat = asked("moscow", "mtsensk", "fuel")
    prompt = offered(session, seat)["prompt"]
    formation = top(session.state, Fuelling).formation
    motorised = GAME.formation_units[formation] & GAME.fuel_users["mtsensk"] & session.state.placed
    names = [str(GAME.label(session.state, unit)) for unit in units_in(motorised)]
    assert names and prompt.endswith(f"Still without fuel: {', '.join(names)}.")
    assert "Aún sin combustible: " in offered(session, seat, "es")["prompt"]
