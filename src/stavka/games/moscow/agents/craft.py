"""Roads to Moscow's part in planning: what an operation can do otherwise than the script does it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final, cast

from stavka.agents.craft import FIRST, Craft
from stavka.agents.levels import MARSHAL, OFFICER, RECRUIT, STAFF
from stavka.agents.search import Effort, Genes, Round, Way
from stavka.engine.kinds import Side, options_in, units_in
from stavka.engine.offer import OPTION, Offer, Pick
from stavka.engine.words import ENGINE, Message
from stavka.games.moscow.agents.chart import chart_of, class_of
from stavka.games.moscow.agents.command import Commander, Style
from stavka.games.moscow.agents.value import chance, expected_points, time_left
from stavka.games.moscow.agents.weights import CAREFUL, SCRIPTED, SCRIPTED_1
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.rules.c01_introduction.victory import attacker
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c07_operations.markers import (
    Choosing,
    Combining,
    CombiningRoll,
    EndingSequence,
    PlayingMarkers,
    Revealing,
)
from stavka.games.moscow.state import ASSAULT, CUP, GERMAN, HAND, MOBILE, NO_SEQUENCE, PASSED, PLAYED, Position
from stavka.games.moscow.words import WORDS, option
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.agents.playout import Until
    from stavka.agents.tables import Table
    from stavka.games.moscow.game import Moscow

TEMPERS: Final[dict[str, dict[str, float]]] = {
    "careful": CAREFUL,
    "bold": {"strength": 0.06, "last_step": 0.06, "repulse": 0.05, "least_attack": 0.0, "menaced": 0.08},
    "still": {"least_attack": 99.0, "menaced": 0.5},
    "rush": {"pull": 0.16, "menaced": 0.05, "least_attack": 0.15, "siege": 0.05},
    "siege": {"siege": 0.8, "ground": 0.4, "least_attack": 0.02},
    "dug in": {"menaced": 0.8, "cover": 0.15, "hold": 1.0, "pull": 0.03, "least_attack": 0.3},
    "guard": {"guard": 2.5, "hold": 1.2, "keep": 1.1},
    "roads": {"lifeline": 1.0},
}
"""Changes of a commander's weights, by name."""
POINTS: Final[dict[str, dict[str, float]]] = {
    "free": {"command": 0.02, "leader": 0.05, "fired": 0.005, "flown": 0.03},
    "mean": {"command": 0.25, "leader": 0.5, "fired": 0.05, "flown": 0.3},
}
"""How generous a commander is with CP, guns and air units, by name."""
OPERATING: Final = Choosing, PlayingMarkers, Combining, CombiningRoll, Revealing, EndingSequence
"""One of these frames is on the stack as long as a side's operation goes on."""
GOALS: Final = 4
"""Objectives that may get the main effort."""


