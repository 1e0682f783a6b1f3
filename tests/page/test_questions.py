"""Questions: Enter goes on, what was answered for the player can be asked after all, and nothing happens by mistake."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from page.hand import Hand
from page.people import People
from page.story import moving
from stavka.engine.state import Json

Make = Callable[..., Json]
BOTH = {"soviet": "friend", "axis": "friend"}


def offer(hand: Hand) -> Json:
    found: Json = hand.scenes()[-1]["offer"]
    return found


# -- Enter -------------------------------------------------------------------------------------------------------------


def test_enter_goes_on_and_the_page_shows_where(people: People, make: Make) -> None:
    """A unit in hand is put down where it is; the button of that says so, and no other."""
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    unit = next(word for word in hand.words() if word.startswith("so."))
    hand.pick(unit)
    hex_ = next(word for word in hand.words() if word.isdigit())
    hand.pick(hex_)
    assert offer(hand)["main"] == "stop"
    marked = hand.now.locator("[aria-keyshortcuts=Enter]")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-pick", "stop")
    expect(marked.locator(".enter")).to_be_visible()
    # with a cursor on the map, Enter is for the hex below it: no button is marked
    hand.press(".")
    expect(marked).to_have_count(0)
    hand.press("Escape")
    if "stop" not in hand.words():
        hand.pick(unit, hex_)  # Escape has put down what had not set out
    expect(marked).to_have_count(1)
    hand.changed(lambda: hand.press("Enter"))
    assert "stop" not in hand.words()


def test_what_cannot_be_taken_back_wants_enter_twice(people: People, make: Make) -> None:
    """The end of a combat segment while hexes could still be attacked: a stray Enter does not end it. The end of the
    movement before it can be taken back, so one Enter does."""
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    assert offer(hand)["main"] == "done"
    hand.changed(lambda: hand.press("Enter"))
    assert "Combat Segment" in hand.page.locator(".phase").inner_text() and offer(hand)["main"] == "done"
    button, state = hand.offered("done"), hand.state
    hand.press("Enter")
    expect(button.get_by_role("alert")).to_be_visible()
    assert hand.state == state
    # something else has been thought of
    hand.press("Escape")
    expect(button.get_by_role("alert")).to_have_count(0)
    hand.press("Enter")
    expect(button.get_by_role("alert")).to_be_visible()
    hand.changed(lambda: hand.press("Enter"))
    assert hand.state > state


def test_enter_on_a_button_presses_that_button(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    hand.page.get_by_role("button", name="Menu").focus()
    hand.press("Tab", "Shift+Tab", "Enter")
    expect(hand.page.locator("dialog[open]")).to_be_visible()


# -- code that does not come -------------------------------------------------------------------------------------------


def test_a_table_whose_code_cannot_be_loaded_says_so(people: People, make: Make) -> None:
    hand, made = people.come(), make(BOTH, moving())
    blocked: list[str] = []

    def refuse(route: Route) -> None:
        blocked.append(route.request.url)
        route.abort()

    hand.page.route("**/TablePage*.js", refuse)
    hand.go(f"table/{made['table']}?invitation={made['invitations']['soviet']}")
    expect(hand.page.get_by_role("alert")).to_have_text(
        "The table could not be loaded: the server did not answer, or has been updated."
    )
    assert blocked
    people.forgive("net::ERR_FAILED")
    hand.page.unroute("**/TablePage*.js", refuse)
    hand.button("Try again").click()
    hand.settle().asked()
