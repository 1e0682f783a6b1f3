"""Every phase of every game at 1440x900: nothing in the dock is cut off, and no scroll bar lies inside another.

The scenes are made in this process, of games played at random, and told to one page by its connection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from page import kursk, luki, moscow, story
from page.hand import PATIENCE, THERE
from page.people import People
from page.walks import Chooser, Walk, anything
from stavka import games
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.scenes.scene import moment

Make = Callable[..., Json]
MOST = 26
"""The number of scenes of a game that are checked."""

WALKS: dict[str, tuple[str, int, Chooser, int]] = {
    "traces": ("race", 3, anything, 2200),
    "zitadelle": ("campaign", 6, kursk.as_in_history, 2600),
    "luki": ("campaign", 1, luki.busily, 2200),
    "moscow": ("mtsensk", 9, moscow.busily, 1600),
}
GAMES = {"traces": story.GAME, "zitadelle": kursk.GAME, "luki": luki.GAME, "moscow": moscow.GAME}

CUT = """() => {
    const faults = [];
    const isScroller = each => /auto|scroll/.test(getComputedStyle(each).overflowY);
    const scrolls = each => isScroller(each) && each.scrollHeight > each.clientHeight + 1;
    const named = each => `${each.className || each.tagName}: ${each.textContent.slice(0, 60)}`;
    const strip = document.querySelector(".strip").getBoundingClientRect();
    for (const each of document.querySelectorAll(".strip .tracks > div:not(.pool-sheet)")) {
        const box = each.getBoundingClientRect();
        if (box.bottom > strip.bottom + 1 || box.right > strip.right + 1) faults.push(`cut off: ${named(each)}`);
    }
    for (const each of document.querySelectorAll(".strip .tracks *"))
        if (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline")
            faults.push(`too wide: ${named(each)}`);
    for (const each of document.querySelectorAll(".page *"))
        if (scrolls(each) && each.closest(".side, .strip") && [...parents(each)].some(scrolls))
            faults.push(`a scroll bar in another: ${named(each)}`);
    function* parents(each) { for (let up = each.parentElement; up; up = up.parentElement) yield up; }
    const now = document.querySelector(".panel.now").getBoundingClientRect();
    const few = document.querySelectorAll(".option").length < 8;
    for (const each of document.querySelectorAll(".now .option:not(.number *)"))
        if (few && each.getBoundingClientRect().bottom > now.bottom + 1)
            faults.push(`button cut off: ${named(each)}`);
    const phase = document.querySelector(".phase");
    if (phase.scrollWidth > phase.clientWidth + 1) faults.push(`phase cut off: ${phase.textContent}`);
    return faults;
}"""


def scenes(game: str) -> Iterator[tuple[str, Json]]:
    """The first scene of each phase and step that a game comes to."""
    scenario, seed, choose, moves = WALKS[game]
    show = games.presenter(game, GAMES[game])
    found: set[tuple[str, str]] = set()
    told: list[tuple[str, Json]] = []

    def look(session: Session[Any]) -> bool:
        for offer in session.offers():
            s = session.state
            key = (s.stack[-1].step, str(offer.seat))
            if key not in found and len(found) < MOST:
                found.add(key)
                sight = GAMES[game].see(s, offer.seat)
                scene = show.scene(sight, moment(session, offer.seat, 1, sight), "en")
                told.append((f"{scene['phase']}, {key[0]}", dict(scene)))
        return len(found) >= MOST or len(session.record.moves) > moves

    Walk(GAMES[game], scenario, seed, choose).go(look)
    yield from told


@pytest.mark.parametrize("game", list(WALKS))
def test_nothing_is_cut_off_in_any_phase(people: People, make: Make, game: str) -> None:
    hand = people.come()
    routes: list[WebSocketRoute] = []

    def join(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    hand.page.route_web_socket("**/api/**", join)
    seats = dict.fromkeys(GAMES[game].sides, "friend")
    hand.sit(make(seats, game=game, scenario=WALKS[game][0], seed="cut"), GAMES[game].sides[0])
    faults = []
    for number, (name, scene) in enumerate(scenes(game), start=1000):
        before = hand.state
        scene["state"] = number
        routes[-1].send(json.dumps({"is": "update", "state": number, "scene": scene}))
        hand.page.evaluate(THERE, [str(before), PATIENCE])
        faults += [f"{name}: {fault}" for fault in hand.page.evaluate(CUT)]
    assert faults == []
