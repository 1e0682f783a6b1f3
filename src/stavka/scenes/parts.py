"""Parts of scenes that are the same in every game: the board, hexes, picks, the log, boxes, marks, overlays.

What differs between games is passed in: how units look, notes on picks, which values of an event are units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from stavka.engine import standing
from stavka.engine.kinds import Side, Unit, hexes_in, numbered, options_in, units_in
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.orders import Held
from stavka.engine.session import Contract
from stavka.engine.state import Event, State
from stavka.engine.words import ENGINE
from stavka.engine.words.forms import Listed
from stavka.hexes import Grid, Hex
from stavka.scenes.counters import GROUNDS
from stavka.scenes.scene import (
    HEX_SIZE,
    AnsweredQuestion,
    Area,
    Board,
    BoardAnswer,
    BoardGrid,
    BoardOverlay,
    BoardQuestion,
    BoardSide,
    BoardUnit,
    Box,
    Chances,
    HexAnswer,
    Line,
    LogEntry,
    Mark,
    Moment,
    Objective,
    Odds,
    OddsResult,
    Overlay,
    OverlayKind,
    Part,
    Result,
    Roll,
    SceneHand,
    SceneOffer,
    ScenePick,
    Value,
    quoted,
)
from stavka.scenes.voice import Voice

V = TypeVar("V", bound=Voice[Any])

# -- the board --------------------------------------------------------------------------------------------------------


class OverlayPlan(NamedTuple):
    """An overlay that a game has: its key in the words, its letter, its looks, and what it needs (a side or a unit)."""

    key: str
    letter: str
    kind: OverlayKind
    of: Any = ""


def board(
    v: Voice[Any],
    units: dict[str, BoardUnit],
    grounds: Mapping[str, str],
    keys: dict[str, str],
    flags: Sequence[str],
    overlays: Sequence[OverlayPlan],
    terrain: Callable[[Hex], str],
    glossary: dict[str, str],
    colours: Mapping[str, tuple[str, str]] = GROUNDS,
) -> Board:
    """The fixed part of a game for a front end. `grounds` names the colours of each side, `colours` gives ground and
    ink for these names."""
    g = v.g
    number = g.grid.number
    return {
        "game": g.key,
        "title": g.title,
        "lang": v.lang,
        "grid": board_grid(g.grid),
        "sides": [board_side(v, key, colours[grounds[key]]) for key in g.sides],
        "units": units,
        "options": {name: v.option(name) for name in g.option_names},
        "keys": keys,
        "short": {short: v.word("abbreviation", short) for short in ("MP", "VP")},
        "glossary": glossary,
        "flags": {flag: v.word("state", flag) for flag in flags},
        "overlays": [board_overlay(v, plan) for plan in overlays],
        "standing": [board_question(v, key, question) for key, question in standing.questions(g).items()],
        "terrain": {number(hex_): terrain(hex_) for hex_ in g.grid.bits(g.grid.all)},
        "names": {number(hex_): v.name(hex_) for hex_ in g.place_names},
        "rules": {rule: v.rule_title(rule) for rule in g.catalogue.rules},
    }


def board_grid(grid: Grid) -> BoardGrid:
    width, height = (round(length * HEX_SIZE, 1) for length in grid.extent)
    centres = {grid.number(i): grid.centre(i) for i in grid.bits(grid.all)}
    return {
        "orientation": grid.orientation,
        "size": HEX_SIZE,
        "width": width,
        "height": height,
        "hexes": {number: (round(x * HEX_SIZE, 1), round(y * HEX_SIZE, 1)) for number, (x, y) in centres.items()},
    }


def part(grid: Grid, hexes: int) -> Part:
    """The part of the board that contains the given hexes."""
    centres = [grid.centre(hex_) for hex_ in grid.bits(hexes)]
    (left, right), (top, bottom) = ((min(axis) - 1, max(axis) + 1) for axis in zip(*centres, strict=True))
    x, y, width, height = (round(each * HEX_SIZE, 1) for each in (left, top, right - left, bottom - top))
    return {"x": x, "y": y, "width": width, "height": height}


def board_side(v: Voice[Any], key: str, colours: tuple[str, str]) -> BoardSide:
    ground, ink = colours
    side = v.g.words.side("side", key, v.lang)
    return {
        "key": key,
        "name": str(side),
        "player": f"{side:player}",
        "noun": f"{side:noun}",
        "adjective": f"{side:m}",
        "ground": ground,
        "ink": ink,
    }


def board_overlay(v: Voice[Any], plan: OverlayPlan) -> BoardOverlay:
    key, letter, kind, of = plan
    return {"key": key, "name": v.word("overlay", key), "letter": letter, "kind": kind, "of": of}


def board_question(v: Voice[Any], key: str, question: standing.StandingQuestion) -> BoardQuestion:
    answers: list[BoardAnswer] = [
        {"key": answer, "text": standing_words(v, f"{key} {answer}")} for answer in question.answers
    ]
    return {
        "key": key,
        "text": standing_words(v, key),
        "rule": question.rule,
        "answers": answers,
        "default": question.default,
    }


def standing_words(v: Voice[Any], key: str) -> str:
    """A question or an answer in words; those that every game has are the engine's."""
    if key.startswith(standing.ONLY):
        return str(v.g.words.say(v.lang, "engine", key))
    return v.word("standing", key)


