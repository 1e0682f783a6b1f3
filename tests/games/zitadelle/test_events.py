"""The events of the rules have the forms that are declared for them, value by value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games.zitadelle.walks import EVERY_OPTION, GAME, choose
from stavka.engine.events import placed
from stavka.engine.kinds import last_unit
from stavka.engine.session import Session
from stavka.engine.state import Event
from stavka.engine.words import LANGUAGES
from stavka.games import zitadelle
from stavka.games.zitadelle.events import EVENTS
from stavka.games.zitadelle.scene import presenter

RULES = Path(str(zitadelle.__file__)).parent / "rules"


def written() -> Iterator[tuple[str, frozenset[str]]]:
    """The names of events in the code of the rules, and the names of their values."""
    for path in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                values = frozenset(str(keyword.arg) for keyword in node.keywords)
                names = (each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant))
                yield from ((str(name), values) for name in names)


def test_the_code_tells_the_events_that_are_declared_with_their_values() -> None:
    assert set(written()) == {(name, frozenset(form.values)) for name, form in EVENTS.items()}


def test_every_event_has_its_sentence() -> None:
    assert set(GAME.words.tables("en")["event"]) == set(EVENTS)


@pytest.mark.parametrize("seed", range(3))
def test_every_event_of_a_random_game_has_a_form_with_its_values(seed: int) -> None:
    rng, session = Random(seed), Session(GAME, "campaign", EVERY_OPTION if seed else {}, seed=f"events {seed}")
    while not session.state.result:
        (offer,) = session.offers()
        session.play(offer.seat, choose(GAME, offer, rng))
    events = session.log(None, everything=True)
    assert len(events) > 100
    for event in events:
        assert set(event.values) == set(EVENTS[event.name].values), event.name


# -- rolls ------------------------------------------------------------------------------------------------------------

PANZER, PANTHER, BOMBER = map(GAME.unit_index, ("ax.18pz.18", "ax.51", GAME.unit_ids[last_unit(GAME.dive_bombers)]))
KURSK = next(iter(GAME.place_names))


@pytest.mark.parametrize(
    ("name", "values", "roll"),
    [
        ("bombing", {"unit": BOMBER, "formation": 0, "die": 2, "hit": True}, (1, 2, 0, "", "a hit")),
        ("scatter off", {"unit": BOMBER, "dice": 12}, (2, 12, 0, "", "off the map")),
        ("assault result", {"dice": 9, "column": 0, "result": "DE"}, (2, 9, 0, GAME.crt_names[0], "DE")),
        (
            "loss check",
            {"unit": PANZER, "dice": 8, "drm": 2, "level": 7, "what": 1},
            (2, 8, 2, "", "disrupted and retreats"),
        ),
        ("breakdown", {"unit": PANTHER, "die": 3, "left": 4}, (1, 3, 0, "", "4 MP left")),
        ("mines", {"unit": PANZER, "die": 5}, (1, 5, 0, "", "")),
    ],
)
def test_dice_of_the_log(name: str, values: dict[str, int], roll: tuple[object, ...]) -> None:
    s = GAME.new("campaign")
    found = presenter(GAME).entry(GAME.see(s, None), Event(name, values, (), None), "en")["roll"]
    assert found is not None
    assert (found["dice"], found["total"], found["modifier"], found["column"], found["result"]) == roll
    for lang in LANGUAGES:
        assert GAME.say(s, Event(name, values, (), None), lang)


def test_dice_in_the_middle_of_a_move_are_not_on_the_card_of_what_came_before() -> None:
    """The die of a breakdown stood on the card of the reinforcements, as if it decided which of them came."""
    unit = 0
    log = [
        Event("reinforcements", {"side": 0, "units": 1}, (), None),
        Event("breakdown", {"unit": unit, "die": 5, "left": 3}, (), None),
        Event("mines", {"unit": unit, "die": 2}, (), None),
    ]
    assert [place and (place.first, place.kind) for place in placed(EVENTS, log, 0)] == [
        (0, "reinforcements"),
        (1, "check"),
        (1, "check"),
    ]
