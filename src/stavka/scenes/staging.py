"""How a game looks, part by part, and the presenter that puts the parts together.

STAGING = Staging(voice=Voice, looks=looks, units=units, status=status, ...)
show = StagedPresenter(game, STAGING)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from stavka.engine.agent import Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer
from stavka.engine.state import Event, State
from stavka.engine.words import known_language
from stavka.scenes import parts as scene_parts
from stavka.scenes.counters import GROUNDS
from stavka.scenes.guide import Guide, Plan, made, unused
from stavka.scenes.scene import (
    Board,
    BoardUnit,
    Box,
    CoverCounter,
    HexAnswer,
    LogEntry,
    Moment,
    Odds,
    Overlay,
    Part,
    Path,
    Points,
    Presenter,
    Reach,
    Scene,
    SceneOffer,
    SceneUnit,
    Track,
    Turn,
)
from stavka.scenes.voice import Voice

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=Voice[Any])


class Looks(Protocol):
    """scene/looks.py: counters, keys and overlays."""

    @property
    def KEYS(self) -> dict[str, str]:  # noqa: N802 (a constant of the module)
        """The keys of options."""

    @property
    def OVERLAYS(self) -> Sequence[scene_parts.OverlayPlan]:  # noqa: N802 (a constant of the module)
        """What can be laid over the map."""

    def units(self, v: Any) -> dict[str, BoardUnit]: ...


class Units(Protocol):
    """scene/units.py: what is to be seen of the counters in a position."""

    @property
    def FLAGS(self) -> Sequence[str]:  # noqa: N802 (a constant of the module)
        """What their markers say."""

    def scene_units(self, g: Any, s: Any, /) -> dict[str, SceneUnit]: ...
    def stack(self, g: Any, s: Any, hex_: int, /) -> list[int]:
        """The units in a hex, the one to show first."""

    def unit_line(self, v: Any, s: Any, unit: int, /) -> str:
        """A unit in one line."""


class Hexes(Protocol):
    """scene/hexes.py: what is printed in a hex, lies in it and is to be said of it."""

    @property
    def LETTERS(self) -> Mapping[str, str]:  # noqa: N802 (a constant of the module)
        """What kinds of marks show on the map."""

    def terrain_line(self, v: Any, hex_: int, /) -> str: ...
    def marks(self, v: Any, s: Any, /) -> Iterable[tuple[str, int, str]]:
        """Kind, hex and text of each marker on the map."""

    def owners(self, v: Any, s: Any, /) -> dict[str, str]: ...
    def hex_lines(self, v: Any, s: Any, hex_: int, /) -> list[str]:
        """A hex in sentences, its units left out."""


class Status(Protocol):
    """scene/status.py: how the game stands. What concerns nobody's secrets is made of the position, the rest of the
    sight."""

    def title(self, v: Any, s: Any, /) -> str: ...
    def turn(self, v: Any, s: Any, /) -> Turn: ...
    def phase(self, v: Any, s: Any, /) -> str: ...
    def points(self, v: Any, s: Any, /) -> Points: ...
    def tracks(self, v: Any, s: Any, /) -> list[Track]: ...
    def boxes(self, v: Any, sight: Sight[Any], /) -> list[Box]: ...
    def secrets(self, v: Any, sight: Sight[Any], /) -> list[str]: ...


class Answers(Protocol):
    """scene/answers.py: where a unit can go, and how."""

    def reach(self, v: Any, s: Any, unit: int, /) -> Reach: ...
    def path(self, v: Any, s: Any, unit: int, hex_: int, /) -> Path: ...


@dataclass(frozen=True, kw_only=True)
class Staging(Generic[S, V]):
    """The modules and functions that make the parts of a game's scene and answer questions about it."""

    voice: Callable[[Any, str], V]
    """Of the game and a language."""
    looks: Looks
    units: Units
    hexes: Hexes
    status: Status
    answers: Answers
    sides: Mapping[str, str]
    """The colours of each side, by their names in `colours`."""
    decision: Callable[[V, Sight[S], Offer], scene_parts.Decision]
    odds: Callable[[V, Sight[S], int, int], Odds]
    """An attack on a hex by a set of units; by an empty one: by those that are chosen, or by everybody in reach."""
    overlays: Mapping[str, scene_parts.Maker[V]]
    guide: Callable[[V, Plan], Plan]
    """What a newcomer wants to know of a scenario: the values, counters and tables that only the game knows."""
    part: Callable[[V, S], Part] | None = None
    """The part of the map that a scenario uses, where it is not the whole."""
    colours: Mapping[str, tuple[str, str]] = field(default_factory=lambda: GROUNDS)
    """Ground and ink of counters, by name: those of this war, unless a game has its own."""