# -- hexes ------------------------------------------------------------------------------------------------------------


def hexsides(v: Voice[Any], hex_: Hex, features: Callable[[Hex, int], Iterable[str]]) -> str:
    """The features on the six sides of a hex; `features` gives them by hex and direction, as words of the table
    [feature]."""
    grid = v.g.grid
    sides = []
    for direction, near in enumerate(grid.neighbours[hex_]):
        names = [v.word("feature", name) for name in features(hex_, direction)] if near >= 0 else []
        if names:
            where = f"{v.word('direction', grid.direction_names[direction])} {grid.number(near)}"
            sides.append(f"{where} {v.together(names, 'none')}")
    return v("hexsides", sides=v.parted(sides)) if sides else ""


def hex_sentence(v: Voice[Any], hex_: Hex, parts: Iterable[str], sides: str) -> str:
    """A hex as a sentence: its terrain, and what lies on its sides."""
    text = ", ".join([v.hex(hex_), *parts])
    return f"{text}. {sides}" if sides else f"{text}."


def hex_answer(v: Voice[Any], hex_: Hex, lines: list[str], units: Iterable[tuple[Unit, str]]) -> HexAnswer:
    """The description of a hex, and of each unit in it, the top one first."""
    return {
        "hex": v.g.grid.number(hex_),
        "title": v.hex(hex_),
        "lines": lines,
        "units": [{"unit": v.g.unit_ids[unit], "text": text} for unit, text in units],
    }


def marks(grid: Grid, letters: Mapping[str, str], found: Iterable[tuple[str, Hex, str]]) -> dict[str, list[Mark]]:
    """The (kind, hex, text) of each marker on the map, by hexes; `letters` are the letters of those kinds."""
    by_hex: dict[str, list[Mark]] = {}
    for kind, hex_, text in found:
        by_hex.setdefault(grid.number(hex_), []).append({"kind": kind, "text": text, "letter": letters[kind]})
    return by_hex


def presence(g: Game[Any], in_hexes: Mapping[Hex, int]) -> list[int]:
    """The hexes in which each side has units, from the units that are shown in each hex."""
    found = [0] * len(g.sides)
    for hex_, here in in_hexes.items():
        for unit in units_in(here):
            found[g.side[unit]] |= 1 << hex_
    return found


def objectives(g: Game[Any], present: Sequence[int], found: Iterable[tuple[Hex, float, int]]) -> dict[str, Objective]:
    """Hexes that are worth VP, from hex, value and holder; those next to an enemy's hexes are in danger."""
    made: dict[str, Objective] = {}
    for place, value, holder in found:
        around = sum(1 << near for near in (place, *g.grid.neighbours[place]) if near >= 0)
        enemies = [there for side, there in enumerate(present) if side != holder]
        made[g.grid.number(place)] = {
            "value": value,
            "side": g.sides[holder] if holder >= 0 else None,
            "danger": holder >= 0 and any(there & around for there in enemies),
        }
    return made


