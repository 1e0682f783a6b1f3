"""The terminal game without a terminal: lines come from a pipe."""

from pathlib import Path

import pytest

import stavka as api
from cli.conftest import Stavka, stavka
from games.facts import Typed, facts, known
from stavka.engine.record import read_record

__all__ = ["stavka"]

PLAY = ("play", "traces", "race", "--axis", "random", "--seed", "5")


def test_picks_odds_undo_why_save_load_and_replay(stavka: Stavka, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    lines = f"vrnz\n3133 all\nundo\nall attack\nwhy 3134\nsave {saved}\nquit\n"
    ran = stavka(*PLAY, lines=lines)
    assert ran.code == 0
    assert "Soviet: The offensive opens. Choose the HQ whose units attack now, without moving." in ran.out
    assert "Vrnz begins the special activation: combats only. [12.1a, 12.1b]" in ran.out
    assert "3133 255: at best 4-1" in ran.out
    assert "column   17 to 4, rounded down: 4-1 [10.2g]" in ran.out
    assert "result   4-1: - 16.7%  R 33.3%  RR 33.3%  1RR 16.7%" in ran.out
    assert "attack (passes)" in ran.out
    assert "52, 27A, 22G, 23G attack 3133: 17 to 4" in ran.out
    assert f"Saved to {saved}" in ran.out
    assert [move.what for move in read_record(saved.read_text("utf-8")).moves if move.who == "soviet"] == [
        "so.hq.vrnz",
        "3133",
        "all",
        "attack",
    ]
    verified = stavka("replay", saved, "--verify", "--json").json
    assert (verified["identical"], verified["dice"], verified["result"]) == (True, True, "")
    again = stavka("play", "traces", "--axis", "random", "--load", saved, lines=f"done\ndone\nsave {saved}\n")
    assert "Soviet: Choose a unit to advance into 3133, or Done: the other units stay." in again.out
    assert "Select your Command Chits" in again.out
    more = stavka("replay", saved, "--verify", "--json").json
    assert more["identical"]
    assert more["picks"] >= verified["picks"] + 2


def test_the_same_seed_and_lines_give_the_same_game(stavka: Stavka, tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        stavka(*PLAY, lines=f"vrnz\n3133 all attack\nsave {tmp_path / name}\n")
        texts.append((tmp_path / name).read_text("utf-8"))
    assert texts[0] == texts[1]


def test_a_game_between_programs_is_told_to_its_end(stavka: Stavka) -> None:
    ran = stavka("play", "traces", "race", "--soviet", "random", "--axis", "random", "--seed", "1")
    assert ran.code == 0
    assert "Turn 4 begins. [4.0a, 4.4.2]" in ran.out
    assert ran.out.rstrip().endswith(("The game is over: axis points.", "The game is over: soviet points."))


def test_a_saved_game_without_its_seed_is_refused(stavka: Stavka, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    stavka(*PLAY, lines=f"vrnz\nsave {saved}\n")
    text = saved.read_text("utf-8")
    saved.write_text("".join(line for line in text.splitlines(keepends=True) if not line.startswith("seed:")), "utf-8")
    assert stavka("play", "traces", "--load", saved).refuses("without the seed of its dice")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "why 2634",
            "2634: You cannot choose this hex now. The offensive opens. Choose the HQ whose units attack now, "
            "without moving. [12.1a,\nTurn 1 special activation]",
        ),
        ("why 17Pz 2634", "17Pz: Choose one of your HQs. [4.3.1a, HQ chit activates]"),
        ("why vrnz", "vrnz: nothing prevents it."),
        ("why", "why WORD, or why UNIT HEX"),
        ("17Pz", "Choose one of your HQs. [4.3.1a]"),
        ("kharkiv", "You cannot choose this hex now."),
        ("s", "'s' could be Step, SW, Sth"),
        ("nonsense", "no unit, hex or choice is called 'nonsense'"),
        ("undo", "nothing can be taken back"),
        ("undo x", "undo [N]"),
        ("rules 10.4d", "10.4d Fewest EZOC hexes. "),
        ("rules 99", "there is no rule 99"),
        ("odds 3134", "column   23 to 7, rounded down: 3-1 [10.2g]"),
        ("odds 3134 32G", "below 1-1 [10.2g]; Below 1-1: no attack allowed [10.2m]"),
        ("odds 3134 17Pz", "17Pz cannot attack that hex from where it is"),
        ("odds 2020", "the hex is empty"),
        ("odds", "odds HEX [UNIT...]"),
        ("look kharkiv", "2634 Kharkiv, Clear, Major City, Axis control, Supreme Command Order"),
        ("look nowhere", "no hex is called 'nowhere'"),
        ("stack 3235", "33G (so.33grc): 33rd Guards Rifle Corps, Infantry, 5-5-5, 2 of 2 steps, 3235"),
        ("stack 0101", "There are no units in 0101."),
        ("stack 3SS", "3SS"),
        ("reach GD", "Panzergrenadier Division Grossdeutschland"),
        ("map 1338", "Rostov"),
        ("map all", "35 "),
        ("list", "Vrnz HQ, 29 units"),
        ("hand", "Your chits in the cup: none"),
        ("supply", "Axis units marked Out of Supply: none"),
        ("vp", "of the 50 VP that the Soviet player needs"),
        ("log 1", "The Axis player draws 3 Luftwaffe markers. [4.1, 7.0b]"),
        ("help", "(free) can be taken back."),
        ("save", "save FILE"),
        ("save /nowhere/at/all", "/nowhere/at/all"),
        ("save pyproject.toml", "exists and is not a record"),
    ],
)
def test_commands_answer(stavka: Stavka, monkeypatch: pytest.MonkeyPatch, line: str, answer: str) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    ran = stavka(*PLAY, lines=f"{line}\n")
    assert ran.code == 0
    said = ran.out.split(f"soviet> {line}\n", 1)[1]
    assert answer in said


def test_the_position_is_one_line_that_can_be_played_on(stavka: Stavka) -> None:
    said = stavka(*PLAY, lines="position\n").out.split("soviet> position\n", 1)[1]
    found = api.position(said.splitlines()[0])
    assert found.offer.seat == "soviet"
    found.pick("so.hq.vrnz")


def test_two_people_at_one_pipe(stavka: Stavka) -> None:
    lines = "kyiv\nodesa\nternopil\nvrnz\ndone\nvrnz step sw sth vrnz step\ndone\n8a hold-6a hold-4pza 1pza\nundo\n"
    ran = stavka("play", "traces", "race", "--axis", "human", "--seed", "5", lines=lines)
    assert "--- Soviet player ---" in ran.out
    assert "--- Axis player ---" in ran.out
    assert ran.out.count("Select your Command Chits") > 2
    assert ran.out.rstrip().endswith("The game is not over.")


@pytest.mark.parametrize(("key", "typed"), [(key, facts(key).typed) for key in known("typed")])
def test_every_game_is_played_from_its_scenes(stavka: Stavka, key: str, typed: Typed) -> None:
    ran = stavka("play", key, *typed.how, "--seed", "5", lines=typed.lines)
    assert ran.code == 0
    assert [answer for answer in typed.answers if answer not in ran.out] == []
