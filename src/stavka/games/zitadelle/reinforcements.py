"""Chapter 11 and 13.3: reinforcements by schedule or by chit, and how they enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import Step
from stavka.engine.offer import CHANCE, HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.zitadelle import control, movement
from stavka.games.zitadelle.board import FOOT, MOTORISED
from stavka.games.zitadelle.morale import movement_allowance
from stavka.games.zitadelle.position import COMING, DUE, SOVIET, Position, present, put
from stavka.games.zitadelle.stacking import crowded, why_crowded
from stavka.games.zitadelle.words import ask, because
from stavka.games.zitadelle.zoc import zoc_against

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def arrive(g: Zitadelle, s: Position, side: int) -> None:
    """At the start of a Movement Phase the side's units of this turn become due; those held back stay due."""
    due = g.those_entering(side, s.turn)  # [11.0, 11.11a]
    if side == SOVIET and g.uses(s, "variable_entry"):
        due = open_boxes(g, s)  # [13.31, 13.34]
    units = sum(1 << unit for unit in members(due) if s.place[unit] == COMING)
    for unit in members(units):
        s.place[unit] = DUE  # [11.12a]
    if units:
        s.tell("reinforcements", ("11.0",), side=side, units=units)


def open_boxes(g: Zitadelle, s: Position) -> int:
    """The chits of this turn's boxes are played: what they bring."""
    units = 0
    for box, turn in enumerate(g.box_turns):
        if turn == s.turn and not s.opened >> box & 1:  # [13.32b, 13.34]
            s.opened |= 1 << box
            chit = g.chits[s.chits[box] - 1]
            s.tell("chit played", ("13.34",), box=g.boxes[box], chit=chit.label)
            for unit in members(g.those_entering(SOVIET, chit.turn)):  # [13.35]
                if not chit.area or g.area[unit] == chit.area:  # [13.36]
                    units |= 1 << unit
    return units


def entries(g: Zitadelle, s: Position, unit: int, points: int) -> dict[int, int]:
    """The entry hexes that a unit can pay for with its MPs, and what each costs it."""
    side = g.side[unit]
    free = g.entry_areas.get(g.area[unit], 0) & ~s.occupied[1 - side]  # [8.21, 11.11b, 11.12b]
    tolls = movement.interdiction(g, s) if side == SOVIET else ()
    prices = entry_prices(g, side, g.foot >> unit & 1, free, tolls)
    return {hex_: cost for hex_, cost in prices.items() if cost <= points}  # [11.11b]


def entry_prices(g: Zitadelle, side: int, kind: int, hexes: int, tolls: movement.Tolls) -> dict[int, int]:
    """What entering the map costs in each of some hexes, motorised or on foot."""
    costs = g.entry_cost[side][kind]
    return {
        hex_: costs[hex_] + sum(price for price, dear in tolls if dear >> hex_ & 1)  # [8.42b, 11.11b]
        for hex_ in members(hexes)
    }


def shut_out(g: Zitadelle, s: Position, side: int, units: int) -> int:
    """Those of the units that are due and find no room to enter just now. Nobody is asked as long as there is a vacant
    hex that everybody can pay for."""
    vacant = ~(present(s, side) | s.occupied[1 - side])
    tolls = movement.interdiction(g, s) if side == SOVIET else ()
    found = 0
    for area, entrants in g.entrants[side].items():
        if units & entrants and not g.is_cheap(side, g.entry_areas[area] & vacant, tolls):
            for unit in members(units & entrants):
                if s.place[unit] == DUE and not can_enter(g, s, unit):
                    found |= 1 << unit
    return found


def find_cheap(g: Zitadelle, side: int, hexes: int, tolls: movement.Tolls) -> bool:
    """Whether a unit of the side, motorised or on foot, can pay for one of some entry hexes, however low its PM."""
    least = min(g.allowances[side].values())
    prices = [entry_prices(g, side, kind, hexes, tolls).values() for kind in (MOTORISED, FOOT)]
    return all(any(price <= least for price in found) for found in prices)


