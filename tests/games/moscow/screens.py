"""Pictures of Roads to Moscow."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from games.moscow import story
from page.hand import Hand
from page.people import Shot, make_table
from server.process import Server

BOTH = {"german": "friend", "soviet": "friend"}


class Place:
    """Where pictures are taken."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def map(self, hand: Hand) -> None:
        made = make_table(self.server, BOTH, game="moscow", scenario="borodino", seed="screens")
        hand.sit(made, "soviet").asked()
        hand.press("0")

    def odds(self, hand: Hand) -> None:
        """An attack is declared with all units that can join."""
        hand.sit(make_table(self.server, BOTH, story.attacks()), "german").asked()
        hand.take(story.REFUSES)
        if hand.offered("all").count():  # otherwise the only unit has been picked by default
            hand.pick("all")
        expect(hand.page.locator(".odds .share").first).to_be_visible()

    def table(self, record: str) -> Callable[[Hand], None]:
        """The Soviet side is asked."""

        def show(hand: Hand) -> None:
            hand.sit(make_table(self.server, BOTH, record), "soviet").asked()

        return show


def shots(server: Server) -> Iterator[Shot]:
    place = Place(server)
    yield Shot("moscow-map", place.map, {})
    yield Shot("moscow-odds", place.odds, {})
    yield Shot("moscow-check-es", place.table(story.check()), {"lang": "es"})
    yield Shot("moscow-phone-fr", place.table(story.refusal()), {"lang": "fr", "phone": True})
