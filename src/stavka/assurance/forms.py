"""The forms of the values in a situation. Each value is checked before it is used; a wrong one is refused with a
sentence that names the place and what was expected.

STEPS = Named(UNIT, WHOLE) STEPS.check(At(game, state), {"A": "two"}, "steps") # ValueError: steps A: expected a whole
number, found 'two'"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, ClassVar, Final, NamedTuple

MOST: Final = 60
"""The most words that a sentence lists."""


class At(NamedTuple):
    """The context of a value: the game, and the position if there is one already."""

    game: Any
    state: Any = None
    spec: Mapping[str, Any] = {}


class Form(ABC):
    """The form of a value: the check that it must pass."""

    holds: ClassVar[type | tuple[type, ...]] = (str, int, float)
    """The Python type of the value."""

    @abstractmethod
    def check(self, at: At, value: Any, where: str) -> None:
        """Check a value. ValueError if it does not have the form."""

    @abstractmethod
    def says(self, at: At) -> str:
        """The form in words: "a whole number"."""

    def parts(self) -> Iterable[Form]:
        """The forms of which this one is made."""
        return ()


def refuse(where: str, wanted: str, value: Any) -> ValueError:
    return ValueError(f"{where}: expected {wanted}, found {shown(value)}")


def shown(value: Any) -> str:
    """A value as it is written in the file, if it is short."""
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else plain(value)


def plain(value: Any) -> str:
    """A value as the file would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {plain(each)}' for key, each in value.items())} }}" if value else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(plain, value))}]"
    return str(value) if value != "" else '""'


