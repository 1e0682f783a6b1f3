"""Traces of War as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from stavka.games.traces.game import Traces
from stavka.games.traces.scene import answers, decision, guide, hexes, looks, odds, overlays, status
from stavka.games.traces.scene.units import scene_units
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import Position
from stavka.scenes.staging import StagedPresenter, Staging

STAGING = Staging(
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
    odds=odds.reckon,
    overlays=overlays.MAKERS,
    hex=hexes.hex_answer,
)


def presenter(game: Traces) -> StagedPresenter[Position, Voice]:
    return StagedPresenter(game, STAGING)
