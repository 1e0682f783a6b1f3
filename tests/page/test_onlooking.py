"""People without a seat: an onlooker of a running game, and a replay of one that is over."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from page.hand import lazily
from page.people import People
from page.story import finished, moving
from stavka.engine.record import read_record
from stavka.engine.state import Json

Make = Callable[..., Json]


def test_an_onlooker_sees_what_is_public_and_can_do_nothing(people: People, make: Make) -> None:
    made = make({"soviet": "friend", "axis": "friend"}, moving())
    soviet, onlooker = people.come().sit(made, "soviet").asked(), people.come().sit(made)
    expect(onlooker.prompt).to_contain_text("You are watching.")
    expect(onlooker.prompt).to_contain_text("Waiting for the Soviet player.")
    assert onlooker.words() == []
    expect(onlooker.page.locator(".box.secret")).to_have_count(0)
    # a click looks and does not pick
    unit = next(word for word in soviet.words() if word.startswith("so."))
    onlooker.click(unit)
    expect(onlooker.region("Inspect").get_by_role("listitem").first).to_be_visible()
    # events are seen at once
    before = onlooker.state
    soviet.pick(lazily(soviet.words()))
    expect(onlooker.table).not_to_have_attribute("data-state", str(before))
    onlooker.page.get_by_role("tab", name="Chat").click()
    expect(onlooker.region("Chat").get_by_role("textbox")).to_have_count(0)


def test_whoever_reads_further_up_in_the_log_stays_there(people: People, make: Make) -> None:
    """New entries do not carry the reader to the end; a button does, and from then on the end is kept in view."""
    hand = people.come().sit(make({"soviet": "friend", "axis": "friend"}, moving()), "soviet").asked()
    newest = hand.button("Newest")
    below = "log => log.scrollHeight - log.clientHeight - log.scrollTop"
    assert hand.log.evaluate("log => log.scrollHeight - log.clientHeight") > 60
    assert hand.log.evaluate(below) < 2
    hand.log.evaluate("log => { log.scrollTop = 0; }")
    for _ in range(8):
        hand.pick(lazily(hand.words()))
        if newest.count():
            break
    expect(newest).to_be_visible()
    assert hand.log.evaluate("log => log.scrollTop") == 0
    newest.click()
    expect(newest).to_have_count(0)
    assert hand.log.evaluate(below) < 2


def test_a_finished_game_is_opened_from_its_record_and_replayed(people: People, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(finished())
    picks = sum(move.who != "chance" for move in read_record(finished()).moves)
    hand = people.come()
    page = hand.go().page
    page.get_by_label("Choose a file").set_input_files(record)
    hand.settle()
    expect(hand.prompt).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    # the end of a long log is shown, and earlier entries on request
    earlier = hand.log.get_by_role("button", name="Show earlier")
    told = hand.readings[-1].log
    assert len(told) > 300
    expect(hand.log.get_by_role("listitem")).to_have_count(1 + 300)
    while earlier.count():
        earlier.click()
    expect(hand.log.get_by_role("listitem")).to_have_count(len(told))
    hand.button("Menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name="Replay").click()
    bar = page.get_by_role("group", name="Replay")
    expect(bar).to_contain_text(f"0/{picks}")
    bar.get_by_role("button", name="To the end").click()
    expect(bar).to_contain_text(f"{picks}/{picks}")
    bar.get_by_role("button", name="To the start").click()
    expect(bar).to_contain_text(f"0/{picks}")
    expect(hand.table).to_have_attribute("data-state", "0")
    expect(hand.turn).to_contain_text("Set-up")
    bar.get_by_role("button", name="One step forward").click()
    expect(hand.table).to_have_attribute("data-state", "1")
    bar.get_by_role("button", name="One step back").click()
    expect(hand.table).to_have_attribute("data-state", "0")
    bar.get_by_label("Speed").select_option(index=3)
    bar.get_by_role("button", name="Play").click()
    expect(bar).to_contain_text(re.compile(r"^\D*[3-9]/"))
    bar.get_by_role("button", name="Pause").click()
    bar.get_by_role("slider").fill(str(picks // 2))
    expect(hand.table).to_have_attribute("data-state", str(picks // 2))
    with page.expect_download() as download:
        bar.get_by_role("link", name="Download the record").click()
    saved = download.value.path().read_text()
    assert read_record(saved).moves == read_record(finished()).moves
