"""The guide for newcomers to a game: shapes for the page, made from the game's data and words.

    show = games.presenter("traces", game)
    show.guide("race", "es")

A game puts what only it knows in a `Plan`; its sentences are in its words, in tables of their own: [aim] by scenario
(or `all`) and number, [turn] and [counter] by number, [topic] by a name (the title) and by the name and a number,
[flag] and [mark] by what they explain, [chart] for titles, columns and notes of tables, [short] for abbreviations. A
sentence may end with the rule that it tells, "[13.2a]"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypedDict

from stavka.engine.words import ENGLISH
from stavka.hexes import NO_HEX, Grid, Hex, Hexes, Sides
from stavka.scenes.counters import GROUNDS
from stavka.scenes.scene import BoardUnit, SceneUnit
from stavka.scenes.voice import Voice


class GuideText(TypedDict):
    text: str
    rule: str


class GuideCounter(TypedDict):
    """A counter as it is printed, and its meaning."""

    unit: str
    state: SceneUnit
    text: str


class GuideSign(TypedDict):
    """A mark on counters or on the map, and its meaning."""

    key: str
    letter: str  # shown on the map
    text: str
    rule: str


class GuideRow(TypedDict):
    name: str
    hex: str  # a hex where the map shows it
    cells: list[str]


class GuideTable(TypedDict):
    title: str
    rule: str
    note: str
    columns: list[str]  # the first one names the rows
    rows: list[GuideRow]


class GuideTopic(TypedDict):
    """A longer explanation: a part of the rules, or a first turn."""

    title: str
    texts: list[GuideText]


class GuideWord(TypedDict):
    short: str
    text: str


class Guide(TypedDict):
    title: str
    aim: list[GuideText]
    turn: list[GuideText]
    topics: list[GuideTopic]
    counter: GuideCounter
    numbers: list[GuideText]  # the numbers on the counter, in order
    colours: list[GuideCounter]
    types: list[GuideCounter]
    flags: list[GuideSign]
    marks: list[GuideSign]
    map: list[GuideTable]
    tables: list[GuideTable]
    words: list[GuideWord]
    formations: list[GuideWord]


class Plan(NamedTuple):
    """The parts of a guide that the words of a game do not contain. The game adds what only it knows:
    `plan._replace(values=.., ..)`."""

    scenario: str  # the key of the scenario
    title: str
    board: Mapping[str, BoardUnit]
    states: Mapping[str, SceneUnit]  # counters of a position at the start
    flags: Iterable[str]
    letters: Mapping[str, str]  # the letters of marks on the map
    values: Mapping[str, object] = MappingProxyType({})  # values that sentences fill in
    topics: Iterable[str] = ()  # names of topics to explain
    sample: str = ""  # the counter that is explained
    map: Sequence[GuideTable] = ()
    tables: Sequence[GuideTable] = ()
    short: Iterable[str] = ()  # abbreviations; those of all games are in the engine's words
    formations: Iterable[tuple[str, str]] = ()
    grounds: Mapping[str, tuple[str, str]] = MappingProxyType(GROUNDS)
    """Ground and ink of counters by the keys of [ground]."""


def made(v: Voice[Any], plan: Plan) -> Guide:
    units = plan.board
    types = firsts((unit["type"], name) for name, unit in units.items())
    return {
        "title": plan.title,
        "aim": sentences(v, "aim", plan.values, (f"{plan.scenario} ", "all ")),
        "turn": sentences(v, "turn", plan.values),
        "topics": [
            {"title": v.word("topic", topic), "texts": sentences(v, "topic", plan.values, f"{topic} ")}
            for topic in plan.topics
        ],
        "counter": printed(plan, plan.sample, units[plan.sample]["name"]),
        "numbers": sentences(v, "counter", plan.values),
        "colours": [printed(plan, name, v.g.words.say(v.lang, "ground", ground)) for ground, name in grounds(plan)],
        "types": [printed(plan, name, v.word("type", kind)) for kind, name in types.items()],
        "flags": [sign(v, plan, "flag", flag, name=v.word("state", flag)) for flag in plan.flags],
        "marks": [sign(v, plan, "mark", kind, letter=letter) for kind, letter in plan.letters.items() if letter],
        "map": list(plan.map),
        "tables": list(plan.tables),
        "words": [{"short": short, "text": text} for short, text in glossary(v, plan.short).items()],
        "formations": [{"short": short, "text": name} for short, name in plan.formations],
    }


def glossary(v: Voice[Any], short: Iterable[str]) -> dict[str, str]:
    """Abbreviations as a language writes them, spelled out."""
    return {v.word("abbreviation", each): v.g.words.say(v.lang, "short", each) for each in short}


# -- words ------------------------------------------------------------------------------------------------------------

CITED: Final = re.compile(r"\s*\[([^\]]+)\]$")


def cited(text: str) -> GuideText:
    """A sentence without the rule at its end, and that rule, if there is one."""
    found = CITED.search(text)
    return {"text": CITED.sub("", text), "rule": found[1] if found else ""}


def sentences(
    v: Voice[Any], table: str, values: Mapping[str, object], starts: str | tuple[str, ...] = ""
) -> list[GuideText]:
    """The sentences of a table whose keys have a prefix, in the order of the English file."""
    words = v.g.words
    keys = [key for key in words.tables(ENGLISH)[table] if key.startswith(starts)]
    return [cited(words.say(v.lang, table, key, **values)) for key in keys]


def sign(v: Voice[Any], plan: Plan, table: str, key: str, name: str = "", letter: str = "") -> GuideSign:
    """A mark with its name and the explanation in its table."""
    told = cited(v.g.words.say(v.lang, table, key, **plan.values))
    text = v.about(f"{name[:1].upper()}{name[1:]}", told["text"]) if name else told["text"]
    return {"key": key, "letter": letter, "text": text, "rule": told["rule"]}


# -- counters ---------------------------------------------------------------------------------------------------------


def printed(plan: Plan, unit: str, text: str) -> GuideCounter:
    return {"unit": unit, "state": unused(plan.states[unit]), "text": text}


def unused(shown: SceneUnit) -> SceneUnit:
    """A counter at full strength, without any markers."""
    state: SceneUnit = {"steps": shown["of"], "of": shown["of"], "factors": shown["factors"], "flags": [], "top": 0}
    if rating := shown.get("rating"):
        state["rating"] = rating
    return state


def firsts(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The first value of each key."""
    found: dict[str, str] = {}
    for key, value in pairs:
        found.setdefault(key, value)
    return found


