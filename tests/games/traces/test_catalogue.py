"""The rule catalogue, and what the data files and the rulings page say about it."""

import re
import tomllib
from pathlib import Path

import pytest

from stavka.games.traces.files import FOLDER

ROOT = Path(__file__).parents[3]
CATALOGUE = tomllib.loads((FOLDER.parent / "rules.toml").read_text(encoding="utf-8"))
IDS = [entry["id"] for kind in ("rule", "example") for entry in CATALOGUE[kind]]
FILES = ("units.toml", "tables.toml", "scenarios.toml")


def test_the_catalogue_has_281_rules_and_39_examples() -> None:
    assert (len(CATALOGUE["rule"]), len(CATALOGUE["example"])) == (281, 39)
    assert len(set(IDS)) == len(IDS)


def test_rules_refer_to_rules_that_exist() -> None:
    references = {each for rule in CATALOGUE["rule"] for each in rule.get("refs", [])}
    references |= {each for example in CATALOGUE["example"] for each in example["rule"]}
    assert references <= set(IDS)


@pytest.mark.parametrize("name", FILES)
def test_sources_and_tags_name_rules_that_exist(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    sources = set(re.findall(r'"rule ([^"]+)"', text))
    tags = {
        each.strip() for match in re.findall(r"# \[([^\]]+)\]\s*$", text, re.MULTILINE) for each in match.split(",")
    }
    assert sources
    assert {word for source in sources for word in source.split() if word != "to"} | tags <= set(IDS)


@pytest.mark.parametrize("name", ["tables.toml", "scenarios.toml"])
def test_every_line_with_a_value_names_its_rule(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    own = re.compile(r"\s*(#|\[|\]|$|source =|sources =|numbers =|id =|title =|\w+ = \[$)")
    untagged = [line for line in text.splitlines() if not own.match(line) and not re.search(r"# \[[^\]]+\]$", line)]
    assert untagged == []


def test_the_rulings_page_has_every_ruling_once() -> None:
    page = (ROOT / "docs" / "rulings" / "traces.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| U(\d+) \| ([^|]+) \| [^|]{20,} \|$", page, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 59))
    named = {each for _, rules in rows for each in re.findall(r"(?:ex-)?\d+[\w.-]*", rules)}
    assert named <= set(IDS)


def test_the_catalogue_points_to_rulings_that_exist() -> None:
    text = (FOLDER.parent / "rules.toml").read_text(encoding="utf-8")
    numbers = {int(n) for line in re.findall(r"^# see (.+)$", text, re.MULTILINE) for n in re.findall(r"U(\d+)", line)}
    assert numbers <= set(range(1, 59))
    assert numbers >= {1, 43, 58}
