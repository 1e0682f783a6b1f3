"""Moving by hand: units that enter the map."""

from __future__ import annotations

from collections.abc import Callable

from page.inputs import before, turn_named
from page.people import People
from page.test_moving import drag_out, hand_of, place, scene
from stavka.engine.state import Json


def test_several_units_enter_the_map_with_one_drag(people: People, make: Callable[..., Json]) -> None:
    """Three Fuel units of Roads to Moscow took three inputs each; another unit has points left meanwhile."""
    fuel = ("ax.fuel.3", "ax.fuel.4", "ax.fuel.5")
    record = before(turn_named("moscow"), fuel[0])
    hand = people.come().sit(make({"german": "friend", "soviet": "friend"}, record), "german").asked()
    hand.press("0")
    hand.pick("ax.fuel.0", "MT0826")
    assert hand_of(hand)["units"] and hand_of(hand)["ends"]
    drag_out(hand, hand.page.locator(f'[data-grip="{" ".join(fuel)}"]'), "MT1224")
    assert {place(hand, unit) for unit in fuel} == {"MT1224"}
    hand.changed(lambda: hand.press("u"))
    assert not any(scene(hand)["units"][unit].get("hex") for unit in fuel), "one gesture, one undo"
    # one of them
    drag_out(hand, hand.page.locator(f'[data-grip="{fuel[1]}"]'), "MT1224")
    assert place(hand, fuel[1]) == "MT1224" and not scene(hand)["units"][fuel[0]].get("hex")


def test_a_line_that_is_let_go_where_it_was_taken_is_not_clicked(people: People, make: Callable[..., Json]) -> None:
    fuel = ("ax.fuel.3", "ax.fuel.4", "ax.fuel.5")
    record = before(turn_named("moscow"), fuel[0])
    hand = people.come().sit(make({"german": "friend", "soviet": "friend"}, record), "german").asked()
    line = hand.page.locator(f'[data-grip="{fuel[1]}"]')
    line.scroll_into_view_if_needed()
    box, state, mouse = line.bounding_box(), hand.state, hand.page.mouse
    assert box
    x, y = box["x"] + 12, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 60, y, steps=4)
    mouse.move(x + 4, y, steps=4)
    mouse.up()
    hand.page.wait_for_timeout(300)
    assert hand.state == state and not hand_of(hand)["units"]
    # a click is a click
    hand.changed(line.click)
    assert hand_of(hand)["units"] == [fuel[1]]
