"""Forms of events: they say what each value of an event is. The words, links and dice of the log follow from the form.

    EVENTS = {
        "moves": Told(unit=UNIT, path=PATH),
        "combat result": Told(hex=HEX, die=die(6), drm=MODIFIER, column=COLUMN, result=RESULT),
    }

`State.tell("moves", rules, unit=.., path=..)` stays cheap: forms are only used when somebody reads the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from stavka.engine.kinds import Unit, hexes_in, members, units_in
from stavka.engine.words.forms import Listed
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.engine.state import Event

Say = Callable[[Any, Any, Any, str], object]
"""The text of a value in the sentence, from the game, the position, the value and a language."""
Role = Literal["", "die", "modifier", "modified", "column"]
Begins = Literal["", "turn", "activation", "combat", "other"]
"""The part of the log that an event begins; "other" is something that follows a combat without being part of it."""


Costs = Literal["", "step", "unit"]


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
    """A value of an event: how it is written, which units and hexes it names, and its part in a roll."""

    say: Say = _as_it_is
    units: Callable[[Any], Iterable[Any]] = _nothing
    hexes: Callable[[Any], Iterable[Any]] = _nothing
    role: Role = ""
    dice: int = 1
    sides: int = 6
    absent: str | None = None
    """The text in the sentence of an event that does not have the value."""


Part = Literal["opens", "before", "decides", "check", "after"]
"""The part of an event in its card, the box of the log that shows one combat:

