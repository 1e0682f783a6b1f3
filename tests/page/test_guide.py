"""The guide for newcomers: there when it is wanted, beside the map, gone when it is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from games.facts import facts
from page.hand import STAYS, Hand
from page.people import People
from page.story import moving
from stavka import games
from stavka.engine.state import Json

BOTH = {"soviet": "friend", "axis": "friend"}
BUTTON = {"en": "Guide", "es": "Guía", "fr": "Guide"}
Make = Callable[..., Json]


def sections(hand: Hand, name: str = "Guide") -> Locator:
    return hand.region(name).get_by_role("navigation")


def painted(canvas: Locator) -> bool:
    """Whether a canvas shows more than one colour."""
    colours: int = canvas.evaluate(
        """canvas => new Set(new Uint32Array(
            canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size"""
    )
    return colours > 8


def test_the_guide_tells_aim_turn_counters_map_tables_and_abbreviations(people: People, make: Make) -> None:
    hand = people.come(printed=True).sit(make(BOTH, moving()), "soviet").asked()
    guide = hand.region("Guide")
    expect(guide).to_have_count(0)
    hand.button("Guide", exact=True).click()
    expect(guide).to_contain_text("The Soviet player wins with 50 Victory Points (VP) or more at the end of Turn 4")
    expect(guide.locator(".numbered li")).to_have_count(8)
    sections(hand).get_by_role("button", name="Counters").click()
    expect(guide).to_contain_text("Attack Strength, Defence Strength and Movement Allowance")
    expect(guide.locator(".signs li", has_text="Isolated")).to_contain_text("movement halved")
    assert painted(guide.locator(".sample canvas")) and painted(guide.locator(".signs canvas").first)
    sections(hand).get_by_role("button", name="Map").click()
    swamp = guide.get_by_role("row", name="Swamp")
    expect(swamp.get_by_role("cell")).to_have_text(["2", "1 left"])
    hand.page.wait_for_timeout(500)
    assert painted(swamp.locator("canvas"))
    sections(hand).get_by_role("button", name="Tables").click()
    six = guide.get_by_role("table").first.get_by_role("row").last
    expect(six.get_by_role("cell").nth(5)).to_have_text("1RR")  # the column 5-1
    sections(hand).get_by_role("button", name="Glossary").click()
    for short, words in (("CP", "Crossing Point"), ("PR", "Panzer reinforcement"), ("Vrnz", "Voronezh Front HQ")):
        expect(guide.locator("dl > div", has=hand.page.get_by_text(short, exact=True))).to_contain_text(words)


def test_a_key_opens_and_closes_it_and_nothing_else_changes(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    state, place, unit = hand.state, hand.at("1731"), next(word for word in hand.words() if word.startswith("so."))
    hand.press("F1")
    expect(hand.region("Guide")).to_be_visible()
    hand.press("Escape")
    expect(hand.region("Guide")).to_have_count(0)
    hand.press("F1", "F1")
    expect(hand.region("Guide")).to_have_count(0)
    assert (hand.state, hand.at("1731", STAYS)) == (state, place)
    # the player goes on while the guide is open, and it opens where it was left
    hand.press("F1")
    sections(hand).get_by_role("button", name="Tables").click()
    hand.pick(unit)
    expect(hand.region("Guide")).to_be_visible()
    hand.press("F1", "F1")
    expect(sections(hand).locator("[aria-current]")).to_have_text("Tables")
    hand.press("?")
    expect(hand.page.get_by_role("dialog", name="Keys")).to_contain_text("F1")


def test_a_place_of_the_guide_is_shown_on_the_map(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    hand.press("+", "+", "+", "+", "F1")
    sections(hand).get_by_role("button", name="Map").click()
    assert not hand.shows("0218", STAYS)
    hand.region("Guide").get_by_role("button", name="Major City").click()
    expect(hand.region("Guide")).to_have_count(0)
    assert hand.shows("0218"), "Odesa is the Major City that is shown"
    expect(hand.page.locator(".inspect")).to_contain_text("Odesa")


@pytest.mark.parametrize("key", [key for key in games.GAMES if facts(key).guided is not None])
def test_every_game_has_its_guide(people: People, make: Make, key: str) -> None:
    guided = facts(key).guided
    assert guided is not None
    button = BUTTON[guided.lang]
    hand = people.come(lang=guided.lang, phone=guided.is_on_a_phone)
    seats = dict.fromkeys(games.GAMES[key].sides, "friend")
    hand.sit(make(seats, game=key, scenario=guided.scenario), guided.side)
    hand.page.locator(".tools").get_by_role("button", name=button).click()
    guide = hand.region(button)
    expect(guide).to_contain_text(guided.says)
    for section in sections(hand, button).get_by_role("button").all():
        section.click()
        expect(guide.locator(".guide-body")).not_to_be_empty()
    assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
