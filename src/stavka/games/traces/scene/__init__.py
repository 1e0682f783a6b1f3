"""Traces of War as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.engine.agent import Sight
from stavka.engine.offer import members
from stavka.engine.scene import Board, Entry, HexAnswer, Moment, Odds, Overlay, Path, Presenter, Reach, Scene
from stavka.engine.state import Event
from stavka.engine.words import known_language
from stavka.games.traces.game import Traces
from stavka.games.traces.position import Position
from stavka.games.traces.scene import answers, hexes, looks, overlays, status
from stavka.games.traces.scene.decision import offered
from stavka.games.traces.scene.odds import reckon
from stavka.games.traces.scene.units import scene_units
from stavka.games.traces.scene.voice import Voice, traces_sight


class TracesPresenter(Presenter[Position]):
    game: Traces

    def __init__(self, game: Traces) -> None:
        self.game = game
        self.boards: dict[str, Board] = {}
        self.voices: dict[str, Voice] = {}

    def voice(self, lang: str) -> Voice:
        lang = known_language(lang)
        return self.voices.setdefault(lang, Voice(self.game, lang))

    def board(self, lang: str) -> Board:
        lang = known_language(lang)
        if lang not in self.boards:
            self.boards[lang] = looks.board(self.voice(lang))
        return self.boards[lang]

    def scene(self, sight: Sight[Position], now: Moment, lang: str) -> Scene:
        v, s, seen = self.voice(lang), sight.position, traces_sight(sight)
        return {
            "state": now.state,
            "seat": sight.seat,
            "side": None if seen.side is None else self.game.sides[seen.side],
            "title": status.title(v, s),
            "turn": status.turn(v, s),
            "phase": status.phase(v, s),
            "result": status.result(v, s),
            "points": status.points(v, s),
            "units": scene_units(self.game, s),
            "marks": hexes.marks(v, s),
            "owners": hexes.owners(v, s),
            "tracks": status.tracks(v, s),
            "boxes": status.boxes(v, seen),
            "secrets": status.secrets(v, seen),
            "waiting": status.waiting(v, s),
            "offer": offered(v, seen, now),
        }

    def entry(self, sight: Sight[Position], event: Event, lang: str) -> Entry:
        g, values = self.game, event.values
        units = [values[key] for key in ("unit", "old") if key in values]
        units += [unit for key in ("units", "oos", "isolated", "hqs") for unit in members(values.get(key, 0))]
        places = [values["hex"]] if "hex" in values else []
        entry: Entry = {
            "text": g.say(sight.position, event, lang),
            "rules": list(event.rules),
            "hexes": [g.grid.number(hex_) for hex_ in [*places, *values.get("path", [])]],
            "units": [g.unit_ids[unit] for unit in units],
        }
        if event.name == "combat result":
            column = self.voice(lang).column(values["column"])
            entry["roll"] = {
                "dice": [values["die"]],
                "modifier": values["drm"],
                "column": column,
                "result": values["result"],
            }
        return entry

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
