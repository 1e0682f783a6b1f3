"""A game as the terminal shows it: what its presenter shows on the page, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit, indices, numbered, units_in
from stavka.engine.machine import Game
from stavka.engine.offer import Offer
from stavka.engine.words import ENGLISH
from stavka.hexes import NO_HEX, Hex, Sides
from stavka.scenes.scene import Mark, Moment, Odds, Scene, SceneOffer, Track
from stavka.terminal.odds import odds_lines

NOTHING, LESSER, GREATER = range(3)
"""The level of what lies on a hexside: no river, a minor one, a major one; no line, a railway, a road."""

RED, GREY = "bold grey100 on red3", "bold grey0 on grey66"
"""The grounds of units: red for the side whose counters are the reddest, grey for the others."""
INKS: Final = {RED: "bright_red", GREY: "grey74"}
"""The colours of the names of a side's towns."""
MARKS: Final = {RED: "*", GREY: "+"}
SIGNS: Final = str.maketrans({".": " ", "~": '"'})
"""Signs of terrain that the terminal replaces: open ground stays empty, and waves are rivers."""
RANKS: Final = (2, 1, 0)
"""The ranks of the kinds of places that a map has, the largest first."""
LESSER_NETWORKS: Final = ("rail", "railway", "trail")
MOST_HEXES: Final = 12
"""The most hexes of an area that are named; of a larger area only the number is told."""
SUPPLY_FLAGS: Final = ("oos", "isolated", "emergency")
"""The flags of units that concern supply."""