# -- the state of the game -------------------------------------------------------------------------------------------


def result(v: Voice[Any], s: State) -> Result | None:
    """How the game ended; the key of a result begins with the winner."""
    if not s.result:
        return None
    text = v.word("result", s.result)
    return {"key": s.result, "winner": re.split("[ -]", s.result)[0], "text": text[:1].upper() + text[1:]}


def unit_boxes(
    v: Voice[Any], s: State, boxes: Iterable[tuple[str, int]], *, folded: bool = False, note: str = ""
) -> list[Box]:
    """Boxes, from names and units (a bit set); empty boxes are left out. Pools that seldom change are folded. A note is
    the last line of each box."""
    found: list[Box] = []
    for name, bits in boxes:
        units = list(units_in(bits))
        if units:
            lines = [", ".join([v.label(s, unit) for unit in units]), *([note] if note else [])]
            found.append({"name": name, "lines": lines, "units": [v.g.unit_ids[unit] for unit in units]})
            if folded:
                found[-1]["folded"] = True
    return found


# -- the log ----------------------------------------------------------------------------------------------------------


def entry(g: Game[Any], s: State, event: Event, lang: str, *, is_own: bool = True) -> LogEntry:
    """A line of the log, with links to the units and hexes that it names."""
    form, values = g.told[event.name], event.values
    made: LogEntry = {
        "text": g.say(s, event, lang, is_own=is_own),
        "rules": list(event.rules),
        "hexes": [g.grid.number(hex_) for hex_ in form.hexes(values)],
        "units": [g.unit_ids[unit] for unit in form.units(values)],
    }
    if form.begins:
        made["begins"] = form.begins
    return made


def roll(g: Game[Any], s: State, event: Event, lang: str) -> Roll | None:
    """The dice of an event and their result; None if nothing was rolled."""
    form, values = g.told[event.name], event.values
    thrown, column = form.of("die", values), form.of("column", values)
    if thrown is None or form.gave is None:
        return None
    shape, total = thrown
    modified, modifier = form.of("modified", values), form.of("modifier", values)
    return {
        "dice": shape.dice,
        "sides": shape.sides,
        "total": total,
        "modifier": modified[1] - total if modified is not None else modifier[1] if modifier is not None else 0,
        "column": str(column[0].say(g, s, column[1], lang)) if column is not None else "",
        "result": form.gave(g, values, lang),
    }


# -- decisions --------------------------------------------------------------------------------------------------------


def no_note(name: str) -> str:
    """No note: most options explain themselves."""
    return ""


class Decision(NamedTuple):
    """The additions of a game to an offer: the choices so far, notes on picks, costs of hexes, odds."""

    units: Sequence[int]
    hexes: Sequence[int]
    unit_note: Callable[[Unit], str]
    hex_note: Callable[[Hex], str]
    cost: Mapping[Hex, float] = {}
    odds: Odds | None = None
    option_note: Callable[[str], str] = no_note
    gives_up: int = 0
    """The number of things, such as attacks, that are given up for good by ending the step."""
    must_units: int = 0
    must_hexes: int = 0
    """The hexes that must be picked sooner or later; `must_units` are such units."""
    things: int = 0
    """Options that stand for things of which the player chooses several, such as chits: they can be dropped again."""
    is_way: bool = False
    """Whether the chosen hexes are a path: only undo takes them back, one by one."""
    expected: int = 0
    """Options that a player expects here, whether they are offered or not."""
    loses: str = ""
    """A sentence that names what being done gives up for good, if that is neither attacks nor a number of picks."""
    good_attacks: int = 0
    """The hexes whose attacks are given up by ending the step, and would cost the enemy at least as much as the
    attacker."""
    order: Mapping[Hex, float] = {}
    """The rank of the offered hexes, such as the best odds against each; the highest rank is listed first, and hexes of
    equal rank in the order of their numbers."""
    about: Sequence[str] = ()
    """Sentences that name the units of the question, where its prompt does not."""


