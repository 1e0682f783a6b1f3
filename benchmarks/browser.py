"""How fast the page is, in the system's Chromium on the real server: `make page-figures`.

First paint: from the navigation to the first contentful paint, and to the frame in which the whole table is on the
screen: full map, all counters, what is asked. Click to answer: from the pointer going down on a pick to the frame that
shows its scene. Each is the median of some runs, each run in a new browser context (empty cache), the server warm.
The load of the machine is printed beside, since it decides what the figures are worth."""

from __future__ import annotations

import os
import statistics
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, expect

import stavka
from page.hand import Hand, lazily
from page.people import People, chromium, make_table, serve
from page.story import moving
from server.process import Server

RUNS, CLICKS = 3, 20
WEB = Path(stavka.__file__).parents[2] / "web"
PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null"""
WATCH = """() => {
  window.times = [];
  const table = document.querySelector("[data-table]");
  let down = 0;
  addEventListener("pointerdown", () => { down = performance.now(); }, true);
  new MutationObserver(() => {
    const from = down;
    // two frames on, the one with the new scene has been painted
    requestAnimationFrame(() => requestAnimationFrame(() => window.times.push(performance.now() - from)));
  }).observe(table, { attributes: true, attributeFilter: ["data-state"] });
}"""
"""Measures the time from pressing the pointer to the painted frame after the scene has changed."""


def paints(browser: Browser, server: Server, route: str, ready: str) -> tuple[list[float], list[float]]:
    """The first contentful paint, and the time when everything is there, in milliseconds."""
    first, whole = [], []
    for _ in range(RUNS):
        people = People(browser, server.address)
        with people.stack:
            hand = people.come()
            hand.go(route)
            expect(hand.page.locator(ready).first).to_be_visible()
            whole.append(float(hand.page.evaluate("performance.now()")))
            first.append(float(hand.page.evaluate(PAINT)))
    return first, whole


def clicks(hand: Hand) -> list[float]:
    """Pick a unit and take it back, again and again, then end segments: each makes a new scene of the full map."""
    hand.page.evaluate(WATCH)
    unit = next(word for word in hand.words() if word.startswith("so.") and ".hq." not in word)
    for _ in range(CLICKS // 2):
        hand.pick(unit)
        hand.changed(hand.now.get_by_role("button", name="Undo").click)
    hand.pick(lazily(hand.words()))
    times: list[float] = hand.page.evaluate("window.times")
    return times


def bundle() -> str:
    """The size of what a browser loads, gzipped; the build of the page measures and limits it."""
    told = subprocess.run(["node", "scripts/size.mjs"], cwd=WEB, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()[-1]


def said(name: str, times: list[float]) -> None:
    print(f"{name:34} {statistics.median(times):7.0f} ms   {min(times):.0f} to {max(times):.0f}, {len(times)} runs")


def main() -> None:
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with TemporaryDirectory() as data, chromium() as browser:
        server = serve(Path(data))
        try:
            made = make_table(server, {"soviet": "me", "axis": "friend"}, moving())
            server.text("games/traces/map.svg?lang=en&theme=light")
            first, whole = paints(browser, server, "", "form .primary")
            said("lobby: first contentful paint", first)
            said("lobby: can be used", whole)
            table = f"table/{made['table']}?key={made['keys']['soviet']}"
            first, whole = paints(browser, server, table, ".map[data-printed=sharp], .map[data-printed=whole]")
            said("table: first contentful paint", first)
            said("table: map, counters, what is asked", whole)
            people = People(browser, server.address)
            with people.stack:
                said("click to answer", clicks(people.come().sit(made, "soviet").asked().painted()))
        finally:
            server.kill()
    print(f"bundle: {bundle()}")
    print(f"load after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
