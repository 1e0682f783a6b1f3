"""The players in the title bar: who is here, who decides, who writes; and a sound for whose move it is."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from games.zitadelle import story as kursk
from page.people import People
from stavka.engine.state import Json

BOTH = {"german": "friend", "soviet": "friend"}
Make = Callable[..., Json]
COUNT = """() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };
}"""


def test_who_is_here_and_who_writes(people: People, make: Make) -> None:
    table = make(BOTH, kursk.set_up())
    german = people.come().sit(table, "german").asked()
    seats = german.page.locator(".present li")
    expect(seats).to_have_count(2)
    expect(seats.filter(has_text="Soviet")).to_have_class("away")
    expect(seats.filter(has_text="German")).to_have_class("here busy")
    soviet = people.come().sit(table, "soviet")
    expect(seats.filter(has_text="Soviet")).to_have_class("here")
    soviet.page.get_by_role("tab", name="Chat").click()
    soviet.page.get_by_label("Write a message").press_sequentially("he")
    expect(seats.filter(has_text="Soviet")).to_contain_text("writing…")
    chat = german.page.get_by_role("tab", name="Chat")
    unread = chat.inner_text()
    soviet.press("Enter")
    expect(chat).not_to_have_text(unread)
    assert "writing" not in seats.filter(has_text="Soviet").inner_text(), "the message ends it, not the time"
    expect(seats.filter(has_text="Soviet")).not_to_contain_text("writing…")


def test_a_sound_says_that_it_is_your_move(people: People, make: Make) -> None:
    """It sounds for who has switched it on, when they are asked, and not when they have decided."""
    table = make(BOTH, game="zitadelle", scenario="campaign", seed="page")
    hands = {side: people.come() for side in ("soviet", "german")}
    for side, hand in hands.items():
        hand.page.add_init_script(f"({COUNT})()")
        hand.sit(table, side)
    hands["soviet"].asked()
    for hand in hands.values():
        assert hand.page.evaluate("window.tones") == 0
        hand.button("Menu").click()
        hand.page.get_by_label("A sound when it is your move").check()
        hand.press("Escape")
    hands["soviet"].pick("historical")
    hands["german"].asked()
    assert hands["german"].page.evaluate("window.tones") == 2
    assert hands["soviet"].page.evaluate("window.tones") == 0
