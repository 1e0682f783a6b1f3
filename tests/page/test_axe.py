"""Accessibility, checked by axe-core: no violation on any page."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import expect

import stavka
from page.hand import Hand
from page.people import People
from page.story import combat, moving
from stavka.engine.state import Json

AXE = Path(stavka.__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHECK = """async () => {
  const { violations, incomplete } = await axe.run(document, {
    resultTypes: ["violations", "incomplete"],
    selectors: false, // the elements are shown themselves
  });
  // text on a gradient would never be measured
  const unmeasured = incomplete.map((each) => ({ ...each, nodes: each.nodes.filter(({ any }) =>
    any.some(({ data }) => data?.messageKey === "bgGradient")) }));
  return [...violations, ...unmeasured].flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary }) =>
    `${id}: ${help}: ${html.slice(0, 160)}: ${failureSummary.split("\\n")[1]}`));
}"""


@cache
def axe() -> str:
    return AXE.read_text()


def violations(hand: Hand) -> list[str]:
    if not hand.page.evaluate("'axe' in window"):
        hand.page.evaluate(axe())
    found: list[str] = hand.page.evaluate(CHECK)
    return found


def lobby(hand: Hand, _make: Callable[..., Json]) -> None:
    hand.go()
    expect(hand.button("Start", exact=True)).to_be_visible()


def account(hand: Hand, _make: Callable[..., Json]) -> None:
    """A person who is logged in, with everything unfolded."""
    hand.go()
    hand.page.get_by_label("Name").fill(f"axe-{secrets.token_hex(8)}")
    hand.page.get_by_label("Password, at least").fill("marigold tractor 58")
    hand.button("Create an account").click()
    expect(hand.page.get_by_text("Logged in as")).to_be_visible()
    hand.page.locator(".card details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    expect(hand.page.locator(".sessions li")).to_have_count(1)


def table(hand: Hand, make: Callable[..., Json]) -> None:
    hand.sit(make({"soviet": "friend", "axis": "friend"}, moving()), "soviet").asked()


def why_not(hand: Hand, make: Callable[..., Json]) -> None:
    table(hand, make)
    hand.press("0")
    hand.look_and_ask("2021")


def overlays(hand: Hand, make: Callable[..., Json]) -> None:
    table(hand, make)
    hand.press("Shift+Z", "Shift+S")
    expect(hand.page.locator(".legend li").nth(3)).to_be_visible()


def odds(hand: Hand, make: Callable[..., Json]) -> None:
    fight = combat("b")
    hand.sit(make({"soviet": "friend", "axis": "friend"}, fight.record), fight.picks[0][0])
    for _, word in fight.picks:
        if word == "attack":
            break
        hand.asked().pick(word)
    if hand.page.get_by_role("tab", name="Inspect").count():
        hand.page.get_by_role("tab", name="Inspect").click()
    expect(hand.page.locator(".odds .share").first).to_be_visible()


def rule(hand: Hand, make: Callable[..., Json]) -> None:
    table(hand, make)
    hand.now.locator(".rule-link").first.click()
    expect(hand.page.get_by_role("dialog").locator("p").first).not_to_have_text("Loading …")


def keys(hand: Hand, make: Callable[..., Json]) -> None:
    table(hand, make)
    hand.press("?")
    expect(hand.page.get_by_role("dialog", name="Keys")).to_be_visible()


def menu(hand: Hand, make: Callable[..., Json]) -> None:
    table(hand, make)
    hand.button("Menu").click()
    expect(hand.page.get_by_role("dialog", name="Menu")).to_be_visible()


def guide(hand: Hand, make: Callable[..., Json]) -> None:
    """Open the guide section by section; the last one stays open."""
    table(hand, make)
    hand.page.locator(".tools").get_by_role("button", name="Guide").click()
    found = []
    for section in hand.region("Guide").get_by_role("navigation").get_by_role("button").all():
        section.click()
        expect(hand.page.locator(".guide-body h3").first).to_be_visible()
        found += violations(hand)
    assert found == []


def cases() -> Iterator[object]:
    for scene in (lobby, account, table, why_not, odds, guide):
        for name, how in (("light", {}), ("dark", {"dark": True}), ("phone", {"phone": True})):
            yield pytest.param(scene, how, id=f"{scene.__name__}-{name}")
    for scene in (overlays, rule, keys, menu):
        yield pytest.param(scene, {}, id=f"{scene.__name__}-light")
    yield pytest.param(odds, {"dark": True, "phone": True}, id="odds-dark-phone")


@pytest.mark.parametrize(("scene", "how"), list(cases()))
def test_nothing_is_in_the_way_of_anybody(
    people: People, make: Callable[..., Json], scene: Callable[[Hand, Callable[..., Json]], None], how: Json
) -> None:
    hand = people.come(**how)
    scene(hand, make)
    assert violations(hand) == []