def good_attacks(g: Game[Any], offer: Offer, own: str, odds: Callable[[Hex], Chances | None]) -> int:
    """The hexes on offer whose attack, by everybody who can, costs the enemy at least as many steps on average as the
    attacker. Only for offers that can be ended."""
    if not any(g.option_names[option] == "done" for option in options_in(offer.options)):
        return 0

    def is_good(hex_: Hex) -> bool:
        found = odds(hex_)
        return found is not None and 2 * found["losses"][own] <= sum(found["losses"].values())

    return sum(1 << hex_ for hex_ in g.grid.bits(offer.hexes) if is_good(hex_))


def giving_up(v: Voice[Any], hexes: int) -> str:
    """A warning that names the hexes whose attacks are given up; of many it gives the number only."""
    number = hexes.bit_count()
    if number > MOST_NAMED:
        return str(v.g.words.say(v.lang, "engine", "gives up many attacks", number=number))
    named = Listed.make(v.hex(hex_) for hex_ in v.g.grid.bits(hexes))
    return str(v.g.words.say(v.lang, "engine", "gives up attacks", number=number, hexes=named))


MOST_NAMED: Final = 6
"""The most units, or hexes, that a question names; of more, the map shows which they are."""


def about_attack(v: Voice[Any], s: State, attackers: int, hex_: Hex) -> list[str]:
    """Who attacks a hex, as a sentence, if somebody does."""
    if not 1 <= attackers.bit_count() <= MOST_NAMED:
        return []
    told = v.g.words.say(v.lang, "engine", "about attack", units=v.g.named(s, attackers), hex=v.g.place(hex_))
    return [str(told)]


def about_units(v: Voice[Any], s: State, key: str, units: int) -> list[str]:
    """Units of a question, as a sentence of the game's scene, if there are any."""
    return [v(key, units=v.g.named(s, units))] if 1 <= units.bit_count() <= MOST_NAMED else []


def left(offer: Offer) -> int:
    """The number of units and hexes that can still be picked."""
    return offer.units.bit_count() + offer.hexes.bit_count()


def offered(v: Voice[Any], s: State, now: Moment, hover: Mapping[str, str], decision: Decision) -> SceneOffer:
    """The offer to a seat: every pick with its words, its cost, and its effect on undo. The board has the keys."""
    g = v.g
    return {
        "prompt": " ".join([g.prompt(s, v.lang), *decision.about]),
        "rule": g.steps[s.stack[-1].step].rule_of(s.stack[-1]),
        "picks": list(picks(v, s, now, decision)),
        "barred": list(barred(v, now, decision)),
        "chosen": {
            "units": [g.unit_ids[unit] for unit in decision.units],
            "hexes": [g.grid.number(hex_) for hex_ in decision.hexes],
            "options": [{"pick": name, "text": v.option(name)} for name in chosen_options(g, now, decision)],
            "drop": list(dict.fromkeys(droppable(g, now, decision))),
        },
        "hand": None if now.hand is None else in_hand(g, now.hand),
        "undo": now.undo,
        "odds": decision.odds,
        "standing": standing.asked(g, s),
        "answered": list(answered(v, now.made)),
        "main": main_option(g, now.offer, decision),
        "hover": hover.get(s.stack[-1].step, ""),
    }


def chosen_options(g: Game[Any], now: Moment, decision: Decision) -> list[str]:
    """The chits that have been chosen in this step, one after the other."""
    return [g.write_pick(pick) for pick in now.drop if pick[0] == OPTION and decision.things >> pick[1] & 1]


def droppable(g: Game[Any], now: Moment, decision: Decision) -> Iterator[str]:
    """What has been chosen in this step and can be dropped again."""
    if now.hand is not None:
        return
    for pick in now.drop:
        is_hex = pick[0] == HEX and pick[1] in decision.hexes and not decision.is_way
        if is_hex or (pick[0] == UNIT and pick[1] in decision.units):
            yield g.write_pick(pick)
    yield from chosen_options(g, now, decision)


