"""The shelf of games in the lobby: boxes with a picture, counters and what one wants to know before choosing."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from games.facts import facts, title
from page.people import People
from stavka import games

TITLES = [title(key) for key in games.GAMES]


@pytest.mark.parametrize("phone", [False, True])
def test_the_boxes_of_all_games_stand_on_the_shelf(people: People, phone: bool) -> None:
    hand = people.come(phone=phone).go()
    for key, manifest in games.GAMES.items():
        box, known = hand.page.locator("label.game-box", has_text=title(key)), facts(key).box
        if known is not None:
            expect(box).to_contain_text(known.period)
        expect(box.get_by_role("img", name=f"{manifest.cover.level} of 5")).to_be_visible()
        assert box.locator("canvas").count() == 2
    hand.painted()
    widths = hand.page.eval_on_selector_all(".game-box img", "all => all.map((each) => each.naturalWidth)")
    assert widths == [360] * len(TITLES), "the width in the page's pixels, whatever the screen has"
    loaded = [
        urlsplit(each).query for each in hand.page.evaluate("[...document.images].map((each) => each.currentSrc)")
    ]
    assert all(f"scale={2 if phone else 1}" in query for query in loaded) and len(loaded) == len(TITLES)


def test_the_first_visit_loads_less_than_400_kb_before_fonts(people: People) -> None:
    """What a table needs is fetched only when somebody begins to choose."""
    hand = people.come()
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}
    devtools = hand.page.context.new_cdp_session(hand.page)
    devtools.send("Network.enable")
    devtools.on("Network.responseReceived", lambda of: names.update({of["requestId"]: of["response"]["url"]}))
    devtools.on("Network.loadingFinished", lambda of: sizes.update({of["requestId"]: of["encodedDataLength"]}))
    hand.go()
    hand.page.wait_for_load_state("networkidle")
    loaded = {names[id_]: size for id_, size in sizes.items() if id_ in names and ".woff2" not in names[id_]}
    assert sum("/cover.png" in name for name in loaded) == len(TITLES), "the visit was measured whole"
    assert sum(loaded.values()) < 400 * 1024
    later = ("TablePage", "/board", "map.svg")
    assert not any(part in name for name in loaded for part in later)
    with hand.page.expect_response("**/TablePage*.js"), hand.page.expect_response("**/map.svg*"):
        hand.page.locator("label.game-box").first.click()


def test_whoever_takes_a_box_down_is_asked_for_its_scenarios_and_finds_it_again(people: People) -> None:
    hand = people.come().go()
    for key in games.GAMES:
        name, box = title(key), facts(key).box
        hand.page.locator("label.game-box", has_text=name).click()
        expect(hand.page.get_by_role("heading", name=name, level=3)).to_be_visible()
        if box is not None:
            expect(hand.page.get_by_role("radio", name=box.scenario).first).to_be_visible()
    hand.page.reload()
    expect(hand.page.get_by_role("heading", name=TITLES[-1], level=3)).to_be_visible()
    expect(hand.page.get_by_role("radio", name=TITLES[-1])).to_be_checked()


def test_boxes_are_chosen_by_keys(people: People) -> None:
    hand = people.come().go()
    hand.page.get_by_role("radio", name=TITLES[0]).first.focus()
    hand.page.keyboard.press("ArrowRight")
    expect(hand.page.get_by_role("heading", name=TITLES[1], level=3)).to_be_visible()
