"""Traces of War's part in planning: what an activation can do otherwise than the script does it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final, cast

from stavka.agents.craft import FIRST, Craft
from stavka.agents.levels import MARSHAL, OFFICER, RECRUIT, STAFF
from stavka.agents.search import Effort, Genes, Round, Way
from stavka.engine.kinds import Side, hexes_in, units_in
from stavka.engine.offer import Offer
from stavka.engine.words import ENGINE, Message
from stavka.games.traces.agents.chart import chart_of
from stavka.games.traces.agents.model import AxisModel, SovietModel
from stavka.games.traces.agents.okh import AxisCommander
from stavka.games.traces.agents.soviet import SovietCommander
from stavka.games.traces.agents.value import soviet_chance, soviet_points
from stavka.games.traces.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import AddingChits, ChoosingMode, DrawingChit
from stavka.games.traces.state import SOVIET, Position
from stavka.games.traces.words import WORDS, option
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.agents.playout import Until
    from stavka.agents.tables import Table
    from stavka.games.traces.agents.command import Commander
    from stavka.games.traces.agents.weights import Weights
    from stavka.games.traces.game import Traces

Changes = tuple[tuple[str, float], ...]
"""Weights that differ from the script's, with their values. They are the values of a gene."""


def to(**weights: float) -> Changes:
    return tuple(weights.items())


SOVIET_GENES: Final[dict[str, tuple[Changes, ...]]] = {
    "attack": (
        to(least_attack=0.3),
        to(least_attack=3.0),
        to(least_attack=99.0),
        to(own_step=0.2, least_attack=0.3),
        to(ground=2.5, least_attack=0.6),
    ),
    "aim": (
        to(crossing_goal=-3.0, crossing_ground=9.0),
        to(order_goal=-3.0),
        to(major_goal=-3.0),
        to(cut_off=8.0, race_cut_off=6.0),
    ),
    "touch": (to(touch=2.0), to(touch=-1.5)),
    "crowd": (to(crowd=14.0), to(crowd=4.0), to(from_hq=0.1, across=2.0)),
}
AXIS_GENES: Final[dict[str, tuple[Changes, ...]]] = {
    "attack": (to(least_attack=99.0), to(least_attack=1.0), to(least_attack=0.05, price=0.1)),
    "line": (
        to(line_near=6.0, danger=2.0, river=0.0),
        to(line_near=1.0, river=0.0),
        to(line=2.0, cover=1.4),
        to(line_river=2.5, line_further=0.02, river=10.0),
    ),
    "danger": (to(danger=3.0), to(danger=0.5)),
    "hold": (to(siege=2.0), to(hold_crossing=4.0, watch_crossings=16.0), to(siege=1.0), to(siege=3.0)),
    "pocket": (to(pocket=2.5, secure=2.5),),
}
FOCUS: Final = "focus"
"""The gene whose value is a hex that the Soviets go for before all others."""
FOCI: Final = 3
"""Places that an activation may go for before all others."""
REACH: Final = 10
"""The greatest distance of such a place from one of the units."""
PICKS: Final = {"choose_hq": 0.6, "interrupt": 0.6, "negotiation": 0.6, "okh": 0.6, "security": 0.6}
"""Steps in which each pick is tried, and the share of the effort that this is worth: an activation may follow at
once."""


def moment_of(s: Position) -> tuple[int, bytes]:
    """The facts that stay the same while a chit is carried out."""
    return s.turn, bytes(s.played)