class MoscowCraft(Craft[Position]):
    """Plans begin when a player decides what to do with the AM that was drawn."""

    efforts: ClassVar = {
        RECRUIT: Effort((Round(0, 4, 1),), doubt=0.0),
        OFFICER: Effort((Round(0, 8, 1), Round(1, 3, 3)), doubt=0.5),
        STAFF: Effort((Round(0, 14, 1), Round(1, 6, 2), Round(1, 4, 5)), bred=6, doubt=0.5),
        MARSHAL: Effort((Round(0, 20, 2), Round(1, 10, 4), Round(1, 5, 8), Round(2, 3, 8)), bred=10, doubt=0.5),
    }
    game: Moscow

    def opens(self, s: Position) -> float:
        return float(isinstance(s.stack[-1], Choosing))

    def moment(self, s: Position) -> Hashable:
        """AMs come and go in the hands of the player who acts; those in the cups and those of the other stay."""
        return s.turn, *(len(markers_at(self.game, s, Side(side), CUP)) for side in range(2)), self.acting(s)

    def acting(self, s: Position) -> Side:
        """The side whose operation it is."""
        return next((frame.side for frame in s.stack if isinstance(frame, OPERATING)), s.first)

    def genes(self, s: Position, side: Side, offer: Offer) -> Genes:
        g = self.game
        firsts: list[Pick] = [(OPTION, option) for option in options_in(offer.options)]
        found: dict[str, list[Hashable]] = {FIRST: list(firsts), "temper": list(TEMPERS)}
        found["goal"] = list(self.goals(s, side))
        if offer.options & g.POOLED:
            found["sequence"] = [MOBILE, ASSAULT]
        if any(g.marker_of[marker] == NO_FORMATION for marker in markers_at(g, s, side, HAND)):
            found["formation"] = [
                formation
                for formation, owner in enumerate(g.formation_side)
                if owner == side and any(s.place[unit] >= 0 for unit in units_in(g.formation_units[formation]))
            ]
        found["points"] = list(POINTS)
        if side == GERMAN and any(s.place[unit] >= 0 for unit in units_in(g.arko)):
            found["arko"] = [1]
        return found

    def goals(self, s: Position, side: Side) -> list[Hex]:
        """The objectives nearest to the units that may act now."""
        g = self.game
        formations = {g.marker_of[m] for place in (HAND, PASSED) for m in markers_at(g, s, side, place)}
        units = sum(g.formation_units[formation] for formation in formations if formation != NO_FORMATION)
        line = [u for u in units_in((units or g.side_units[side]) & g.combat & ~g.guns & ~g.hqs) if s.place[u] >= 0]
        away: dict[Hex, int] = {}
        for hex_ in chart_of(g).prizes[s.scenario]:
            roads = chart_of(g).roads[side]
            fields = [roads.toward(1 << hex_, class_of(g, 1 << unit))[s.place[unit]] for unit in line]
            away[hex_] = sorted(fields)[len(fields) // 2] if fields else 0
        return sorted(away, key=lambda hex_: (away[hex_], hex_))[:GOALS]

    def commander(self, side: Side, way: Way) -> Commander:
        genes = dict(way)
        style = Style(
            1 << cast("int", genes["goal"]) if "goal" in genes else 0,
            cast("int", genes.get("sequence", NO_SEQUENCE)),
            cast("int", genes.get("formation", NO_FORMATION)),
            bool(genes.get("arko")),
        )
        table = table_of(way)
        return Commander(self.game, side, table, style)

    def model(self, side: Side, way: Way) -> Commander:
        return self.commander(side, way)

    def until(self, start: Position, side: Side, stage: int) -> Until:
        turn = start.turn
        acting = Side(side if stage != 1 else 1 - side)
        before = self.acted(start, acting)

        def is_over(s: Position) -> bool:
            if s.turn != turn:
                return True
            return s.stack[-1].step in ("draw", "choose") and self.acted(s, acting) != before

        return is_over

    def acted(self, s: Position, side: Side) -> tuple[int, ...]:
        """The number of AMs that a side has played, and whether it has passed."""
        return tuple(len(markers_at(self.game, s, side, place)) for place in (PLAYED, PASSED))

    def worth(self, s: Position, side: Side) -> float:
        return chance(self.game, s, side)

    def points(self, s: Position, side: Side) -> float:
        points = s.points if s.result else expected_points(self.game, s, time_left(self.game, s))
        return points if side == attacker(self.game, s) else -points

    def aims(self, s: Position, side: Side, way: Way) -> list[Message]:
        found = []
        for gene, value in sorted(way, key=lambda each: each[0] != "goal"):
            if gene == "goal":
                found.append(ENGINE.message("plan", "goal", hex=self.game.place(cast("Hex", value))))
            elif gene == "formation":
                label = self.game.formations[cast("int", value)].label
                found.append(WORDS.message("plan", "formation", formation=WORDS.spoken("formation", label)))
            else:
                found.append(WORDS.message("plan", f"{gene} {value}"))
        return found

    def option(self, key: str, lang: str) -> str:
        return option(self.game, key, lang)

    def sign(self, s: Position) -> Hashable:
        return bytes(s.markers), *(str(getattr(s, name)) for name in ("place", "steps", "disrupted", "fired", "spent"))


@cache
def table_of(way: Way) -> Table:
    """The script's weights with the temper of a way and its manner of spending CP."""
    genes = dict(way)
    table = SCRIPTED_1 if "table" in genes else SCRIPTED  # of `FROZEN`
    changes = TEMPERS.get(cast("str", genes.get("temper", "")), {}) | POINTS.get(
        cast("str", genes.get("points", "")), {}
    )
    return {key: weights._replace(**changes) for key, weights in table.items()}
