"""Rules 13.41 to 13.49: panzer regiments as battalions, Tiger battalions as companies."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOneSide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import NO_UNIT, Option, Unit, units_in
from stavka.engine.machine import OPTIONS, UNITS
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc
from stavka.games.zitadelle.state import ATTACHED, COMING, DUE, GERMAN, OFF, Position, lift, put, stack_load
from stavka.games.zitadelle.words import ask, because

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


# -- before set-up --------------------------------------------------------------------------------------------------


@fixed_frame("split_before")
class Splitting(Frame):
    """The exchange of regiments before set-up."""


class SplitBefore(ByOneSide["Zitadelle", Position, Splitting]):
    """Before set-up the German player replaces regiments by battalions, Tiger battalions by companies."""

    rule = "13.42a"
    decides = GERMAN
    free = UNITS | OPTIONS  # the German player sets up next

    def proceed(self, g: Zitadelle, s: Position, f: Splitting) -> bool:
        if self.units(g, s):
            return False
        s.stack.pop()
        return True

    def units(self, g: Zitadelle, s: Position) -> int:
        units = 0
        if g.uses(s, "panzer_battalions"):
            units |= g.split_regiments  # [13.42a]
        if g.uses(s, "tiger_companies"):
            units |= g.tiger_battalions  # [13.44]
        waiting = [unit for unit in units_in(units) if s.place[unit] == COMING]
        return sum(1 << unit for unit in waiting if starts(g, s, unit) or g.unit_enters(unit))

    def offer(self, g: Zitadelle, s: Position, f: Splitting) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s), options=g.DONE)

    def unit(self, g: Zitadelle, s: Position, f: Splitting, unit: Unit) -> None:
        s.place[unit] = OFF  # [13.42a]
        for part in g.parts[unit]:
            s.place[part] = COMING  # [13.42a, 13.45a]
        rule = "13.44" if g.tiger_battalions >> unit & 1 else "13.42a"
        s.tell("split", (rule,), unit=unit, units=sum(1 << part for part in g.parts[unit]))

    def option(self, g: Zitadelle, s: Position, f: Splitting, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Zitadelle, s: Position, f: Splitting) -> str:
        return ask("split before")

    def why(self, g: Zitadelle, s: Position, f: Splitting, seat: int, pick: Pick) -> Reason | None:
        return because("13.42a", "not split before") if pick[0] == UNIT else None


def starts(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether a unit is on the map at the start of this game."""
    whole = g.whole[unit] if g.whole[unit] >= 0 else unit
    return bool(g.zone[whole] or (s.model and g.model_units >> whole & 1))  # [11.21]


@fixed_frame("attach_tigers")
class AttachingTigers(Frame):
    """Tiger companies that are being attached."""


