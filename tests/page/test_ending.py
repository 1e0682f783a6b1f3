"""The end of a game, and looking back at it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from page.people import People
from page.story import combat
from stavka.engine.state import Json

BOTH = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]


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
