"""Help for newcomers: bring into view, explain why not, show what was agreed."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist

import pytest
from playwright.sync_api import expect

from games.facts import title
from page.hand import STAYS, Hand
from page.inputs import ask_everything
from page.people import People
from page.story import combat, moving, selecting
from page.test_two_seats import to_the_draw
from stavka import games
from stavka.engine.state import Json

BOTH = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]


def drag_away(hand: Hand) -> None:
    """Zoom in, and drag the map until nothing that can be picked is on the screen."""
    hand.press("+", "+", "+", "+")
    for _ in range(12):
        if not hand.seen(word for word in hand.words() if word.startswith("so.")):
            return
        hand.page.mouse.move(300, 200)
        hand.page.mouse.down()
        hand.page.mouse.move(700, 600, steps=4)
        hand.page.mouse.up()
    raise AssertionError("the map cannot be dragged away")


def nearest_to_the_middle(hand: Hand, names: list[str]) -> str:
    """The unit that is nearest to the middle of the map on the screen, in view or not."""
    box = hand.page.locator(".map").bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    places = hand.places(names)
    return min(names, key=lambda name: dist(places[name], middle))


@pytest.mark.parametrize("how", ["button", "key"])
def test_what_is_out_of_view_is_shown_when_it_is_asked_for(people: People, make: Make, how: str) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    units = [word for word in hand.words() if word.startswith("so.")]
    assert hand.seen(units), "the first scene shows where there is something to do"
    show = hand.button("Show me")
    expect(show).to_have_count(0)
    drag_away(hand)
    expect(show).to_be_visible()
    if how == "button":
        show.click()
    else:
        hand.press("Home")
    expect(show).to_have_count(0)
    assert hand.seen(units) == units


def test_what_is_asked_comes_into_view_but_not_from_under_a_hand(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    unit = next(word for word in hand.words() if word.startswith("so."))
    # a player who has just dragged the map keeps it where it is
    drag_away(hand)
    nearest = nearest_to_the_middle(hand, [word for word in hand.words() if word.startswith("so.")])
    hand.pick(unit)
    assert not hand.shows(unit, STAYS)
    expect(hand.button("Show me")).to_be_visible()
    # the next time the map pans by itself, to the unit that is nearest
    hand.changed(lambda: hand.press("u"))
    expect(hand.button("Show me")).to_have_count(0)
    assert hand.shows(nearest)


@pytest.mark.parametrize(
    ("lang", "menu", "reason"),
    [
        ("en", "Undo", "Nothing can be taken back: dice or a draw have followed your last choice"),
        ("es", "Deshacer", "No se puede deshacer nada: tras tu última elección ha habido una tirada o una extracción"),
        ("fr", "Annuler", "Rien ne peut être annulé : un jet ou un tirage a suivi votre dernier choix"),
    ],
    ids=["en", "es", "fr"],
)
def test_an_undo_that_is_refused_says_why(people: People, make: Make, lang: str, menu: str, reason: str) -> None:
    made = make(BOTH, moving())
    soviet = people.come().sit(made, "soviet").asked()
    to_the_draw(soviet)
    axis_asked = soviet.prompt.inner_text().startswith("Waiting")
    side = "axis" if axis_asked else "soviet"
    hand = people.come(lang=lang).sit(made, side).asked()
    state = hand.state
    undo = hand.page.get_by_role("banner").get_by_role("button", name=menu)
    expect(undo).to_be_disabled()
    undo.click(force=True)
    expect(hand.why).to_contain_text(reason)
    assert hand.state == state
    hand.press("Escape")
    expect(hand.why).to_have_count(0)
    hand.press("u")
    expect(hand.why).to_contain_text(reason)


def test_what_was_agreed_is_shown_at_the_table_and_taking_back_can_be_switched_off(people: People) -> None:
    hand = people.come()
    page = hand.go().page
    page.get_by_label("Soviet HQ conversion").check()
    further = page.get_by_label("Takebacks past dice and decisions")
    expect(further).to_be_checked()
    further.uncheck()
    page.get_by_role("combobox", name="Axis").select_option("Me")
    hand.button("Start", exact=True).click()
    hand.button("I am the Axis player: show the map").click()
    hand.settle().asked().pick("1631")
    hand.button("Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_contain_text(re.compile(r"Scenario\s*Race to the Dnipro"))
    expect(menu).to_contain_text(re.compile(r"VP bidding\s*off"))
    expect(menu).to_contain_text(re.compile(r"Soviet HQ conversion\s*on"))
    expect(menu).to_contain_text(re.compile(r"Takebacks past dice and decisions\s*switched off"))
    expect(menu).to_contain_text(re.compile(r"Clock\s*No clock"))
    menu.get_by_role("button", name="Ask for a takeback").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text(
        "Takebacks past dice and decisions are switched off at this table."
    )


def test_what_gives_up_attacks_for_good_is_asked_about(people: People, make: Make) -> None:
    """Done in a Combat Segment with hexes that could be attacked: the first time it says how many attacks worth making
    are left, and nothing has happened; the second time it is done."""
    attack = combat()
    hand = people.come().sit(make(BOTH, attack.record), attack.picks[0][0]).asked()
    before, done = hand.state, hand.offered("done")
    done.click()
    expect(done.get_by_role("alert")).to_contain_text(
        re.compile(r"This gives up the attack on \d{4}.*, which costs the enemy")
    )
    assert hand.state == before
    # a player who goes on with something else has not said it
    hand.pick(next(word for word in hand.words() if word.isdigit()))
    hand.changed(lambda: hand.press("u"))
    expect(hand.offered("done")).to_have_attribute("data-sure", "")
    hand.pick("done")
    expect(hand.prompt).not_to_contain_text("attack")


def test_picks_that_are_made_while_one_is_under_way_wait_for_it(people: People, make: Make) -> None:
    """Three keys at once in the selection of chits: all three are picked, one after the other."""
    hand = people.come().sit(make(BOTH, selecting()), "soviet").asked()
    ask_everything(hand)
    before, chits = hand.state, [word for word in hand.words() if word != "done"][:3]
    keys = [hand.offered(word).locator("kbd").inner_text() for word in chits]
    hand.page.evaluate("all => all.forEach(key => window.dispatchEvent(new KeyboardEvent('keydown', {key})))", keys)
    expect(hand.table).to_have_attribute("data-state", str(before + 3))


def test_a_click_on_the_next_unit_puts_down_the_one_in_hand(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    first, *others = [word for word in hand.words() if word.startswith("so.")]
    hand.pick(first)
    reach = list(hand.places(word for word in hand.words() if word.isdigit()).values())
    places = hand.places((first, *others))
    alone = [unit for unit in others if list(places.values()).count(places[unit]) == 1 and places[unit] not in reach]
    other = hand.seen(alone)[0]
    before = hand.state
    hand.click(other)
    expect(hand.table).to_have_attribute("data-state", str(before + 2))
    expect(hand.now.get_by_role("button", name="Stop here")).to_be_visible()
    assert hand.offered("stop").count() == 1


@pytest.mark.parametrize("key", games.GAMES)
def test_a_game_can_be_started_without_scrolling(people: People, key: str) -> None:
    hand = people.come().go()
    hand.page.locator("label.game-box", has_text=title(key)).click()
    start = hand.button("Start", exact=True)
    expect(start).to_be_in_viewport(ratio=1)
    assert hand.page.evaluate("scrollY") == 0
    start.click()
    hand.settle()
