"""Events and options in words; a language is one file beside this one."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stavka.engine.offer import members
from stavka.engine.state import Event, Json
from stavka.games.traces.position import Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

MARKERS = ("Offensive", "Defensive")


@cache
def language(name: str = "en") -> Json:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))


def say(g: Traces, s: Position, event: Event, name: str = "en") -> str:
    """An event as a sentence."""
    values = {key: _word(g, s, key, value) for key, value in event.values.items()}
    if event.name == "mode":
        values["mode"] = option(g, "movement-combat" if event.values["movement_first"] else "combat-movement", name)
    template: str = language(name)["event"][event.name]
    return template.format(**values)


def option(g: Traces, key: str, name: str = "en") -> str:
    """The words on an option's button."""
    known = language(name)["option"]
    if key in known:
        return str(known[key])
    if key.startswith("bid-"):
        return key[4:]
    label = {chit.id: chit.label for chit in g.chits}[key.removeprefix("hold-")]
    return f"Hold {label}" if key.startswith("hold-") else label


def _word(g: Traces, s: Position, key: str, value: Any) -> str:
    if key in ("unit", "old"):
        return g.label(s, value)
    if key in ("units", "oos", "isolated", "hqs"):
        return ", ".join(g.label(s, unit) for unit in members(value)) or "none"
    if key == "hex":
        return place(g, value)
    if key == "path":
        return "-".join(g.grid.number(hex_) for hex_ in value)
    if key == "chit":
        return str(g.chits[value].label)
    if key in ("column", "ratio"):
        return g.crt_names[value] if value >= 0 else "below 1-1"
    if key == "side":
        return g.sides[value].capitalize()
    if key == "kind":
        return MARKERS[value]
    if key in ("points", "threshold"):
        return f"{value / (4 if key == 'threshold' else 1):g}"
    return str(value)


def place(g: Traces, hex_: int) -> str:
    number = g.grid.number(hex_)
    name = g.place_names.get(hex_)
    return f"{name} ({number})" if name else number
