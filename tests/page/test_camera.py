"""The camera: it stays where a player has put it, and moves only where there is nothing to pick in view."""

from __future__ import annotations

from collections.abc import Callable
from math import dist

from playwright.sync_api import expect

from games.zitadelle import story as kursk
from page.hand import STAYS, Hand
from page.people import People, hexes, units
from page.story import moving
from stavka.engine.state import Json

BOTH = {"german": "friend", "soviet": "friend"}
TRACES = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]

FAR_APART = ("S2010", "S2020")


def scale(hand: Hand) -> float:
    """The distance of two hexes on the screen."""
    places = hand.places(FAR_APART, STAYS)
    return dist(*places.values())


def open_list(hand: Hand) -> None:
    closed = hand.now.locator(".picks-title[aria-expanded=false]")
    for _ in range(closed.count()):
        closed.first.click()


def test_the_camera_stays_while_units_move(people: People, make: Make) -> None:
    """Zitadelle has all units of both sheets to move after each move: the view is the same after each."""
    german = people.come().sit(make(BOTH, kursk.movement()), "german").asked()
    german.press("+", "+", "+")
    here = german.at("S2017", STAYS)
    for _ in range(2):
        open_list(german)
        unit = german.seen(units(german.words()))[0]
        german.pick(unit)
        assert german.at("S2017", STAYS) == here
        open_list(german)
        german.pick(german.seen(hexes(german.words()))[0])
        assert german.at("S2017", STAYS) == here
        if "stop" in german.words():
            german.pick("stop")
            assert german.at("S2017", STAYS) == here


def test_the_camera_pans_and_does_not_zoom_when_nothing_is_in_view(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, kursk.movement()), "german").asked()
    german.press("+", "+", "+")
    open_list(german)
    german.pick(german.seen(units(german.words()))[0])
    before = scale(german)
    german.changed(lambda: german.press("u"))
    open_list(german)
    away = next(word for word in units(german.words()) if word.startswith("ax.") and not german.shows(word))
    german.pick(away)
    open_list(german)
    assert german.seen(hexes(german.words()), STAYS), "the map has gone there"
    assert abs(scale(german) - before) < 0.1


def test_a_reload_and_another_language_keep_the_view(people: People, make: Make) -> None:
    soviet = people.come().sit(make(TRACES, moving()), "soviet").asked()
    soviet.press("+", "-", "-", "-")
    soviet.page.locator(".map").focus()
    soviet.press("Shift+ArrowRight", "Shift+ArrowRight")
    here = soviet.places(("1541", "1238"), STAYS)
    soviet.page.reload()
    soviet.settle()
    assert close(soviet.places(("1541", "1238"), STAYS), here)
    soviet.button("Menu").click()
    soviet.page.get_by_label("Language").select_option("fr")
    expect(soviet.page.get_by_role("heading", name="Que faire")).to_be_visible()
    soviet.settle()
    soviet.press("Escape")
    assert close(soviet.places(("1541", "1238"), STAYS), here)


def close(now: dict[str, tuple[float, float]], then: dict[str, tuple[float, float]]) -> bool:
    return all(dist(now[name], then[name]) < 1 for name in then)


def test_a_camera_that_follows_goes_where_the_question_is(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, kursk.movement()), "german").asked()
    german.button("Menu").click()
    german.page.get_by_label("Camera").select_option("follow")
    german.press("Escape")
    before = scale(german)
    open_list(german)
    german.pick(units(german.words())[0])
    assert scale(german) > 1.5 * before, "it comes closer: what is asked was small"
