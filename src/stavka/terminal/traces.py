"""Traces of War in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from stavka.engine.agent import Sight
from stavka.engine.offer import Offer, members
from stavka.games.traces.game import Traces
from stavka.games.traces.rules.c08_supply.supply_lines import without_supply
from stavka.games.traces.rules.c10_combat.attacks import Attacking
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.scene import decision, hexes, status, units
from stavka.games.traces.scene.answers import normal_costs
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.terminal import traces_odds
from stavka.terminal.face import Choice, Face, Town

SECRET_STEPS: Final = frozenset({"bid", "select_chits", "add_chits", "interrupt", "air_support"})
RANKS: Final = {"town": 0, "city": 1, "major city": 2}
GROUND: Final = {"clear": " ", "rough": "^", "swamp": '"'}


class TracesFace(Face):
    game: Traces
    colours = ("bold grey100 on red3", "bold grey0 on grey66")
    marks = ("*", "+")

    def __init__(self, game: Traces) -> None:
        self.game, self.catalogue, self.voice = game, game.catalogue, Voice(game)
        index = game.grid.index
        self.towns = {index(place.hex): Town(place.name, RANKS[place.kind]) for place in game.hexmap.places}
        self.grounds = {index(number): GROUND[terrain] for number, terrain in game.hexmap.terrain.items()}

    # -- units ------------------------------------------------------------------------------------------------------

    def label(self, sight: Sight[Any], unit: int) -> str:
        return self.game.label(sight.position, unit)

    def side(self, unit: int) -> int:
        return self.game.side[unit]

    def place(self, sight: Sight[Any], unit: int) -> int:
        place: int = sight.position.place[unit]
        return place

    def stack(self, sight: Sight[Any], hex_: int) -> list[int]:
        return units.stack(self.game, sight.position, hex_)

    def describe_unit(self, sight: Sight[Any], unit: int) -> str:
        return units.unit_line(self.voice, sight.position, unit)

    # -- the map ----------------------------------------------------------------------------------------------------

    def town(self, hex_: int) -> Town | None:
        return self.towns.get(hex_)

    def owner(self, sight: Sight[Any], hex_: int) -> int:
        if not self.game.cities >> hex_ & 1:
            return -1
        return SOVIET if sight.position.cities >> hex_ & 1 else AXIS

    def badge(self, sight: Sight[Any], hex_: int) -> str:
        g, s, bit = self.game, sight.position, 1 << hex_
        if hex_ == s.bridgehead:
            return "BH"
        if bit & g.crossings:
            return "CP*" if bit & s.crossings else "CP"
        return "!" if bit & s.orders else ""

    def ground(self, hex_: int) -> str:
        return self.grounds[hex_]

    def river(self, hex_: int, direction: int) -> int:
        return hexes.river(self.voice, hex_, direction)

    def line(self, hex_: int, direction: int) -> int:
        return hexes.line(self.voice, hex_, direction)

    def describe_hex(self, sight: Sight[Any], hex_: int) -> list[str]:
        lines = hexes.hex_lines(self.voice, sight.position, hex_)
        return lines + [f"  {self.describe_unit(sight, unit)}" for unit in self.stack(sight, hex_)]

    # -- the decision -----------------------------------------------------------------------------------------------

    def choice(self, sight: Sight[Any]) -> Choice:
        s = sight.position
        return Choice() if s.result else Choice(decision.chosen_units(s), decision.chosen_hexes(s))

    def unit_note(self, sight: Sight[Any], offer: Offer, unit: int) -> str:
        return decision.unit_note(self.voice, sight.position, unit)

    def hex_note(self, sight: Sight[Any], offer: Offer, hex_: int) -> str:
        return decision.hex_note(self.voice, sight.position, hex_)

    def costs(self, sight: Sight[Any], offer: Offer) -> Mapping[int, int]:
        return {hex_: ceil(cost) for hex_, cost in decision.costs(self.voice, sight.position, offer).items()}

    def option(self, name: str) -> str:
        return self.voice.option(name)

    def is_secret(self, state: Any) -> bool:
        return not state.result and state.stack[-1].step in SECRET_STEPS

    # -- answers ----------------------------------------------------------------------------------------------------

    def title(self, sight: Sight[Any]) -> str:
        g, s, v = self.game, sight.position, self.voice
        month, points = v.month(s.turn), status.points(v, s)
        turn = f"Turn {s.turn} of {g.scenario(s).turns}, {month}" if s.turn else month
        crossings = f"{controlled_crossings(s)} of {g.crossings.bit_count()} CPs Soviet"
        return f"{status.title(v, s)} | {turn} | {points['value']:g} of {points['of']:g} VP | {crossings}"

    def open_counts(self, sight: Sight[Any]) -> str:
        return ", ".join(status.open_counts(self.voice, sight))

    def secrets(self, sight: Sight[Any]) -> list[str]:
        return status.secrets(self.voice, sight)

    def under_attack(self, sight: Sight[Any]) -> tuple[int, int] | None:
        s = sight.position
        return decision.attack(s) if isinstance(s.stack[-1], Attacking) else None

    def odds(self, sight: Sight[Any], target: int, units: int) -> list[str]:
        return traces_odds.report(self.voice, sight, target, units)

    def supply(self, sight: Sight[Any]) -> list[str]:
        g, s = self.game, sight.position
        lines = []
        for side in (SOVIET, AXIS):
            mine = g.side_units[side]
            lines += [
                f"{g.sides[side].capitalize()} units",
                f"  without a Supply Line now: {self.named(s, without_supply(g, s, side))} [8.1a]",
                f"  marked Out of Supply: {self.named(s, s.oos & mine)} [8.2b]",
                f"  marked Isolated: {self.named(s, s.isolated & mine)} [8.2c]",
            ]
        return lines

    def named(self, s: Position, units: int) -> str:
        g = self.game
        return self.voice.listed(f"{g.label(s, unit)} ({g.grid.number(s.place[unit])})" for unit in members(units))

    def points(self, sight: Sight[Any]) -> list[str]:
        score = status.points(self.voice, sight.position)
        lines = [f"{line['value']:6g}  {line['text']} [{line['rule']}]" for line in score["lines"]]
        return [*lines, f"{score['value']:6g}  of {score['of']:g} that the Soviet player needs"]

    def reach(self, sight: Sight[Any], unit: int) -> dict[int, int]:
        return normal_costs(self.game, sight.position, unit)