class Enter(Step["Zitadelle", Position]):
    """A reinforcement enters and moves on. Frame: [name, unit, MPs, half its MA, flags].

    Every hex that it can reach from one of its entry hexes is offered; where it enters follows from that."""

    rule = "11.11b"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        s.moved |= 1 << f[1]
        return True

    def ways(self, g: Zitadelle, s: Position, f: Frame) -> list[tuple[int, int, Frame]]:
        """(entry hex, hexes in reach, frame of the move that goes on from there)."""
        unit, zone = f[1], zoc_against(g, s, f[1])
        key = ("enter", unit, f[2])
        if s.memo is not None and s.memo[0] == key:
            known: list[tuple[int, int, Frame]] = s.memo[1]
            return known
        found: list[tuple[int, int, Frame]] = []
        for hex_, cost in entries(g, s, unit, f[2]).items():
            if zone >> hex_ & 1 or g.mines >> hex_ & 1:
                stay = 0 if zone >> hex_ & 1 else f[2] - cost  # [8.22a]
                found.append((hex_, 1 << hex_, ["move", unit, stay, f[3], movement.MOVED]))
                continue
            frame = ["move", unit, f[2] - cost, f[3], movement.MOVED]
            there = movement.enemy(g, s, unit, frame)
            reach = movement.reacher(g, unit).reach(hex_, f[2] - cost, there)
            found.append((hex_, reach.mask, frame))
        s.memo = (key, found)
        return found

    def hexes(self, g: Zitadelle, s: Position, f: Frame) -> int:
        hexes = 0
        for _, mask, _ in self.ways(g, s, f):
            hexes |= mask
        return hexes & ~crowded(g, s, f[1])  # [8.28]

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(g.side[f[1]], hexes=self.hexes(g, s, f), options=g.STOP)  # [11.12a]

    def hex(self, g: Zitadelle, s: Position, f: Frame, hex_: int) -> None:
        unit = f[1]
        s.stack.pop()
        entry, way, cost = self.cheapest(g, s, f, hex_)
        frame = way[:]
        put(g, s, unit, entry)
        control.enter(g, s, unit, entry)
        formation = g.formation[unit]
        if formation >= 0 and not half_entered(g, s, unit):
            s.arrived[formation] += 1  # [13.81a]
        s.tell("enters", ("11.11b",), unit=unit, hex=entry)
        s.stack.append(frame)
        if hex_ != entry:
            movement.MOVE.go(g, s, frame, self.path(g, s, frame, hex_), cost)

    def cheapest(self, g: Zitadelle, s: Position, f: Frame, hex_: int) -> tuple[int, Frame, int]:
        """Entry hex, frame of the move, and MPs from there."""
        best: tuple[int, int, Frame, int] | None = None
        for entry, mask, frame in self.ways(g, s, f):
            if mask >> hex_ & 1:
                cost = 0
                if entry != hex_:
                    there = movement.enemy(g, s, f[1], frame)
                    cost = movement.reacher(g, f[1]).reach(entry, frame[2], there).cost_of(hex_)
                if best is None or cost - frame[2] < best[0]:
                    best = (cost - frame[2], entry, frame, cost)
        assert best is not None, "a hex that is offered can be reached"
        return best[1], best[2], best[3]

    def path(self, g: Zitadelle, s: Position, frame: Frame, hex_: int) -> list[int]:
        unit = frame[1]
        there = movement.enemy(g, s, unit, frame)
        return movement.reacher(g, unit).path(s.place[unit], frame[2], hex_, there)

    def option(self, g: Zitadelle, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()
        s.moved |= 1 << f[1]  # [11.12a]

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("enter", unit=g.labels[f[1]], area=g.area[f[1]])

    def why(self, g: Zitadelle, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == UNIT:
            return because("8.16", "other unit moves", unit=g.labels[f[1]])
        if kind != HEX:
            return None
        if s.occupied[1 - g.side[f[1]]] >> index & 1:
            return because("8.21", "enemy there")
        if any(mask >> index & 1 for _, mask, _ in self.ways(g, s, f)):
            return why_crowded(g, s, f[1], index)
        return because("11.11b", "entry area", area=g.area[f[1]])


ENTER = Enter()


def can_enter(g: Zitadelle, s: Position, unit: int) -> bool:
    """Whether a unit that is due has somewhere to go just now."""
    points = movement_allowance(g, s, unit)
    free = ~crowded(g, s, unit)
    if any(free >> hex_ & 1 for hex_ in entries(g, s, unit, points)):
        return True
    return bool(ENTER.hexes(g, s, ["enter", unit, points, points >> 1, 0]))


def half_entered(g: Zitadelle, s: Position, unit: int) -> bool:
    """Whether the other battalion of a split regiment has entered before (U55)."""
    if not g.panzer_battalions >> unit & 1:
        return False
    return any(s.place[part] not in (COMING, DUE) for part in g.parts[g.whole[unit]] if part != unit)


class Shuffle(Step["Zitadelle", Position]):
    """The chits of the variable entry are dealt to their boxes unseen. Frame: [name, box]."""

    rule = "13.32a"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        if f[1] < len(g.boxes):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        dealt = set(s.chits)
        return Offer(
            CHANCE,
            chance=tuple((chit.id, int(i + 1 not in dealt)) for i, chit in enumerate(g.chits)),  # [13.32a]
        )

    def roll(self, g: Zitadelle, s: Position, f: Frame, outcome: int) -> None:
        s.chits[f[1]] = outcome + 1
        f[1] += 1

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("shuffle")
