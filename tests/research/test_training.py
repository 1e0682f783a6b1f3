"""Teaching networks with PyTorch: the same arithmetic as in play, and what is learned from lessons."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from research.weights import untaught
from stavka.research import training
from stavka.research.lessons import NOT_PLAYED, Course, Lesson, joined, lesson, look_of
from stavka.research.looking import CANDIDATES, Look, Looking, all_names
from stavka.research.referee import kit

ID = "stavka/moscow-mtsensk-v0"
PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
CPU = torch.device("cpu")


def some(seeds: tuple[int, ...] = (1,), share: float = 0.3, pupil: bytes = b"") -> Lesson:
    return joined(lesson(Course(ID, "random", share, pupil), seed) for seed in seeds)


def model() -> training.Model:
    torch.manual_seed(1)
    names = all_names(kit("moscow"))
    return training.Model(names, Looking(kit("moscow"), names).kinds)


def test_play_and_teaching_have_the_same_arithmetic() -> None:
    network = untaught("moscow")
    found = lesson(Course(ID, "random", 0.1), 2)
    taught = training.Model(network.names, network.looking.kinds)
    taught.take(network)
    library = training.Library(found, CPU)
    scores = taught(library.batch(np.arange(len(library)))).detach().numpy()
    ends = np.cumsum(found.sizes)
    for number, (end, size) in enumerate(zip(ends, found.sizes, strict=True)):
        played = network.scores(look_of(found, number, int(end - size), int(end)))
        assert np.allclose(scores[end - size : end], played, atol=1e-3)
    given = taught.give("moscow", {})
    assert all(np.array_equal(given.weights[name], array) for name, array in network.weights.items())


def test_the_loss_is_the_unlikeliness_of_what_is_to_be_learned() -> None:
    """Two decisions: of 2 picks with even odds, the first; of 3 with odds 1 : 1 : 2 the last, and the first was played
    in a game that went half a deviation better than most."""
    scores = torch.tensor([0.0, 0.0, 0.0, 0.0, np.log(2)], dtype=torch.float32)
    empty = torch.zeros(0)
    of, taught, played = torch.tensor([0, 0, 1, 1, 1]), torch.tensor([0, 4]), torch.tensor([0, 2])
    parts: tuple[Any, ...] = (*[empty] * 9, of, taught, played, torch.tensor([0.0, 0.5]))
    each = training.Batch(*parts)
    assert training.loss(scores, each).item() == pytest.approx((np.log(2) + np.log(2) + 0.5 * np.log(4)) / 2)


def test_only_picks_of_games_that_went_better_than_most_are_worth_learning() -> None:
    """Games of a seat that are worth 0.2 and 0.8: the mean is 0.5, the deviation 0.3."""
    found = some()
    number = 5
    cut = found._replace(
        sizes=found.sizes[:number],
        played=np.array([0, 0, NOT_PLAYED, 0, 0]),
        worth=np.array([0.2, 0.8, 0.9, 0.4, 0.4]),
        seat=np.array([0, 0, 0, 1, 1]),
    )
    assert training.gains(cut).tolist() == pytest.approx([0, 1, 0, 0, 0])


def test_a_network_learns_what_the_teacher_does() -> None:
    """A teacher that always takes the last pick on offer: a network finds that out, also in decisions not learned."""
    lessons = some((1, 2, 3))
    lessons = lessons._replace(taught=lessons.sizes - 1)
    library, pupil = training.Library(lessons, CPU), model()
    learned, tested = np.arange(0, len(library), 2), np.arange(1, len(library), 2)
    losses: list[float] = []

    def agreed(chosen: NDArray[np.int64]) -> float:
        """How often the likeliest pick is the last one."""
        scores, sizes = pupil(library.batch(chosen)).detach().numpy(), lessons.sizes[chosen]
        parts = np.split(scores, np.cumsum(sizes)[:-1])
        return float(np.mean([part.argmax() == len(part) - 1 for part in parts]))

    before = agreed(tested)
    part = training.Library(taken(lessons, learned), CPU)
    training.teach(pupil, part, 20, np.random.default_rng(1), lambda epoch, loss: losses.append(loss))
    assert losses[-1] < losses[0] / 2
    assert before < 0.5 and agreed(tested) > before + 0.3


def taken(found: Lesson, chosen: NDArray[np.int64]) -> Lesson:
    """Some decisions of a lesson."""
    ends = np.cumsum(found.sizes)
    rows = np.concatenate([np.arange(ends[number] - found.sizes[number], ends[number]) for number in chosen])
    looks: tuple[Any, ...] = found.looks
    others: tuple[Any, ...] = found[1:]
    return Lesson(
        Look(*(array[rows] for array in looks[:CANDIDATES]), *(array[chosen] for array in looks[CANDIDATES:])),
        *(array[chosen] for array in others),
    )


# -- the commands ---------------------------------------------------------------------------------------------------


def run(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "stavka.research.baseline", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    """With fewer games than on the page."""
    section = PAGE.partition("## The learned baseline")[2].partition("\n## ")[0]
    commands = re.findall(r"^    (\S.*)$", section, re.M)
    assert [command.split()[3] for command in commands[1:4]] == ["imitate", "accuracy", "improve"]
    assert commands[0] == 'pip install "$(ls dist/stavka-*.whl)[learn]"'
    for command in commands[1:4]:
        few = re.sub(r"--games \d+", "--games 2 --share 0.05 --jobs 1", re.sub(r"--rounds \d+", "--rounds 1", command))
        run(tmp_path, *shlex.split(few)[3:])
    setting, _, words = commands[4].partition(" ")
    assert setting == "STAVKA_LEARNED=better.npz"
    few_words = shlex.split(re.sub(r"--seeds \d+", "--seeds 1", words))[1:]
    command_line = [sys.executable, "-c", "from stavka.cli import main; main()", *few_words, "--json"]
    done = subprocess.run(
        command_line,
        cwd=tmp_path,
        env=os.environ | {"STAVKA_LEARNED": "better.npz"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["players"] == ["scripted", "learned"]


def test_the_commands_teach_improve_and_judge(tmp_path: Path) -> None:
    first = ("--games", "2", "--epochs", "1", "--share", "0.2", "--teacher", "random", "--jobs", "1", "--device", "cpu")
    said = run(tmp_path, "imitate", "moscow", "mtsensk", "a.npz", *first)
    assert re.search(r"^\d+ decisions of 2 games of random in moscow mtsensk$", said, re.M)
    run(tmp_path, "imitate", "moscow", "mtsensk", "b.npz", *first)
    one, other = (np.load(tmp_path / name) for name in ("a.npz", "b.npz"))
    assert all(np.array_equal(one[name], other[name]) for name in one.files if name != "said")
    said = run(tmp_path, "improve", "a.npz", "c.npz", "--rounds", "2", *first)
    assert len(re.findall(r"^round \d: \d+ decisions", said, re.M)) == 2
    run(tmp_path, "imitate", "moscow", "tula", "d.npz", "--from", "c.npz", *first)
    about = json.loads(str(np.load(tmp_path / "d.npz")["said"]))["about"]
    assert about["scenarios"] == ["tula", "mtsensk"]
    assert [command.split()[3] for command in about["commands"]] == ["imitate", "improve", "imitate"]
    said = run(tmp_path, "accuracy", "d.npz", "--games", "1", "--share", "0.1", "--teacher", "random", "--jobs", "1")
    assert said.startswith("moscow tula: 1 games of random") and "| all |" in said
