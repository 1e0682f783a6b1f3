"""Pictures of Zitadelle."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from games.zitadelle import story
from page.hand import Hand
from page.people import Shot, make_table
from server.process import Server

BOTH = {"german": "friend", "soviet": "friend"}


class Place:
    """Where pictures are taken."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def table(self, record: str = "") -> Callable[[Hand], None]:
        """A table where a side is asked; without a record the Soviet set-up."""

        def show(hand: Hand) -> None:
            how = {} if record else {"game": "zitadelle", "scenario": "campaign"}
            hand.sit(make_table(self.server, BOTH, record, **how), "german" if record else "soviet").asked()

        return show

    def set_up(self, hand: Hand) -> None:
        self.table()(hand)
        hand.pick(next(word for word in hand.words() if word.startswith("so.")))

    def odds(self, hand: Hand) -> None:
        self.table(story.attack())(hand)
        hand.pick("all")
        tab = hand.page.get_by_role("tab", name="Inspect")
        if tab.count():
            tab.click()
        expect(hand.page.locator(".odds .share").first).to_be_visible()

    def fire(self, hand: Hand) -> None:
        """A gun, and what its shot may do."""
        self.table(story.german_fire())(hand)
        hand.pick(next(word for word in hand.words() if word.startswith("ax.")))
        hand.press(".", "+", "+", "+")
        expect(hand.page.locator(".odds .share").first).to_be_visible()

    def move(self, hand: Hand) -> None:
        self.table(story.movement())(hand)
        hand.pick(next(word for word in hand.words() if word.startswith("ax.")))


def shots(server: Server) -> Iterator[Shot]:
    place = Place(server)
    yield Shot("kursk-map", place.table(story.set_up()), {})
    yield Shot("kursk-set-up", place.set_up, {})
    yield Shot("kursk-odds", place.odds, {})
    yield Shot("kursk-fire", place.fire, {})
    yield Shot("kursk-phone", place.move, {"phone": True})
