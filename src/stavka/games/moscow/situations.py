"""Situations of Roads to Moscow: positions from text, and the questions that its rules raise (docs/situations.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal, get_args

from stavka.data.mapmodel import Chain, HexMap, Kinds, Line, Mark, Place, read_side
from stavka.data.schema import changed
from stavka.engine.situations import Situation, builder, drawn_game, read_unit, refuse_strange, unit_named
from stavka.engine.state import Frame, Json
from stavka.games.moscow import questions
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.control import settle_control
from stavka.games.moscow.files import Files, Objective, Unit, UnitType
from stavka.games.moscow.game import Moscow, load
from stavka.games.moscow.losses import MARKS as FLAGS
from stavka.games.moscow.position import (
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
from stavka.games.moscow.setup import set_up
from stavka.hexes import GridSpec

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
)
POSITION_KEYS: Final = frozenset(
    {
        "scenario",
        "options",
        "setup",
        "counters",
        "units",
        "turn",
        "weather",
        "sequence",
        "active",
        "joined",
        "german",
        "forts",
        "down",
        "holding",
        "markers",
        "returns",
        "first",
        "initiative",
        "points",
        "burns",
        "attacks",
        "phase",
        "frames",
        "log",
    }
)
PHASES: Final = (
    *("fuel", "army", "engineering", "movement", "declare", "refusal", "reaction", "no_retreat", "combat", "end"),
    *("operations", "status", "initiative", "reorganization", "begin", "over", "still", "set_up"),
)
MAP_KEYS: Final = (
    *("picture", "sheet", "stream", "river", "ford", "slope", "line", "main", "minor", "trail", "railway"),
    *("german", "sources", "entry", "objectives"),
)

CLASSES: Final[dict[str, Literal["red", "orange", "foot"]]] = {"R": "red", "O": "orange", "": "foot"}
STILL: Final = "still"
"""The phase in which nothing goes on by itself: a position to be asked about, in a side's Movement Phase."""
FEATURES: Final = (
    *("slope side", "fortified line side", "german start", "strongpoint start", "fallen line start"),
    *("entry", "supply source"),
)


# -- the game: its own map and counters -----------------------------------------------------------------------------


def make_game(situation: Situation) -> Moscow:
    return drawn_game(situation, load, lambda drawn, counters: Moscow(make_files(load().files, drawn, counters)))


def make_files(files: Files, drawn: Json | None, counters: Json) -> Files:
    units = files.units + tuple(make_unit(name, text) for name, text in counters.items())
    if drawn is None:
        return Files(**{**vars(files), "units": units})
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
    return Files(**{**vars(files), "units": units, "hexmap": hexmap, "scenarios": scenarios})


def make_unit(name: str, text: str) -> Unit:
    """A counter such as "german armor 6*-4-7R(3-3) er 7/6 of 10pz" or "soviet leader moves 8R er 5 cp 2"."""
    match = COUNTER.fullmatch(text)
    if match is None:
        raise ValueError(f"counter {name} = {text!r}: expected side, type and values, as german armor 6*-4-7R er 7")
    found: dict[str, Any] = match.groupdict()
    kind = found["type"]
    refuse_strange(f"counter {name}", [kind], get_args(UnitType))
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
    )


def _number(text: str | None) -> int | None:
    return int(text) if text is not None else None


def make_map(drawn: Json) -> HexMap:
    """A map drawn in rows, north at the top: a sign a hex, the n-th of a line in column n; even columns stand half a
    hex further north. `.` clear, `^` rough, `t` `f` `~` clear, rough and marsh with woods, `h` `v` `T` settlements; `_`
    nothing."""
    refuse_strange("map", drawn, MAP_KEYS)
    prefix = drawn.get("sheet", "MZ")
    rows = [line.split() for line in drawn["picture"].strip().splitlines()]
    terrain: dict[str, str] = {}
    for r, row in enumerate(rows, 1):
        refuse_strange("picture", row, (*SYMBOLS, "_"))
        for c, sign in enumerate(row, 1):
            if sign != "_":
                terrain[f"{prefix}{c:02}{r:02}"] = SYMBOLS[sign]
    sheet = GridSpec(len(rows), max(map(len, rows)), "columns", "odd", "column-row", up=False, prefix=prefix)
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
    refuse_strange("options", spec.get("options", {}), g.switch)
    on = sum(g.switch[name] for name, chosen in spec.get("options", {}).items() if chosen)
    scenario = spec.get("scenario", "mtsensk" if "MT" in g.map_hexes and "MZ" not in g.map_hexes else "artemki")
    s = set_up(g, scenario, on)
    s.events = [] if spec.get("log", False) else None
    s.turn = spec.get("turn", 1)
    if not spec.get("setup", False):
        clear(g, s)
    for line in spec.get("units", ()):
        place_unit(g, s, line)
    if spec.get("phase") == "set_up":
        s.turn = 0
        g.settle(s)
        return s
    set_markers(g, s, spec)
    set_phase(g, s, spec)
    if not spec.get("phase", STILL).endswith(STILL):
        g.settle(s)
    return s


def clear(g: Moscow, s: Position) -> None:
    """Nothing on the map, no reinforcements, no works, and no activation marker but those that are named."""
    for unit in range(len(s.place)):
        s.place[unit], s.steps[unit] = OFF, 0
    s.markers[:] = bytes([MARKER_PLACES.index("gone")]) * len(s.markers)
    s.forts = [0, 0]
    derive(g, s)


