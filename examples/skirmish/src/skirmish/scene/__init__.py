"""The game as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from typing import Final

from skirmish.game import Skirmish
from skirmish.scene import answers, decision, guide, hexes, looks, overlays, status
from skirmish.scene.units import scene_units
from skirmish.scene.voice import Voice
from skirmish.state import Position
from stavka.scenes.staging import StagedPresenter, Staging

STAGING: Final = Staging(
    voice=Voice,
    board=looks.board,
    guide=guide.made,
    title=status.title,
    turn=status.turn,
    phase=status.phase,
    points=status.points,
    units=scene_units,
    marks=hexes.marks,
    owners=hexes.owners,
    tracks=status.tracks,
    boxes=status.boxes,
    secrets=status.secrets,
    decision=decision.decision,
    keys=looks.KEYS,
    reach=answers.reach,
    path=answers.path,
    odds=answers.odds,
    overlays=overlays.MAKERS,
    hex=hexes.hex_answer,
)


def presenter(game: Skirmish) -> StagedPresenter[Position, Voice]:
    return StagedPresenter(game, STAGING)
