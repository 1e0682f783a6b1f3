"""The end of a game, and looking back at it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.people import People
from page.story import combat
from stavka.engine.state import Json

BOTH = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]


@pytest.mark.parametrize("phone", [False, True])
def test_a_double_click_does_not_resign_and_the_lobby_says_who_did(people: People, make: Make, phone: bool) -> None:
    """The confirmation came up under the pointer; the lobby said "axis resignation" for a Soviet resignation."""
    made = make(BOTH, combat("b").record)
    hand = people.come(phone=phone).sit(made, "soviet")
    page = hand.page
    hand.button("Menu").click()
    hand.button("Resign", exact=True).dblclick()
    expect(hand.button("Confirm resignation")).to_be_visible()
    expect(page.locator(".ending")).to_have_count(0)
    hand.button("Confirm resignation").click()
    expect(page.locator(".ending")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/")
    expect(page.locator(".tables .state")).to_have_text("Over: the Soviet player resigns; the Axis player wins")


def test_the_end_says_how_it_came_about_and_the_replay_has_its_marks(people: People, make: Make) -> None:
    fight = combat("b")
    made = make(BOTH, fight.record)
    hands = {side: people.come().sit(made, side) for side in BOTH}
    for side, word in fight.picks:
        hands[side].asked().pick(word)
    loser = hands["soviet"].page
    loser.get_by_role("button", name="Menu").click()
    loser.get_by_role("button", name="Resign").click()
    loser.get_by_role("button", name="Confirm resignation").click()
    for hand in hands.values():
        ending = hand.page.locator(".ending")
        expect(ending).to_be_visible()
        expect(ending.locator(".luck tbody tr")).to_have_count(2)
        expect(ending.locator(".decisive li").first).to_contain_text("Attack on")
        expect(ending.locator(".curve polyline")).to_have_count(1)
        for name in ("Rematch", "Play the other side", "Replay", "Share"):
            expect(ending.get_by_role("button", name=name, exact=True)).to_be_visible()
        assert "You draw" not in hand.log.inner_text() or hand is hands["axis"]
    page = hands["axis"].page
    page.locator(".ending").get_by_role("button", name="Replay", exact=True).click()
    replay = page.locator(".replay")
    expect(replay.locator(".scrub line.combat").first).to_be_attached()
    replay.get_by_role("button", name="Combat ▸").click()
    expect(replay.locator(".count")).not_to_have_text("0/")
    assert int(replay.locator("input[type=range]").input_value()) > 0
    replay.get_by_role("button", name="Luck of the dice").click()
    expect(replay.locator(".luck tbody tr")).to_have_count(2)
    expect(page.locator(".strip .tracks")).to_be_visible()
