"""Situations of Roads to Moscow: positions from text, and the questions that its rules raise (docs/situations.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal, get_args

from stavka.assurance.forms import (
    COUNT,
    COVERED_SIDE,
    FORCE,
    HEX,
    HEXSIDE,
    ROAD,
    SIDE,
    SMALL,
    TEXT,
    UNIT,
    WHOLE,
    At,
    Form,
    Frames,
    Listed,
    Named,
    Record,
    Turn,
    Word,
    either,
    one_of,
    refuse_strange,
    whole,
)
from stavka.assurance.situations import (
    COMMON,
    OPTIONS,
    Situation,
    builder,
    check_map,
    game_maker,
    no_enemy,
    phases,
    read_picture,
    read_units,
    unit_named,
    unit_names,
)
from stavka.assurance.vocabulary import Vocabulary
from stavka.data.mapmodel import Chain, HexMap, Kinds, Line, Mark, Place, read_side
from stavka.data.schema import changed
from stavka.engine import kinds
from stavka.engine.frames import Frame
from stavka.engine.kinds import Side, indices
from stavka.engine.state import Json
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.checks import questions
from stavka.games.moscow.files import Entry, Files, Group, Objective, Placement, Sheet, Unit, UnitType, load_files
from stavka.games.moscow.game import Moscow, load
from stavka.games.moscow.rules.c03_basic_concepts.control import settle_control
from stavka.games.moscow.rules.c04_playing_the_game.sequence import (
    Playing,
    Recovering,
    Refreshing,
    SupplyStatus,
)
from stavka.games.moscow.rules.c04_playing_the_game.setup import set_up
from stavka.games.moscow.rules.c06_supply.fuel import Fuelling
from stavka.games.moscow.rules.c07_operations.initiative import InitiativeRolls
from stavka.games.moscow.rules.c07_operations.markers import EndingSequence, OperationsSegment
from stavka.games.moscow.rules.c08_ground_movement.movement_phase import CheckingStacks, MovementPhase
from stavka.games.moscow.rules.c11_combat_results.losses import MARKS as FLAGS
from stavka.games.moscow.rules.c14_strongpoints import Building
from stavka.games.moscow.state import (
    ASSAULT,
    GERMAN,
    MARKER_PLACES,
    OFF,
    PLACE_CODES,
    SOVIET,
    Position,
    attach,
    derive,
    put,
    shelve,
    spend,
)
from stavka.games.moscow.turns import turns_of
from stavka.hexes import Grid, GridSpec

SYMBOLS: Final = {
    ".": "clear",
    "^": "rough",
    "t": "clear-woods",
    "f": "rough-woods",
    "~": "marsh-woods",
    "h": "hamlet",
    "v": "village",
    "T": "town",
}
COUNTER: Final = re.compile(
    r"(?P<side>german|soviet) (?P<type>[a-z-]+(?: [a-z-]+)?)"
    r"(?: (?P<attack>\d+)(?P<red>\*?)-(?P<defence>\d+)(?P<hard>\*?)-(?P<move>\d+)(?P<class>[RO]?)"
    r"(?:\((?P<attack2>\d+)-(?P<defence2>\d+)\))?)?"
    r"(?: moves (?P<moves>\d+)(?P<frame>[RO]?))?(?: er (?P<er>\d+)(?:/(?P<er2>\d+))?)?"
    r"(?: support (?P<support>\d+)/(?P<range>\d+)(?P<letter>A?))?(?: cp (?P<cp>\d))?(?: cas (?P<cas>\d))?"
    r"(?: stack (?P<stack>\d))?(?P<words>(?: band| nkvd| arko)*)(?: of (?P<formation>\w+))?"
    r"(?: enters (?P<turn>\w+) (?P<entry>\w+)(?: group (?P<group>\w+))?)?"
)
STILL: Final = "still"
"""The phase in which nothing happens by itself: a position to be asked about, in a side's Movement Phase."""
PLACES: Final = tuple(name for name in PLACE_CODES if name != "retreating")
SIDED: Final = (
    *("fuel", "army", "engineering", "movement", "declare", "refusal", "reaction", "no_retreat", "combat", "end"),
    *("operations", STILL),
)
PLAIN: Final = ("status", "initiative", "reorganization", "begin", "over", "set_up")
PHASES: Final = (*SIDED, *PLAIN)
A_SIDE: Final = whole(0, 1)
FRAMES: Final[dict[str, dict[str, Form]]] = {
    "combat": {"side": A_SIDE, "1 if begun": whole(0, 1)},
    "declare": {"side": A_SIDE},
    "movement": {"side": A_SIDE},
    "recovery": {"side": A_SIDE},
}
"""The frames that a situation may put on top of an Operations Sequence: a step, and its memory."""
HEXES: Final = Listed(HEX)
POSITION_KEYS: Final[dict[str, Form]] = {
    **COMMON,
    "options": OPTIONS,
    "turn": Turn(lambda at: default_scenario(at.game)),
    "weather": one_of(*WEATHER_NAMES),
    "sequence": one_of("mobile", "assault"),
    "active": Listed(questions.FORMATION),
    "joined": Named(Word("an Army unit", lambda at: unit_names(at.game, at.game.army)), questions.FORMATION),
    "german": either(one_of("all"), HEXES),
    "forts": Named(SIDE, HEXES),
    "down": HEXES,
    "holding": HEXES,
    "markers": Named(questions.MARKED, TEXT),
    "returns": Named(questions.MARKED, SMALL),
    "first": SIDE,
    "initiative": Listed(SMALL, 2, 2, again=True),
    "points": WHOLE,
    "burns": Named(Word("a Fuel unit", lambda at: unit_names(at.game, at.game.fuel_units)), questions.FORMATION),
    "attacks": Listed(Record({"hex": HEX, "by": Listed(UNIT, 1)}, may={"table": one_of("mobile", "assault")})),
    "phase": phases(PLAIN, SIDED),
    "frames": Frames(FRAMES),
}
MAP_KEYS: Final[dict[str, Form]] = {
    "picture": TEXT,
    "sheet": one_of(*get_args(Sheet)),
    **dict.fromkeys(("stream", "river", "ford"), Listed(HEXSIDE)),
    **dict.fromkeys(("slope", "line"), Listed(COVERED_SIDE)),
    **dict.fromkeys(("main", "minor", "trail", "railway"), Listed(ROAD)),
    "german": HEXES,
    "sources": Named(one_of("german", "soviet"), HEXES),
    "entry": Named(one_of(*get_args(Entry)), HEXES),
    "objectives": Named(HEX, COUNT),
}

