"""The rule catalogue of Velikye Luki, and what the data files say about it."""

import re
import tomllib
from pathlib import Path

import pytest

from stavka.games.luki.files import FOLDER

ROOT = Path(__file__).parents[3]
CATALOGUE = tomllib.loads((FOLDER.parent / "rules.toml").read_text(encoding="utf-8"))
IDS = [entry["id"] for kind in ("rule", "example") for entry in CATALOGUE[kind]]
FILES = ("units.toml", "tables.toml", "scenarios.toml", "theatre.toml")


def test_the_catalogue_has_417_rules_and_30_examples() -> None:
    assert (len(CATALOGUE["rule"]), len(CATALOGUE["example"])) == (417, 30)
    assert len(set(IDS)) == len(IDS)


def test_rules_refer_to_rules_that_exist() -> None:
    references = {each for rule in CATALOGUE["rule"] for each in rule.get("refs", [])}
    references |= {each for example in CATALOGUE["example"] for each in example["rule"]}
    assert references <= set(IDS)


def known(id_: str) -> bool:
    """A rule, or a paragraph whose rules have letters."""
    return any(each == id_ or re.fullmatch(rf"{re.escape(id_)}[a-z]\d?", each) for each in IDS)


@pytest.mark.parametrize("name", FILES)
def test_sources_and_tags_name_rules_that_exist(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    sources = set(re.findall(r'"rule ([^ "]+)', text))
    tags = {
        each.strip() for match in re.findall(r"# \[([^\]]+)\]\s*$", text, re.MULTILINE) for each in match.split(",")
    }
    assert sources
    assert [each for each in sorted(sources | tags) if not known(each)] == []


@pytest.mark.parametrize("name", ["tables.toml", "scenarios.toml"])
def test_every_line_with_a_value_names_its_rule(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    own = re.compile(r"\s*(#|\[|\]|$|source =|sources =|numbers =|id =|title =|\w+ = \[$)")
    untagged = [line for line in text.splitlines() if not own.match(line) and not re.search(r"# \[[^\]]+\]$", line)]
    assert untagged == []


def test_the_rulings_page_has_every_ruling_once() -> None:
    page = (ROOT / "docs" / "rulings" / "luki.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| U(\d+) \| ([^|]+) \| [^|]{20,} \|$", page, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 104))
    named = {each.strip() for _, rules in rows for each in rules.split(",")}
    assert [each for each in sorted(named) if not known(each)] == []


def test_the_catalogue_points_to_rulings_that_exist() -> None:
    text = (FOLDER.parent / "rules.toml").read_text(encoding="utf-8")
    numbers = {int(n) for line in re.findall(r"^# see (.+)$", text, re.MULTILINE) for n in re.findall(r"U(\d+)", line)}
    assert numbers <= set(range(1, 104))
    assert numbers >= {1, 24, 82, 84}
    assert not re.search(r"^(says|given|expect) = .*\bU\d", text, re.MULTILINE)


def test_what_is_descriptive_says_why() -> None:
    reasons = [rule["descriptive"] for rule in CATALOGUE["rule"] if "descriptive" in rule]
    assert all(len(reason) > 10 for reason in reasons)
    restated = [rule for rule in CATALOGUE["rule"] if rule["says"].startswith("Restates")]
    assert all("descriptive" in rule for rule in restated)
