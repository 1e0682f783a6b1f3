"""Boards and scenes: what they hold, and that nobody is shown what is hidden."""

from random import Random

import pytest

from games.shown import SHOWN as SHOWN_GAMES
from games.traces.drawn import MAP, drawn
from games.traces.walks import GAME
from stavka.engine.kinds import units_in
from stavka.engine.session import Session
from stavka.engine.state import Event
from stavka.engine.words import LANGUAGES
from stavka.games.traces.checks.invariants import shuffled
from stavka.games.traces.scene.looks import KEYS
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import AXIS, SOVIET
from stavka.scenes.scene import moment

SHOWN = SHOWN_GAMES["traces"]
SHOW, at, scene = SHOWN.show, SHOWN.at, SHOWN.scene


# -- the board --------------------------------------------------------------------------------------------------------


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


def test_options_have_keys_but_for_numbers_and_what_is_never_chosen() -> None:
    keyless = [name for name in GAME.option_names if name not in KEYS and not name.startswith("bid-")]
    assert all(name == "supply" or name.removeprefix("hold-") in ("supply", *soviet_chits()) for name in keyless)


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
    assert offer["prompt"].startswith("Choose an Axis Major City for ")
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
    assert axis["units"][GAME.unit_ids[units_in(GAME.security)[0]]]["box"] == "box"
    assert axis["tracks"][0] == {
        "name": "Turns",
        "cells": ["August 1943", "September 1943", "October 1943", "November 1943"],
        "at": -1,
        "markers": [],
    }


def test_units_show_what_they_are_now() -> None:
    counters = {"A": "soviet infantry 5(3) 4", "B": "axis infantry 4(3) 5", "C": "axis infantry 4(3) 5"}
    units = ["0205 A/1 isolated", "0202 B oos moved", "eliminated C"]
    shown = drawn(MAP, counters=counters, units=units, phase="soviet mode").scene()["units"]
    assert (shown["A"]["factors"], shown["A"]["steps"]) == ("1-1-2", 1)  # Isolated: 2 less, half the MP
    assert shown["A"]["flags"] == ["isolated", "activated", "reduced"]
    assert (shown["B"]["factors"], shown["B"]["flags"]) == ("2-4-5", ["oos", "moved"])
    assert "hex" not in shown["C"] and shown["C"]["box"] == "eliminated"


def test_chits_are_masculine_where_there_are_none() -> None:
    kinds = [chit.label for chit in GAME.chits]
    steppe = [2 * (kind == "Steppe") for kind in kinds]
    said = [[Voice(GAME, lang).chits(counts) for counts in ([0] * len(kinds), steppe)] for lang in LANGUAGES]
    assert said == [["none", "2 Steppe"], ["ninguno", "2 Estepa"], ["aucun", "2 Steppe"]]


def test_the_phase_is_named() -> None:
    found = drawn(MAP, counters={"A": "soviet infantry 5 4", "H": "soviet hq 2 6 range 3"}, units=["0205 A", "0105 H"])
    assert found.scene()["phase"] == "Action Phase, H, Movement Segment"
    assert drawn(MAP, phase="select_chits").scene()["phase"] == "Chit Selection Phase"


@pytest.mark.parametrize(
    ("lang", "phases"),
    [
        ("en", ["Special Activation", "Special Activation, Step, Combat Segment", "Chit Selection Phase"]),
        ("es", ["Activación especial", "Activación especial, Estp, Segmento de Combate", "Fase de Elección de Chits"]),
        (
            "fr",
            ["Activation spéciale", "Activation spéciale, Step, Segment de combat", "Phase de sélection des jetons"],
        ),
    ],
)
def test_a_special_activation_comes_before_the_selection_of_chits(lang: str, phases: list[str]) -> None:
    session = Session(GAME, "race", seed="s")
    told = []
    for word in ("1631", "2918", "0218", "so.hq.step", "done", ""):
        (offer, *_) = session.offers()
        if word in ("so.hq.step", "done", ""):
            told.append(SHOW.scene(GAME.see(session.state, offer.seat), moment(session, offer.seat, 0), lang)["phase"])
        if word:
            session.play(offer.seat, GAME.read_pick(word, offer))
    assert told == phases


def test_picks_say_what_they_cost() -> None:
    found = drawn(MAP, counters={"M": "soviet infantry 5 2"}, units=["0205 M"], phase="soviet movement")
    found.play("M")
    offer = found.scene()["offer"]
    assert {pick["pick"]: pick["cost"] for pick in offer["picks"] if pick["kind"] == "hex"} == {
        "0104": 1, "0105": 1, "0204": 1, "0304": 1, "0305": 1, "0103": 2, "0303": 2,
    }  # fmt: skip
    assert [pick["pick"] for pick in offer["picks"] if pick["kind"] == "option"] == ["stop"]
    assert SHOW.board("en")["keys"]["stop"] == "t"
    assert offer["chosen"] == {"units": ["M"], "hexes": [], "options": [], "drop": []}


def test_markers_and_owners() -> None:
    marks = drawn(MAP | {"crossing_points": ["0303", "0302"]}, crossings=["0302"], orders=["0201"]).scene()
    assert marks["marks"]["0302"] == [{"kind": "crossing taken", "text": "Crossing Point, Soviet", "letter": "C"}]
    assert marks["marks"]["0303"] == [{"kind": "crossing", "text": "Crossing Point, not yet Soviet", "letter": "C"}]
    assert marks["marks"]["0201"] == [{"kind": "order", "text": "Supreme Command Order", "letter": "H"}]
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


