"""The game as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from typing import Final

from skirmish.game import Skirmish
from skirmish.scene import answers, decision, guide, hexes, looks, overlays, status, units
from skirmish.scene.voice import Voice
from skirmish.state import Position
from stavka.scenes.staging import StagedPresenter, Staging

STAGING: Final = Staging(
    voice=Voice,
    looks=looks,
    units=units,
    hexes=hexes,
    status=status,
    answers=answers,
    sides={"league": "league", "crown": "crown"},
    colours=looks.COLOURS,
    decision=decision.decision,
    odds=answers.odds,
    throws={"combat_die": answers.thrown},
    overlays=overlays.MAKERS,
    guide=guide.filled,
    short=guide.SHORT,
)


def presenter(game: Skirmish) -> StagedPresenter[Position, Voice]:
    return StagedPresenter(game, STAGING)
