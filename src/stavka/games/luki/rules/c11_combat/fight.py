"""The frame of a combat: what its steps hand on to each other. A combat inside a random event has its own."""

from __future__ import annotations

from typing import Final

from stavka.engine.state import Frame
from stavka.games.luki.state import Position

FIGHT: Final = "combat"

# Places in the frame, after its name: the attacking side, the mode of its phase, the hex attacked, the units of both
# sides (attackers first), the units whose stacks have been shown, the step that comes next, the TPVs, the chits drawn
# and played, the units halved by chits, the dice (0: none rolled), the hits of both sides, the units that have lost a
# step (one entry a step), how many hexes the defender has retreated, whether the attacker may advance.
(
    SIDE,
    MODE,
    TARGET,
    ATTACKERS,
    DEFENDERS,
    SHOWN,
    STAGE,
    TPV,
    DRAWN,
    PLAYED,
    HALVED,
    DICE,
    HITS,
    LOST,
    RETREATED,
    REFUSED,
) = range(1, 17)


def new_fight(side: int, mode: int, hex_: int, attackers: int, defenders: int, shown: int) -> Frame:
    return [FIGHT, side, mode, hex_, attackers, defenders, shown, 0, [0, 0], [0, 0], [0, 0], 0, 0, [0, 0], [], 0, 0]


def fight_of(s: Position) -> Frame:
    """The combat that is being fought: the uppermost one."""
    return next(frame for frame in reversed(s.stack) if frame[0] == FIGHT)


def role(fight: Frame, side: int) -> int:
    """0 for the attacking side, 1 for the defending one: where its values are in the frame's pairs."""
    return 0 if fight[SIDE] == side else 1


def force(fight: Frame, side: int) -> int:
    """The units of a side that take part."""
    units: int = fight[ATTACKERS] if fight[SIDE] == side else fight[DEFENDERS]
    return units
