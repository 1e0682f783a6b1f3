"""Boards and scenes: what they hold, and that nobody is shown what is hidden."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.traces.drawn import MAP, drawn
from games.traces.walks import GAME, collected
from stavka import games
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, members
from stavka.engine.scene import HEX_SIZE, Moment, moment
from stavka.engine.session import Session
from stavka.engine.state import Event, Json
from stavka.engine.words import LANGUAGES
from stavka.games.traces.invariants import shuffled
from stavka.games.traces.position import AXIS, SOVIET, Position
from stavka.games.traces.scene.looks import KEYS
from stavka.mapping.sheet import Sheet
from stavka.studies.invariants import first_difference

SHOW = games.presenter("traces", GAME)
STEPS = sorted({name for name, step in GAME.steps.items() if {"offer", "offers"} & vars(type(step)).keys()} | {"over"})
SEATS = (None, 0, 1)


def at(step: str, each: int = 6) -> list[Position]:
    return collected().get(step, [])[:each]


def now(s: Position, seat: int | None) -> Moment:
    """What the session would say of a position."""
    session = Session(GAME, s.scenario, seed="1")
    session.state = s.clone()
    return moment(session, seat, 3)


def scene(s: Position, seat: int | None, lang: str = "en") -> Json:
    return dict(SHOW.scene(GAME.see(s, seat), now(s, seat), lang))


# -- the board --------------------------------------------------------------------------------------------------------


def test_centres_are_where_the_map_is_drawn() -> None:
    grid = SHOW.board("en")["grid"]
    sheet = Sheet(GAME.hexmap, HEX_SIZE, "en")
    assert grid["size"] == HEX_SIZE
    assert grid["width"] == pytest.approx(sheet.width, abs=0.1)
    assert grid["height"] == pytest.approx(sheet.height, abs=0.1)
    assert set(grid["hexes"]) == set(GAME.hexmap.terrain)
    for number in ("0101", "1731", "3544"):
        assert grid["hexes"][number] == pytest.approx(sheet.centre(number), abs=0.06)
    assert (grid["rows"], grid["columns"], grid["orientation"]) == (35, 44, "rows")


@pytest.mark.parametrize(
    ("unit", "symbol", "ground"),
    [
        ("ax.15", "SFGPUCI----I", "#a9aea4"),
        ("ax.17pz", "SFGPUCA----I", "#a9aea4"),
        ("ax.5ss", "SFGPUCA----I", "#2f3133"),
        ("ax.15lw", "SFGPUCI----I", "#9fb6c6"),
        ("ax.3geb", "SFGPUCIO---I", "#a9aea4"),
        ("ax.hq.8a", "SFGPU-----AK", "#a9aea4"),
        ("so.hq.vrnz", "SFGPU-----AL", "#c9a27a"),
        ("so.66rc", "SFGPUCI----J", "#c9a27a"),
    ],
)
def test_counters_have_a_symbol_and_colours(unit: str, symbol: str, ground: str) -> None:
    shown = SHOW.board("en")["units"][unit]
    assert (shown["symbol"], shown["ground"]) == (symbol, ground)


def test_every_unit_has_a_symbol_of_twelve_letters_that_differs_by_type() -> None:
    units = SHOW.board("en")["units"]
    assert set(units) == set(GAME.unit_ids)
    assert {len(unit["symbol"]) for unit in units.values()} == {12}
    assert len({unit["symbol"][4:10] for unit in units.values()}) == len({unit["type"] for unit in units.values()}) == 8


def test_places_have_their_names_in_the_language() -> None:
    names = {lang: SHOW.board(lang)["names"] for lang in LANGUAGES}
    assert [names[lang]["2634"] for lang in LANGUAGES] == ["Kharkiv", "Járkiv", "Kharkiv"]
    assert [names[lang]["1231"] for lang in LANGUAGES] == ["Zaporizhzhia", "Zaporiyia", "Zaporijjia"]
    assert SHOW.board("en")["terrain"]["2634"].startswith("2634 Kharkiv, Clear, Major City. Hexsides: NE 2734 Road;")


def test_a_board_is_made_once_and_an_unknown_language_is_english() -> None:
    assert SHOW.board("es") is SHOW.board("es")
    assert SHOW.board("xx") is SHOW.board("en")
    assert SHOW.board("en")["options"]["hold-8a"] == "Hold 8A"
    assert SHOW.board("en")["rules"]["9.3b"]


def test_keys_are_unique_within_every_offer() -> None:
    taken = {overlay["letter"] for overlay in SHOW.board("en")["overlays"]} | {"u"}
    assert not taken & set(KEYS.values())
    assert set(KEYS) <= set(GAME.option_names)
    keyless = [name for name in GAME.option_names if name not in KEYS and not name.startswith("bid-")]
    assert all(name == "supply" or name.removeprefix("hold-") in ("supply", *soviet_chits()) for name in keyless)
    for step in STEPS:
        for s in at(step, 24):
            for offer in GAME.offers(s):
                keys = [KEYS[name] for i in members(offer.options) if (name := GAME.option_names[i]) in KEYS]
                assert len(keys) == len(set(keys)), (step, keys)


def soviet_chits() -> list[str]:
    return [GAME.chits[kind].id for kind in GAME.chit_kinds[SOVIET]]


# -- the scene --------------------------------------------------------------------------------------------------------


def test_the_start_of_the_race() -> None:
    session = Session(GAME, "race", seed="1")
    soviet, axis = (
        SHOW.scene(GAME.see(session.state, seat), moment(session, seat, 1), "en") for seat in (SOVIET, AXIS)
    )
    assert (soviet["title"], soviet["side"], axis["side"]) == ("Race to the Dnipro", "soviet", "axis")
    assert soviet["turn"] == {"number": 0, "of": 4, "name": "Set-up"}
    assert soviet["waiting"] == axis["waiting"] == ["axis"]
    assert soviet["offer"] is None
    offer = axis["offer"]
    assert offer is not None
    assert (offer["rule"], offer["undo"], offer["odds"]) == ("3.0j", False, None)
    assert offer["prompt"].startswith("Pick an Axis Major City for ")
    assert {pick["undo"] for pick in offer["picks"]} == {"free"}
    counter = GAME.units[GAME.unit_index("ax.15")]
    assert axis["units"]["ax.15"] == {
        "hex": counter.hex,
        "steps": 2,
        "of": 2,
        "factors": f"{counter.attack}-{counter.defence}-{counter.move}",
        "flags": [],
        "top": 0,
    }
    assert axis["units"][GAME.unit_ids[next(members(GAME.security))]]["box"] == "box"
    assert axis["tracks"][0] == {
        "name": "Turns",
        "cells": ["August 1943", "September 1943", "October 1943", "November 1943"],
        "at": -1,
    }


def test_units_show_what_they_are_now() -> None:
    counters = {"A": "soviet infantry 5(3) 4", "B": "axis infantry 4(3) 5", "C": "axis infantry 4(3) 5"}
    units = ["0205 A/1 isolated", "0202 B oos moved", "eliminated C"]
    shown = drawn(MAP, counters=counters, units=units, phase="soviet mode").scene()["units"]
    assert (shown["A"]["factors"], shown["A"]["steps"]) == ("1-1-2", 1)  # Isolated: 2 less, half the MPs
    assert shown["A"]["flags"] == ["isolated", "activated", "reduced"]
    assert (shown["B"]["factors"], shown["B"]["flags"]) == ("2-4-5", ["oos", "moved"])
    assert "hex" not in shown["C"] and shown["C"]["box"] == "eliminated"


def test_the_phase_is_named() -> None:
    found = drawn(MAP, counters={"A": "soviet infantry 5 4", "H": "soviet hq 2 6 range 3"}, units=["0205 A", "0105 H"])
    assert found.scene()["phase"] == "Action Phase, H, Movement Segment"
    assert drawn(MAP, phase="select_chits").scene()["phase"] == "Chit Selection Phase"


def test_picks_say_what_they_cost() -> None:
    found = drawn(MAP, counters={"M": "soviet infantry 5 2"}, units=["0205 M"], phase="soviet movement")
    found.play("M")
    offer = found.scene()["offer"]
    assert {pick["pick"]: pick["cost"] for pick in offer["picks"] if pick["kind"] == "hex"} == {
        "0104": 1, "0105": 1, "0204": 1, "0304": 1, "0305": 1, "0103": 2, "0303": 2,
    }  # fmt: skip
    assert [(pick["pick"], pick["key"]) for pick in offer["picks"] if pick["kind"] == "option"] == [("stop", "t")]
    assert offer["chosen"] == {"units": ["M"], "hexes": []}


def test_markers_and_owners() -> None:
    marks = drawn(MAP | {"crossing_points": ["0303", "0302"]}, crossings=["0302"], orders=["0201"]).scene()
    assert marks["marks"]["0302"] == [{"kind": "crossing taken", "text": "Crossing Point, Soviet"}]
    assert marks["marks"]["0303"] == [{"kind": "crossing", "text": "Crossing Point, not yet Soviet"}]
    assert marks["marks"]["0201"] == [{"kind": "order", "text": "Supreme Command Order"}]
    assert marks["owners"] == {"0201": "axis"}


WON = {
    "soviet points": ("soviet", "The Soviet player wins"),
    "axis points": ("axis", "The Axis player wins"),
    "soviet automatic": ("soviet", "The Soviet player wins at once"),
}


def test_the_end_of_a_game() -> None:
    for s in at("over"):
        shown = scene(s, 0)
        assert shown["offer"] is None and shown["waiting"] == []
        assert (shown["result"]["winner"], shown["result"]["text"]) == WON[shown["result"]["key"]]
        assert shown["phase"] == "The game is over"


@pytest.mark.parametrize("step", STEPS)
def test_a_scene_offers_exactly_what_can_be_picked(step: str) -> None:
    for s in at(step, 3):
        for seat in SEATS:
            shown = scene(s, seat)
            offer = None if seat is None else GAME.offer(s, seat)
            if offer is None:
                assert shown["offer"] is None
                continue
            assert [pick["pick"] for pick in shown["offer"]["picks"]] == [
                GAME.write_pick(pick) for pick in in_order(offer)
            ]
            assert all(pick["undo"] in ("free", "rolls", "passes") and pick["text"] for pick in shown["offer"]["picks"])
            assert shown["offer"]["prompt"] == GAME.prompt(s)
            assert GAME.sides[GAME.side_of(s, offer.seat)] in shown["waiting"]
            assert json.loads(json.dumps(shown)) == shown


def in_order(offer: Offer) -> Iterator[tuple[int, int]]:
    yield from ((UNIT, unit) for unit in members(offer.units))
    yield from ((HEX, hex_) for hex_ in GAME.grid.bits(offer.hexes))
    yield from ((OPTION, option) for option in members(offer.options))


def test_contracts_are_those_of_the_session() -> None:
    session = Session(GAME, "race", seed="1")
    offer = session.offers()[0]
    shown = moment(session, offer.seat, 1)
    assert shown.contracts == {pick: session.contract(offer.seat, pick) for pick in offer}
    assert moment(session, 1 - offer.seat, 1) == Moment(1)
    session.play(offer.seat, next(iter(offer)))
    assert moment(session, offer.seat, 2).undo


# -- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", STEPS)
def test_scenes_and_answers_hold_nothing_hidden(step: str) -> None:
    """With secrets exchanged that a seat cannot know, everything that it is shown is the same."""
    rng = Random(step)
    for s in at(step):
        for seat in SEATS:
            other = shuffled(GAME, s, seat, rng)
            assert first_difference(scene(s, seat), scene(other, seat)) == ""
            sights = GAME.see(s, seat), GAME.see(other, seat)
            for question in questions(s):
                a, b = (answer(sight, question) for sight in sights)
                assert first_difference(a, b) == "", question


def questions(s: Position) -> Iterator[Json]:
    units = [GAME.unit_ids[next(members(here))] for here in list(s.at.values())[:3]]
    hexes = [GAME.grid.number(hex_) for hex_ in list(s.at)[:3]]
    yield from ({"what": "reach", "unit": unit} for unit in units)
    yield from ({"what": "odds", "hex": number} for number in hexes)
    yield from ({"what": "hex", "hex": number} for number in hexes)
    for overlay in SHOW.board("en")["overlays"]:
        yield {"what": "overlay", "overlay": overlay["key"]}
        yield {"what": "overlay", "overlay": overlay["key"], "side": "axis"}


def answer(sight: Any, question: Json) -> Any:
    try:
        return SHOW.ask(sight, question, "en")
    except ValueError as error:
        return {"refused": str(error)}


def test_a_player_is_shown_his_own_secrets() -> None:
    """Otherwise the test above could pass by showing nothing."""
    differing = 0
    for step in ("select_chits", "mode", "add_chits"):
        for s in at(step, 24):
            for seat in (0, 1):
                other = shuffled(GAME, s, 1 - seat, Random(step))
                differing += scene(s, seat)["secrets"] != scene(other, seat)["secrets"]
    assert differing > 20


def test_nobody_learns_from_the_scene_who_has_finished_choosing() -> None:
    compared = 0
    for s in at("select_chits", 24):
        for offer in GAME.offers(s):
            c = s.clone()
            for _ in range(12):
                mine = GAME.offer(c, offer.seat)
                if mine is None or c.stack[-1][0] != "select_chits":
                    break
                GAME.apply(c, offer.seat, next(iter(mine)))
            if c.stack[-1][0] == "select_chits":
                for seat in {None, 0, 1} - {offer.seat}:
                    assert scene(s, seat)["waiting"] == scene(c, seat)["waiting"]
                    compared += 1
    assert compared > 10


def test_an_onlooker_knows_no_secrets() -> None:
    for step in STEPS:
        for s in at(step, 2):
            shown = scene(s, None)
            assert (shown["seat"], shown["side"], shown["secrets"], shown["offer"]) == (None, None, [], None)


# -- the log ----------------------------------------------------------------------------------------------------------


def test_a_line_of_the_log_names_what_it_is_about() -> None:
    sight = GAME.see(at("mode")[0], 0)
    unit, hex_ = GAME.unit_index("ax.15"), GAME.grid.index("2634")
    event = Event("relocated", {"unit": unit, "hex": hex_}, ("2.3e",), None)
    assert SHOW.entry(sight, event, "en") == {
        "text": "15 relocates to Kharkiv (2634).",
        "rules": ["2.3e"],
        "hexes": ["2634"],
        "units": ["ax.15"],
    }
    moves = Event("moves", {"unit": unit, "path": [hex_, hex_ + 1], "left": 2}, ("9.1b",), None)
    assert SHOW.entry(sight, moves, "en")["hexes"] == ["2634", "2635"]
    assert "Járkiv" in SHOW.entry(sight, event, "es")["text"]


# -- languages and speed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_scene_can_be_said_in_every_language(lang: str) -> None:
    for step in STEPS:
        for s in at(step, 2):
            for seat in SEATS:
                shown, english = scene(s, seat, lang), scene(s, seat)
                assert shown["units"] == english["units"]
                if english["offer"]:
                    assert [p["pick"] for p in shown["offer"]["picks"]] == [
                        p["pick"] for p in english["offer"]["picks"]
                    ]
