"""Looking back at a game, and help in solo play: the analysis with a jump to a position, luck, hints, plans."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from page.hand import Hand
from page.people import People
from page.story import combat
from page.test_axe import violations
from stavka.engine.state import Json

HOT_SEAT = {"soviet": "me", "axis": "me"}
Make = Callable[..., Json]
UNCURTAINED = "localStorage.setItem('stavka.curtain', 'no')"


def sit(people: People, made: Json, hand: Hand | None = None, **how: Any) -> Hand:
    """A player who has both seats, without a curtain between them."""
    hand = hand or people.come(**how)
    hand.page.add_init_script(UNCURTAINED)
    hand.sit(made, "axis")
    people.forgive("404")  # the key of one's own seat is tried as an invitation
    return hand


def resigned(people: People, make: Make, **how: Any) -> Hand:
    """A game that has gone on for a while and has been given up."""
    hand = sit(people, make(HOT_SEAT, combat("b").record), **how)
    hand.button("Menu").click()
    hand.button("Resign", exact=True).click()
    hand.button("Confirm resignation").click()
    expect(hand.page.locator(".ending")).to_be_visible()
    return hand


def analysed(hand: Hand) -> Locator:
    """The analysis of the game that is over."""
    hand.page.locator(".ending").get_by_role("button", name="Analyse", exact=True).click()
    panel = hand.region("Analysis")
    expect(panel.locator(".chances polyline").first).to_be_attached()
    return panel


def place(hand: Hand) -> int:
    return int(hand.page.locator(".replay .scrub input").input_value())


def test_a_finished_game_is_analysed_and_a_click_shows_the_table_as_it_was(people: People, make: Make) -> None:
    hand = resigned(people, make)
    panel = analysed(hand)
    expect(panel.locator("[data-luck]")).to_have_count(2)
    for side in ("soviet", "axis"):
        expect(panel.locator(f"[data-luck={side}]")).to_have_text(re.compile(r".?\d+(\.\d)?%.*VP"))
    decision = panel.get_by_role("listitem").filter(has_text="Planner:").first
    expect(decision).to_contain_text("Turn")
    expect(hand.page.locator(".replay .count")).to_be_visible()
    before = place(hand)
    decision.get_by_role("button").click()
    expect(hand.page.locator(".replay .scrub input")).not_to_have_value(str(before))
    at = place(hand)
    expect(hand.table).to_have_attribute("data-state", str(at))
    past = [told for told in hand.heard if told["is"] == "answer" and told.get("what") == "past"]
    assert any(told["at"] == at for told in past), "the table is there as it was"
    curve = panel.get_by_role("slider", name="chance to win")
    curve.fill("3")
    expect(hand.page.locator(".replay .scrub input")).to_have_value("3")
    panel.get_by_label("the whole truth").check()
    expect(panel.locator("polyline.truth")).to_be_attached()
    assert violations(hand) == []


def test_a_reload_shows_the_stored_analysis_at_once(people: People, make: Make) -> None:
    hand = resigned(people, make)
    analysed(hand)
    hand.heard.clear()
    hand.page.reload()
    expect(hand.region("Analysis").locator(".chances polyline").first).to_be_attached()
    assert not any(told["is"] == "analysing" for told in hand.heard)


def test_a_hint_is_a_sentence_with_arrows_and_is_counted(people: People, make: Make) -> None:
    sent = list[str]()
    hand = people.come()
    hand.page.on("websocket", lambda wire: wire.on("framesent", lambda frame: sent.append(json.loads(frame)["do"])))
    sit(people, make(HOT_SEAT, combat("b").record), hand).asked()
    line = hand.now.locator(".hint-line")
    expect(line.get_by_role("button", name="Hint")).to_be_visible()
    hand.press("F4")
    expect(line.get_by_role("status")).to_contain_text("Suggestion: ")
    expect(line).to_contain_text("Hints used: 1")
    told = next(told for told in hand.heard if told["is"] == "hint")
    assert sent.count("hint") == 1 and all(arrow["hexes"] for arrow in told["arrows"])
    hand.changed(lambda: hand.press("u") if hand.words() == [] else hand.pick(hand.words()[0]))
    expect(line.get_by_role("status")).to_have_count(0)


def test_there_is_no_help_against_another_person(people: People, make: Make) -> None:
    made = make({"soviet": "me", "axis": "friend"}, combat("b").record)
    for side in ("soviet", "axis"):
        hand = people.come().sit(made, side)
        people.forgive("404")
        expect(hand.now).to_be_visible()
        expect(hand.now.locator(".hint-line")).to_have_count(0)
        hand.press("F4")
        assert not any(told["is"] == "hint" for told in hand.heard)


def test_a_player_alone_analyses_a_running_game_and_comes_back(people: People, make: Make) -> None:
    hand = sit(people, make(HOT_SEAT, combat("b").record)).asked()
    hand.now.get_by_role("button", name="Analyse").click()
    panel = hand.region("Analysis")
    expect(panel).to_contain_text("using only what your seat saw")
    expect(panel.locator("[data-luck]")).to_have_count(0)
    hand.button("Back to the table").click()
    expect(hand.now.locator(".hint-line")).to_be_visible()


def test_it_fits_a_phone(people: People, make: Make) -> None:
    hand = resigned(people, make, phone=True)
    panel = analysed(hand)
    box = panel.bounding_box()
    assert box is not None and box["x"] >= 0 and box["width"] <= 390
    overflow = panel.evaluate("panel => panel.scrollWidth - panel.clientWidth")
    assert overflow <= 0, "nothing is cut off at the side"
