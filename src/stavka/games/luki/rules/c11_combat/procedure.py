"""Chapter 11.2: a combat, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, Offer
from stavka.engine.state import Frame
from stavka.games.luki.rules.c02_components.losses import survivors
from stavka.games.luki.rules.c03_standard_procedures.dice import TWO_DICE
from stavka.games.luki.rules.c11_combat import odds, retreat
from stavka.games.luki.rules.c11_combat.chits import changing_hits, final_hits, halving_steps
from stavka.games.luki.rules.c11_combat.fight import (
    ATTACKERS,
    DEFENDERS,
    DICE,
    HITS,
    REFUSED,
    SIDE,
    STAGE,
    TARGET,
    TPV,
    fight_of,
)
from stavka.games.luki.rules.c13_miscellaneous import ski_refusal as refusal
from stavka.games.luki.state import Position
from stavka.games.luki.words import ask

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


class Combat(ListStep["Luki", Position]):
    """A declared attack. Its frame is described in fight.py; each step of the procedure is one stage."""

    rule = "11.2a"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
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
        stage = stages[f[STAGE]]
        f[STAGE] += 1  # [11.2a]
        stage(g, s, f)
        return True

    def refuse(self, g: Luki, s: Position, f: Frame) -> None:
        if refusal.can_refuse(g, s, f):
            s.stack.append(["refuse"])  # [11.2b, 13.21a]
        if f[DEFENDERS] & g.ski:  # an open fact: ski troops lie on top
            s.stack.append(["shown"])

    def draw(self, g: Luki, s: Position, f: Frame) -> None:
        if f[REFUSED]:
            f[STAGE] = 8  # [13.21a, 13.21e]
            return
        hex_ = f[TARGET]
        attack = odds.tactical_points(g, s, f[ATTACKERS], hex_, attack=True)  # [11.2c, 11.31a]
        defence = odds.tactical_points(g, s, f[DEFENDERS], hex_, attack=False)  # [11.2c, 11.31a]
        f[TPV] = [attack, defence]
        s.tell("tpv", ("11.31a", "11.32a"), attack=attack, defence=defence)
        s.stack += [["draw", 1 - f[SIDE], defence], ["draw", f[SIDE], attack]]  # [11.2c, 11.31b, 11.32f]

    def choose(self, g: Luki, s: Position, f: Frame) -> None:
        s.stack.append(["chits", 0, 0, 0])  # [11.2d, 11.2e]

    def halve(self, g: Luki, s: Position, f: Frame) -> None:
        s.stack += halving_steps(g, s, f)

    def roll_dice(self, g: Luki, s: Position, f: Frame) -> None:
        found = odds.reckon(g, s, f)  # [11.2f]
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
            f[HITS] = list(g.automatic)  # [11.4c]
            s.tell("automatic", ("11.4c",))
        else:
            s.stack.append(["combat_dice"])  # [11.2g]

    def hit(self, g: Luki, s: Position, f: Frame) -> None:
        """The hits of both sides with the chits."""
        side = f[SIDE]
        f[HITS] = [
            final_hits(g, s, f, side, f[HITS][0]),  # [11.62e, 11.7c]
            final_hits(g, s, f, 1 - side, f[HITS][1]),  # [11.62e, 11.7c]
        ]
        s.tell("hits", ("11.7a",), attacker=f[HITS][0], defender=f[HITS][1], by=changing_hits(g, s, f))

    def defend(self, g: Luki, s: Position, f: Frame) -> None:
        if f[HITS][1]:  # [11.7d]
            retreat.take_hits(g, s, f)  # [11.7e]

    def attack(self, g: Luki, s: Position, f: Frame) -> None:
        if f[HITS][0]:  # [11.7d]
            s.stack.append(["losses", f[SIDE], f[ATTACKERS], f[HITS][0]])  # [11.7b, 11.71a]

    def advance(self, g: Luki, s: Position, f: Frame) -> None:
        left = survivors(s, f[ATTACKERS])
        if left and not s.occupied[1 - f[SIDE]] >> f[TARGET] & 1:  # [11.72a, 11.72l, 13.21e]
            s.stack.append(["advance", left, 0])

    def end(self, g: Luki, s: Position, f: Frame) -> None:
        """The chits go back into their cups with the frame; a random event may follow."""
        s.stack.pop()  # [11.31c]
        s.memo = None
        if f[DICE] in g.event_rolls:  # [13.1a, 13.1b, 13.1c]
            s.stack.append(["event"])  # [13.1d]


class CombatDice(ListStep["Luki", Position]):
    """The dice of a combat. Frame: [name]."""

    rule = "11.2g"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=TWO_DICE)  # [11.2g, 11.5a]

    def roll(self, g: Luki, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        fight = fight_of(s)
        found = odds.reckon(g, s, fight)
        fight[DICE] = outcome + 2
        hits = odds.result(g, found.column, outcome + 2, found.drm)  # [11.5a]
        fight[HITS] = [hits.attacker, hits.defender]  # [11.7a]
        s.tell(
            "combat dice",
            ("11.5a",),
            dice=outcome + 2,
            drm=found.drm,
            column=found.column,
            attacker=hits.attacker,
            defender=hits.defender,
        )

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("combat dice")
