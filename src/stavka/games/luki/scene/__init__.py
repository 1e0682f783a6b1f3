"""Velikye Luki as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.engine import scene_parts
from stavka.engine.agent import Sight
from stavka.engine.guide import Guide
from stavka.engine.scene import Board, Entry, HexAnswer, Moment, Odds, Overlay, Path, Reach, Scene
from stavka.engine.state import Event
from stavka.engine.voice import VoicedPresenter
from stavka.games.luki.game import Luki
from stavka.games.luki.position import Position
from stavka.games.luki.scene import answers, decision, guide, hexes, looks, odds, overlays, status
from stavka.games.luki.scene.rolls import roll
from stavka.games.luki.scene.units import scene_units
from stavka.games.luki.scene.voice import Voice


class LukiPresenter(VoicedPresenter[Position, Voice]):
    game: Luki

    def make_voice(self, lang: str) -> Voice:
        return Voice(self.game, lang)

    def make_board(self, v: Voice) -> Board:
        return looks.board(v)

    def guide(self, scenario: str, lang: str) -> Guide:
        return guide.made(self.voice(lang), scenario)

    def scene(self, sight: Sight[Position], now: Moment, lang: str) -> Scene:
        v, s = self.voice(lang), sight.position
        return {
            "state": now.state,
            "seat": sight.seat,
            "side": None if sight.seat is None else self.game.sides[sight.seat],
            "title": status.title(v, s),
            "turn": status.turn(v, s),
            "phase": status.phase(v, s),
            "result": scene_parts.result(v, s),
            "points": status.points(v, s),
            "units": scene_units(self.game, s),
            "marks": hexes.marks(v, s),
            "owners": hexes.owners(v, s),
            "tracks": status.tracks(v, s),
            "boxes": status.boxes(v, s),
            "secrets": status.secrets(v, s, sight.seat),
            "waiting": list(now.waiting),
            "offer": decision.offered(v, s, now),
        }

    def entry(self, sight: Sight[Position], event: Event, lang: str) -> Entry:
        made = scene_parts.entry(self.game, sight.position, event, lang, one=("unit",), many=("units", "defenders"))
        thrown = roll(self.voice(lang), event)
        if thrown is not None:
            made["roll"] = thrown
        return made

    # -- answers ------------------------------------------------------------------------------------------------------

    def reach(self, sight: Sight[Position], unit: int, lang: str) -> Reach:
        return answers.reach(self.voice(lang), sight.position, unit)

    def path(self, sight: Sight[Position], unit: int, hex_: int, lang: str) -> Path:
        return answers.path(self.voice(lang), sight.position, unit, hex_)

    def odds(self, sight: Sight[Position], hex_: int, units: Sequence[int], lang: str) -> Odds:
        """An attack on what is seen in a hex; what lies below nobody knows until the attack is declared."""
        v, s = self.voice(lang), sight.position
        if not units:
            units = decision.chosen_units(self.game, s)
        named = sum(1 << unit for unit in set(units))
        return odds.reckon(v, s, odds.attackers(self.game, s, hex_, named), hex_)

    def overlay(self, sight: Sight[Position], key: str, side: int | None, unit: int | None, lang: str) -> Overlay:
        return overlays.overlay(self.voice(lang), sight.position, sight.seat, key, side, unit)

    def hex(self, sight: Sight[Position], hex_: int, lang: str) -> HexAnswer:
        return hexes.hex_answer(self.voice(lang), sight.position, hex_)


def presenter(game: Luki) -> LukiPresenter:
    return LukiPresenter(game)
