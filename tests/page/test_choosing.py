"""What was chosen is taken out again by a click: a hex that is attacked, a chit."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from page.inputs import ask_everything
from page.people import People
from page.story import combat, selecting
from stavka.engine.state import Json

BOTH = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]


def test_a_click_takes_a_chit_out_again(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, selecting()), "soviet").asked()
    ask_everything(hand)
    hand.pick("step", "vrnz", "step")
    chosen = hand.now.get_by_role("list", name="Chosen").get_by_role("button")
    expect(chosen).to_have_count(3)
    hand.changed(chosen.and_(hand.page.locator('[data-drop="vrnz"]')).click)
    expect(chosen).to_have_count(2)
    hand.changed(chosen.first.click)
    expect(chosen).to_have_count(1)
    assert {"step", "vrnz"} <= set(hand.words())


def test_a_click_takes_the_hex_of_an_attack_out_again(people: People, make: Make) -> None:
    found = combat()
    (side, hex_), (_, unit), *_ = found.picks
    hand = people.come().sit(make(BOTH, found.record), side).asked()
    hand.press("0")
    hand.changed(lambda: hand.click(hex_))
    hand.pick(unit)
    hand.page.mouse.move(*hand.at(hex_))
    expect(hand.page.locator(".map-hint")).to_contain_text("Click a chosen hex")
    hand.changed(lambda: hand.click(hex_))
    assert hex_ in hand.words() and unit not in hand.words()
