"""Zitadelle: everything that does not change in play, and the steps of its sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

from stavka.data.gamefiles import defaults
from stavka.engine.catalogue import catalogue_in
from stavka.engine.kinds import Unit, numbered
from stavka.engine.machine import chosen, steps_by_name
from stavka.engine.once import once
from stavka.engine.redacting import RedactingGame
from stavka.engine.state import Json
from stavka.engine.words.forms import Spoken
from stavka.games.zitadelle import view as views
from stavka.games.zitadelle import words
from stavka.games.zitadelle.board import Board
from stavka.games.zitadelle.charts import Charts
from stavka.games.zitadelle.counters import Counters
from stavka.games.zitadelle.events import EVENTS
from stavka.games.zitadelle.files import FOLDER, Files, load_files
from stavka.games.zitadelle.rules.c03_set_up import Model, SetUp, SetUpUnit, set_up
from stavka.games.zitadelle.rules.c04_sequence import GameTurns, GermanTurn, Recovery, SovietTurn
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import Fire, FireAt, Hit, Shot
from stavka.games.zitadelle.rules.c07_assault.advance import Advance, AdvanceUnit
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assault, Attack
from stavka.games.zitadelle.rules.c07_assault.loss_checks import Aftermath, AssaultDice, Checks
from stavka.games.zitadelle.rules.c07_assault.retreat import Excess, Further, Retreat, Retreats
from stavka.games.zitadelle.rules.c08_movement.hazards import Mines, Minimum
from stavka.games.zitadelle.rules.c08_movement.movement_phase import Movement
from stavka.games.zitadelle.rules.c08_movement.unit_moves import MOVE, find_tolls
from stavka.games.zitadelle.rules.c09_german_air_units import (
    Aim,
    Allocation,
    Bomb,
    Bombing,
    DiveBombing,
    Nearest,
    Scatter,
)
from stavka.games.zitadelle.rules.c10_special_german_units import Breakdown, Spent
from stavka.games.zitadelle.rules.c11_reinforcements import (
    ENTER,
    Shuffle,
    find_doors,
    find_entry_costs,
    find_entry_room,
    find_entry_ways,
)
from stavka.games.zitadelle.rules.c12_victory import victory_points as victory
from stavka.games.zitadelle.rules.c13_optional_rules.panzer_battalions import AttachTigers, Organise, SplitBefore, Which
from stavka.games.zitadelle.standing import STANDING
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position, derive

STEPS: Final = steps_by_name(
    GameTurns(),
    Shuffle(),
    SetUp(),
    SetUpUnit(),
    Model(),
    SplitBefore(),
    AttachTigers(),
    GermanTurn(),
    SovietTurn(),
    Allocation(),
    Aim(),
    Bomb(),
    Bombing(),
    DiveBombing(),
    Scatter(),
    Nearest(),
    Fire(),
    FireAt(),
    Shot(),
    Hit(),
    Assault(),
    Attack(),
    Spent(),
    AssaultDice(),
    Checks(),
    Aftermath(),
    Retreat(),
    Retreats(),
    Excess(),
    Further(),
    Advance(),
    AdvanceUnit(),
    Organise(),
    Which(),
    Movement(),
    MOVE,
    Breakdown(),
    Mines(),
    Minimum(),
    ENTER,
    Recovery(),
)

PLAIN_OPTIONS: Final = (
    "done",
    "stop",
    "attack",
    "all",
    "historical",
    "rest",
    "model",
    "no-model",
    "standard",
    "alternative",
)


class Zitadelle(Board, Counters, Charts, RedactingGame[Position]):
    """The game with its maps (Board), counters (Counters) and charts (Charts)."""

    key = "zitadelle"
    title = "Zitadelle: Duel for Kursk"
    sides = ("german", "soviet")
    steps = STEPS
    standing = STANDING
    end_rule = "4.1c"
    words = words.WORDS
    told = EVENTS

    def __init__(self, files: Files) -> None:
        self.files = files
        self.load_charts(files)
        self.load_board(files)
        self.load_counters(files, self.grid)
        self.reacher_of = [
            self.reachers[side][self.foot >> i & 1] for i, side in numbered(self.side)
        ]  # [2.3f, 2.3h, 2.22d, 8.12b, 13.48]
        self.load_display(files, self.grid)
        self.name_options()
        self.index_names()
        self.catalogue = catalogue_in(Path(__file__).parent)
        self.data_hash, self.rules_hash = files.hash, self.catalogue.hash
        self.scenarios = {item.id: item for item in files.scenarios.scenario}
        self.tolls = lru_cache(1024)(partial(find_tolls, self))
        self.doors = [find_doors(self, side) for side in (GERMAN, SOVIET)]
        self.entry_room = lru_cache(256)(partial(find_entry_room, self))
        self.entry_costs = lru_cache(1024)(partial(find_entry_costs, self))
        self.entry_ways = lru_cache(1024)(partial(find_entry_ways, self))
        self.switch = {option.id: 1 << i for i, option in enumerate(files.scenarios.option)}

    def name_options(self) -> None:
        """The fixed list of options: plain words, and the armies that can be bombed."""
        bombs = [f"bomb-{self.formations[army].id}" for army in self.bombing_targets]
        self.option_names = (*PLAIN_OPTIONS, *bombs)
        bit = {name: 1 << i for i, name in enumerate(self.option_names)}
        self.DONE, self.STOP, self.ATTACK, self.ALL = (bit[name] for name in PLAIN_OPTIONS[:4])
        self.HISTORICAL, self.REST, self.MODEL, self.NO_MODEL = (bit[name] for name in PLAIN_OPTIONS[4:8])
        self.STANDARD, self.ALTERNATIVE = bit["standard"], bit["alternative"]
        self.BOMB = {army: bit[f"bomb-{self.formations[army].id}"] for army in self.bombing_targets}

    def tolled(self, s: Position) -> int:
        """Hexes that air interdiction makes more expensive."""
        hexes = 0
        for _, zone in s.tolls:
            hexes |= zone
        return hexes

    def uses(self, s: Position, option: str) -> bool:
        """Whether an optional rule is in use."""
        return bool(s.options & self.switch[option])

    # -- what the engine asks of a game -----------------------------------------------------------------------------

    def new(self, scenario: str, options: Mapping[str, Any] | None = None) -> Position:
        """A new game, waiting for its first decision. Options: the optional rules, true or false."""
        on = chosen(scenario, self.scenarios, options, defaults(self.files.scenarios.option))
        return self.begin(set_up(self, scenario, sum(self.switch[name] for name in on if on[name])))

    def from_json(self, data: Json) -> Position:
        s: Position = Position.read(data, self.steps)
        derive(self, s)
        return s

    def redacted(self, s: Position, seat: int | None) -> Position:
        return views.redacted(self, s, seat)

    def deal(self, s: Position, seat: int | None, rng: Random) -> None:
        views.deal(self, s, seat, rng)

    def open_points(self, s: Position) -> Any:
        points = victory.victory_points(self, s)
        return {"total": sum(points.values()), "by_rule": points}

    def label(self, s: Position, unit: Unit) -> Spoken:
        return self.labels[unit]

    def figures(self, s: Position) -> dict[str, float]:
        return victory.figures(self, s)


@once
def load(overlay: Path | None = None, folder: Path = FOLDER) -> Zitadelle:
    return Zitadelle(load_files(overlay, folder))
