"""The place in the chain of decisions: phases of an Operations Sequence, stages of a combat or an Overrun."""

from __future__ import annotations

from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, members
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c10_combat import battle
from stavka.games.moscow.rules.c10_combat.battleframe import Fighting, Overrunning
from stavka.games.moscow.rules.c11_combat_results import aftermath
from stavka.games.moscow.rules.c11_combat_results.advance import Advancing
from stavka.games.moscow.rules.c13_air_units import SendingAir
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import ASSAULT, GERMAN, Position
from stavka.games.moscow.words import SEQUENCES
from stavka.scenes.keeping import drawn_from
from stavka.scenes.scene import Track

PHASES: Final = ("fuel", "army", "engineering", "movement", "declare", "refusal", "reaction", "no_retreat", "combat")
"""The phases of a Sequence, by the names of their frames; fuel is the German side's, engineering an Assault's."""
COMBAT: Final = (
    "leads",
    "air",
    "air check",
    "guns",
    "gun check",
    "ground check",
    "die",
    "losses",
    "retreats",
    "advance",
)
STAGES: Final = {
    battle.lead_attacker: "leads",
    battle.lead_defender: "leads",
    battle.assign_air: "air",
    battle.check_air: "air check",
    battle.name_guns: "guns",
    battle.check_guns: "gun check",
    battle.check_ground: "ground check",
    battle.resolve: "losses",
    aftermath.retreats: "retreats",
    aftermath.disruption: "retreats",
    battle.finish: "advance",
}
"""For each stage of a combat, the name of the step that is under way while the frames of the stage lie on the combat. A
separate frame asks for its die."""
OVERRUN: Final = ("leads", "air", "air check", "die", "losses", "retreats", "entry")
OVERRUN_STAGES: Final = {
    overrun.leads: "leads",
    overrun.check_air: "air check",
    overrun.resolve: "losses",
    overrun.retreats: "retreats",
    overrun.finish: "entry",
}
STRATEGIC: Final = {
    "set_up": "set-up",
    "weather": "weather",
    "fuel_supply": "reinforcement",
    "groups": "reinforcement",
    "reserves": "reserves",
    "initiative": "initiative",
    "opening": "initiative",
    "cup": "initiative",
    "operations": "operations",
    "recovery": "reorganization",
}
"""Phases outside an Operations Sequence, by the names of frames."""


# -- a Sequence -------------------------------------------------------------------------------------------------------


def phases(g: Moscow, s: Position, side: Side) -> list[str]:
    """The phases that the Sequence under way has."""
    fuel = side == GERMAN and g.scenarios[s.scenario].fuel
    return [name for name in PHASES if (name != "fuel" or fuel) and (name != "engineering" or s.sequence == ASSAULT)]


def phase_now(s: Position) -> str:
    """The phase of the present Sequence; empty if there is none. Stacking is checked between phases."""
    if not s.sequence:
        return ""
    return next((frame.step for frame in reversed(s.stack) if frame.step in PHASES), "combat")


def active_side(g: Moscow, s: Position) -> Side:
    return g.formation_side[s.active.bit_length() - 1]


def sequence_track(v: Voice, s: Position) -> Track | None:
    """The phases of the Sequence under way."""
    if not s.sequence or not s.active:
        return None
    side = active_side(v.g, s)
    names = phases(v.g, s, side)
    return {
        "name": sequence_name(v, s),
        "cells": [v.word("phase", name) for name in names],
        "at": names.index(phase_now(s)),
        "markers": [],
    }


def sequence_name(v: Voice, s: Position) -> str:
    sequence = v.word("sequence", SEQUENCES[s.sequence])
    side = v.owner(active_side(v.g, s))
    name = v("sequence name", side=side, sequence=sequence, formations=v.formations(members(s.active)))
    return name[:1].upper() + name[1:]


# -- a combat ---------------------------------------------------------------------------------------------------------


def fight(s: Position) -> Fighting | Advancing | None:
    """The combat, the Overrun or the advance after a combat that is going on; an advance after a refusal is none."""
    kinds = Fighting if phase_now(s) == "refusal" else (Fighting, Advancing)
    return next((frame for frame in reversed(s.stack) if isinstance(frame, kinds)), None)


def stage_now(s: Position, frame: Fighting | Advancing) -> str:
    if isinstance(frame, Advancing):
        return "advance"
    if isinstance(s.stack[-1], (battle.CombatRoll, overrun.OverrunRoll)):
        return "die"
    if isinstance(s.stack[-1], SendingAir):
        return "air"
    at = frame.stage - 1
    return OVERRUN_STAGES[overrun.STAGES[at]] if isinstance(frame, Overrunning) else STAGES[battle.STAGES[at]]


def combat_track(v: Voice, s: Position) -> Track | None:
    """The stages of the combat or Overrun under way."""
    frame = fight(s)
    if frame is None:
        return None
    names = OVERRUN if isinstance(frame, Overrunning) else COMBAT
    key = "overrun at" if isinstance(frame, Overrunning) else "combat at"
    return {
        "name": v(key, hex=v.hex(frame.hex), more=len(s.attacks)),
        "cells": [v.word("stage", name) for name in names],
        "at": names.index(stage_now(s, frame)),
        "markers": [],
    }


# -- in one line ------------------------------------------------------------------------------------------------------


def told_by_stack(v: Voice, sight: Sight[Position]) -> tuple[object, ...]:
    """The facts in phase and tracks about the Sequence and the present steps."""
    s = sight.position
    frame = fight(s)
    steps = (s.sequence, *[frame.step for frame in s.stack])
    return steps if frame is None else (steps, isinstance(frame, Overrunning), frame.hex, stage_now(s, frame))


@drawn_from(told_by_stack, "active", "result")
def phase(v: Voice, s: Position) -> str:
    """The segment, Sequence, phase and stage of a combat."""
    if s.result:
        return v.word("phase", "over")
    if not s.sequence or not s.active:
        names = (STRATEGIC[frame.step] for frame in reversed(s.stack) if frame.step in STRATEGIC)
        return v.word("phase", next(names, "operations"))
    text = v("sequence and phase", sequence=sequence_name(v, s), phase=v.word("phase", phase_now(s)))
    frame = fight(s)
    if frame is None:
        return text
    return v("and combat", phase=text, hex=v.hex(frame.hex), stage=v.word("stage", stage_now(s, frame)))
