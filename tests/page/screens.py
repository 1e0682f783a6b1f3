"""Pictures of the page for people who have not seen it: `make screens` writes docs/screens.

They are taken from the real server in positions of a game that two programs played, the same each time. A game has
pictures of its own in a module `screens` beside its tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect

from games.facts import beside
from page.hand import Hand
from page.people import People, Shot, chromium, make_table, serve
from page.story import Combat, combat, finished, moving
from server.process import Server
from stavka import games

BOTH = {"soviet": "friend", "axis": "friend"}
LANGUAGES = ("en", "es", "fr")
MOST_BYTES = 7_000_000
QUALITY = 70


class Place:
    """The folder of pictures."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.fight: Combat = combat("b")

    def lobby(self, hand: Hand) -> None:
        hand.go()
        expect(hand.page.locator("form .primary")).to_be_visible()

    def table(self, hand: Hand) -> None:
        hand.sit(make_table(self.server, BOTH, moving()), "soviet").asked()

    def attack(self, hand: Hand) -> None:
        """All units are named; the next pick is the attack itself."""
        hand.sit(make_table(self.server, BOTH, self.fight.record), self.fight.picks[0][0])
        for _, word in self.fight.picks:
            if word == "attack":
                break
            hand.asked().pick(word)
        expect(hand.page.locator(".odds .share").first).to_be_visible()

    def whole(self, hand: Hand) -> None:
        self.table(hand)
        hand.press("0")

    def close(self, hand: Hand) -> None:
        self.table(hand)
        hand.press("+", "+", "+")

    def why_not(self, hand: Hand) -> None:
        self.table(hand)
        unit = next(word for word in hand.words() if word.startswith("so."))
        hand.pick(unit)
        hand.look_and_ask("1541")

    def overlay(self, letter: str) -> Callable[[Hand], None]:
        def show(hand: Hand) -> None:
            self.table(hand)
            if letter == "R":
                hand.pick("so.hq.sth")
            hand.press(f"Shift+{letter}")
            expect(hand.page.locator(".overlay-bar [aria-pressed=true]")).to_have_count(1)

        return show

    def phone_moving(self, hand: Hand) -> None:
        self.table(hand)
        hand.pick("so.hq.sth")

    def film(self, hand: Hand) -> None:
        """What happened, paused at a move."""
        self.table(hand)
        hand.page.get_by_role("tab", name="Log").click()
        hand.button("Show what happened").click()
        hand.button("Pause").click()
        count = hand.page.locator(".film .count")
        while not count.inner_text().startswith("9/"):
            hand.press("ArrowRight")

    def score(self, hand: Hand) -> None:
        """The result if the game ended now."""
        self.table(hand)
        hand.page.locator(".points > button").click()
        expect(hand.page.locator(".drop")).to_be_visible()

    def card(self, hand: Hand) -> None:
        """The result of a combat, as the attacker sees it."""
        attacker = self.fight.picks[0][0]
        made = make_table(self.server, BOTH, self.fight.record)
        hand.sit(made, attacker)
        other = People(hand.page.context.browser, self.server.address)  # type: ignore[arg-type]
        with other.stack:
            hands = {side: hand if side == attacker else other.come().sit(made, side) for side in BOTH}
            for side, word in self.fight.picks:
                if hands[side].asked() is hand and hand.page.locator(".result-card .dice").count():
                    break
                hands[side].pick(word)
        expect(hand.page.locator(".result-card .dice")).to_be_visible()

    def replay(self, hand: Hand) -> None:
        made = make_table(self.server, BOTH, finished())
        hand.go(f"replay/{made['table']}")
        hand.settle()
        hand.page.get_by_role("slider").fill("700")
        expect(hand.table).to_have_attribute("data-state", "700")


def shots(place: Place) -> Iterator[Shot]:
    yield Shot("map-overview", place.whole, {})
    yield Shot("map-close", place.close, {})
    yield Shot("dark", place.table, {"dark": True})
    yield Shot("replay", place.replay, {})
    yield Shot("film-phone", place.film, {"phone": True})
    yield Shot("score", place.score, {})
    yield Shot("card", place.card, {})
    for name, letter in (("zones", "Z"), ("supply", "S"), ("range", "R"), ("control", "C"), ("odds", "O")):
        yield Shot(f"overlay-{name}", place.overlay(letter), {})
    for key in games.GAMES:
        if (module := beside(key, "screens")) is not None:
            yield from module.shots(place.server)
    for lang in LANGUAGES:
        yield Shot(f"lobby-{lang}", place.lobby, {"lang": lang})
        yield Shot(f"odds-{lang}", place.attack, {"lang": lang})
    yield Shot("why-not-en", place.why_not, {})
    yield Shot("phone-en", place.phone_moving, {"phone": True})
    yield Shot("lobby-phone", place.lobby, {"phone": True})


def main(folder: Path, only: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, chromium() as browser:
        server = serve(Path(data))
        try:
            for shot in shots(Place(server)):
                if only and shot.name not in only:
                    continue
                people = People(browser, server.address)
                with people.stack:
                    hand = people.come(**shot.how)
                    shot.go(hand)
                    hand.painted()
                    hand.page.screenshot(path=folder / f"{shot.name}.jpg", type="jpeg", quality=QUALITY)
                    print(shot.name)
        finally:
            server.kill()
    size = sum(file.stat().st_size for file in folder.iterdir())
    assert size < MOST_BYTES, f"the pictures have {size} bytes"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
