"""The turn machine: the steps, which know how to proceed, what to offer and what a pick does, and the game that runs
them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar, get_args, get_origin

from stavka.engine.events import Told
from stavka.engine.frames import Frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_hex, last_unit, numbered, options_in, units_in
from stavka.engine.offer import HEX, OPTION, ROLL, UNIT, Offer, Pick, Reason, RefusedError
from stavka.engine.state import Event, Json, State
from stavka.engine.words import ENGINE, ENGLISH, Words
from stavka.engine.words.forms import Listed, Place, Spoken, is_proper
from stavka.hexes import NO_HEX

if TYPE_CHECKING:
    from random import Random

    from stavka.engine.agent import Sight
    from stavka.engine.catalogue import Catalogue
    from stavka.engine.standing import StandingQuestion
    from stavka.hexes import Edges, Grid, Hex, Table

S = TypeVar("S", bound=State)
G = TypeVar("G", bound="Game[Any]")
F = TypeVar("F")

UNITS: Final = 1 << UNIT
HEXES: Final = 1 << HEX
OPTIONS: Final = 1 << OPTION
"""Kinds of picks, for `Step.free` and `Offer.only`."""


class Hand(NamedTuple):
    """The units that a step is moving."""

    units: int
    hex: Hex
    """The hex of the units; negative if they are about to enter the map."""
    has_set_out: bool
    """Whether the units have begun to move: then only undo can put them back unmoved."""
    edges: Edges | None = None
    """The costs of the units' steps where no enemy is; None if they move in a straight line."""
    full: int = 0
    """Hexes that the units may enter, but in which they would be overstacked at the end of the phase."""
    is_placed: bool = False
    """Whether the units are placed in a hex of the player's choice: no path leads there, and no other hex will do."""


EMPTY_HAND: Final = Hand(0, NO_HEX, has_set_out=False)
"""The hand of a step that offers units to be moved: picking a unit takes it in hand."""


def chosen(
    scenario: str, scenarios: Iterable[str], options: Mapping[str, Any] | None, defaults: Mapping[str, bool]
) -> dict[str, bool]:
    """All options of a new game: those that are given, and the defaults of the others. Refused if the game does not
    have such a scenario or option."""
    if scenario not in scenarios:
        raise ValueError(f"no scenario {scenario!r}; there are {', '.join(scenarios)}")
    found = dict(defaults)
    for name, value in (options or {}).items():
        if not found:
            raise ValueError(f"option {name}: the game has no options")
        if name not in found or not isinstance(value, bool):
            raise ValueError(f"option {name} = {value!r}: expected true or false for one of {', '.join(found)}")
        found[name] = value
    return found


