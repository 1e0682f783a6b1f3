"""`stavka replay`: records verified, told and refused."""

import re
from pathlib import Path

import pytest

from cli.command import finished_record, write_finished
from cli.conftest import Stavka


def test_a_finished_game_is_identical(stavka: Stavka, tmp_path: Path) -> None:
    ran = stavka("replay", write_finished(tmp_path), "--verify", "--json")
    assert ran.code == 0
    found = ran.json
    assert {"picks", "chance", "states", "identical", "result"} <= found.keys()
    assert (found["identical"], found["dice"], found["fault"]) == (True, True, None)
    assert found["picks"] + found["chance"] == found["states"]
    assert found["result"].split()[0] in ("soviet", "axis")
    text = stavka("replay", tmp_path / "finished.txt", "--verify").out
    assert text.startswith("Identical: ")
    assert "the dice are those of the seed" in text.replace("\n", "")


def test_a_game_is_told_move_by_move(stavka: Stavka, tmp_path: Path) -> None:
    out = stavka("replay", write_finished(tmp_path)).out
    assert "    1 axis " in out
    assert "is set up in" in out
    assert "Turn 4 begins.  [4.0a, 4.4.2]" in out
    assert "The game ends with" in out


def altered(tmp_path: Path, pattern: str, by: str) -> Path:
    text, count = re.subn(pattern, by, finished_record(), count=1, flags=re.MULTILINE)
    assert count == 1
    path = tmp_path / "altered.txt"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("pattern", "by", "words"),
    [
        (r"^(20 .*= ).{16}$", r"\g<1>0123456789abcdef", "differs from the recorded one"),
        (r"^(20 \w+) \S+", r"\1 0101", "altered.txt line"),
        (r"^20 \w+", "20 nobody", "expected a move by"),
        (r"^seed: .*$", "seed: another", "the dice are not those of the seed"),
    ],
)
def test_an_altered_record_is_not_identical(stavka: Stavka, tmp_path: Path, pattern: str, by: str, words: str) -> None:
    path = altered(tmp_path, pattern, by)
    ran = stavka("replay", path, "--verify", "--json")
    assert ran.code == 1
    assert ran.json["identical"] is False
    assert words in ran.json["fault"]
    told = stavka("replay", path)
    assert told.code == 1
    assert "Not identical." in told.out
    assert "Traceback" not in told.out + told.err


@pytest.mark.parametrize(
    ("pattern", "by", "words"),
    [
        (r"^stavka record 1$", "some text", "line 1: expected 'stavka record 1'"),
        (r"^game: .*$", "game: chess", "no game 'chess'"),
        (r"^scenario: .*$", "scenario: nowhere", "no scenario 'nowhere'"),
        (r"^options: .*$", 'options: {"fog": true}', "'fog'"),
        (r"^overlay: .*$", "overlay: mine.toml", "name it with --overlay"),
        (r"^data: .*$", "data: 0", "made with other data (0)"),
        (r"^rules: .*$", "rules: 0", "made with other rules (0)"),
        (r"^20 ", "21 ", "expected move number 20"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(
    stavka: Stavka, tmp_path: Path, pattern: str, by: str, words: str
) -> None:
    path = altered(tmp_path, pattern, by)
    assert stavka("replay", path, "--verify").refuses(words)
    assert stavka("play", "traces", "--load", path).refuses(words)


def test_what_is_no_text_is_refused(stavka: Stavka, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    assert stavka("replay", path).refuses("picture.png")