class AttachTigers(ByOneSide["Zitadelle", Position, AttachingTigers]):
    """Each Tiger company is attached to a regiment of its battalion's corps."""

    rule = "13.45b"
    decides = GERMAN

    def proceed(self, g: Zitadelle, s: Position, f: AttachingTigers) -> bool:
        if self.company(g, s) >= 0:
            return False
        s.stack.pop()
        return True

    def company(self, g: Zitadelle, s: Position) -> Unit:
        """The next company that has yet to be attached and can be (Z20)."""
        waiting = (company for company in g.companies if s.place[company] == COMING)
        return next((company for company in waiting if self.hosts(g, s, company)), NO_UNIT)

    def hosts(self, g: Zitadelle, s: Position, company: int) -> int:
        corps = g.formation[g.whole[company]]
        return sum(
            1 << unit
            for unit in units_in(g.regiments & ~s.tigers)  # [13.45c]
            if s.place[unit] >= 0 and g.formation[unit] == corps  # [13.45b]
        )

    def free_picks(self, g: Zitadelle, s: Position, f: AttachingTigers, offer: Offer) -> Offer:
        """The picks that can be taken back: a company that has two regiments to choose from keeps one, whatever the
        company before it takes."""
        now = self.company(g, s)
        others = (company for company in g.companies if company != now and s.place[company] == COMING)
        return offer.only(UNITS if any(self.hosts(g, s, company).bit_count() > 1 for company in others) else 0)

    def offer(self, g: Zitadelle, s: Position, f: AttachingTigers) -> Offer:
        return Offer(self.seat(g, s, f), units=self.hosts(g, s, self.company(g, s)))

    def unit(self, g: Zitadelle, s: Position, f: AttachingTigers, unit: Unit) -> None:
        company = self.company(g, s)
        s.place[company] = ATTACHED  # [13.46c]
        s.hosts[g.companies.index(company)] = unit  # [13.45b]
        s.tigers |= 1 << unit
        s.hard_zones[GERMAN] = -1
        s.forget()
        s.tell("tigers attached", ("13.45b",), unit=company, host=unit)

    def prompt(self, g: Zitadelle, s: Position, f: AttachingTigers) -> str:
        return ask("attach tigers", unit=g.labels[self.company(g, s)])

    def why(self, g: Zitadelle, s: Position, f: AttachingTigers, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if s.tigers >> unit & 1:
            return because("13.45c", "one company a regiment")
        if not g.regiments >> unit & 1 or s.place[unit] < 0:
            return because("13.45b", "tigers need a regiment")
        return because("13.45b", "tigers of other corps")


# -- in play --------------------------------------------------------------------------------------------------------


def may_reorganise(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether a unit may be split or recombined: it is not disrupted or in a Soviet ZOC, and has no Tigers attached."""
    free = not enemy_zoc(g, s, GERMAN) >> s.place[unit] & 1  # [13.43c]
    return bool(free and not (s.disrupted | s.tigers) >> unit & 1)  # [13.43c, 13.49]


def can_split(g: Zitadelle, s: Position, regiment: Unit) -> bool:
    return s.place[regiment] >= 0 and may_reorganise(g, s, regiment) and bool(spare(g, s, regiment))  # [13.43a]


def spare(g: Zitadelle, s: Position, regiment: Unit) -> list[Unit]:
    """Battalions that can stand in for a regiment; one with a single step left needs only one of them (U51)."""
    parts = [part for part in g.parts[regiment] if s.place[part] == OFF]
    return parts if len(parts) >= s.steps[regiment] else []


def can_combine(g: Zitadelle, s: Position, battalion: Unit) -> bool:
    """Whether a battalion can recombine: with its twin in the same hex, or alone, as a reduced regiment, if the twin is
    lost (U51)."""
    here = s.place[battalion]
    if here < 0 or not may_reorganise(g, s, battalion):
        return False
    if any(s.place[part] in (COMING, DUE) for part in g.parts[g.whole[battalion]]):  # the other is still to come
        return False
    twins = [part for part in g.parts[g.whole[battalion]] if s.place[part] >= 0]
    if any(s.place[twin] != here or not may_reorganise(g, s, twin) for twin in twins):  # [13.43a, 13.43b]
        return False
    load = stack_load(g, s.at[here]) - stack_load(g, sum(1 << twin for twin in twins))
    return load + g.regiment_thirds <= g.stack_limit  # [5.11a]


@frame("organise")
class Organising(Frame):
    """The exchange of regiments in play."""

    exchanged: int = 0  # regiments that have been split or recombined


class Organise(ByOneSide["Zitadelle", Position, Organising]):
    """At the start of the German Movement Phase the German player splits and recombines, each regiment once."""

    rule = "13.43a"
    decides = GERMAN

    def proceed(self, g: Zitadelle, s: Position, f: Organising) -> bool:
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Zitadelle, s: Position, f: Organising) -> int:
        units = 0
        for regiment in units_in(g.split_regiments & ~f.exchanged):
            if s.place[regiment] >= 0:
                units |= can_split(g, s, regiment) << regiment
            elif s.place[regiment] == OFF:
                for part in g.parts[regiment]:
                    units |= can_combine(g, s, part) << part
        return units

    def free_picks(self, g: Zitadelle, s: Position, f: Organising, offer: Offer) -> Offer:
        """The picks that can be taken back: a regiment that can be split can still be split after another has been
        exchanged."""
        fit = (unit for unit in units_in(g.split_regiments & ~f.exchanged) if can_split(g, s, unit))
        return offer.only(UNITS if len(list(islice(fit, 2))) == 2 else 0)

    def offer(self, g: Zitadelle, s: Position, f: Organising) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=g.DONE)  # [13.43a]

    def unit(self, g: Zitadelle, s: Position, f: Organising, unit: Unit) -> None:
        if g.split_regiments >> unit & 1:
            f.exchanged |= 1 << unit
            if s.steps[unit] == 1 and len(spare(g, s, unit)) > 1:
                s.stack.append(Replacing(unit))
            else:
                split(g, s, unit, spare(g, s, unit))
        else:
            f.exchanged |= 1 << g.whole[unit]
            combine(g, s, g.whole[unit])

    def option(self, g: Zitadelle, s: Position, f: Organising, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Zitadelle, s: Position, f: Organising) -> str:
        return ask("organise")

    def why(self, g: Zitadelle, s: Position, f: Organising, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if not (g.split_regiments | g.panzer_battalions) >> unit & 1 or s.place[unit] < 0:
            return because("13.43a", "no panzer unit")
        if f.exchanged & (1 << unit | 1 << max(g.whole[unit], 0)):
            return because("13.43a", "exchanged already")
        if s.tigers >> unit & 1:
            return because("13.49", "has tigers")
        if not may_reorganise(g, s, unit):
            return because("13.43c", "not free to reorganise")
        return because("13.43b", "twin elsewhere")


@fixed_frame("which")
class Replacing(Frame):
    """A reduced regiment that is being split."""

    regiment: Unit


class Which(ByOneSide["Zitadelle", Position, Replacing]):
    """Choose the battalion that replaces a reduced regiment."""

    rule = "13.43a"
    decides = GERMAN

    def offer(self, g: Zitadelle, s: Position, f: Replacing) -> Offer:
        return Offer(self.seat(g, s, f), units=sum(1 << part for part in spare(g, s, f.regiment)))

    def unit(self, g: Zitadelle, s: Position, f: Replacing, unit: Unit) -> None:
        s.stack.pop()
        split(g, s, f.regiment, [unit])

    def prompt(self, g: Zitadelle, s: Position, f: Replacing) -> str:
        return ask("which", unit=g.labels[f.regiment])

    def why(self, g: Zitadelle, s: Position, f: Replacing, seat: int, pick: Pick) -> Reason | None:
        return because("13.43b", "not of this regiment") if pick[0] == UNIT else None


def split(g: Zitadelle, s: Position, regiment: Unit, parts: list[Unit]) -> None:
    here = s.place[regiment]
    lift(g, s, regiment, OFF)  # [13.43a]
    taken = parts[: s.steps[regiment]]
    for part in taken:
        s.steps[part] = g.full_steps[part]
        put(g, s, part, here)  # [13.43a]
    s.tell("split", ("13.43a",), unit=regiment, units=sum(1 << part for part in taken))


def combine(g: Zitadelle, s: Position, regiment: Unit) -> None:
    parts = [part for part in g.parts[regiment] if s.place[part] >= 0]
    here = s.place[parts[0]]
    for part in parts:
        lift(g, s, part, OFF)  # [13.43a]
    s.steps[regiment] = len(parts)
    put(g, s, regiment, here)  # [13.43a]
    s.tell("combined", ("13.43a",), unit=regiment)
