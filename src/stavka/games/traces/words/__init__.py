"""Prompts, reasons, events and options in words; a language is one file beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import Reason, members
from stavka.engine.state import Event
from stavka.engine.words import ENGLISH, Message, Words
from stavka.games.traces.position import Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

WORDS: Final = Words(Path(__file__).parent)
MARKERS: Final = ("offensive", "defensive")


# -- what steps say -------------------------------------------------------------------------------------------------


def ask(key: str, **values: object) -> Message:
    """The prompt of a step."""
    return WORDS.message("prompt", key, **values)


def because(rule: str, key: str, **values: object) -> Reason:
    """Why something cannot be picked."""
    return Reason(rule, WORDS.message("reason", key, **values))


def half(halves: int) -> str:
    """Half points as points: 7 is 3.5."""
    return f"{halves / 2:g}"


def chit_name(g: Traces, kind: int) -> Message:
    """A chit's label, which other languages may have a word for."""
    chit = g.chits[kind]
    return Message.make(chit.label, "chit", chit.id, {})


# -- what the log and the buttons say -------------------------------------------------------------------------------


def say(g: Traces, s: Position, event: Event, lang: str = ENGLISH) -> str:
    """An event as a sentence."""
    values = {key: _word(g, s, key, value, lang) for key, value in event.values.items()}
    if event.name == "mode":
        values["mode"] = option(g, "movement-combat" if event.values["movement_first"] else "combat-movement", lang)
    return WORDS.say(lang, "event", event.name, **values)


def option(g: Traces, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    if key.startswith("bid-"):
        return key[4:]
    ids = [chit.id for chit in g.chits]
    label = chit_label(g, ids.index(key.removeprefix("hold-")), lang)
    return WORDS.say(lang, "word", "hold", chit=label) if key.startswith("hold-") else label


def chit_label(g: Traces, kind: int, lang: str = ENGLISH) -> str:
    return WORDS.translate(chit_name(g, kind), lang)


def side_name(g: Traces, side: int, lang: str = ENGLISH) -> str:
    return WORDS.say(lang, "side", g.sides[side])


def column_name(g: Traces, column: int, lang: str = ENGLISH) -> str:
    """A column of the CRT; -1 is none."""
    return g.crt_names[column] if column >= 0 else WORDS.say(lang, "word", "below 1-1")


def listed(names: list[str], lang: str = ENGLISH) -> str:
    return ", ".join(names) or WORDS.say(lang, "word", "none")


def place(g: Traces, hex_: int, lang: str = ENGLISH) -> str:
    number = g.grid.number(hex_)
    name = place_name(g, hex_, lang)
    return f"{name} ({number})" if name else number


def place_name(g: Traces, hex_: int, lang: str = ENGLISH) -> str:
    """The name of the place in a hex, if it has one."""
    names = g.place_languages.get(hex_, {})
    return names.get(lang) or g.place_names.get(hex_, "")


def _word(g: Traces, s: Position, key: str, value: Any, lang: str) -> str:
    if key in ("unit", "old"):
        return g.label(s, value)
    if key in ("units", "oos", "isolated", "hqs"):
        return listed([g.label(s, unit) for unit in members(value)], lang)
    if key == "hex":
        return place(g, value, lang)
    if key == "path":
        return "-".join(g.grid.number(hex_) for hex_ in value)
    if key == "chit":
        return chit_label(g, value, lang)
    if key in ("column", "ratio"):
        return column_name(g, value, lang)
    if key == "side":
        return side_name(g, value, lang)
    if key == "kind":
        return WORDS.say(lang, "marker", MARKERS[value])
    if key in ("points", "threshold"):
        return f"{value / (4 if key == 'threshold' else 1):g}"
    if key == "result" and (known := WORDS.find(lang, "result", str(value))):
        return known
    return str(value)
