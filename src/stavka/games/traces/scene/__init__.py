"""Traces of War as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from stavka.games.traces.game import Traces
from stavka.games.traces.scene import answers, decision, guide, hexes, looks, odds, overlays, status, units
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import Position
from stavka.scenes.staging import StagedPresenter, Staging

STAGING = Staging(
    voice=Voice,
    looks=looks,
    units=units,
    hexes=hexes,
    status=status,
    answers=answers,
    sides={"soviet": "soviet", "axis": "german"},
    decision=decision.decision,
    odds=odds.reckon,
    overlays=overlays.MAKERS,
    guide=guide.filled,
)


def presenter(game: Traces) -> StagedPresenter[Position, Voice]:
    return StagedPresenter(game, STAGING)