def key(text: str) -> str:
    """The part of a name that is compared: its letters and digits."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


class Town(NamedTuple):
    name: str
    rank: int  # 0 a town, 1 a city, 2 a major city


class Choice(NamedTuple):
    """The choices that have led to the present decision: the map shows them beside what is offered."""

    units: Sequence[Unit] = ()
    hexes: Sequence[Hex] = ()


class Face:
    """A game as the terminal shows it. A `sight` is what the player at the screen may know."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.catalogue = game, game.catalogue
        self.show = games.presenter(game.key, game)
        self.board = self.show.board(ENGLISH)
        reds = [redness(side["ground"]) for side in self.board["sides"]]
        self.colours = [RED if red == max(reds) else GREY for red in reds]
        """The ground on which the units of each side are shown."""
        self.inks = [INKS[colour] for colour in self.colours]
        self.marks = [MARKS[colour] for colour in self.colours]
        """The letter before units if there are no colours."""
        self.read_map()
        self.last: tuple[Sight[Any] | None, Offer | None, Scene | None] = (None, None, None)
        self.stacks: dict[Hex, list[Unit]] = {}

    def read_map(self) -> None:
        hexmap, index = games.files(self.game.key).hexmap, self.game.grid.index
        signs = {terrain: sign.translate(SIGNS) for terrain, sign in hexmap.kinds.terrain.items()}
        self.grounds: dict[Hex, str] = {index(number): signs[terrain] for number, terrain in hexmap.terrain.items()}
        ranks = dict(zip(hexmap.kinds.places, RANKS, strict=False))
        self.towns = {index(place.hex): Town(place.name, ranks.get(place.kind, 0)) for place in hexmap.places}
        lesser = next(iter(hexmap.kinds.hexsides.get("river", ())), "")
        rivers = hexmap.layer("river")
        self.water = [
            self.sides(side for side, (kind, _) in rivers.items() if (kind == lesser) == is_lesser)
            for is_lesser in (True, False)
        ]
        self.lines = [
            self.sides(
                side
                for network in hexmap.kinds.networks
                if (network in LESSER_NETWORKS) == is_lesser
                for side in hexmap.network(network)
            )
            for is_lesser in (True, False)
        ]

    def sides(self, sides: Iterator[tuple[str, str]]) -> Sides:
        index = self.game.grid.index
        return self.game.grid.sides((index(a), index(b)) for a, b in sides)

    def scene(self, sight: Sight[Any], offer: Offer | None = None) -> Scene:
        """The scene for the seat; without an offer, everything but the picks."""
        known_sight, known_offer, known = self.last
        if known is not None and known_sight is sight and (offer is None or known_offer is offer):
            return known
        asked = None if sight.position.result else offer or Offer(0 if sight.seat is None else sight.seat)
        made = self.show.scene(sight, Moment(offer=asked), ENGLISH)
        self.last, self.stacks = (sight, offer, made), self.stacked(made)
        return made

    def stacked(self, scene: Scene) -> dict[Hex, list[Unit]]:
        """The units in each hex, the top one first."""
        g, stacks = self.game, dict[Hex, list[Unit]]()
        tops = sorted(indices(g.unit_ids), key=lambda unit: scene["units"][g.unit_ids[unit]]["top"])
        for unit in tops:
            hex_ = scene["units"][g.unit_ids[unit]].get("hex")
            if hex_ is not None:
                stacks.setdefault(g.grid.index(hex_), []).append(unit)
        return stacks

    def decision(self, sight: Sight[Any], offer: Offer | None = None) -> SceneOffer | None:
        return self.scene(sight, offer)["offer"]

    # -- units ------------------------------------------------------------------------------------------------------

    def label(self, sight: Sight[Any], unit: Unit) -> str:
        name = self.game.unit_ids[unit]
        return self.scene(sight)["units"][name].get("label") or self.board["units"][name]["label"]

    def side(self, unit: Unit) -> Side:
        return Side(self.game.sides.index(self.board["units"][self.game.unit_ids[unit]]["side"]))

    def place(self, sight: Sight[Any], unit: Unit) -> Hex:
        """The hex of the unit, or a negative number."""
        hex_ = self.scene(sight)["units"][self.game.unit_ids[unit]].get("hex")
        return NO_HEX if hex_ is None else self.game.grid.index(hex_)

    def stack(self, sight: Sight[Any], hex_: Hex) -> list[Unit]:
        """The units in a hex, the top one first."""
        self.scene(sight)
        return self.stacks.get(hex_, [])

    def describe_unit(self, sight: Sight[Any], unit: Unit) -> str:
        """One line about a unit: name, strengths, state."""
        name = self.game.unit_ids[unit]
        hex_ = self.place(sight, unit)
        if hex_ >= 0:
            told = {each["unit"]: each["text"] for each in self.show.hex(sight, hex_, ENGLISH)["units"]}
            if name in told:
                return told[name]
        scene, info = self.scene(sight), self.board["units"][name]
        shown = scene["units"][name]
        flags = [self.board["flags"].get(flag, flag) for flag in shown["flags"]]
        boxes = [box["name"] for box in scene["boxes"] if name in box["units"]]
        head, steps = f"{self.label(sight, unit)} ({name}): {info['name']}", f"{shown['steps']} of {shown['of']} steps"
        return ", ".join(part for part in (head, shown["factors"], steps, *boxes, *flags) if part)

    def flagged(self, sight: Sight[Any], side: Side, flag: str) -> list[str]:
        """The units of a side on the map that have a flag."""
        shown = self.scene(sight)["units"]
        return [
            f"{self.label(sight, unit)} ({shown[name]['hex']})"
            for unit, name in numbered(self.game.unit_ids)
            if flag in shown[name]["flags"] and "hex" in shown[name] and self.side(unit) == side
        ]

    # -- the map ----------------------------------------------------------------------------------------------------

    def town(self, hex_: Hex) -> Town | None:
        return self.towns.get(hex_)

    def owner(self, sight: Sight[Any], hex_: Hex) -> int:
        """The side that controls a town, -1 if the game does not count it."""
        side = self.scene(sight)["owners"].get(self.game.grid.number(hex_))
        return -1 if side is None else self.game.sides.index(side)

    def badge(self, sight: Sight[Any], hex_: Hex) -> str:
        """The other special features of a hex, in one to three letters."""
        return "".join(map(badge, self.scene(sight)["marks"].get(self.game.grid.number(hex_), [])))[:3]

    def ground(self, hex_: Hex) -> str:
        """One character for the terrain, a blank for open ground."""
        return self.grounds[hex_]

    def river(self, hex_: Hex, direction: int) -> int:
        return level(self.water, hex_, direction)

    def line(self, hex_: Hex, direction: int) -> int:
        """The railway or road that leads over a hexside."""
        return level(self.lines, hex_, direction)

    def describe_hex(self, sight: Sight[Any], hex_: Hex) -> list[str]:
        told = self.show.hex(sight, hex_, ENGLISH)
        return [*told["lines"], *(f"  {each['text']}" for each in told["units"])]

    @cached_property
    def hexes_by_name(self) -> dict[str, Hex]:
        """Every hex by its number and by the name of its town."""
        hexes = self.game.grid.bits(self.game.grid.all)
        towns = {key(town.name): hex_ for hex_ in hexes if (town := self.town(hex_))}
        return towns | {key(self.game.grid.number(hex_)): hex_ for hex_ in hexes}

    def hex_name(self, hex_: Hex) -> str:
        number, town = self.game.grid.number(hex_), self.town(hex_)
        return f"{number} {town.name}" if town else number

    # -- the decision -----------------------------------------------------------------------------------------------

    def choice(self, sight: Sight[Any]) -> Choice:
        offer = self.decision(sight)
        if offer is None:
            return Choice()
        units = [self.game.unit_index(name) for name in offer["chosen"]["units"]]
        return Choice(units, [self.game.grid.index(number) for number in offer["chosen"]["hexes"]])

    def note(self, sight: Sight[Any], offer: Offer, pick: str) -> str:
        """A word on a pick in this decision."""
        found = self.decision(sight, offer)
        return next((each["note"] for each in found["picks"] if each["pick"] == pick), "") if found else ""

    def unit_note(self, sight: Sight[Any], offer: Offer, unit: Unit) -> str:
        return self.note(sight, offer, self.game.unit_ids[unit])

    def hex_note(self, sight: Sight[Any], offer: Offer, hex_: Hex) -> str:
        return self.note(sight, offer, self.game.grid.number(hex_))

    def costs(self, sight: Sight[Any], offer: Offer) -> Mapping[Hex, int]:
        """The costs of going to the offered hexes; empty if the decision is not about that."""
        found = self.decision(sight, offer)
        picks = found["picks"] if found else []
        return {self.game.grid.index(each["pick"]): ceil(each["cost"]) for each in picks if "cost" in each}

    def option(self, name: str) -> str:
        """The words on an option's button."""
        return self.board["options"][name]

    def is_secret(self, state: Any) -> bool:
        """Whether a player who has to decide knows something that the other does not, which the screen may show."""
        if state.result:
            return False
        seats = {offer.seat for offer in self.game.offers(state) if offer.seat >= 0}
        return any(self.show.scene(self.game.see(state, seat), Moment(), ENGLISH)["secrets"] for seat in seats)

    # -- answers ----------------------------------------------------------------------------------------------------

    def title(self, sight: Sight[Any]) -> str:
        """Scenario, turn, score and phase in one line."""
        scene = self.scene(sight)
        turn, points = scene["turn"], scene["points"]
        when = f"Turn {turn['number']} of {turn['of']}, {turn['name']}" if turn["number"] else turn["name"]
        score = f"{points['value']:g} VP" if points["of"] is None else f"{points['value']:g} of {points['of']:g} VP"
        phase = [] if scene["phase"] == when else [scene["phase"]]
        return " | ".join([scene["title"], when, score, *phase])

    def open_counts(self, sight: Sight[Any]) -> str:
        """Tracks, cups, hands and markers as everybody knows them, in one line."""
        scene = self.scene(sight)
        tracks = scene["tracks"][1:]  # the first track counts the turns, which are in the title
        boxes = [f"{box['name']}: {', '.join(box['lines'])}" for box in scene["boxes"] if not box["units"]]
        return "; ".join([*(track_text(track) for track in tracks if on_track(track)), *boxes])

    def secrets(self, sight: Sight[Any]) -> list[str]:
        """The facts that the player at the screen knows and the other does not."""
        return self.scene(sight)["secrets"]

    def under_attack(self, sight: Sight[Any]) -> tuple[Hex, int] | None:
        """The hex and the units (a bit set, possibly still empty) of the attack that is being declared."""
        offer = self.decision(sight)
        odds = offer["odds"] if offer else None
        if odds is not None and odds["hexes"]:
            return self.game.grid.index(odds["hexes"][0]), self.named(odds)
        own = None if sight.seat is None else self.game.side_of(sight.position, sight.seat)
        for hex_ in self.choice(sight).hexes:
            if any(self.side(unit) != own for unit in self.stack(sight, hex_)):
                return hex_, 0
        return None

    def named(self, odds: Odds) -> int:
        return sum(1 << self.game.unit_index(name) for name in odds["units"])

    def odds(self, sight: Sight[Any], target: Hex, units: int) -> list[str]:
        """The odds of an attack: strengths, shifts with their rules, column, the chance of each result.

        ValueError says why there are none."""
        offer = self.decision(sight)
        shown = offer["odds"] if offer else None
        if shown is None or self.under_attack(sight) != (target, units):
            shown = self.show.odds(sight, target, list(units_in(units)), ENGLISH)
        return list(odds_lines(shown))

    def supply(self, sight: Sight[Any]) -> list[str]:
        """The hexes where each side is in supply, and its units with a marker that says that they are not."""
        if all(overlay["key"] != "supply" for overlay in self.board["overlays"]):
            return ["This game does not use supply."]
        lines = []
        for number, about in enumerate(self.board["sides"]):
            side = Side(number)
            for area in self.show.overlay(sight, "supply", side, None, ENGLISH)["areas"]:
                lines.append(f"{area['text']}: {self.hexes_text(sight, area['hexes'])}")
            for flag in SUPPLY_FLAGS:
                if flag in self.board["flags"]:
                    units = ", ".join(self.flagged(sight, side, flag)) or "none"
                    lines.append(f"{about['name']} units marked {self.board['flags'][flag]}: {units}")
        return lines

    def hexes_text(self, sight: Sight[Any], numbers: Sequence[str]) -> str:
        """Hexes with the units in them, or the number of hexes."""
        if len(numbers) > MOST_HEXES:
            return f"{len(numbers)} hexes"
        found = []
        for number in numbers:
            units = [self.label(sight, unit) for unit in self.stack(sight, self.game.grid.index(number))]
            found.append(f"{number} ({', '.join(units)})" if units else number)
        return ", ".join(found)

    def points(self, sight: Sight[Any]) -> list[str]:
        score = self.scene(sight)["points"]
        lines = [f"{line['value']:6g}  {line['text']} [{line['rule']}]" for line in score["lines"]]
        return [*lines, score["text"]]

    def reach(self, sight: Sight[Any], unit: Unit) -> dict[Hex, int]:
        """The hexes to which any unit on the map could now move, and the costs."""
        found = self.show.reach(sight, unit, ENGLISH)["hexes"]
        return {self.game.grid.index(number): ceil(hex_["cost"]) for number, hex_ in found.items()}


def redness(colour: str) -> int:
    """How much redder than blue a colour such as #c9a27a is."""
    return int(colour[1:3], 16) - int(colour[5:7], 16)


def level(layers: list[Sides], hex_: Hex, direction: int) -> int:
    """The level of a hexside that may have one of two layers, a lesser and a greater one."""
    lesser, greater = (layer[direction] >> hex_ & 1 for layer in layers)
    return GREATER if greater else LESSER if lesser else NOTHING


def badge(mark: Mark) -> str:
    """The letter of a mark, with a star if the mark says that something is taken."""
    return f"{mark['letter']}*" if mark["letter"] and mark["kind"].endswith(" taken") else mark["letter"]


def on_track(track: Track) -> bool:
    """Whether a track shows anything."""
    return track["at"] >= 0 or bool(track["markers"])


def track_text(track: Track) -> str:
    """The level of a track as text."""
    cells = track["cells"]
    parts = [f"{cells[track['at']]} of {cells[-1]}"] if track["at"] >= 0 else []
    for at, cell in enumerate(cells):
        here = [marker["text"] for marker in track["markers"] if marker["at"] == at]
        parts += [f"{cell} ({', '.join(here)})"] if here else []
    return f"{track['name']}: {', '.join(parts)}"
