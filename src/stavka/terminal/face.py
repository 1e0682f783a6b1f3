"""What the terminal has to know of a game to show it: a subclass of its own, or one made of its presenter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Final, NamedTuple

from stavka.engine.agent import Sight
from stavka.engine.catalogue import Catalogue
from stavka.engine.machine import Game
from stavka.engine.offer import Offer

FACES: Final = {"traces": ("stavka.terminal.traces", "TracesFace")}
ANY_GAME: Final = ("stavka.terminal.scene_face", "SceneFace")

NOTHING, LESSER, GREATER = range(3)
"""How much of something there is on a hexside: no river, a minor one, a major one; no line, a railway, a road."""


def key(text: str) -> str:
    """What counts of a name: its letters and digits."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


class Town(NamedTuple):
    name: str
    rank: int  # 0 a town, 1 a city, 2 a major city


class Choice(NamedTuple):
    """What has been picked on the way to the present decision: shown on the map beside what is offered."""

    units: Sequence[int] = ()
    hexes: Sequence[int] = ()


class Face(ABC):
    """A game as the terminal shows it. A `sight` is what the player at the screen may know."""

    game: Game[Any]
    catalogue: Catalogue
    colours: Sequence[str]
    """The ground on which the units of each side are shown."""
    marks: Sequence[str]
    """The letter before them where there are no colours."""

    # -- units ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def label(self, sight: Sight[Any], unit: int) -> str: ...

    @abstractmethod
    def side(self, unit: int) -> int: ...

    @abstractmethod
    def place(self, sight: Sight[Any], unit: int) -> int:
        """The unit's hex, or a number below zero."""

    @abstractmethod
    def stack(self, sight: Sight[Any], hex_: int) -> list[int]:
        """The units in a hex, the one to show first."""

    @abstractmethod
    def describe_unit(self, sight: Sight[Any], unit: int) -> str:
        """One line: name, strengths, state."""

    # -- the map ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def town(self, hex_: int) -> Town | None: ...

    @abstractmethod
    def owner(self, sight: Sight[Any], hex_: int) -> int:
        """The side that controls a town, -1 where nobody counts it."""

    @abstractmethod
    def badge(self, sight: Sight[Any], hex_: int) -> str:
        """What else is special about a hex, in one to three letters."""

    @abstractmethod
    def ground(self, hex_: int) -> str:
        """One character for the terrain, a blank for open ground."""

    @abstractmethod
    def river(self, hex_: int, direction: int) -> int: ...

    @abstractmethod
    def line(self, hex_: int, direction: int) -> int:
        """A railway or a road that leads over a hexside."""

    @abstractmethod
    def describe_hex(self, sight: Sight[Any], hex_: int) -> list[str]: ...

    # -- the decision -----------------------------------------------------------------------------------------------

    @abstractmethod
    def choice(self, sight: Sight[Any]) -> Choice: ...

    @abstractmethod
    def unit_note(self, sight: Sight[Any], offer: Offer, unit: int) -> str:
        """What matters about an offered unit in this decision, in a word."""

    @abstractmethod
    def hex_note(self, sight: Sight[Any], offer: Offer, hex_: int) -> str: ...

    @abstractmethod
    def costs(self, sight: Sight[Any], offer: Offer) -> Mapping[int, int]:
        """What it costs to go to the offered hexes; nothing where that is not the question."""

    @abstractmethod
    def option(self, name: str) -> str:
        """The words on an option's button."""

    @abstractmethod
    def is_secret(self, state: Any) -> bool:
        """Whether the present decision shows the player something that the other one must not see."""

    # -- answers ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def title(self, sight: Sight[Any]) -> str:
        """Scenario, turn and score in one line."""

    @abstractmethod
    def open_counts(self, sight: Sight[Any]) -> str:
        """Cups, hands and markers as everybody knows them, in one line."""

    @abstractmethod
    def secrets(self, sight: Sight[Any]) -> list[str]:
        """What the player at the screen knows and the other does not."""

    @abstractmethod
    def under_attack(self, sight: Sight[Any]) -> tuple[int, int] | None:
        """The hex and the units (a bit set) of the attack that is being declared."""

    @abstractmethod
    def odds(self, sight: Sight[Any], target: int, units: int) -> list[str]:
        """An attack reckoned through: strengths, shifts with their rules, column, the chance of each result.

        ValueError says why there is none."""

    @abstractmethod
    def supply(self, sight: Sight[Any]) -> list[str]: ...

    @abstractmethod
    def points(self, sight: Sight[Any]) -> list[str]: ...

    @abstractmethod
    def reach(self, sight: Sight[Any], unit: int) -> dict[int, int]:
        """Where any unit on the map could move as things stand, and what it would cost."""

    # -- the same for every game ------------------------------------------------------------------------------------

    @cached_property
    def hexes_by_name(self) -> dict[str, int]:
        """Every hex by its number and by the name of its town."""
        hexes = self.game.grid.bits(self.game.grid.all)
        towns = {key(town.name): hex_ for hex_ in hexes if (town := self.town(hex_))}
        return towns | {key(self.game.grid.number(hex_)): hex_ for hex_ in hexes}

    def hex_name(self, hex_: int) -> str:
        number, town = self.game.grid.number(hex_), self.town(hex_)
        return f"{number} {town.name}" if town else number


def face_of(game: Game[Any]) -> Face:
    module, name = FACES.get(game.key, ANY_GAME)
    face: Face = getattr(import_module(module), name)(game)
    return face
