"""Traces of War as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.engine import scene_parts
from stavka.engine.agent import Sight
from stavka.engine.guide import Guide
from stavka.engine.scene import Board, Entry, HexAnswer, Moment, Odds, Overlay, Path, Reach, Scene
from stavka.engine.state import Event
from stavka.engine.voice import VoicedPresenter
from stavka.games.traces.game import Traces
from stavka.games.traces.position import Position
from stavka.games.traces.scene import answers, guide, hexes, looks, overlays, status
from stavka.games.traces.scene.decision import offered
from stavka.games.traces.scene.odds import reckon
from stavka.games.traces.scene.units import scene_units
from stavka.games.traces.scene.voice import Voice, traces_sight


class TracesPresenter(VoicedPresenter[Position, Voice]):
    game: Traces

    def make_voice(self, lang: str) -> Voice:
        return Voice(self.game, lang)

    def make_board(self, v: Voice) -> Board:
        return looks.board(v)

    def guide(self, scenario: str, lang: str) -> Guide:
        return guide.made(self.voice(lang), scenario)

    def scene(self, sight: Sight[Position], now: Moment, lang: str) -> Scene:
        v, s, seen = self.voice(lang), sight.position, traces_sight(sight)
        return {
            "state": now.state,
            "seat": sight.seat,
            "side": None if seen.side is None else self.game.sides[seen.side],
            "title": status.title(v, s),
            "turn": status.turn(v, s),
            "phase": status.phase(v, s),
            "result": scene_parts.result(v, s),
            "points": status.points(v, s),
            "units": scene_units(self.game, s),
            "marks": hexes.marks(v, s),
            "owners": hexes.owners(v, s),
            "tracks": status.tracks(v, s),
            "boxes": status.boxes(v, seen),
            "secrets": status.secrets(v, seen),
            "waiting": list(now.waiting),
            "offer": offered(v, seen, now),
        }

    def entry(self, sight: Sight[Position], event: Event, lang: str) -> Entry:
        made = scene_parts.entry(
            self.game, sight.position, event, lang, one=("unit", "old"), many=("units", "oos", "isolated", "hqs")
        )
        if event.name == "combat result":
            values = event.values
            made["roll"] = {
                "dice": 1,
                "total": values["die"],
                "modifier": values["drm"],
                "column": self.voice(lang).column(values["column"]),
                "result": values["result"],
            }
        return made

    # -- answers ------------------------------------------------------------------------------------------------------

    def reach(self, sight: Sight[Position], unit: int, lang: str) -> Reach:
        return answers.reach(self.voice(lang), sight.position, unit)

    def path(self, sight: Sight[Position], unit: int, hex_: int, lang: str) -> Path:
        return answers.path(self.voice(lang), sight.position, unit, hex_)

    def odds(self, sight: Sight[Position], hex_: int, units: Sequence[int], lang: str) -> Odds:
        return reckon(self.voice(lang), traces_sight(sight), hex_, sum(1 << unit for unit in set(units)))

    def overlay(self, sight: Sight[Position], key: str, side: int | None, unit: int | None, lang: str) -> Overlay:
        return overlays.overlay(self.voice(lang), traces_sight(sight), key, side, unit)

    def hex(self, sight: Sight[Position], hex_: int, lang: str) -> HexAnswer:
        return hexes.hex_answer(self.voice(lang), sight.position, hex_)


def presenter(game: Traces) -> TracesPresenter:
    return TracesPresenter(game)
