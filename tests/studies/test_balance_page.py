"""The page of a balance report: everything is in it, and nothing of it is elsewhere."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from stavka import games
from stavka.engine.state import Json
from stavka.studies.balance import Plan, Study
from stavka.studies.balance_page import page, side_colours
from stavka.studies.factors import read_factor
from stavka.studies.pool import HERE
from stavka.studies.simulate import Series


class Tags(HTMLParser):
    """Every tag that is opened is closed, and none asks for anything elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.asked += [
            value for name, value in attrs if name in ("src", "href", "xlink:href") and value and value[0] != "#"
        ]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def report(key: str, **more: Any) -> Json:
    about = games.about(key)
    scenario = min(about["scenarios"], key=lambda item: int(item["turns"]))["key"]
    study = Study(Plan(Series(key, scenario, ("random", "random"), "page", {}), 2, **more), None)
    study.play(HERE)
    return study.report()


@pytest.mark.parametrize("key", games.GAMES)
def test_a_page_of_every_game_is_whole_and_asks_nothing_of_anybody(key: str) -> None:
    found = report(key)
    written = page(found)
    tags = Tags()
    tags.feed(written)
    assert (tags.open, tags.asked) == ([], [])
    assert "@import" not in written and not re.search(r"url\((?!#)", written)
    assert f"<h1>{found['title']}: " in written and "Which values matter" not in written
    hot = [number for number, value in found["fights"].items() if value]
    assert all(
        f"<title>{games.load(key).place_text(games.load(key).grid.index(number))}: " in written for number in hot
    )


def test_the_page_shows_which_values_matter() -> None:
    factors = (read_factor("scenario.mtsensk.threshold=1..5", "moscow"),)
    found = report("moscow", factors=factors, seeds=2)
    written = page(found)
    assert "Which values matter" in written and "On the VP of the german side over the border of victory" in written
    assert "scenario.mtsensk.threshold: 1 .. 5" in written
    assert "-4.00 (-4.00 to -4.00)" in written  # four VP more to be reached are four VP less over the border


@pytest.mark.parametrize("key", games.GAMES)
def test_sides_have_colours_of_their_own(key: str) -> None:
    found = side_colours(key)
    assert list(found) == list(games.GAMES[key].sides)
    assert len(set(found.values())) == len(found)