- "opens": it begins a card of its own;
- "before": it comes before the deciding dice, and begins a card where none of its kind is open or that one is decided;
- "decides": its dice decide; it too begins a card where none of its kind is open or that one is decided;
- "check": it belongs to the open card, and is a card of its own where none is open;
- "after": it follows from what the open card shows, and belongs to no card where none is open."""


@dataclass(frozen=True)
class Card:
    """The card to which an event belongs. A card has the kind of the event that begins it."""

    part: Part
    kind: str = ""


Carded = Card | Callable[[Mapping[str, Any]], Card | None] | None
"""The card of an event, or a function from the event's values to the card. An event without a card ends the open one.
"""


class Told:
    """The form of an event: its values by name, in any order."""

    def __init__(
        self,
        *,
        card: Carded = None,
        gave: Callable[[Any, Mapping[str, Any], str], str] | None = None,
        adds: Callable[[Any, Any, Mapping[str, Any], str], Mapping[str, object]] | None = None,
        begins: Begins = "",
        costs: Costs = "",
        closes: bool = False,
        notable: bool = False,
        **values: Value,
    ) -> None:
        """Make a form. `gave`, of the game, the values and a language, says what the dice gave, where there are dice.
        `adds`, of the game, the position, the values and a language, gives words that depend on several values. `card`
        says to which card of the log the event belongs, `begins` whether a turn, an activation or a combat begins with
        it, `costs` whether its units lose a step each or are eliminated. The summary of a turn is told with the event
        that `closes` it, and repeats events that are `notable`."""
        self.card: Final = card
        self.values: Final = values
        self.gave: Final = gave
        self.adds: Final = adds
        self.begins: Final = begins
        self.costs: Final = costs
        self.closes: Final = closes
        self.notable: Final = notable

    def said(self, g: Any, s: Any, values: Mapping[str, Any], lang: str) -> dict[str, object]:
        """The values as they are written in the sentence."""
        words: dict[str, object] = {key: form.absent for key, form in self.values.items() if form.absent is not None}
        words |= {key: self.values[key].say(g, s, value, lang) for key, value in values.items()}
        return words if self.adds is None else {**words, **self.adds(g, s, values, lang)}

    def units(self, values: Mapping[str, Any]) -> list[Unit]:
        """The units that the event names."""
        return [unit for key, value in values.items() for unit in self.values[key].units(value)]

    def hexes(self, values: Mapping[str, Any]) -> list[Hex]:
        """The hexes that the event names."""
        return [hex_ for key, value in values.items() for hex_ in self.values[key].hexes(value)]

    def card_of(self, values: Mapping[str, Any]) -> Card | None:
        """The card to which an event with these values belongs."""
        return self.card if self.card is None or isinstance(self.card, Card) else self.card(values)

    def of(self, role: Role, values: Mapping[str, Any]) -> tuple[Value, Any] | None:
        """The value that has the given part in a roll, and its kind, if the event has one."""
        found = ((self.values[key], value) for key, value in values.items() if self.values[key].role == role)
        return next(found, None)


# -- what every game tells of ---------------------------------------------------------------------------------------


def die(sides: int, dice: int = 1) -> Value:
    """The form of dice: one die, or the sum of several."""
    return Value(role="die", dice=dice, sides=sides)


PLAIN: Final = Value()
"""A number or a text that is written in the sentence as it is."""
MODIFIER: Final = Value(say=_number, role="modifier")
"""A number that is added to a roll."""
HEX: Final = Value(lambda g, s, value, lang: g.place(value, lang), hexes=_alone)
HEXES: Final = Value(
    lambda g, s, value, lang: Listed.make(g.place_text(hex_, lang) for hex_ in hexes_in(value)), hexes=members
)
"""A bit set of hexes."""
PATH: Final = Value(lambda g, s, value, lang: "-".join(g.grid.number(hex_) for hex_ in value), hexes=iter)
"""A list of hexes, one after the other."""
UNIT: Final = Value(lambda g, s, value, lang: g.called(s, value, lang), units=_alone)


def units_or(none: Callable[[Any, str], str]) -> Value:
    """The form of a bit set of units; `none`, of the game and a language, gives the words for an empty set."""

    def say(g: Any, s: Any, value: int, lang: str) -> Listed:
        return Listed.make((g.called(s, unit, lang) for unit in units_in(value)), none(g, lang))

    return Value(say, units=members)


def bracketed(parts: Iterable[str]) -> str:
    """The parts of a sum in brackets, to follow it; empty if there are no parts."""
    found = ", ".join(parts)
    return f" ({found})" if found else ""


def itemised(name: Callable[[Any, str, str], str]) -> Value:
    """The lines of a modifier (rule, word, value) as text that follows it. `name`, of the game, the word and a
    language, says what each line is for. Events of older records do not have them."""

    def say(g: Any, s: Any, value: Iterable[tuple[str, str, int]], lang: str) -> str:
        return bracketed(f"{name(g, what, lang)} {points:+d}" for _, what, points in value if points)

    return Value(say, absent="")


# -- cards ----------------------------------------------------------------------------------------------------------


OPENS: Final = partial(Card, "opens")
BEFORE: Final = Card("before", "combat")
DECIDES: Final = Card("decides", "combat")
CHECK: Final = Card("check", "check")
AFTER: Final = Card("after")


class Placed(NamedTuple):
    """The place of a log entry in a card: the number of the entry that begins the card, and the part of this entry in
    it."""

    first: int
    kind: str
    part: Part


def placed(told: Mapping[str, Told], log: Sequence[Event], start: int) -> list[Placed | None]:
    """The places in cards of the log entries from a given entry on."""
    found: list[Placed | None] = []
    first, kind, decided = -1, "", False
    for n in range(beginning(told, log, start), len(log)):
        card = told[log[n].name].card_of(log[n].values)
        part = card.part if card is not None else None
        if card is None:
            first = -1
        elif part == "opens" or (part != "after" and first < 0) or is_next(card, kind, decided=decided):
            first, kind, decided = n, card.kind, False
        decided = decided or part == "decides"
        if n >= start:
            found.append(Placed(first, kind, card.part) if card is not None and first >= 0 else None)
    return found


def is_next(card: Card, kind: str, *, decided: bool) -> bool:
    """Whether a card begins the next one of its kind, or follows one of another kind."""
    return card.part in ("before", "decides") and (decided or card.kind != kind)


def beginning(told: Mapping[str, Told], log: Sequence[Event], start: int) -> int:
    """The number of an entry, `start` or earlier, before which nothing matters to those from `start` on: it begins a
    card, or follows an entry that belongs to none."""
    for n in range(start, 0, -1):
        card = told[log[n - 1].name].card_of(log[n - 1].values)
        if card is None:
            return n
        if card.part == "opens":
            return n - 1
    return 0