def answered(v: Voice[Any], made: Iterable[standing.Made]) -> Iterator[AnsweredQuestion]:
    """The questions that standing answers have answered, the first one first. What has only one answer is not worth a
    word."""
    said = {each.question: each.answer for each in made if each.question != standing.ONLY}
    for question, answer in reversed(said.items()):
        text = v.g.words.say(
            v.lang,
            "engine",
            "answered",
            question=standing_words(v, question),
            answer=standing_words(v, f"{question} {answer}"),
        )
        yield {"question": question, "text": text}


GOES_ON: Final = ("done", "stop", "roll", "pass")
"""The options that end a question, in every game."""


def main_option(g: Game[Any], offer: Offer | None, decision: Decision) -> str:
    """The option with which most players go on: the only pick, or the one that ends the question. Mandatory picks come
    first."""
    if offer is None or decision.must_units or decision.must_hexes:
        return ""
    names = [g.option_names[option] for option in options_in(offer.options)]
    return names[0] if names and len(offer) == 1 else next((name for name in GOES_ON if name in names), "")


def in_hand(g: Game[Any], held: Held) -> SceneHand:
    units, others = ([g.unit_ids[unit] for unit in units_in(bits)] for bits in (held.units, held.others))
    return {"units": units, "ends": held.ends, "others": others}


def picks(v: Voice[Any], s: State, now: Moment, decision: Decision) -> Iterator[ScenePick]:
    g, offer = v.g, now.offer
    assert offer is not None, "only an offer has picks"

    def undo(pick: Pick) -> Contract:
        return now.contracts.get(pick, "")

    def warn(pick: Pick, shown: ScenePick) -> None:
        """A pick that would end the phase by itself is to be picked twice."""
        if pick in now.last:
            shown["sure"] = v.g.words.say(v.lang, "engine", "last pick")

    for unit in units_in(offer.units):
        text, note = v.label(s, unit), decision.unit_note(unit)
        undone = undo((UNIT, unit))
        asked: ScenePick = {"pick": g.unit_ids[unit], "kind": "unit", "text": text, "note": note, "undo": undone}
        if decision.must_units >> unit & 1:
            asked["must"] = True
        warn((UNIT, unit), asked)
        yield asked
    for hex_ in sorted(g.grid.bits(offer.hexes), key=lambda each: -decision.order.get(each, 0)):
        shown: ScenePick = {
            "pick": g.grid.number(hex_),
            "kind": "hex",
            "text": v.hex(hex_),
            "note": "" if hex_ in decision.cost else decision.hex_note(hex_),
            "undo": undo((HEX, hex_)),
        }
        if hex_ in decision.cost:
            shown["cost"] = decision.cost[hex_]
        if decision.must_hexes >> hex_ & 1:
            shown["must"] = True
        warn((HEX, hex_), shown)
        yield shown
    for option in options_in(offer.options):
        name = g.option_names[option]
        button: ScenePick = {
            "pick": name,
            "kind": "option",
            "text": v.option(name),
            "note": decision.option_note(name),
            "undo": undo((OPTION, option)),
        }
        if name == "done" and button["undo"] != "free":
            told = [decision.loses] if decision.loses else []
            if decision.good_attacks:
                told.append(giving_up(v, decision.good_attacks))
            elif decision.loses:
                told.append(v.g.words.say(v.lang, "engine", "once more"))
            elif decision.gives_up:
                told.append(v.g.words.say(v.lang, "engine", "gives up", number=decision.gives_up))
            if told:
                button["sure"] = " ".join(told)
        warn((OPTION, option), button)
        yield button


def barred(v: Voice[Any], now: Moment, decision: Decision) -> Iterator[ScenePick]:
    """Options that are expected and not offered."""
    assert now.offer is not None
    for option in options_in(decision.expected & ~now.offer.options):
        name = v.g.option_names[option]
        yield {"pick": name, "kind": "option", "text": v.option(name), "note": "", "undo": ""}


# -- odds -------------------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """The consequences of one result of a table: its words, and the steps that it costs each side on average."""

    text: str
    means: str
    losses: tuple[float, ...]


