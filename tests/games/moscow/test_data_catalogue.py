"""The rule catalogue of Roads to Moscow, its rulings, and what the data files say about them."""

import re
import tomllib
from pathlib import Path

import pytest

from stavka.games.moscow.files import FOLDER

ROOT = Path(__file__).parents[3]
TEXT = (FOLDER.parent / "rules.toml").read_text(encoding="utf-8")
CATALOGUE = tomllib.loads(TEXT)
IDS = [entry["id"] for kind in ("rule", "example") for entry in CATALOGUE[kind]]
RULINGS = {*range(1, 64), *range(101, 306)}


def test_the_catalogue_has_835_rules_and_77_examples() -> None:
    assert (len(CATALOGUE["rule"]), len(CATALOGUE["example"])) == (835, 77)
    assert len(set(IDS)) == len(IDS)


def test_rules_refer_to_rules_that_exist() -> None:
    references = {each for rule in CATALOGUE["rule"] for each in rule.get("refs", [])}
    references |= {each for example in CATALOGUE["example"] for each in example["rule"]}
    assert references <= set(IDS)


def known(id_: str) -> bool:
    """A rule, or a paragraph whose rules have letters."""
    return any(each == id_ or re.fullmatch(rf"{re.escape(id_)}([a-z]\d?|\d)", each) for each in IDS)


@pytest.mark.parametrize(
    "name", ["units.toml", "tables.toml", "scenarios.toml", "theatre-mozhaysk.toml", "theatre-mtsensk.toml"]
)
def test_sources_name_rules_that_exist(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    sources = set(re.findall(r'"rule ([^ "]+)', text)) | set(re.findall(r"\[((?:EX\.)?\d+\.\d+[a-z]?)\]", text))
    assert sources
    assert [each for each in sorted(sources) if not known(each)] == []


@pytest.mark.parametrize("name", ["tables.toml", "scenarios.toml"])
def test_tags_of_the_data_name_rules_that_exist(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    tags = {each for tag in re.findall(r"# \[([^\]]+)\]$", text, re.MULTILINE) for each in tag.split(", ")}
    assert len(tags) > 5
    assert tags <= set(IDS)


def test_the_rulings_page_has_every_ruling_once() -> None:
    page = (ROOT / "docs" / "rulings" / "moscow.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| U(\d+) \| ([^|]+) \| [^|]{12,} \|$", page, re.MULTILINE)
    assert [int(number) for number, _ in rows] == sorted(RULINGS)
    named = {each.strip() for _, rules in rows for each in rules.split(",")}
    assert [each for each in sorted(named) if not known(each)] == []


def test_the_catalogue_points_to_rulings_that_exist() -> None:
    numbers = {int(n) for line in re.findall(r"^# see (.+)$", TEXT, re.MULTILINE) for n in re.findall(r"U(\d+)", line)}
    assert numbers <= RULINGS
    assert numbers >= {1, 10, 63, 101, 116, 281, 290}
    assert not re.search(r"^(says|given|expect) = .*\bU\d", TEXT, re.MULTILINE)


def test_what_is_descriptive_says_why() -> None:
    reasons = [rule["descriptive"] for rule in CATALOGUE["rule"] if "descriptive" in rule]
    assert reasons and all(len(reason) > 10 for reason in reasons)
