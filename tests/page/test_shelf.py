"""The shelf of games in the lobby: boxes with a picture, counters and what one wants to know before choosing."""

import pytest
from playwright.sync_api import expect

from games.facts import facts, title
from page.people import People
from stavka import games

TITLES = [title(key) for key in games.GAMES]


@pytest.mark.parametrize("phone", [False, True])
def test_the_boxes_of_all_games_stand_on_the_shelf(people: People, phone: bool) -> None:
    hand = people.come(phone=phone).go()
    for key, manifest in games.GAMES.items():
        box, known = hand.page.locator("label.game-box", has_text=title(key)), facts(key).box
        if known is not None:
            expect(box).to_contain_text(known.period)
        expect(box.get_by_role("img", name=f"{manifest.cover.level} of 5")).to_be_visible()
        assert box.locator("canvas").count() == 2
    hand.painted()
    widths = hand.page.eval_on_selector_all(".game-box img", "all => all.map((each) => each.naturalWidth)")
    assert widths == [720] * len(TITLES)


def test_whoever_takes_a_box_down_is_asked_for_its_scenarios_and_finds_it_again(people: People) -> None:
    hand = people.come().go()
    for key in games.GAMES:
        name, box = title(key), facts(key).box
        hand.page.locator("label.game-box", has_text=name).click()
        expect(hand.page.get_by_role("heading", name=name, level=3)).to_be_visible()
        if box is not None:
            expect(hand.page.get_by_role("radio", name=box.scenario).first).to_be_visible()
    hand.page.reload()
    expect(hand.page.get_by_role("heading", name=TITLES[-1], level=3)).to_be_visible()
    expect(hand.page.get_by_role("radio", name=TITLES[-1])).to_be_checked()


def test_boxes_are_chosen_by_keys(people: People) -> None:
    hand = people.come().go()
    hand.page.get_by_role("radio", name=TITLES[0]).first.focus()
    hand.page.keyboard.press("ArrowRight")
    expect(hand.page.get_by_role("heading", name=TITLES[1], level=3)).to_be_visible()
