"""Velikye Luki: everything that does not change in play, and the steps of its sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from stavka.engine.catalogue import catalogue_in
from stavka.engine.kinds import Unit
from stavka.engine.machine import chosen, steps_by_name
from stavka.engine.once import once
from stavka.engine.redacting import RedactingGame
from stavka.engine.state import Json
from stavka.engine.words.forms import Spoken
from stavka.games.luki import view as views
from stavka.games.luki import words
from stavka.games.luki.board import Board
from stavka.games.luki.charts import Charts
from stavka.games.luki.counters import Counters
from stavka.games.luki.events import EVENTS
from stavka.games.luki.files import FOLDER, Files, load_files
from stavka.games.luki.rules.c02_components.losses import Losses
from stavka.games.luki.rules.c04_game_turn import Check, GameTurns, Segment, Staff, Wave
from stavka.games.luki.rules.c06_supply.kessel import Attrition, Supply
from stavka.games.luki.rules.c07_c3i import Activity, Declare, Spend
from stavka.games.luki.rules.c08_stacking import Arrange, Excess
from stavka.games.luki.rules.c09_reinforcements import Arrivals, Drawn, DrawUnit, DrawUnits, Place, Reinforce, Variable
from stavka.games.luki.rules.c10_movement.administrative import FromBox, ToBox
from stavka.games.luki.rules.c10_movement.movement_phase import MOVEMENT
from stavka.games.luki.rules.c10_movement.moves import MOVE
from stavka.games.luki.rules.c11_combat.advance import Advance, Further
from stavka.games.luki.rules.c11_combat.chits import ChooseChits, Draw, Halve
from stavka.games.luki.rules.c11_combat.combat_phase import Attack, Fighting
from stavka.games.luki.rules.c11_combat.procedure import Combat, CombatDice
from stavka.games.luki.rules.c11_combat.retreat import Absorb, Retreat
from stavka.games.luki.rules.c12_limited_activity import Limited
from stavka.games.luki.rules.c13_miscellaneous.garrison import (
    Breakout,
    CityKessel,
    Conversion,
    ConversionDie,
    Release,
    ReleaseDice,
)
from stavka.games.luki.rules.c13_miscellaneous.infiltration import INFILTRATE, Guide, GuideDie, InfiltrationDie
from stavka.games.luki.rules.c13_miscellaneous.random_events import AfterEvent, RandomEvent
from stavka.games.luki.rules.c13_miscellaneous.ski_refusal import Refusal, Refuse, Shown
from stavka.games.luki.rules.c14_scenarios import victory
from stavka.games.luki.rules.c14_scenarios.setup import set_up
from stavka.games.luki.standing import STANDING
from stavka.games.luki.state import Position, derive

STEPS: Final = steps_by_name(
    GameTurns(),
    Wave(),
    Supply(),
    CityKessel(),
    Attrition(),
    Release(),
    ReleaseDice(),
    Variable(),
    DrawUnits(),
    DrawUnit(),
    Drawn(),
    Arrivals(),
    Reinforce(),
    Place(),
    Staff(),
    Segment(),
    Conversion(),
    ConversionDie(),
    Breakout(),
    FromBox(),
    ToBox(),
    Declare(),
    Spend(),
    Activity(),
    MOVEMENT,
    MOVE,
    INFILTRATE,
    InfiltrationDie(),
    Guide(),
    GuideDie(),
    Excess(),
    Arrange(),
    Fighting(),
    Attack(),
    Combat(),
    Shown(),
    Refuse(),
    Refusal(),
    Draw(),
    ChooseChits(),
    Halve(),
    CombatDice(),
    Absorb(),
    Losses(),
    Retreat(),
    Advance(),
    Further(),
    RandomEvent(),
    AfterEvent(),
    Limited(),
    Check(),
)

PLAIN_OPTIONS: Final = (
    "done",
    "stop",
    "pass",
    "all",
    "attack",
    "arrange",
    "move-fight",
    "fight-move",
    "box",
    "wait",
    "draw",
    "release",
    "convert",
    "refuse",
    "stand",
    "infiltrate",
    "guide",
)
RETREATS: Final = 3


class Luki(Board, Counters, Charts, RedactingGame[Position]):
    """The game with its map (Board), counters (Counters) and charts (Charts)."""

    key = "luki"
    title = "Velikye Luki"
    sides = ("soviet", "german")
    steps = STEPS
    end_rule = "4.0c"
    words = words.WORDS
    told = EVENTS
    standing = STANDING

    def __init__(self, files: Files) -> None:
        self.files = files
        self.load_charts(files)
        self.load_board(files)
        self.load_counters(files, self.grid)
        self.load_goals(files, self.grid)
        self.movable_units = (self.motorized | self.foot) & ~self.stationary  # [10.2a, 13.3b]
        self.name_options()
        self.index_names()
        self.catalogue = catalogue_in(Path(__file__).parent)
        self.data_hash, self.rules_hash = files.hash, self.catalogue.hash
        self.scenarios = {item.id: item for item in files.scenarios.scenario}

    def name_options(self) -> None:
        """The fixed list of options: plain words, C3I points, hexes of retreat, chits."""
        spend = [f"spend-{number}" for number in range(self.c3i_most + 1)]
        retreats = [f"retreat-{number}" for number in range(RETREATS)]
        self.option_names = (*PLAIN_OPTIONS, *spend, *retreats, *(chit.id for chit in self.chits))
        bit = {name: 1 << i for i, name in enumerate(self.option_names)}
        self.DONE, self.STOP, self.PASS, self.ALL = (bit[name] for name in PLAIN_OPTIONS[:4])
        self.ATTACK, self.ARRANGE, self.MOVE_FIGHT, self.FIGHT_MOVE = (bit[name] for name in PLAIN_OPTIONS[4:8])
        self.BOX, self.WAIT, self.DRAW, self.RELEASE = (bit[name] for name in PLAIN_OPTIONS[8:12])
        self.CONVERT, self.REFUSE, self.STAND = (bit[name] for name in PLAIN_OPTIONS[12:15])
        self.INFILTRATE, self.GUIDE = bit["infiltrate"], bit["guide"]
        self.SPEND = [bit[name] for name in spend]
        self.RETREAT = [bit[name] for name in retreats]
        self.first_chit = len(self.option_names) - len(self.chits)

    # -- what the engine asks of a game -----------------------------------------------------------------------------

    def new(self, scenario: str, options: Mapping[str, Any] | None = None) -> Position:
        """A new game, waiting for its first decision. It has no options."""
        chosen(scenario, self.scenarios, options, {})
        return self.begin(set_up(self, scenario))

    def from_json(self, data: Json) -> Position:
        s: Position = Position.read(data, self.steps)
        derive(self, s)
        return s

    def redacted(self, s: Position, seat: int | None) -> Position:
        return views.redacted(self, s, seat)

    def deal(self, s: Position, seat: int | None, rng: Random) -> None:
        views.deal(self, s, seat, rng)

    def open_points(self, s: Position) -> Any:
        return s.points

    def label(self, s: Position, unit: Unit) -> Spoken:
        return self.labels[unit]

    def figures(self, s: Position) -> dict[str, float]:
        return victory.figures(self, s)


@once
def load(overlay: Path | None = None, folder: Path = FOLDER) -> Luki:
    return Luki(load_files(overlay, folder))