def refuse_strange(where: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse an unknown word: it is a typing error, and must not pass."""
    there = sorted(set(known))
    for word in given:
        if word not in there:
            raise ValueError(f"{where}: no {word!r}; {meant(word, there)}")


def meant(word: str, known: Collection[str]) -> str:
    """The known words, or the nearest one if they are too many."""
    if len(known) <= MOST:
        return f"there are {', '.join(known)}" if known else "there are none"
    near = get_close_matches(word, known, 1)
    return f"did you mean {near[0]}?" if near else f"the game has {len(known)} others"


# -- single values ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Is(Form):
    """The form of a single value."""

    what: str
    fits: Callable[[Any], bool]

    def check(self, at: At, value: Any, where: str) -> None:
        if not self.fits(value):
            raise refuse(where, self.what, value)

    def says(self, at: At) -> str:
        return self.what


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def whole(low: int, high: int) -> Form:
    return Is(f"a whole number from {low} to {high}", lambda value: is_whole(value) and low <= value <= high)


def text_like(pattern: str, what: str) -> Form:
    wanted = re.compile(pattern)
    return Is(what, lambda value: isinstance(value, str) and wanted.fullmatch(value) is not None)


WHOLE: Final = Is("a whole number", is_whole)
COUNT: Final = Is("a whole number of 0 or more", lambda value: is_whole(value) and value >= 0)
SMALL: Final = whole(0, 255)
"""A number that fits in a column of counts."""
NUMBER: Final = Is("a number", lambda value: is_whole(value) or isinstance(value, float))
TRUTH: Final = Is("true or false", lambda value: isinstance(value, bool))
ANY_TEXT: Final = Is("a text", lambda value: isinstance(value, str))
TEXT: Final = Is("a text", lambda value: isinstance(value, str) and bool(value.strip()))
RATIO: Final = text_like(r"[1-9]\d{0,3}:[1-9]\d{0,3}", "two strengths above 0, such as 7:3")


@dataclass(frozen=True)
class Turn(Form):
    """A turn of the scenario, counted from 1."""

    default: Callable[[At], str | None] = lambda at: None
    """The scenario if none is named; None: the one that lasts longest."""

    def check(self, at: At, value: Any, where: str) -> None:
        if not is_whole(value) or not 1 <= value <= self.last(at):
            raise refuse(where, f"a turn from 1 to {self.last(at)}", value)

    def last(self, at: At) -> int:
        wanted = at.spec.get("scenario", self.default(at))
        turns: list[int] = [s.turns for s in at.game.files.scenarios.scenario if wanted in (None, s.id)]
        return max(turns, default=0)

    def says(self, at: At) -> str:
        return "a turn of the scenario"


TURN: Final = Turn()


@dataclass(frozen=True)
class Word(Form):
    """One of the words that the game has."""

    what: str
    known: Callable[[At], Collection[str]]
    of_position: bool = False
    """Whether the words depend on the position."""

    def check(self, at: At, value: Any, where: str) -> None:
        known = self.known(at)
        if not isinstance(value, str):
            raise refuse(where, self.what, value)
        if value not in known:
            raise ValueError(
                f"{where}: no {self.what.removeprefix('a ').removeprefix('an ')} {value!r}; {meant(value, list(known))}"
            )

    def says(self, at: At) -> str:
        return self.what


def one_of(*words: str) -> Form:
    """The form of a value that is one of these words."""
    return Is(" or ".join(filter(None, (", ".join(words[:-1]), words[-1]))) or '""', lambda value: value in words)


UNIT: Final = Word("a unit", lambda at: at.game.unit_ids)
SIDE: Final = Word("a side", lambda at: at.game.sides)
STEP: Final = Word("a step", lambda at: at.game.steps)
RULE: Final = Word("a rule", lambda at: at.game.catalogue.rules)
EVENT: Final = Word("an event", lambda at: at.game.words.tables("en")["event"])
SCENARIO: Final = Word("a scenario", lambda at: [item.id for item in at.game.files.scenarios.scenario])
OPTION: Final = Word("an option", lambda at: [item.id for item in at.game.files.scenarios.option])
PLACE_NAME: Final = Word("a named place", lambda at: list(at.game.place_names.values()))


class Hex(Form):
    """The printed number of a hex of the map."""

    def check(self, at: At, value: Any, where: str) -> None:
        if not isinstance(value, str):
            raise refuse(where, "a hex number in quotation marks", value)
        try:
            at.game.grid.index(value)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None

    def says(self, at: At) -> str:
        return "a hex number"


HEX: Final = Hex()


@dataclass(frozen=True)
class Chain(Form):
    """Hexes each adjacent to the one before: "0101-0102-0103", "0102/0103"; with `behind`, one of the two after a >."""

    sign: str
    most: int = 999
    behind: bool = False

    def check(self, at: At, value: Any, where: str) -> None:
        if not isinstance(value, str):
            raise refuse(where, self.says(at), value)
        text, sign, end = value.partition(">")
        hexes = text.split(self.sign)
        if not 2 <= len(hexes) <= self.most or bool(sign) != self.behind or (sign and end not in hexes):
            raise refuse(where, self.says(at), value)
        for number in hexes:
            HEX.check(at, number, f"{where} {value!r}")
        grid = at.game.grid
        for one, other in pairwise(hexes):
            if grid.index(other) not in grid.neighbours[grid.index(one)]:
                raise ValueError(f"{where} {value!r}: {one} and {other} are not neighbours")

    def says(self, at: At) -> str:
        if self.behind:
            return "a hexside and one of its hexes, such as 0102/0103>0103"
        return "a hexside such as 0102/0103" if self.most == 2 else "neighbouring hexes such as 0101-0102-0103"


HEXSIDE: Final = Chain("/", 2)
COVERED_SIDE: Final = Chain("/", 2, behind=True)
ROAD: Final = Chain("-")


class Placed(Form):
    """A unit that is on the map."""

    def check(self, at: At, value: Any, where: str) -> None:
        UNIT.check(at, value, where)
        if at.state.place[at.game.unit_index(value)] < 0:
            raise ValueError(f"{where}: {value} is not on the map")

    def says(self, at: At) -> str:
        return "a unit on the map"


PLACED: Final = Placed()


@dataclass(frozen=True)
class Followed(Form):
    """A name, or a name and one of these words: "A", "A reacting"."""

    form: Form
    words: tuple[str, ...]

    def check(self, at: At, value: Any, where: str) -> None:
        name, _, word = value.partition(" ")
        self.form.check(at, name, where)
        if word not in ("", *self.words):
            raise refuse(where, f"nothing or {' or '.join(self.words)} after {name}", word)

    def says(self, at: At) -> str:
        return f"{self.form.says(at)}, also with {' or '.join(self.words)} behind it"

    def parts(self) -> Iterable[Form]:
        return (self.form,)


class Force(Form):
    """Units of one side on the map, at least one of them."""

    holds: ClassVar[type | tuple[type, ...]] = list

    def check(self, at: At, value: Any, where: str) -> None:
        Listed(PLACED, 1).check(at, value, where)
        if len({at.game.side[at.game.unit_index(name)] for name in value}) > 1:
            raise ValueError(f"{where}: expected units of one side, found both")

    def says(self, at: At) -> str:
        return "a list of units of one side that are on the map"


FORCE: Final = Force()


@dataclass(frozen=True)
class Together(Form):
    """Units in one hex, "A+B", and words that say how."""

    how: str = ""
    """A pattern for the words that may follow."""
    example: str = "A+B"

    def check(self, at: At, value: Any, where: str) -> None:
        names, _, rest = value.partition(" ")
        if not re.fullmatch(self.how, rest):
            raise refuse(where, f"units of one hex, such as {self.example}", value)
        units = names.split("+")
        for name in units:
            PLACED.check(at, name, where)
        if len({at.state.place[at.game.unit_index(name)] for name in units}) > 1 or len(set(units)) < len(units):
            raise refuse(where, "different units of one hex", value)
        for word in rest.split():
            if re.search(r"\d{4}", word):
                HEX.check(at, word, where)

    def says(self, at: At) -> str:
        return f"units of one hex, such as {self.example}"


class Pick(Form):
    """A word that can be picked: an option, a unit, a hex."""

    def check(self, at: At, value: Any, where: str) -> None:
        game = at.game
        if not isinstance(value, str):
            raise refuse(where, self.says(at), value)
        if value not in game.option_names and value not in game.unit_ids and not game.grid.has(value):
            near = get_close_matches(value, [*game.option_names, *game.unit_ids], 1)
            raise ValueError(
                f"{where}: expected {self.says(at)}, found {value!r}" + (f"; did you mean {near[0]}?" if near else "")
            )

    def says(self, at: At) -> str:
        return "a unit, a hex number or an option"


PICK: Final = Pick()


# -- values with parts ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Either(Form):
    forms: tuple[Form, ...]

    def check(self, at: At, value: Any, where: str) -> None:
        alike = [form for form in self.forms if isinstance(value, form.holds)]
        if isinstance(value, (dict, list)) and len(alike) == 1:
            return alike[0].check(at, value, where)
        for form in self.forms:
            try:
                return form.check(at, value, where)
            except ValueError:
                continue
        raise refuse(where, self.says(at), value)

    def says(self, at: At) -> str:
        return " or ".join(form.says(at) for form in self.forms)

    def parts(self) -> Iterable[Form]:
        return self.forms


def either(*forms: Form) -> Form:
    return Either(forms)


@dataclass(frozen=True)
class Listed(Form):
    item: Form
    least: int = 0
    most: int = 9999
    again: bool = False
    """Whether the same value may appear twice."""
    holds: ClassVar[type | tuple[type, ...]] = list

    def check(self, at: At, value: Any, where: str) -> None:
        if not isinstance(value, list):
            raise refuse(where, self.says(at), value)
        if not self.least <= len(value) <= self.most:
            number = f"{self.least}" if self.least == self.most else f"at least {self.least}"
            raise ValueError(f"{where}: expected {number} of them, found {len(value)}")
        for at_, item in enumerate(value, 1):
            self.item.check(at, item, f"{where}, {at_}.")
            if not self.again and item in value[: at_ - 1]:
                raise ValueError(f"{where}, {at_}.: {shown(item)} is there twice")

    def says(self, at: At) -> str:
        return f"a list: {self.item.says(at)}"

    def parts(self) -> Iterable[Form]:
        return (self.item,)


@dataclass(frozen=True)
class Named(Form):
    """A table whose keys are names of one kind."""

    key: Form
    value: Form
    least: int = 0
    holds: ClassVar[type | tuple[type, ...]] = dict

    def check(self, at: At, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise refuse(where, self.says(at), value)
        if len(value) < self.least:
            raise ValueError(f"{where}: nothing is asked; expected {self.says(at)}")
        for name, part in value.items():
            self.key.check(at, name, where)
            self.value.check(at, part, f"{where} {name}")

    def says(self, at: At) -> str:
        return f"a table: {self.key.says(at)} = {self.value.says(at)}"

    def parts(self) -> Iterable[Form]:
        return (self.key, self.value)


def asked(key: Form, answer: Form) -> Named:
    """The form of an answer about some of these names, at least one."""
    return Named(key, answer, 1)


@dataclass(frozen=True)
class Record(Form):
    """A table with keys of its own: the given ones, and the answers that are asked for."""

    given: Mapping[str, Form]
    asks: Mapping[str, Form] = field(default_factory=dict)
    may: Mapping[str, Form] = field(default_factory=dict)
    """The optional keys."""
    holds: ClassVar[type | tuple[type, ...]] = dict

    def check(self, at: At, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise refuse(where, self.says(at), value)
        forms = {**self.given, **self.may, **self.asks}
        refuse_strange(where, value, forms)
        for key in self.given:
            if key not in value:
                raise ValueError(f"{where}: {key} is missing; expected {self.says(at)}")
        if self.asks and not any(key in self.asks for key in value):
            raise ValueError(f"{where}: nothing is asked; expected at least one of {', '.join(self.asks)}")
        for key, part in value.items():
            forms[key].check(at, part, f"{where} {key}")

    def says(self, at: At) -> str:
        given = f" with {', '.join(self.given)}" if self.given else ""
        may = f"; may have {', '.join(self.may)}" if self.may else ""
        asks = f"; asks {', '.join(self.asks)}" if self.asks else ""
        return f"a table{given}{may}{asks}"

    def parts(self) -> Iterable[Form]:
        return (*self.given.values(), *self.may.values(), *self.asks.values())


@dataclass(frozen=True)
class Frames(Form):
    """Frames of the turn machine: the steps that a situation may name, each with the forms of its values."""

    steps: Mapping[str, Mapping[str, Form]]
    holds: ClassVar[type | tuple[type, ...]] = list

    def check(self, at: At, value: Any, where: str) -> None:
        if not isinstance(value, list) or not value:
            raise refuse(where, 'frames such as [["combat", 0]]', value)
        for number, frame in enumerate(value, 1):
            place = f"{where}, {number}."
            if not isinstance(frame, list) or not frame or not isinstance(frame[0], str):
                raise refuse(place, "the name of a step and its values", frame)
            refuse_strange(place, frame[:1], self.steps)
            values = self.steps[frame[0]]
            if len(values) != len(frame) - 1:
                wanted = ", ".join(values) or "nothing"
                raise ValueError(f"{place}: expected {wanted} after {frame[0]!r}, found {len(frame) - 1} values")
            for (name, form), part in zip(values.items(), frame[1:], strict=True):
                form.check(at, part, f"{place} {name}")

    def says(self, at: At) -> str:
        return "frames: " + ", ".join(
            " ".join((name, *(f"<{v}>" for v in values))) for name, values in self.steps.items()
        )

    def parts(self) -> Iterable[Form]:
        return (form for values in self.steps.values() for form in values.values())
