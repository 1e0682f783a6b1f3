"""Guides as tests look at them."""

from stavka import games
from stavka.scenes.guide import Guide


def guide(key: str, scenario: str, lang: str = "en") -> Guide:
    return games.presenter(key, games.load(key)).guide(scenario, lang)


def table(shown: Guide, title: str) -> dict[str, dict[str, str]]:
    """A table by its title: cells by the names of rows and columns."""
    found = next(each for each in (*shown["map"], *shown["tables"]) if each["title"] == title)
    return {row["name"]: dict(zip(found["columns"][1:], row["cells"], strict=True)) for row in found["rows"]}
