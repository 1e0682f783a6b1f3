"""`stavka games`, `rules`, `data`, and what every command does with bad input."""

import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Stavka
from stavka import games
from stavka.games.opponents import names

KEYS = ", ".join(games.GAMES)

# -- games ----------------------------------------------------------------------------------------------------------


def test_games_have_the_shape_that_programs_rely_on(stavka: Stavka) -> None:
    listed = stavka("games", "--json").json
    traces = next(game for game in listed if game["key"] == "traces")
    assert {"key": "traces", "title": "Traces of War", "sides": ["soviet", "axis"]}.items() <= traces.items()
    assert traces["scenarios"] == [
        {"key": "race", "title": "Race to the Dnipro", "turns": 4},
        {"key": "campaign", "title": "Traces of War Campaign", "turns": 8},
    ]
    assert traces["options"] == ["vp_bid", "hq_conversion"]
    assert [game["key"] for game in listed] == list(games.GAMES)


def test_games_are_listed(stavka: Stavka) -> None:
    ran = stavka("games")
    assert ran.code == 0
    assert "Race to the Dnipro, 4 turns" in ran.out
    assert "hq_conversion" in ran.out


@pytest.mark.parametrize("key", games.GAMES)
def test_the_list_of_games_says_what_the_game_says(key: str) -> None:
    game = games.load(key)
    manifest = games.GAMES[key]
    assert (manifest.key, manifest.title, manifest.sides) == (game.key, game.title, game.sides) and game.key == key
    for scenario in games.about(key)["scenarios"]:
        assert game.new(scenario["key"], dict.fromkeys(games.about(key)["options"], True)).result == ""


# -- rules ----------------------------------------------------------------------------------------------------------


def test_a_rule_and_a_paragraph(stavka: Stavka) -> None:
    assert [rule["id"] for rule in stavka("rules", "traces", "10.4d", "--json").json] == ["10.4d"]
    paragraph = [rule["id"] for rule in stavka("rules", "traces", "10.4", "--json").json]
    assert {"10.4a", "10.4m"} <= set(paragraph)
    assert all(rule.startswith("10.4") for rule in paragraph)
    ran = stavka("rules", "traces", "10.4d")
    assert ran.out.startswith("10.4d  Fewest EZOC hexes")
    assert "Example ex-10.5-4" in ran.out


def test_rules_are_listed_and_searched(stavka: Stavka) -> None:
    every = stavka("rules", "traces")
    assert "10.4d    Fewest EZOC hexes" in every.out
    found = stavka("rules", "traces", "--find", "swamp", "--json").json
    assert found
    assert all("swamp" in f"{rule['title']} {rule['says']}".lower() for rule in found)


def test_rules_in_spanish_and_french(stavka: Stavka) -> None:
    spanish = stavka("rules", "traces", "10.4", "--lang", "es")
    assert spanish.out.startswith("10.4a  Longitud de la retirada  regla\n")
    assert "véase 12.2a" in spanish.out
    assert "Ejemplo ex-10.5-4. Resultado 1RR" in spanish.out
    french = stavka("rules", "traces", "10.4", "--lang", "fr")
    assert french.out.startswith("10.4a  Longueur de la retraite  règle\n")
    assert "Exemple ex-10.5-4. Résultat 1RR" in french.out
    found = stavka("rules", "traces", "--find", "pantano", "--lang", "es", "--json").json
    assert {"9.3c", "9.3d", "9.3e"} <= {rule["id"] for rule in found}


def test_coverage_has_the_shape_that_programs_rely_on(stavka: Stavka) -> None:
    found = stavka("rules", "traces", "--coverage", "--json").json
    assert {"game", "total", "implemented", "shown", "descriptive", "not_done"} <= found.keys()
    assert found["game"] == "traces"
    assert found["total"] == found["implemented"] + found["descriptive"] + len(found["not_done"])
    assert f"{found['total']:4}\n" in stavka("rules", "traces", "--coverage").out


# -- data -----------------------------------------------------------------------------------------------------------


def test_data_has_the_shape_that_programs_rely_on(stavka: Stavka) -> None:
    found = stavka("data", "traces", "--json").json
    assert found.keys() == {"values", "files", "hash"}
    assert {"rule", "history", "reconstructed"} <= found["values"].keys()
    assert "units.toml" in found["files"]


