"""The rule catalogues, the pages of rulings, and what the data files say about them."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.facts import facts
from stavka import games
from stavka.assurance.ledger import KILLS, keyed, read_ledger, sites
from stavka.assurance.situations import read_situations

PAGES = Path(__file__).parents[2] / "docs" / "rulings"


EACH = pytest.mark.parametrize("key", games.GAMES)
RULED = {key: found for key in games.GAMES if (found := facts(key).rulings) is not None}
EACH_RULED = pytest.mark.parametrize("key", RULED)
TEXTS = {key: (games.folder(key) / "rules.toml").read_text(encoding="utf-8") for key in games.GAMES}
CATALOGUES: dict[str, dict[str, Any]] = {key: tomllib.loads(text) for key, text in TEXTS.items()}
IDS = {key: [entry["id"] for kind in ("rule", "example") for entry in found[kind]] for key, found in CATALOGUES.items()}
FILES = [(key, path) for key in RULED for path in sorted((games.folder(key) / "data").glob("*.toml"))]
TAG = re.compile(r"# \[([^\]]+)\]\s*$", re.MULTILINE)


def known(key: str, id_: str) -> bool:
    """Whether this is a rule of the catalogue, or a paragraph whose rules have letters or numbers."""
    return any(each == id_ or re.fullmatch(rf"{re.escape(id_)}([a-z]\d?|\d)", each) for each in IDS[key])


@EACH
def test_every_rule_and_example_is_there_once(key: str) -> None:
    assert len(set(IDS[key])) == len(IDS[key])


@EACH_RULED
def test_no_rule_and_no_example_is_missing(key: str) -> None:
    found = CATALOGUES[key]
    assert (len(found["rule"]), len(found["example"])) == (RULED[key].rules, RULED[key].examples)


@EACH
def test_rules_refer_to_rules_that_exist(key: str) -> None:
    references = {each for rule in CATALOGUES[key]["rule"] for each in rule.get("refs", [])}
    references |= {each for example in CATALOGUES[key]["example"] for each in example["rule"]}
    assert references <= set(IDS[key])


@pytest.mark.parametrize(("key", "path"), FILES, ids=[f"{key}-{path.name}" for key, path in FILES])
def test_sources_and_tags_name_rules_that_exist(key: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    sources = set(re.findall(r'"rule ([^ "]+)', text))
    tags = {each.strip() for tag in TAG.findall(text) for each in tag.split(",")}
    assert sources
    assert [each for each in sorted(sources | tags) if not known(key, each)] == []


@pytest.mark.parametrize("key", [key for key in games.GAMES if facts(key).is_tagged])
@pytest.mark.parametrize("name", ["tables.toml", "scenarios.toml"])
def test_every_line_with_a_value_names_its_rule(key: str, name: str) -> None:
    text = (games.folder(key) / "data" / name).read_text(encoding="utf-8")
    own = re.compile(r"\s*(#|\[|\]|$|source =|sources =|numbers =|id =|title =|\w+ = \[$)")
    assert [line for line in text.splitlines() if not own.match(line) and not TAG.search(line)] == []


@EACH_RULED
def test_the_rulings_page_has_every_ruling_once(key: str) -> None:
    page = (PAGES / f"{key}.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| U(\d+) \| ([^|]+) \| [^|]{12,} \|$", page, re.MULTILINE)
    assert [int(number) for number, _ in rows] == sorted(RULED[key].rulings)
    named = {each.strip() for _, rules in rows for each in rules.split(",")}
    assert [each for each in sorted(named) if not known(key, each)] == []


@EACH_RULED
def test_the_catalogue_points_to_rulings_that_exist(key: str) -> None:
    lines = re.findall(r"^# see (.+)$", TEXTS[key], re.MULTILINE)
    numbers = {int(number) for line in lines for number in re.findall(r"U(\d+)", line)}
    assert RULED[key].cited <= numbers <= RULED[key].rulings
    assert not re.search(r"^(says|given|expect) = .*\bU\d", TEXTS[key], re.MULTILINE)


@pytest.mark.parametrize("key", games.GAMES)
def test_every_rule_is_carried_out_or_descriptive(key: str) -> None:
    assert read_ledger(games.folder(key)).coverage(key)["not_done"] == []


def test_a_tag_may_begin_with_letters(tmp_path: Path) -> None:
    """The procedures of Roads to Moscow are called OPS.A.2b; a silenced check or a comment is not a tag."""
    code = "a = 1  # [9.3b, OPS.A.2b]\nb = 2  # [SEQ.A.4]\nc = 3  # type: ignore[index]\nd = 4  # [see above]\n"
    (tmp_path / "rules.py").write_text(code, encoding="utf-8")
    assert [site.rules for site in sites(tmp_path)] == [("9.3b", "OPS.A.2b"), ("SEQ.A.4",)]


@EACH
def test_what_is_descriptive_says_why(key: str) -> None:
    rules = CATALOGUES[key]["rule"]
    reasons = [rule["descriptive"] for rule in rules if "descriptive" in rule]
    assert reasons and all(len(reason) > 10 for reason in reasons)
    assert all("descriptive" in rule for rule in rules if rule["says"].startswith("Restates"))


@EACH
def test_the_mutation_job_has_judged_every_tagged_line_as_it_stands(key: str) -> None:
    """A line that changed, moved to another file or lost its situation has no verdict: `make rules-mutation`."""
    found = json.loads((games.folder(key) / KILLS).read_text("utf-8"))
    assert sorted(found["noticed"]) == sorted(site for site, _, _ in keyed(games.folder(key)))
    assert found["survived"] == []
    files = sorted((games.folder(key) / "situations").glob("*.toml"))
    titles = tuple(f": {each.name}" for file in files for each in read_situations(file)[1])
    lost = [by for by in found["noticed"].values() if not by.endswith(("it hangs", *titles))]
    assert lost == []