class StagedPresenter(Presenter[S], Generic[S, V]):
    """Shows a game as it is staged, in every language."""

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
            terrain=lambda hex_: hexes.terrain_line(v, hex_),
        )

    def counter(self, unit: str, scenario: str, lang: str) -> CoverCounter:
        shown = self.staging.units.scene_units(self.game, self.game.new(scenario))[unit]
        return {"info": self.board(lang)["units"][unit], "state": unused(shown)}

    def guide(self, scenario: str, lang: str) -> Guide:
        v, game, staging = self.voice(lang), self.game, self.staging
        plan = Plan(
            scenario=scenario,
            title=v.word("scenario", v.g.scenarios[scenario].title),
            board=staging.looks.units(v),
            states=staging.units.scene_units(game, game.new(scenario)),
            flags=staging.units.FLAGS,
            letters=staging.hexes.LETTERS,
            grounds=staging.colours,
        )
        return made(v, staging.guide(v, plan))

    def side(self, sight: Sight[S]) -> int | None:
        return None if sight.seat is None else self.game.side_of(sight.position, sight.seat)

    def scene(self, sight: Sight[S], now: Moment, lang: str) -> Scene:
        staging, v, s, side = self.staging, self.voice(lang), sight.position, self.side(sight)
        status, hexes = staging.status, staging.hexes
        scene: Scene = {
            "state": now.state,
            "seat": sight.seat,
            "side": None if side is None else self.game.sides[side],
            "title": status.title(v, s),
            "turn": status.turn(v, s),
            "phase": status.phase(v, s),
            "result": scene_parts.result(v, s),
            "points": status.points(v, s),
            "units": staging.units.scene_units(self.game, s),
            "marks": scene_parts.marks(self.game.grid, hexes.LETTERS, hexes.marks(v, s)),
            "owners": hexes.owners(v, s),
            "tracks": status.tracks(v, s),
            "boxes": status.boxes(v, sight),
            "secrets": status.secrets(v, sight),
            "waiting": list(now.waiting),
            "offer": self.offer(sight, now, v),
        }
        if staging.part is not None:
            scene["part"] = staging.part(v, s)
        return scene

    def offer(self, sight: Sight[S], now: Moment, v: V) -> SceneOffer | None:
        if now.offer is None:
            return None
        decision = self.staging.decision(v, sight, now.offer)
        return scene_parts.offered(v, sight.position, now, self.staging.looks.KEYS, decision)

    def entry(self, sight: Sight[S], event: Event, lang: str) -> LogEntry:
        made = scene_parts.entry(self.game, sight.position, event, lang)
        thrown = scene_parts.roll(self.game, sight.position, event, lang)
        if thrown is not None:
            made["roll"] = thrown
        return made

    # -- answers ------------------------------------------------------------------------------------------------------

    def reach(self, sight: Sight[S], unit: int, lang: str) -> Reach:
        return self.staging.answers.reach(self.voice(lang), sight.position, unit)

    def path(self, sight: Sight[S], unit: int, hex_: int, lang: str) -> Path:
        return self.staging.answers.path(self.voice(lang), sight.position, unit, hex_)

    def odds(self, sight: Sight[S], hex_: int, units: Sequence[int], lang: str) -> Odds:
        return self.staging.odds(self.voice(lang), sight, hex_, sum(1 << unit for unit in set(units)))

    def overlay(self, sight: Sight[S], key: str, side: int | None, unit: int | None, lang: str) -> Overlay:
        """An overlay for a side, by default that of the unit or of the seat. ValueError where there is none."""
        if unit is not None:
            side = self.game.side[unit]
        elif side is None:
            side = self.side(sight) or 0
        return scene_parts.overlay(self.voice(lang), sight.position, self.staging.overlays, key, side, unit)

    def hex(self, sight: Sight[S], hex_: int, lang: str) -> HexAnswer:
        v, s, units = self.voice(lang), sight.position, self.staging.units
        lines = ((unit, units.unit_line(v, s, unit)) for unit in units.stack(self.game, s, hex_))
        return scene_parts.hex_answer(v, hex_, self.staging.hexes.hex_lines(v, s, hex_), lines)
