"""Games as lines: what is written can be read, and a line that was cut off is written again."""

from pathlib import Path

from stavka.studies import lines


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
