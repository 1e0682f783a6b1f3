"""The Fords of Orle: everything that does not change in play, and the steps of its sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from skirmish import view
from skirmish.board import Board
from skirmish.files import FOLDER, Files, load_files
from skirmish.rules import c09_victory as victory
from skirmish.rules.c03_sequence import PlayerTurns
from skirmish.rules.c05_supply import SupplyCheck
from skirmish.rules.c06_reinforcements import Arrival, Place, Plan
from skirmish.rules.c07_movement import Move, Movement
from skirmish.rules.c08_combat import Advance, Attack, Combat, CombatDie, Retreat
from skirmish.setup import set_up
from skirmish.state import Position, from_json
from skirmish.words import EVENTS, WORDS
from stavka.engine.catalogue import catalogue_in
from stavka.engine.kinds import Option, Unit
from stavka.engine.machine import chosen, steps_by_name
from stavka.engine.once import once
from stavka.engine.redacting import RedactingGame
from stavka.engine.state import Json
from stavka.engine.words.forms import Spoken
from stavka.hexes import Table

STEPS: Final = steps_by_name(
    PlayerTurns(),
    Plan(),
    SupplyCheck(),
    Arrival(),
    Place(),
    Movement(),
    Move(),
    Combat(),
    Attack(),
    CombatDie(),
    Retreat(),
    Advance(),
)
OPTIONS: Final = ("done", "stop", "attack", "north", "south")


class Skirmish(Board, RedactingGame[Position]):
    key = "skirmish"
    title = "The Fords of Orle"
    sides = ("league", "crown")
    steps = STEPS
    end_rule = "3.3"
    words = WORDS
    told = EVENTS
    option_names: Table[Option, str] = OPTIONS
    DONE, STOP, ATTACK, NORTH, SOUTH = (1 << i for i in range(len(OPTIONS)))

    def __init__(self, files: Files) -> None:
        self.files = files
        self.load_board(files)
        self.load_counters(files)
        self.index_names()
        self.catalogue = catalogue_in(Path(__file__).parent)
        self.data_hash, self.rules_hash = files.hash, self.catalogue.hash
        self.scenarios = {item.id: item for item in files.scenarios.scenario}

    # -- what the engine asks of a game -----------------------------------------------------------------------------

    def new(self, scenario: str, options: Mapping[str, Any] | None = None) -> Position:
        """A new game, waiting for its first decision. It has no options."""
        chosen(scenario, self.scenarios, options, {})
        return self.begin(set_up(self, scenario))

    def from_json(self, data: Json) -> Position:
        return from_json(self, data)

    def redacted(self, s: Position, seat: int | None) -> Position:
        return view.redacted(s, seat)

    def deal(self, s: Position, seat: int | None, rng: Random) -> None:
        view.deal(s, seat, rng)

    def open_points(self, s: Position) -> int:
        return victory.points(self, s)

    def label(self, s: Position, unit: Unit) -> Spoken:
        return self.labels[unit]

    def figures(self, s: Position) -> dict[str, float]:
        return {"points": victory.points(self, s)}


@once
def load(overlay: Path | None = None, folder: Path = FOLDER) -> Skirmish:
    return Skirmish(load_files(overlay, folder))