def grounds(plan: Plan) -> Iterator[tuple[str, str]]:
    """The colours of counters, each with a unit of the type that most often has it."""
    for ground, colours in plan.grounds.items():
        alike = [(unit["type"], name) for name, unit in plan.board.items() if (unit["ground"], unit["ink"]) == colours]
        if alike:
            common, _ = Counter(kind for kind, _ in alike).most_common(1)[0]
            yield ground, firsts(alike)[common]


# -- tables -----------------------------------------------------------------------------------------------------------

NONE: Final = "\u2013"
MINUS: Final = "\u2212"


def table(v: Voice[Any], key: str, columns: Iterable[str], rows: Iterable[GuideRow], **values: object) -> GuideTable:
    """A table of the guide; its title and its note are words of [chart]."""
    words = v.g.words
    head, note = cited(words.say(v.lang, "chart", key)), words.find(v.lang, "chart", f"{key} note")
    return {
        "title": head["text"],
        "rule": head["rule"],
        "note": "" if note is None else words.fill(note, v.lang, values),
        "columns": list(columns),
        "rows": list(rows),
    }


def chart(v: Voice[Any], key: str, **values: object) -> str:
    """A text of [chart]: the words of tables apart from their titles."""
    text: str = v.g.words.say(v.lang, "chart", key, **values)
    return text


def columns(v: Voice[Any], *keys: str) -> list[str]:
    return [chart(v, key) for key in keys]


def row(name: str, cells: Iterable[object], hex_: str = "") -> GuideRow:
    return {"name": name, "hex": hex_, "cells": [str(cell) for cell in cells]}


def signed(value: int) -> str:
    return f"{value:+d}".replace("-", MINUS) if value else NONE


def ranges(leasts: Sequence[int | None]) -> list[str]:
    """Ranges from the least number of each level; the first level has no least number: up to 0, from 1 to 20, from
    21."""
    ends: list[int | None] = [least - 1 for least in leasts[1:] if least is not None]
    made = []
    for least, most in zip(leasts, [*ends, None], strict=True):
        if least is None:
            made.append(f"≤ {most}")
        else:
            made.append(f"≥ {least}" if most is None else f"{least} … {most}")
    return [text.replace("-", MINUS) for text in made]


def halves(v: Voice[Any], value: int | str) -> str:
    """Half points as text: 3 is 1½; words ("all", "no") are words of [chart]."""
    if isinstance(value, str):
        return chart(v, value)
    whole, half = divmod(value, 2)
    return f"{whole or ''}½" if half else str(whole)


def turned(names: Sequence[str], lines: Sequence[Sequence[object]], heads: Iterable[str]) -> Iterator[GuideRow]:
    """The rows of a table that is stored by columns: one row for each head, with a cell for each column."""
    assert all(len(line) == len(lines[0]) for line in lines), names
    return (row(head, (NONE if line[n] == "-" else line[n] for line in lines)) for n, head in enumerate(heads))


# -- where the map shows it -------------------------------------------------------------------------------------------


def seen(rows: Iterable[GuideRow]) -> list[GuideRow]:
    """The kinds that the map of the scenario has."""
    return [each for each in rows if each["hex"]]


def bare(grid: Grid, places: Iterable[Hex], *layers: Sides) -> Hexes:
    """The hexes without places and with nothing of these layers on their sides."""
    hexes = grid.all & ~grid.hexes(places)
    for layer in layers:
        for side in layer:
            hexes &= ~side
    return hexes


def example(grid: Grid, hexes: Hexes, best: Callable[[Hex], int]) -> str:
    """The number of the hex that shows something best; empty if there is none."""
    found = max(grid.bits(hexes), key=best, default=NO_HEX)
    return grid.number(found) if found >= 0 else ""


def amid(grid: Grid, hexes: Hexes, quiet: Hexes) -> str:
    """A hex among others of its kind, if possible one in which nothing else is printed (`quiet`)."""

    def best(hex_: Hex) -> int:
        like = sum(near >= 0 and hexes >> near & 1 for near in grid.neighbours[hex_])
        return like + 4 * (quiet >> hex_ & 1)

    return example(grid, hexes, best)


def along(grid: Grid, sides: Sides, quiet: Hexes) -> str:
    """A hex with as much as possible of something on its sides or across them."""
    hexes = 0
    for side in sides:
        hexes |= side

    def best(hex_: Hex) -> int:
        return sum(side >> hex_ & 1 for side in sides) + 3 * (quiet >> hex_ & 1)

    return example(grid, hexes & quiet or hexes, best)
