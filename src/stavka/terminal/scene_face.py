"""Any game in the terminal, as its presenter shows it: what the page shows, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, Final

from stavka import games
from stavka.engine.agent import Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, members
from stavka.engine.words import ENGLISH
from stavka.hexes import Sides
from stavka.scenes.scene import Chances, Moment, Odds, Scene, SceneOffer
from stavka.terminal.face import GREATER, LESSER, NOTHING, Choice, Face, Town

RED, GREY = "bold grey100 on red3", "bold grey0 on grey66"
"""The grounds of units: red for the side whose counters are the reddest, grey for the others."""
RANKS: Final = (2, 1, 0)
"""Of the kinds of places that a map has, the largest first."""
LESSER_NETWORKS: Final = ("rail", "railway", "trail")
MOST_HEXES: Final = 12
"""So many hexes of an area are named; of more only the number is told."""


def redness(colour: str) -> int:
    """How much redder than blue a colour such as #c9a27a is."""
    return int(colour[1:3], 16) - int(colour[5:7], 16)


class SceneFace(Face):
    def __init__(self, game: Game[Any]) -> None:
        self.game, self.catalogue = game, game.catalogue
        self.show = games.presenter(game.key, game)
        self.board = self.show.board(ENGLISH)
        reds = [redness(side["ground"]) for side in self.board["sides"]]
        self.colours = [RED if red == max(reds) else GREY for red in reds]
        self.marks = ["*" if colour == RED else "+" for colour in self.colours]
        self.read_map()
        self.last: tuple[Sight[Any] | None, Offer | None, Scene | None] = (None, None, None)
        self.stacks: dict[int, list[int]] = {}

    def read_map(self) -> None:
        hexmap, index = games.files(self.game.key).hexmap, self.game.grid.index
        signs = hexmap.kinds.terrain
        self.grounds = {
            index(number): " " if signs[terrain] == "." else signs[terrain]
            for number, terrain in hexmap.terrain.items()
        }
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
        """What the seat is shown; without an offer everything but the picks."""
        known_sight, known_offer, known = self.last
        if known is not None and known_sight is sight and (offer is None or known_offer is offer):
            return known
        asked = None if sight.position.result else offer or Offer(0 if sight.seat is None else sight.seat)
        made = self.show.scene(sight, Moment(offer=asked), ENGLISH)
        self.last, self.stacks = (sight, offer, made), self.stacked(made)
        return made

    def stacked(self, scene: Scene) -> dict[int, list[int]]:
        """The units in each hex, the one on top first."""
        g, stacks = self.game, dict[int, list[int]]()
        tops = sorted(range(len(g.unit_ids)), key=lambda unit: scene["units"][g.unit_ids[unit]]["top"])
        for unit in tops:
            hex_ = scene["units"][g.unit_ids[unit]].get("hex")
            if hex_ is not None:
                stacks.setdefault(g.grid.index(hex_), []).append(unit)
        return stacks

    def decision(self, sight: Sight[Any], offer: Offer | None = None) -> SceneOffer | None:
        return self.scene(sight, offer)["offer"]

    # -- units ------------------------------------------------------------------------------------------------------

    def label(self, sight: Sight[Any], unit: int) -> str:
        name = self.game.unit_ids[unit]
        return self.scene(sight)["units"][name].get("label") or self.board["units"][name]["label"]

    def side(self, unit: int) -> int:
        return self.game.sides.index(self.board["units"][self.game.unit_ids[unit]]["side"])

    def place(self, sight: Sight[Any], unit: int) -> int:
        hex_ = self.scene(sight)["units"][self.game.unit_ids[unit]].get("hex")
        return -1 if hex_ is None else self.game.grid.index(hex_)

    def stack(self, sight: Sight[Any], hex_: int) -> list[int]:
        self.scene(sight)
        return self.stacks.get(hex_, [])

    def describe_unit(self, sight: Sight[Any], unit: int) -> str:
        name = self.game.unit_ids[unit]
        hex_ = self.place(sight, unit)
        if hex_ >= 0:
            told = {each["unit"]: each["text"] for each in self.show.hex(sight, hex_, ENGLISH)["units"]}
            if name in told:
                return told[name]
        info, shown = self.board["units"][name], self.scene(sight)["units"][name]
        flags = [self.board["flags"].get(flag, flag) for flag in shown["flags"]]
        return ", ".join(part for part in (f"{info['label']}: {info['name']}", shown["factors"], *flags) if part)

    # -- the map ----------------------------------------------------------------------------------------------------

    def town(self, hex_: int) -> Town | None:
        return self.towns.get(hex_)

    def owner(self, sight: Sight[Any], hex_: int) -> int:
        side = self.scene(sight)["owners"].get(self.game.grid.number(hex_))
        return -1 if side is None else self.game.sides.index(side)

    def badge(self, sight: Sight[Any], hex_: int) -> str:
        marks = self.scene(sight)["marks"].get(self.game.grid.number(hex_), [])
        return "".join(mark["letter"] for mark in marks)[:3]

    def ground(self, hex_: int) -> str:
        return self.grounds[hex_]

    def river(self, hex_: int, direction: int) -> int:
        return level(self.water, hex_, direction)

    def line(self, hex_: int, direction: int) -> int:
        return level(self.lines, hex_, direction)

    def describe_hex(self, sight: Sight[Any], hex_: int) -> list[str]:
        told = self.show.hex(sight, hex_, ENGLISH)
        return [*told["lines"], *(f"  {each['text']}" for each in told["units"])]

    # -- the decision -----------------------------------------------------------------------------------------------

    def choice(self, sight: Sight[Any]) -> Choice:
        offer = self.decision(sight)
        if offer is None:
            return Choice()
        units = [self.game.unit_index(name) for name in offer["chosen"]["units"]]
        return Choice(units, [self.game.grid.index(number) for number in offer["chosen"]["hexes"]])

    def note(self, sight: Sight[Any], offer: Offer, pick: str) -> str:
        found = self.decision(sight, offer)
        return next((each["note"] for each in found["picks"] if each["pick"] == pick), "") if found else ""

    def unit_note(self, sight: Sight[Any], offer: Offer, unit: int) -> str:
        return self.note(sight, offer, self.game.unit_ids[unit])

    def hex_note(self, sight: Sight[Any], offer: Offer, hex_: int) -> str:
        return self.note(sight, offer, self.game.grid.number(hex_))

    def costs(self, sight: Sight[Any], offer: Offer) -> Mapping[int, int]:
        found = self.decision(sight, offer)
        picks = found["picks"] if found else []
        return {self.game.grid.index(each["pick"]): ceil(each["cost"]) for each in picks if "cost" in each}

    def option(self, name: str) -> str:
        return self.board["options"][name]

    def is_secret(self, state: Any) -> bool:
        """Whether whoever has to decide knows something that the other one does not."""
        if state.result:
            return False
        seats = {offer.seat for offer in self.game.offers(state) if offer.seat >= 0}
        return any(self.show.scene(self.game.see(state, seat), Moment(), ENGLISH)["secrets"] for seat in seats)

    # -- answers ----------------------------------------------------------------------------------------------------

    def title(self, sight: Sight[Any]) -> str:
        scene = self.scene(sight)
        turn, points = scene["turn"], scene["points"]
        score = f"{points['value']:g} VP" if points["of"] is None else f"{points['value']:g} of {points['of']:g} VP"
        return f"{scene['title']} | Turn {turn['number']} of {turn['of']}, {turn['name']} | {score} | {scene['phase']}"

    def open_counts(self, sight: Sight[Any]) -> str:
        boxes = [box for box in self.scene(sight)["boxes"] if not box["units"]]
        return "; ".join(f"{box['name']}: {', '.join(box['lines'])}" for box in boxes)

    def secrets(self, sight: Sight[Any]) -> list[str]:
        return self.scene(sight)["secrets"]

    def under_attack(self, sight: Sight[Any]) -> tuple[int, int] | None:
        offer = self.decision(sight)
        odds = offer["odds"] if offer else None
        if odds is None or not odds["hexes"]:
            return None
        return self.game.grid.index(odds["hexes"][0]), self.named(odds)

    def named(self, odds: Odds) -> int:
        return sum(1 << self.game.unit_index(name) for name in odds["units"])

    def odds(self, sight: Sight[Any], target: int, units: int) -> list[str]:
        offer = self.decision(sight)
        shown = offer["odds"] if offer else None
        if shown is None or self.under_attack(sight) != (target, units):
            shown = self.show.odds(sight, target, list(members(units)), ENGLISH)
        return list(odds_lines(shown))

    def supply(self, sight: Sight[Any]) -> list[str]:
        if all(overlay["key"] != "supply" for overlay in self.board["overlays"]):
            return ["This game has no supply."]
        lines = []
        for side in range(len(self.game.sides)):
            for area in self.show.overlay(sight, "supply", side, None, ENGLISH)["areas"]:
                hexes = area["hexes"]
                told = ", ".join(hexes) if len(hexes) <= MOST_HEXES else f"{len(hexes)} hexes"
                lines.append(f"{area['text']}: {told}")
        return lines

    def points(self, sight: Sight[Any]) -> list[str]:
        score = self.scene(sight)["points"]
        lines = [f"{line['value']:6g}  {line['text']} [{line['rule']}]" for line in score["lines"]]
        return [*lines, score["text"]]

    def reach(self, sight: Sight[Any], unit: int) -> dict[int, int]:
        found = self.show.reach(sight, unit, ENGLISH)["hexes"]
        return {self.game.grid.index(number): ceil(hex_["cost"]) for number, hex_ in found.items()}