def place_unit(g: Moscow, s: Position, line: str) -> None:
    """A line such as "MZ1731 A/1 disrupted": place, unit, steps, flags."""
    place, unit, steps = read_unit(g, s, line, FLAGS)
    s.steps[unit] = g.full_steps[unit] if steps is None else steps
    if place in PLACE_CODES:
        shelve(s, unit, PLACE_CODES[place])
    else:
        put(g, s, unit, g.grid.index(place))


def formation_named(g: Moscow, name: str) -> int:
    if name not in g.formation_ids:
        raise ValueError(f"no formation {name!r}; there are {', '.join(g.formation_ids)}")
    return g.formation_ids.index(name)


def set_markers(g: Moscow, s: Position, spec: Json) -> None:
    s.weather = WEATHER_NAMES.index(spec.get("weather", "dry"))
    if "german" in spec:
        s.german = g.on_map(s) if spec["german"] == "all" else g.grid.from_numbers(*spec["german"])
    for side, hexes in spec.get("forts", {}).items():
        s.forts[g.sides.index(side)] = g.grid.from_numbers(*hexes)
    s.lines_down = g.grid.from_numbers(*spec.get("down", ()))
    s.holding = g.grid.from_numbers(*spec.get("holding", ()))
    settle_control(g, s)
    s.first = g.sides.index(spec.get("first", "german"))
    s.initiative[:] = bytes(spec.get("initiative", [0, 0]))
    s.points = spec.get("points", 0)
    for name, places in spec.get("markers", {}).items():
        which = [g.any_marker[GERMAN if name == "any german" else SOVIET]] if name.startswith("any") else []
        which = which or g.markers_of(formation_named(g, name))
        for marker, place in zip(which, places.split(", "), strict=False):
            refuse_strange("markers", [place], MARKER_PLACES)
            s.markers[marker] = MARKER_PLACES.index(place)
            s.returns[marker] = spec.get("returns", {}).get(name, 0)
    for name, formation in spec.get("joined", {}).items():
        attach(s, unit_named(g, name), formation_named(g, formation))
    for name, formation in spec.get("burns", {}).items():
        spend(s, unit_named(g, name), formation_named(g, formation))
    for item in spec.get("attacks", ()):
        units = sum(1 << unit_named(g, name) for name in item["by"])
        s.attacks.append([g.grid.index(item["hex"]), units, int(item.get("table", "assault") == "mobile")])


def set_phase(g: Moscow, s: Position, spec: Json) -> None:
    """Where the game stands: phase = "soviet movement", "german combat", "status" ... or bare frames."""
    words = spec.get("phase", STILL).split()
    phase = words[-1]
    if phase not in PHASES or (len(words) > 1 and words[0] not in g.sides):
        raise ValueError(f"phase {spec['phase']!r}: expected a side and one of {', '.join(PHASES)}")
    side = g.sides.index(words[0]) if len(words) > 1 else GERMAN
    last: list[Frame] = [["game"], ["refresh"], ["recovery", SOVIET], ["recovery", GERMAN]]
    plain: dict[str, list[Frame]] = {
        "operations": [*last, ["operations", side]],
        "status": [*last, ["operations", side], ["status"]],
        "initiative": [*last, ["initiative", 0]],
        "reorganization": last,
        "begin": [["game"]],
        "over": [["game"]],
    }
    if phase in plain:
        s.stack = plain[phase]
        if phase == "begin":
            s.turn -= 1
        return
    s.sequence = {"mobile": 1, "assault": 2}[spec.get("sequence", "assault" if phase == "engineering" else "mobile")]
    s.active = active_formations(g, s, spec, side)
    if "frames" in spec:
        s.stack = [*last, ["operations", 1 - side], ["end_sequence", side], *spec["frames"]]
        return
    frames = sequence_frames(g, s, side)
    names = [frame[0] for frame in frames]
    start = {"end": "end_sequence", STILL: "movement"}.get(phase, phase)
    if start == "fuel" and "fuel" not in names:
        start = "army"
    s.stack = [*last, ["operations", 1 - side], *reversed(frames[names.index(start) :])]


def sequence_frames(g: Moscow, s: Position, side: int) -> list[Frame]:
    """The frames of an Operations Sequence, first to last."""
    formations = [i for i in range(len(g.formation_ids)) if s.active >> i & 1]
    frames: list[Frame] = [["fuel", formation] for formation in formations if g.scenarios[s.scenario].fuel]
    frames += [g.army_frame(s, side, formation) for formation in formations]
    frames += [["engineering", side, -1, -1]] if s.sequence == ASSAULT else []
    return [*frames, ["movement", side], ["excess"], *g.combat_frames(side), ["end_sequence", side]]


def active_formations(g: Moscow, s: Position, spec: Json, side: int) -> int:
    """Those named, or that of the first unit of the side on the map that has one."""
    if "active" in spec:
        return sum(1 << formation_named(g, name) for name in spec["active"])
    for line in spec.get("units", ()):
        unit = unit_named(g, line.split()[1].split("/")[0])
        if g.side[unit] == side and g.formation[unit] >= 0:
            return 1 << g.formation[unit]
    return 0


build: Final = builder(POSITION_KEYS, make_game, make_position, questions.QUESTIONS)
