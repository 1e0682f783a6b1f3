"""Every phase of every game at 1440x900: nothing in the dock is cut off, and no scroll bar lies inside another.

The scenes are made in this process, of games played at random, and told to one page by its connection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from games.facts import beside
from page.hand import PATIENCE, THERE
from page.people import People
from page.walks import Stroll, Walk
from stavka import games
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.scenes.scene import moment

Make = Callable[..., Json]
MOST = 26
"""The number of scenes of a game that are checked."""


def stroll(key: str) -> Stroll:
    """How a game is walked through: as the module `story` beside its tests says, or at random."""
    found = getattr(beside(key, "story"), "STROLL", None)
    return found or Stroll(games.about(key)["scenarios"][0]["key"], 3)


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


def scenes(key: str) -> Iterator[tuple[str, Json]]:
    """The first scene of each phase and step that a game comes to."""
    scenario, seed, choose, moves = stroll(key)
    game = games.load(key)
    show = games.presenter(key, game)
    found: set[tuple[str, str]] = set()
    told: list[tuple[str, Json]] = []

    def look(session: Session[Any]) -> bool:
        for offer in session.offers():
            s = session.state
            asked = (s.stack[-1].step, str(offer.seat))
            if asked not in found and len(found) < MOST:
                found.add(asked)
                sight = game.see(s, offer.seat)
                scene = show.scene(sight, moment(session, offer.seat, 1, sight), "en")
                told.append((f"{scene['phase']}, {asked[0]}", dict(scene)))
        return len(found) >= MOST or len(session.record.moves) > moves

    Walk(game, scenario, seed, choose).go(look)
    yield from told


@pytest.mark.parametrize("game", games.GAMES)
def test_nothing_is_cut_off_in_any_phase(people: People, make: Make, game: str) -> None:
    hand = people.come()
    routes: list[WebSocketRoute] = []

    def join(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    hand.page.route_web_socket("**/api/**", join)
    sides = games.GAMES[game].sides
    seats = dict.fromkeys(sides, "friend")
    hand.sit(make(seats, game=game, scenario=stroll(game).scenario, seed="cut"), sides[0])
    faults = []
    for number, (name, scene) in enumerate(scenes(game), start=1000):
        before = hand.state
        scene["state"] = number
        routes[-1].send(json.dumps({"is": "update", "state": number, "scene": scene}))
        hand.page.evaluate(THERE, [str(before), PATIENCE])
        faults += [f"{name}: {fault}" for fault in hand.page.evaluate(CUT)]
    assert faults == []
