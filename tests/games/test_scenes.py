"""Boards and scenes of every game: what they hold, and that nobody is shown what is hidden."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.french import UNSPACED, typeset
from games.shown import SHOWN, Shown
from stavka import games
from stavka.assurance.invariants import first_difference
from stavka.engine.kinds import options_in, units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.engine.words import LANGUAGES
from stavka.hexes import Hex
from stavka.mapping.sheet import Sheet
from stavka.scenes.scene import HEX_SIZE, Moment, moment

GAMES = list(SHOWN)
EACH = pytest.mark.parametrize("key", GAMES)
STEPS = pytest.mark.parametrize(("key", "step"), [(key, step) for key in GAMES for step in SHOWN[key].steps])
SEATS = (None, 0, 1)
KEYS_OF_THE_PAGE = Path(__file__).parents[2] / "web" / "src" / "keys.ts"
OWN_KEYS = set(re.findall(r'"(.)"', KEYS_OF_THE_PAGE.read_text("utf-8").partition("new Set([")[2].partition("])")[0]))
"""Letters that the page keeps for itself."""


def test_every_game_is_shown() -> None:
    assert set(GAMES) == set(games.GAMES)


# -- the board --------------------------------------------------------------------------------------------------------


@EACH
def test_centres_are_where_the_map_is_drawn(key: str) -> None:
    board, hexmap = SHOWN[key].show.board("en"), games.files(key).hexmap
    grid, sheet = board["grid"], Sheet(hexmap, HEX_SIZE, "en")
    assert (grid["size"], grid["orientation"]) == (HEX_SIZE, hexmap.sheets[0].orientation)
    assert grid["width"] == pytest.approx(sheet.width, abs=0.1)
    assert grid["height"] == pytest.approx(sheet.height, abs=0.1)
    assert set(grid["hexes"]) == set(hexmap.terrain) == set(board["terrain"])
    for number in sorted(hexmap.terrain)[::97]:
        assert grid["hexes"][number] == pytest.approx(sheet.centre(number), abs=0.06)


@EACH
def test_every_unit_has_a_symbol_of_twelve_letters(key: str) -> None:
    units = SHOWN[key].show.board("en")["units"]
    assert set(units) == set(SHOWN[key].game.unit_ids)
    assert {len(unit["symbol"]) for unit in units.values()} == {12}
    assert {unit["side"] for unit in units.values()} == set(SHOWN[key].game.sides)


@EACH
def test_a_board_is_made_once_and_an_unknown_language_is_english(key: str) -> None:
    show = SHOWN[key].show
    assert show.board("es") is show.board("es")
    assert show.board("xx") is show.board("en")
    assert set(show.board("en")["rules"]) == set(SHOWN[key].game.catalogue.rules)
    assert json.loads(json.dumps(show.board("en")))["lang"] == "en"


@EACH
def test_keys_are_unique_within_every_offer(key: str) -> None:
    g, keys = SHOWN[key].game, SHOWN[key].keys
    letters = [overlay["letter"] for overlay in SHOWN[key].show.board("en")["overlays"]]
    assert len(set(letters)) == len(letters)
    assert {"u", "0"} <= OWN_KEYS and not {*letters, *OWN_KEYS} & set(keys.values())
    assert set(keys) <= set(g.option_names)
    for step in SHOWN[key].steps:
        for s in SHOWN[key].at(step, 24):
            for offer in g.offers(s):
                found = [keys[name] for i in options_in(offer.options) if (name := g.option_names[i]) in keys]
                assert len(found) == len(set(found)), (step, found)


# -- the scene --------------------------------------------------------------------------------------------------------


@STEPS
def test_a_scene_offers_exactly_what_can_be_picked(key: str, step: str) -> None:
    g = SHOWN[key].game
    for s in SHOWN[key].at(step, 2):
        for seat in SEATS:
            shown = SHOWN[key].scene(s, seat, now=SHOWN[key].now(s, seat))
            assert json.loads(json.dumps(shown)) == shown
            offer = None if seat is None else g.offer(s, seat)
            if offer is None:
                assert shown["offer"] is None
                continue
            picks = shown["offer"]["picks"]
            assert [pick["pick"] for pick in picks] == [g.write_pick(pick) for pick in in_order(SHOWN[key], s, offer)]
            assert all(pick["undo"] in ("free", "rolls", "passes") and pick["text"] for pick in picks)
            prompt, asked = shown["offer"]["prompt"], str(g.prompt(s))
            assert prompt == asked or re.fullmatch(r"( \S.*\.)+", prompt.removeprefix(asked)), (
                "sentences name the units"
            )
            assert g.sides[g.side_of(s, offer.seat)] in shown["waiting"]


def show_order(shown: Shown, s: Any, offer: Offer) -> Mapping[Hex, float]:
    """The rank that a game gives the offered hexes: the best odds of attacks, else nothing."""
    show: Any = shown.show
    order: Mapping[Hex, float] = show.staging.decision(show.voice("en"), shown.game.see(s, offer.seat), offer).order
    return order


def in_order(shown: Shown, s: Any, offer: Offer) -> Iterator[Pick]:
    yield from ((UNIT, unit) for unit in units_in(offer.units))
    rank = show_order(shown, s, offer)
    yield from ((HEX, hex_) for hex_ in sorted(shown.game.grid.bits(offer.hexes), key=lambda hex_: -rank.get(hex_, 0)))
    yield from ((OPTION, option) for option in options_in(offer.options))


@EACH
def test_contracts_are_those_of_the_session(key: str) -> None:
    session = Session(SHOWN[key].game, games.about(key)["scenarios"][0]["key"], seed="1")
    while session.game.decide_together(session.state):  # simultaneous decisions come first in some games
        session.play(session.offers()[0].seat, next(iter(session.offers()[0])))
    offer = session.offers()[0]
    shown = moment(session, offer.seat, 1)
    assert shown.contracts == {pick: session.contract(offer.seat, pick) for pick in offer}
    asked = [session.game.sides[offer.seat]]
    assert moment(session, 1 - offer.seat, 1) == Moment(1, waiting=asked)
    session.play(offer.seat, next(pick for pick in offer if session.contract(offer.seat, pick) == "free"))
    assert moment(session, offer.seat, 2).undo


@EACH
def test_when_it_is_over_nobody_is_asked_and_it_is_said_who_has_won(key: str) -> None:
    """A game that knows draws has a word for them."""
    winners = {*SHOWN[key].game.sides} | {"draw"} & SHOWN[key].game.words.language()["result"].keys()
    for s in SHOWN[key].at("over"):
        shown = SHOWN[key].scene(s, 0)
        assert (shown["offer"], shown["waiting"], shown["phase"]) == (None, [], "The game is over")
        assert shown["result"]["winner"] in winners
        assert shown["result"]["text"][0].isupper()


@EACH
@pytest.mark.parametrize("result", ["{} resignation", "{} time", "draw agreed", "draw stopped"])
def test_a_game_that_is_broken_off_has_its_words(key: str, result: str) -> None:
    s = SHOWN[key].at("over")[0].clone()
    for lang in LANGUAGES:
        for side in SHOWN[key].game.sides:
            s.result = result.format(side)
            text = SHOWN[key].scene(s, 0, lang)["result"]["text"]
            assert text.lower() != s.result


@STEPS
def test_the_phase_is_not_a_second_name_of_the_turn(key: str, step: str) -> None:
    """The page writes them side by side: "Set-up Set-up"."""
    for s in SHOWN[key].at(step, 2):
        for lang in LANGUAGES:
            shown = SHOWN[key].scene(s, None, lang)
            assert shown["phase"].lower() != shown["turn"]["name"].lower()


# -- secrets ----------------------------------------------------------------------------------------------------------


@STEPS
def test_scenes_and_answers_hold_nothing_hidden(key: str, step: str) -> None:
    """With secrets exchanged that a seat cannot know, everything that it is shown is the same."""
    rng, shown = Random(step), SHOWN[key]
    for s in shown.at(step, 4):
        for seat in SEATS:
            other = shown.shuffled(shown.game, s, seat, rng)
            assert first_difference(shown.scene(s, seat), shown.scene(other, seat)) == ""
            sights = shown.game.see(s, seat), shown.game.see(other, seat)
            for question in questions(shown, s):
                a, b = (answer(shown, sight, question) for sight in sights)
                assert first_difference(a, b) == "", question


def questions(shown: Shown, s: Any) -> Iterator[Json]:
    g = shown.game
    units = [g.unit_ids[units_in(here)[0]] for here in list(s.at.values())[:3]]
    hexes = [g.grid.number(hex_) for hex_ in list(s.at)[:3]]
    yield from ({"what": "reach", "unit": unit} for unit in units)
    yield from ({"what": "odds", "hex": number} for number in hexes)
    yield from ({"what": "hex", "hex": number} for number in hexes)
    for overlay in shown.show.board("en")["overlays"]:
        yield {"what": "overlay", "overlay": overlay["key"]}
        yield {"what": "overlay", "overlay": overlay["key"], "side": g.sides[1]}


def answer(shown: Shown, sight: Any, question: Json) -> Any:
    try:
        return shown.show.ask(sight, question, "en")
    except ValueError as error:
        return {"refused": str(error)}


@EACH
def test_an_onlooker_knows_no_secrets(key: str) -> None:
    for step in SHOWN[key].steps:
        for s in SHOWN[key].at(step, 2):
            shown = SHOWN[key].scene(s, None)
            assert (shown["seat"], shown["side"], shown["secrets"], shown["offer"]) == (None, None, [], None)


# -- languages --------------------------------------------------------------------------------------------------------


@cache
def unlike_english(key: str) -> dict[str, list[tuple[str, int | None]]]:
    """For each language the steps and seats whose scenes show other units or picks than in English. All languages are
    looked at together, so that each scene is made once."""
    found: dict[str, list[tuple[str, int | None]]] = {lang: [] for lang in LANGUAGES}
    for step in SHOWN[key].steps:
        for s in SHOWN[key].at(step, 2):
            for seat in SEATS:
                shown = {lang: SHOWN[key].scene(s, seat, lang) for lang in LANGUAGES}
                english = shown["en"]
                for lang, scene in shown.items():
                    if scene["units"] != english["units"] or picks_of(scene) != picks_of(english):
                        found[lang].append((step, seat))
    return found


def picks_of(scene: Json) -> list[str]:
    return [pick["pick"] for pick in scene["offer"]["picks"]] if scene["offer"] else []


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_scene_can_be_said_in_every_language(key: str, lang: str) -> None:
    assert unlike_english(key)[lang] == []


# -- French as it is put together -------------------------------------------------------------------------------------


def written(data: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from (text for value in data.values() for text in written(value))
    elif isinstance(data, list | tuple):
        yield from (text for value in data for text in written(value))


@EACH
def test_french_is_typeset_where_the_code_puts_it_together(key: str) -> None:
    """The files are checked elsewhere; this finds a colon or semicolon that the code itself puts between two texts."""
    shown = SHOWN[key]
    scenarios = [scenario["key"] for scenario in games.about(key)["scenarios"]]
    found: list[str] = [*written(shown.show.board("fr"))]
    found += written([dict(shown.show.guide(scenario, "fr")) for scenario in scenarios])
    for s in (position for step in shown.steps for position in shown.at(step, 1)):
        waiting = None if s.result else shown.game.offers(s)[0].seat
        seat = waiting if waiting in (0, 1) else None
        sight = shown.game.see(s, seat)
        found += written(shown.scene(s, seat, "fr"))
        occupied = {place for place in s.place if place >= 0}
        found += written([dict(shown.show.hex(sight, hex_, "fr")) for hex_ in sorted(occupied)[:3]])
    assert len(set(found)) > 300
    said = {*found} - {games.GAMES[key].title}
    assert sorted(text for text in said if typeset(text) != text or UNSPACED.search(text)) == []
