"""Two people at one screen: a curtain falls before the other one's secrets are shown."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from page.hand import Hand
from page.people import People


def begin(people: People) -> Hand:
    hand = people.come()
    page = hand.go().page
    page.get_by_role("combobox", name="Axis").select_option("Me")
    page.get_by_text("Dice", exact=True).click()
    page.get_by_label("Seed").fill("page")
    hand.button("Start", exact=True).click()
    return hand


def rise(hand: Hand, side: str) -> None:
    """The next player takes the seat."""
    curtain = hand.page.get_by_role("dialog", name=f"{side} player")
    expect(curtain).to_be_visible()
    expect(hand.table).to_have_attribute("inert", "")
    hand.button(f"I am the {side} player: show the map").click()
    expect(curtain).to_have_count(0)
    hand.settle().asked()
    expect(hand.now.locator(".seat")).to_have_text(side)


def test_a_curtain_falls_between_the_players(people: People) -> None:
    hand = begin(people)
    rise(hand, "Axis")
    for hex_ in ("1631", "2918"):
        hand.pick(hex_)
    hand.offered("0218").click()
    rise(hand, "Soviet")
    hand.pick("so.hq.step", "done")

    # while chits are selected in secret, nothing of one player is behind the curtain of the other; a chit of each Front
    # is selected by default
    hand.pick("reinforcement", "step")
    expect(hand.page.locator(".box.secret")).to_contain_text("Voronezh")
    hand.offered("done").click()
    curtain = hand.page.get_by_role("dialog", name="Axis player")
    expect(curtain).to_be_visible()
    expect(hand.page.locator(".box.secret")).to_have_count(0)
    assert "Voronezh" not in hand.table.inner_text()
    rise(hand, "Axis")
    assert "Voronezh" not in hand.page.locator(".box.secret").inner_text()


def test_the_curtain_can_be_left_off(people: People) -> None:
    hand = begin(people)
    rise(hand, "Axis")
    for hex_ in ("1631", "2918"):
        hand.pick(hex_)
    hand.offered("0218").click()
    hand.page.get_by_label("Nothing to hide: remove the curtain").click()
    expect(hand.now.locator(".seat")).to_have_text("Soviet")
    hand.pick("so.hq.step", "done")
    hand.pick("reinforcement", "step")
    hand.offered("done").click()
    expect(hand.now.locator(".seat")).to_have_text("Axis")
    expect(hand.page.get_by_role("dialog", name=re.compile("player"))).to_have_count(0)
