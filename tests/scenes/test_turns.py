"""The summary of a turn: the score, the losses, and what the events of the turn call notable."""

from __future__ import annotations

from typing import Any

import pytest

from games.shown import SHOWN
from stavka import games
from stavka.engine.session import Session
from stavka.engine.state import Event
from stavka.games import opponents
from stavka.scenes.turns import turn_before

GAME, SHOW = SHOWN["traces"].game, SHOWN["traces"].show
STATE = GAME.new("race")


def told(name: str, **values: Any) -> Event:
    return Event(name, values, (), None)


def lost(name: str, unit: str) -> Event:
    return told(name, unit=GAME.unit_index(unit), hex=GAME.grid.index("2135"))


TURN = [
    told("turn", turn=1, points=3.0),
    lost("step lost", "so.66rc"),
    lost("step lost", "so.66rc"),
    lost("eliminated", "ax.62"),
    told("city", hex=GAME.grid.index("2634"), side=0),
    told("turn", turn=2, points=4.5),
]


def summary(events: list[Event], lang: str = "en") -> str:
    return SHOW.turn_summary(GAME.see(STATE, None), events, len(events) - 1, lang)


def test_a_turn_is_summed_up_when_the_next_one_begins() -> None:
    """From 3 to 4.5 VP; two steps of 66 are lost; 62 is eliminated; a city changes hands."""
    assert summary(TURN) == (
        "The last turn: 4.5 VP (+1.5). The Soviets: 2 steps lost, 0 units eliminated. "
        "The Axis: 0 steps lost, 1 unit eliminated (62). Kharkiv (2634) comes under Soviet control."
    )
    assert summary(TURN, "es").startswith("El último turno: 4,5 VP (+1,5). Los soviéticos: 2 pasos perdidos, ")
    assert "Les Soviétiques\u00a0: 2 pas perdus, 0 unité éliminée." in summary(TURN, "fr")


def test_a_turn_in_which_nothing_is_lost_says_so() -> None:
    assert summary([TURN[0], told("turn", turn=2, points=2.75)]) == "The last turn: 2.75 VP (\u22120.25). No losses."


def test_events_of_older_games_have_no_score() -> None:
    old = [told("turn", turn=1), *TURN[1:]]
    assert summary(old).startswith("The last turn: 4.5 VP. The Soviets: 2 steps lost")
    assert summary([*old[:-1], told("turn", turn=2)]).startswith("The last turn: The Soviets: 2 steps lost")


def test_a_log_that_begins_in_the_first_turn_sums_it_up_and_set_up_is_no_turn() -> None:
    drawn = told("chit drawn", chit=0)
    assert summary([drawn, *TURN[1:]]).startswith("The last turn: 4.5 VP. The Soviets: 2 steps lost")
    assert summary([told("set up", unit=0, hex=0), TURN[0]]) == ""


def test_only_what_closes_a_turn_sums_it_up() -> None:
    assert [len(turn_before(GAME.told, TURN, at)) for at in range(len(TURN))] == [0, 0, 0, 0, 0, 6]
    ended = [
        *TURN,
        told("city", hex=GAME.grid.index("2634"), side=1),
        told("victory", points=4, threshold=40, result=""),
    ]
    assert list(turn_before(GAME.told, ended, len(ended) - 1)) == ended[5:]


@pytest.mark.parametrize("key", games.GAMES)
def test_every_game_has_what_a_summary_needs(key: str) -> None:
    """A turn and the end of the game close a turn and tell the score; losses say whether a step or a unit is lost."""
    forms = games.load(key).told
    closing = {name for name, form in forms.items() if form.closes}
    assert {form.begins for name, form in forms.items() if name in closing} == {"turn", ""}
    assert all("points" in forms[name].values for name in closing)
    assert {form.costs for form in forms.values()} == {"", "step", "unit"}


@pytest.mark.parametrize("key", games.GAMES)
def test_the_first_turns_of_a_game_are_summed_up(key: str) -> None:
    game: Any = games.load(key)
    session: Session[Any] = Session(game, games.about(key)["scenarios"][0]["key"], seed="turns")
    script = opponents.make("scripted-1", game, 1)
    while not session.state.result and session.state.turn < 2:
        offer = session.offers()[0]
        session.play(offer.seat, script.choose(game.see(session.state, offer.seat), offer))
    events, sight = session.log(None), game.see(session.state, None)
    said = [SHOWN[key].show.turn_summary(sight, events, at, "en") for at in range(len(events))]
    (text,) = filter(None, said)
    assert text.startswith("The last turn: ") and " VP" in text
    assert game.told[events[said.index(text)].name].closes
