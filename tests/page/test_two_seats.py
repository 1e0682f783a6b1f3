"""Two people in two browsers: secrets, a combat, taking back, a lost connection, a server that dies."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from page.hand import Hand, lazily
from page.people import People
from page.story import combat, moving
from server.process import Server
from stavka.engine.state import Json

BOTH = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]


def meet(people: People) -> tuple[Hand, Hand]:
    """One player makes a game in the lobby and sends the link; the other opens it."""
    soviet, axis = people.come(), people.come()
    page = soviet.go().page
    page.get_by_role("combobox", name="Axis").select_option("A friend, by link")
    page.get_by_text("Dice", exact=True).click()
    page.get_by_label("Seed").fill("page")
    soviet.button("Start", exact=True).click()
    link = page.get_by_label("Link (Axis)").input_value()
    soviet.button("Take my seat").click()
    axis.page.goto(link)
    return soviet.settle(), axis.settle()


def to_selection(soviet: Hand, axis: Hand) -> None:
    """Axis sets up, the Soviet side spends its special activation: both select chits."""
    for hex_ in ("1631", "2918", "0218"):
        axis.asked().pick(hex_)
    soviet.asked().pick("so.hq.step", "done")
    for hand in (soviet, axis):
        expect(hand.prompt).to_contain_text("Select your Command Chits for this turn.")


def secrets(hand: Hand) -> str:
    """The box that only this seat is shown."""
    return hand.page.locator(".box.secret").inner_text()


def test_chits_are_selected_and_neither_sees_the_other_ones(people: People) -> None:
    soviet, axis = meet(people)
    to_selection(soviet, axis)
    before, shown = axis.state, axis.page.locator("[data-table]").inner_text()
    soviet.pick("reinforcement")  # a chit of each Front is selected by default
    assert "Voronezh" in secrets(soviet) and "South" in secrets(soviet)
    assert axis.state == before
    assert axis.page.locator("[data-table]").inner_text() == shown, "nothing on the other screen tells of it"

    mine = soviet.page.locator("[data-table]").inner_text()
    axis.pick("hold-8a", "4pza", "1pza", "6a", "done")
    assert "8A" in secrets(axis)
    assert soviet.page.locator("[data-table]").inner_text() == mine
    expect(axis.prompt).to_contain_text("Waiting for the Soviet player")

    # the last one to finish shows how many, not which
    soviet.pick("step", "done")
    for hand in (soviet, axis):
        expect(hand.log).to_contain_text("chit")
    told = "\n".join(soviet.lines())
    assert "hold" not in told.lower() or "8A" not in told
    assert "8A" not in secrets(soviet)


def test_a_combat_with_retreat_and_advance(people: People, make: Make, board: Json) -> None:
    fight = combat("b")
    made = make(BOTH, fight.record)
    seats = {side: people.come().sit(made, side) for side in ("soviet", "axis")}
    target = fight.picks[0][1]
    for side, word in fight.picks:
        hand = seats[side].asked()
        if word == "attack":
            # before the dice: strengths, the column, the exact chances, which make up the whole
            odds = hand.page.locator(".odds")
            expect(odds).to_contain_text(f"Attack on {target}")
            shares = odds.locator(".share").all_inner_texts()
            assert sum(float(share.rstrip("%")) for share in shares) == pytest.approx(100, abs=0.5)
        hand.pick(word)
    for hand in seats.values():
        for sentence in ("attack", "retreat", "advance"):
            expect(hand.log).to_contain_text(re.compile(sentence))
    # everybody sees the units that advanced in their new hex
    onlooker = people.come().sit(made)
    for unit, hex_ in fight.advanced.items():
        onlooker.click(hex_)
        expect(onlooker.region("Inspect")).to_contain_text(board["units"][unit]["name"])


def log_grows(hand: Hand, by: int = 1) -> Callable[[], None]:
    """Remembers how long a log is; says when it has grown by so much."""
    length = len(hand.lines())
    return lambda: expect(hand.log.get_by_role("listitem")).to_have_count(length + by)


def move_one(hand: Hand) -> list[str]:
    """Move a unit somewhere; what was picked."""
    picked = [next(word for word in hand.asked().words() if word.startswith("so."))]
    hand.pick(picked[0])
    picked.append(hand.words()[-1])
    hand.pick(picked[1])
    if "stop" in hand.words():
        picked.append("stop")
        hand.pick("stop")
    return picked


def test_taking_back_is_free_until_something_is_drawn(people: People, make: Make) -> None:
    made = make(BOTH, moving())
    soviet, axis = (people.come().sit(made, side) for side in ("soviet", "axis"))
    undo = soviet.now.get_by_role("button", name="Undo")
    prompt, told = soviet.asked().prompt.inner_text(), axis.lines()
    more, same = log_grows(axis), log_grows(axis, 0)
    picked = move_one(soviet)
    more()
    for _ in picked:
        soviet.changed(undo.click)
    assert soviet.prompt.inner_text() == prompt
    same()
    assert axis.lines() == told, "it is as if it had not been"

    # the cup answers: from there nothing goes back
    to_the_draw(soviet)
    state = soviet.state
    expect(soviet.page.get_by_role("banner").get_by_role("button", name="Undo")).to_be_disabled()
    soviet.press("u", "?")
    expect(soviet.page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert soviet.state == state


def to_the_draw(hand: Hand) -> None:
    """Pass through the activation until the next chit is drawn."""
    drawn = hand.log.get_by_text("is drawn")
    count = drawn.count()
    while not hand.offered("done").locator(".undo-badge.rolls").count():
        hand.asked().pick(lazily(hand.words()))
    hand.pick("done")
    expect(drawn).to_have_count(count + 1)


def test_taking_back_further_needs_the_other_side(people: People, make: Make) -> None:
    made = make(BOTH, moving())
    soviet, axis = (people.come().sit(made, side) for side in ("soviet", "axis"))
    before = log_grows(soviet.asked(), 0)
    to_the_draw(soviet)
    soviet.button("Menu").click()
    soviet.button("Ask for a takeback").click()
    question = axis.page.get_by_text("The Soviet player asks for a takeback.")
    expect(question).to_be_visible()
    axis.button("Accept").click()
    expect(question).to_have_count(0)
    before()
    expect(soviet.offered("done")).to_be_visible()
    axis.page.get_by_role("tab", name="Chat").click()
    expect(axis.region("Chat")).to_contain_text("takes back")


def test_a_lost_connection_comes_back_to_everything(people: People, make: Make) -> None:
    made = make(BOTH, moving())
    sockets: list[WebSocketRoute] = []
    soviet, axis = people.come(), people.come()

    def through(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    axis.page.route_web_socket(re.compile("/play"), through)
    soviet.sit(made, "soviet")
    axis.sit(made, "axis")
    more = log_grows(axis)
    axis.page.context.set_offline(True)
    sockets[-1].close(code=1012)
    lost = axis.page.get_by_text("Connection lost. Trying again…")
    expect(lost).to_be_visible()
    move_one(soviet)
    axis.page.context.set_offline(False)
    expect(lost).to_have_count(0)
    more()
    assert axis.lines()[-1] == soviet.lines()[-1]
    people.forgive("ERR_INTERNET_DISCONNECTED")


def test_a_server_that_dies_between_two_clicks_loses_nothing(people: People, own_server: Server) -> None:
    made = own_server.get("records", {"record": moving(), "seats": BOTH})
    soviet = people.come(home=own_server.address).sit(made, "soviet").asked()
    unit = next(word for word in soviet.words() if word.startswith("so."))
    soviet.pick(unit)
    prompt, told, words = soviet.prompt.inner_text(), soviet.lines(), soviet.words()
    own_server.kill()
    lost = soviet.page.get_by_text("Connection lost. Trying again…")
    expect(lost).to_be_visible()
    # a click meanwhile does nothing, and says so
    soviet.click(words[-1])
    expect(soviet.page.get_by_text("No connection. Nothing was done.")).to_be_visible()
    own_server.start()
    soviet.page.evaluate("dispatchEvent(new Event('online'))")
    expect(lost).to_have_count(0)
    assert (soviet.prompt.inner_text(), soviet.lines(), soviet.words()) == (prompt, told, words)
    soviet.pick(words[-1])
    people.forgive("ERR_CONNECTION_REFUSED")
