"""The craft of Zitadelle: assaults and movements are planned one after the other. How much is risked, which goal comes
first, and which corps pushes on, holds or falls back can be varied."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar, Final, cast

from stavka.agents.craft import Craft
from stavka.agents.levels import MARSHAL, OFFICER, RECRUIT, STAFF
from stavka.agents.playout import Until
from stavka.agents.search import Effort, Genes, Round, Way
from stavka.agents.trail import Trail
from stavka.engine.kinds import Side, units_in
from stavka.engine.machine import Game
from stavka.engine.offer import Offer
from stavka.engine.words import ENGINE, Message
from stavka.games.zitadelle.agents.chart import chart_of
from stavka.games.zitadelle.agents.command import Commander, Manner
from stavka.games.zitadelle.agents.german import Foresight, GermanCommander
from stavka.games.zitadelle.agents.soviet import SovietCommander
from stavka.games.zitadelle.agents.value import chance, expected
from stavka.games.zitadelle.agents.weights import SCRIPTED, SCRIPTED_1, Weights
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting
from stavka.games.zitadelle.rules.c08_movement.movement_phase import MovingUnits
from stavka.games.zitadelle.state import GERMAN, Position
from stavka.games.zitadelle.words import WORDS, option
from stavka.hexes import NO_HEX, Hex

TEMPER, GOAL, CORPS_GENE = "temper", "goal", "corps "
PUSH, HOLD, BACK = "push", "hold", "back"

TEMPERS: Final[tuple[Mapping[str, Mapping[str, float]], ...]] = (
    {
        "careful": {"german_step": 1.6, "forced": 1.6, "least_attack": 1.5},
        "drive": {"pull": 2.5, "foot_pull": 2.5, "progress": 1.6},
        "bold": {"german_step": 0.6, "least_attack": 0.4, "progress": 1.6},
        "greedy": {"prize": 1.7, "pull": 1.6, "foot_pull": 1.6, "guard": 1.5},
        "wary": {"forced": 2.2, "coming": 0.6, "reinforced": 1.6},
        "still": {"pull": 0.2, "foot_pull": 0.2, "least_attack": 99.0},
    },
    {
        "dug in": {"refuge": 2.0, "exposed": 2.0, "least_attack": 99.0},
        "swarm": {"hot": 2.5, "crowd": 0.6},
        "counter": {"least_attack": 0.2, "german_step": 1.3, "soviet_step": 0.7},
        "careful": {"soviet_step": 2.0, "soviet_strength": 1.6, "last_step": 2.0},
        "spread": {"crowd": 2.2, "guard": 1.6},
        "guard": {"guard": 2.5, "prize": 1.6},
    },
)
"""Factors of a side's weights, by name."""
NEAR: Final = 5
"""Hexes from the enemy within which what a corps does makes a difference."""
CORPS: Final = 4
"""Corps or armies of which one may be told to do otherwise: those with most units near the enemy."""
GOALS: Final = 4
"""Victory hexes that may come first."""
ASSAULT_SHARE: Final = 0.4
"""The share of the effort that an Assault Phase is worth."""


