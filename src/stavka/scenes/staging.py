"""How a game looks, part by part, and the presenter that puts the parts together.

STAGING = Staging(voice=Voice, board=looks.board, title=status.title, ...)
show = StagedPresenter(game, STAGING)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from stavka.engine.agent import Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer
from stavka.engine.state import Event, State
from stavka.engine.words import known_language
from stavka.scenes import parts as scene_parts
from stavka.scenes.guide import Guide, unused
from stavka.scenes.scene import (
    Board,
    Box,
    CoverCounter,
    HexAnswer,
    LogEntry,
    Mark,
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


@dataclass(frozen=True, kw_only=True)
class Staging(Generic[S, V]):
    """The functions that make the parts of a game's scene and answer questions about it. What concerns nobody's secrets
    is made of the position, the rest of the sight."""

    voice: Callable[[Any, str], V]
    """Of the game and a language."""
    board: Callable[[V], Board]
    guide: Callable[[V, str], Guide]
    """Of a scenario."""

    title: Callable[[V, S], str]
    turn: Callable[[V, S], Turn]
    phase: Callable[[V, S], str]
    points: Callable[[V, S], Points]
    units: Callable[[Any, S], dict[str, SceneUnit]]
    """Of the game and a position."""
    marks: Callable[[V, S], dict[str, list[Mark]]]
    owners: Callable[[V, S], dict[str, str]]
    tracks: Callable[[V, S], list[Track]]
    boxes: Callable[[V, Sight[S]], list[Box]]
    secrets: Callable[[V, Sight[S]], list[str]]
    decision: Callable[[V, Sight[S], Offer], scene_parts.Decision]
    keys: Mapping[str, str]
    """The keys of the keyboard that pick options, by option."""
    part: Callable[[V, S], Part] | None = None
    """The part of the map that a scenario uses, where it is not the whole."""

    reach: Callable[[V, S, int], Reach]
    path: Callable[[V, S, int, int], Path]
    odds: Callable[[V, Sight[S], int, int], Odds]
    """An attack on a hex by a set of units; by an empty one: by those that are chosen, or by everybody in reach."""
    overlays: Mapping[str, scene_parts.Maker[V]]
    hex: Callable[[V, S, int], HexAnswer]


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
            self.boards[lang] = self.staging.board(self.voice(lang))
        return self.boards[lang]

    def counter(self, unit: str, scenario: str, lang: str) -> CoverCounter:
        shown = self.staging.units(self.game, self.game.new(scenario))[unit]
        return {"info": self.board(lang)["units"][unit], "state": unused(shown)}

    def guide(self, scenario: str, lang: str) -> Guide:
        return self.staging.guide(self.voice(lang), scenario)

    def side(self, sight: Sight[S]) -> int | None:
        return None if sight.seat is None else self.game.side_of(sight.position, sight.seat)

    def scene(self, sight: Sight[S], now: Moment, lang: str) -> Scene:
        staging, v, s, side = self.staging, self.voice(lang), sight.position, self.side(sight)
        scene: Scene = {
            "state": now.state,
            "seat": sight.seat,
            "side": None if side is None else self.game.sides[side],
            "title": staging.title(v, s),
            "turn": staging.turn(v, s),
            "phase": staging.phase(v, s),
            "result": scene_parts.result(v, s),
            "points": staging.points(v, s),
            "units": staging.units(self.game, s),
            "marks": staging.marks(v, s),
            "owners": staging.owners(v, s),
            "tracks": staging.tracks(v, s),
            "boxes": staging.boxes(v, sight),
            "secrets": staging.secrets(v, sight),
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
        return scene_parts.offered(v, sight.position, now, self.staging.keys, decision)

    def entry(self, sight: Sight[S], event: Event, lang: str) -> LogEntry:
        made = scene_parts.entry(self.game, sight.position, event, lang)
        thrown = scene_parts.roll(self.game, sight.position, event, lang)
        if thrown is not None:
            made["roll"] = thrown
        return made

    # -- answers ------------------------------------------------------------------------------------------------------

    def reach(self, sight: Sight[S], unit: int, lang: str) -> Reach:
        return self.staging.reach(self.voice(lang), sight.position, unit)

    def path(self, sight: Sight[S], unit: int, hex_: int, lang: str) -> Path:
        return self.staging.path(self.voice(lang), sight.position, unit, hex_)

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
        return self.staging.hex(self.voice(lang), sight.position, hex_)
