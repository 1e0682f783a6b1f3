"""The map prints the values of the tables on hexes that are worth points."""

from pathlib import Path

from stavka import games

VALUES = {"N3410": "15", "S0420": "12", "S1227": "10", "S1419": "5", "S1722": "4"}
"""Some of them, by hand."""


def printed(overlay: Path | None = None) -> dict[str, str]:
    labels = games.files("zitadelle", overlay).hexmap.labelled("victory")
    return {number: label for label, hexes in labels.items() for number in hexes}


def test_hexes_are_printed_with_what_they_are_worth() -> None:
    found = printed()
    assert len(found) == 15
    assert {number: found[number] for number in VALUES} == VALUES


def test_whoever_changes_a_value_changes_the_map(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('objective = [{ id = "verkhopenye", value = 9 }]', "utf-8")
    assert printed(tmp_path / "mine.toml")["S1419"] == "9"
