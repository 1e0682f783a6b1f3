"""The staging of a game, part by part, and the presenter that puts the parts together.

STAGING = Staging(voice=Voice, looks=looks, units=units, status=status, ...) show = StagedPresenter(game, STAGING)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit
from stavka.engine.machine import Game
from stavka.engine.offer import Offer
from stavka.engine.state import Event, State
from stavka.engine.words import known_language
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.counters import GROUNDS, Counters, scene_units
from stavka.scenes.guide import Guide, Plan, glossary, made, unused
from stavka.scenes.keeping import Drawing
from stavka.scenes.scene import (
    Board,
    BoardUnit,
    Box,
    CoverCounter,
    HexAnswer,
    LogEntry,
    Mark,
    Moment,
    Objective,
    Odds,
    Overlay,
    Part,
    Path,
    Points,
    Presenter,
    Reach,
    Scene,
    SceneOffer,
    Track,
    Turn,
)
from stavka.scenes.turns import brought, turn_before
from stavka.scenes.voice import Voice

S = TypeVar("S", bound=State)
T = TypeVar("T")
V = TypeVar("V", bound=Voice[Any])
MOST_BROUGHT: Final = 8
"""The most units that are brought next to a hex for a forecast."""


class Looks(Protocol):
    """The interface of a game's scene/looks.py: counters, keys and overlays."""

    @property
    def KEYS(self) -> dict[str, str]:  # noqa: N802 (a constant of the module)
        """The keys of options."""

    @property
    def HOVER(self) -> dict[str, str]:  # noqa: N802 (a constant of the module)
        """The overlay that a unit shows under the pointer, by the step that asks: "reach" or the key of one of the
        unit's overlays."""

    @property
    def OVERLAYS(self) -> Sequence[scene_parts.OverlayPlan]:  # noqa: N802 (a constant of the module)
        """The overlays of the map."""

    def units(self, v: Any) -> dict[str, BoardUnit]: ...


class Units(Counters, Protocol):
    """The interface of a game's scene/units.py: the visible state and the descriptions of counters in a position."""

    @property
    def FLAGS(self) -> Sequence[str]:  # noqa: N802 (a constant of the module)
        """The explanations of their markers."""

    def unit_line(self, v: Any, s: Any, unit: Unit, /) -> str:
        """A unit in one line."""


class Hexes(Protocol):
    """The interface of a game's scene/hexes.py: what is printed in a hex, what lies in it, and its description."""

    @property
    def LETTERS(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the module)
        """The letters of the kinds of marks on the map."""

    def terrain_line(self, v: Any, hex_: Hex, /) -> str: ...
    def marks(self, v: Any, s: Any, /) -> Iterable[tuple[str, Hex, str]]:
        """Kind, hex and text of each marker on the map."""

    def owners(self, v: Any, s: Any, /) -> dict[str, str]: ...
    def hex_lines(self, v: Any, s: Any, hex_: Hex, /) -> list[str]:
        """A hex in sentences, without its units."""


class Status(Protocol):
    """The interface of a game's scene/status.py: the state of the game. What is not secret is made from the position,
    the rest from the sight."""

    def title(self, v: Any, s: Any, /) -> str: ...
    def turn(self, v: Any, s: Any, /) -> Turn: ...
    def phase(self, v: Any, s: Any, /) -> str: ...
    def points(self, v: Any, s: Any, /) -> Points: ...
    def objectives(self, v: Any, s: Any, /) -> Iterable[tuple[Hex, float, int]]:
        """Hexes that are worth VP: the hex, its value, the side that holds it (-1: neither)."""

    def tracks(self, v: Any, s: Any, /) -> list[Track]: ...
    def boxes(self, v: Any, sight: Sight[Any], /) -> list[Box]: ...
    def secrets(self, v: Any, sight: Sight[Any], /) -> list[str]: ...


class Answers(Protocol):
    """The interface of a game's scene/answers.py: where a unit can go, and how."""

    def reach(self, v: Any, s: Any, unit: Unit, /) -> Reach: ...
    def path(self, v: Any, s: Any, unit: Unit, hex_: Hex, /) -> Path: ...


@dataclass(frozen=True, kw_only=True)
class Staging(Generic[S, V]):
    """The modules and functions that make the parts of a game's scene and answer questions about it."""

    voice: Callable[[Any, str], V]
    """Makes the voice, from the game and a language."""
    looks: Looks
    units: Units
    hexes: Hexes
    status: Status
    answers: Answers
    sides: Mapping[str, str]
    """The colours of each side, by their names in `colours`."""
    decision: Callable[[V, Sight[S], Offer], scene_parts.Decision]
    odds: Callable[[V, Sight[S], Hex, int], Odds]
    """The odds of an attack on a hex by a set of units; for an empty set, by the chosen units or by all units in
    reach."""
    overlays: Mapping[str, scene_parts.Maker[V]]
    guide: Callable[[V, Plan], Plan]
    """The guide to a scenario: the values, counters and tables that only the game knows."""
    short: Sequence[str] = ()
    """The abbreviations that the page explains; those of all games are in the engine's words."""
    throws: Mapping[str, Callable[[V, S, Any], Odds]] = field(default_factory=dict)
    """The odds at which dice are thrown, by the step that asks for them: a function of a position and its top frame."""
    step_points: Callable[[Any], Mapping[str, float]] = lambda g: {}
    """The VP by which a lost step of a side changes the score, from the game; empty where VP do not follow from lost
    steps."""
    brings: Callable[[Any, S, Unit, Hex], None] | None = None
    """Moves a unit from its hex to another without applying rules, for odds of units that are still to move."""
    part: Callable[[V, S], Part] | None = None
    """The part of the map that a scenario uses, if it is not the whole."""
    colours: Mapping[str, tuple[str, str]] = field(default_factory=lambda: GROUNDS)
    """Ground and ink of counters, by name: those of this war, unless a game has its own."""


