"""Every situation of Traces of War: the rules, and the rulebook's examples, as positions with what must come out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stavka.engine.situations import (
    PLAIN_KEYS,
    Report,
    Situation,
    SituationError,
    check_file,
    examine,
    read_situations,
)
from stavka.games import traces
from stavka.games.traces.game import load
from stavka.games.traces.questions import QUESTIONS
from stavka.games.traces.situations import MAP_KEYS, PHASES, POSITION_KEYS, build

ROOT = Path(__file__).parents[3]
FOLDER = Path(str(traces.__file__)).parent / "situations"
FILES = sorted(FOLDER.glob("*.toml"))
SITUATIONS = [situation for file in FILES for situation in read_situations(file)[1]]
EXAMPLES = 39


def name(situation: Situation) -> str:
    return f"{situation.file}::{situation.name}"


def test_there_are_situations() -> None:
    assert len(FILES) >= 13
    assert len(SITUATIONS) >= 200


@pytest.mark.parametrize("situation", SITUATIONS, ids=name)
def test_situation(situation: Situation) -> None:
    report = Report()
    failures = [f"expected {f.expected}, got {f.got}" for f in examine(situation, build, report)]
    assert failures == []
    assert report.checks > 0, "it states nothing"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_check_file_counts_every_check(file: Path) -> None:
    report = Report()
    check_file(file, {"traces": build}, report)
    assert report.failed == []
    assert report.passed == report.checks >= len(read_situations(file)[1])


def test_every_example_of_the_rulebook_is_played() -> None:
    catalogue = load().catalogue
    assert len(catalogue.examples) == EXAMPLES
    assert {s.example for s in SITUATIONS if s.example} == set(catalogue.examples)


def test_examples_show_the_rules_that_the_catalogue_names() -> None:
    examples = load().catalogue.examples
    shown: dict[str, set[str]] = {}
    for situation in SITUATIONS:
        if situation.example:
            shown.setdefault(situation.example, set()).update(situation.rules)
    assert {key: sorted(set(examples[key].rules) - rules) for key, rules in shown.items()} == {key: [] for key in shown}


def test_every_rule_cited_exists() -> None:
    rules = load().catalogue.rules
    strange = {name(s): [rule for rule in s.rules if rule not in rules] for s in SITUATIONS}
    assert {key: found for key, found in strange.items() if found} == {}


def test_the_examples_of_the_documentation_are_right(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "situations.md").read_text("utf-8")
    examples = re.findall(r"```toml\n(game = .*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        report = check(tmp_path, example)
        assert report.failed == []
        assert report.checks > 1


def test_the_documentation_names_every_key_and_question() -> None:
    page = (ROOT / "docs" / "situations.md").read_text("utf-8")
    keys = {*POSITION_KEYS, *MAP_KEYS, *PHASES, *PLAIN_KEYS, *QUESTIONS, "offered", "only", "why", "decides", "play"}
    text = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
    named = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`[^`\n]+`", text))))
    assert keys - named == set()


def test_names_are_unique() -> None:
    names = [name(situation) for situation in SITUATIONS]
    assert len(names) == len(set(names))


def test_every_rule_is_shown_or_says_nothing_that_code_could_do() -> None:
    cited = {rule for situation in SITUATIONS for rule in situation.rules}
    missing = [rule.id for rule in load().catalogue.rules.values() if rule.id not in cited and not rule.descriptive]
    assert missing == []


# -- what is wrong is told, not passed over --------------------------------------------------------------------------

HEAD = 'game = "traces"\n[map.lane]\npicture = ". . . . ."\n[[situation]]\nname = "n"\nrule = ["9.1b"]\nmap = "lane"\n'
UNIT = 'counters = { A = "axis infantry 3 5" }\nunits = ["0101 A"]\nphase = "axis movement"\n'


def check(tmp_path: Path, text: str) -> Report:
    file = tmp_path / "some.toml"
    file.write_text(text, "utf-8")
    report = Report()
    check_file(file, {"traces": build}, report)
    return report


def test_a_wrong_expectation_fails(tmp_path: Path) -> None:
    report = check(tmp_path, HEAD + UNIT + '[[situation.then]]\nwhere = { A = "0102" }\nallowance = { A = 5 }\n')
    assert (report.checks, report.passed) == (2, 1)
    (failure,) = report.failed
    assert (failure.expected, failure.got) == ({"where": {"A": "0102"}}, {"where": {"A": "0101"}})
    assert failure.rule == ["9.1b"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + UNIT, "at least one"),
        (HEAD + UNIT + '[[situation.then]]\nwither = { A = "0102" }\n', "wither"),
        (HEAD + UNIT + '[[situation.then]]\nwhere = { Z = "0102" }\n', "Z"),
        (HEAD + UNIT + '[[situation.then]]\nplay = ["axis A", "axis 0105 0101"]\n', "not offered"),
        (HEAD + UNIT + '[[situation.then]]\nplay = ["soviet A"]\n', "nobody of that name"),
        (HEAD + UNIT + '[[situation.then]]\nplay = ["axis banana"]\n', "banana"),
        (HEAD + 'units = ["0101 Z"]\n[[situation.then]]\nturn = 1\n', "no unit 'Z'"),
        (HEAD + 'counters = { A = "axis infantry" }\n[[situation.then]]\nturn = 1\n', "expected side, type"),
        (HEAD + 'phase = "lunch"\n[[situation.then]]\nturn = 1\n', "lunch"),
        (HEAD + "colour = 1\n[[situation.then]]\nturn = 1\n", "no 'colour'"),
        (HEAD + "air = { nuclear = 1 }\n[[situation.then]]\nturn = 1\n", "no 'nuclear'"),
        (HEAD + "options = { fog = true }\n[[situation.then]]\nturn = 1\n", "no 'fog'"),
        (HEAD + "cup = { nkvd = 1 }\n[[situation.then]]\nturn = 1\n", "no chit 'nkvd'"),
        (HEAD + 'counters = { A = "axis elephant 3 5" }\n[[situation.then]]\nturn = 1\n', "no 'elephant'"),
        (HEAD + 'units = ["0909 ax.88"]\n[[situation.then]]\nturn = 1\n', "0909"),
        (HEAD.replace(". . . . .", ". . x . .") + "[[situation.then]]\nturn = 1\n", "no 'x'"),
        (HEAD.replace("[[sit", 'lakes = ["0101"]\n[[sit') + "[[situation.then]]\nturn = 1\n", "no 'lakes'"),
        (HEAD.replace('map = "lane"', 'map = "moon"') + "[[situation.then]]\nturn = 1\n", "moon"),
        (HEAD.replace('rule = ["9.1b"]\n', "") + "[[situation.then]]\nturn = 1\n", "rule = "),
        (HEAD.replace('game = "traces"\n', ""), "game = "),
        (HEAD.replace('"traces"', '"chess"') + "[[situation.then]]\nturn = 1\n", "chess"),
        ("game = ", "some.toml"),
    ],
)
def test_a_situation_that_makes_no_sense_says_so(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(SituationError, match=expected):
        check(tmp_path, text)
