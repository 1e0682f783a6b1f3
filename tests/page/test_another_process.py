"""A server process is killed in the middle of a turn: another takes the table over, and both pages go on by
themselves."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.hand import Hand
from page.people import People, serve
from page.story import moving
from server.process import Server, Several

MARK = "document.body.dataset.mark = 'never loaded again'"


@pytest.fixture
def several(tmp_path: Path) -> Iterator[Server]:
    server = serve(tmp_path, Several)
    yield server
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(60)
    assert "Traceback" not in server.log.read_text()


def test_both_pages_go_on_when_the_process_that_leads_their_table_is_killed(people: People, several: Server) -> None:
    seats = {"soviet": "friend", "axis": "friend"}
    made = several.get("records", {"record": moving(), "seats": seats})
    soviet, axis = (people.come(home=several.address).sit(made, side) for side in ("soviet", "axis"))
    for hand in (soviet, axis):
        hand.page.evaluate(MARK)
    unit = next(word for word in soviet.asked().words() if word.startswith("so."))
    soviet.pick(unit)
    state, prompt, words = soviet.state, soviet.prompt.inner_text(), soviet.words()
    before, told = several.leader(made), len(axis.lines())

    with soviet.page.expect_websocket(), axis.page.expect_websocket():  # both come back
        os.kill(before, signal.SIGKILL)
    for hand in (soviet, axis):
        expect(hand.page.get_by_text("Connection lost. Trying again…")).to_have_count(0)
    assert (soviet.state, soviet.prompt.inner_text(), soviet.words()) == (state, prompt, words)
    assert several.leader(made) != before

    move(soviet)
    expect(axis.log.get_by_role("listitem")).to_have_count(told + 1)
    assert axis.lines()[-1] == soviet.lines()[-1]
    for hand in (soviet, axis):
        expect(hand.page.locator("body")).to_have_attribute("data-mark", "never loaded again")
    people.forgive("WebSocket connection")


def move(soviet: Hand) -> None:
    """Bring the unit in hand to a hex."""
    soviet.pick(soviet.words()[-1])
    if "stop" in soviet.words():
        soviet.pick("stop")
