"""The levels of the computer opponent: what the lobby says of them, how thinking is shown, and how it is cut short."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.people import People
from stavka.engine.state import Json

LABELS = {
    "en": ("Computer: {}", ["marshal", "general staff", "officer", "recruit", "by the book", "random moves"]),
    "es": ("Ordenador: {}", ["mariscal", "estado mayor", "oficial", "recluta", "según el manual", "jugadas al azar"]),
    "fr": (
        "Ordinateur\u00a0: {}",
        ["maréchal", "état-major", "officier", "recrue", "selon le manuel", "coups au hasard"],
    ),
}


@pytest.mark.parametrize("lang", LABELS)
def test_the_lobby_explains_the_levels_and_a_new_player_gets_officer(people: People, lang: str) -> None:
    form, labels = LABELS[lang]
    page = people.come(lang=lang).go().page
    enemy = page.locator(".seat-row select").nth(1)
    expect(enemy).to_have_value("officer")
    words = enemy.locator("option").all_inner_texts()[-6:]
    assert [word.replace("\u202f", "\u00a0") for word in words] == [form.format(label) for label in labels]
    listed = page.locator(".agents")
    expect(listed.locator("dt")).to_have_text(labels)
    sentences = listed.locator("dd").all_inner_texts()
    assert len(set(sentences)) == len(labels) and all(len(sentence) > 20 for sentence in sentences)


SEATS = {"soviet": "friend", "axis": "marshal"}


def test_thinking_is_shown_with_its_progress_and_can_be_cut_short(people: People, make: Callable[..., Json]) -> None:
    """The marshal sets up the first Security Division of the Race, and is hurried as soon as it has begun."""
    hand, sent = people.come(), list[str]()
    hand.page.on("websocket", lambda wire: wire.on("framesent", lambda frame: sent.append(json.loads(frame)["do"])))
    hand.sit(make(SEATS, seed="hurry"), "soviet")
    bar = hand.page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(hand.prompt).to_contain_text("The Axis player is thinking")
    assert 0 <= int(bar.get_attribute("aria-valuenow") or -1) <= 100
    before = sum(told["is"] == "update" for told in hand.heard)
    hand.changed(hand.button("Let it decide now").click)
    updates = [at for at, told in enumerate(hand.heard) if told["is"] == "update"]
    shares = [told["share"] for told in hand.heard[: updates[before]] if told["is"] == "thinking"]
    assert shares == sorted(shares) and sent.count("hurry") == 1
    expect(hand.log).to_contain_text("213")


def test_an_onlooker_cannot_hurry_a_player(people: People, make: Callable[..., Json]) -> None:
    made = make(SEATS, seed="hurry")
    people.come().sit(made, "soviet")
    hand = people.come().sit(made)
    expect(hand.page.get_by_role("progressbar")).to_be_visible()
    expect(hand.button("Let it decide now")).to_have_count(0)
