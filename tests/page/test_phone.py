"""A telephone, 390 by 844, by touch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from page.hand import Hand
from page.people import People
from page.story import combat, finished, moving
from stavka import games
from stavka.engine.state import Json

Make = Callable[..., Json]
FINGER = 44
"""Pixels that a finger needs."""


def tap(hand: Hand, name: str) -> None:
    hand.page.touchscreen.tap(*hand.at(name))


def small(buttons: Locator) -> list[str]:
    """Controls that are too small for a finger."""
    found: list[str] = buttons.evaluate_all(
        """(all, least) => all.filter(each => each.checkVisibility({ visibilityProperty: true }))
          .map(each => [each, each.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < least || box.height < least))
          .map(([each, box]) => `${each.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)""",
        FINGER,
    )
    return found


def in_the_way(parts: Locator) -> list[str]:
    """Parts that are cut off, lie beyond the screen, or have something lying on their middle."""
    found: list[str] = parts.evaluate_all(
        """all => all.filter(each => each.checkVisibility({ visibilityProperty: true })).filter(each => {
            const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
            if (!width || each.matches(".sr-only")) return false;
            const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline"
                || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
                || !(each.contains(above) || above?.contains(each));
        }).map(each => each.outerHTML.slice(0, 120))"""
    )
    return found


@pytest.mark.parametrize("lang", ["en", "es", "fr"])
def test_the_header_says_everything_and_leaves_the_map_its_room(people: People, make: Make, lang: str) -> None:
    for game, facts in games.GAMES.items():
        made = make(dict.fromkeys(facts.sides, "friend"), game=game, scenario=games.about(game)["scenarios"][0]["key"])
        hand = people.come(lang, phone=True).sit(made, facts.sides[0])
        header = hand.page.get_by_role("banner")
        expect(header.locator(".present li").first).to_be_visible()
        assert in_the_way(header.locator(".turn b, .turn span, .phase, .present, button")) == [], game
        assert small(header.locator("button")) == []
        box = header.bounding_box()
        assert box and box["height"] <= 844 / 8, game
        expect(header.get_by_role("heading", level=1)).to_be_attached()
        hand.page.context.close()


def test_a_film_has_the_map_and_every_control_in_reach(people: People, make: Make) -> None:
    hand = people.come(phone=True).sit(make({"soviet": "friend", "axis": "friend"}, moving()), "soviet").asked()
    hand.page.get_by_role("tab", name="Log").tap()
    again = hand.button("Show what happened")
    assert small(again) == [] and in_the_way(hand.page.locator(".log > h2 > *")) == []
    again.tap()
    film = hand.page.locator(".film")
    expect(film).to_be_visible()
    hand.button("Pause").tap()
    for _ in range(3):  # captions of different lengths do not move the controls
        assert small(film.locator("button, select")) == []
        assert in_the_way(film.locator("button, select, p, progress")) == []
        bar = film.bounding_box()
        assert bar and bar["y"] > 844 * 0.7
        hand.button("Next", exact=True).tap()
    expect(hand.page.get_by_role("tab", name="Log")).to_be_hidden()
    film.get_by_role("button", name="Skip").tap()
    expect(film).to_have_count(0)
    expect(hand.region("Log")).to_be_visible()


def test_the_end_and_a_replay_have_controls_for_thumbs_and_leave_the_map_its_room(people: People, make: Make) -> None:
    made = make({"soviet": "friend", "axis": "friend"}, finished())
    hand = people.come(phone=True)
    hand.go(f"replay/{made['table']}").settle()
    replay = hand.page.locator(".replay")
    expect(replay.get_by_role("button", name="Luck of the dice")).to_be_attached()
    assert small(replay.locator("button, select, a.button")) == []
    assert in_the_way(replay.locator("> button, > .count, > label, .scrub")) == []
    boxes = [hand.page.locator(part).bounding_box() for part in (".desk", ".bottom-sheet", ".replay")]
    heights = [box["height"] for box in boxes if box]
    assert heights[0] > 844 / 2 and heights[2] < 844 / 5, heights
    last = replay.get_by_role("button", name="Back to the table")
    last.scroll_into_view_if_needed()
    assert in_the_way(last) == []
    last.tap()
    hand.page.locator(".ending-button").tap()
    expect(hand.page.locator(".ending .luck")).to_be_visible()
    assert small(hand.page.locator(".ending button, .ending .button")) == []


def test_a_set_up_is_named_once(people: People, make: Make) -> None:
    made = make({"soviet": "friend", "axis": "friend"}, finished())
    hand = people.come()
    hand.go(f"replay/{made['table']}").settle()
    header = hand.page.get_by_role("banner")
    expect(header.locator(".phase")).to_have_text("Security Divisions")
    expect(header.locator(".turn")).to_have_text("Set-up")


def test_a_list_of_units_scrolls_with_its_sheet_and_not_in_itself(people: People, make: Make) -> None:
    hand = people.come(phone=True).sit(make({"soviet": "friend", "axis": "friend"}, moving()), "soviet").asked()
    lists = hand.now.locator(".picks ul")
    assert lists.evaluate_all("all => all.map(each => each.scrollHeight - each.clientHeight)") == [0] * lists.count()
    last = lists.last.get_by_role("button").last
    last.scroll_into_view_if_needed()
    assert in_the_way(last) == [] and small(lists.get_by_role("button")) == []


def test_a_unit_is_moved_by_touch(people: People, make: Make) -> None:
    hand = people.come(phone=True)
    table = make({"soviet": "friend", "axis": "friend"}, moving())
    hand.sit(table, "soviet").asked()
    assert hand.page.evaluate("document.documentElement.scrollWidth") == 390
    told = hand.words()
    unit = next(word for word in told if word.startswith("so."))
    state = hand.state
    tap(hand, unit)
    fan = hand.page.locator(".fan")
    if hand.state == state and fan.count():
        fan.get_by_role("button").first.tap()
    expect(hand.table).not_to_have_attribute("data-state", str(state))
    hand.changed(hand.page.get_by_role("banner").get_by_role("button", name="Undo").tap)
    hand.changed(hand.offered(unit).tap)
    hex_ = hand.words()[-1]
    hand.changed(hand.offered(hex_).tap)


def test_panels_are_behind_tabs_and_everything_is_big_enough_for_a_finger(people: People, make: Make) -> None:
    fight = combat("b")
    table = make({"soviet": "friend", "axis": "friend"}, fight.record)
    side = fight.picks[0][0]
    hand = people.come(phone=True).sit(table, side).asked()
    for tab, region in (("Inspect", "Inspect"), ("Log", "Log"), ("Tracks", "Tracks and boxes"), ("Chat", "Chat")):
        hand.page.get_by_role("tab", name=tab).tap()
        expect(hand.region(region)).to_be_visible()
        assert small(hand.page.locator("nav button, .tools button, .map-tools button, .overlay-bar button")) == []
    supply = hand.page.get_by_role("button", name="Supply", exact=True)
    expect(supply).to_be_hidden()
    hand.page.get_by_role("button", name="Overlays").tap()
    assert small(hand.page.locator(".overlay-bar button")) == []
    supply.tap()
    hand.page.get_by_role("button", name="Overlays").tap()
    expect(supply).to_have_attribute("aria-pressed", "true")  # the overlay on the map stays in sight
    expect(supply).to_be_visible()
    supply.tap()
    expect(supply).to_be_hidden()
    hand.page.get_by_role("tab", name="Now").tap()
    assert small(hand.now.locator("button:not(.rule-link)")) == []

    # the odds of the attack stand with the question, and then the dice with what they have brought
    words = [word for _, word in fight.picks]
    rolled = words.index("attack") + 1
    for word in words[: rolled - 1]:
        hand.changed(hand.offered(word).tap)
    expect(hand.now.locator(".odds")).to_contain_text(f"Attack on {fight.picks[0][1]}")
    expect(hand.page.locator(".phase")).to_be_in_viewport()
    scene = hand.scenes()[-1]
    assert hand.page.locator(".phase").inner_text() == scene["phase"]
    for word in words[rolled - 1 : rolled + 1]:  # the attack, and no air support for it
        hand.offered(word).tap()
    expect(hand.now.locator(".thrown .die").first).to_be_in_viewport()


@pytest.mark.parametrize("lang", ["en", "es", "fr"])
@pytest.mark.parametrize("fonts", [True, False])
def test_the_lobby_fits(people: People, lang: str, fonts: bool) -> None:
    """Also before the page's fonts have come, and without them: the system's are wider."""
    hand = people.come(lang, phone=True)
    hand.go()
    if not fonts:
        hand.page.evaluate(
            """() => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync("* { font-family: sans-serif !important; }");
                document.adoptedStyleSheets.push(sheet);
            }"""
        )
    expect(hand.page.locator("button.primary.big")).to_be_visible()
    assert hand.page.evaluate("document.fonts.ready.then(() => document.documentElement.scrollWidth)") == 390
    assert small(hand.page.locator("button, select, input:not([type=radio], [type=checkbox], .sr-only)")) == []
    boxes = hand.page.locator(".game-box")
    boxes.last.scroll_into_view_if_needed()
    assert in_the_way(boxes.locator(".spine b, .facts > span, .picture")) == []
    widths = hand.page.locator(".agents dt, .agents dd").evaluate_all("all => all.map(each => each.clientWidth)")
    assert widths and min(widths) > 280, "what a level does is not squeezed into a column"
