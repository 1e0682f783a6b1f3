"""A person at a browser: looks for things by their role and name, clicks and types as a person does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect

from server.reading import Reading
from stavka.engine.state import Json

WIDE, PHONE = (1440, 900), (390, 844)
PATIENCE = 120_000
"""Milliseconds after which something counts as missing: far more than it ever needs, so that a busy machine does not
cause a failure."""

STILL = 4
"""Frames without a movement after which the map has come to rest: what a click or a key starts begins in the next."""
STAYS = 30
"""The patience of a test whether the map stays where it is."""

AT_REST = """async ([names, frames]) => {
    const frame = () => new Promise(requestAnimationFrame);
    const look = () => names.map(window.stavka.screen);
    let [last, still] = [look(), 0];
    while (still < frames) {
        await frame();
        const now = look();
        still = String(now) === String(last) ? still + 1 : 0;
        last = now;
    }
    return last;
}"""

DOUBTED = "doubted"
SECOND = 500
"""Milliseconds after which a second click is no double click, which confirms nothing."""
THERE = """async ([before, patience, sure]) => {
    const until = performance.now() + patience;
    while (performance.now() < until) {
        const table = document.querySelector("[data-table][data-state]");
        const isNext = table?.dataset.state !== before && table?.ariaBusy === "false";
        if (before && !sure && document.querySelector("[data-confirm]")) return "doubted";
        if (table && (before ? isNext : !document.querySelector(".map-loading"))) return;
        await new Promise(requestAnimationFrame);
    }
    throw new Error(before ? `state ${before} stays on the screen` : "the table does not come");
}"""
"""Looks in every frame. Playwright's `expect` looks again after a tenth of a second, then a quarter, then a half."""

expect.set_options(timeout=PATIENCE)


