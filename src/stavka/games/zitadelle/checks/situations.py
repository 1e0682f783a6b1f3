"""Situations of Zitadelle: positions from text, and the questions that its rules raise (docs/situations.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

from stavka.assurance.forms import (
    COUNT,
    HEX,
    HEXSIDE,
    ROAD,
    TEXT,
    TRUTH,
    TURN,
    UNIT,
    Form,
    Frames,
    Listed,
    Named,
    refuse_strange,
    text_like,
    whole,
)
from stavka.assurance.situations import (
    COMMON,
    OPTIONS,
    Situation,
    builder,
    check_map,
    game_maker,
    phases,
    read_picture,
    read_units,
    unit_named,
)
from stavka.assurance.vocabulary import Vocabulary
from stavka.data.gamefiles import defaults
from stavka.data.mapmodel import Chain, HexMap, Kinds, Line, Mark, Place, read_side
from stavka.data.schema import changed
from stavka.engine import kinds
from stavka.engine.frames import Frame
from stavka.engine.kinds import Side, indices
from stavka.engine.state import Json
from stavka.games.zitadelle.checks import questions
from stavka.games.zitadelle.counters import AIR, HQ
from stavka.games.zitadelle.files import Files, Unit, UnitType, load_files
from stavka.games.zitadelle.game import Zitadelle, load
from stavka.games.zitadelle.rules.c03_set_up import set_up
from stavka.games.zitadelle.rules.c04_sequence import Playing, Recovering, StartingGermanTurn, StartingSovietTurn
from stavka.games.zitadelle.rules.c06_anti_tank_fire.fire import Firing
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting
from stavka.games.zitadelle.rules.c08_movement.movement_phase import MovingUnits
from stavka.games.zitadelle.rules.c09_german_air_units import Allocating, Diving, LevelBombing
from stavka.games.zitadelle.rules.c13_optional_rules.panzer_battalions import Organising
from stavka.games.zitadelle.state import (
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
from stavka.hexes import Grid, GridSpec, Hex

TERRAIN: Final = {
    ".": "open",
    "w": "woods",
    "v": "village",
    "t": "town",
    "h": "heights",
    "H": "heights-village",
}
FORTS: Final = {"e": "entrenchment", "i": "improvised position"}
SIGNS: Final = "[.wvthH]?[ei]|[.wvthH]"
COUNTER: Final = re.compile(
    r"(?P<side>german|soviet) (?P<type>[a-z0-9 ()/&]+?)"
    r"(?: (?P<at>\d+)-(?P<armour>\d+|\*)-(?P<combat>\d+)(?:\((?P<at2>\d+)-(?P<armour2>\d+|\*)-(?P<combat2>\d+)\))?)?"
    r"(?: factor (?P<factor>\d+))?(?: size (?P<size>[IVX]+))?(?: of (?P<parent>[^,]+?))?(?:, (?P<formation>\w+))?"
    r"(?: zone (?P<zone>[A-Z]) (?P<hex>\w+))?(?: enters (?P<enters>\d+) (?P<area>\w+))?(?: part of (?P<part>\w+))?"
    r"(?: sector (?P<sector>[NS]))?(?P<words>(?: reserve| model)*)"
)
FLAGS: Final = ("disrupted", "fired", "moved", "fought", "defended", "retreated")
PLACES: Final = tuple(name for name in PLACE_CODES if name != "retreating")
SIDED: Final = ("fire", "assault", "movement", "recovery", "turn")
PLAIN: Final = ("set_up", "air", "dive", "organise", "begin", "end")
PHASES: Final = (*SIDED, *PLAIN)
A_SIDE: Final = whole(0, 1)
FRAMES: Final[dict[str, dict[str, Form]]] = {
    "movement": {"side": A_SIDE, "units that can move (-1: find out)": whole(-1, -1)},
    "fire": {"side": A_SIDE, "1 if begun": whole(0, 1)},
    "attach_tigers": {},
}
"""The frames that a situation may put on top of a turn: a step, and its memory."""
POSITION_KEYS: Final[dict[str, Form]] = {
    **COMMON,
    "options": OPTIONS,
    "turn": TURN,
    "morale": Named(questions.FORMATION, questions.LEVEL),
    "bombed": Named(questions.FORMATION, whole(0, 9)),
    "held": Listed(HEX),
    "belgorod": TRUTH,
    "lost": COUNT,
    "tigers": Named(questions.COMPANY, UNIT),
    "chits": Named(questions.BOX, questions.CHIT),
    "model": TRUTH,
    "phase": phases(PLAIN, SIDED),
    "frames": Frames(FRAMES),
}
HEXES: Final = Listed(HEX)
MAP_KEYS: Final[dict[str, Form]] = {
    **dict.fromkeys(("picture", "south"), TEXT),
    **dict.fromkeys(("stream", "river", "lake", "front"), Listed(HEXSIDE)),
    **dict.fromkeys(("primary", "secondary", "rail"), Listed(ROAD)),
    **dict.fromkeys(("german", "edge"), HEXES),
    "zones": Named(text_like("[A-Z]", "the letter of a zone"), HEXES),
    "entry": Named(text_like("[NS][0-9]", "an entry area such as S3"), HEXES),
    "objectives": Named(HEX, COUNT),
    "belgorod": HEX,
}


# -- the game: its own map and counters -----------------------------------------------------------------------------


def make_files(files: Files, drawn: Json | None, counters: Json) -> Files:
    formations = {formation.id: formation.side for formation in files.tables.formation}
    units = files.units + tuple(make_unit(name, text, formations) for name, text in counters.items())
    if drawn is None:
        return files.changed(units=units)
    hexmap = make_map(drawn)
    there = hexmap.terrain
    units = tuple(changed(unit, hex=None, zone=None) if unit.hex and unit.hex not in there else unit for unit in units)
    values = drawn.get("objectives", {})
    first = files.tables.objective[0]
    objectives = tuple(changed(first, id=hex_, hex=hex_, name=hex_, value=value) for hex_, value in values.items())
    tables = changed(files.tables, objective=objectives)
    if "belgorod" in drawn:
        tables = changed(tables, belgorod=changed(tables.belgorod, hex=drawn["belgorod"]))
    return files.changed(units=units, hexmap=hexmap, tables=tables)


def make_unit(name: str, text: str, formations: Mapping[str, str]) -> Unit:
    """A counter such as "german infantry regiment 1-*-4(0-*-2) of 7 ID, 46pzk"."""
    match = COUNTER.fullmatch(text)
    if match is None:
        raise ValueError(
            f"counter {name} = {text!r}: expected side, type and values, as german infantry regiment 1-*-4"
        )
    found: dict[str, Any] = match.groupdict()
    refuse_strange(f"counter {name}", [found["type"]], get_args(UnitType))
    kind, german = found["type"], found["side"] == "german"
    if found["formation"] and kind != HQ:
        own = [formation for formation, side in formations.items() if side == found["side"]]
        refuse_strange(f"counter {name}, formation", [found["formation"]], own)
    reduced = found["at2"] is not None

    def number(key: str) -> int | None:
        return int(found[key]) if found[key] not in (None, "*") else None

    if found["sector"] and kind not in AIR:
        raise ValueError(f"counter {name}: expected a sector with an air unit only")
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
        sector=found["sector"] or ("N" if kind in AIR else None),
        zone=found["zone"],
        hex=found["hex"],
        enters=number("enters"),
        area=found["area"],
        part_of=found["part"],
        reserve="reserve" in found["words"],
        model="model" in found["words"],
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
            rows = read_picture(drawn[key], key, SIGNS, (*TERRAIN, *FORTS))
            sheets.append(GridSpec(len(rows), max(map(len, rows)), up=False, shifted="even", prefix=prefix))
            note_hexes(prefix, rows, terrain, forts)
    if not sheets:
        raise ValueError("map: expected picture, a drawing of the North, or south")
    check_map(drawn, MAP_KEYS, Grid(*sheets, exists=terrain))
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


def note_hexes(prefix: str, rows: list[list[str]], terrain: dict[str, str], forts: dict[str, list[str]]) -> None:
    for r, row in enumerate(rows, 1):
        for c, marks in enumerate(row, 1):
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
    over = [f"over-{formation.id}" for formation in g.formations]
    for line in read_units(g, s, spec.get("units", ()), FLAGS, (*PLACES, *over)):
        place_unit(g, s, *line)
    set_markers(g, s, spec)
    derive(g, s)
    set_phase(g, s, spec)
    return s


def clear(g: Zitadelle, s: Position) -> None:
    """Clear the map, and all arrivals except those of the schedule."""
    for unit in indices(s.place):
        if s.place[unit] == COMING and not g.unit_enters(unit):
            s.place[unit] = OFF
    derive(g, s)


def deploy(g: Zitadelle, s: Position) -> None:
    """The set-up of history, on both sides."""
    for unit in indices(s.place):
        hex_ = g.setup_hex[unit]
        if hex_ >= 0 and s.place[unit] == COMING:
            put(g, s, unit, hex_)


def place_unit(g: Zitadelle, s: Position, place: str, unit: kinds.Unit, steps: int | None) -> None:
    if place not in PLACE_CODES and place.startswith("over-") != bool(g.level_bombers >> unit & 1):
        raise ValueError(f"units: expected a level bomber over a formation, anything else in a hex; found {place}")
    if steps is not None:
        s.steps[unit] = steps
    if place.startswith("over-"):
        s.place[unit] = Hex(OVER - formation_named(g, place.removeprefix("over-")))
    elif place in PLACE_CODES:
        s.place[unit] = PLACE_CODES[place]
    elif g.air >> unit & 1:
        s.place[unit] = g.grid.index(place)
    else:
        put(g, s, unit, g.grid.index(place))


def formation_named(g: Zitadelle, name: str) -> int:
    return questions.formation_names(g).index(name)


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
        names = questions.chit_names(g)
        if len(set(spec["chits"].values())) < len(spec["chits"]):
            raise ValueError("chits: expected each chit in one box, found one in two")
        rest = [name for name in names if name not in spec["chits"].values()]
        for box, letter in enumerate(g.boxes):
            s.chits[box] = names.index(spec["chits"][letter] if letter in spec["chits"] else rest.pop(0)) + 1


def set_phase(g: Zitadelle, s: Position, spec: Json) -> None:
    """Set the phase: phase = "soviet assault", "german movement", "air", "dive" ... or bare frames."""
    *side, phase = spec.get("phase", "german movement").split()
    if phase == "set_up":
        return
    side_ = Side(g.sides.index(side[0])) if side else GERMAN
    bottom: list[Frame] = [Playing()] if SOVIET in (side_, phase == "dive") else [Playing(), StartingSovietTurn()]
    north, south = g.air_numbers[s.turn]
    frames: dict[str, list[Frame]] = {
        "air": [LevelBombing(), Allocating(north, south)],
        "dive": [MovingUnits(SOVIET), Diving()],
        "fire": [Firing(side_)],
        "assault": [Assaulting(side_)],
        "movement": [MovingUnits(side_)],
        "recovery": [Recovering(side_)],
        "organise": [MovingUnits(side_), Organising()],
        "turn": [StartingGermanTurn(north, south) if side_ == GERMAN else StartingSovietTurn()],
        "begin": [],
        "end": [],
    }
    if phase == "begin":
        s.turn -= 1
    s.stack = [Playing()] if phase in ("begin", "end") else [*bottom, *frames[phase]]
    if "frames" in spec:
        s.stack = [*bottom, *(g.steps[name].frame.from_list([name, *values]) for name, *values in spec["frames"])]


make_game: Final = game_maker(load, Zitadelle, load_files, make_files)
build: Final = builder(POSITION_KEYS, make_game, make_position, questions.QUESTIONS)


def vocabulary() -> Vocabulary:
    """The words that situations of this game know."""
    return Vocabulary(
        load(), POSITION_KEYS, MAP_KEYS, PLAIN, SIDED, FRAMES, PLACES, FLAGS, get_args(UnitType), questions.QUESTIONS
    )
