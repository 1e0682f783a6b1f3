"""Velikye Luki as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from stavka.engine.agent import Sight
from stavka.games.luki.game import Luki
from stavka.games.luki.scene import answers, decision, guide, hexes, looks, odds, overlays, status, units
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import Position, move
from stavka.hexes import Hex
from stavka.scenes.scene import Odds
from stavka.scenes.staging import StagedPresenter, Staging


def odds_at(v: Voice, sight: Sight[Position], hex_: Hex, units: int) -> Odds:
    """The odds of an attack on the visible units in a hex; nobody knows the units below them until the attack is
    declared."""
    s = sight.position
    if not units:
        units = sum(1 << unit for unit in decision.chosen_units(v.g, s))
    return odds.work_out(v, s, odds.attackers(v.g, s, hex_, units), hex_)


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
    throws={"combat_dice": odds.thrown},
    brings=move,
    overlays=overlays.MAKERS,
    guide=guide.filled,
    short=guide.SHORT,
)


def presenter(game: Luki) -> StagedPresenter[Position, Voice]:
    return StagedPresenter(game, STAGING)
