"""Chapter 11.71: the defender's division of hits, and retreat after combat (U78)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c02_components.losses import Losing, survivors
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c06_supply.supply_lines import nearness
from stavka.games.luki.rules.c08_stacking import RemovingExcess, has_room, rooms
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import Position, move
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


# -- where to -------------------------------------------------------------------------------------------------------


def permitted(g: Luki, s: Position, units: int, hex_: Hex, fled: int, *, last: bool) -> int:
    """The hexes to which units may retreat from a hex. `fled`: the attacked hex; `last`: they will end there."""
    side = g.side[last_unit(units)]
    hexes: int = g.near[hex_] & ~s.occupied[1 - side] & ~(1 << fled)  # [11.711b]
    if last:
        return rooms(g, s, units, hexes)  # [11.711b]
    return hexes & ~g.across[hex_]  # [11.711e]


def homeward(g: Luki, s: Position, side: Side, hex_: Hex, hexes: int) -> int:
    """The permitted hexes that agree with the direction of retreat (U32)."""
    zone = enemy_zoc(g, s, side)
    levels = nearness(g, s, side)
    nearer = 0
    for level in levels:
        if level >> hex_ & 1:
            break
        nearer |= level
    if not levels:
        nearer = -1  # without a source everything leads home
    free = hexes & nearer & ~zone
    if free:
        return free  # [11.711a]
    sideways = next((level & hexes & ~zone for level in levels if level & hexes & ~zone), 0)
    found = hexes & nearer | sideways  # [11.711a, 11.711c]
    return found or hexes  # [11.711d]


def choices(g: Luki, s: Position, unit: Unit, *, last: bool) -> int:
    """The hexes into which a unit may retreat next."""
    fight, here = fight_of(s), s.place[unit]
    hexes = permitted(g, s, 1 << unit, here, fight.hex, last=last)
    return homeward(g, s, g.side[unit], here, hexes)


def can_all(g: Luki, s: Position, units: int, *, last: bool, taken: tuple[tuple[int, int], ...] = ()) -> bool:
    """Whether every one of the units finds a hex, with room for those that went before (hex, units)."""
    if not units:
        return True
    unit = last_unit(units)
    hexes, rest = choices(g, s, unit, last=last), units & ~(1 << unit)
    if not last:
        return bool(hexes) and can_all(g, s, rest, last=False)
    for hex_ in hexes_in(hexes):
        there = sum(1 << other for other, where in taken if where == hex_)
        if has_room(g, s, there | 1 << unit, hex_) and can_all(g, s, rest, last=True, taken=(*taken, (unit, hex_))):
            return True
    return False


def limit(g: Luki, s: Position, units: int) -> int:
    """How many hexes a force may retreat: as far as all its units may."""
    if units & g.stationary:  # [11.71k]
        return 0
    fit = all(g.motorized >> unit & 1 and not s.kessel[unit] for unit in units_in(units))  # [11.71b, 11.71c, 11.71g]
    return g.retreat_motorized if fit else g.retreat_foot  # [11.71b, 11.71c]


def can_retreat(g: Luki, s: Position, units: int, hexes: int) -> bool:
    """Whether a force can enter the first hex of a retreat of this length."""
    return limit(g, s, units) >= hexes and can_all(g, s, units, last=hexes == 1)  # [11.71g]


# -- how hits are taken ---------------------------------------------------------------------------------------------


def must_retreat(fight: Fight) -> bool:
    """Whether a defender outside a city has more hits than units."""
    return bool(fight.hits[1] > fight.defenders.bit_count())  # [11.71i]


def take_hits(g: Luki, s: Position, fight: Fight) -> None:
    """The defender decides how many hits become hexes of retreat, takes the others, and goes."""
    units, hits = fight.defenders, fight.hits[1]
    if g.cities >> fight.hex & 1:  # [11.614d, 11.71l]
        lose(s, fight, hits)
        return
    most = min(limit(g, s, units), hits)  # [11.71f]
    ways = [n for n in range(1, most + 1) if may_come_off(g, s, units, n, hits)]  # [11.71e]
    if must_retreat(fight):
        if not ways:
            lose(s, fight, hits + g.retreat_extra_loss)  # [11.71k]
            return
    else:
        ways = [0, *ways]  # [11.71e]
    s.stack.append(Absorbing(ways))


def may_come_off(g: Luki, s: Position, units: int, hexes: int, hits: int) -> bool:
    """Whether a retreat may be possible once the other hits have been taken: fewer units need less room (U78)."""
    if can_retreat(g, s, units, hexes):
        return True
    fewer = any(s.steps[unit] <= hits - hexes for unit in units_in(units)) and limit(g, s, units) >= hexes
    return fewer and any(can_all(g, s, 1 << unit, last=hexes == 1) for unit in units_in(units))


def lose(s: Position, fight: Fight, hits: int) -> None:
    s.stack.append(Losing(1 - fight.side, fight.defenders, hits))  # [11.7b]


@frame("absorb")
class Absorbing(Frame):
    """A defender who divides the hits."""

    hexes: list[int]  # lengths of the retreat to choose from, in hexes


class Absorb(Step["Luki", Position, Absorbing]):
    """The defender fixes the length of the retreat."""

    rule = "11.71e"

    def seat(self, g: Luki, s: Position, f: Absorbing) -> int:
        return 1 - fight_of(s).side

    def proceed(self, g: Luki, s: Position, f: Absorbing) -> bool:
        if len(f.hexes) > 1:
            return False
        self.fix(g, s, f.hexes[0])
        return True

    def fix(self, g: Luki, s: Position, hexes: int) -> None:
        s.stack.pop()
        fight = fight_of(s)
        if hexes:
            s.stack.append(Retreating(hexes_left=hexes, hexes=hexes, gone=0, entered=[]))  # [11.71e]
        lose(s, fight, fight.hits[1] - hexes)  # [11.71e, 11.71i]

    def offer(self, g: Luki, s: Position, f: Absorbing) -> Offer:
        options = sum(g.RETREAT[number] for number in f.hexes)
        return Offer(self.seat(g, s, f), options=options)  # [11.71e, 11.71j]

    def option(self, g: Luki, s: Position, f: Absorbing, option: Option) -> None:
        self.fix(g, s, g.RETREAT.index(1 << option))

    def prompt(self, g: Luki, s: Position, f: Absorbing) -> str:
        return ask("absorb", hits=fight_of(s).hits[1])

    def why(self, g: Luki, s: Position, f: Absorbing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != OPTION or 1 << pick[1] not in g.RETREAT:
            return None
        fight = fight_of(s)
        number = g.RETREAT.index(1 << pick[1])
        if not number:
            return because("11.71i", "must retreat")
        if number > fight.hits[1]:
            return because("11.71e", "fewer hits")
        units = fight.defenders
        if number > limit(g, s, units):
            rule = "11.71k" if units & g.stationary else "11.71b" if units & ~g.motorized else "11.71c"
            return because(rule, "retreat limit")
        return because("11.711b", "no retreat")


@frame("retreat")
class Retreating(Frame):
    """A retreat after combat."""

    hexes_left: int
    hexes: int  # in all
    gone: int  # units that have gone this hex
    entered: list[Any]  # the EZOCs that units have entered: unit, hex, unit, hex ...


class Retreat(Step["Luki", Position, Retreating]):
    """The survivors retreat, hex by hex, one unit after the other."""

    rule = "11.711a"

    def seat(self, g: Luki, s: Position, f: Retreating) -> int:
        return 1 - fight_of(s).side

    def proceed(self, g: Luki, s: Position, f: Retreating) -> bool:
        fight = fight_of(s)
        units = survivors(s, fight.defenders)
        if not f.hexes_left or not units:
            s.stack.pop()
            return True
        left = units & ~f.gone
        if not left:
            self.next_hex(g, s, f)
            return True
        if not f.gone and not can_all(g, s, units, last=f.hexes_left == 1):
            self.fail(g, s, f)
            return True
        return self.only_hex(g, s, f, self.hexes(g, s, f, left))

    def next_hex(self, g: Luki, s: Position, f: Retreating) -> None:
        """End one hex of the retreat: units that have entered an EZOC lose a step."""
        fight = fight_of(s)
        fight.retreated += 1
        f.hexes_left -= 1
        entered, f.gone, f.entered = f.entered, 0, []
        for hex_ in sorted(set(entered[1::2])):
            stack = sum(1 << unit for unit, there in zip(entered[::2], entered[1::2], strict=True) if there == hex_)
            if not slips_through(g, s, stack, hex_):
                s.tell("retreat into zone", ("11.711c",), units=stack, hex=hex_)
                s.stack.append(Losing(1 - fight.side, stack, losses=1))  # [11.711c]

    def fail(self, g: Luki, s: Position, f: Retreating) -> None:
        """End a retreat that turns out to be impossible: its hits become step losses."""
        fight = fight_of(s)
        s.stack.pop()
        hits = f.hexes_left
        if f.hexes_left == f.hexes and must_retreat(fight):
            hits += g.retreat_extra_loss  # [11.71k]
        s.stack.append(RemovingExcess(1 - fight.side))  # [8.0b]
        lose(s, fight, hits)

    def hexes(self, g: Luki, s: Position, f: Retreating, left: int) -> int:
        """The hexes to which the next unit may go so that all others also find a hex."""
        unit, last = last_unit(left), f.hexes_left == 1
        hexes = choices(g, s, unit, last=last)
        rest = left & ~(1 << unit)
        if not rest or not last:
            return hexes
        return sum(1 << hex_ for hex_ in hexes_in(hexes) if can_all(g, s, rest, last=last, taken=((unit, hex_),)))

    def next(self, s: Position, f: Retreating) -> Unit:
        left = survivors(s, fight_of(s).defenders) & ~f.gone
        return last_unit(left)

    def offer(self, g: Luki, s: Position, f: Retreating) -> Offer:
        fight = fight_of(s)
        left = survivors(s, fight.defenders) & ~f.gone
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f, left))  # [11.71h, 11.711a]

    def hex(self, g: Luki, s: Position, f: Retreating, hex_: Hex) -> None:
        unit = self.next(s, f)
        here = s.place[unit]
        f.gone |= 1 << unit  # [11.71g]
        s.tell("retreats", ("11.71e",), units=1 << unit, path=[here, hex_])
        move(g, s, unit, hex_)  # [11.71d, 11.71e]
        garrison.relieve(g, s, unit)
        if enemy_zoc(g, s, g.side[unit]) >> hex_ & 1:  # [11.711c]
            f.entered += [unit, hex_]

    def prompt(self, g: Luki, s: Position, f: Retreating) -> str:
        return ask("retreat", unit=g.labels[self.next(s, f)])

    def why(self, g: Luki, s: Position, f: Retreating, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return because("11.71g", "one after the other")
        return why_not_there(g, s, f, self.next(s, f), pick[1]) if pick[0] == HEX else None


def why_not_there(g: Luki, s: Position, f: Retreating, unit: Unit, hex_: Hex) -> Reason:
    here, side = s.place[unit], g.side[unit]
    if not g.near[here] >> hex_ & 1:
        return because("11.71e", "hex by hex")
    if s.occupied[1 - side] >> hex_ & 1:
        return because("11.711b", "enemy there")
    if f.hexes_left > 1 and g.across[here] >> hex_ & 1:
        return because("11.711e", "lowat last")
    if f.hexes_left == 1 and not has_room(g, s, 1 << unit, hex_):
        return because("11.711b", "stack full")
    return because("11.711a", "not homeward")


def slips_through(g: Luki, s: Position, units: int, hex_: Hex) -> bool:
    """Whether a stack of ski troops retreats into a zone that no enemy ski troops exert."""
    if units & ~g.ski:  # [13.22]
        return False
    side = g.side[last_unit(units)]
    skiers = g.ski & g.exerts & g.side_units[1 - side]
    return not any(s.at[near] & skiers for near in hexes_in(g.near[hex_] & s.occupied[1 - side]))  # [13.22]