CLASSES: Final[dict[str, Literal["red", "orange", "foot"]]] = {"R": "red", "O": "orange", "": "foot"}
FEATURES: Final = (
    *("slope side", "fortified line side", "german start", "strongpoint start", "fallen line start"),
    *("entry", "supply source"),
)


# -- the game: its own map and counters -----------------------------------------------------------------------------


def make_files(files: Files, drawn: Json | None, counters: Json) -> Files:
    units = files.units + tuple(make_unit(files, name, text) for name, text in counters.items())
    if drawn is None:
        return files.changed(units=units)
    hexmap = make_map(drawn)
    values = drawn.get("objectives", {})
    goals = tuple(Objective(id=f"goal {h.lower()}", hex=h, value=v, source="reconstructed") for h, v in values.items())
    scenarios = changed(
        files.scenarios,
        scenario=tuple(
            changed(item, objective=goals, automatic=tuple(n for n in item.automatic if n in hexmap.terrain))
            for item in files.scenarios.scenario
        ),
    )
    return files.changed(units=units, hexmap=hexmap, scenarios=scenarios)


def make_unit(files: Files, name: str, text: str) -> Unit:
    """A counter such as "german armor 6*-4-7R(3-3) er 7/6 of 10pz" or "soviet leader moves 8R er 5 cp 2"."""
    match = COUNTER.fullmatch(text)
    if match is None:
        raise ValueError(f"counter {name} = {text!r}: expected side, type and values, as german armor 6*-4-7R er 7")
    found: dict[str, Any] = match.groupdict()
    kind = found["type"]
    refuse_strange(f"counter {name}", [kind], get_args(UnitType))
    formations = [formation.id for formation in files.formations if formation.side == found["side"]]
    refuse_strange(f"counter {name}, formation", [found["formation"]] if found["formation"] else [], formations)
    combat = kind not in ("leader", "air", "fuel")
    two = found["attack2"] is not None
    gun, own = found["support"] is not None, "band" in found["words"] or found["support"] is not None
    er = int(found["er"] or 6)
    return Unit(
        id=name,
        label=name,
        name=name,
        side=found["side"],
        nation=found["side"],
        type=kind,
        formation=found["formation"],
        size="II",
        steps=(2 if two else 1) if combat else None,
        attack=_number(found["attack"]),
        defence=_number(found["defence"]),
        red_attack=bool(found["red"]) or None,
        red_defence=bool(found["hard"]) or None,
        attack_only=bool(found["letter"]) or None,
        move=_number(found["move"] or found["moves"]),
        move_class=None if kind == "air" else CLASSES[found["class"] or found["frame"] or ""],
        er=er if kind != "fuel" else None,
        er2=int(found["er2"] or er - 1) if two else None,
        attack2=_number(found["attack2"]),
        defence2=_number(found["defence2"]),
        stacking=int(found["stack"] or (0 if kind == "hq" else 2)) if combat else None,
        range=_number(found["range"]) if gun else None,
        support=_number(found["support"]),
        zoc=("own" if own else "full") if combat else None,
        command=_number(found["cp"]),
        cas=_number(found["cas"]),
        fuel=1 if kind == "fuel" else None,
        nkvd="nkvd" in found["words"] or None,
        arko="arko" in found["words"] or None,
        source="reconstructed",
        **placements(files, name, found),
    )


