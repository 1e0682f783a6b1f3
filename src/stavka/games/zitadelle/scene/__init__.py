"""Zitadelle as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from stavka.engine.agent import Sight
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import Firing, FiringAt
from stavka.games.zitadelle.scene import answers, decision, guide, hexes, looks, odds, overlays, shots, status, units
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import Position, move
from stavka.hexes import Hex
from stavka.scenes.scene import Odds
from stavka.scenes.staging import StagedPresenter, Staging


def odds_at(v: Voice, sight: Sight[Position], hex_: Hex, units: int) -> Odds:
    """An assault on the non-armoured units of a hex; AT fire where there is only armour, or in a fire phase."""
    g, s = v.g, sight.position
    if not units and isinstance(s.stack[-1], FiringAt):
        units = sum(1 << unit for unit in decision.chosen_units(s))
    fires = any(isinstance(frame, Firing) for frame in s.stack[-2:]) and g.armoured & s.at.get(hex_, 0)
    if fires or (hex_ in s.at and not g.soft_units & s.at[hex_]):
        return shots.work_out(v, s, shots.shooters(g, s, hex_, units), hex_)
    attackers = odds.attackers(g, s, hex_, units)
    support = attackers & g.support_units
    return odds.work_out(v, s, attackers & ~support, 1 << hex_, support)


STAGING = Staging(
    voice=Voice,
    looks=looks,
    units=units,
    hexes=hexes,
    status=status,
    answers=answers,
    sides={"german": "german", "soviet": "soviet"},
    decision=decision.decision,
    odds=odds_at,
    throws={"assault_dice": odds.thrown, "checks": odds.checked, "shot": shots.thrown},
    step_points=lambda g: {"german": -g.step_vp},  # 12.21a
    brings=move,
    overlays=overlays.MAKERS,
    guide=guide.filled,
    short=guide.SHORT,
)


def presenter(game: Zitadelle) -> StagedPresenter[Position, Voice]:
    return StagedPresenter(game, STAGING)
