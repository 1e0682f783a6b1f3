"""An account: made, looked at from two browsers, changed, exported, deleted."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from page.hand import Hand
from page.people import People
from page.story import moving
from stavka.engine.state import Json

PASSWORD, NEW_PASSWORD = "marigold tractor 58", "seven lanterns over Minsk"


def card(hand: Hand) -> Locator:
    return hand.page.locator("section.card").filter(has=hand.page.get_by_role("heading", name="Account", exact=True))


def come(hand: Hand, button: str, name: str, password: str) -> None:
    hand.go()
    card(hand).get_by_label("Name").fill(name)
    card(hand).get_by_label("Password, at least").fill(password)
    card(hand).get_by_role("button", name=button).click()


def unfold(hand: Hand, section: str) -> Locator:
    """Open a part of the card, and return it."""
    part = card(hand).locator("details").filter(has=hand.page.locator("summary", has_text=section))
    part.locator("summary").click()
    return part


def change_password(part: Locator, old: str, new: str) -> None:
    part.get_by_label("Current password").fill(old)
    part.get_by_label("New password").fill(new)
    part.get_by_role("button").click()


def test_an_account_from_its_making_to_its_end(people: People, make: Callable[..., Json]) -> None:
    one, two = people.come(), people.come(phone=True)
    made = make({"soviet": "friend", "axis": "friend"}, moving())
    one.sit(made, "soviet").asked()
    come(one, "Create an account", "zhukov", "1234567890")
    expect(card(one).get_by_role("alert")).to_contain_text("easy to guess")
    people.forgive("status of 400")
    come(one, "Create an account", "zhukov", PASSWORD)
    expect(card(one)).to_contain_text("Logged in as zhukov.")

    # a second browser: the seat is there without its link
    come(two, "Log in", "zhukov", PASSWORD)
    expect(card(two)).to_contain_text("Logged in as zhukov.")
    one.page.reload()
    listed = unfold(one, "Where you are logged in").get_by_role("listitem")
    expect(listed).to_have_count(2)
    expect(listed.filter(has_text="(this browser)")).to_have_count(1)
    two.sit({"table": made["table"]})
    expect(two.now).not_to_contain_text("You are watching.")

    # the second one notices what the first one ends: at the table, and in the lobby
    listed.filter(has_not_text="(this browser)").get_by_role("button").click()
    expect(two.page.get_by_role("alert")).to_contain_text("You have been logged out.")
    expect(two.page.locator(".map")).to_have_count(0)
    expect(listed).to_have_count(1)
    two.button("Lobby").click()
    expect(card(two).get_by_role("status")).to_contain_text("You have been logged out.")

    # another password: everybody logged in elsewhere is out
    come(two, "Log in", "zhukov", PASSWORD)
    expect(card(two)).to_contain_text("Logged in as zhukov.")
    change = unfold(one, "Change the password")
    change_password(change, "not the password", NEW_PASSWORD)
    expect(change.get_by_role("alert")).to_have_text("The password is wrong.")
    change_password(change, PASSWORD, NEW_PASSWORD)
    expect(change.get_by_role("status")).to_contain_text("The password has been changed.")
    two.page.reload()
    expect(card(two).get_by_role("status")).to_contain_text("You have been logged out.")
    come(two, "Log in", "zhukov", PASSWORD)
    expect(card(two).get_by_role("alert")).to_have_text("The name or the password is wrong.")

    # the stored data, as a file
    part = unfold(one, "Your data")
    with one.page.expect_download() as download:
        part.get_by_role("link", name="Download your data").click()
    told = json.loads(download.value.path().read_text("utf-8"))
    assert told["name"] == "zhukov" and [seat["side"] for seat in told["seats"]] == ["soviet"]

    # delete the account; the link of the seat stays
    part = unfold(one, "Delete the account")
    expect(part).to_contain_text("This cannot be undone.")
    part.get_by_label("Current password").fill(NEW_PASSWORD)
    part.get_by_role("button", name="Delete the account for good").click()
    expect(card(one).get_by_role("button", name="Log in")).to_be_visible()
    come(two, "Log in", "zhukov", NEW_PASSWORD)
    expect(card(two).get_by_role("alert")).to_have_text("The name or the password is wrong.")
    one.sit({"table": made["table"]})
    expect(one.now).not_to_contain_text("You are watching.")
    for status in ("401", "403"):
        people.forgive(f"status of {status}")
