"""Every situation of every game: the rules, and the rulebook's examples, as positions with what must come out."""

import re
from pathlib import Path
from typing import Any

import pytest

from games.facts import facts, is_ours
from stavka import games
from stavka.assurance.situations import PLAIN_KEYS, Report, Situation, check_file, examine, read_situations

FILES = {key: sorted((games.folder(key) / "situations").glob("*.toml")) for key in games.GAMES}
SITUATIONS = {key: [each for file in files for each in read_situations(file)[1]] for key, files in FILES.items()}
EACH = pytest.mark.parametrize("key", games.GAMES)
ENGINES_OWN = ("offered", "only", "why", "decides", "play")
"""The questions that can be asked of any game."""


def name(situation: Situation) -> str:
    return f"{situation.file}::{situation.name}"


@pytest.mark.parametrize(
    ("key", "situation"),
    [
        pytest.param(key, each, id=f"{key}-{name(each)}")
        for key, situations in SITUATIONS.items()
        for each in situations
    ],
)
def test_situation(key: str, situation: Situation) -> None:
    report = Report()
    failures = [f"expected {f.expected}, got {f.got}" for f in examine(situation, games.builder(key), report)]
    assert failures == []
    assert report.checks > 0, "it states nothing"


@EACH
def test_there_are_situations_with_names_of_their_own(key: str) -> None:
    assert len(SITUATIONS[key]) >= facts(key).situations
    names = [name(situation) for situation in SITUATIONS[key]]
    assert len(names) == len(set(names))


@EACH
def test_check_file_counts_every_check(key: str) -> None:
    file = FILES[key][0]
    report = Report()
    check_file(file, {key: games.builder(key)}, report)
    assert report.failed == []
    assert report.passed == report.checks >= len(read_situations(file)[1])


@EACH
def test_every_example_of_the_rulebook_is_played(key: str) -> None:
    examples = games.catalogue(key).examples
    assert len(examples) == (facts(key).examples or len(examples)) > 0
    assert {situation.example for situation in SITUATIONS[key] if situation.example} == set(examples)


@EACH
def test_examples_show_the_rules_that_the_catalogue_names(key: str) -> None:
    catalogue = games.catalogue(key)
    shown: dict[str, set[str]] = {}
    for situation in SITUATIONS[key]:
        if situation.example:
            shown.setdefault(situation.example, set()).update(situation.rules)
    missing = [
        (each, rule)
        for each, rules in shown.items()
        for rule in catalogue.examples[each].rules
        if rule not in rules and not catalogue.rules[rule].descriptive
    ]
    assert missing == []


@EACH
def test_every_rule_cited_exists(key: str) -> None:
    rules = games.catalogue(key).rules
    strange = {name(s): [rule for rule in s.rules if rule not in rules] for s in SITUATIONS[key]}
    assert {where: found for where, found in strange.items() if found} == {}


@EACH
def test_every_rule_that_code_carries_out_is_cited(key: str) -> None:
    cited = {rule for situation in SITUATIONS[key] for rule in situation.rules}
    rules = games.catalogue(key).rules.values()
    assert [rule.id for rule in rules if rule.id not in cited and not rule.descriptive] == []


@pytest.mark.parametrize("key", [*filter(is_ours, games.GAMES)])
def test_the_page_of_situations_names_every_key_and_question(key: str) -> None:
    """The first game's page explains what all of them have."""
    docs = Path(__file__).parents[2] / "docs"
    module: Any = games.module(key, "checks.situations")
    questions: Any = games.module(key, "checks.questions")
    keys = {*module.POSITION_KEYS, *module.MAP_KEYS, *module.PHASES, *module.FLAGS, *questions.QUESTIONS}
    own = docs / f"situations-{key}.md"
    page = (own if own.exists() else docs / "situations.md").read_text("utf-8")
    if not own.exists():
        keys |= {*PLAIN_KEYS, *ENGINES_OWN}
        code = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
        page = " ".join(re.findall(r"`[^`\n]+`", code))
    assert keys - set(re.findall(r"[a-z0-9_]+", page)) == set()
