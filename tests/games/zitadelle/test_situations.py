"""Every situation of Zitadelle: the rules, and the rulebook's examples, as positions with what must come out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stavka.engine.situations import Report, Situation, SituationError, examine, read_situations
from stavka.games import zitadelle
from stavka.games.zitadelle.game import load
from stavka.games.zitadelle.questions import QUESTIONS
from stavka.games.zitadelle.situations import MAP_KEYS, PHASES, POSITION_KEYS, build

FOLDER = Path(str(zitadelle.__file__)).parent / "situations"
FILES = sorted(FOLDER.glob("*.toml"))
SITUATIONS = [situation for file in FILES for situation in read_situations(file)[1]]
EXAMPLES = 37


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


def test_every_example_of_the_catalogue_is_played() -> None:
    examples = load().catalogue.examples
    assert len(examples) == EXAMPLES
    assert {situation.example for situation in SITUATIONS if situation.example} == set(examples)


def test_every_rule_that_code_carries_out_is_cited() -> None:
    cited = {rule for situation in SITUATIONS for rule in situation.rules}
    missing = {key for key, rule in load().catalogue.rules.items() if not rule.descriptive} - cited
    assert missing == set()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"unit": ["N0101 A"]}, "no 'unit'"),
        ({"units": ["N0101 nobody"]}, "no unit 'nobody'"),
        ({"units": ["N9999 ax.51"]}, "does not exist"),
        ({"units": ["N2317 ax.51 lost"]}, "found 'lost'"),
        ({"phase": "german supper"}, "phase 'german supper'"),
        ({"morale": {"99a": 3}}, "no formation '99a'"),
        ({"options": {"tea": True}}, "no 'tea'"),
        ({"counters": {"A": "german cavalry 3"}}, "counter A"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_sentence(change: dict[str, object], says: str) -> None:
    situation = Situation("my.toml", "wrong", ("5.11a",), "", change, None, ({"turn": 1},))
    with pytest.raises(SituationError, match=r"my\.toml, situation 'wrong'") as error:
        build(situation)
    assert says in str(error.value)


def test_the_page_of_situations_names_every_key_and_question() -> None:
    page = (Path(__file__).parents[3] / "docs" / "situations-zitadelle.md").read_text("utf-8")
    named = set(re.findall(r"[a-z_]+", page))
    for word in (*QUESTIONS, *MAP_KEYS, *POSITION_KEYS, *PHASES):
        assert word in named, word
