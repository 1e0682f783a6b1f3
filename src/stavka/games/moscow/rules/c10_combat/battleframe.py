"""The frame of a combat or an Overrun, and how the steps on top of it find it."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import NO_UNIT, Side, Unit
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.files import Force, Result
from stavka.games.moscow.state import MOBILE, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

ATTACKER, DEFENDER = range(2)
"""Roles in a combat."""
FULL, HALF, NONE = range(3)
"""The results of an artillery check: the share of the guns' support that is left."""


@frame("battle")
class Fighting(Frame):
    """One combat. The forces of both sides are read by role: `b.guns(ATTACKER)`."""

    stage: int  # the next stage, see `battle.STAGES`
    hex: Hex  # the Defender hex
    units: int  # the attackers
    is_mobile: int  # 1: on the Mobile CRT, 0: on the Assault CRT
    attacker_lead: Unit = NO_UNIT  # Lead Units, -1 before they are named
    defender_lead: Unit = NO_UNIT
    attacker_air: int = 0  # air units that are sent, then those that coordinate
    defender_air: int = 0
    attacker_guns: int = 0  # artillery that is named
    defender_guns: int = 0
    attacker_band: int = FULL  # result of the artillery check
    defender_band: int = FULL
    is_uncoordinated: int = 0  # 1: ground units failed to coordinate
    helped: int = 0  # units that have spent CP for the Defender hex
    lent: int = 0  # Leaders that lent CP
    arko: Unit = NO_UNIT  # Arko if it is used, or -1
    result: list[int] = field(default_factory=list)  # as numbers, see `read_result`
    force: int = 0  # units of the Attacker that suffer it
    defenders: int = 0  # units of the Defender that suffer it
    arrived: int = 0  # units that had retreated into the hex
    is_held: int = 0  # 1: under a No Retreat marker

    def lead(self, role: int) -> Unit:
        return self.defender_lead if role else self.attacker_lead

    def set_lead(self, role: int, unit: Unit) -> None:
        if role:
            self.defender_lead = unit
        else:
            self.attacker_lead = unit

    def air(self, role: int) -> int:
        return self.defender_air if role else self.attacker_air

    def set_air(self, role: int, units: int) -> None:
        if role:
            self.defender_air = units
        else:
            self.attacker_air = units

    def guns(self, role: int) -> int:
        return self.defender_guns if role else self.attacker_guns

    def set_guns(self, role: int, units: int) -> None:
        if role:
            self.defender_guns = units
        else:
            self.attacker_guns = units

    def band(self, role: int) -> int:
        return self.defender_band if role else self.attacker_band

    def set_band(self, role: int, band: int) -> None:
        if role:
            self.defender_band = band
        else:
            self.attacker_band = band


@frame("overrun")
class Overrunning(Fighting):
    """One Overrun: a combat with fewer stages. The move is below it."""


def side_of(g: Moscow, b: Fighting, role: int) -> Side:
    """The side that attacks, or the one that defends."""
    attacking = g.side_of_units(b.units)  # [10.0a]
    return attacking if role == ATTACKER else 1 - attacking


def role_of(g: Moscow, b: Fighting, side: Side) -> int:
    return ATTACKER if side_of(g, b, ATTACKER) == side else DEFENDER


def battle_under(s: Position) -> Fighting:
    """The combat or Overrun that is going on."""
    return next(frame for frame in reversed(s.stack) if isinstance(frame, Fighting))


def coordination_drm(g: Moscow, s: Position, what: int) -> int:
    """The Combat Coordination Table; what: 0 for air, 1 for artillery, 2 for ground units."""
    weather = g.coordination[WEATHER_NAMES[s.weather]][what]  # [5.12, 5.13f, 10.4c]
    sequence = g.coordination["mobile" if s.sequence == MOBILE else "assault"][what]  # [7.21A6, 10.4c, 10.43e]
    return weather + sequence


def write_result(b: Fighting, result: Result) -> None:
    b.result = [int(value) for force in result[:2] for value in force] + [int(result.red)]


def read_result(b: Fighting) -> Result:
    values = b.result
    forces = [Force(v[0], bool(v[1]), bool(v[2]), bool(v[3])) for v in (values[:4], values[4:8])]
    return Result(forces[0], forces[1], bool(values[8]))