class ZitadelleCraft(Craft[Position]):
    """Plans on the view of either side."""

    efforts: ClassVar = {
        RECRUIT: Effort((Round(0, 3, 1),), doubt=0.0),
        OFFICER: Effort((Round(0, 8, 1), Round(1, 3, 3))),
        STAFF: Effort((Round(0, 12, 1), Round(1, 6, 3), Round(1, 3, 7)), bred=3),
        MARSHAL: Effort((Round(0, 24, 1), Round(1, 12, 4), Round(1, 5, 12), Round(2, 3, 12)), bred=10),
    }

    def __init__(self, game: Game[Any], seed: int) -> None:
        super().__init__(game, seed)
        assert isinstance(game, Zitadelle)
        self.g = game
        self.trails = Trail(), Trail()
        self.foresight = Foresight()

    def opens(self, s: Position) -> float:
        top = s.stack[-1]
        if isinstance(top, MovingUnits):
            return float(not s.moved)
        return ASSAULT_SHARE if isinstance(top, Assaulting) and not s.fought else 0.0

    def moment(self, s: Position) -> Hashable:
        phase = next((f for f in reversed(s.stack) if isinstance(f, (MovingUnits, Assaulting))), None)
        return s.turn, phase.step if phase else "", phase.side if phase else -1

    # -- what can be varied -----------------------------------------------------------------------------------------

    def genes(self, s: Position, side: Side, offer: Offer) -> Genes:
        found: dict[str, list[Hashable]] = {TEMPER: [*TEMPERS[side]]}
        if isinstance(s.stack[-1], MovingUnits):
            if side == GERMAN:
                found[GOAL] = [*self.goals(s)]
            for formation in self.engaged(s, side):
                found[f"{CORPS_GENE}{formation}"] = [HOLD, PUSH, BACK]
        return found

    def goals(self, s: Position) -> list[Hex]:
        """The victory hexes that spearheads can best hope for, by value and distance."""
        g = self.g
        roads = chart_of(g).fields[GERMAN][0]
        panzers = [unit for unit in units_in(g.side_units[GERMAN] & g.armoured) if s.place[unit] >= 0]
        worth: dict[Hex, float] = {}
        for hex_, value in g.values.items():
            if not s.held >> hex_ & 1 and panzers:
                field = roads.toward(1 << hex_)
                worth[hex_] = value / (4 + min(field[s.place[unit]] for unit in panzers))
        return sorted(worth, key=lambda hex_: (-worth[hex_], hex_))[:GOALS]

    def engaged(self, s: Position, side: Side) -> list[int]:
        """The corps or armies with most units near the enemy."""
        g = self.g
        close = s.occupied[1 - side]
        for _ in range(NEAR):
            close |= g.grid.spread(close)
        units = [unit for unit in units_in(g.side_units[side] & g.combat_units) if s.place[unit] >= 0]
        number: dict[int, int] = {}
        for unit in units:
            if close >> s.place[unit] & 1 and g.formation[unit] >= 0:
                weight = 2 if g.armoured >> unit & 1 else 1
                number[g.formation[unit]] = number.get(g.formation[unit], 0) + weight
        return sorted(number, key=lambda formation: (-number[formation], formation))[:CORPS]

    # -- who leads --------------------------------------------------------------------------------------------------

    def manner(self, way: Way, *, is_quick: bool) -> Manner:
        units = {PUSH: 0, HOLD: 0, BACK: 0}
        goal = NO_HEX
        for name, value in way:
            if name == GOAL:
                goal = value  # type: ignore[assignment]  # a hex
            elif name.startswith(CORPS_GENE):
                units[str(value)] |= self.members(int(name.removeprefix(CORPS_GENE)))
        return Manner(units[PUSH], units[HOLD], units[BACK], goal, is_quick)

    def members(self, formation: int) -> int:
        return sum(1 << unit for unit, its in enumerate(self.g.formation) if its == formation)

    def weights(self, side: Side, way: Way = ()) -> Weights:
        genes = dict(way)
        found: Weights = (SCRIPTED_1 if "table" in genes else SCRIPTED)[self.g.sides[side], "campaign"]
        factors = TEMPERS[side].get(str(genes.get(TEMPER)), {})
        return found._replace(**{name: getattr(found, name) * factor for name, factor in factors.items()})

    def lead(self, side: Side, way: Way, *, is_quick: bool) -> Commander:
        weights, manner = self.weights(side, way), self.manner(way, is_quick=is_quick)
        if side == GERMAN:
            return GermanCommander(self.g, weights, self.weights(Side(1 - side)), manner)
        return SovietCommander(self.g, weights, manner)

    def commander(self, side: Side, way: Way) -> Commander:
        found = self.lead(side, way, is_quick=False)
        found.trail = self.trails[side]
        if isinstance(found, GermanCommander):
            found.foresight = self.foresight
        return found

    def model(self, side: Side, way: Way) -> Commander:
        return self.lead(side, way, is_quick=True)

    # -- futures ----------------------------------------------------------------------------------------------------

    def until(self, start: Position, side: Side, stage: int) -> Until:
        """Until the phase is over; then until this side moves again, with the enemy's turn and the assaults that follow
        between; then until the enemy has answered that."""
        begun = self.moment(start)
        mover = Side(1 - side) if stage > 1 else side

        def over(s: Position) -> bool:
            if stage == 0:
                return self.moment(s) != begun
            top = s.stack[-1]
            return isinstance(top, MovingUnits) and top.side == mover and not s.moved and self.moment(s) != begun

        return over

    def worth(self, s: Position, side: Side) -> float:
        found = chance(self.g, s)
        return found if side == GERMAN else 1 - found

    def points(self, s: Position, side: Side) -> float:
        points = expected(self.g, s)
        return points if side == GERMAN else -points

    def option(self, key: str, lang: str) -> str:
        return option(self.g, key, lang)

    def aims(self, s: Position, side: Side, way: Way) -> list[Message]:
        found = []
        for gene, value in sorted(way, key=lambda each: each[0] != GOAL):
            if gene == GOAL:
                found.append(ENGINE.message("plan", "goal", hex=self.g.place(cast("Hex", value))))
            elif gene == TEMPER:
                found.append(WORDS.message("plan", f"{self.g.sides[side]} {value}"))
            else:
                formation = self.g.formations[int(gene.removeprefix(CORPS_GENE))]
                found.append(WORDS.message("plan", f"corps {value}", formation=WORDS.label(formation.label)))
        return found

    def sign(self, s: Position) -> Hashable:
        return tuple(s.place), tuple(s.steps), tuple(s.morale), s.disrupted
