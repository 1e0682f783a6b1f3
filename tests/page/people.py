"""A real server with the built page, the system's Chromium, and people at it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from page.hand import PHONE, WIDE, Hand
from server.process import Server
from stavka.engine.state import Json
from stavka.server.settings import Settings

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there: the shell is the same engine without the windows of a browser, and takes three quarters of
the time."""
QUICK = {"STAVKA_LIMIT_FACTOR": "1000", "STAVKA_PACE": "0"}


def serve(folder: Path, kind: type[Server] = Server) -> Server:
    settings = Settings(folder)
    assert (settings.web_folder / "index.html").is_file(), "the page has not been built: make web-test"
    return kind(settings, folder / "log", **QUICK)


@contextmanager
def chromium() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "this needs Chromium: make chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


UNPRINTED = """(() => {
    const real = window.fetch;
    window.fetch = async (...asked) => {
        const answer = await real(...asked);
        if (!answer.ok || !new URL(answer.url).pathname.endsWith("/map.svg")) return answer;
        const svg = await answer.text();
        return new Response(`${svg.slice(0, svg.indexOf(">", svg.indexOf("<svg")) + 1)}</svg>`, answer);
    };
})()"""
"""Empties the picture of the map, and leaves its size. Printing maps took a fifth of the time of the page's tests."""


def make_table(server: Server, seats: Json, record: str = "", **more: Any) -> Json:
    """Make a table by the interface: a new game, or a record to go on with."""
    if record:
        table: Json = server.get("records", {"record": record, "seats": seats, **more})
    else:
        table = server.get("tables", {"game": "traces", "scenario": "race", "seats": seats, **more})
    return table


class Shot(NamedTuple):
    """A picture of the page: its name, what somebody does before it is taken, and how he has come (`People.come`)."""

    name: str
    go: Callable[[Hand], None]
    how: dict[str, Any]


class People:
    """Browsers of different people; whatever goes wrong in a page is noted. Their maps are printed, or plain paper."""

    def __init__(self, browser: Browser, home: str, printed: bool = True) -> None:
        self.browser, self.home, self.printed = browser, home, printed
        self.stack = ExitStack()
        self.faults: list[str] = []

    def come(
        self,
        lang: str = "en",
        dark: bool = False,
        phone: bool = False,
        home: str = "",
        printed: bool | None = None,
        **more: Any,
    ) -> Hand:
        """A person with their own browser, without animations unless these are asked for."""
        width, height = PHONE if phone else WIDE
        settings: dict[str, Any] = {
            "viewport": {"width": width, "height": height},
            "locale": lang,
            "color_scheme": "dark" if dark else "light",
            "reduced_motion": "reduce",
            "has_touch": phone,
            "is_mobile": phone,
            "device_scale_factor": 2 if phone else 1,
        }
        context: BrowserContext = self.browser.new_context(**(settings | more))
        self.stack.callback(context.close)
        if not (self.printed if printed is None else printed):
            context.add_init_script(UNPRINTED)
        page: Page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        return Hand(page, home or self.home)

    def forgive(self, text: str) -> None:
        """Forgive faults that a test has caused on purpose."""
        self.faults = [fault for fault in self.faults if text not in fault]


def seats(people: People, made: Json) -> dict[str, Hand]:
    """A person at each seat of a table, each with their own browser."""
    return {side: people.come().sit(made, side) for side in ("german", "soviet")}


def hexes(words: list[str]) -> list[str]:
    """The hexes among the picks, of any sheet."""
    return [word for word in words if re.fullmatch(r"[A-Z]*\d{4}", word)]


def units(words: list[str]) -> list[str]:
    return [word for word in words if "." in word]
