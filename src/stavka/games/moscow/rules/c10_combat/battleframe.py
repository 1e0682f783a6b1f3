"""The frame of a combat or an Overrun: what stands where in it, and how the steps on top of it find it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.state import Frame
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.files import Force, Result
from stavka.games.moscow.state import MOBILE, Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

STAGE, PLACE, UNITS, TABLE, LEAD_A, LEAD_D = range(1, 7)
AIR: Final = 7  # coordinated air units of the Attacker, then of the Defender
GUNS: Final = 9  # guns designated by the Attacker, then by the Defender
BAND: Final = 11  # how the artillery check of each went: FULL, HALF, NONE
UNCOORDINATED, HELPED, LENT, ARKO = range(13, 17)
"""1 if ground units failed to coordinate; who has spent CPs for the Defender hex; Leaders that lent CPs; Arko or -1."""
RESULT, FORCE, DEFENDERS, ARRIVED, HELD = range(17, 22)
"""The result as numbers; who suffers it on either side; who had retreated into the hex; 1 under a No Retreat marker."""
ATTACKER, DEFENDER = range(2)
FULL, HALF, NONE = range(3)


def battle_frame(hex_: int, units: int, mobile: int, name: str = "battle") -> Frame:
    return [name, 0, hex_, units, mobile, -1, -1, 0, 0, 0, 0, FULL, FULL, 0, 0, 0, -1, [], 0, 0, 0, 0]


def side_of(g: Moscow, b: Frame, role: int) -> int:
    """The side that attacks, or the one that defends."""
    attacking = g.side_of_units(b[UNITS])  # [10.0a]
    return attacking if role == ATTACKER else 1 - attacking


def role_of(g: Moscow, b: Frame, side: int) -> int:
    return ATTACKER if side_of(g, b, ATTACKER) == side else DEFENDER


def battle_under(s: Position) -> Frame:
    """The combat or Overrun that is going on."""
    return next(frame for frame in reversed(s.stack) if frame[0] in ("battle", "overrun"))


def coordination_drm(g: Moscow, s: Position, what: int) -> int:
    """The Combat Coordination Table; what: 0 for air, 1 for artillery, 2 for ground units."""
    weather = g.coordination[WEATHER_NAMES[s.weather]][what]  # [5.12, 5.13f, 10.4c]
    sequence = g.coordination["mobile" if s.sequence == MOBILE else "assault"][what]  # [7.21A6, 10.4c, 10.43e]
    return weather + sequence


def write_result(b: Frame, result: Result) -> None:
    b[RESULT] = [int(value) for force in result[:2] for value in force] + [int(result.red)]


def read_result(b: Frame) -> Result:
    values = b[RESULT]
    forces = [Force(v[0], bool(v[1]), bool(v[2]), bool(v[3])) for v in (values[:4], values[4:8])]
    return Result(forces[0], forces[1], bool(values[8]))
