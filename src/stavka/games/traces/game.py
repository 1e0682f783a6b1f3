"""Traces of War: everything that does not change in play, and the steps of its sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from stavka.data.gamefiles import defaults
from stavka.engine.agent import Sight
from stavka.engine.catalogue import catalogue_in
from stavka.engine.kinds import Side, Unit
from stavka.engine.machine import Game, chosen, steps_by_name
from stavka.engine.once import once
from stavka.engine.state import Json
from stavka.engine.words.forms import Spoken
from stavka.games.traces import view as views
from stavka.games.traces import words
from stavka.games.traces.board import Board
from stavka.games.traces.charts import Charts
from stavka.games.traces.counters import Counters
from stavka.games.traces.events import EVENTS
from stavka.games.traces.files import FOLDER, Files, Quarters, load_files
from stavka.games.traces.rules import c13_victory as victory
from stavka.games.traces.rules.c02_components.headquarters import Relocate
from stavka.games.traces.rules.c03_set_up import SecurityDivisions, set_up
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectChits
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import (
    Action,
    AddChits,
    CarryOut,
    ChooseHq,
    Draw,
    EndActivation,
    EndOfTurn,
    GameTurns,
    Interrupt,
    Mode,
    Okh,
    OkhCommand,
    SecondHq,
)
from stavka.games.traces.rules.c07_luftwaffe import AirSupport, LuftwaffeReorganisation
from stavka.games.traces.rules.c08_supply.supply_check import SupplyCheck, UnsuppliedHqs
from stavka.games.traces.rules.c09_movement import Move, Movement
from stavka.games.traces.rules.c10_combat.advance import Advance, AdvanceUnit
from stavka.games.traces.rules.c10_combat.attacks import Attack, Combat, CombatDie, CombatEnd, Losses
from stavka.games.traces.rules.c10_combat.retreat import Retreat, RetreatPath
from stavka.games.traces.rules.c11_reinforcements import AirborneDrop, Negotiation, Place, Reinforcements, Replace
from stavka.games.traces.rules.c14_optional_rules import Bid
from stavka.games.traces.standing import STANDING
from stavka.games.traces.state import Position, derive

STEPS: Final = steps_by_name(
    GameTurns(),
    Bid(),
    SecurityDivisions(),
    LuftwaffeReorganisation(),
    ChooseHq(),
    SelectChits(),
    Action(),
    AddChits(),
    Draw(),
    Interrupt(),
    CarryOut(),
    Okh(),
    OkhCommand(),
    SecondHq(),
    Mode(),
    Movement(),
    Move(),
    Relocate(),
    Combat(),
    Attack(),
    AirSupport(),
    CombatDie(),
    Losses(),
    Retreat(),
    RetreatPath(),
    Advance(),
    AdvanceUnit(),
    CombatEnd(),
    EndActivation(),
    SupplyCheck(),
    UnsuppliedHqs(),
    Reinforcements(),
    Place(),
    Replace(),
    AirborneDrop(),
    Negotiation(),
    EndOfTurn(),
)

PLAIN_OPTIONS: Final = (
    "done",
    "stop",
    "strategic",
    "relocate",
    "movement-combat",
    "combat-movement",
    "attack",
    "all",
    "air-support",
    "no-air-support",
    "interrupt",
    "pass",
    "draw",
    "hq-activation",
    "okh-command",
    "negotiation",
    "stay",
)
HIGHEST_BID: Final = 150


class Scenario(NamedTuple):
    key: str
    title: str
    turns: int
    threshold: int  # quarter VP
    is_race: bool
    special_activation: int
    orders: int  # Major City hexes
    vp: Quarters  # quarter VP by what earns them


class Traces(Board, Counters, Charts, Game[Position]):
    """The game with its map (Board), counters (Counters) and charts (Charts)."""

    key = "traces"
    title = "Traces of War"
    sides = ("soviet", "axis")
    steps = STEPS
    end_rule = "4.0b"
    words = words.WORDS
    told = EVENTS
    standing = STANDING

    def __init__(self, files: Files) -> None:
        self.files = files
        self.load_board(files)
        self.load_counters(files, self.grid)
        self.load_charts(files)
        self.name_options()
        self.index_names()
        self.catalogue = catalogue_in(Path(__file__).parent)
        self.data_hash, self.rules_hash = files.hash, self.catalogue.hash
        orders = self.grid.from_numbers(*(order.hex for order in files.scenarios.order))
        self.scenarios = {
            item.id: Scenario(
                item.id,
                item.title,
                item.turns,
                4 * item.threshold,
                item.victory == "race",
                item.special_activation,
                orders,
                item.quarters,
            )
            for item in files.scenarios.scenario
        }

    def name_options(self) -> None:
        """The fixed list of options: plain words, chits, chits to hold in hand, bids."""
        chits = [chit.id for chit in self.chits]
        bids = [f"bid-{points}" for points in range(1, HIGHEST_BID + 1)]
        self.option_names = (*PLAIN_OPTIONS, *chits, *(f"hold-{chit}" for chit in chits), *bids)
        bit = {name: 1 << i for i, name in enumerate(self.option_names)}
        self.DONE, self.STOP, self.STRATEGIC, self.RELOCATE = (bit[name] for name in PLAIN_OPTIONS[:4])
        self.MOVEMENT_COMBAT, self.COMBAT_MOVEMENT = bit["movement-combat"], bit["combat-movement"]
        self.ATTACK, self.ALL = bit["attack"], bit["all"]
        self.AIR_SUPPORT, self.NO_AIR_SUPPORT = bit["air-support"], bit["no-air-support"]
        self.INTERRUPT, self.PASS, self.DRAW = bit["interrupt"], bit["pass"], bit["draw"]
        self.HQ_ACTIVATION, self.OKH_COMMAND = bit["hq-activation"], bit["okh-command"]
        self.NEGOTIATION, self.STAY = bit["negotiation"], bit["stay"]
        self.CHIT = [bit[chit] for chit in chits]
        self.HOLD = [bit[f"hold-{chit}"] for chit in chits]
        self.HOLDS = sum(self.HOLD)
        self.BIDS = sum(bit[bid] for bid in bids)
        self.first_bid = bit["bid-1"].bit_length() - 2

    # -- what the engine asks of a game -----------------------------------------------------------------------------

    def new(self, scenario: str, options: Mapping[str, Any] | None = None) -> Position:
        """A new game, waiting for its first decision. Options: vp_bid, hq_conversion (true or false)."""
        on = chosen(scenario, self.scenarios, options, defaults(self.files.scenarios.option))
        return self.begin(set_up(self, scenario, bid=on["vp_bid"], hq_conversion=on["hq_conversion"]))

    def from_json(self, data: Json) -> Position:
        s: Position = Position.read(data, self.steps)
        derive(self, s)
        return s

    def view(self, s: Position, seat: int | None) -> Json:
        return views.view(self, s, seat)

    def see(self, s: Position, seat: int | None) -> Sight[Position]:
        return views.TracesSight(self, s, seat)

    def sample_state(self, view: Json, rng: Random) -> Position:
        return views.sample_state(self, view, rng)

    def figures(self, s: Position) -> dict[str, float]:
        return victory.figures(self, s)

    def side_of(self, s: Position, seat: int) -> Side:
        return Side(seat ^ s.swapped)

    def seat(self, s: Position, side: Side) -> int:
        """The seat that plays a side; bidding may have swapped them."""
        return side ^ s.swapped

    def scenario(self, s: Position) -> Scenario:
        return self.scenarios[s.scenario]

    def naming(self, s: Position) -> object:
        return s.converted

    def label(self, s: Position, unit: Unit) -> Spoken:
        """The short name on the counter."""
        return self.values[s.converted].label[unit]  # [2.3k]


@once
def load(overlay: Path | None = None, folder: Path = FOLDER) -> Traces:
    return Traces(load_files(overlay, folder))
