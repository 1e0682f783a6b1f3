"""Games as lines: what is written can be read, and a line that was cut off is written again."""

from pathlib import Path

import pytest

from stavka.studies import lines
from stavka.studies.lines import Kept, OtherSeriesError


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert lines.read(path) == []
    lines.append(path, {"a": 1})
    lines.append(path, [2, "b"])
    assert lines.read(path) == [{"a": 1}, [2, "b"]]


def test_a_line_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    """A run that was killed while it wrote leaves half a line: that game is played again."""
    path = tmp_path / "games.jsonl"
    path.write_text('{"a": 1}\n{"a": 2, "b')
    assert lines.read(path) == [{"a": 1}]
    lines.append(path, {"a": 3})
    assert path.read_text() == '{"a": 1}\n{"a": 3}\n'


def test_results_are_kept_with_what_they_are_results_of(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    kept = Kept(path, {"seed": "1", "players": ("a", "b")})
    kept.add(4, [0.5])
    kept.add("3/1", {"score": 1})
    assert path.read_text().splitlines()[0] == '{"series": {"seed": "1", "players": ["a", "b"]}}'
    again = Kept(path, {"seed": "1", "players": ("a", "b")})
    assert again.results == {4: [0.5], "3/1": {"score": 1}}
    again.add(5, [])
    assert len(path.read_text().splitlines()) == 4


def test_results_without_a_file_are_kept_while_the_run_lasts() -> None:
    kept = Kept(None, {"seed": "1"})
    kept.add(0, 7)
    assert kept.results == {0: 7}


def test_half_a_line_is_worked_out_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Kept(path, {"seed": "1"}).add(0, 7)
    path.write_text(path.read_text() + "[1, 8")
    kept = Kept(path, {"seed": "1"})
    kept.add(2, 9)
    assert Kept(path, {"seed": "1"}).results == {0: 7, 2: 9}


def test_half_a_first_line_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"series": {"se')
    Kept(path, {"seed": "1"}).add(0, 7)
    assert path.read_text() == '{"series": {"seed": "1"}}\n[0, 7]\n'


def test_the_games_of_another_series_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Kept(path, {"seed": "1"}).add(0, 7)
    with pytest.raises(OtherSeriesError, match=r"games\.jsonl: .* another series; seed: expected 2, found 1"):
        Kept(path, {"seed": "2"})


@pytest.mark.parametrize("text", ['{"a": 1}\n', "[1, 2]\n", "no JSON\n", '{"series": {"seed": "1"}}\n7\n'])
def test_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other"
    path.write_text(text)
    with pytest.raises(OtherSeriesError, match="this is not a file in which a study keeps its games"):
        Kept(path, {"seed": "1"})
    assert path.read_text() == text
