"""Pictures of Velikye Luki."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from games.luki import story
from page.hand import Hand
from page.people import Shot, make_table
from server.process import Server

BOTH = {"german": "friend", "soviet": "friend"}


class Place:
    """Where pictures are taken."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def table(self, record: str, side: str = "soviet") -> Callable[[Hand], None]:
        """A table where a side is asked."""

        def show(hand: Hand) -> None:
            hand.sit(make_table(self.server, BOTH, record), side).asked()

        return show

    def odds(self, hand: Hand) -> None:
        self.table(story.attack())(hand)
        hand.pick("all")
        tab = hand.page.get_by_role("tab", name="Inspect")
        if tab.count():
            tab.click()
        expect(hand.page.locator(".odds .share").first).to_be_visible()

    def pocket(self, hand: Hand) -> None:
        """A Kessel, as the side that does not decide sees it."""
        pocket = story.pocket()
        hand.sit(make_table(self.server, BOTH, pocket.relieved.record), "soviet")
        hand.click(pocket.hexes[0])
        expect(hand.region("Inspect")).to_contain_text(pocket.hexes[0])

    def move(self, hand: Hand) -> None:
        self.table(story.movement(), "german")(hand)
        hand.pick(next(word for word in hand.words() if word.startswith("ge.")))


def shots(server: Server) -> Iterator[Shot]:
    place = Place(server)
    yield Shot("luki-map", place.table(story.turn()), {})
    yield Shot("luki-odds", place.odds, {})
    yield Shot("luki-chits", place.table(story.chits().record), {})
    yield Shot("luki-kessel", place.pocket, {})
    yield Shot("luki-phone", place.move, {"phone": True})
