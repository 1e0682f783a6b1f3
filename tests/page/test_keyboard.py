"""A whole turn without a mouse: from the lobby to the second turn by keys alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import expect

from games.zitadelle import story as kursk
from page.hand import Hand, lazily
from page.people import People
from stavka.engine.state import Json


def tab_to(hand: Hand, name: str, role: str = "button") -> None:
    """Tab until something has the focus."""
    wanted = hand.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    expect(wanted).to_be_visible()
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        hand.press("Tab")
    raise AssertionError(f"{name} cannot be reached with the Tab key")


def begin(hand: Hand) -> Hand:
    page = hand.go().page
    expect(hand.button("Start", exact=True)).to_be_visible()
    tab_to(hand, "Computer's pace", "combobox")
    hand.press("End")
    expect(page.get_by_label("Computer's pace")).to_have_value("40")
    tab_to(hand, "Start")
    hand.press("Enter")
    return hand.settle()


def step_to(hand: Hand, words: set[str]) -> str:
    """Go through what can be picked, one by one, until the cursor is on one of these hexes; what is read out there."""
    cursor = hand.page.locator("#map-cursor")
    for _ in range(60):
        before = cursor.inner_text()
        hand.press(".")
        expect(cursor).not_to_have_text(before)
        if cursor.inner_text().split(" ")[0].rstrip(".") in words:
            return cursor.inner_text()
    raise AssertionError("the cursor does not get there")


def test_a_turn_is_played_by_keys_alone(people: People) -> None:
    hand = begin(people.come())
    turn, cursor = hand.turn, hand.page.locator("#map-cursor")
    hand.asked()

    # the first HQ that can be picked, with the cursor on the map; what is there is said
    hand.press(".")
    expect(cursor).to_contain_text("can be chosen")
    hand.changed(lambda: hand.press("Enter"))

    moved = False
    while turn.inner_text().startswith("Turn 1"):
        words = hand.asked().words()
        if not moved and words[-1].startswith("so.") and "Movement Segment" in hand.page.locator(".phase").inner_text():
            # the units, a list for each formation: the Tab key goes there, arrows move in it, Enter picks
            moved = True
            tab_to_list(hand)
            formation = picks_of_list(hand)
            assert Counter(all_lists(hand)) == Counter(word for word in words if word.startswith("so."))
            hand.press("End")
            assert hand.page.evaluate("document.activeElement.dataset.pick") == formation[-1]
            hand.changed(lambda: hand.press("Enter"))
            hexes = {word for word in hand.words() if word.isdigit()}
            step_to(hand, hexes)
            hand.changed(lambda: hand.press("Enter"))
            continue
        word = lazily(words)
        key = hand.offered(word).locator("kbd")
        if key.count():
            hand.sure(word, lambda: hand.press(key.inner_text()))  # noqa: B023  # called at once
        else:
            hand.press(".")
            hand.changed(lambda: hand.press("Enter"))
    assert moved
    expect(turn).to_contain_text("Turn 2 of 4")


def tab_to_list(hand: Hand) -> None:
    for _ in range(60):
        if hand.page.evaluate("document.activeElement?.closest('.picks ul') !== null"):
            return
        hand.press("Tab")
    raise AssertionError("the list of units cannot be reached with the Tab key")


def picks_of_list(hand: Hand) -> list[str]:
    """The picks in the list that has the focus."""
    found: list[str] = hand.page.evaluate(
        "[...document.activeElement.closest('.picks ul').querySelectorAll('[data-pick]')].map(one => one.dataset.pick)"
    )
    return found


def all_lists(hand: Hand) -> list[str]:
    """The picks in the lists of all formations."""
    found: list[str] = hand.page.evaluate(
        "[...document.querySelectorAll('.picks ul [data-pick]')].map(one => one.dataset.pick)"
    )
    return found


def test_keys_answer_why_not_open_overlays_and_close_them(people: People) -> None:
    hand = begin(people.come()).asked()
    hand.press("/")
    expect(hand.page.get_by_role("dialog", name="Go to").get_by_role("combobox")).to_be_focused()
    hand.page.keyboard.type("Kyiv")
    hand.press("Enter")
    expect(hand.page.locator("#map-cursor")).to_contain_text("Kyiv")
    hand.press("x")
    expect(hand.why).to_contain_text(re.compile(r"\d\.\d"))
    hand.press("Escape")
    expect(hand.why).to_have_count(0)
    supply = hand.page.get_by_role("group", name="Overlays").get_by_role("button", name=re.compile("Supply"))
    hand.press("Shift+S")
    expect(supply).to_have_attribute("aria-pressed", "true")
    hand.press("Shift+S")
    expect(supply).to_have_attribute("aria-pressed", "false")
    hand.press("?")
    keys = hand.page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    hand.press("Escape")
    expect(keys).to_have_count(0)
    # the space bar hurries the computer, and does not press the button of a dialog that was closed
    hand.button("Menu").click()
    menu = hand.page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    hand.press("Escape")
    expect(menu).to_have_count(0)
    expect(hand.page.locator(".map")).to_be_focused()


def test_after_go_to_the_focus_is_on_the_map_and_enter_opens_a_stack(people: People, make: Callable[..., Json]) -> None:
    german = people.come().sit(make({"german": "friend", "soviet": "friend"}, kursk.set_up()), "soviet")
    places = german.places(unit for unit, state in german.scenes()[-1]["units"].items() if "hex" in state)
    shared = Counter(places.values())
    stack = next(unit for unit, place in places.items() if shared[place] > 1)
    hex_ = german.scenes()[-1]["units"][stack]["hex"]
    german.press("/")
    german.page.keyboard.type(hex_)
    german.press("Enter")
    expect(german.page.locator(".map")).to_be_focused()
    german.press("Enter")
    fan = german.page.locator(".fan.held")
    expect(fan).to_be_visible()
    expect(fan.get_by_role("button").first).to_be_focused()
    german.press("Escape")
    expect(fan).to_have_count(0)
    expect(german.page.locator(".map")).to_be_focused()