class StagedPresenter(Presenter[S], Generic[S, V]):
    """Shows a game with its staging, in every language."""

    def __init__(self, game: Game[S], staging: Staging[S, V]) -> None:
        self.game, self.staging = game, staging
        self.boards: dict[str, Board] = {}
        self.voices: dict[str, V] = {}

    def voice(self, lang: str) -> V:
        lang = known_language(lang)
        if lang not in self.voices:
            self.voices[lang] = self.staging.voice(self.game, lang)
        return self.voices[lang]

    def board(self, lang: str) -> Board:
        lang = known_language(lang)
        if lang not in self.boards:
            self.boards[lang] = self.made_board(self.voice(lang))
        return self.boards[lang]

    def made_board(self, v: V) -> Board:
        looks, hexes = self.staging.looks, self.staging.hexes
        return scene_parts.board(
            v,
            units=looks.units(v),
            grounds=self.staging.sides,
            colours=self.staging.colours,
            keys=looks.KEYS,
            flags=self.staging.units.FLAGS,
            overlays=looks.OVERLAYS,
            glossary=glossary(v, self.staging.short),
            terrain=lambda hex_: hexes.terrain_line(v, hex_),
        )

    def counter(self, unit: str, scenario: str, lang: str) -> CoverCounter:
        shown = scene_units(self.staging.units, self.game, self.game.new(scenario))[unit]
        return {"info": self.board(lang)["units"][unit], "state": unused(shown)}

    def guide(self, scenario: str, lang: str) -> Guide:
        v, game, staging = self.voice(lang), self.game, self.staging
        plan = Plan(
            scenario=scenario,
            title=v.word("scenario", v.g.scenarios[scenario].title),
            board=staging.looks.units(v),
            states=scene_units(staging.units, game, game.new(scenario)),
            flags=staging.units.FLAGS,
            letters=staging.hexes.LETTERS,
            grounds=staging.colours,
            short=staging.short,
        )
        return made(v, staging.guide(v, plan))

    def side(self, sight: Sight[S]) -> Side | None:
        return None if sight.seat is None else self.game.side_of(sight.position, sight.seat)

    def chosen_odds(self, sight: Sight[S], offer: Offer, lang: str) -> Odds | None:
        return self.staging.decision(self.voice(lang), sight, offer).odds

    def scene(self, sight: Sight[S], now: Moment, lang: str, drawing: Drawing | None = None) -> Scene:
        staging, v, s, side = self.staging, self.voice(lang), sight.position, self.side(sight)
        status, hexes = staging.status, staging.hexes
        drawing = drawing or Drawing()

        def kept(part: Callable[[V, Any], T], of: Any) -> T:
            return drawing.part(part, v, sight, lambda: part(v, of))

        def marks() -> dict[str, list[Mark]]:
            return scene_parts.marks(self.game.grid, hexes.LETTERS, hexes.marks(v, s))

        units = scene_units(staging.units, self.game, s, drawing)
        scene: Scene = {
            "state": now.state,
            "seat": sight.seat,
            "side": None if side is None else self.game.sides[side],
            "title": kept(status.title, s),
            "turn": kept(status.turn, s),
            "phase": kept(status.phase, s),
            "result": scene_parts.result(v, s),
            "points": kept(status.points, s),
            "units": units,
            "marks": drawing.part(hexes.marks, v, sight, marks),
            "owners": kept(hexes.owners, s),
            "objectives": self.objectives(sight, v, drawing),
            "tracks": kept(status.tracks, s),
            "boxes": kept(status.boxes, sight),
            "secrets": kept(status.secrets, sight),
            "waiting": list(now.waiting),
            "offer": self.offer(sight, now, v),
        }
        if staging.part is not None:
            scene["part"] = kept(staging.part, s)
        return scene

    def objectives(self, sight: Sight[S], v: V, drawing: Drawing) -> dict[str, Objective]:
        """The objectives with their holders, and the danger that they are in: made again when a holder changes, or the
        hexes of a side do."""
        g, s, listed = self.game, sight.position, self.staging.status.objectives
        found = drawing.part(listed, v, sight, lambda: list(listed(v, s)))
        in_hexes = self.staging.units.in_hexes(g, s)
        present = drawing.made_of("presence", in_hexes, lambda: scene_parts.presence(g, in_hexes))
        return drawing.made_of("objectives", (found, present), lambda: scene_parts.objectives(g, present, found))

    def offer(self, sight: Sight[S], now: Moment, v: V) -> SceneOffer | None:
        if now.offer is None:
            return None
        decision = self.staging.decision(v, sight, now.offer)
        return scene_parts.offered(v, sight.position, now, self.staging.looks.HOVER, decision)

    def entry(self, sight: Sight[S], event: Event, lang: str, *, is_own: bool = True) -> LogEntry:
        made = scene_parts.entry(self.game, sight.position, event, lang, is_own=is_own)
        thrown = scene_parts.roll(self.game, sight.position, event, lang)
        if thrown is not None:
            made["roll"] = thrown
        return made

    def turn_summary(self, sight: Sight[S], events: Sequence[Event], at: int, lang: str) -> str:
        turn = turn_before(self.game.told, events, at)
        return brought(self.voice(lang), sight.position, turn) if turn else ""

    # -- answers ------------------------------------------------------------------------------------------------------

    def reach(self, sight: Sight[S], unit: Unit, lang: str) -> Reach:
        return self.staging.answers.reach(self.voice(lang), sight.position, unit)

    def path(self, sight: Sight[S], unit: Unit, hex_: Hex, lang: str) -> Path:
        return self.staging.answers.path(self.voice(lang), sight.position, unit, hex_)

    def odds(self, sight: Sight[S], hex_: Hex, units: Sequence[Unit], lang: str) -> Odds:
        v, named = self.voice(lang), sorted(set(units))
        seen = self.brought(v, sight, hex_, named) if self.is_moving(sight.position) else sight
        return self.staging.odds(v, seen, hex_, sum(1 << unit for unit in named))

    def is_moving(self, s: S) -> bool:
        """Whether units can still be moved before they attack: then their attacks are forecast."""
        if self.staging.brings is None or s.result:
            return False
        frame = s.stack[-1]
        hand = self.game.steps[frame.step].hand(self.game, s, frame)
        return hand is not None and not hand.is_placed

    def brought(self, v: V, sight: Sight[S], hex_: Hex, units: Sequence[Unit]) -> Sight[S]:
        """The sight of a seat if units had moved next to a hex: each to the hex in reach from which it adds most to
        their attack. Units that are already there stay, and so do those that cannot come."""
        s: Any = sight.position
        away = [unit for unit in units if s.place[unit] >= 0 and self.game.grid.distance(s.place[unit], hex_) > 1]
        there = sum(1 << unit for unit in units if unit not in away)
        for unit in away[:MOST_BROUGHT]:
            found = [self.with_unit(sight, unit, near) for near in self.ways_to(v, sight, unit, hex_)]
            able = [each for each in found if self.attack(v, each, hex_, there | 1 << unit) is not None]
            if able:
                there |= 1 << unit
                sight = max(able, key=lambda each: self.attack(v, each, hex_, there) or 0)
        return sight

    def ways_to(self, v: V, sight: Sight[S], unit: Unit, hex_: Hex) -> list[Hex]:
        """The hexes next to a hex that a unit can reach, the cheapest first."""
        grid = self.game.grid
        try:
            reached = self.staging.answers.reach(v, sight.position, unit)["hexes"]
        except ValueError:
            return []
        near = [(way["cost"], grid.index(number)) for number, way in reached.items()]
        return [there for _, there in sorted(near) if grid.distance(there, hex_) == 1]

    def with_unit(self, sight: Sight[S], unit: Unit, hex_: Hex) -> Sight[S]:
        """The sight with a unit in another hex."""
        assert self.staging.brings is not None
        seen = copy(sight)
        seen.position = sight.position.clone()
        self.staging.brings(self.game, seen.position, unit, hex_)
        return seen

    def attack(self, v: V, sight: Sight[S], hex_: Hex, units: int) -> int | None:
        """The attack strength of units against a hex; None if they cannot attack it."""
        try:
            return self.staging.odds(v, sight, hex_, units)["attack"]
        except ValueError:
            return None

    def throw(self, sight: Sight[S], lang: str) -> Odds | None:
        s = sight.position
        frame = s.stack[-1]
        odds = self.staging.throws.get(frame.step)
        return None if odds is None else odds(self.voice(lang), s, frame)

    def step_points(self) -> Mapping[str, float]:
        return self.staging.step_points(self.game)

    def overlay(self, sight: Sight[S], key: str, side: Side | None, unit: Unit | None, lang: str) -> Overlay:
        """An overlay for a side, by default that of the unit or of the seat. ValueError if it does not exist."""
        if unit is not None:
            side = self.game.side[unit]
        elif side is None:
            side = self.side(sight) or Side(0)
        return scene_parts.overlay(self.voice(lang), sight.position, self.staging.overlays, key, side, unit)

    def hex(self, sight: Sight[S], hex_: Hex, lang: str) -> HexAnswer:
        v, s, units = self.voice(lang), sight.position, self.staging.units
        lines = ((unit, units.unit_line(v, s, unit)) for unit in units.stack(self.game, s, hex_))
        return scene_parts.hex_answer(v, hex_, self.staging.hexes.hex_lines(v, s, hex_), lines)