# -- secrets ----------------------------------------------------------------------------------------------------------


def test_the_special_activation_says_that_nobody_moves_in_it() -> None:
    session = Session(GAME, "race", seed="s")
    for word in ("1631", "2918", "0218"):
        (offer,) = session.offers()
        session.play(offer.seat, GAME.read_pick(word, offer))
    offered = SHOW.scene(GAME.see(session.state, SOVIET), moment(session, SOVIET, 0), "en")["offer"]
    assert offered is not None and offered["rule"] == "12.1a"
    assert offered["prompt"] == "The offensive opens. Choose the HQ whose units attack now, without moving."


def test_a_selection_of_chits_says_how_many_and_which_front_lacks_one() -> None:
    """Six chits of which each of the four Fronts must get one."""
    session = Session(GAME, "race", seed="s")
    for word in ("1631", "2918", "0218", "so.hq.step", "done"):
        (offer,) = session.offers()
        session.play(offer.seat, GAME.read_pick(word, offer))
    (offer, *_) = session.offers()
    session.play(offer.seat, GAME.read_pick("vrnz", offer))
    offered = SHOW.scene(GAME.see(session.state, SOVIET), moment(session, SOVIET, 0), "en")["offer"]
    assert offered is not None
    notes = {pick["pick"]: pick["note"] for pick in offered["picks"]}
    numbers = {chit.id: chit.number for chit in GAME.chits}
    assert notes["vrnz"] == f"1 of {numbers['vrnz']}"
    assert notes["sth"] == f"0 of {numbers['sth']}, incomplete"
    assert notes["reinforcement"] == f"0 of {numbers['reinforcement']}"


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
                if mine is None or c.stack[-1].step != "select_chits":
                    break
                GAME.apply(c, offer.seat, next(iter(mine)))
            if c.stack[-1].step == "select_chits":
                for seat in {None, 0, 1} - {offer.seat}:
                    assert scene(s, seat)["waiting"] == scene(c, seat)["waiting"]
                    compared += 1
    assert compared > 10


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


def test_what_one_seat_was_told_addresses_nobody_else() -> None:
    """After the end everybody reads everything: the Soviet player does not draw the Luftwaffe's markers."""
    sight = GAME.see(GAME.new("race"), SOVIET)
    drawn = Event("marker drawn", {"kind": 0}, ("7.0c",), (AXIS,))
    assert SHOW.entry(sight, drawn, "en")["text"].startswith("You draw a Luftwaffe marker")
    told = SHOW.entry(sight, drawn, "en", is_own=False)["text"]
    assert told.startswith("The Axis player draws a Luftwaffe marker")
    for lang in LANGUAGES:
        for name, values in (("marker drawn", {"kind": 0}), ("chit added by you", {"chit": 0})):
            said = SHOW.entry(sight, Event(name, values, (), (AXIS,)), lang, is_own=False)["text"]
            assert not said.startswith(("You", "Sacas", "Añades", "Vous")), said


def test_losses_name_the_side_of_the_unit() -> None:
    """A 62 says nothing where both sides have numbers."""
    s, hex_ = GAME.new("race"), GAME.grid.index("2135")
    said = [
        GAME.say(s, Event(name, {"unit": GAME.unit_index(unit), "hex": hex_}, (), None), lang)
        for name, unit in (("step lost", "so.66rc"), ("eliminated", "ax.62"), ("retreat loss", "ax.62"))
        for lang in LANGUAGES
    ]
    assert said == [
        "66 (Soviet) in 2135 loses a step.",
        "66 (soviética) pierde un paso en 2135.",
        "66 (soviétique) perd un pas en 2135.",
        "62 (Axis) in 2135 is eliminated.",
        "62 (del Eje) es eliminada en 2135.",
        "62 (de l\u2019Axe) est éliminée en 2135.",
        "2135 is in an enemy Zone of Control: the retreat costs 62 (Axis) a step.",
        "2135 está en una zona de control enemiga: la retirada cuesta un paso a 62 (del Eje).",
        "2135 est dans une zone de contrôle ennemie\u00a0: la retraite coûte un pas à 62 (de l\u2019Axe).",
    ]


def test_hexes_to_attack_are_listed_by_the_odds() -> None:
    """A (5) against D (4) in 0202 is 1-1, against E (2) in 0204 is 2-1; 0203 is next to both, and F (2) in 0302 has the
    higher number at the same odds."""
    counters = {"A": "soviet infantry 5(3) 4", "D": "axis infantry 4(4) 5"}
    counters |= dict.fromkeys("EF", "axis infantry 2(2) 5")
    units = ["0203 A", "0202 D", "0302 F", "0103 E"]
    picks = drawn({"picture": PLAIN}, counters=counters, units=units, phase="soviet combat").scene()["offer"]["picks"]
    assert [(pick["pick"], pick["note"]) for pick in picks if pick["kind"] == "hex"] == [
        ("0103", "E: at best 2-1"),
        ("0302", "F: at best 2-1"),
        ("0202", "D: at best 1-1"),
    ]
    assert KEYS["pass"] == KEYS["no-air-support"] == "n", "declining has one key"


PLAIN = """
  . . . . .
 . . . . .
  . . . . .
"""