def placements(files: Files, name: str, found: Json) -> dict[str, Any]:
    """The arrival of a counter in the scenarios that have its turn: as a reinforcement, of an Optional Group or not."""
    if not found["turn"]:
        return {}
    refuse_strange(f"counter {name}, entry area", [found["entry"]], get_args(Entry))
    refuse_strange(f"counter {name}, group", [found["group"]] if found["group"] else [], get_args(Group))
    scenarios = [
        item
        for item in files.scenarios.scenario
        if found["turn"] in turns_of(item, files.tables)
        and (not found["group"] or found["group"] in [group.id for group in item.group])
    ]
    if not scenarios:
        group = f" and the group {found['group']}" if found["group"] else ""
        raise ValueError(
            f"counter {name}: expected a turn of a scenario, such as 15AM; none has {found['turn']}{group}"
        )
    placement = Placement(turn=found["turn"], entry=found["entry"], option=found["group"], source="reconstructed")
    return {f"scenario{item.number}": placement for item in scenarios}


def _number(text: str | None) -> int | None:
    return int(text) if text is not None else None


def make_map(drawn: Json) -> HexMap:
    """A map drawn in rows, north at the top: a sign a hex, the n-th of a line in column n; even columns stand half a
    hex further north. `.` clear, `^` rough, `t` `f` `~` clear, rough and marsh with woods, `h` `v` `T` settlements; `_`
    nothing."""
    refuse_strange("map", drawn, MAP_KEYS)
    prefix = drawn.get("sheet", "MZ")
    MAP_KEYS["sheet"].check(At(None), prefix, "map sheet")
    rows = read_picture(drawn.get("picture"), "picture", r"[.^tf~hvT]", SYMBOLS)
    terrain: dict[str, str] = {}
    for r, row in enumerate(rows, 1):
        for c, sign in enumerate(row, 1):
            if sign != "_":
                terrain[f"{prefix}{c:02}{r:02}"] = SYMBOLS[sign]
    sheet = GridSpec(len(rows), max(map(len, rows)), "columns", "odd", "column-row", up=False, prefix=prefix)
    check_map(drawn, MAP_KEYS, Grid(sheet, exists=terrain))
    lines = tuple(make_lines(drawn))
    return HexMap(
        "drawn in a situation",
        (sheet,),
        Kinds(
            {name: symbol for symbol, name in SYMBOLS.items()},
            {"river": ("stream", "river"), "ford": (), "slope": (), "fortified line": ()},
            ("main road", "minor road", "trail", "railway"),
            ("town",),
            FEATURES,
        ),
        "reconstructed",
        terrain,
        places=tuple[Place, ...](),
        lines=lines,
        chains=tuple(make_chains(drawn)),
        marks=tuple(make_marks(drawn)),
    )


def make_lines(drawn: Json) -> Iterable[Line]:
    layers = (("stream", "river", "stream"), ("river", "river", "river"), ("ford", "ford", ""))
    for key, layer, kind in layers:
        for text in drawn.get(key, ()):
            yield Line(layer, kind, text, (read_side(text),), "reconstructed")
    for key, layer in (("slope", "slope"), ("line", "fortified line")):
        for text in drawn.get(key, ()):
            yield Line(layer, "", text, (read_side(text.partition(">")[0]),), "reconstructed")


