"""The smallest game with everything that the engine supports: secret choices made at the same time, moves on a map,
dice, something hidden, a log of which each seat reads only a part.

Three rounds. In each both players choose `low` or `high` in secret; equal choices are shown and made again. Whoever
chose `high` then walks his piece hex by hex, as often as he likes, and a die is added to his score. What he finds in a
hex (`left` or `right` pocket) is his secret."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from stavka.engine.agent import Sight
from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Unit
from stavka.engine.machine import Game, Step, steps_by_name
from stavka.engine.offer import CHANCE, DIE, HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.state import Event, Json, State
from stavka.engine.words import ENGLISH
from stavka.hexes import Grid, GridSpec, Hex

LOW, HIGH, DONE, LEFT, RIGHT = map(Option, range(5))
ROUNDS: Final = 3


class Table(State):
    __slots__ = ("place", "pockets", "round", "score")

    place: list[int]
    pockets: list[list[int]]  # the contents of each seat's left and right pocket: secret
    score: list[int]
    round: int

    def clone(self) -> Table:
        return from_json(self.to_json())

    def to_json(self) -> Json:
        names = ("place", "score", "round", "result")
        plain: Json = {name: getattr(self, name) for name in names}
        plain["place"], plain["score"] = self.place[:], self.score[:]
        return plain | {"pockets": [pair[:] for pair in self.pockets], "stack": [each.to_list() for each in self.stack]}


def from_json(data: Json) -> Table:
    s = Table()
    s.place, s.score, s.round, s.result = data["place"][:], data["score"][:], data["round"], data["result"]
    s.pockets = [pair[:] for pair in data["pockets"]]
    s.stack = [STEPS[frame[0]].frame.from_list(frame) for frame in data["stack"]]
    s.events, s.revealed = None, 0
    return s


@frame("rounds")
class Playing(Frame):
    pass


class Rounds(Step["Toy", Table, Playing]):
    """The rounds, one after the other."""

    rule = "1"

    def proceed(self, g: Toy, s: Table, f: Playing) -> bool:
        s.round += 1
        if s.round > ROUNDS:
            s.result = "north" if s.score[0] > s.score[1] else "south"
        s.stack.append(Choosing([-1, -1]))
        return True


@frame("choose")
class Choosing(Frame):
    choices: list[int]  # by seat, -1 until the seat has chosen


class Choose(Step["Toy", Table, Choosing]):
    """Both choose in secret."""

    rule = "2"

    def seats(self, g: Toy, s: Table, f: Choosing) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if f.choices[seat] < 0)

    def offers(self, g: Toy, s: Table, f: Choosing) -> tuple[Offer, ...]:
        return tuple(Offer(seat, options=1 << LOW | 1 << HIGH) for seat in self.seats(g, s, f))

    def pick(self, g: Toy, s: Table, f: Choosing, seat: int, pick: Pick) -> None:
        f.choices[seat] = pick[1]
        if min(f.choices) < 0:
            return
        s.tell("choices", ("2",), choices=f.choices)
        if f.choices[0] == f.choices[1]:
            f.choices = [-1, -1]
            return
        s.stack.pop()
        s.stack.append(Walking(f.choices.index(HIGH)))

    def prompt(self, g: Toy, s: Table, f: Choosing) -> str:
        return "Low or high?"


@frame("walk")
class Walking(Frame):
    seat: int


class Walk(Step["Toy", Table, Walking]):
    """The winner walks his piece."""

    rule = "3"

    def seat(self, g: Toy, s: Table, f: Walking) -> int:
        return f.seat

    def offer(self, g: Toy, s: Table, f: Walking) -> Offer:
        near = sum(1 << n for n in g.grid.neighbours[Hex(s.place[f.seat])] if n >= 0)
        return Offer(f.seat, units=1 << f.seat, hexes=near, options=1 << DONE)

    def hex(self, g: Toy, s: Table, f: Walking, hex_: Hex) -> None:
        s.place[f.seat] = hex_
        s.tell("walks", ("3",), unit=f.seat, hex=hex_)

    def unit(self, g: Toy, s: Table, f: Walking, unit: Unit) -> None:
        s.stack.append(Finding(f.seat))

    def option(self, g: Toy, s: Table, f: Walking, option: Option) -> None:
        s.stack.pop()
        s.stack.append(Throwing(f.seat))

    def why(self, g: Toy, s: Table, f: Walking, seat: int, pick: Pick) -> Reason | None:
        return Reason("3", "That hex is not next to your piece.") if pick[0] == HEX else None


@frame("find")
class Finding(Frame):
    seat: int


class Find(Step["Toy", Table, Finding]):
    """He puts away what he has found."""

    rule = "4"

    def seat(self, g: Toy, s: Table, f: Finding) -> int:
        return f.seat

    def offer(self, g: Toy, s: Table, f: Finding) -> Offer:
        return Offer(f.seat, options=1 << LEFT | 1 << RIGHT)

    def option(self, g: Toy, s: Table, f: Finding, option: Option) -> None:
        s.stack.pop()
        s.pockets[f.seat][option - LEFT] += 1
        s.tell("pockets", ("4",), seats=(f.seat,), option=option)
        s.tell("finds", ("4",))


@frame("die")
class Throwing(Frame):
    seat: int


class Die(ByDice["Toy", Table, Throwing]):
    """A die is added to his score."""

    rule = "5"

    def offer(self, g: Toy, s: Table, f: Throwing) -> Offer:
        return Offer(CHANCE, chance=DIE)

    def roll(self, g: Toy, s: Table, f: Throwing, outcome: int) -> None:
        s.stack.pop()
        s.score[f.seat] += outcome + 1
        s.tell("rolls", ("5",), face=outcome + 1)


STEPS: Final = steps_by_name(Rounds(), Choose(), Walk(), Find(), Die())


class ToySight(Sight[Table]):
    def __init__(self, g: Toy, s: Table, seat: int | None) -> None:
        self.g, self.seat = g, seat
        self.position = redacted(s, seat)
        self.found = {other: sum(s.pockets[other]) for other in (0, 1) if other != seat}

    def sample(self, rng: Random) -> Table:
        s = self.position.clone()
        for seat, found in self.found.items():
            deal(s, seat, found, rng)
        return s


def redacted(s: Table, seat: int | None) -> Table:
    seen = s.clone()
    seen.pockets = [pair if i == seat else [0, 0] for i, pair in enumerate(seen.pockets)]
    for each in seen.stack:
        if isinstance(each, Choosing):
            each.choices = [choice if i == seat else -1 for i, choice in enumerate(each.choices)]
    return seen


def deal(s: Table, seat: int, found: int, rng: Random) -> Table:
    s.pockets[seat][0] = rng.randint(0, found)
    s.pockets[seat][1] = found - s.pockets[seat][0]
    return s


class Toy(Game[Table]):
    key = "toy"
    title = "Toy"
    sides = ("north", "south")
    steps = STEPS
    end_rule = "1"
    data_hash = "0123456789abcdef"
    rules_hash = "fedcba9876543210"

    def __init__(self) -> None:
        self.grid = Grid(GridSpec(3, 3))
        self.unit_ids = ("ann", "bob")
        self.option_names = ("low", "high", "done", "left", "right")
        self.index_names()

    def new(self, scenario: str, options: Mapping[str, Any] | None = None) -> Table:
        if scenario != "plain":
            raise ValueError(f"no scenario {scenario!r}; there is plain")
        if options:
            raise ValueError(f"option {min(options)}: there are none")
        s = Table()
        s.place, s.score, s.round, s.result = [self.grid.index("0101"), self.grid.index("0303")], [0, 0], 0, ""
        s.pockets = [[0, 0], [0, 0]]
        s.stack, s.events, s.revealed = [Playing()], None, 0
        return self.begin(s)

    def from_json(self, data: Json) -> Table:
        return from_json(data)

    def view(self, s: Table, seat: int | None) -> Json:
        state = redacted(s, seat).to_json()
        found = [sum(pair) for pair in s.pockets]
        offer = None if seat is None else self.offer(s, seat)
        return {
            "seat": seat,
            "state": state,
            "found": found,
            "offer": None if offer is None else list(map(list, offer)),
        }

    def see(self, s: Table, seat: int | None) -> Sight[Table]:
        return ToySight(self, s, seat)

    def sample_state(self, view: Json, rng: Random) -> Table:
        s = from_json(view["state"])
        for seat in (0, 1):
            if seat != view["seat"]:
                deal(s, seat, view["found"][seat], rng)
        return s

    def say(self, s: Table, event: Event, lang: str = ENGLISH, *, is_own: bool = True) -> str:
        return f"{event.name} {event.values}"


TOY: Final = Toy()


def any_pick(offer: Offer, rng: Random) -> Pick:
    return rng.choice(list(offer))


__all__ = [
    "DONE",
    "HEX",
    "HIGH",
    "LEFT",
    "LOW",
    "OPTION",
    "RIGHT",
    "TOY",
    "UNIT",
    "Choose",
    "Find",
    "Table",
    "Toy",
    "any_pick",
]
