"""Situations of Traces of War: the examples of the documentation, and what makes no sense."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stavka.assurance.situations import Report, SituationError, check_file
from stavka.games.traces.checks.situations import build

ROOT = Path(__file__).parents[3]


def test_the_examples_of_the_documentation_are_right(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "situations.md").read_text("utf-8")
    examples = re.findall(r"```toml\n(game = .*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        report = check(tmp_path, example)
        assert report.failed == []
        assert report.checks > 1


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
        (HEAD + UNIT + '[[situation.then]]\nplay = ["axis A", "axis 0105 0101"]\nturn = 1\n', "0101 is not offered"),
        (
            HEAD + UNIT + '[[situation.then]]\nplay = ["soviet A"]\nturn = 1\n',
            "soviet does not decide here; axis",
        ),
        (HEAD + UNIT + '[[situation.then]]\nplay = ["axis banana"]\nturn = 1\n', "banana"),
        (HEAD + 'units = ["0101 Z"]\n[[situation.then]]\nturn = 1\n', "no unit 'Z'"),
        (HEAD + 'counters = { A = "axis infantry" }\n[[situation.then]]\nturn = 1\n', "expected side, type"),
        (HEAD + 'phase = "lunch"\n[[situation.then]]\nturn = 1\n', "lunch"),
        (HEAD + "colour = 1\n[[situation.then]]\nturn = 1\n", "no 'colour'"),
        (
            HEAD + "air = { nuclear = 1 }\n[[situation.then]]\nturn = 1\n",
            "offensive or defensive, found 'nuclear'",
        ),
        (HEAD + "options = { fog = true }\n[[situation.then]]\nturn = 1\n", "no option 'fog'; there are "),
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