def make_chains(drawn: Json) -> Iterable[Chain]:
    for key, network in (("main", "main road"), ("minor", "minor road"), ("trail", "trail"), ("railway", "railway")):
        for text in drawn.get(key, ()):
            yield Chain(network, text, tuple(text.split("-")), "reconstructed")


def make_marks(drawn: Json) -> Iterable[Mark]:
    """Slopes and Fortified Lines are written "MZ0101/MZ0102>MZ0102", with the upper or the covered hex at the end."""
    for key, kind in (("slope", "slope side"), ("line", "fortified line side")):
        for text in drawn.get(key, ()):
            yield Mark(kind, (text.partition(">")[2],), "reconstructed", text)
    for number in "1234":
        yield Mark("german start", tuple(drawn.get("german", ())), "reconstructed", number)
    for label, hexes in drawn.get("sources", {}).items():
        yield Mark("supply source", tuple(hexes), "reconstructed", {"german": "G", "soviet": "S"}[label])
    for label, hexes in drawn.get("entry", {}).items():
        yield Mark("entry", tuple(hexes), "reconstructed", label)


# -- the position ---------------------------------------------------------------------------------------------------


def make_position(g: Moscow, situation: Situation) -> Position:
    spec = situation.spec
    on = sum(g.switch[name] for name, chosen in spec.get("options", {}).items() if chosen)
    s = set_up(g, spec.get("scenario", default_scenario(g)), on)
    s.events = [] if spec.get("log", False) else None
    s.turn = spec.get("turn", 1)
    if not spec.get("setup", False):
        clear(g, s)
    for line in read_units(g, s, spec.get("units", ()), FLAGS, PLACES):
        place_unit(g, s, *line)
    if spec.get("phase") == "set_up":
        s.turn = 0
        return s
    set_markers(g, s, spec)
    set_phase(g, s, spec)
    return s


def default_scenario(g: Moscow) -> str:
    return "mtsensk" if "MT" in g.map_hexes and "MZ" not in g.map_hexes else "artemki"


def is_still(spec: Json) -> bool:
    """Whether nothing more happens by itself."""
    return bool(spec.get("phase", STILL).endswith(STILL)) and "stop" not in spec


def clear(g: Moscow, s: Position) -> None:
    """Clear the map, the reinforcements, the works, and all activation markers except the named ones."""
    for unit in indices(s.place):
        s.place[unit], s.steps[unit] = OFF, 0
    s.markers[:] = bytes([MARKER_PLACES.index("gone")]) * len(s.markers)
    s.forts = [0, 0]
    derive(g, s)


def place_unit(g: Moscow, s: Position, place: str, unit: kinds.Unit, steps: int | None) -> None:
    s.steps[unit] = g.full_steps[unit] if steps is None else steps
    if place in PLACE_CODES:
        shelve(s, unit, PLACE_CODES[place])
    else:
        put(g, s, unit, g.grid.index(place))


def set_markers(g: Moscow, s: Position, spec: Json) -> None:
    s.weather = WEATHER_NAMES.index(spec.get("weather", "dry"))
    if "german" in spec:
        s.german = g.on_map(s) if spec["german"] == "all" else g.grid.from_numbers(*spec["german"])
    for side, hexes in spec.get("forts", {}).items():
        s.forts[Side(g.sides.index(side))] = g.grid.from_numbers(*hexes)
    s.lines_down = g.grid.from_numbers(*spec.get("down", ()))
    s.holding = g.grid.from_numbers(*spec.get("holding", ()))
    settle_control(g, s)
    s.first = Side(g.sides.index(spec.get("first", "german")))
    s.initiative = bytearray(spec.get("initiative", [0, 0]))
    s.points = spec.get("points", 0)
    refuse_strange("returns", spec.get("returns", {}), spec.get("markers", {}))
    for name, places in spec.get("markers", {}).items():
        which = [g.any_marker[GERMAN if name == "any german" else SOVIET]] if name.startswith("any") else []
        which = which or g.markers_of(g.formation_ids.index(name))
        words = places.split(", ")
        refuse_strange(f"markers {name}", words, MARKER_PLACES)
        if len(words) > len(which):
            raise ValueError(f"markers {name}: expected the places of {len(which)}, found {len(words)}")
        for marker, place in zip(which, words, strict=False):
            s.markers[marker] = MARKER_PLACES.index(place)
            s.returns[marker] = spec.get("returns", {}).get(name, 0)
    for name, formation in spec.get("joined", {}).items():
        attach(s, unit_named(g, name), g.formation_ids.index(formation))
    for name, formation in spec.get("burns", {}).items():
        spend(s, unit_named(g, name), g.formation_ids.index(formation))
    for number, item in enumerate(spec.get("attacks", ()), 1):
        FORCE.check(At(g, s), item["by"], f"attacks, {number}. by")
        units = sum(1 << unit_named(g, name) for name in item["by"])
        no_enemy(g, s, units, item["hex"])
        s.attacks.append([g.grid.index(item["hex"]), units, int(item.get("table", "assault") == "mobile")])


