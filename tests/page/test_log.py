"""The log: headings that fold, and what names a unit or a hex."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from games.luki import story as luki
from page.people import People
from stavka.engine.state import Json

BOTH = {"german": "friend", "soviet": "friend"}
Make = Callable[..., Json]


def test_headings_fold_what_is_below_them(people: People, make: Make) -> None:
    soviet = people.come().sit(make(BOTH, luki.chits().record), "soviet").asked()
    lines = soviet.log.get_by_role("listitem")
    turn = soviet.log.locator("li.begins-turn").first
    expect(turn).to_be_attached()
    assert soviet.log.locator("li.begins-activation").count() > 1
    assert soviet.log.locator("li.begins-combat").count() > 0
    before = lines.count()
    combat = soviet.log.locator("li.begins-combat").first
    combat.get_by_role("button", name="Fold", exact=True).click()
    folded = lines.count()
    assert folded < before
    combat.get_by_role("button", name="Unfold").click()
    expect(lines).to_have_count(before)


def test_the_log_of_a_unit_or_a_hex(people: People, make: Make) -> None:
    soviet = people.come().sit(make(BOTH, luki.turn()), "soviet").asked()
    unit = soviet.log.locator("li .link.unit").first.inner_text()
    lines = soviet.log.get_by_role("listitem")
    before = lines.count()
    soviet.page.get_by_label("Unit or hex").fill(unit)
    expect(lines).not_to_have_count(before)
    assert lines.count() > 0
    for text in lines.all_inner_texts():
        assert unit in text
    soviet.press("Escape")
    expect(lines).to_have_count(before)
