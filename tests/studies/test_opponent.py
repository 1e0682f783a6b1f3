"""The study of the opponent: a report that counts right, and a watch that counts whole activations."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import stavka.games
from stavka.agents.planner import Planner
from stavka.engine.offer import ROLL
from stavka.games import opponents
from stavka.studies import lines, opponent
from stavka.studies.play import weighted

MATCH = opponent.Match("traces", "staff", "scripted", "1")


def game(kind: str, index: int, *, won: bool, times: tuple[float, ...] = ()) -> dict[str, Any]:
    return {
        **MATCH._asdict(),
        "kind": kind,
        "nth": index,
        "result": "",
        "won": won,
        "edge": 2.0 if won else -1.0,
        "activations": list(times),
    }


def test_the_report_counts_by_kind_and_in_all() -> None:
    games = [game("race/soviet", i, won=i < 3, times=(1.0, 2.0)) for i in range(4)]
    games += [game("campaign/axis", i, won=True, times=(3.0,)) for i in range(4)]
    assert opponent.report(games) == [
        "staff, race/soviet against scripted: 3 of 4, 75.0% (30.1% to 95.4%); +1.2 VP",
        "staff, campaign/axis against scripted: 4 of 4, 100.0% (51.0% to 100.0%); +2.0 VP",
        "staff, all against scripted: 7 of 8, 87.5% (52.9% to 97.8%); +1.6 VP",
        "12 activations: mean 2.00 s, 95 % 3.00 s, max 3.00 s",
    ]


def test_games_that_are_there_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int]] = []

    def play(match: opponent.Match, kind: str, index: int) -> dict[str, Any]:
        played.append((kind, index))
        assert match == MATCH
        return game(kind, index, won=True)

    monkeypatch.setattr(opponent, "play", play)
    fixed = ["traces", "--against", "scripted", "--seed", "1", "--out", str(tmp_path / "games.jsonl")]
    opponent.main([*fixed, "--games", "1", "--only", "race/axis"])
    opponent.main([*fixed, "--games", "2", "--only", "race/axis,race/soviet"])
    assert played == [("race/axis", 0), ("race/soviet", 0), ("race/axis", 1), ("race/soviet", 1)]
    assert len(lines.read(tmp_path / "games.jsonl")) == 4


def test_a_wrong_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        opponent.main(["traces", "--out", str(tmp_path / "games.jsonl"), "--only", "race/french"])


def test_an_activation_is_one_time_with_the_choices_that_lead_to_it() -> None:
    """The choice of an HQ and the mode of its activation are one activation; the picks after it count too."""
    loaded, rng = stavka.games.load("traces"), Random(1)
    planner = opponents.make("recruit", loaded, 1)
    assert isinstance(planner, Planner)
    timed, s = opponent.Timed(planner), loaded.new("race")
    moments = set()
    script = opponents.make("scripted", loaded, 1)
    while s.turn <= 1:
        offer = loaded.offers(s)[0]
        if offer.chance is not None:
            loaded.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
            continue
        if offer.seat == 0 and planner.craft.opens(s):
            moments.add(planner.craft.moment(s))
        loaded.apply(s, offer.seat, (timed if offer.seat == 0 else script).choose(loaded.see(s, offer.seat), offer))
    assert len(timed.activations) == len(moments) > 1
    assert all(seconds > 0 for seconds in timed.activations)
