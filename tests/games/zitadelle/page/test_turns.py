"""Zitadelle: Duel for Kursk, two sheets and another sequence of play, through the same page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.zitadelle import story
from page.hand import STAYS, Hand
from page.people import People, hexes, seats, units
from server.process import Server
from stavka.engine.state import Json

BOTH = {"german": "friend", "soviet": "friend"}
Make = Callable[..., Json]


@pytest.fixture(scope="session")
def kursk_board(server: Server) -> Json:
    found: Json = server.get("games/zitadelle/board?lang=en")
    return found


# -- set-up -----------------------------------------------------------------------------------------------------------


def test_counters_are_set_up_by_hand_and_the_rest_as_in_history(people: People, make: Make, kursk_board: Json) -> None:
    table = make(BOTH, game="zitadelle", scenario="campaign", seed="page")
    hands = seats(people, table)
    soviet = hands["soviet"].asked()
    expect(soviet.page.locator(".phase")).to_have_text("Soviet set-up")
    placed: dict[str, str] = {}
    for _ in range(3):
        unit = units(soviet.words())[0]
        # the unit is not on the map: its counter is shown on the button
        expect(soviet.offered(unit).locator("canvas")).to_be_visible()
        soviet.pick(unit)
        expect(soviet.prompt).to_contain_text(re.compile("Choose where to set up .+"))
        placed[unit] = hexes(soviet.words())[len(placed)]
        soviet.take(placed[unit])
    # the last one comes back and goes elsewhere
    last, wrong = list(placed.items())[-1]
    undo = soviet.page.get_by_role("banner").get_by_role("button", name="Undo")
    soviet.changed(undo.click).changed(undo.click)
    soviet.pick(last)
    placed[last] = next(hex_ for hex_ in reversed(hexes(soviet.words())) if hex_ != wrong)
    soviet.take(placed[last])
    soviet.pick("rest")
    soviet.pick("done")
    # everybody sees them where they were put
    hands["german"].asked().pick("historical")
    hands["german"].page.get_by_role("button", name="The whole map").click()
    for unit, hex_ in placed.items():
        expect(hands["german"].press("Escape").region("Inspect")).to_contain_text("Click a hex")
        hands["german"].click(hex_)
        expect(hands["german"].region("Inspect")).to_contain_text(kursk_board["units"][unit]["name"])
    expect(hands["german"].page.locator(".phase")).to_have_text("Air Allocation Phase")
    expect(hands["soviet"].prompt).to_contain_text("Waiting for the German player.")


# -- air --------------------------------------------------------------------------------------------------------------


def test_air_units_are_sent_out(people: People, make: Make, kursk_board: Json) -> None:
    german = people.come().sit(make(BOTH, story.set_up()), "german").asked()
    dive = next(word for word in german.words() if ".d" in word)
    german.pick(dive)
    expect(german.prompt).to_contain_text("Choose the target hex")
    # this many hexes are not listed but found on the map; the list can be opened
    assert german.words() == []
    title = german.now.get_by_role("button", name="Hexes you can choose")
    title.click()
    assert len(hexes(german.words())) > 150
    title.click()
    german.take("N2015")
    german.click("N2015")
    expect(german.region("Inspect")).to_contain_text(kursk_board["units"][dive]["name"])
    level = next(word for word in german.words() if ".l" in word)
    german.pick(level)
    army = next(word for word in german.words() if word.startswith("bomb-"))
    german.pick(army).pick("done")
    expect(german.log).to_contain_text(re.compile("level bomb", re.IGNORECASE))


def test_the_map_stays_where_somebody_has_gone(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, story.set_up()), "german").asked()
    german.press("/")
    german.page.keyboard.type("n2018")
    german.press("Enter")
    expect(german.page.locator("#map-cursor")).to_contain_text("N2018")
    gone = german.at("N2018")
    german.pick(next(word for word in german.words() if ".d" in word))
    assert german.at("N2018", STAYS) == gone


SPILT = """all => all.filter(each => {
    const [inner, outer] = [each.getBoundingClientRect(), each.closest("li").getBoundingClientRect()];
    return inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
}).map(each => each.textContent)"""


def test_what_is_marked_on_a_track_stays_in_its_box(people: People, make: Make) -> None:
    for phone in (False, True):
        german = people.come(phone=phone).sit(make(BOTH, story.set_up()), "german").asked()
        if phone:
            german.page.get_by_role("tab", name="Tracks").tap()
        markers = german.page.locator(".track .marker")
        assert markers.count() == 10 + 11, "the formations of both sides"
        assert markers.evaluate_all(SPILT) == []


def test_many_notes_of_an_overlay_are_folded(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, story.set_up()), "german").asked()
    german.press("Shift+P")
    legend = german.page.locator(".legend")
    expect(legend.get_by_role("listitem")).to_have_count(1)
    legend.get_by_role("button", name="Notes (21)").click()
    expect(legend.get_by_role("listitem")).to_have_count(1 + 21)


# -- fire -------------------------------------------------------------------------------------------------------------


def test_guns_fire_at_armour(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, story.german_fire()), "german").asked()
    expect(german.prompt).to_contain_text("Choose a unit to fire at enemy armour.")
    unit = units(german.words())[0]
    german.take(unit)
    expect(german.prompt).to_contain_text("Choose the hex at which")
    (target, *_) = hexes(german.words())
    # the possible effects of the shot are shown before it
    german.page.mouse.move(*german.at(target))
    expect(german.page.locator(".odds .share").first).to_be_visible()
    german.take(target)
    expect(german.log).to_contain_text("fires at")
    expect(german.page.locator(".thrown .die").first).to_be_visible()


# -- a whole turn -----------------------------------------------------------------------------------------------------


class Player:
    """A person who plays a turn: some of everything on the map, the duties by the buttons, then on."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.done: Counter[str] = Counter()

    def play(self) -> None:
        """Answer what is asked."""
        hand = self.hand.asked()
        prompt, words = hand.prompt.inner_text(), hand.words()
        kind = next(
            (kind for kind in ("Assign air", "fires at", "fire?", "move", "advances", "retreat") if kind in prompt), ""
        )
        self.done[kind] += 1
        if "attack" in words:
            self.done["assault"] += 1
            if self.done["assault"] == 1:
                expect(hand.page.locator(".odds .share").first).to_be_visible()
            hand.pick("attack")
        elif "all" in words:
            hand.pick("all")
        elif kind == "Assign air" and self.done[kind] == 1:
            hand.pick(units(words)[0])
            hand.take("N2015")
        elif kind in ("fires at", "move", "advances") and units(words) and self.done[kind] <= 2:
            hand.take(units(words)[0])
        elif "done" in words and not (kind == "retreat" and units(words)):
            hand.pick("done")
        elif hexes(words) and self.done[kind] <= 3:
            hand.take(hexes(words)[-1])
        else:
            hand.pick((hexes(words) or units(words) or words)[-1])