class TracesCraft(Craft[Position]):
    """Plans begin when an activation begins, and with the choices that lead to one."""

    efforts: ClassVar = {
        RECRUIT: Effort((Round(0, 4, 1),), doubt=0.0),
        OFFICER: Effort((Round(0, 6, 1), Round(1, 3, 2)), doubt=0.3),
        STAFF: Effort((Round(0, 16, 2), Round(1, 6, 3), Round(1, 4, 6)), bred=6, doubt=0.3),
        MARSHAL: Effort((Round(0, 20, 2), Round(1, 10, 4), Round(1, 5, 12), Round(2, 3, 12)), bred=12, doubt=0.3),
    }
    game: Traces

    def opens(self, s: Position) -> float:
        return 1.0 if isinstance(s.stack[-1], ChoosingMode) else PICKS.get(s.stack[-1].step, 0.0)

    def moment(self, s: Position) -> Hashable:
        return moment_of(s)

    def genes(self, s: Position, side: Side, offer: Offer) -> Genes:
        found: dict[str, tuple[Hashable, ...]] = {FIRST: tuple(offer)}
        if isinstance(s.stack[-1], ChoosingMode):
            if side == SOVIET:
                found[FOCUS] = tuple(self.foci(s))
            found.update(SOVIET_GENES if side == SOVIET else AXIS_GENES)
        return found

    def foci(self, s: Position) -> list[Hex]:
        """Cities under orders, Crossing Points and, in the Campaign, Major Cities near the activated units."""
        g = self.game
        places = s.orders & ~s.cities | g.crossings & ~s.crossings
        if not g.scenario(s).is_race:
            places |= g.major_cities & ~s.cities
        stand = sum(1 << hex_ for hex_ in {s.place[u] for u in units_in(s.activated) if s.place[u] >= 0})
        away = chart_of(g).around(stand)
        near = [hex_ for hex_ in hexes_in(places) if away[hex_] <= REACH]
        return sorted(near, key=lambda hex_: (away[hex_], hex_))[:FOCI]

    def commander(self, side: Side, way: Way) -> Commander:
        table, focus = table_of(way), focus_of(way)
        if side == SOVIET:
            return SovietCommander(self.game, self.seed, table, focus)
        return AxisCommander(self.game, self.seed, table)

    def model(self, side: Side, way: Way) -> Commander:
        table, focus = table_of(way), focus_of(way)
        if side == SOVIET:
            return SovietModel(self.game, self.seed, table, focus)
        return AxisModel(self.game, self.seed, table)

    def rehearser(self, side: Side, way: Way) -> Commander:
        """A model that carries out the plan that the commander makes."""
        model, planner = self.model(side, way), self.commander(side, way)
        assert isinstance(model, SovietModel | AxisModel)
        model.planner = planner
        return model

    def until(self, start: Position, side: Side, stage: int) -> Until:
        return until_carried_out(start) if stage == 0 else until_answered(start, Side(1 - side))

    def worth(self, s: Position, side: Side) -> float:
        worth = soviet_chance(self.game, s, side)
        return worth if side == SOVIET else 1 - worth

    def points(self, s: Position, side: Side) -> float:
        points = soviet_points(self.game, s, side)
        return points if side == SOVIET else -points

    def aims(self, s: Position, side: Side, way: Way) -> list[Message]:
        found = []
        for gene, value in sorted(way, key=lambda each: each[0] != FOCUS):
            if gene == FOCUS:
                found.append(ENGINE.message("plan", "goal", hex=self.game.place(cast("Hex", value))))
            else:
                genes = SOVIET_GENES if side == SOVIET else AXIS_GENES
                found.append(
                    WORDS.message("plan", f"{self.game.sides[side]} {gene} {genes[gene].index(cast('Changes', value))}")
                )
        return found

    def option(self, key: str, lang: str) -> str:
        return option(self.game, key, lang)

    def sign(self, s: Position) -> Hashable:
        ground = s.cities, s.crossings, s.orders, s.moved, s.fought, s.result
        return bytes(s.place), bytes(s.steps), bytes(s.cup), bytes(s.played), ground


def until_carried_out(start: Position) -> Until:
    moment = moment_of(start)

    def is_over(s: Position) -> bool:
        return moment_of(s) != moment or isinstance(s.stack[-1], (AddingChits, DrawingChit))

    return is_over


def until_answered(start: Position, enemy: Side) -> Until:
    """Chits are drawn until the enemy has led an activation, or the turn is over."""
    turn = start.turn
    is_busy = False

    def is_over(s: Position) -> bool:
        nonlocal is_busy
        if s.turn != turn:
            return True
        top = s.stack[-1]
        if isinstance(top, ChoosingMode) and top.side == enemy:
            is_busy = True
        return is_busy and isinstance(top, DrawingChit)

    return is_over


def focus_of(way: Way) -> int:
    focus = dict(way).get(FOCUS)
    return 0 if focus is None else 1 << cast("int", focus)


@cache
def table_of(way: Way) -> Table:
    """The script's weights with what a way changes."""
    genes = dict(way)
    table: Table = SCRIPTED_1 if genes.pop("table", "") == "scripted-1" else SCRIPTED
    changes = dict(pair for gene, values in genes.items() if gene != FOCUS for pair in cast("Changes", values))
    return {key: cast("Weights", weights)._replace(**changes) for key, weights in table.items()}
