"""The map prints the values of the tables on hexes that are worth points."""

from pathlib import Path

from stavka import games

VALUES = {"2005": "2", "2015": "7", "2419": "2", "2423": "1", "2512": "1"}
"""Some of them, by hand."""


def printed(overlay: Path | None = None) -> dict[str, str]:
    labels = games.files("luki", overlay).hexmap.labelled("objective")
    return {number: label for label, hexes in labels.items() for number in hexes}


def test_hexes_are_printed_with_what_they_are_worth() -> None:
    found = printed()
    assert len(found) == 12
    assert {number: found[number] for number in VALUES} == VALUES


def test_whoever_changes_a_value_changes_the_map(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('objective = [{ id = "melenka", value = 9 }]', "utf-8")
    assert printed(tmp_path / "mine.toml")["2015"] == "9"