class Hand:
    def __init__(self, page: Page, home: str) -> None:
        self.page, self.home = page, home
        self.heard: list[Json] = []
        """Every message that the server has sent to this page."""
        self.readings: list[Reading] = []
        """The messages that each connection has received with them."""
        page.set_default_timeout(PATIENCE)
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        reading = Reading()
        self.readings.append(reading)

        def hear(frame: str | bytes) -> None:
            self.heard.append(json.loads(frame))
            reading.read(self.heard[-1])

        socket.on("framereceived", hear)

    # -- going --------------------------------------------------------------------------------------------------------

    def go(self, route: str = "") -> Hand:
        """Go to a page of ours: the lobby, `table/ID?key=KEY`, `replay/ID`."""
        self.page.goto(f"{self.home}#/{route}")
        return self

    def sit(self, made: Any, side: str | None = None) -> Hand:
        """Sit down at a table, in a seat or as an onlooker, and wait for the scene and the map."""
        link = ""
        if side:
            link = f"?key={made['keys'][side]}" if side in made["keys"] else f"?invitation={made['invitations'][side]}"
        self.go(f"table/{made['table']}{link}")
        return self.settle()

    def settle(self) -> Hand:
        self.page.evaluate(THERE, ["", PATIENCE])
        return self

    def painted(self) -> Hand:
        """Wait until pictures are there, and the map, where there is one, is printed sharp."""
        self.page.eval_on_selector_all("img", "all => Promise.all(all.map((each) => each.decode()))")
        printed = self.page.locator(".map")
        if printed.count():
            expect(printed).to_have_attribute("data-printed", "whole")
        return self

    # -- what is there ------------------------------------------------------------------------------------------------

    def button(self, name: str, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def region(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    @property
    def table(self) -> Locator:
        return self.page.locator("[data-table]")

    @property
    def now(self) -> Locator:
        return self.page.locator(".panel.now")

    @property
    def turn(self) -> Locator:
        """The turn and the phase in the bar above the map."""
        return self.page.get_by_role("banner").locator(".turn")

    @property
    def prompt(self) -> Locator:
        """The question; on a phone the card of the latest events is below it, which is also a status."""
        return self.now.get_by_role("status").and_(self.page.locator(".prompt-line"))

    @property
    def log(self) -> Locator:
        return self.page.locator(".log ol")

    @property
    def why(self) -> Locator:
        return self.page.get_by_role("alert")

    @property
    def state(self) -> int:
        """The number of the state that is on the screen."""
        return int(self.table.get_attribute("data-state") or -1)

    def offered(self, word: str) -> Locator:
        """The button of a pick."""
        return self.now.get_by_role("button").and_(self.page.locator(f'[data-pick="{word}"]'))

    def words(self) -> list[str]:
        """Everything that can be picked now, in the words of the buttons."""
        found: list[str] = self.now.locator("[data-pick]").evaluate_all("all => all.map(each => each.dataset.pick)")
        return found

    def scenes(self) -> list[Json]:
        """Every scene that this page has been told."""
        return [scene for reading in self.readings for scene in reading.scenes]

    def asked(self) -> Hand:
        """Wait until this seat has to decide; a film of what led to it is skipped."""
        film = self.page.locator(".film")
        expect(film.or_(self.page.locator(".now.mine"))).to_be_visible()
        if film.count():
            self.press("Space")
        expect(self.now).to_have_class(re.compile(r"\bmine\b"))
        return self

    # -- doing --------------------------------------------------------------------------------------------------------

    def changed(self, act: Callable[[], object]) -> Hand:
        """Do something, and wait until its scene is on the screen. Where a unit or a hex would end the phase, the page
        asks for confirmation, and it is done twice."""
        before = self.state
        act()
        if self.page.evaluate(THERE, [str(before), PATIENCE]) == DOUBTED:
            self.page.wait_for_timeout(SECOND)
            act()
            self.page.evaluate(THERE, [str(before), PATIENCE, "sure"])
        return self

    def pick(self, *words: str) -> Hand:
        for word in words:
            self.sure(word, self.offered(word).click)
        return self

    def sure(self, word: str, act: Callable[[], object]) -> Hand:
        """Pick a word by `act`; do it twice where the page asks for confirmation."""
        if self.offered(word).get_attribute("data-sure") is not None:
            act()
            expect(self.offered(word)).to_have_class(re.compile(r"\bsure\b"))
        return self.changed(act)

    def press(self, *keys: str) -> Hand:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def at(self, name: str, still: int = STILL) -> tuple[float, float]:
        """The place of a hex, or of the hex of a unit, on the screen when the map has come to rest."""
        return self.places([name], still)[name]

    def places(self, names: Iterable[str], still: int = STILL) -> dict[str, tuple[float, float]]:
        """The places of hexes, or of the hexes of units, on the screen when the map has come to rest."""
        words = list(names)
        found: list[tuple[float, float]] = self.page.evaluate(AT_REST, [words, still])
        return {word: (x, y) for word, (x, y) in zip(words, found, strict=True)}

    def shows(self, name: str, still: int = STILL) -> bool:
        """Whether a hex, or the hex of a unit, is on the screen, and nothing lies on it."""
        return name in self.seen([name], still)

    def seen(self, names: Iterable[str], still: int = STILL) -> list[str]:
        """Those of some hexes and units that are on the screen with nothing covering them."""
        places = self.places(names, still)
        bare: list[bool] = self.page.evaluate(
            "all => all.map(([x, y]) => Boolean(document.elementFromPoint(x, y)?.matches('.map')))",
            [list(place) for place in places.values()],
        )
        return [name for name, is_bare in zip(places, bare, strict=True) if is_bare]

    def click(self, name: str) -> Hand:
        """Click on a hex of the map, or on the hex of a unit."""
        self.page.mouse.click(*self.at(name))
        return self

    def look_and_ask(self, name: str) -> Hand:
        """Look at a hex that cannot be picked: the inspector says why in a line; the whole of it is a click away."""
        self.click(name)
        quiet = self.page.locator(".quiet-why")
        expect(quiet.locator(".rule-link")).to_be_visible()
        expect(self.why).to_have_count(0)
        quiet.locator("button.text").click()
        expect(self.why).to_be_visible()
        return self

    def take(self, word: str) -> Hand:
        """Pick a hex on the map, or a unit there, from its stack if it is not alone; look for it if it is out of view,
        and take its button if it is not on the map."""
        if not self.shows(word):
            self.press("Home")
        if not self.shows(word):
            return self.pick(word)

        def act() -> None:
            self.click(word)
            fan = self.page.locator(".fan.held")
            if "." in word and fan.count():
                fan.get_by_role("button").and_(self.page.locator(".can")).first.click()

        return self.changed(act)

    def lines(self) -> list[str]:
        """The log, sentence by sentence, without the numbers of the rules."""
        return [" ".join(line.split()) for line in self.log.get_by_role("listitem").all_inner_texts()]


def lazily(words: Iterable[str]) -> str:
    """The pick of a player in a hurry: to decline, or else the first thing that is offered."""
    offered = list(words)
    rest = [word for word in ("done", "pass", "stop", "no-air-support") if word in offered]
    return (rest or offered)[0]
