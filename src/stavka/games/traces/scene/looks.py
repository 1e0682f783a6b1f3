"""How counters, buttons and overlays look: symbols, colours, keys; and the board, which never changes."""

from __future__ import annotations

from typing import Final

from stavka.engine.scene import HEX_SIZE, Board, BoardGrid, BoardOverlay, BoardSide, BoardUnit, OverlayKind
from stavka.games.traces.files import Unit
from stavka.games.traces.game import Traces
from stavka.games.traces.scene.hexes import terrain_line
from stavka.games.traces.scene.units import FLAGS
from stavka.games.traces.scene.voice import Voice

# -- counters ---------------------------------------------------------------------------------------------------------

FUNCTIONS: Final = {
    "infantry": "UCI---",
    "mountain infantry": "UCIO--",
    "cavalry": "UCRH--",
    "airborne": "UCIA--",
    "security division": "UCS---",
    "armour": "UCA---",
    "mechanised infantry": "UCIZ--",
    "hq": "U-----",
}
"""The function of each type of unit in a symbol code of MIL-STD-2525C."""
ECHELONS: Final = {"XX": "I", "XXX": "J", "XXXX": "K", "XXXXX": "L"}

DARK, LIGHT = "#1d1a16", "#f4efe2"
GROUNDS: Final = {
    "german": ("#a9aea4", DARK),
    "ss": ("#2f3133", LIGHT),
    "luftwaffe": ("#9fb6c6", DARK),
    "romanian": ("#b9b286", DARK),
    "hungarian": ("#a3a878", DARK),
    "soviet": ("#c9a27a", DARK),
    "guards": ("#b5543f", LIGHT),
}
BANDS: Final = (
    "#6d7f5c", "#8a6a9c", "#b08a3c", "#4f7c8a", "#8c5a4a", "#7a7a7a", "#5b6fa0", "#9a7b52", "#5f8f76", "#a05f7c",
)  # fmt: skip


def symbol(unit: Unit) -> str:
    """The code from which milsymbol draws a unit: all have the frame of one's own side, the counter's colour tells
    whose they are."""
    return f"SFGP{FUNCTIONS[unit.type]}{'A' if unit.type == 'hq' else '-'}{ECHELONS[unit.size]}"


def colours(unit: Unit) -> tuple[str, str]:
    """Ground and ink of a counter."""
    if "SS" in unit.name.split():
        return GROUNDS["ss"]
    if unit.nation == "german" and ("Luftwaffe" in unit.name or unit.type == "airborne"):
        return GROUNDS["luftwaffe"]
    return GROUNDS[unit.nation]


# -- buttons ----------------------------------------------------------------------------------------------------------

OVERLAYS: Final[tuple[tuple[str, str, OverlayKind], ...]] = (
    ("zone", "z", "zone"),
    ("supply", "s", "supply"),
    ("range", "r", "range"),
    ("control", "c", "control"),
    ("odds", "o", "odds"),
)
KEYS: Final = {
    "done": "d",
    "stop": "t",
    "strategic": "g",
    "relocate": "l",
    "movement-combat": "m",
    "combat-movement": "b",
    "attack": "a",
    "all": "w",
    "air-support": "f",
    "no-air-support": "n",
    "interrupt": "i",
    "pass": "p",
    "draw": "d",
    "hq-activation": "h",
    "okh-command": "k",
    "negotiation": "n",
    "vrnz": "1",
    "step": "2",
    "sw": "3",
    "sth": "4",
    "reinforcement": "5",
    "airborne": "6",
    "stavka": "7",
    "4pza": "1",
    "8a": "2",
    "1pza": "3",
    "6a": "4",
    "okh": "5",
    "hold-4pza": "a",
    "hold-8a": "b",
    "hold-1pza": "e",
    "hold-6a": "f",
    "hold-okh": "g",
}
"""Keys of options, no two of which can be offered together, and none of which is that of an overlay or `u` for undo.
Bids have none: they are typed."""


# -- the board --------------------------------------------------------------------------------------------------------


def board(v: Voice) -> Board:
    g = v.g
    number = g.grid.number
    hexes = g.grid.bits(g.grid.all)
    return {
        "game": g.key,
        "title": g.title,
        "lang": v.lang,
        "grid": grid(g),
        "sides": [side(v, key) for key in g.sides],
        "units": units(g),
        "options": {name: v.option(name) for name in g.option_names},
        "keys": KEYS,
        "flags": {flag: v.word("state", flag) for flag in FLAGS},
        "overlays": [overlay(v, *item) for item in OVERLAYS],
        "terrain": {number(hex_): terrain_line(v, hex_) for hex_ in hexes},
        "names": {number(hex_): v.name(hex_) for hex_ in g.place_names},
        "rules": {rule: v.rule_title(rule) for rule in g.catalogue.rules},
    }


def grid(g: Traces) -> BoardGrid:
    centre = g.grid.centre
    width, height = (round(length * HEX_SIZE, 1) for length in g.grid.extent)
    centres = {g.grid.number(i): centre(i) for i in g.grid.bits(g.grid.all)}
    return {
        "rows": g.grid.rows,
        "columns": g.grid.columns,
        "orientation": g.grid.orientation,
        "size": HEX_SIZE,
        "width": width,
        "height": height,
        "hexes": {number: (round(x * HEX_SIZE, 1), round(y * HEX_SIZE, 1)) for number, (x, y) in centres.items()},
    }


def side(v: Voice, key: str) -> BoardSide:
    ground, ink = GROUNDS["soviet" if key == "soviet" else "german"]
    return {"key": key, "name": v.word("side", key), "ground": ground, "ink": ink}


def units(g: Traces) -> dict[str, BoardUnit]:
    formations = list(dict.fromkeys(unit.formation for unit in g.units))
    bands = {formation: BANDS[n % len(BANDS)] for n, formation in enumerate(formations)}
    found: dict[str, BoardUnit] = {}
    for unit in g.units:
        ground, ink = colours(unit)
        found[unit.id] = {
            "label": unit.label,
            "name": unit.name,
            "side": unit.side,
            "nation": unit.nation,
            "type": unit.type,
            "symbol": symbol(unit),
            "echelon": unit.size,
            "formation": unit.formation,
            "ground": ground,
            "ink": ink,
            "band": bands[unit.formation],
        }
    return found


def overlay(v: Voice, key: str, letter: str, kind: OverlayKind) -> BoardOverlay:
    of: dict[str, str] = {"zone": "side", "supply": "side", "odds": "side", "range": "unit"}
    wanted = of.get(key, "")
    return {
        "key": key,
        "name": v.word("overlay", key),
        "letter": letter,
        "kind": kind,
        "of": "side" if wanted == "side" else "unit" if wanted == "unit" else "",
    }
