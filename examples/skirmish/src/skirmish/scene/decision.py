"""The offer to a seat: the choices so far, notes on each pick, its cost, the odds."""

from __future__ import annotations

from skirmish.rules import c08_combat as combat
from skirmish.rules.c06_reinforcements import Placing
from skirmish.rules.c07_movement import Moving, costs
from skirmish.scene.answers import work_out
from skirmish.scene.units import factors
from skirmish.scene.voice import Voice
from skirmish.state import Position
from stavka.engine.agent import Sight
from stavka.engine.kinds import units_in
from stavka.engine.offer import Offer
from stavka.hexes import Hex
from stavka.scenes.parts import Decision, left


def hex_note(v: Voice, s: Position, hex_: Hex) -> str:
    """The odds at most, where a hex can be attacked."""
    if not isinstance(s.stack[-1], combat.Fighting):
        return ""
    column = combat.odds(v.g, s, combat.able(v.g, s, hex_), hex_).column
    return v("up to", column=v.column(column))


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> Decision:
    s = sight.position
    frame = s.stack[-1]
    units, hexes, odds = 0, list[Hex](), None
    if isinstance(frame, Moving | Placing):
        units = 1 << frame.unit
    elif isinstance(frame, combat.Attacking | combat.Advancing):
        units, hexes = frame.units, [frame.hex]
    elif isinstance(frame, combat.Retreating):
        hexes = [frame.hex]
    if isinstance(frame, combat.Attacking) and frame.units:
        odds = work_out(v, s, frame.units, frame.hex)
    return Decision(
        units=list(units_in(units)),
        hexes=hexes,
        unit_note=lambda unit: factors(v.g, s, unit),
        hex_note=lambda hex_: hex_note(v, s, hex_),
        cost=costs(v.g, s, frame.unit) if isinstance(frame, Moving) else {},
        odds=odds,
        gives_up=left(offer) if isinstance(frame, combat.Fighting) else 0,
    )
