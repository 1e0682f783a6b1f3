"""The words that the player types: units by label or id, hexes by number or name, choices by word, each by a unique
beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from stavka.engine.agent import Sight
from stavka.engine.kinds import Option, Unit, indices, numbered, units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.hexes import Hex
from stavka.terminal.face import Face, key

LONGEST_NAME = 3
"""The most words in a name."""


class Completion(NamedTuple):
    word: str
    meaning: str


class LineReader:
    """Reads the names of offered things, and of everything else on the map; it also gives these names."""

    def __init__(self, face: Face, sight: Sight[Any], offer: Offer) -> None:
        self.face, self.game, self.sight, self.offer = face, face.game, sight, offer

    # -- picks ------------------------------------------------------------------------------------------------------

    def picks(self, line: str) -> Iterator[str]:
        """The names in a line, one for each pick."""
        words = line.split()
        while words:
            for size in range(min(LONGEST_NAME, len(words)), 0, -1):
                name = " ".join(words[:size])
                if size == 1 or self.exact(name) is not None:
                    yield name
                    del words[:size]
                    break

    def pick(self, name: str) -> Pick:
        """The pick that a name means, offered or not. ValueError if it means nothing, or is ambiguous."""
        found = self.exact(name)
        if found is not None:
            standing = [] if found in self.offer else self.standing(name)
            if len(standing) > 1:
                raise ValueError(f"{name} holds {', '.join(self.name((UNIT, unit)) for unit in standing)}: which unit?")
            return found
        begun = dict.fromkeys(pick for pick in self.offer if self.is_begun(pick, name))
        if not begun:
            towns: Iterator[Pick] = ((HEX, hex_) for hex_ in self.towns(name))
            options: Iterator[Pick] = ((OPTION, option) for option in self.options(name))
            begun = dict.fromkeys(chain(towns, options))
        if not begun:
            raise ValueError(f"no unit, hex or choice is called {name!r}; `help` lists what you can type")
        if len(begun) > 1:
            raise ValueError(f"{name!r} could be {', '.join(self.name(pick) for pick in begun)}")
        return next(iter(begun))

    def is_begun(self, pick: Pick, name: str) -> bool:
        """Whether one of a pick's names has a given beginning; ids, which all begin alike, do not count."""
        names = self.names(pick)[: 1 if pick[0] == UNIT else None]
        return any(key(other).startswith(key(name)) for other in names)

    def exact(self, name: str) -> Pick | None:
        """The pick with exactly this name: an offered pick comes before one that is not."""
        wanted = key(name)
        for pick in self.offer:
            if any(key(other) == wanted for other in self.names(pick)):
                return pick
        standing = self.standing(name)
        if len(standing) == 1:
            return UNIT, standing[0]
        for pick in self.everything():
            if any(key(other) == wanted for other in self.names(pick)):
                return pick
        return None

    def standing(self, name: str) -> list[Unit]:
        """The offered units in the hex of this name."""
        hex_ = self.face.hexes_by_name.get(key(name))
        return [u for u in units_in(self.offer.units) if hex_ is not None and self.face.place(self.sight, u) == hex_]

    def everything(self) -> Iterator[Pick]:
        own = self.game.side_of(self.sight.position, self.offer.seat)
        units = sorted(indices(self.game.unit_ids), key=lambda unit: self.face.side(unit) != own)
        yield from ((UNIT, unit) for unit in units)
        yield from ((HEX, hex_) for hex_ in self.all_hexes())
        yield from ((OPTION, option) for option in indices(self.game.option_names))

    def all_hexes(self) -> Iterable[Hex]:
        return self.game.grid.bits(self.game.grid.all)

    # -- names ------------------------------------------------------------------------------------------------------

    def names(self, pick: Pick) -> list[str]:
        """The names of a pick, the usual name first."""
        if pick[0] == UNIT:
            return [self.face.label(self.sight, pick[1]), self.game.unit_ids[pick[1]]]
        if pick[0] == HEX:
            town = self.face.town(pick[1])
            return [self.game.grid.number(pick[1]), *([town.name] if town else [])]
        assert pick[0] == OPTION, "chance is asked elsewhere"
        name = self.game.option_names[pick[1]]
        return [name, self.face.option(name)]

    def name(self, pick: Pick) -> str:
        return self.names(pick)[0]

    def towns(self, name: str) -> list[Hex]:
        """The hexes of the towns whose names begin with a text."""
        if not key(name) or key(name).isdecimal():
            return []
        return [hex_ for other, hex_ in self.face.hexes_by_name.items() if other.startswith(key(name))]

    def options(self, name: str) -> list[Option]:
        return [i for i, option in numbered(self.game.option_names) if key(option).startswith(key(name))]

    def unit(self, name: str) -> Unit:
        """A unit with this name: on either side, offered or not."""
        for pick in chain(self.offer, self.everything()):
            if pick[0] == UNIT and key(name) in map(key, self.names(pick)):
                return pick[1]
        raise ValueError(f"no unit is called {name!r}")

    def hex(self, name: str) -> Hex:
        """A hex, by its number, the name of its town, or a beginning of that."""
        exact = self.face.hexes_by_name.get(key(name))
        found = [exact] if exact is not None else self.towns(name)
        if not found:
            raise ValueError(f"no hex is called {name!r}")
        if len(found) > 1:
            raise ValueError(f"{name!r} could be {', '.join(self.face.hex_name(hex_) for hex_ in found)}")
        return found[0]

    # -- completion -------------------------------------------------------------------------------------------------

    def completions(self) -> list[Completion]:
        return [Completion(self.name(pick), self.meaning(pick)) for pick in self.offer]

    def meaning(self, pick: Pick) -> str:
        """The description of a pick, for a player who completes its name."""
        if pick[0] == UNIT:
            return self.face.describe_unit(self.sight, pick[1])
        town = self.face.town(pick[1]) if pick[0] == HEX else None
        parts = (town.name if town else "", self.note(pick) if pick in self.offer else "")
        return ", ".join(dict.fromkeys(part for part in parts if part))

    def note(self, pick: Pick) -> str:
        """A note on an offered pick in this decision."""
        if pick[0] == UNIT:
            return self.face.unit_note(self.sight, self.offer, pick[1])
        if pick[0] == OPTION:
            return self.face.option(self.game.option_names[pick[1]])
        assert pick[0] == HEX, "chance is asked elsewhere"
        if pick[1] in self.costs:
            return f"{self.costs[pick[1]]} MP"
        return self.face.hex_note(self.sight, self.offer, pick[1])

    @cached_property
    def costs(self) -> Mapping[Hex, int]:
        return self.face.costs(self.sight, self.offer)
