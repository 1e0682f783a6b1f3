"""Situations with one slip of the finger: none gives a traceback, and no check passes whatever its answer is."""

from pathlib import Path

import pytest

from stavka import games
from stavka.assurance.situations import read_situations
from stavka.studies.situation_fuzz import (
    FAULT,
    PASSED,
    SituationMutant,
    cases,
    describe,
    mutants,
    nonsense,
    outcome,
    sentence,
    study,
    ugly,
    unfailing_answers,
)

NUMBER = 240
SEED = 20
EVERY = 9


def test_no_slip_gives_a_traceback_or_passes_unnoticed() -> None:
    found = study(NUMBER, SEED, list(games.GAMES))
    faults = [f"{describe(mutant)}: {result.words}" for mutant, result in found if result.kind == FAULT]
    assert faults == []
    kinds = {result.kind for _, result in found}
    assert kinds == {"refused", "fails", PASSED}


@pytest.mark.parametrize("key", games.GAMES)
def test_no_answer_of_ours_could_be_nonsense(key: str) -> None:
    """Every ninth situation here; `situation_fuzz --probe` takes all."""
    files = sorted((games.folder(key) / "situations").glob("*.toml"))
    situations = [each for file in files for each in read_situations(file)[1]]
    build = games.builder(key)
    found = [
        f"{each.file}, {each.name}: {text}" for each in situations[::EVERY] for text in unfailing_answers(each, build)
    ]
    assert found == []


def test_every_situation_is_a_case() -> None:
    for key in games.GAMES:
        files = sorted((games.folder(key) / "situations").glob("*.toml"))
        assert [case.name for case in cases(key)] == [each.name for file in files for each in read_situations(file)[1]]


def test_mutants_are_the_same_for_the_same_seed() -> None:
    some = [*games.GAMES][:2]
    first, again = (list(mutants(12, 5, some)) for _ in range(2))
    assert first == again
    assert [mutant.case.game for mutant in first] == some * 6


@pytest.mark.parametrize(
    "text",
    [
        "a.toml, situation 'x': 'foo'",
        "a.toml, situation 'x': tuple.index(x): x not in tuple",
        "a.toml, situation 'x': play 'a': a is not offered. Reason(rule='1', text='no')",
        "a.toml, situation 'x': no reason None",
        "morale: expected {'99a': 8}, got {}",
        "not valid TOML: Cannot declare ('situation', 'then') twice",
    ],
)
def test_what_python_says_is_no_sentence(text: str) -> None:
    assert ugly(text)


def test_what_a_user_can_read_is_one() -> None:
    assert not ugly("a.toml, situation 'x': where: no unit 'Z'; there are A, B")
    assert not ugly("None of its entry hexes is open to it.")


def mutant(text: str) -> SituationMutant:
    (case, *_) = cases("traces")
    return SituationMutant(case, "left out", "turn", "1", "", text)


def test_a_sentence_without_a_place_is_a_fault() -> None:
    name = cases("traces")[0].file
    assert sentence("refused", "turn: expected a number", mutant("")).kind == FAULT
    assert sentence("refused", f"{name}, situation 'x': 1.5", mutant("")).kind == FAULT
    assert sentence("refused", f"{name}, situation 'x': turn: expected a number", mutant("")).kind == "refused"


def test_nothing_checked_and_nothing_changed(tmp_path: Path) -> None:
    case = cases("traces")[0]
    builders = {"traces": games.builder("traces")}
    comment = SituationMutant(case, "comment", "comment", "", "# x", case.text + "# x\n")
    assert outcome(comment, tmp_path, builders) == (PASSED, "comment")
    broken = outcome(comment._replace(text="game = 3"), tmp_path, builders)
    assert broken.kind == "refused"


def test_nonsense_is_put_in_every_part() -> None:
    assert [path for path, _ in nonsense({"A": [1, {"b": 2}]})] == ["qqq", "A +", "A 1.", "A 2. qqq", "A 2. b"]
