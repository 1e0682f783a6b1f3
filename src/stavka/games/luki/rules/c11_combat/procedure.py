"""Chapter 11.2: a combat, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.machine import Step
from stavka.engine.offer import Offer
from stavka.games.luki.rules.c02_components.losses import Losing, survivors
from stavka.games.luki.rules.c03_standard_procedures.dice import TWO_DICE
from stavka.games.luki.rules.c11_combat import odds, retreat
from stavka.games.luki.rules.c11_combat.advance import Advancing
from stavka.games.luki.rules.c11_combat.chits import (
    ChoosingChits,
    DrawingChits,
    changing_hits,
    final_hits,
    halving_steps,
)
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of
from stavka.games.luki.rules.c13_miscellaneous import ski_refusal as refusal
from stavka.games.luki.rules.c13_miscellaneous.random_events import RollingEvent
from stavka.games.luki.state import Position
from stavka.games.luki.words import ask

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


class Combat(Step["Luki", Position, Fight]):
    """A declared attack. Each step of the procedure is one stage."""

    rule = "11.2a"

    def proceed(self, g: Luki, s: Position, f: Fight) -> bool:
        stages = (
            self.refuse,  # [11.2b]
            self.draw,  # [11.2c]
            self.choose,  # [11.2e]
            self.halve,  # [11.2e]
            self.roll_dice,  # [11.2g]
            self.hit,  # [11.2h]
            self.defend,  # [11.7e]
            self.attack,  # [11.7e]
            self.advance,  # [11.2h]
            self.end,
        )
        stage = stages[f.stage]
        f.stage += 1  # [11.2a]
        stage(g, s, f)
        return True

    def refuse(self, g: Luki, s: Position, f: Fight) -> None:
        if refusal.can_refuse(g, s, f):
            s.stack.append(refusal.AskingRefusal())  # [11.2b, 13.21a]
        if f.defenders & g.ski:  # an open fact: ski troops lie on top
            s.stack.append(refusal.ShowingStacks())

    def draw(self, g: Luki, s: Position, f: Fight) -> None:
        if f.is_refused:
            f.stage = 8  # [13.21a, 13.21e]
            return
        hex_ = f.hex
        attack = odds.tactical_points(g, s, f.attackers, hex_, attack=True)  # [11.2c, 11.31a]
        defence = odds.tactical_points(g, s, f.defenders, hex_, attack=False)  # [11.2c, 11.31a]
        f.tactical_points = [attack, defence]
        s.tell("tpv", ("11.31a", "11.32a"), attack=attack, defence=defence)
        s.stack += [DrawingChits(1 - f.side, defence), DrawingChits(f.side, attack)]  # [11.2c, 11.31b, 11.32f]

    def choose(self, g: Luki, s: Position, f: Fight) -> None:
        s.stack.append(ChoosingChits())  # [11.2d, 11.2e]

    def halve(self, g: Luki, s: Position, f: Fight) -> None:
        s.stack += halving_steps(g, s, f)

    def roll_dice(self, g: Luki, s: Position, f: Fight) -> None:
        found = odds.work_out(g, s, f)  # [11.2f]
        s.tell(
            "odds",
            ("11.4a", "11.6a"),
            attack=found.attack,
            defence=found.defence,
            column=found.column,
            drm=found.drm,
            lines=found.lines,
        )
        if found.column < 0:
            f.hits = list(g.automatic)  # [11.4c]
            s.tell("automatic", ("11.4c",))
        else:
            s.stack.append(RollingCombat())  # [11.2g]

    def hit(self, g: Luki, s: Position, f: Fight) -> None:
        """The hits of both sides with the chits."""
        side = f.side
        f.hits = [
            final_hits(g, s, f, side, f.hits[0]),  # [11.62e, 11.7c]
            final_hits(g, s, f, 1 - side, f.hits[1]),  # [11.62e, 11.7c]
        ]
        s.tell("hits", ("11.7a",), attacker=f.hits[0], defender=f.hits[1], by=changing_hits(g, s, f))

    def defend(self, g: Luki, s: Position, f: Fight) -> None:
        if f.hits[1]:  # [11.7d]
            retreat.take_hits(g, s, f)  # [11.7e]

    def attack(self, g: Luki, s: Position, f: Fight) -> None:
        if f.hits[0]:  # [11.7d]
            s.stack.append(Losing(f.side, f.attackers, f.hits[0]))  # [11.7b, 11.71a]

    def advance(self, g: Luki, s: Position, f: Fight) -> None:
        left = survivors(s, f.attackers)
        if left and not s.occupied[1 - f.side] >> f.hex & 1:  # [11.72a, 11.72l, 13.21e]
            s.stack.append(Advancing(left, across=0))

    def end(self, g: Luki, s: Position, f: Fight) -> None:
        """The chits go back into their cups with the frame; a random event may follow."""
        s.stack.pop()  # [11.31c]
        s.forget()
        if f.dice in g.event_rolls:  # [13.1a, 13.1b, 13.1c]
            s.stack.append(RollingEvent())  # [13.1d]


@fixed_frame("combat_dice")
class RollingCombat(Frame):
    """The dice of a combat."""


class CombatDice(ByDice["Luki", Position, RollingCombat]):
    """The dice of a combat."""

    rule = "11.2g"

    def offer(self, g: Luki, s: Position, f: RollingCombat) -> Offer:
        return Offer(self.seat(g, s, f), chance=TWO_DICE)  # [11.2g, 11.5a]

    def roll(self, g: Luki, s: Position, f: RollingCombat, outcome: int) -> None:
        s.stack.pop()
        fight = fight_of(s)
        found = odds.work_out(g, s, fight)
        fight.dice = outcome + 2
        hits = odds.result(g, found.column, outcome + 2, found.drm)  # [11.5a]
        fight.hits = [hits.attacker, hits.defender]  # [11.7a]
        s.tell(
            "combat dice",
            ("11.5a",),
            dice=outcome + 2,
            drm=found.drm,
            column=found.column,
            attacker=hits.attacker,
            defender=hits.defender,
        )

    def prompt(self, g: Luki, s: Position, f: RollingCombat) -> str:
        return ask("combat dice")
