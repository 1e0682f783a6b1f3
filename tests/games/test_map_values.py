"""What the maps print on hexes that are worth something is what the tables say."""

from pathlib import Path

import pytest

from stavka import games

PRINTED = {
    "zitadelle": ("victory", {"N3410": "15", "S0420": "12", "S1227": "10", "S1419": "5", "S1722": "4"}, 15),
    "luki": ("objective", {"2005": "2", "2015": "7", "2419": "2", "2423": "1", "2512": "1"}, 12),
}
CHANGED = {
    "zitadelle": ("S1419", 'objective = [{ id = "verkhopenye", value = 9 }]'),
    "luki": ("2015", 'objective = [{ id = "melenka", value = 9 }]'),
}


def printed(game: str, overlay: Path | None = None) -> dict[str, str]:
    labels = games.files(game, overlay).hexmap.labelled(PRINTED[game][0])
    return {number: label for label, hexes in labels.items() for number in hexes}


@pytest.mark.parametrize("game", PRINTED)
def test_hexes_are_printed_with_what_they_are_worth(game: str) -> None:
    _, values, count = PRINTED[game]
    found = printed(game)
    assert len(found) == count
    assert {number: found[number] for number in values} == values


@pytest.mark.parametrize("game", CHANGED)
def test_whoever_changes_a_value_changes_the_map(game: str, tmp_path: Path) -> None:
    number, text = CHANGED[game]
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    assert printed(game, tmp_path / "mine.toml")[number] == "9"
