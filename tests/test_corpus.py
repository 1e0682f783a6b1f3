"""Games of every release are replayed for ever, position by position and with their dice.

A change of rules or data may make an old game impossible. Then its record stays, and `tests/corpus/differs.toml` says
with which sentence it is refused: nothing differs unnoticed."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from stavka import games
from stavka.engine.record import RecordError, read_record
from stavka.engine.session import replay, verify_dice

FOLDER = Path(__file__).parent / "corpus"
FILES = sorted(FOLDER.glob("*/*.txt"))
DIFFERS: dict[str, str] = tomllib.loads((FOLDER / "differs.toml").read_text("utf-8"))
"""The sentence with which a record is refused, by its file."""


def replayed(text: str, name: str) -> str:
    """Replay a record with the present data and rules, whatever those of its release were, and check its dice. Return
    the result of the game."""
    record = read_record(text, name)
    game = games.load(record.game)
    record = replace(record, data=game.data_hash, rules=game.rules_hash)
    state = replay(game, record, name)
    assert verify_dice(game, record)
    result: str = state.result
    return result


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_game_of_an_older_release_replays_or_says_what_differs(file: Path) -> None:
    name = f"{file.parent.name}/{file.name}"
    if name in DIFFERS:
        with pytest.raises(RecordError) as refused:
            replayed(file.read_text("utf-8"), file.name)
        assert str(refused.value) == DIFFERS[name]
    else:
        result = replayed(file.read_text("utf-8"), file.name)
        assert result or not file.stem.endswith("-1"), "the first game of each scenario is whole"


def test_every_release_has_every_scenario_of_its_time() -> None:
    releases: dict[str, list[str]] = tomllib.loads((FOLDER / "releases.toml").read_text("utf-8"))
    assert {file.parent.name for file in FILES} == set(releases)
    for release, scenarios in releases.items():
        found = {file.stem for file in FILES if file.parent.name == release}
        assert found == {f"{each}-{number}" for each in scenarios for number in (1, 2)}
    assert set(DIFFERS) <= {f"{file.parent.name}/{file.name}" for file in FILES}


def test_a_position_that_differs_is_noticed() -> None:
    file = FOLDER / "2026-11" / "traces-race-2.txt"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("100 "))
    lines[at] = lines[at].replace(lines[at].split()[-1], "0" * 16)
    with pytest.raises(RecordError, match="differs from the recorded one"):
        replayed("".join(lines), file.name)