def test_both_sides_play_a_turn(people: People, make: Make) -> None:
    hands = seats(people, make(BOTH, story.set_up()))
    players = {side: Player(hand) for side, hand in hands.items()}
    turn = hands["german"].turn
    expect(turn).to_contain_text("Turn 1 of 9")
    asked = re.compile(r"\bmine\b")
    phases: set[str] = set()
    while turn.inner_text().startswith("Turn 1"):
        waiting = hands["german"].page.locator(".prompt.waiting").all_inner_texts()  # none, when nobody else is asked
        side = "soviet" if "Soviet" in " ".join(waiting) else "german"
        if not asked.search(hands[side].now.get_attribute("class") or ""):
            continue
        phases.add(hands[side].page.locator(".phase").inner_text())
        players[side].play()
    assert phases >= {
        "Air Allocation Phase",
        "German Assault Phase",
        "German Movement Phase",
        "Soviet AT Counterfire Phase",
        "Soviet Assault Phase",
        "Soviet Movement Phase",
    }
    for player in players.values():
        assert player.done["assault"] and player.done["retreat"] and player.done["move"]
    for hand in hands.values():
        for sentence in ("fires at", "Loss check", "retreats", "moves", "Turn 2 begins"):
            expect(hand.log).to_contain_text(sentence)


# -- the log -----------------------------------------------------------------------------------------------------------

FROM_END = "list => list.scrollHeight - list.scrollTop - list.clientHeight"


def test_the_log_shows_its_end_whatever_opens_above_it(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, story.attack()), "german").asked()
    assert german.log.evaluate(FROM_END) < 2
    german.pick("all")
    expect(german.page.locator(".odds .share").first).to_be_visible()
    german.at("S2017")
    assert german.log.evaluate(FROM_END) < 2
    german.click("S2017")
    german.at("S2017")
    assert german.log.evaluate(FROM_END) < 2
