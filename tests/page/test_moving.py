"""Moving by hand: click and drag, stacks and formations, units that stay, all of it by keys too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, expect

from games.zitadelle import story as kursk
from page.hand import Hand
from page.people import People
from page.story import moving, reinforcing
from stavka.engine.state import Json

BOTH = {"soviet": "friend", "axis": "friend"}
KURSK = {"german": "friend", "soviet": "friend"}
Make = Callable[..., Json]


def scene(hand: Hand) -> Json:
    found: Json = hand.readings[-1].scene
    return found


def hand_of(hand: Hand) -> Json:
    found: Json = scene(hand)["offer"]["hand"]
    return found


def place(hand: Hand, unit: str) -> str:
    found: str = scene(hand)["units"][unit]["hex"]
    return found


def drag(hand: Hand, start: str, *way: str) -> Hand:
    """Drag what is in a hex along a way; the drop is waited for."""
    (x, y), *places = hand.places([start, *way]).values()
    mouse = hand.page.mouse

    def act() -> None:
        mouse.move(x, y)
        mouse.down()
        for x2, y2 in places:
            mouse.move(x2, y2, steps=4)
        mouse.up()

    return hand.changed(act)


def test_a_click_on_another_unit_takes_it_and_the_first_has_not_moved(people: People, make: Make) -> None:
    """In Traces of War the first one was counted as moved."""
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    hand.changed(lambda: hand.click("so.55rc"))
    hand.changed(lambda: hand.click("so.54rc"))
    assert hand_of(hand)["units"] == ["so.54rc"] and "so.55rc" in hand_of(hand)["others"]
    hand.changed(lambda: hand.press("Escape"))
    assert hand_of(hand)["units"] == [] and "so.55rc" in hand.words()
    # on itself, too
    hand.changed(lambda: hand.click("so.55rc")).changed(lambda: hand.click("so.55rc"))
    assert hand_of(hand)["units"] == []


def test_ground_out_of_reach_says_why_and_the_unit_stays_in_hand(people: People, make: Make) -> None:
    """The click put the unit down: the next one moved nothing, and undo took back the choice before it."""
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    hand.changed(lambda: hand.click("so.55rc"))
    state, reach = hand.state, hand.words()
    free = [hex_ for hex_ in ("1639", "1738", "0944") if hex_ not in reach]
    hand.click(hand.seen(free)[0])
    expect(hand.page.locator(".quiet-why")).to_contain_text("Too far: 5 MP left.")
    assert hand.state == state and hand_of(hand)["units"] == ["so.55rc"] and hand.words() == reach


def test_undo_takes_up_again_what_was_put_down(people: People, make: Make) -> None:
    """It took back the choice before it, which nobody had meant."""
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    hand.changed(lambda: hand.click("so.55rc"))
    for put_down in (partial(hand.press, "Escape"), partial(hand.click, "so.55rc")):
        hand.changed(put_down)
        assert hand_of(hand)["units"] == []
        hand.changed(lambda: hand.press("u"))
        assert hand_of(hand)["units"] == ["so.55rc"]
    hand.changed(lambda: hand.press("u"))
    assert hand_of(hand)["units"] == [] and "so.54rc" in hand_of(hand)["others"]


def test_a_unit_with_points_left_is_not_driven_onto_a_friend(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    hand.changed(lambda: hand.click("so.4gcc"))
    near = next(hex_ for hex_ in hand.words() if hex_.isdigit() and hex_ in ("0943", "1042", "1043", "0843"))
    hand.changed(lambda: hand.click(near))
    assert hand_of(hand)["units"] == ["so.4gcc"] and hand_of(hand)["ends"]
    friend = next(unit for unit in hand_of(hand)["others"] if place(hand, unit) in hand.words())
    x, y = hand.at(friend)
    hand.page.mouse.move(x, y)
    expect(hand.page.locator(".map-hint")).to_contain_text("This ends the move of")
    hand.changed(lambda: hand.click(friend))
    assert place(hand, "so.4gcc") == near and hand_of(hand)["units"] == [friend]
    # one undo takes back both the stop of the first and the taking of the other
    hand.changed(lambda: hand.press("u"))
    assert hand_of(hand)["units"] == ["so.4gcc"]
    # onto the friend's hex: another gesture
    there = place(hand, friend)
    hand.changed(lambda: hand.page.mouse.click(*hand.at(friend), button="right"))
    assert place(hand, "so.4gcc") == there


def test_a_stack_is_dragged_with_one_gesture_and_comes_back_with_one_undo(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    assert place(hand, "so.2gmc") == place(hand, "so.4gmc") == "1243"
    drag(hand, "1243", "1344")
    assert place(hand, "so.2gmc") == place(hand, "so.4gmc") == "1344"
    hand.changed(lambda: hand.press("u"))
    assert place(hand, "so.2gmc") == place(hand, "so.4gmc") == "1243"


def test_a_drag_takes_the_others_where_the_one_that_has_moved_cannot_go(people: People, make: Make) -> None:
    """The unit that had just come there was dragged instead, could not go, and nothing moved."""
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    drag(hand, "0941", "0942")
    assert hand_of(hand)["units"] == ["so.44a"] and hand_of(hand)["ends"]
    assert place(hand, "so.4gcc") == "0942" and "1144" not in hand.words()
    drag(hand, "0942", "1144")
    assert (place(hand, "so.44a"), place(hand, "so.4gcc")) == ("0942", "1144")


def test_one_unit_of_a_stack_is_dragged_alone_with_the_control_key(people: People, make: Make) -> None:
    """It took a click on the stack, and a drag out of the stack as it lay there."""
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    mouse, stack = hand.page.mouse, ("so.2gmc", "so.4gmc")
    for unit, other in (stack, stack[::-1]):
        hand.at(unit)
        x, y = hand.page.evaluate("name => window.stavka.alone(name)", unit)
        mouse.move(x, y)
        expect(hand.page.locator(f'.fan:not(.held) .aim[data-unit="{unit}"]')).to_be_visible()
        expect(hand.page.locator(".map-hint")).to_contain_text("alone")
        (x2, y2) = hand.at("1344")
        hand.page.keyboard.down("Control")

        def act(start: tuple[float, float] = (x, y), end: tuple[float, float] = (x2, y2)) -> None:
            mouse.move(*start)
            mouse.down()
            mouse.move(*end, steps=4)
            mouse.up()

        hand.changed(act)
        hand.page.keyboard.up("Control")
        assert (place(hand, unit), place(hand, other)) == ("1344", "1243")
        hand.changed(lambda: hand.press("u"))
        assert place(hand, unit) == "1243"
    # a click takes it
    for unit in stack:
        place_of = hand.page.evaluate("name => window.stavka.alone(name)", unit)
        hand.page.keyboard.down("Control")
        hand.changed(partial(mouse.click, *place_of))
        hand.page.keyboard.up("Control")
        assert hand_of(hand)["units"] == [unit]
        hand.changed(lambda: hand.press("Escape"))


def test_the_way_of_a_drag_is_taken_among_equally_cheap_ones(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    ways = set()
    for by in ("1343", "1244"):
        hand.changed(lambda: hand.press("n"))
        while hand_of(hand)["units"] != ["so.2gmc"]:
            hand.changed(lambda: hand.press("n"))
        drag(hand, "1243", by, "1344")
        ways.add(hand.lines()[-1])
        hand.changed(lambda: hand.press("u"))
    assert len(ways) == 2, ways


def test_shift_click_selects_several_and_a_click_sends_them(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    for unit in ("so.2gmc", "so.4gcc"):
        hand.page.keyboard.down("Shift")
        hand.click(unit)
        hand.page.keyboard.up("Shift")
    expect(hand.now).to_contain_text("3 units selected")
    hand.page.mouse.move(*hand.at("1144"))
    expect(hand.page.locator(".map-hint")).to_contain_text("3 units move, 2 MP for the slowest")
    before = hand.state
    hand.changed(lambda: hand.click("1144"))
    assert [place(hand, unit) for unit in ("so.2gmc", "so.4gmc")] == ["1144", "1144"]
    assert hand.state == before + 1, "one change"


def test_a_unit_that_stays_is_passed_over(people: People, make: Make) -> None:
    hand = people.come().sit(make(BOTH, moving()), "soviet").asked()
    hand.changed(lambda: hand.press("n"))
    (first,) = hand_of(hand)["units"]
    hand.changed(lambda: hand.press("h"))
    seen = []
    for _ in range(len(hand_of(hand)["others"]) + 1):
        hand.changed(lambda: hand.press("n"))
        seen += hand_of(hand)["units"]
    assert first not in seen and len(set(seen)) == len(seen) - 2
    expect(hand.button("Stay: South")).to_have_count(0)  # in hand: the list of formations is away
    hand.changed(lambda: hand.press("Escape"))
    hand.button("Stay: South", exact=True).click()
    expect(hand.now).to_contain_text("0 to move")


def test_a_corps_of_zitadelle_is_selected_and_sent_by_keys(people: People, make: Make) -> None:
    hand = people.come().sit(make(KURSK, kursk.movement()), "german").asked()
    hand.changed(lambda: hand.press("n"))
    hand.press("q", "q", "q")
    expect(hand.now).to_contain_text("units selected")
    hand.press("Escape")
    select = hand.button("Select: II SS PzK", exact=True)
    select.click()
    expect(select).to_have_attribute("aria-pressed", "true")


def test_a_finger_that_lies_still_takes_hold_of_a_stack(people: People, make: Make) -> None:
    hand = people.come(phone=True).sit(make(BOTH, moving()), "soviet").asked()
    hand.press("Home")
    (x, y), (x2, y2) = hand.places(["1243", "1344"]).values()
    touch = hand.page.context.new_cdp_session(hand.page)

    def finger(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def act() -> None:
        finger("touchStart", x, y)
        expect(hand.page.locator(".map")).to_have_attribute("data-dragging", "")
        finger("touchMove", (x + x2) / 2, (y + y2) / 2)
        finger("touchMove", x2, y2)
        finger("touchEnd")

    hand.changed(act)
    assert place(hand, "so.2gmc") == place(hand, "so.4gmc") == "1344"


def drag_out(hand: Hand, line: Locator, end: str) -> Hand:
    """Drag a line of a list onto a hex."""
    box, (x, y) = line.bounding_box(), hand.at(end)
    assert box

    def act() -> None:
        hand.page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2)
        hand.page.mouse.down()
        hand.page.mouse.move(x, y, steps=6)
        hand.page.mouse.up()

    return hand.changed(act)


def test_a_reinforcement_is_dragged_to_its_hex(people: People, make: Make) -> None:
    """It was chosen in the list, then the hex was."""
    hand = people.come().sit(make(BOTH, reinforcing()), "soviet").asked()
    hand.press("0")
    unit, other = scene(hand)["offer"]["hand"]["others"][:2]
    hand.changed(lambda: hand.pick(unit))
    there = hand.seen([word for word in hand.words() if word.isdigit()])[0]
    hand.changed(lambda: hand.press("Escape"))
    drag_out(hand, hand.page.locator(f'button[data-pick="{unit}"]'), there)
    assert place(hand, unit) == there and other in hand.words()
