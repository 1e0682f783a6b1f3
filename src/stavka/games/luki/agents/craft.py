"""The craft of Velikye Luki: a segment is planned when its phases are declared. The order of the phases, the C3I
points, how much is risked and what counts most can be varied."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import tanh
from typing import Any, ClassVar, Final, NamedTuple, cast

from stavka.agents.craft import Craft
from stavka.agents.levels import MARSHAL, OFFICER, RECRUIT, STAFF
from stavka.agents.playout import Until
from stavka.agents.search import Effort, Genes, Round, Way
from stavka.agents.trail import Trail
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, units_in
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.engine.words import ENGINE, Message
from stavka.games.luki.agents.command import Commander, Manner
from stavka.games.luki.agents.german import GermanCommander
from stavka.games.luki.agents.soviet import SovietCommander
from stavka.games.luki.agents.value import Value
from stavka.games.luki.agents.weights import SCRIPTED, SCRIPTED_1, Weights
from stavka.games.luki.game import Luki
from stavka.games.luki.rules.c07_c3i import Declaring
from stavka.games.luki.rules.c14_scenarios.victory import counts
from stavka.games.luki.state import ELIMINATED, GERMAN, INTRODUCTORY, LIMITED, OFF, SOVIET, Position
from stavka.games.luki.words import WORDS, option
from stavka.hexes import NO_HEX, Hex

ORDER, POINTS, RISK, AIM, FOCUS = "order", "points", "risk", "aim", "focus"

RISKS: Final[Mapping[str, Mapping[str, float]]] = {
    "bold": {"own": 0.5, "last_step": 0.5, "menaced": 0.5, "ap": 0.7},
    "careful": {"own": 1.8, "last_step": 1.6, "menaced": 1.6},
    "firm": {"menaced": 2.0, "cover": 2.0, "pull": 0.6},
    "swift": {"pull": 2.0, "stray": 1.5, "ap": 0.6},
}
"""How much is risked: factors of weights. `own`: the CF that a side loses itself."""
AIMS: Final = {"objectives": "to_goals", "railway": "to_railway", "ring": "to_ring", "city": "to_city"}
"""What counts most, by the weight that is multiplied."""
STRESS: Final = 2.5
"""The factor of what counts most."""


class Outlook(NamedTuple):
    """What a position says about the end of the game."""

    value: float
    """The part of the value of a position that lasts."""
    german: float
    """The VP that a lost German CF costs."""
    trend: float
    """The VP that the Soviet side gains in each turn that is left, whatever the position says."""
    base: float
    point: float
    """The VP that a C3I point is worth to its side until it is spent."""
    soviet: float = 0.0
    """The VP that a lost Soviet CF costs for each turn that is left."""


OUTLOOKS: Final = {
    "cut-the-line": (
        Outlook(0.48, 0.26, 0.0, 3.5, 1.0),
        Outlook(0.59, 0.13, 1.7, -3.7, 0.8),
        Outlook(0.83, 0.08, 1.2, -5.3, 0.3),
    ),
    "campaign": (
        Outlook(0.15, 0.3, 8.0, -3.0, 0.3, 0.05),
        Outlook(0.35, 0.3, 7.4, -6.0, 0.3, 0.05),
        Outlook(0.9, 0.1, 3.2, -4.5, 0.3, 0.05),
        Outlook(0.9, 0.1, 0.7, -2.0, 0.3, 0.05),
    ),
}
"""The outlooks of each turn of a scenario; the last one also holds for later turns. Those of the short scenario are a
regression over 112 games of scripts, in which lost Soviet CFs did not tell."""
ACCESS: Final = {"cut-the-line": 0.37, "campaign": 0.6}
"""The share of an objective's worth that the last open step to it is worth. In the short scenario less is right more
often."""
MOST_SOVIET: Final = 0.2
"""The VP that a lost Soviet CF costs at most."""
LIMITED_SHARE: Final = 0.5
"""The share of the effort that a free movement phase is worth: only moves and a few attacks follow."""


def risky(weights: Weights, side: Side, risk: str) -> Weights:
    """Weights multiplied by the factors of a risk."""
    own = "soviet_cf" if side == SOVIET else "german_cf"
    factors = {own if name == "own" else name: factor for name, factor in RISKS[risk].items()}
    return weights._replace(**{name: getattr(weights, name) * factor for name, factor in factors.items()})


def led(weights: Weights, side: Side, way: Way) -> Weights:
    """The weights with which a side is led in a way."""
    genes = dict(way)
    if RISK in genes:
        weights = risky(weights, side, str(genes[RISK]))
    if AIM in genes:
        name = AIMS[str(genes[AIM])]
        weights = weights._replace(**{name: getattr(weights, name) * STRESS})
    return weights


def manner(way: Way) -> Manner:
    """What a way decides for the commander."""
    genes: dict[str, Any] = dict(way)
    return Manner(genes.get(ORDER), genes.get(POINTS), genes.get(FOCUS, NO_HEX))


class Rehearser:
    """A commander that carries a way out in futures and knows no more than it will in play: whatever has been dealt
    out below the tops of the enemy's stacks, it makes the same guess. One that knew would find every weak stack."""

    def __init__(self, commander: Commander) -> None:
        self.commander = commander

    def choose(self, sight: Sight[Any], offer: Offer) -> Pick:
        return self.commander.choose(self.commander.g.see(sight.position, self.commander.side), offer)

    def forget(self) -> None:
        self.commander.forget()


