"""The shelf of games in the lobby: boxes with a picture, counters and what one wants to know before choosing."""

import pytest
from playwright.sync_api import expect

from page.people import People

GAMES = {
    "Traces of War": ("August 1943 to March 1944", 2, "Race to the Dnipro"),
    "Zitadelle": ("5 to 13 July 1943", 3, "Operation Zitadelle"),
    "Velikye Luki": ("November 1942 to January 1943", 4, "Cut the line"),
    "Roads to Moscow": ("4 to 19 October 1941", 5, "Drive on Mtsensk"),
}
"""Each with what its box says: when, how much there is to learn, the first scenario."""


@pytest.mark.parametrize("phone", [False, True])
def test_four_boxes_stand_on_the_shelf(people: People, phone: bool) -> None:
    hand = people.come(phone=phone).go()
    for name, (period, level, _) in GAMES.items():
        box = hand.page.locator("label.game-box", has_text=name)
        expect(box).to_contain_text(period)
        expect(box.get_by_role("img", name=f"{level} of 5")).to_be_visible()
        assert box.locator("canvas").count() == 2
    hand.painted()
    assert hand.page.eval_on_selector_all(".game-box img", "all => all.map((each) => each.naturalWidth)") == [720] * 4


def test_whoever_takes_a_box_down_is_asked_for_its_scenarios_and_finds_it_again(people: People) -> None:
    hand = people.come().go()
    for name, (_, _, scenario) in GAMES.items():
        hand.page.locator("label.game-box", has_text=name).click()
        expect(hand.page.get_by_role("heading", name=name, level=3)).to_be_visible()
        expect(hand.page.get_by_role("radio", name=scenario).first).to_be_visible()
    hand.page.reload()
    expect(hand.page.get_by_role("heading", name="Roads to Moscow", level=3)).to_be_visible()
    expect(hand.page.get_by_role("radio", name="Roads to Moscow")).to_be_checked()


def test_boxes_are_chosen_by_keys(people: People) -> None:
    hand = people.come().go()
    hand.page.get_by_role("radio", name="Traces of War").first.focus()
    hand.page.keyboard.press("ArrowRight")
    expect(hand.page.get_by_role("heading", name="Zitadelle", level=3)).to_be_visible()
