"""The rule catalogue of Zitadelle, and what the data files say about it."""

import re
import tomllib

import pytest

from stavka.games.zitadelle.files import FOLDER

CATALOGUE = tomllib.loads((FOLDER.parent / "rules.toml").read_text(encoding="utf-8"))
IDS = [entry["id"] for kind in ("rule", "example") for entry in CATALOGUE[kind]]
FILES = ("units.toml", "tables.toml", "scenarios.toml", "theatre-north.toml", "theatre-south.toml")


def test_the_catalogue_has_354_rules_and_37_examples() -> None:
    assert (len(CATALOGUE["rule"]), len(CATALOGUE["example"])) == (354, 37)
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


def test_what_is_descriptive_says_why() -> None:
    reasons = [rule["descriptive"] for rule in CATALOGUE["rule"] if "descriptive" in rule]
    assert all(len(reason) > 10 for reason in reasons)
    restated = [rule for rule in CATALOGUE["rule"] if rule["says"].startswith("Restates")]
    assert all("descriptive" in rule for rule in restated)
