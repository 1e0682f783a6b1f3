"""Spanish and French: nothing that a person reads at a table stays English."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import stavka
from page.hand import Hand
from page.people import People
from page.story import combat
from server.process import Server
from stavka.engine.state import Json

Make = Callable[..., Json]
LOCALES = Path(stavka.__file__).parents[2] / "web" / "src" / "locales"
TEXTS = """() => {
  const found = new Set();
  for (const element of document.querySelectorAll("body *")) {
    for (const name of ["aria-label", "title", "placeholder"])
      if (element.hasAttribute(name)) found.add(element.getAttribute(name));
    for (const node of element.childNodes) if (node.nodeType === 3 && node.data.trim()) found.add(node.data.trim());
  }
  return [...found];
}"""


def flat(words: Any) -> dict[str, str]:
    """Every word of the page under its whole key."""
    if isinstance(words, str):
        return {"": words}
    return {f"{name}.{key}": text for name, part in words.items() for key, text in flat(part).items()}


def locale(lang: str) -> dict[str, str]:
    return flat(json.loads((LOCALES / f"{lang}.json").read_text()))


def english(server: Server, lang: str) -> set[str]:
    """English words and sentences for which a language has others: of the page, of the game and of its rules."""
    of_page = locale("en"), locale(lang)
    boards = [server.get(f"games/traces/board?lang={each}") for each in ("en", lang)]
    of_game = [
        {
            **{
                f"{part}.{key}": text
                for part in ("options", "flags", "rules", "terrain")
                for key, text in board[part].items()
            },
            **{f"overlay.{overlay['key']}": overlay["name"] for overlay in board["overlays"]},
            **{f"side.{side['key']}": side["name"] for side in board["sides"]},
        }
        for board in boards
    ]
    found = {text for ours, theirs in (of_page, of_game) for key, text in ours.items() if theirs[key] != text}
    kept = {text for ours, theirs in (of_page, of_game) for text in theirs.values()}
    return {text for text in found - kept if "{{" not in text}


def texts(hand: Hand) -> set[str]:
    return set(hand.page.evaluate(TEXTS))


WORDS = {
    "es": {"start": "Empezar", "prompt": "hexágono", "log": "ataca", "keys": "Teclas"},
    "fr": {"start": "Commencer", "prompt": "hex à attaquer", "log": "attaque", "keys": "Touches"},
}


@pytest.mark.parametrize("lang", ["es", "fr"])
def test_everything_is_said_in_the_language_of_the_browser(
    people: People, make: Make, server: Server, lang: str
) -> None:
    foreign = english(server, lang)
    assert len(foreign) > 300
    fight = combat("b")
    made = make({"soviet": "friend", "axis": "friend"}, fight.record)
    hand = people.come(lang=lang)

    hand.go()
    expect(hand.button(WORDS[lang]["start"], exact=True)).to_be_visible()
    expect(hand.page.locator("html")).to_have_attribute("lang", lang)
    assert texts(hand) & foreign == set()

    side = fight.picks[0][0]
    hand.sit(made, side).asked()
    expect(hand.prompt).to_contain_text(WORDS[lang]["prompt"])
    assert texts(hand) & foreign == set()

    # the reason why something cannot be picked, and the rule itself
    hand.press("0")
    hand.look_and_ask("2021")
    hand.why.locator(".rule-link").click()
    sheet = hand.page.get_by_role("dialog")
    expect(sheet.locator("p").first).not_to_have_text(locale(lang)["loading."])
    rule = sheet.locator(".rule-number").inner_text()
    told = server.get(f"games/traces/rules/{rule}?lang=en")
    assert told["text"] not in texts(hand) and told["title"] not in texts(hand)
    hand.press("Escape")

    # odds, dice and log
    for who, word in fight.picks[: [word for _, word in fight.picks].index("attack") + 2]:
        assert who == side
        hand.asked().pick(word)
        assert texts(hand) & foreign == set()
    expect(hand.log).to_contain_text(WORDS[lang]["log"])

    hand.press("?")
    expect(hand.page.get_by_role("dialog", name=WORDS[lang]["keys"])).to_be_visible()
    assert texts(hand) & foreign == set()


def test_the_language_can_be_changed_in_the_lobby_and_stays(people: People) -> None:
    hand = people.come()
    hand.go()
    hand.page.get_by_label("Language").select_option("Français")
    expect(hand.button("Commencer", exact=True)).to_be_visible()
    hand.page.reload()
    expect(hand.button("Commencer", exact=True)).to_be_visible()
