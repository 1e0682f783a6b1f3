"""Traces of War in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from stavka.engine.agent import Sight
from stavka.engine.offer import Offer, members
from stavka.games.traces import combat, movement, supply, victory, words
from stavka.games.traces.chits import chosen, selection_size
from stavka.games.traces.control import controlled_crossings
from stavka.games.traces.game import Traces
from stavka.games.traces.headquarters import in_command_range
from stavka.games.traces.position import AXIS, PLACE_NAMES, SOVIET, Position
from stavka.games.traces.view import TracesSight
from stavka.games.traces.zoc import enemy_zoc
from stavka.terminal import traces_odds
from stavka.terminal.face import GREATER, LESSER, NOTHING, Choice, Face, Town

SECRET_STEPS: Final = frozenset({"bid", "select_chits", "add_chits", "interrupt", "air_support"})
RANKS: Final = {"town": 0, "city": 1, "major city": 2}
GROUND: Final = {"clear": " ", "rough": "^", "swamp": '"'}


class TracesFace(Face):
    game: Traces
    colours: ClassVar = ("bold grey100 on red3", "bold grey0 on grey66")
    marks: ClassVar = ("*", "+")

    def __init__(self, game: Traces) -> None:
        self.game, self.catalogue = game, game.catalogue
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
        g, s = self.game, sight.position

        def weight(unit: int) -> tuple[bool, bool, int]:
            ready = bool(s.activated & ~s.moved & ~s.fought & 1 << unit)
            return ready, bool(g.combat_units >> unit & 1), combat.attack_strength(g, s, unit)

        return sorted(members(s.at.get(hex_, 0)), key=weight, reverse=True)

    def describe_unit(self, sight: Sight[Any], unit: int) -> str:
        g, s = self.game, sight.position
        counter = g.units[unit]
        place = s.place[unit]
        where = self.hex_name(place) if place >= 0 else PLACE_NAMES[place]
        strengths = f"{strength(g, s, unit)}-{movement.movement_allowance(g, s, unit)}"
        parts = [f"{g.label(s, unit)} ({counter.id}): {counter.name}", counter.type, strengths]
        if counter.range:
            parts.append(f"range {g.values[s.converted].range[unit]}, {in_range(g, s, unit)} units in it")
        parts += [f"{s.steps[unit]} of {counter.steps} steps", where, *states(s, unit)]
        return ", ".join(parts)

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
        g = self.game
        if g.major[direction] >> hex_ & 1:
            return GREATER
        return LESSER if g.minor[direction] >> hex_ & 1 else NOTHING

    def line(self, hex_: int, direction: int) -> int:
        g = self.game
        if g.road_sides[direction] >> hex_ & 1:
            return GREATER
        return LESSER if g.rail_sides[direction] >> hex_ & 1 else NOTHING

    def describe_hex(self, sight: Sight[Any], hex_: int) -> list[str]:
        g, s = self.game, sight.position
        terrain = next(name for name, hexes in g.terrain.items() if hexes >> hex_ & 1)
        lines = [", ".join([self.hex_name(hex_), terrain, *self.features(s, hex_)])]
        sides = [side for d in range(6) if (side := self.describe_side(hex_, d))]
        if sides:
            lines.append("Hexsides: " + "; ".join(sides))
        both = {side: g.sides[side].capitalize() for side in (SOVIET, AXIS)}
        zones = [name for side, name in both.items() if enemy_zoc(g, s, 1 - side) >> hex_ & 1]
        supplied = [name for side, name in both.items() if supply.traceable_hexes(g, s, side) >> hex_ & 1]
        lines.append(
            f"Zones of control: {' and '.join(zones) or 'none'}. Supply: {' and '.join(supplied) or 'nobody'}."
        )
        return lines + [f"  {self.describe_unit(sight, unit)}" for unit in self.stack(sight, hex_)]

    def features(self, s: Position, hex_: int) -> list[str]:
        g, bit = self.game, 1 << hex_
        town = self.towns.get(hex_)
        found = [("town", "City", "Major City")[town.rank]] if town else []
        if bit & g.cities:
            found.append(f"{'Soviet' if bit & s.cities else 'Axis'} control")
        if bit & g.crossings:
            found.append(f"Crossing Point, {'Soviet' if bit & s.crossings else 'not yet Soviet'}")
        if bit & s.orders:
            found.append("Supreme Command Order")
        if hex_ == s.bridgehead:
            found.append("Airborne Bridgehead")
        found += [f"{g.sides[side].capitalize()} Supply Source" for side in (SOVIET, AXIS) if bit & g.sources[side]]
        if bit & g.breakthrough:
            found.append("Breakthrough hex")
        return found

    def describe_side(self, hex_: int, direction: int) -> str:
        g = self.game
        near = g.grid.neighbours[hex_][direction]
        if near < 0:
            return ""
        river = ("", "minor river", "major river")[self.river(hex_, direction)]
        line = ("", "railway", "road")[self.line(hex_, direction)]
        blocked = "blocked" if g.blocked[direction] >> hex_ & 1 else ""
        parts = [part for part in (river, blocked, line) if part]
        return f"{g.grid.direction_names[direction]} {g.grid.number(near)} {' and '.join(parts)}" if parts else ""

    # -- the decision -----------------------------------------------------------------------------------------------

    def choice(self, sight: Sight[Any]) -> Choice:
        frame = sight.position.stack[-1]
        name = frame[0]
        if name in ("attack", "combat_die", "advance"):
            return Choice(list(members(frame[2])), [frame[1]])
        if name in ("move", "retreat_path", "relocate"):
            return Choice([frame[1]])
        if name == "mode":
            return Choice(list(members(sight.position.activated)))
        return Choice()

    def unit_note(self, sight: Sight[Any], offer: Offer, unit: int) -> str:
        g, s = self.game, sight.position
        attack = self.under_attack(sight)
        if attack is not None:
            column = combat.odds(g, s, attack[1] | 1 << unit, attack[0]).column
            return f"{strength(g, s, unit)} makes {g.crt_names[column] if column >= 0 else 'below 1-1'}"
        if g.hq_units >> unit & 1 and s.place[unit] >= 0:
            return f"HQ, {in_range(g, s, unit)} units"
        return f"{strength(g, s, unit)}-{movement.movement_allowance(g, s, unit)}"

    def hex_note(self, sight: Sight[Any], offer: Offer, hex_: int) -> str:
        g, s = self.game, sight.position
        if s.stack[-1][0] == "combat":
            column = combat.odds(g, s, combat.attackers_of(g, s, hex_), hex_).column
            stack = " ".join(g.label(s, unit) for unit in self.stack(sight, hex_))
            return f"{stack}, up to {g.crt_names[column]}"
        town = self.towns.get(hex_)
        return town.name if town else ""

    def costs(self, sight: Sight[Any], offer: Offer) -> Mapping[int, int]:
        g, s = self.game, sight.position
        frame = s.stack[-1]
        if frame[0] != "move":
            return {}
        _, unit, points, origin, strategic, _ = frame
        if strategic:
            levels = enumerate(movement.strategic_levels(g, s, unit, points))
            return {hex_: (far * g.strategic_rate + 1) // 2 for far, level in levels for hex_ in members(level)}
        whole = points >> 1
        return dict.fromkeys(g.grid.bits(offer.hexes), whole) | movement.normal_reach(g, s, unit, whole, origin).cost

    def option(self, name: str) -> str:
        return words.option(self.game, name)

    def is_secret(self, state: Any) -> bool:
        return not state.result and state.stack[-1][0] in SECRET_STEPS

    # -- answers ----------------------------------------------------------------------------------------------------

    def title(self, sight: Sight[Any]) -> str:
        g, s = self.game, sight.position
        scenario = g.scenario(s)
        turn = f"Turn {s.turn} of {scenario.turns}, {g.months[s.turn]}" if s.turn else "Set-up"
        points = victory.total(g, s, final=bool(s.result)) / 4
        crossings = f"{controlled_crossings(s)} of {g.crossings.bit_count()} CPs Soviet"
        return f"{scenario.title} | {turn} | {points:g} of {s.threshold / 4:g} VP | {crossings}"

    def open_counts(self, sight: Sight[Any]) -> str:
        chits = traces_sight(sight).chits
        return f"Cup {chits['cup']}, Axis hand {chits['hand']}, Luftwaffe {chits['air']}"

    def secrets(self, sight: Sight[Any]) -> list[str]:
        g, s = self.game, sight.position
        chits = traces_sight(sight).chits
        lines = [f"Your chits in the cup: {counted(g, chits['cup_own'])}"]
        if s.stack[-1][0] == "select_chits":
            lines = self.selection(s, traces_sight(sight).side)
        elif "hand_own" in chits:
            lines.append(f"in your hand: {counted(g, chits['hand_own'])}")
        if "air_own" in chits:
            lines.append(f"Luftwaffe: {chits['air_own'][0]} Offensive, {chits['air_own'][1]} Defensive")
        return lines

    def selection(self, s: Position, side: int) -> list[str]:
        """The chits that are being selected."""
        g, frame = self.game, s.stack[-1]
        kinds = len(g.chits)
        lines = [
            f"Selected {chosen(g, frame, side)} of {selection_size(g, s, side)} chits",
            f"for the cup: {counted(g, frame[2 : 2 + kinds])}",
        ]
        return lines if side == SOVIET else [*lines, f"to hold: {counted(g, frame[2 + kinds :])}"]

    def under_attack(self, sight: Sight[Any]) -> tuple[int, int] | None:
        frame = sight.position.stack[-1]
        return (frame[1], frame[2]) if frame[0] == "attack" else None

    def odds(self, sight: Sight[Any], target: int, units: int) -> list[str]:
        return traces_odds.report(self.game, traces_sight(sight), target, units)

    def supply(self, sight: Sight[Any]) -> list[str]:
        g, s = self.game, sight.position
        lines = []
        for side in (SOVIET, AXIS):
            mine = g.side_units[side]
            cut = supply.on_map(s) & mine & ~supply.can_trace(g, s, side)
            lines += [
                f"{g.sides[side].capitalize()} units",
                f"  without a Supply Line now: {self.named(s, cut)} [8.1a]",
                f"  marked Out of Supply: {self.named(s, s.oos & mine)} [8.2b]",
                f"  marked Isolated: {self.named(s, s.isolated & mine)} [8.2c]",
            ]
        return lines

    def named(self, s: Position, units: int) -> str:
        g = self.game
        return ", ".join(f"{g.label(s, unit)} ({g.grid.number(s.place[unit])})" for unit in members(units)) or "none"

    def points(self, sight: Sight[Any]) -> list[str]:
        g, s = self.game, sight.position
        score = victory.victory_points(g, s, final=bool(s.result))
        lines = [f"{value / 4:6g}  {g.catalogue.rules[rule].title} [{rule}]" for rule, value in score.items()]
        return [*lines, f"{sum(score.values()) / 4:6g}  of {s.threshold / 4:g} that the Soviet player needs"]

    def reach(self, sight: Sight[Any], unit: int) -> dict[int, int]:
        g, s = self.game, sight.position
        points, origin = movement.movement_allowance(g, s, unit), s.place[unit]
        cost = dict(movement.normal_reach(g, s, unit, points, origin).cost)
        for hex_ in members(movement.major_crossings(g, s, unit, origin) if points else 0):
            cost.setdefault(hex_, points)
        return cost


def traces_sight(sight: Sight[Any]) -> TracesSight:
    assert isinstance(sight, TracesSight)
    return sight


def strength(g: Traces, s: Position, unit: int) -> str:
    return f"{combat.attack_strength(g, s, unit)}-{combat.defence_strength(g, s, unit)}"


def in_range(g: Traces, s: Position, hq: int) -> int:
    """Combat Units that an HQ would activate."""
    return (in_command_range(g, s, hq) & g.combat_units).bit_count() if s.place[hq] >= 0 else 0


def states(s: Position, unit: int) -> list[str]:
    flags = {
        "Out of Supply": s.oos,
        "Isolated": s.isolated,
        "activated": s.activated,
        "has moved": s.moved,
        "has fought": s.fought,
    }
    return [name for name, units in flags.items() if units >> unit & 1]


def counted(g: Traces, counts: Iterable[int]) -> str:
    chits = zip(g.chits, counts, strict=True)
    return ", ".join(f"{count} {chit.label}" if count > 1 else chit.label for chit, count in chits if count) or "none"
