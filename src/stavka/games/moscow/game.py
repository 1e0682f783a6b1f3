"""Roads to Moscow: everything that does not change in play, and the steps of its sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from stavka.data.gamefiles import defaults
from stavka.engine.catalogue import catalogue_in
from stavka.engine.frames import Frame
from stavka.engine.kinds import Option, Side, Unit, last_unit, numbered
from stavka.engine.machine import chosen, steps_by_name
from stavka.engine.once import once
from stavka.engine.redacting import RedactingGame
from stavka.engine.state import Json
from stavka.engine.words.forms import Spoken
from stavka.games.moscow import view as views
from stavka.games.moscow import words
from stavka.games.moscow.board import KEPT, Board
from stavka.games.moscow.charts import Charts
from stavka.games.moscow.counters import ANY, NO_FORMATION, Counters
from stavka.games.moscow.events import EVENTS
from stavka.games.moscow.files import FOLDER, Files, Scenario, load_files
from stavka.games.moscow.rules.c01_introduction import victory
from stavka.games.moscow.rules.c04_playing_the_game.sequence import (
    GameTurns,
    Recover,
    Recovery,
    Refresh,
    Status,
)
from stavka.games.moscow.rules.c04_playing_the_game.setup import SetUp, set_up
from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import Enter, Groups, Join, Reinforcement, Reserves
from stavka.games.moscow.rules.c05_strategic_segment.weather import Weather
from stavka.games.moscow.rules.c06_supply.fuel import FuelDecision, FuelSupply
from stavka.games.moscow.rules.c06_supply.supply_routes import find_supplied
from stavka.games.moscow.rules.c07_operations.army_units import ActivatingArmy, Army, ArmyCheck
from stavka.games.moscow.rules.c07_operations.initiative import FillCups, Initiative, Opening
from stavka.games.moscow.rules.c07_operations.markers import (
    Choose,
    Combine,
    CombineRoll,
    Draw,
    EndSequence,
    Operations,
    Play,
    Reveal,
)
from stavka.games.moscow.rules.c08_ground_movement.going import find_exits
from stavka.games.moscow.rules.c08_ground_movement.movement_phase import CheckingStacks, Excess, Movement
from stavka.games.moscow.rules.c08_ground_movement.movers import is_anyone_sure
from stavka.games.moscow.rules.c08_ground_movement.moves import Move
from stavka.games.moscow.rules.c08_ground_movement.overrun import Overrun, OverrunCas, OverrunDie
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import (
    Attack,
    CombatPhase,
    Declare,
    Declaring,
    ResolvingAttacks,
)
from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import CheckLead, DeclaringNoRetreat, Hold, NoRetreat
from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import React, Reacting, Reaction, ReactMove
from stavka.games.moscow.rules.c09_pre_combat_actions.refusal import Pursue, Refusal, Refuse, Refusing, RefusingCombat
from stavka.games.moscow.rules.c10_combat.battle import Battle, CasCheck, CombatDie, GroundCheck, GunCheck, Lead
from stavka.games.moscow.rules.c11_combat_results.advance import Advance, SecondHex
from stavka.games.moscow.rules.c11_combat_results.aftermath import Extra, LossCheck
from stavka.games.moscow.rules.c11_combat_results.results import Lose
from stavka.games.moscow.rules.c11_combat_results.retreat import Passage, Retreat, ZoneCheck
from stavka.games.moscow.rules.c12_artillery import Guns
from stavka.games.moscow.rules.c13_air_units import Cas, SecretCas
from stavka.games.moscow.rules.c14_strongpoints import Engineering
from stavka.games.moscow.rules.c16_special_units.rockets import SpecialRetreat
from stavka.games.moscow.standing import STANDING
from stavka.games.moscow.state import (
    GERMAN,
    NOT_YET,
    PASSED,
    PLAYED,
    RESERVE,
    SOVIET,
    Position,
    derive,
)
from stavka.hexes import Hex

STEPS: Final = steps_by_name(
    GameTurns(),
    SetUp(),
    Weather(),
    FuelSupply(),
    Reinforcement(),
    Groups(),
    Reserves(),
    Status(),
    Initiative(),
    Opening(),
    FillCups(),
    Operations(),
    Draw(),
    Choose(),
    Play(),
    Combine(),
    CombineRoll(),
    Reveal(),
    FuelDecision(),
    Army(),
    ArmyCheck(),
    Engineering(),
    Movement(),
    Move(),
    Enter(),
    Join(),
    Excess(),
    Overrun(),
    OverrunCas(),
    OverrunDie(),
    Declare(),
    Attack(),
    Refusal(),
    CheckLead(),
    Refuse(),
    Refusing(),
    Pursue(),
    Reaction(),
    React(),
    ReactMove(),
    NoRetreat(),
    Hold(),
    CombatPhase(),
    Battle(),
    Lead(),
    Cas(),
    SecretCas(),
    CasCheck(),
    Guns(),
    GunCheck(),
    GroundCheck(),
    CombatDie(),
    Lose(),
    Extra(),
    LossCheck(),
    Retreat(),
    ZoneCheck(),
    Passage(),
    SpecialRetreat(),
    Advance(),
    SecondHex(),
    EndSequence(),
    Recovery(),
    Recover(),
    Refresh(),
)

PLAIN_OPTIONS: Final = (
    "done",
    "stop",
    "all",
    "roll",
    "mobile",
    "assault",
    "pass",
    "pooled",
    "combine-drawn",
    "combine-pooled",
    "attack-mobile",
    "attack-assault",
    "call-1",
    "call-2",
    "call-3",
)


class Schedule(NamedTuple):
    """The schedule of arrivals: turn and Optional Group (-1: none) of units and AMs, and the entry areas of units."""

    units: dict[Unit, tuple[int, int]]
    waves: dict[tuple[int, int], int]
    """The set of the units that come together, by turn and Optional Group."""
    markers: dict[int, tuple[int, int]]
    areas: dict[Unit, str]


class Moscow(Board, Counters, Charts, RedactingGame[Position]):
    """The game with its maps (Board), counters (Counters) and charts (Charts)."""

    key = "moscow"
    title = "Roads to Moscow"
    sides = ("german", "soviet")
    steps = STEPS
    standing = STANDING
    end_rule = "4.12"
    words = words.WORDS
    told = EVENTS

    def __init__(self, files: Files) -> None:
        self.files = files
        self.load_charts(files)
        self.load_board(files)
        self.load_counters(files)
        self.name_options()
        self.index_names()
        self.catalogue = catalogue_in(Path(__file__).parent)
        self.data_hash, self.rules_hash = files.hash, self.catalogue.hash
        self.scenarios = {item.id: item for item in files.scenarios.scenario}
        self.scenario_hexes = {item.id: self.map_hexes.get(item.map, 0) for item in files.scenarios.scenario}
        self.lines = {item: self.line_hexes & hexes for item, hexes in self.scenario_hexes.items()}
        self.elsewhere = {item: self.grid.all & ~hexes for item, hexes in self.scenario_hexes.items()}
        self.winters = {item: self.list_winter_turns(item) for item in self.scenarios}
        self.fuel_users = {item.id: self.find_fuel_users(item) for item in files.scenarios.scenario}
        self.switch = {option.id: 1 << i for i, option in enumerate(files.scenarios.option)}
        self.otherwise: dict[str, str] = {
            area.id: area.otherwise for area in files.scenarios.area if area.otherwise is not None
        }
        self.area_side: dict[str, int] = {
            area.id: GERMAN if area.side == "german" else SOVIET for area in files.scenarios.area
        }
        self.loss_values = {
            item.id: {str(loss.id): loss.value for loss in item.loss} for item in self.scenarios.values()
        }
        self.schedules = {item: self.make_schedule(item) for item in self.scenarios}
        self.fuel_entries = {
            item.id: self.grid.from_numbers(*(n for n in item.fuel_entry if self.grid.has(n)))
            for item in self.scenarios.values()
        }
        self.fixed_entry = {item: self.list_fixed_entries(item) for item in self.scenarios}
        self.exits = lru_cache(KEPT)(partial(find_exits, self))
        self.supplied = lru_cache(KEPT)(partial(find_supplied, self))
        self.closed_entries = lru_cache(KEPT)(self.find_closed_entries)
        self.entries = {item: self.list_entries(item) for item in self.scenarios}

    def name_options(self) -> None:
        """The fixed list of options: plain words, then every Formation and the special AM."""
        formations = [f"formation-{id_}" for id_ in self.formation_ids]
        self.option_names = (*PLAIN_OPTIONS, *formations, f"formation-{ANY}")
        bit = {name: 1 << i for i, name in enumerate(self.option_names)}
        self.DONE, self.STOP, self.ALL, self.ROLL = (bit[name] for name in PLAIN_OPTIONS[:4])
        self.MOBILE_SEQUENCE, self.ASSAULT_SEQUENCE, self.PASS, self.POOLED = (bit[n] for n in PLAIN_OPTIONS[4:8])
        self.COMBINE_DRAWN, self.COMBINE_POOLED = bit["combine-drawn"], bit["combine-pooled"]
        self.ATTACK_MOBILE, self.ATTACK_ASSAULT = bit["attack-mobile"], bit["attack-assault"]
        self.CALL = [bit[f"call-{n}"] for n in (1, 2, 3)]
        self.first_formation_option = len(PLAIN_OPTIONS)
        self.ANY_FORMATION = bit[f"formation-{ANY}"]

    def make_schedule(self, scenario: str) -> Schedule:
        item = self.scenarios[scenario]
        groups = [group.id for group in item.group]
        units: dict[Unit, tuple[int, int]] = {}
        areas: dict[Unit, str] = {}
        for unit, counter in numbered(self.units):
            placement = counter.placements.get(item.number)
            if placement is not None and placement.turn is not None and placement.entry is not None:
                group = groups.index(placement.option) if placement.option else -1
                units[unit] = (self.turn_number(scenario, placement.turn), group)  # [5.2]
                areas[unit] = placement.entry
        markers: dict[int, tuple[int, int]] = {}
        for entry in item.marker:
            group = groups.index(entry.option) if entry.option else -1
            if entry.id == ANY:
                which = [self.any_marker[GERMAN if entry.side == "german" else SOVIET]]
            else:
                which = self.markers_of(self.formation_ids.index(entry.id))
            for marker in which:
                markers[marker] = (self.turn_number(scenario, entry.turn), group)
        waves = {wave: sum(1 << unit for unit in units if units[unit] == wave) for wave in units.values()}
        return Schedule(units, waves, markers, areas)

    def list_winter_turns(self, scenario: str) -> int:
        """The set of the turns of a scenario that are in winter."""
        return sum(1 << turn for turn, box in enumerate(self.turn_boxes[scenario], 1) if box.winter)

    def list_entries(self, scenario: str) -> list[tuple[int, int, int, bool]]:
        """Side, hexes at the edge, units and whether it stays closed, for each entry area of a scenario."""
        areas = self.schedules[scenario].areas
        return [
            (
                self.area_side[area],
                self.entry_areas.get(area, 0) & self.edge,
                sum(1 << unit for unit, where in areas.items() if where == area),
                area in self.scenarios[scenario].closed_entry,
            )
            for area in sorted(set(areas.values()))
        ]

    def list_fixed_entries(self, scenario: str) -> int:
        """Units whose entry area is always the same."""
        areas = self.schedules[scenario].areas
        return self.fuel_units | sum(1 << unit for unit, area in areas.items() if area not in self.otherwise)

    # -- what rule modules ask --------------------------------------------------------------------------------------

    def find_fuel_users(self, scenario: Scenario) -> int:
        """The units that need fuel to move well."""
        if not scenario.fuel:  # [6.4]
            return 0
        return self.combat & self.motorized & self.side_units[GERMAN]  # [6.46]

    def uses(self, s: Position, option: str) -> bool:
        """Whether an optional rule is in use."""
        return bool(s.options & self.switch[option])

    def on_map(self, s: Position) -> int:
        """The hexes of the scenario's map."""
        return self.scenario_hexes[s.scenario]  # [2.0a]

    def lines_against(self, s: Position, side: Side) -> int:
        """The hexes of the scenario's map whose active Fortified Line is an enemy's: all Lines are Soviet."""
        return self.lines[s.scenario] & ~s.lines_down if side == GERMAN else 0  # [8.37, 14.11c, 14.14]

    def is_winter(self, s: Position) -> bool:
        return self.winters[s.scenario] >> s.turn & 1 == 1  # [5.14a]

    def turn_number(self, scenario: str, name: str) -> int:
        """The number of a turn of a scenario; 0 or less for one before it begins."""
        return [box.turn for box in self.turn_boxes[scenario]].index(name) + 1

    def fuel_entry(self, s: Position) -> int:
        return self.fuel_entries[s.scenario]

    def is_opening(self, s: Position, side: Side) -> bool:
        """Whether this is the First Player's first Sequence of the game, with the AM that this player has chosen."""
        played = any(
            place in (PLAYED, PASSED) and owner == side
            for place, owner in zip(s.markers, self.marker_side, strict=True)
        )
        return s.turn == 1 and side == s.first and not played  # [7.21a]

    def find_closed_entries(self, scenario: str, owner: int, awaited: int) -> int:
        """Entry hexes of a side in which its enemy may not stay: those of areas at which a unit is still to enter."""
        hexes = 0
        for side, there, units, stays_closed in self.entries[scenario]:
            if side == owner and (stays_closed or awaited & units):
                hexes |= there  # [5.21, 5.21a]
        return hexes

    def reserve_formations(self, s: Position) -> int:
        """Formations in Reserve, and those whose AMs have not come yet."""
        found = 0
        for formation, place in zip(self.marker_of, s.markers, strict=True):
            if place in (RESERVE, NOT_YET) and formation >= 0:
                found |= 1 << formation  # [5.32]
        return found

    def side_of_units(self, units: int) -> Side:
        return self.side[last_unit(units)]

    def place_of(self, s: Position, units: int) -> Hex:
        """The hex of units that are together."""
        return s.place[last_unit(units)]

    def formation_name(self, formation: int) -> str:
        return ANY if formation == NO_FORMATION else self.formation_ids[formation]

    def formation_options(self, formations: int) -> int:
        return formations << self.first_formation_option

    def formation_of_option(self, option: Option) -> int:
        return option - self.first_formation_option

    def army_frame(self, s: Position, side: Side, formation: int) -> Frame:
        return ActivatingArmy(side, formation, self.army_outside)  # [7.45]

    def can_surely_move(self, s: Position, side: Side, but: int = 0) -> bool:
        """Whether combat units of a side, other than the given ones, can move or enter in the Movement Phase of this
        Sequence, whatever the side does before."""
        return is_anyone_sure(self, s, side, but)

    def combat_frames(self, side: Side) -> list[Frame]:
        """The frames that follow the Movement Phase in an Operations Sequence."""
        other = 1 - side
        return [
            Declaring(side),  # [9.0, OPS.A.1c]
            RefusingCombat(other),  # [9.0, 7.21A, OPS.A.2, OPS.B.3]
            Reacting(other),  # [9.0, 7.21A, OPS.A.2]
            DeclaringNoRetreat(other),  # [9.0, 7.21A, OPS.A.2]
            CheckingStacks(),
            ResolvingAttacks(side),  # [9.0, OPS.A.3, OPS.B.4]
            CheckingStacks(),
        ]

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
        return victory.victory_points(self, s)

    def label(self, s: Position, unit: Unit) -> Spoken:
        return self.labels[unit]

    def figures(self, s: Position) -> dict[str, float]:
        return victory.figures(self, s)


@once
def load(overlay: Path | None = None, folder: Path = FOLDER) -> Moscow:
    return Moscow(load_files(overlay, folder))
