"""Situations of Zitadelle: positions from text, and the questions that its rules raise (docs/situations.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, get_args

from stavka.data.gamefiles import defaults
from stavka.data.mapmodel import Chain, HexMap, Kinds, Line, Mark, Place, read_side
from stavka.data.schema import changed
from stavka.engine.situations import Situation, builder, drawn_game, read_unit, refuse_strange, unit_named
from stavka.engine.state import Json
from stavka.games.zitadelle import questions
from stavka.games.zitadelle.files import Files, Unit, UnitType
from stavka.games.zitadelle.game import Zitadelle, load
from stavka.games.zitadelle.position import (
    ATTACHED,
    COMING,
    GERMAN,
    OFF,
    OVER,
    PLACE_CODES,
    SOVIET,
    Position,
    derive,
    put,
)
from stavka.games.zitadelle.setup import set_up
from stavka.hexes import GridSpec

TERRAIN: Final = {
    ".": "open",
    "w": "woods",
    "v": "village",
    "t": "town",
    "h": "heights",
    "H": "heights-village",
}
FORTS: Final = {"e": "entrenchment", "i": "improvised position"}
COUNTER: Final = re.compile(
    r"(?P<side>german|soviet) (?P<type>[a-z0-9 ()/&]+?)"
    r"(?: (?P<at>\d+)-(?P<armour>\d+|\*)-(?P<combat>\d+)(?:\((?P<at2>\d+)-(?P<armour2>\d+|\*)-(?P<combat2>\d+)\))?)?"
    r"(?: factor (?P<factor>\d+))?(?: size (?P<size>[IVX]+))?(?: of (?P<parent>[^,]+?))?(?:, (?P<formation>\w+))?"
    r"(?: zone (?P<zone>[A-Z]) (?P<hex>\w+))?(?: enters (?P<enters>\d+) (?P<area>\w+))?(?: part of (?P<part>\w+))?"
)
FLAGS: Final = ("disrupted", "fired", "moved", "fought", "defended", "retreated")
POSITION_KEYS: Final = frozenset(
    {
        "scenario",
        "options",
        "setup",
        "counters",
        "units",
        "turn",
        "morale",
        "bombed",
        "held",
        "belgorod",
        "lost",
        "tigers",
        "chits",
        "model",
        "phase",
        "frames",
        "log",
    }
)
PHASES: Final = ("set_up", "air", "dive", "fire", "assault", "movement", "recovery", "organise", "turn", "begin", "end")
MAP_KEYS: Final = (
    *("picture", "south", "stream", "river", "lake", "primary", "secondary", "rail", "front"),
    *("german", "edge", "zones", "entry", "objectives", "belgorod"),
)


# -- the game: its own map and counters -----------------------------------------------------------------------------


def make_game(situation: Situation) -> Zitadelle:
    return drawn_game(situation, load, lambda drawn, counters: Zitadelle(make_files(load().files, drawn, counters)))


def make_files(files: Files, drawn: Json | None, counters: Json) -> Files:
    units = files.units + tuple(make_unit(name, text) for name, text in counters.items())
    if drawn is None:
        return Files(**{**vars(files), "units": units})
    hexmap = make_map(drawn)
    there = hexmap.terrain
    units = tuple(changed(unit, hex=None, zone=None) if unit.hex and unit.hex not in there else unit for unit in units)
    values = drawn.get("objectives", {})
    first = files.tables.objective[0]
    objectives = tuple(changed(first, id=hex_, hex=hex_, name=hex_, value=value) for hex_, value in values.items())
    tables = changed(files.tables, objective=objectives)
    if "belgorod" in drawn:
        tables = changed(tables, belgorod=changed(tables.belgorod, hex=drawn["belgorod"]))
    return Files(**{**vars(files), "units": units, "hexmap": hexmap, "tables": tables})


def make_unit(name: str, text: str) -> Unit:
    """A counter such as "german infantry regiment 1-*-4(0-*-2) of 7 ID, 46pzk"."""
    match = COUNTER.fullmatch(text)
    if match is None:
        raise ValueError(
            f"counter {name} = {text!r}: expected side, type and values, as german infantry regiment 1-*-4"
        )
    found: dict[str, Any] = match.groupdict()
    refuse_strange(f"counter {name}", [found["type"]], get_args(UnitType))
    kind, german = found["type"], found["side"] == "german"
    reduced = found["at2"] is not None

    def number(key: str) -> int | None:
        return int(found[key]) if found[key] not in (None, "*") else None

    return Unit(
        id=name,
        label=name,
        name=name,
        side=found["side"],
        nation="wehrmacht" if german else "soviet",
        formation=found["formation"] or ("47pzk" if german else "13a"),
        parent=found["parent"],
        type=kind,
        size=found["size"] or size_of(kind),
        steps=0 if found["at"] is None else 2 if reduced else 1,
        at=number("at"),
        armour=number("armour"),
        combat=number("combat"),
        at2=number("at2"),
        armour2=number("armour2"),
        combat2=number("combat2"),
        factor=number("factor"),
        sector="N" if "bomber" in kind else None,
        zone=found["zone"],
        hex=found["hex"],
        enters=number("enters"),
        area=found["area"],
        part_of=found["part"],
        source="reconstructed",
    )


def size_of(kind: str) -> Any:
    for word, size in (("company", "I"), ("battalion", "II"), ("brigade", "X"), ("front hq", "XXXXX")):
        if word in kind:
            return size
    return "III"


def make_map(drawn: Json) -> HexMap:
    """Maps drawn in rows, north at the top: `picture` is the North, `south` a second one.

    A word a hex: `.` open, `w` woods, `v` village, `t` town, `h` heights, `H` heights-village, with `e` for an
    entrenchment or `i` for an improvised position behind it; `_` nothing."""
    refuse_strange("map", drawn, MAP_KEYS)
    terrain: dict[str, str] = {}
    forts: dict[str, list[str]] = {name: [] for name in FORTS.values()}
    sheets = []
    for prefix, key in (("N", "picture"), ("S", "south")):
        if key in drawn:
            rows = [line.split() for line in drawn[key].strip().splitlines()]
            sheets.append(GridSpec(len(rows), max(map(len, rows)), up=False, shifted="even", prefix=prefix))
            read_picture(prefix, rows, terrain, forts)
    marks = [Mark(name, tuple(hexes), "reconstructed") for name, hexes in forts.items()]
    marks += [Mark("german side", tuple(drawn.get("german", ())), "reconstructed")]
    marks += [Mark("german edge", tuple(drawn.get("edge", ())), "reconstructed")]
    for word, key in (("zone", "zones"), ("entry", "entry")):
        marks += [Mark(word, tuple(hexes), "reconstructed", name) for name, hexes in drawn.get(key, {}).items()]
    return HexMap(
        "drawn in a situation",
        tuple(sheets),
        Kinds(
            {name: symbol for symbol, name in TERRAIN.items()},
            {"river": ("stream", "river"), "lake": (), "front": ()},
            ("primary road", "secondary road", "rail"),
            ("town",),
            tuple(dict.fromkeys(mark.kind for mark in marks)),
        ),
        "reconstructed",
        terrain,
        places=tuple[Place, ...](),
        lines=tuple(make_lines(drawn)),
        chains=tuple(make_chains(drawn)),
        marks=tuple(marks),
    )


def read_picture(prefix: str, rows: list[list[str]], terrain: dict[str, str], forts: dict[str, list[str]]) -> None:
    for r, row in enumerate(rows, 1):
        for c, marks in enumerate(row, 1):
            refuse_strange("picture", marks, (*TERRAIN, *FORTS, "_"))
            if marks != "_":
                number = f"{prefix}{r:02}{c:02}"
                terrain[number] = next((TERRAIN[mark] for mark in marks if mark in TERRAIN), "open")
                for mark in marks:
                    if mark in FORTS:
                        forts[FORTS[mark]].append(number)


def make_lines(drawn: Json) -> Iterable[Line]:
    layers = (("stream", "river", "stream"), ("river", "river", "river"), ("lake", "lake", ""), ("front", "front", ""))
    for key, layer, kind in layers:
        for text in drawn.get(key, ()):
            yield Line(layer, kind, text, (read_side(text),), "reconstructed")


def make_chains(drawn: Json) -> Iterable[Chain]:
    for key, network in (("primary", "primary road"), ("secondary", "secondary road"), ("rail", "rail")):
        for text in drawn.get(key, ()):
            yield Chain(network, text, tuple(text.split("-")), "reconstructed")


# -- the position ---------------------------------------------------------------------------------------------------


def make_position(g: Zitadelle, situation: Situation) -> Position:
    spec = situation.spec
    options = defaults(g.files.scenarios.option)
    refuse_strange("options", spec.get("options", {}), options)
    options.update(spec.get("options", {}))
    on = sum(g.switch[name] for name, used in options.items() if used)
    s = set_up(g, spec.get("scenario", next(iter(g.scenarios))), on)
    s.events = [] if spec.get("log", False) else None
    if spec.get("phase") != "set_up":
        s.turn = spec.get("turn", 1)
        if not spec.get("setup", False):
            clear(g, s)
        else:
            deploy(g, s)
    for line in spec.get("units", ()):
        place_unit(g, s, line)
    set_markers(g, s, spec)
    derive(g, s)
    set_phase(g, s, spec)
    g.settle(s)
    return s


def clear(g: Zitadelle, s: Position) -> None:
    """Nothing on the map, and nothing but the schedule to come."""
    for unit in range(len(s.place)):
        if s.place[unit] == COMING and not g.unit_enters(unit):
            s.place[unit] = OFF
    derive(g, s)


def deploy(g: Zitadelle, s: Position) -> None:
    """The set-up of history, on both sides."""
    for unit, hex_ in enumerate(g.setup_hex):
        if hex_ >= 0 and s.place[unit] == COMING:
            put(g, s, unit, hex_)


def place_unit(g: Zitadelle, s: Position, line: str) -> None:
    """A line such as "N1731 A/1 disrupted": place, unit, steps, flags."""
    place, unit, steps = read_unit(g, s, line, FLAGS)
    if steps is not None:
        s.steps[unit] = steps
    if place.startswith("over-"):
        s.place[unit] = OVER - formation_named(g, place.removeprefix("over-"))
    elif place in PLACE_CODES:
        s.place[unit] = PLACE_CODES[place]
    elif g.air >> unit & 1:
        s.place[unit] = g.grid.index(place)
    else:
        put(g, s, unit, g.grid.index(place))


def formation_named(g: Zitadelle, name: str) -> int:
    names = [formation.id for formation in g.formations]
    if name not in names:
        raise ValueError(f"no formation {name!r}; there are {', '.join(names)}")
    return names.index(name)


def set_markers(g: Zitadelle, s: Position, spec: Json) -> None:
    for column in ("morale", "bombed"):
        for name, number in spec.get(column, {}).items():
            getattr(s, column)[formation_named(g, name)] = number
    if "held" in spec:
        s.held = g.grid.from_numbers(*spec["held"])
    s.belgorod = int(spec.get("belgorod", False))
    s.lost = spec.get("lost", 0)
    s.model = int(spec.get("model", False))
    for name, host in spec.get("tigers", {}).items():
        company = unit_named(g, name)
        s.hosts[g.companies.index(company)] = unit_named(g, host)
        s.place[company] = ATTACHED
    if "chits" in spec:
        names = [chit.id for chit in g.chits]
        rest = [name for name in names if name not in spec["chits"].values()]
        for box, letter in enumerate(g.boxes):
            s.chits[box] = names.index(spec["chits"][letter] if letter in spec["chits"] else rest.pop(0)) + 1


def set_phase(g: Zitadelle, s: Position, spec: Json) -> None:
    """Where the game stands: phase = "soviet assault", "german movement", "air", "dive" ... or bare frames."""
    words = spec.get("phase", "german movement").split()
    phase = words[-1]
    if phase == "set_up":
        return
    if phase not in PHASES or (len(words) > 1 and words[0] not in g.sides):
        raise ValueError(f"phase {spec['phase']!r}: expected a side and one of {', '.join(PHASES)}")
    side_ = g.sides.index(words[0]) if len(words) > 1 else GERMAN
    bottom: list[list[Any]] = [["game"]] if SOVIET in (side_, phase == "dive") else [["game"], ["soviet_turn"]]
    north, south = g.air_numbers[s.turn]
    frames: dict[str, list[list[Any]]] = {
        "air": [["bombing", -1], ["air", north, south]],
        "dive": [["movement", SOVIET, -1], ["dive", -1]],
        "fire": [["fire", side_, 0]],
        "assault": [["assault", side_, -1, 0]],
        "movement": [["movement", side_, -1]],
        "recovery": [["recovery", side_]],
        "organise": [["movement", side_, -1], ["organise", 0]],
        "turn": [["german_turn", north, south] if side_ == GERMAN else ["soviet_turn"]],
        "begin": [],
        "end": [],
    }
    if phase == "begin":
        s.turn -= 1
    s.stack = [["game"]] if phase in ("begin", "end") else [*bottom, *frames[phase]]
    if "frames" in spec:
        s.stack = [*bottom, *spec["frames"]]


build: Final = builder(POSITION_KEYS, make_game, make_position, questions.QUESTIONS)