def chances(
    g: Game[Any], column: str, rolls: Sequence[tuple[int, int]], outcome: Callable[[int], Outcome], modifier: int = 0
) -> Chances:
    """The exact chance of each result. `rolls` are the sums of the dice with their weights."""
    whole = sum(weight for _, weight in rolls)
    results: dict[str, OddsResult] = {}
    lost = [0.0] * len(g.sides)
    for roll, weight in rolls:
        text, means, losses = outcome(roll)
        found = results.setdefault(text, {"text": text, "rolls": [], "share": 0, "means": means, "losses": {}})
        found["rolls"].append(roll)
        found["share"] += weight
        for side, steps in enumerate(losses):
            lost[side] += weight * steps
            found["losses"][g.sides[side]] = steps
    for found in results.values():
        found["share"] /= whole
    losses_of = {name: (lost[side] / whole if whole else 0) for side, name in numbered(g.sides)}
    return {"column": column, "modifier": modifier, "results": list(results.values()), "losses": losses_of}


# -- overlays ---------------------------------------------------------------------------------------------------------


class Sheet(Generic[V]):
    """An overlay while it is being made."""

    def __init__(self, v: V, key: str, side: Side | None, unit: Unit | None) -> None:
        self.v, self.key, self.side, self.unit = v, key, side, unit
        self.areas: list[Area] = []
        self.lines: list[list[str]] = []
        self.values: dict[str, Value] = {}
        self.notes: list[Line] = []

    def area(self, kind: str, hexes: int, **values: object) -> None:
        """Hexes to tint; `kind` is also the key of the words for it."""
        if hexes:
            text = self.v(f"area {kind}", **values)
            self.areas.append({"kind": kind, "text": text, "hexes": self.v.g.grid.numbers(hexes)})

    def note(self, rule: str, key: str, value: float = 0, **values: object) -> None:
        self.notes.append(self.v.line(rule, self.v(key, **values), value))

    def value(self, hex_: Hex, text: str, value: float) -> None:
        self.values[self.v.g.grid.number(hex_)] = {"text": text, "value": value}

    def on_map(self, s: Any, unit: Unit) -> Hex:
        """The hex of a unit. ValueError if it is in none."""
        if s.place[unit] < 0:
            raise ValueError(ENGINE.message("engine", "not on the map", unit=self.v.label(s, unit)))
        hex_: Hex = s.place[unit]
        return hex_

    def made(self) -> Overlay:
        g = self.v.g
        return {
            "overlay": self.key,
            "side": None if self.side is None else g.sides[self.side],
            "unit": None if self.unit is None else g.unit_ids[self.unit],
            "areas": self.areas,
            "lines": self.lines,
            "values": self.values,
            "notes": self.notes,
        }


def cutting(fed: Callable[[int], int], through: int, here: int) -> int:
    """The hexes in each of which an enemy would cut off some of the units in the hexes `here`. `fed` says which hexes
    are in supply if lines pass through the given hexes only; with `through` all units are.

    If all units are in supply without a whole group of hexes, none of them cuts. Otherwise each half of the group is
    tried: every other hex of it, since gaps that lie apart seldom cut where no single hex does."""

    def among(hexes: list[Hex]) -> int:
        group = sum(1 << hex_ for hex_ in hexes)
        if not here & ~fed(through & ~group):
            return 0
        return group if len(hexes) == 1 else among(hexes[::2]) | among(hexes[1::2])

    hexes = list(hexes_in(through & ~here))
    return among(hexes) if hexes else 0


Maker = Callable[[Sheet[V], Any, Side, Unit | None], None]
"""A function that draws on a sheet, from a position and a side or a unit."""


def overlay(v: V, s: State, makers: Mapping[str, Maker[V]], key: str, side: Side, unit: Unit | None) -> Overlay:
    """An overlay for a side. ValueError if it does not exist."""
    if key not in makers:
        raise ValueError(ENGINE.message("engine", "no such overlay", name=quoted(key)))
    sheet = Sheet(v, key, side, unit)
    makers[key](sheet, s, side, unit)
    return sheet.made()
