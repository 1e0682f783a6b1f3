"""The rulebook in the page: every rule of the game, found by number or word, with its examples."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from page.hand import Hand
from page.people import People
from page.story import moving
from stavka import games
from stavka.engine.state import Json

BOTH = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]
SHOWN = games.catalogue("traces")


def book(hand: Hand) -> Locator:
    return hand.page.locator("dialog.rule-sheet")


def listed(hand: Hand) -> Locator:
    return book(hand).get_by_role("navigation").get_by_role("button")


def test_the_whole_catalogue_is_searched_and_read_by_keyboard(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    state = hand.state
    hand.press("F2")
    expect(listed(hand)).to_have_count(len(SHOWN.rules))
    expect(book(hand).get_by_role("searchbox")).to_be_focused()
    hand.page.keyboard.type("COMMAND range detour")
    expect(listed(hand)).to_have_count(2)  # ex-2.3-range shows 2.3h and 2.3i
    hand.press("ArrowDown", "ArrowDown", "Enter")
    article = book(hand).get_by_role("article")
    expect(article).to_contain_text(SHOWN.rules["2.3i"].says)
    expect(article).to_contain_text(SHOWN.examples["ex-2.3-range"].expect)
    # the search stays, also when the book is closed and opened again
    expect(listed(hand)).to_have_count(2)
    expect(book(hand).locator("[aria-current]")).to_have_text("2.3i " + SHOWN.rules["2.3i"].title)
    hand.press("Escape")
    expect(book(hand)).to_have_count(0)
    hand.press("F2")
    expect(listed(hand)).to_have_count(2)
    expect(book(hand).get_by_role("heading", level=3)).to_have_text(["2 Components"])
    book(hand).get_by_role("searchbox").fill("")
    expect(book(hand).get_by_role("heading", level=3)).to_have_count(14)
    listed(hand).filter(has_text="14.1a").click()
    expect(book(hand).locator("[aria-current]")).to_be_in_viewport()
    # a rule that it refers to
    ref = SHOWN.rules["2.3e"].refs[0]
    book(hand).get_by_role("searchbox").fill("2.3e")
    hand.press("Enter")
    expect(article).to_contain_text(SHOWN.rules["2.3e"].says)
    article.get_by_role("button", name=f"Rule {ref}").click()
    expect(article).to_contain_text(SHOWN.rules[ref].says)
    book(hand).get_by_role("searchbox").fill("xyzzy")
    expect(book(hand)).to_contain_text("No rule contains these words.")
    hand.press("Escape", "Escape")
    expect(book(hand)).to_have_count(0)
    assert hand.state == state, "nothing has been picked"


@pytest.mark.parametrize(("lang", "button"), [("es", "Reglas"), ("fr", "Règles")])
def test_the_rules_are_read_in_the_readers_language(people: People, make: Make, lang: str, button: str) -> None:
    hand = people.come(lang=lang).sit(make(BOTH, moving()), "soviet").asked()
    hand.now.locator(".rule-link").first.click()
    rule = hand.scenes()[-1]["offer"]["rule"]
    expect(book(hand).get_by_role("article")).to_contain_text(SHOWN.text(rule, lang).says)
    expect(book(hand).get_by_role("heading", level=2)).to_have_text(button)


def test_on_a_phone_a_rule_is_read_alone_and_the_list_is_one_tap_away(people: People, make: Make) -> None:
    hand = people.come(phone=True).sit(make(BOTH, moving()), "soviet").asked()
    hand.now.locator(".rule-link").first.tap()
    rule = hand.scenes()[-1]["offer"]["rule"]
    expect(book(hand).get_by_role("article")).to_contain_text(SHOWN.rules[rule].says)
    expect(listed(hand).first).to_be_hidden()
    book(hand).get_by_role("button", name="All rules").tap()
    listed(hand).filter(has_text="5.0a").tap()
    expect(book(hand).get_by_role("article")).to_contain_text(SHOWN.rules["5.0a"].says)
    # a search stays while one of its rules is read
    book(hand).get_by_role("searchbox").fill("command range detour")
    expect(book(hand).get_by_role("article")).to_be_hidden()
    listed(hand).filter(has_text="2.3i").tap()
    expect(book(hand).get_by_role("article")).to_contain_text(SHOWN.rules["2.3i"].says)
    expect(listed(hand).first).to_be_hidden()
    book(hand).get_by_role("button", name="Results").tap()
    expect(listed(hand)).to_have_count(2)
    expect(listed(hand).first).to_be_visible()
    box, screen = book(hand).bounding_box(), hand.page.viewport_size
    assert box and screen and box["width"] <= screen["width"] and box["height"] <= screen["height"]