class LukiCraft(Craft[Position]):
    """Plans on the view of either side."""

    efforts: ClassVar = {
        RECRUIT: Effort((Round(0, 3, 1),), doubt=0.0),
        OFFICER: Effort((Round(0, 7, 1), Round(1, 3, 3, is_apart=True)), doubt=1.0),
        STAFF: Effort((Round(0, 8, 1), Round(1, 4, 3), Round(1, 2, 5, is_apart=True)), bred=2, doubt=1.0),
        MARSHAL: Effort(
            (Round(0, 20, 2), Round(1, 10, 4), Round(1, 4, 8), Round(2, 2, 10, is_apart=True)), bred=10, doubt=1.0
        ),
    }

    def __init__(self, game: Game[Any], seed: int) -> None:
        super().__init__(game, seed)
        assert isinstance(game, Luki)
        self.g = game
        self.values = {scenario: Value(game, Weights(access=access)) for scenario, access in ACCESS.items()}
        self.trails = Trail(), Trail()

    def opens(self, s: Position) -> float:
        step = s.stack[-1].step
        if step == "movement" and s.segment in (INTRODUCTORY, LIMITED):
            return 0.0 if s.moved else LIMITED_SHARE
        return float(step == "declare")

    def moment(self, s: Position) -> Hashable:
        return s.turn, s.segment

    def genes(self, s: Position, side: Side, offer: Offer) -> Genes:
        g, declaring = self.g, isinstance(s.stack[-1], Declaring)
        found: dict[str, list[Hashable]] = {
            RISK: [*RISKS],
            AIM: [aim for aim in AIMS if side == SOVIET or aim != "city"],
        }
        if declaring:
            found[ORDER] = [True, False]
            found[POINTS] = list(range(min(s.c3i[side], g.c3i_most), -1, -1))
        found[FOCUS] = [goal.hex for goal in g.goals if counts(g, s, goal) == (side == GERMAN)]
        return found

    def commander(self, side: Side, way: Way) -> Commander:
        found = self.lead(side, way, manner(way))
        found.trail = self.trails[side]
        return found

    def model(self, side: Side, way: Way) -> Commander:
        return self.lead(side, way, manner(way)._replace(is_quick=True))

    def rehearser(self, side: Side, way: Way) -> Rehearser:
        return Rehearser(self.lead(side, way, manner(way)))

    def lead(self, side: Side, way: Way, how: Manner) -> Commander:
        rows = SCRIPTED_1 if "table" in dict(way) else SCRIPTED
        table = {key: led(weights, side, way) for key, weights in rows.items() if key[0] == self.g.sides[side]}
        make = SovietCommander if side == SOVIET else GermanCommander
        return make(self.g, table, how)

    def until(self, start: Position, side: Side, stage: int) -> Until:
        """Until the segment is over; then until this side declares its phases again."""
        begun = start.turn, start.segment

        def over(s: Position) -> bool:
            top = s.stack[-1]
            return (s.turn, s.segment) != begun and (not stage or (isinstance(top, Declaring) and top.side == side))

        return over

    def worth(self, s: Position, side: Side) -> float:
        chance = self.chance(s)
        return chance if side == SOVIET else 1 - chance

    def chance(self, s: Position) -> float:
        """The chance of a Soviet victory; a draw is half of one."""
        levels = self.g.scenarios[s.scenario].victory
        borders = [min(each.least or 0 for each in levels if each.winner == who) for who in ("nobody", "soviet")]
        points, spread = self.expected(s), self.spread(s)
        return sum(0.25 * (1 + tanh((points - border + 0.5) / spread)) for border in borders)

    def left(self, s: Position) -> float:
        """The turns that are left, the present one by its segments."""
        return 0.0 if s.result else self.g.scenarios[s.scenario].turns - s.turn + 1 - s.segment / (LIMITED + 1)

    def spread(self, s: Position) -> float:
        """How far games end from what was expected, in VP."""
        return 2.5 + 2.3 * self.left(s)

    def expected(self, s: Position) -> float:
        """The VP that can be expected at the end. How much of its value a position keeps, and what strength is worth,
        was read off scripted games."""
        if s.result:
            return float(s.points)
        left, outlooks = self.left(s), OUTLOOKS[s.scenario]
        now = outlooks[min(s.turn, len(outlooks)) - 1]
        worth = s.points + now.value * self.values[s.scenario](s) + now.trend * left + now.base
        worth += now.point * (s.c3i[SOVIET] - s.c3i[GERMAN])
        worth -= min(now.soviet * left, MOST_SOVIET) * self.lost(s, SOVIET)
        return worth + now.german * min(1.0, left) * self.lost(s, GERMAN)

    def lost(self, s: Position, side: Side) -> int:
        """The CFs that a side has lost."""
        g, total = self.g, 0
        for unit in units_in(g.side_units[side]):
            row, place = g.combat[unit], s.place[unit]
            if place != OFF:
                total += row[g.full_steps[unit]] - (row[s.steps[unit]] if place != ELIMINATED else 0)
        return total

    def points(self, s: Position, side: Side) -> float:
        points = self.expected(s)
        return points if side == SOVIET else -points

    def option(self, key: str, lang: str) -> str:
        return option(self.g, key, lang)

    def aims(self, s: Position, side: Side, way: Way) -> list[Message]:
        found = []
        for gene, value in sorted(way, key=lambda each: each[0] != FOCUS):
            if gene == FOCUS:
                found.append(ENGINE.message("plan", "goal", hex=self.g.place(cast("Hex", value))))
            elif gene == POINTS:
                found.append(WORDS.message("plan", "points", number=value))
            elif gene == ORDER:
                found.append(WORDS.message("plan", "combat first" if value is True else "movement first"))
            else:
                found.append(WORDS.message("plan", f"{gene} {value}"))
        return found

    def sign(self, s: Position) -> Hashable:
        return tuple(s.place), tuple(s.steps), tuple(s.c3i), s.points
