"""Every situation of Roads to Moscow: the rules, and the rulebook's examples, as positions with what must come out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stavka.engine.situations import Report, Situation, SituationError, examine, read_situations
from stavka.games import moscow
from stavka.games.moscow.game import load
from stavka.games.moscow.questions import QUESTIONS
from stavka.games.moscow.situations import MAP_KEYS, PHASES, POSITION_KEYS, build

FOLDER = Path(str(moscow.__file__)).parent / "situations"
FILES = sorted(FOLDER.glob("*.toml"))
SITUATIONS = [situation for file in FILES for situation in read_situations(file)[1]]


def name(situation: Situation) -> str:
    return f"{situation.file}::{situation.name}"


@pytest.mark.parametrize("situation", SITUATIONS, ids=name)
def test_situation(situation: Situation) -> None:
    report = Report()
    failures = [f"expected {f.expected}, got {f.got}" for f in examine(situation, build, report)]
    assert failures == []
    assert report.checks > 0, "it states nothing"


def test_names_are_unique_in_a_file_and_rules_exist() -> None:
    known = load().catalogue.rules
    for file in FILES:
        names = [situation.name for situation in read_situations(file)[1]]
        assert len(set(names)) == len(names), file.name
    assert {rule for situation in SITUATIONS for rule in situation.rules} <= set(known)
    assert {situation.example for situation in SITUATIONS if situation.example} <= set(load().catalogue.examples)


def test_every_example_of_the_catalogue_is_played() -> None:
    examples = load().catalogue.examples
    assert len(examples) == 77
    assert {situation.example for situation in SITUATIONS if situation.example} == set(examples)


def test_every_rule_that_code_carries_out_is_cited_and_tagged() -> None:
    wanted = {key for key, rule in load().catalogue.rules.items() if not rule.descriptive}
    assert wanted - {rule for situation in SITUATIONS for rule in situation.rules} == set()
    text = "\n".join(
        path.read_text("utf-8")
        for path in (*FOLDER.parent.glob("*.py"), *(FOLDER.parent / "data").glob("[ts][ac]*.toml"))
    )
    tags = {each for tag in re.findall(r"# \[([^\]]+)\]$", text, re.MULTILINE) for each in tag.split(", ")}
    assert wanted - tags == set()
    assert tags <= set(load().catalogue.rules)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"unit": ["MZ0101 A"]}, "no 'unit'"),
        ({"units": ["MZ0101 nobody"]}, "no unit 'nobody'"),
        ({"units": ["MZ9999 ax.eb.hq"]}, "does not exist"),
        ({"units": ["MZ2317 ax.eb.hq lost"]}, "found 'lost'"),
        ({"phase": "german supper"}, "phase 'german supper'"),
        ({"markers": {"99a": "cup"}}, "no formation '99a'"),
        ({"options": {"tea": True}}, "no 'tea'"),
        ({"counters": {"A": "german cavalry three"}}, "counter A"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_sentence(change: dict[str, object], says: str) -> None:
    situation = Situation("my.toml", "wrong", ("3.32",), "", change, None, ({"turn": 1},))
    with pytest.raises(SituationError, match=r"my\.toml, situation 'wrong'") as error:
        build(situation)
    assert says in str(error.value)


def test_the_page_of_situations_names_every_key_and_question() -> None:
    page = (Path(__file__).parents[3] / "docs" / "situations-moscow.md").read_text("utf-8")
    named = set(re.findall(r"[a-z_]+", page))
    for word in (*QUESTIONS, *MAP_KEYS, *POSITION_KEYS, *PHASES):
        assert word in named, word
