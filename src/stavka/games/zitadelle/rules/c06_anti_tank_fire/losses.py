"""Chapter 6.6: step losses and eliminations, from any cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import NO_UNIT, Unit
from stavka.games.zitadelle.state import ELIMINATED, GERMAN, REMOVED, Position, lift

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def lose_step(g: Zitadelle, s: Position, unit: Unit) -> None:
    """Lose one step: flip the unit, or eliminate it. PM markers go down when `lower_morale` says so."""
    lose_tigers(g, s, unit)
    if s.steps[unit] > 1:
        s.steps[unit] -= 1  # [6.61b]
        s.hard_zones[g.side[unit]] = -1
        s.forget()
        if g.side[unit] == GERMAN:
            s.lost += 1  # [12.21a]
        s.tell("step lost", ("6.61b",), unit=unit, hex=s.place[unit])
    else:
        eliminate(g, s, unit)  # [6.61b, 6.62b]


def eliminate(g: Zitadelle, s: Position, unit: Unit) -> None:
    """A unit leaves the game for good."""
    lose_tigers(g, s, unit)
    s.tell("eliminated", ("6.62b",), unit=unit, hex=s.place[unit])
    lift(g, s, unit, ELIMINATED)
    if g.side[unit] == GERMAN:
        s.lost += s.steps[unit]  # [12.21a]
    s.steps[unit] = 0
    s.disrupted &= ~(1 << unit)
    s.fallen |= 1 << unit  # [7.73a]


def lose_tigers(g: Zitadelle, s: Position, host: Unit) -> None:
    """A Tiger company goes with the first step of its regiment; the last of a battalion is the battalion's end."""
    if not s.tigers >> host & 1:
        return
    place = list(s.hosts).index(host)
    company = g.companies[place]
    s.hosts[place] = NO_UNIT
    s.place[company] = REMOVED  # [13.47a]
    s.tigers &= ~(1 << host)  # [13.47a]
    s.hard_zones[g.side[host]] = -1
    s.forget()
    s.tell("tigers lost", ("13.47a",), unit=company, host=host)
    battalion = g.whole[company]
    if all(s.place[part] == REMOVED for part in g.parts[battalion]):  # [13.47b]
        s.lost += s.steps[battalion]  # [13.47b]
        s.steps[battalion] = 0
        s.place[battalion] = ELIMINATED
        s.fallen |= 1 << battalion  # [13.47b]
