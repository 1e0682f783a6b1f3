"""A friend sits down by invitation: the link works once, and nobody is at his seat unseen."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from page.hand import Hand
from page.people import People
from stavka.engine.state import Json

Make = Callable[..., Json]
FRIENDS = {"soviet": "me", "axis": "friend"}
USED = "This invitation has been used or withdrawn."


def host(people: People) -> tuple[Hand, str]:
    """A person who has made a game for a friend, at the table; and the invitation."""
    hand = people.come(permissions=["clipboard-read", "clipboard-write"])
    page = hand.go().page
    page.get_by_role("combobox", name="Axis").select_option("A friend, by link")
    hand.button("Start", exact=True).click()
    link = page.get_by_label("Link (Axis)").input_value()
    hand.button("Take my seat").click()
    return hand.settle(), link


def follow(people: People, link: str) -> Hand:
    hand = people.come()
    hand.page.goto(link)
    return hand


def menu(hand: Hand) -> Locator:
    hand.button("Menu").click()
    return hand.page.get_by_role("dialog", name="Menu")


def test_an_invitation_is_used_up_by_the_first_who_opens_it(people: People) -> None:
    soviet, link = host(people)
    axis = follow(people, link).settle()
    expect(axis.prompt).not_to_have_text("")
    assert "invitation" not in axis.page.url and "key" not in axis.page.url
    axis.page.reload()
    axis.settle()
    expect(axis.page.locator(".crowded")).to_have_count(0)

    late = follow(people, link)
    expect(late.page.get_by_role("alert")).to_contain_text(USED)
    late.button("Watch").click()
    late.settle()
    assert late.words() == [], "an onlooker"
    axis.page.goto(link)
    axis.settle()
    assert axis.words(), "the same person with the old link still has the seat"
    expect(soviet.page.locator(".crowded")).to_have_count(0)
    people.forgive("404")


def test_both_see_that_a_seat_is_shown_twice_and_its_player_ends_it(people: People) -> None:
    soviet, link = host(people)
    axis = follow(people, link).settle()
    key = axis.page.evaluate("JSON.parse(localStorage.getItem('stavka.keys')).at(-1).key")
    second = people.come()
    second.page.goto(f"{axis.page.url}?key={key}")
    second.settle()
    for hand in (soviet, axis, second):
        expect(hand.page.locator(".crowded")).to_have_text(re.compile("^Axis .2$"))
    sheet = menu(axis)
    with axis.page.expect_event("load"):
        sheet.get_by_role("button", name="Change my key").click()
    expect(second.page.get_by_text("This link does not open a seat.")).to_be_visible()
    expect(soviet.page.locator(".crowded")).to_have_count(0)
    assert axis.settle().asked().words(), "the player still sits there"
    people.forgive("404")


def test_the_host_takes_an_invitation_back_and_sends_another(people: People) -> None:
    soviet, link = host(people)
    sheet = menu(soviet)
    expect(sheet).to_contain_text("invited, not yet seated")
    sheet.get_by_role("button", name="Withdraw the invitation").click()
    expect(sheet).to_contain_text("The invitation for the Axis player has been withdrawn.")
    stranger = follow(people, link)
    expect(stranger.page.get_by_role("alert")).to_contain_text(USED)
    sheet.get_by_role("button", name="Invite").click()
    expect(sheet).to_contain_text("A new invitation for the Axis player has been copied.")
    axis = follow(people, soviet.page.evaluate("navigator.clipboard.readText()")).settle()
    assert axis.words()
    expect(sheet.get_by_role("button", name="Invite")).to_have_count(0)
    people.forgive("404")
