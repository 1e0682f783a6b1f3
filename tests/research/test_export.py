"""Games as Parquet: the rows are the decisions of the games, and an observation comes back as it was."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from research.chosen import CHOSEN, IDS
from stavka.agents.random_player import RandomPlayer
from stavka.cli import run
from stavka.engine.machine import Game
from stavka.research import export
from stavka.research.export import Book, Export, Scribe, observation, played
from stavka.research.observing import Observation
from stavka.research.referee import Named
from stavka.studies.lines import OtherSeriesError
from stavka.studies.play import play_out
from stavka.studies.pool import HERE
from stavka.studies.simulate import Series, cast, play

EXAMPLE = Path(__file__).parents[2] / "examples" / "data" / "three_plots.py"


def series(named: Named, seed: str = "export") -> Series:
    return Series(named.game, named.scenario, ("random", "random"), seed, {})


MTSENSK = series(Named("moscow", "mtsensk"))


@pytest.mark.parametrize("named", CHOSEN, ids=IDS)
def test_the_rows_are_the_decisions_of_a_game_of_simulation(named: Named) -> None:
    outcome = play(series(named), 1).outcome
    assert outcome is not None
    rows = played(Export(series(named), observations=False), 1).to_pylist()
    assert len(rows) == outcome.picks and [row["decision"] for row in rows] == list(range(len(rows)))
    assert {row["result"] for row in rows} == {outcome.result}
    assert all(row["offered"] == row["units"] + row["hexes"] + row["options"] > 0 for row in rows)
    winner = re.split("[ -]", outcome.result)[0]
    assert all(row["score"] == (1.0 if row["side"] == winner else 0.0) or "draw" in row["result"] for row in rows)


@pytest.mark.parametrize("named", CHOSEN, ids=IDS)
def test_an_observation_comes_back_as_it_was(named: Named) -> None:
    """Every tenth decision of a game, against what the observer made of the sight at the time."""
    wanted = Export(series(named), observations=True)
    seen: list[tuple[Observation, list[int], int]] = []

    class Both(Book):
        def note(self, sight: Any, offer: Any, pick: Any) -> None:
            super().note(sight, offer, pick)
            made = self.kit.observer.of_sight(sight, offer.seat, decides=True)
            seen.append((made, self.kit.actions.list(offer), self.kit.actions.encode(pick)))

    game, state, agents, dice = cast(wanted.series, 2)
    book = Both(wanted, 2)
    outcome = play_out(game, state, [Scribe(agent, book) for agent in agents], dice)
    table = book.closed(game, outcome.result)
    for number in range(0, table.num_rows, 10):
        (row,) = table.slice(number, 1).to_pylist()
        made, mask, action = seen[number]
        back = observation(wanted.kit.observer, row)
        for one, other in zip(made, back, strict=True):
            np.testing.assert_array_equal(one, other, strict=True)
        assert (row["mask"], row["action"]) == (mask, action) and action in mask


def exported(folder: Path, *words: str) -> pa.Table:
    command = ["export", "moscow", "mtsensk", "-o", str(folder), "--players", "random,random", "--jobs", "1", *words]
    assert run(command) == 0
    return pq.read_table(folder / "decisions")


def test_an_export_is_taken_up_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that has fewer games than are wanted now is replaced; the others are not made again."""
    whole = exported(tmp_path / "whole", "--games", "13")
    asked: list[range] = []
    packed = export.packed

    def watched(wanted: Export, numbers: range) -> bytes:
        asked.append(numbers)
        return packed(wanted, numbers)

    monkeypatch.setattr(export, "packed", watched)
    assert exported(tmp_path / "parts", "--games", "11").num_rows < whole.num_rows
    (tmp_path / "parts" / "decisions" / ".games-0000010-0000012.parquet").write_bytes(b"cut off")
    assert exported(tmp_path / "parts", "--games", "13").equals(whole)
    assert exported(tmp_path / "parts", "--games", "12").equals(whole)
    assert asked == [range(10), range(10, 11), range(10, 13)]
    assert "13 games" in (tmp_path / "parts" / "README.md").read_text("utf-8")


def test_a_folder_of_other_games_is_refused(tmp_path: Path) -> None:
    export.write(Export(MTSENSK, observations=False), tmp_path, 1, HERE, lambda _: None)
    for other in (Export(MTSENSK, observations=True), Export(MTSENSK._replace(seed="2"), observations=False)):
        with pytest.raises(OtherSeriesError, match="the folder holds other games or columns"):
            export.write(other, tmp_path, 1, HERE, lambda _: None)
    (tmp_path / "schema.json").write_text("[]")
    with pytest.raises(OtherSeriesError, match="this is not the schema of an export"):
        export.write(Export(MTSENSK, observations=False), tmp_path, 1, HERE, lambda _: None)


def test_the_schema_and_the_card_name_every_column(tmp_path: Path) -> None:
    wanted = Export(MTSENSK, observations=True)
    export.write(wanted, tmp_path, 1, HERE, lambda _: None)
    (path,) = (tmp_path / "decisions").iterdir()
    written = pq.read_schema(path)
    schema, card = (
        json.loads((tmp_path / "schema.json").read_text("utf-8")),
        (tmp_path / "README.md").read_text("utf-8"),
    )
    assert [each["name"] for each in schema["columns"]] == written.names
    for field in written:
        assert field.metadata[b"says"].decode().endswith(".") and f"| `{field.name}` |" in card
    assert len(schema["features"]) == written.field("features").type.list_size
    assert np.prod(schema["shape"]) == wanted.kit.observer.cells * len(schema["planes"])


def test_a_game_that_breaks_off_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: RandomPlayer, sight: Any, offer: Any) -> Any:
        raise KeyError("lost")

    monkeypatch.setattr(RandomPlayer, "choose", broken)
    words = ["export", "moscow", "mtsensk", "-o", str(tmp_path), "--players", "random,random", "--games", "1"]
    assert run([*words, "--jobs", "1"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "game 0 broke off: KeyError: 'lost'" in err
    assert list((tmp_path / "decisions").iterdir()) == []


def test_secrets_are_not_in_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row is made from the sight, the offer and the pick; the true position is not at hand."""
    kept: list[Any] = []

    def see(self: Game[Any], s: Any, seat: int | None) -> Any:
        kept.append(original(self, s, seat))
        return kept[-1]

    game, state, agents, dice = cast(MTSENSK, 0)
    original = type(game).see
    monkeypatch.setattr(type(game), "see", see)
    book = Book(Export(MTSENSK, observations=True), 0)
    play_out(game, state, [Scribe(agent, book) for agent in agents], dice)
    assert len(kept) == len(book.sides) and all(sight.position is not state for sight in kept)


def test_the_example_draws_three_plots(tmp_path: Path) -> None:
    exported(tmp_path, "--games", "4")
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLE, tmp_path], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"\d+ decisions of 4 games\n", done.stdout)
    for name in ("offers.svg", "steps.svg", "wins.svg"):
        assert len(ElementTree.fromstring((tmp_path / name).read_text("utf-8"))) > 5
