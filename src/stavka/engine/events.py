"""Forms of events: what each value of an event is. Words, links and dice of the log follow from it.

    EVENTS = {
        "moves": Told(unit=UNIT, path=PATH),
        "combat result": Told(hex=HEX, die=die(6), drm=MODIFIER, column=COLUMN, result=RESULT),
    }

`State.tell("moves", rules, unit=.., path=..)` stays as cheap as it was: forms are looked at when somebody reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from stavka.engine.offer import members
from stavka.engine.words.forms import Listed

Say = Callable[[Any, Any, Any, str], object]
"""Of the game, the position, the value and a language: what stands in the sentence."""
Role = Literal["", "die", "modifier", "modified", "column"]


def _nothing(value: Any) -> Iterable[int]:
    return ()


def _alone(value: int) -> Iterable[int]:
    return (value,) if value >= 0 else ()


def _as_it_is(g: Any, s: Any, value: Any, lang: str) -> object:
    return value


def _number(g: Any, s: Any, value: int, lang: str) -> object:
    return f"{value:+d}"


@dataclass(frozen=True)
class Value:
    """What a value of an event is: how it is said, which units and hexes it names, its part in a roll."""

    say: Say = _as_it_is
    units: Callable[[Any], Iterable[int]] = _nothing
    hexes: Callable[[Any], Iterable[int]] = _nothing
    role: Role = ""
    dice: int = 1
    sides: int = 6


class Told:
    """The form of an event: its values by name, in any order."""

    def __init__(
        self,
        *,
        gave: Callable[[Any, Mapping[str, Any], str], str] | None = None,
        adds: Callable[[Any, Any, Mapping[str, Any], str], Mapping[str, object]] | None = None,
        **values: Value,
    ) -> None:
        """`gave`, of the game, the values and a language, says what the dice gave, where there are dice. `adds`, of the
        game, the position, the values and a language, gives words that are worked out from several values."""
        self.values: Final = values
        self.gave: Final = gave
        self.adds: Final = adds

    def said(self, g: Any, s: Any, values: Mapping[str, Any], lang: str) -> dict[str, object]:
        """The values as they stand in the sentence."""
        words = {key: self.values[key].say(g, s, value, lang) for key, value in values.items()}
        return words if self.adds is None else {**words, **self.adds(g, s, values, lang)}

    def units(self, values: Mapping[str, Any]) -> list[int]:
        """The units that the event names."""
        return [unit for key, value in values.items() for unit in self.values[key].units(value)]

    def hexes(self, values: Mapping[str, Any]) -> list[int]:
        """The hexes that the event names."""
        return [hex_ for key, value in values.items() for hex_ in self.values[key].hexes(value)]

    def of(self, role: Role, values: Mapping[str, Any]) -> tuple[Value, Any] | None:
        """The value that has a part in a roll, with what it is, if the event has one."""
        found = ((self.values[key], value) for key, value in values.items() if self.values[key].role == role)
        return next(found, None)


# -- what every game tells of ---------------------------------------------------------------------------------------


def die(sides: int, dice: int = 1) -> Value:
    """What dice showed: one die, or the sum of several."""
    return Value(role="die", dice=dice, sides=sides)


PLAIN: Final = Value()
"""A number or a text that stands in the sentence as it is."""
MODIFIER: Final = Value(say=_number, role="modifier")
"""What is added to a roll."""
HEX: Final = Value(lambda g, s, value, lang: g.place(value, lang), hexes=_alone)
HEXES: Final = Value(
    lambda g, s, value, lang: Listed.make(g.place_text(hex_, lang) for hex_ in members(value)), hexes=members
)
"""A bit set of hexes."""
PATH: Final = Value(lambda g, s, value, lang: "-".join(g.grid.number(hex_) for hex_ in value), hexes=iter)
"""A list of hexes, one after the other."""
UNIT: Final = Value(lambda g, s, value, lang: g.called(s, value, lang), units=_alone)


def units_or(none: Callable[[Any, str], str]) -> Value:
    """A bit set of units; `none`, of the game and a language, says that there is nobody in it."""

    def say(g: Any, s: Any, value: int, lang: str) -> Listed:
        return Listed.make((g.called(s, unit, lang) for unit in members(value)), none(g, lang))

    return Value(say, units=members)