def level(layers: list[Sides], hex_: int, direction: int) -> int:
    """Which of two layers, a lesser and a greater one, a hexside has."""
    lesser, greater = (layer[direction] >> hex_ & 1 for layer in layers)
    return GREATER if greater else LESSER if lesser else NOTHING


def odds_lines(odds: Odds) -> Iterator[str]:
    """A reckoning: the figures with their lines, the column, the chance of each result."""
    labels = odds["labels"]
    figures = (("attack", labels["attack"], odds["attack"]), ("defence", labels["defence"], odds["defence"]))
    for on, label, value in figures:
        parts = [f"{line['text']} {line['value']:g} [{line['rule']}]" for line in odds["lines"] if line["on"] == on]
        yield f"{label:8} {value:3}  {'; '.join(parts)}"
    for on in ("column", "roll"):
        parts = [f"{line['text']} {line['value']:+g} [{line['rule']}]" for line in odds["lines"] if line["on"] == on]
        if parts:
            yield f"{on:8} {'; '.join(parts)}"
    yield f"{labels['column']:8} {odds['column']}: {chances(odds)}"
    yield from (f"with {each['text']}, {each['column']} [{each['rule']}]: {chances(each)}" for each in odds["support"])
    yield from (f"{note['text']} [{note['rule']}]" for note in odds["notes"])


def chances(found: Chances) -> str:
    return "  ".join(f"{result['text']} {percent(result['share'])}" for result in found["results"])


def percent(share: float) -> str:
    return f"{100 * share:.1f}%".replace(".0%", "%")
