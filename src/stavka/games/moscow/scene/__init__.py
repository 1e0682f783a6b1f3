"""Roads to Moscow as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from stavka.engine.agent import Sight
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import Attacking
from stavka.games.moscow.scene import answers, decision, guide, hexes, looks, odds, overlays, status, trials, units
from stavka.games.moscow.scene.replies import bring
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import Position
from stavka.hexes import Hex
from stavka.scenes.scene import Odds
from stavka.scenes.staging import StagedPresenter, Staging


def odds_at(v: Voice, sight: Sight[Position], hex_: Hex, units: int) -> Odds:
    """The combat on a hex: the one that is fought or declared, an Overrun that can be made, or any attack."""
    s = sight.position
    if not units and isinstance(s.stack[-1], Attacking):
        units = sum(1 << unit for unit in decision.chosen_units(v.g, s))
    return odds.work_out(v, s, odds.combat_on(v.g, s, hex_, units))


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
    throws={"combat_die": odds.thrown, "overrun_die": odds.thrown, **trials.THROWS},
    brings=bring,
    overlays=overlays.MAKERS,
    guide=guide.filled,
    short=guide.SHORT,
    part=looks.part,
)


def presenter(game: Moscow) -> StagedPresenter[Position, Voice]:
    return StagedPresenter(game, STAGING)