class Step(Generic[G, S, F]):
    """One step of the sequence of play: `class Move(Step["Traces", Position, Moving])`. What the step remembers from
    one decision to the next is in its frame, here a `Moving`, and nowhere else."""

    frame: ClassVar[type[Frame]]
    """The class of the step's frames: the third parameter of its base."""
    rule: ClassVar[str] = ""
    """The rule that gives the player this decision; the reason that is given if no other applies."""
    free: ClassVar[int] = 0
    """The kinds of picks (`UNITS | HEXES`) that can always be taken back when this step offers them."""

    is_together: ClassVar[bool] = False
    """Whether all seats decide here at once and in secret. Such a step has its own `offers`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.is_together = cls.offers is not Step.offers
        for base in vars(cls).get("__orig_bases__", ()):
            for argument in get_args(base) if isinstance(get_origin(base), type) else ():
                if isinstance(argument, type) and issubclass(argument, Frame):
                    cls.frame = argument

    def rule_of(self, f: F) -> str:
        """The rule that gives the player this decision, for steps that have several."""
        return self.rule

    def free_picks(self, g: G, s: S, f: F, offer: Offer) -> Offer:
        """The picks of an offer that can always be taken back, for steps where that depends on the position. The answer
        must not depend on anything that the seat of the offer cannot see: where all decide at once, s and f are what
        the seat sees."""
        return offer.only(self.free)

    def every_unit(self, g: G, s: S, f: F, offer: Offer) -> int:
        """The units that the option "all" of an offer chooses, for steps that have it."""
        return offer.units

    def seat(self, g: G, s: S, f: F) -> int:
        """The seat that decides here; `CHANCE` where dice or a cup do. `engine/deciding.py` has the usual ones."""
        raise AssertionError(f"{type(self).__name__} does not say who decides")

    def seats(self, g: G, s: S, f: F) -> tuple[int, ...]:
        """The seats that decide here and have not finished, for steps in which several decide at once."""
        return (self.seat(g, s, f),)

    def proceed(self, g: G, s: S, f: F) -> bool:
        """Do what needs no decision. True when the stack changed and another frame may have to proceed."""
        return False

    def offer(self, g: G, s: S, f: F) -> Offer:
        raise AssertionError(f"{type(self).__name__} never waits")

    def offers(self, g: G, s: S, f: F) -> tuple[Offer, ...]:
        return (self.offer(g, s, f),)

    def pick(self, g: G, s: S, f: F, seat: int, pick: Pick) -> None:
        index: Any
        kind, index = pick
        if kind == UNIT:
            self.unit(g, s, f, index)
        elif kind == HEX:
            self.hex(g, s, f, index)
        elif kind == OPTION:
            self.option(g, s, f, index)
        else:
            self.roll(g, s, f, index)

    def unit(self, g: G, s: S, f: F, unit: Unit) -> None:
        raise AssertionError(f"{type(self).__name__} offers no units")

    def hex(self, g: G, s: S, f: F, hex_: Hex) -> None:
        raise AssertionError(f"{type(self).__name__} offers no hexes")

    def option(self, g: G, s: S, f: F, option: Option) -> None:
        raise AssertionError(f"{type(self).__name__} offers no options")

    def roll(self, g: G, s: S, f: F, outcome: int) -> None:
        raise AssertionError(f"{type(self).__name__} asks nothing of chance")

    def hand(self, g: G, s: S, f: F) -> Hand | None:
        """The units that this step moves from hex to hex; EMPTY_HAND where it offers units to be moved; None where it
        does neither. The seat that decides must know everything that `Hand` says. The option `stop` ends the move of
        these units."""
        return None

    def only_unit(self, g: G, s: S, f: F, units: int) -> bool:
        """Pick the unit if it is the only one, as a part of `proceed`. False if there is a choice."""
        if units & (units - 1):
            return False
        self.unit(g, s, f, last_unit(units))
        return True

    def only_hex(self, g: G, s: S, f: F, hexes: int) -> bool:
        """Pick the hex if it is the only one, as a part of `proceed`. False if there is a choice."""
        if hexes & (hexes - 1):
            return False
        self.hex(g, s, f, last_hex(hexes))
        return True

    def prompt(self, g: G, s: S, f: F) -> str:
        """One sentence for the player who has to decide: a `Message` if it can be said in several languages."""
        return ""

    def why(self, g: G, s: S, f: F, seat: int, pick: Pick) -> Reason | None:
        """The reason why a pick is not offered here, if this step can say it better than `Game.why`."""
        return None


def steps_by_name(*steps: Step[Any, S, Any]) -> Mapping[str, Step[Any, S, Any]]:
    """The steps of a game by the names under which frames refer to them."""
    return MappingProxyType({step.frame.step: step for step in steps})


class Game(ABC, Generic[S]):
    """The fixed part of a game: map, counters, tables, steps. Nothing in it changes in play."""

    key: str
    title: str
    sides: tuple[str, ...]
    grid: Grid
    unit_ids: Table[Unit, str]
    side: Table[Unit, Side]
    """The side of each unit."""
    option_names: Table[Option, str]
    steps: Mapping[str, Step[Any, S, Any]]
    data_hash: str
    rules_hash: str
    end_rule: str
    """The rule that ends the game: the reason why nothing can be picked after the end."""
    words: Words = ENGINE
    """The words of the game in every language that it has: prompts, reasons, events."""
    told: Mapping[str, Told] = MappingProxyType({})
    """The forms of everything that the game tells, by the names of the events."""
    standing: Mapping[str, StandingQuestion] = MappingProxyType({})
    """The questions to which a player can give a standing answer."""
    catalogue: Catalogue
    place_names: dict[Hex, str]
    """The towns on the map by their hexes, and what other languages call them."""
    place_languages: dict[Hex, dict[str, str]]

    @abstractmethod
    def new(self, scenario: str, options: Mapping[str, Any] | None = None) -> S: ...

    @abstractmethod
    def from_json(self, data: Json) -> S: ...

    @abstractmethod
    def view(self, s: S, seat: int | None) -> Json:
        """The view of a seat (None: an onlooker) as plain data: everything that it may know, and nothing else."""

    @abstractmethod
    def see(self, s: S, seat: int | None) -> Sight[S]:
        """The sight of a seat, for a program in this process: a redacted position and a way to deal out the rest."""

    @abstractmethod
    def sample_state(self, view: Json, rng: Random) -> S:
        """A position that gives this view, with everything that the seat cannot know dealt out by `rng`."""

    def say(self, s: S, event: Event, lang: str = ENGLISH, *, is_own: bool = True) -> str:
        """An event as a sentence. An event that only some seats were told may address the reader as "you": `is_own`
        says that the reader is one of those seats. Others read the sentence of the table [event of another], if it has
        one."""
        table = "event"
        if not is_own and self.words.find(lang, "event of another", event.name) is not None:
            table = "event of another"
        return self.words.say(lang, table, event.name, **self.told[event.name].said(self, s, event.values, lang))

    def label(self, s: S, unit: Unit) -> Spoken:
        """The short name on a unit's counter, which a sentence says in its own language."""
        return self.words.label(self.unit_ids[unit])

    def named(self, s: S, units: int) -> Listed:
        """The short names of units, as a value of a sentence."""
        return Listed.make(self.label(s, unit) for unit in units_in(units))

    def naming(self, s: S) -> object:
        """The value on which the short names of units depend, in games in which they change."""
        return None

    def called(self, s: S, unit: Unit, lang: str = ENGLISH) -> str:
        """The short name of a unit in a language that has its own name for it."""
        return self.words.unit_name(self.label(s, unit), lang)

    def side_of(self, s: S, seat: int) -> Side:
        """The side that a seat plays: its own, unless a game lets players exchange sides."""
        return Side(seat)

    def seat(self, s: S, side: Side) -> int:
        """The seat that plays a side."""
        return side

    def figures(self, s: S) -> dict[str, float]:
        """The figures of a finished game that a study of many games compares: points, losses, whatever the game
        counts."""
        return {}

    def begin(self, s: S) -> S:
        self.settle(s)
        return s

    def settle(self, s: S) -> None:
        """Run everything that needs no decision."""
        stack, steps = s.stack, self.steps
        while not s.result:
            frame = stack[-1]
            if not steps[frame.step].proceed(self, s, frame):
                return

    def offers(self, s: S) -> tuple[Offer, ...]:
        """One offer for each seat that has something to decide; empty when the game is over."""
        if s.result:
            return ()
        frame = s.stack[-1]
        return self.steps[frame.step].offers(self, s, frame)

    def seats(self, s: S) -> tuple[int, ...]:
        """The seats that have something to decide, or `CHANCE`; empty when the game is over. No offer is made for
        this."""
        if s.result:
            return ()
        frame = s.stack[-1]
        return self.steps[frame.step].seats(self, s, frame)

    def decide_together(self, s: S) -> bool:
        """Whether all seats decide now, at once and in secret."""
        return self.steps[s.stack[-1].step].is_together

    def offer(self, s: S, seat: int) -> Offer | None:
        return next((offer for offer in self.offers(s) if offer.seat == seat), None)

    def apply(self, s: S, seat: int, pick: Pick) -> None:
        """Carry out a pick that was offered. The caller guarantees that it was; `play` checks it."""
        frame = s.stack[-1]
        self.steps[frame.step].pick(self, s, frame, seat, pick)
        self.settle(s)

    def play(self, s: S, seat: int, pick: Pick) -> None:
        """Carry out a pick after checking that it was offered; a refusal changes nothing."""
        reason = self.why(s, seat, pick)
        if reason is not None:
            raise RefusedError(reason)
        self.apply(s, seat, pick)

    def why(self, s: S, seat: int, pick: Pick) -> Reason | None:
        """None if the pick is offered, else the reason why it is not."""
        if s.result:
            return Reason(self.end_rule, ENGINE.message("engine", "game over"))
        offer = self.offer(s, seat)
        if offer is None:
            return Reason(
                self.steps[s.stack[-1].step].rule_of(s.stack[-1]), ENGINE.message("engine", "not your decision")
            )
        return self.why_not(s, offer, pick)

    def why_not(self, s: S, offer: Offer, pick: Pick) -> Reason | None:
        """None if the pick is in the offer, else the reason why it is not. A caller that asks about many picks can make
        the offer once."""
        if pick in offer:
            return None
        frame = s.stack[-1]
        step = self.steps[frame.step]
        return step.why(self, s, frame, offer.seat, pick) or self.reason_of_last_resort(step, s, frame, pick)

    def reason_of_last_resort(self, step: Step[Any, S, Any], s: S, frame: Any, pick: Pick) -> Reason:
        noun = {UNIT: "unit", HEX: "hex", OPTION: "choice", ROLL: "roll"}[pick[0]]
        prompt = step.prompt(self, s, frame)
        return Reason(step.rule_of(s.stack[-1]), ENGINE.message("engine", f"{noun} not asked", prompt=prompt))

    def prompt(self, s: S, lang: str = ENGLISH) -> str:
        if s.result:
            return ""
        frame = s.stack[-1]
        return self.words.translate(self.steps[frame.step].prompt(self, s, frame), lang)

    def place_name(self, hex_: Hex, lang: str = ENGLISH) -> str:
        """The name of the place in a hex, if it has one."""
        return self.place_languages.get(hex_, {}).get(lang) or self.place_names.get(hex_, "")

    def place_text(self, hex_: Hex, lang: str = ENGLISH) -> str:
        """A hex as text: its number and the name of its place, if it has one. A proper name comes first. A common noun,
        such as the French for Hill 217.8, follows the number: a sentence would have to give it an article."""
        printed, name = self.grid.number(hex_), self.place_name(hex_, lang)
        if not name:
            return printed
        return f"{name} ({printed})" if is_proper(name) else f"{printed} ({name})"

    def place(self, hex_: Hex, lang: str = ENGLISH) -> Place:
        """A hex as a value of a sentence; in a message it is written in the language of the message."""
        place = Place(self.place_text(hex_, lang))
        place.said, place.is_named = lambda other: self.place(hex_, other), is_proper(self.place_name(hex_, lang))
        return place

    # -- notation ---------------------------------------------------------------------------------------------------

    def write_pick(self, pick: Pick, offer: Offer | None = None) -> str:
        if pick[0] == UNIT:
            return self.unit_ids[pick[1]]
        if pick[0] == HEX:
            return self.grid.number(pick[1])
        if pick[0] == OPTION:
            return self.option_names[pick[1]]
        assert offer is not None and offer.chance is not None, "an outcome is written with its offer"
        return offer.chance[pick[1]][0]

    def open_offer(self, offer: Offer) -> Json:
        """An offer as plain data, for the player who has to decide."""
        return {
            "units": [self.write_pick((UNIT, i)) for i in units_in(offer.units)],
            "hexes": [self.write_pick((HEX, i)) for i in hexes_in(offer.hexes)],
            "options": [self.write_pick((OPTION, i)) for i in options_in(offer.options)],
        }

    def read_pick(self, text: str, offer: Offer) -> Pick:
        """The pick that a word means in an offer. ValueError if the word means nothing."""
        if offer.chance is not None:
            for i, (label, _) in enumerate(offer.chance):
                if label == text:
                    return ROLL, i
            raise ValueError(f"expected one of {', '.join(label for label, _ in offer.chance)}, found {text!r}")
        if text in self._options:
            return OPTION, self._options[text]
        if text in self._units:
            return UNIT, self._units[text]
        if self.grid.has(text):
            return HEX, self.grid.index(text)
        raise ValueError(f"expected a unit, a hex number or an option, found {text!r}")

    def index_names(self) -> None:
        """Build the look-up tables of names, once the lists of units, hexes and options are known."""
        self._units = {name: i for i, name in numbered(self.unit_ids)}
        self._options = {name: i for i, name in numbered(self.option_names)}

    def unit_index(self, name: str) -> Unit:
        return self._units[name]

    def option_index(self, name: str) -> Option:
        return self._options[name]
