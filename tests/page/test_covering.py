"""Nothing covers the front: neither a stack that is laid out, nor a reason, nor the overview."""

from __future__ import annotations

import math
from collections.abc import Callable

from playwright.sync_api import expect

from games.zitadelle import story as kursk
from page.hand import Hand
from page.people import People, hexes, units
from page.story import moving
from page.test_camera import open_list
from stavka.engine.state import Json

BOTH = {"german": "friend", "soviet": "friend"}
TRACES = {"soviet": "friend", "axis": "friend"}
Make = Callable[..., Json]


def stacks(hand: Hand, words: list[str]) -> list[str]:
    """Units that share a hex with another one that can be picked, on the screen with nothing lying on them."""
    places = hand.places(hand.seen(words))
    seen = list(places.values())
    return [word for word, place in places.items() if seen.count(place) > 1]


def test_a_stack_laid_out_covers_nothing_that_can_be_picked(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, kursk.movement()), "german").asked()
    german.press(".", "+", "+", "+")
    open_list(german)
    words = units(german.words())
    free = set(german.seen(words))
    places = german.places(stacks(german, words))
    for x, y in set(places.values()):
        german.page.mouse.click(x, y)
        expect(german.page.locator(".fan.held")).to_be_visible()
        assert set(german.seen(words)) == free, (x, y)
        german.press("Escape")
        expect(german.page.locator(".fan.held")).to_have_count(0)


LEASH = """() => {
    const box = document.querySelector(".map").getBoundingClientRect();
    const [line, ring] = [document.querySelector(".leash line"), document.querySelector(".leash circle")];
    const at = (each, x, y) => [box.left + Number(each.getAttribute(x)), box.top + Number(each.getAttribute(y))];
    return [at(line, "x1", "y1"), at(line, "x2", "y2"), at(ring, "cx", "cy"), Number(ring.getAttribute("r"))];
}"""
"""Both ends of the line from an open stack to the ring around its hex, the ring's middle and its radius."""


def test_a_line_leads_from_an_open_stack_to_its_hex_however_the_map_is_moved(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, kursk.movement()), "german").asked()
    german.press(".", "+", "+", "+")
    open_list(german)
    words = units(german.words())
    stack = stacks(german, words)[0]
    german.click(stack)
    fan = german.page.locator(".fan.held")
    for keys in ([], ["Shift+ArrowLeft"], ["Shift+ArrowUp", "Shift+ArrowUp"], ["-"], ["+", "+"]):
        german.page.locator(".map").focus()
        german.press(*keys)
        place = german.at(stack)
        expect(fan).to_be_visible()
        (x1, y1), end, middle, ring = german.page.evaluate(LEASH)
        box = fan.bounding_box()
        assert box and math.dist(middle, place) < 1 and abs(math.dist(end, middle) - ring) < 1, keys
        assert box["x"] - 1 <= x1 <= box["x"] + box["width"] + 1 and box["y"] - 1 <= y1, keys
        assert y1 <= box["y"] + box["height"] + 9 and ring > 5, keys
        covered = "all => all.filter(([x, y]) => document.elementsFromPoint(x, y).some(each => each.matches('.fan')))"
        assert german.page.evaluate(covered, [list(each) for each in german.places(words).values()]) == [], keys


def test_a_stack_under_the_pointer_swallows_no_click(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, kursk.movement()), "german").asked()
    german.press(".", "+", "+", "+")
    open_list(german)
    stack = stacks(german, units(german.words()))[0]
    german.page.mouse.move(*german.at(stack))
    fan = german.page.locator(".fan")
    expect(fan).to_be_visible()
    box = fan.bounding_box()
    assert box
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert german.page.evaluate("([x, y]) => document.elementFromPoint(x, y).matches('.map')", middle)


def test_a_reason_swallows_no_click(people: People, make: Make) -> None:
    soviet = people.come().sit(make(TRACES, moving()), "soviet").asked()
    soviet.pick("so.hq.sth")
    soviet.look_and_ask("1541")
    free = soviet.seen(hexes(soviet.words()))
    box = soviet.why.bounding_box()
    assert box
    edge = [box["x"] + 3, box["y"] + box["height"] / 2]
    assert soviet.page.evaluate("([x, y]) => document.elementFromPoint(x, y).matches('.map')", edge)
    soviet.why.get_by_role("button", name="Close").click()
    expect(soviet.why).to_have_count(0)
    assert soviet.seen(hexes(soviet.words())) == free


def test_the_overview_covers_no_hex_that_can_be_picked(people: People, make: Make) -> None:
    german = people.come().sit(make(BOTH, kursk.set_up()), "german").asked()
    overview = german.page.locator(".overview")
    expect(overview).to_have_class("overview left-bottom")
    german.pick(next(word for word in german.words() if ".d" in word))
    german.press("/")
    german.page.keyboard.type("n2018")
    german.press("Enter")
    # hexes all over the map can be bombed: one lies where the overview was
    expect(overview).not_to_have_class("overview left-bottom")
    open_list(german)
    covered = "all => all.filter(([x, y]) => document.elementsFromPoint(x, y).some(each => each.matches('.overview')))"
    assert german.page.evaluate(covered, [list(place) for place in german.places(hexes(german.words())).values()]) == []
