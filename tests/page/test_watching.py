"""The information before a decision, and what stays in place meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.hand import STAYS, Hand
from page.people import People
from page.story import Story, combat, moving
from stavka import games
from stavka.engine.kinds import hexes_in, units_in
from stavka.engine.state import Json
from stavka.hexes import Hex

BOTH = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]

WATCH = """() => {
    window.seen = [];
    const look = () => {
        const prompt = document.querySelector(".now .prompt")?.textContent ?? "";
        const thrown = document.querySelector(".thrown");
        const now = [prompt, thrown ? (thrown.matches(".rolling") ? "rolling" : "shown") : "none"];
        if (String(window.seen.at(-1)) !== String(now)) window.seen.push(now);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Keeps what is asked together with the dice that are shown, frame by frame."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_retreat_is_asked_when_the_die_of_its_attack_has_been_shown(people: People, make: Make, motion: str) -> None:
    fight = combat("b")
    made = make(BOTH, fight.record)
    hands = {side: people.come(reduced_motion=motion).sit(made, side) for side in BOTH}
    attacker = fight.picks[0][0]
    defender = next(side for side in BOTH if side != attacker)
    hands[defender].page.evaluate(WATCH)
    for side, word in fight.picks:
        if side == defender and word not in ("air-support", "no-air-support"):
            break
        hands[side].asked().pick(word)
    hands[defender].asked()
    expect(hands[defender].prompt).to_contain_text("retreat")
    expect(hands[defender].page.locator(".thrown .lead")).to_contain_text("attack")
    seen = hands[defender].page.evaluate("window.seen")
    asked = [dice for prompt, dice in seen if "retreat" in prompt]
    assert asked and set(asked) == {"shown"}, seen
    assert ("rolling" in [dice for _, dice in seen]) == (motion != "reduce"), seen


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_a_combat_is_one_card_that_stays_until_one_goes_on(people: People, make: Make, side: str) -> None:
    fight = combat("b")
    made = make(BOTH, fight.record)
    attacker = fight.picks[0][0]
    hands = {each: people.come(reduced_motion="reduce").sit(made, each) for each in BOTH}
    watcher = hands[attacker] if side == "attacker" else next(hand for each, hand in hands.items() if each != attacker)
    for each, word in fight.picks:
        # a player who has to decide has seen everything that led to it, and the player's own pick closes the card
        if hands[each].asked() is watcher and watcher.page.locator(".result-card .dice").count():
            break
        hands[each].pick(word)
    card = watcher.page.locator(".result-card")
    expect(card.locator("header > b")).to_have_text("Combat")
    expect(card.locator(".lead")).to_contain_text("attack")
    reading = watcher.readings[-1]
    told = next(entry for entry in reversed(reading.log) if "roll" in entry)
    expect(card.locator(".dice .die")).to_have_attribute("aria-label", str(told["roll"]["total"]))
    (hit,) = [each for each in reading.odds[told["n"]]["results"] if told["roll"]["total"] in each["rolls"]]
    assert hit["text"] == told["roll"]["result"]
    if watcher.page.locator(".result-card .bars").count():
        expect(card.locator("tr.hit th")).to_have_text(hit["text"])
    watcher.page.wait_for_timeout(300)
    expect(card).to_be_visible()
    watcher.page.keyboard.press("Space")
    expect(card).to_have_count(0)


def test_the_log_keeps_its_room_while_odds_are_shown(people: People, make: Make) -> None:
    hand = people.come()
    odds_are_itemised(hand, make)
    log = hand.page.locator(".side .log ol")
    box = log.bounding_box()
    assert box is not None and box["height"] >= 96, "some lines of the log can be read"
    last = log.locator("li").last.bounding_box()
    assert last is not None and last["y"] + last["height"] <= box["y"] + box["height"] + 2, "the newest of them"


def odds_are_itemised(hand: Hand, make: Make) -> None:
    """Play until the odds of an attack are shown."""
    fight = combat("b")
    hand.sit(make(BOTH, fight.record), fight.picks[0][0])
    for _, word in fight.picks[: [word for _, word in fight.picks].index("attack")]:
        hand.asked().pick(word)
    expect(hand.page.locator(".odds .share").first).to_be_visible()


def test_the_map_stays_where_it_is_when_a_panel_grows(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    before = hand.at("1731")
    for lines in (1, 12, 0):
        hand.page.locator(".strip .tracks > div").first.evaluate(
            "(box, lines) => { box.innerHTML = '<p>' + 'one more line<br>'.repeat(lines) + '</p>'; }", lines
        )
        assert hand.at("1731", STAYS) == before


def test_a_plain_look_at_a_locked_hex_is_answered_quietly(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    inspect, quiet = hand.region("Inspect"), hand.page.locator(".quiet-why")
    hand.press("0")
    hand.click("ax.hq.8a")
    expect(inspect).to_contain_text("8th Army HQ")
    expect(quiet).to_contain_text("Only your units on the map can move.")
    expect(quiet).to_have_attribute("role", "status")
    expect(hand.why).to_have_count(0)
    # the rule is a click away, and so is the whole answer beside the hex
    quiet.locator(".rule-link").click()
    expect(hand.page.get_by_role("dialog").locator("p").first).not_to_have_text("Loading …")
    hand.press("Escape")
    quiet.get_by_role("button", name="Why not?").click()
    expect(hand.why).to_contain_text("Only your units on the map can move.")
    expect(quiet).to_have_count(0)
    # a question with the key is answered aloud, as before
    hand.press("Escape")
    hand.page.mouse.move(*hand.at("ax.hq.4pza"))
    expect(hand.page.locator(".map-hint")).not_to_contain_text("2529")
    hand.press("x")
    expect(hand.why).to_be_visible()


def test_a_locked_hex_tells_a_phone_why_below_the_map(people: People, make: Make) -> None:
    hand = people.come(phone=True).sit(make(BOTH, moving()), "soviet").asked()
    hand.page.locator(".map-tools").get_by_role("button", name="The whole map").tap()
    hand.click("ax.hq.8a")
    quiet = hand.page.locator(".desk > .quiet-why")
    expect(quiet).to_contain_text("Only your units on the map can move.")
    expect(hand.why).to_have_count(0)
    quiet.get_by_role("button", name="Why not?").tap()
    expect(hand.why).to_be_visible()


def test_the_odds_of_a_unit_in_hand_are_forecast_before_it_moves(people: People, make: Make) -> None:
    story = moving_story()
    unit, foe = farthest_attack(story)
    hand = people.come().sit(make(BOTH, story.record()), "soviet").asked()
    hand.pick(unit)
    hand.page.mouse.move(*hand.at(foe))
    inspect = hand.page.locator(".inspect")
    expect(inspect.get_by_text("Forecast: the units are placed")).to_be_visible()
    expect(inspect.locator(".odds h3")).to_contain_text(foe)
    assert hand.scenes()[-1]["units"][unit]["hex"] == story.session.game.grid.number(place_of(story, unit)), "it stays"


def moving_story() -> Story:
    story = Story("page")
    story.play(lambda session: session.state.stack[-1].step == "movement" and session.offer(0) is not None)
    return story


def place_of(story: Story, unit: str) -> Hex:
    return Hex(int(story.session.state.place[story.session.game.unit_index(unit)]))


def farthest_attack(story: Story) -> tuple[str, str]:
    """A unit that can move, and an enemy hex at least two hexes away that it could attack."""
    session = story.session
    game, show = session.game, games.presenter("traces", session.game)
    sight, offer = game.see(session.state, 0), session.offer(0)
    assert offer is not None
    foes = hexes_in(session.state.occupied[1])
    for hex_ in foes:
        for unit in units_in(offer.units):
            if game.grid.distance(session.state.place[unit], hex_) > 1:
                try:
                    show.odds(sight, hex_, [unit], "en")
                except ValueError:
                    continue
                return game.unit_ids[unit], game.grid.number(hex_)
    raise AssertionError("nobody can attack")