def test_data_of_a_kind_is_listed(stavka: Stavka) -> None:
    items = stavka("data", "traces", "--list", "--kind", "rule", "--json").json["items"]
    assert items
    assert {item["kind"] for item in items} == {"rule"}
    text = stavka("data", "traces", "--list").out
    assert "unit ax.17pz" in text
    assert "major city Kharkiv" in text


def test_an_overlay_changes_the_hash(stavka: Stavka, tmp_path: Path) -> None:
    overlay = tmp_path / "mine.toml"
    overlay.write_text('unit = [{ id = "ax.17pz", attack = 9 }]\n', "utf-8")
    with_it, without = stavka("data", "traces", "--overlay", overlay, "--json"), stavka("data", "traces", "--json")
    assert with_it.json["hash"] != without.json["hash"]
    assert with_it.json["files"][-1] == "mine.toml"


def test_a_broken_overlay_is_one_sentence(stavka: Stavka, tmp_path: Path) -> None:
    overlay = tmp_path / "mine.toml"
    overlay.write_text('unit = [{ id = "ax.17pz", atack = 9 }]\n', "utf-8")
    assert stavka("data", "traces", "--overlay", overlay).refuses("mine.toml line 1", "atack")


# -- bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rules chess", f"no game 'chess'; there are {KEYS}"),
        ("rules traces 99", "no rule '99' in Traces of War: there is no such chapter"),
        ("rules traces 6.2", "no rule '6.2' in Traces of War: chapter 6 has 6.0a to 6.0d"),
        ("rules traces --find zeppelin", "zeppelin"),
        ("rules traces 10.4 --lang tlh", "no language 'tlh'; there are en, es, fr"),
        ("data chess", "no game 'chess'"),
        ("data traces --overlay nowhere.toml", "nowhere.toml"),
        ("data traces --kind guess", "expected one of rule, history, reconstructed"),
        ("bogus", "bogus"),
        ("games --bogus", "--bogus"),
        ("sim traces race", "--players"),
        ("sim traces race --players random", "expected a player for each of soviet,axis"),
        ("sim traces race --players random,nobody", "no player 'nobody' of traces; there are random"),
        ("sim traces nowhere --players random,random", "no scenario 'nowhere'"),
        ("sim chess race --players random,random", "no game 'chess'"),
        ("sim traces race --players random,random --games 0", "--games"),
        ("sim traces race --players random,random --games many", "--games"),
        ("sim traces race --players random,random --option fog=true", "expected NAME=true or NAME=false"),
        ("sim traces race --players random,random --option vp_bid=maybe", "expected NAME=true or NAME=false"),
        ("play chess", "no game 'chess'"),
        ("play traces nowhere", "no scenario 'nowhere'"),
        ("play traces --axis nobody", "no player 'nobody'"),
        ("play traces --load nowhere.txt", "nowhere.txt: there is no such file"),
        ("replay nowhere.txt", "nowhere.txt: there is no such file"),
        ("replay src", "src: this is a folder"),
        ("check nowhere.toml", "nowhere.toml: there is no such file"),
        ("check", "FILE"),
        ("map draw traces -o map.gif", ".svg or .png"),
        ("map draw chess -o map.svg", f"expected a game ({KEYS}) or a map file"),
        ("map draw traces", "--output"),
        ("map build nowhere.toml -o map.txt", "nowhere.toml: there is no such file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    stavka: Stavka, monkeypatch: pytest.MonkeyPatch, line: str, words: str
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    ran = stavka(*line.split())
    assert ran.refuses(words), ran


def test_without_a_command_there_is_help(stavka: Stavka) -> None:
    for line in ([], ["--help"], ["map"]):
        ran = stavka(*line)
        assert ran.code == 0
        assert "Usage: stavka" in ran.out


def test_the_installed_command_runs() -> None:
    command = Path(sys.executable).parent / "stavka"
    ran = subprocess.run([command, "rules", "chess"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, f"stavka: no game 'chess'; there are {KEYS}\n")


def test_players_are_known_by_name() -> None:
    assert names("traces")[0] == "random"
