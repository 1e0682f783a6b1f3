"""Traces of War as a front end shows it. Everything comes from a sight, the redacted position: no secret gets out."""

from __future__ import annotations

from stavka.engine.kinds import Unit
from stavka.games.traces.game import Traces
from stavka.games.traces.scene import answers, decision, guide, hexes, looks, odds, overlays, status, units
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import Position, lift, put
from stavka.hexes import Hex
from stavka.scenes.staging import StagedPresenter, Staging


def bring(g: Traces, s: Position, unit: Unit, hex_: Hex) -> None:
    """Take a unit from its hex to another."""
    lift(g, s, unit, hex_)
    put(g, s, unit, hex_)


STAGING = Staging(
    voice=Voice,
    looks=looks,
    units=units,
    hexes=hexes,
    status=status,
    answers=answers,
    sides={"soviet": "soviet", "axis": "german"},
    decision=decision.decision,
    odds=odds.work_out,
    throws={"combat_die": odds.thrown},
    brings=bring,
    overlays=overlays.MAKERS,
    guide=guide.filled,
    short=guide.SHORT,
)


def presenter(game: Traces) -> StagedPresenter[Position, Voice]:
    return StagedPresenter(game, STAGING)