def set_phase(g: Moscow, s: Position, spec: Json) -> None:
    """Set the phase: phase = "soviet movement", "german combat", "status" ... or bare frames."""
    *words, phase = spec.get("phase", STILL).split()
    side = Side(g.sides.index(words[0])) if words else GERMAN
    last: list[Frame] = [Playing(), Refreshing(), Recovering(SOVIET), Recovering(GERMAN)]
    plain: dict[str, list[Frame]] = {
        "operations": [*last, OperationsSegment(side)],
        "status": [*last, OperationsSegment(side), SupplyStatus()],
        "initiative": [*last, InitiativeRolls()],
        "reorganization": last,
        "begin": [Playing()],
        "over": [Playing()],
    }
    if phase in plain:
        s.stack = plain[phase]
        if phase == "begin":
            s.turn -= 1
        return
    s.sequence = {"mobile": 1, "assault": 2}[spec.get("sequence", "assault" if phase == "engineering" else "mobile")]
    s.active = active_formations(g, s, spec, side)
    if "frames" in spec:
        given = [g.steps[each[0]].frame.from_list(each) for each in spec["frames"]]
        s.stack = [*last, OperationsSegment(1 - side), EndingSequence(side), *given]
        return
    frames = sequence_frames(g, s, side)
    names = [frame.step for frame in frames]
    start = {"end": "end_sequence", STILL: "movement"}.get(phase, phase)
    if start == "fuel" and "fuel" not in names:
        start = "army"
    if start not in names:
        wanted = "an active Formation" if start == "army" else 'sequence = "assault"'
        raise ValueError(f"phase {phase!r}: expected {wanted}, without which there is none")
    s.stack = [*last, OperationsSegment(1 - side), *reversed(frames[names.index(start) :])]


def sequence_frames(g: Moscow, s: Position, side: Side) -> list[Frame]:
    """The frames of an Operations Sequence, first to last."""
    formations = [i for i in range(len(g.formation_ids)) if s.active >> i & 1]
    frames: list[Frame] = [Fuelling(formation) for formation in formations if g.scenarios[s.scenario].fuel]
    frames += [g.army_frame(s, side, formation) for formation in formations]
    frames += [Building(side)] if s.sequence == ASSAULT else []
    return [*frames, MovementPhase(side), CheckingStacks(), *g.combat_frames(side), EndingSequence(side)]


def active_formations(g: Moscow, s: Position, spec: Json, side: Side) -> int:
    """The named Formations, or that of the side's first unit on the map that has one."""
    if "active" in spec:
        return sum(1 << g.formation_ids.index(name) for name in spec["active"])
    for line in spec.get("units", ()):
        unit = unit_named(g, line.split()[1].split("/")[0])
        if g.side[unit] == side and g.formation[unit] >= 0:
            return 1 << g.formation[unit]
    return 0


make_game: Final = game_maker(load, Moscow, load_files, make_files, crts=("assault", "mobile"))
build: Final = builder(POSITION_KEYS, make_game, make_position, questions.QUESTIONS, is_still=is_still)


def vocabulary() -> Vocabulary:
    """The words that situations of this game know."""
    return Vocabulary(
        load(), POSITION_KEYS, MAP_KEYS, PLAIN, SIDED, FRAMES, PLACES, FLAGS, get_args(UnitType), questions.QUESTIONS
    )
