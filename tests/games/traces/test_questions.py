"""Questions: who is named in them, and what is not given up by mistake."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.questions import named_attacker, offered
from games.shown import SHOWN
from games.traces.walks import GAME
from page import story
from stavka import games
from stavka.engine.offer import OPTION
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.games import opponents
from stavka.scenes.scene import moment


def test_an_attack_names_its_attackers() -> None:
    assert " UNIT attacks " in named_attacker("traces", "race")


def test_done_asks_twice_only_for_attacks_that_cost_the_enemy_as_much() -> None:
    """By the Combat Results Table 3-1 costs nobody a step and 4-1 the defender 1/6; 1.5-1 costs the attacker 1/3, and
    nobody else where the defender can retreat, as here."""
    done, columns = end_of_combat({"3-1", "4-1", "1.5-1"})
    good = ", ".join(hex_ for hex_, column in columns.items() if column != "1.5-1")
    assert done["sure"] == (
        f"This gives up the attacks on {good}, which cost the enemy at least as much as you. Click again to confirm."
    )


def test_done_asks_once_where_only_bad_attacks_are_left() -> None:
    done, _ = end_of_combat({"1-1"})
    assert done["undo"] != "free" and "sure" not in done


def end_of_combat(columns: set[str]) -> tuple[Json, dict[str, str]]:
    """The button that ends the combats of an activation in a game of scripts, where the best odds of the attacks that
    are left are these, and the odds by hex."""
    game = games.load("traces")
    session: Session[Any] = Session(game, "race", seed="page")
    script, show = opponents.make("scripted-1", game, 1), games.presenter("traces", game)
    while True:
        offer = session.offers()[0]
        sight = game.see(session.state, offer.seat)
        pick = script.choose(sight, offer)
        if session.state.stack[-1].step == "combat" and pick[0] == OPTION and offer.hexes:
            number, odds = game.grid.number, partial(show.odds, units=(), lang="en")
            found = {number(hex_): odds(sight, hex_)["column"] for hex_ in game.grid.bits(offer.hexes)}
            if set(found.values()) == columns:
                picks: list[Json] = offered(session, offer.seat)["picks"]
                return next(each for each in picks if each["pick"] == "done"), found
        session.play(offer.seat, pick)


def test_the_choice_of_chits_says_how_many_are_chosen() -> None:
    session: Session[Any] = Session.resume(games.load("traces"), read_record(story.selecting()))
    show, seat = games.presenter("traces", session.game), 0
    offer = session.offer(seat)
    assert offer is not None
    for number in range(2):
        scene = show.scene(session.game.see(session.state, seat), moment(session, seat, 0), "en")
        assert scene["offer"] is not None
        assert f"Selected {number} of " in scene["offer"]["prompt"], scene["offer"]["prompt"]
        session.play(seat, next(iter(offer)))


def test_a_negotiation_names_only_what_can_be_bought() -> None:
    """One Negotiation Point does not lift an order, which costs more, and no order is left when both are lifted."""
    told = set()
    for s in SHOWN["traces"].at("negotiation", 24):
        (offer,), prompt = GAME.offers(s), str(GAME.prompt(s))
        assert ("a city under" in prompt, "reinforcements" in prompt) == (bool(offer.hexes), bool(offer.units)), prompt
        told.add(("a city under" in prompt, "reinforcements" in prompt))
    assert len(told) > 1, "some can do both, some cannot"
