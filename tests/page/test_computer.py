"""A person plays a whole turn against the computer, from the lobby on."""

from __future__ import annotations

from playwright.sync_api import expect

from page.hand import Hand, lazily
from page.people import People


def begin(hand: Hand, scenario: str = "Race to the Dnipro", seed: str = "page") -> Hand:
    """From the lobby to a table against the computer, at its quickest."""
    page = hand.go().page
    page.get_by_role("radio", name=scenario).check()
    page.get_by_label("Computer's pace").select_option("Instant")
    page.get_by_text("Dice", exact=True).click()
    page.get_by_label("Seed").fill(seed)
    hand.button("Start", exact=True).click()
    return hand.settle()


def test_a_person_plays_a_turn_against_the_computer(people: People) -> None:
    hand = begin(people.come())
    turn = hand.turn
    expect(turn).to_contain_text("Turn 1 of 4")
    hand.asked()
    expect(hand.prompt).to_contain_text("The offensive opens. Choose the HQ whose units attack now, without moving.")

    # an HQ on the map; in its Movement Segment a unit, and where it goes
    hand.changed(lambda: hand.click("so.hq.step"))
    phase, moved = hand.page.locator(".phase"), ""
    while turn.inner_text().startswith("Turn 1"):
        words = hand.asked().words()
        if not moved and "Movement Segment" in phase.inner_text() and words[-1].startswith("so."):
            moved = words[-1]
            hand.pick(moved)
            hand.pick(hand.words()[-1])
        else:
            hand.pick(lazily(words))
    assert moved
    expect(turn).to_contain_text("Turn 2 of 4")
    expect(hand.log).to_contain_text("Turn 2 begins")
    expect(hand.log.locator(".begins-turn .summed").last).to_contain_text("The last turn: ")
