"""The study of the opponent: a report that counts right, and a watch that counts whole activations."""

from pathlib import Path
from typing import Any

import pytest

from stavka.studies import lines, opponent


def game(
    kind: str, index: int, *, won: bool, against: str = "scripted", times: tuple[float, ...] = ()
) -> dict[str, Any]:
    return {
        "kind": kind,
        "against": against,
        "seed": "1",
        "game": index,
        "result": "",
        "won": won,
        "points": 0.0,
        "activations": list(times),
    }


def test_the_report_counts_by_kind_and_in_all() -> None:
    games = [game("race/soviet", i, won=i < 3, times=(1.0, 2.0)) for i in range(4)]
    games += [game("campaign/axis", i, won=True, times=(3.0,)) for i in range(4)]
    assert opponent.report(games) == [
        "race/soviet against scripted: 3 of 4, 75.0% (30.1% to 95.4%)",
        "campaign/axis against scripted: 4 of 4, 100.0% (51.0% to 100.0%)",
        "all against scripted: 7 of 8, 87.5% (52.9% to 97.8%)",
        "12 activations: mean 2.00 s, 95 % 3.00 s, max 3.00 s",
    ]


def test_games_that_are_there_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int]] = []

    def play(kind: str, against: str, seed: str, index: int) -> dict[str, Any]:
        played.append((kind, index))
        return game(kind, index, won=True, against=against)

    monkeypatch.setattr(opponent, "play", play)
    out = str(tmp_path / "games.jsonl")
    opponent.main(["--out", out, "--games", "1", "--only", "race/axis"])
    opponent.main(["--out", out, "--games", "2", "--only", "race/axis,race/soviet"])
    assert played == [("race/axis", 0), ("race/soviet", 0), ("race/axis", 1), ("race/soviet", 1)]
    assert len(lines.read(Path(out))) == 4


def test_a_wrong_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        opponent.main(["--out", str(tmp_path / "games.jsonl"), "--only", "race/french"])
