"""The events of the rules: the values of each, and the results of dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.events import (
    AFTER,
    CHECK,
    DECIDES,
    HEX,
    HEXES,
    OPENS,
    PATH,
    PLAIN,
    UNIT,
    Card,
    Told,
    Value,
    die,
    itemised,
    units_or,
)
from stavka.games.zitadelle.words import WORDS, word

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle
    from stavka.games.zitadelle.state import Position

OUTCOMES: Final = ("nothing", "disrupted", "step lost")
"""The results of a loss check."""


Gave = Callable[[Any, Mapping[str, Any], str], str]
"""The result of dice as text, from the game, the values and a language."""


# -- values -----------------------------------------------------------------------------------------------------------


def named(name: Callable[[Any, Any, str], object]) -> Value:
    """A value that is said without the position."""
    return Value(lambda g, s, value, lang: name(g, value, lang))


def points_left(g: Zitadelle, points: int, lang: str) -> str:
    return WORDS.say(lang, "word", "points left" if points else "no points left", left=points)


def yes_or_no(key: str) -> Value:
    """Whether something came about, by its word of [word]."""
    return named(lambda g, value, lang: word("word", key if value else f"no {key}", lang))


UNITS: Final = units_or(lambda g, lang: word("word", "none", lang))
TWO_DICE: Final = die(6, dice=2)
DIE: Final = die(6)
DRM: Final = Value(role="modifier")
"""A modifier, said without its plus sign."""
SHOT_LINES: Final = itemised(lambda g, what, lang: word("modifier", what, lang))
"""The modifiers of a shot, behind their sum."""
SHIFTS: Final = itemised(lambda g, what, lang: word("shift", what, lang))
"""The shifts of an assault, behind its column."""
COLUMN: Final = Value(lambda g, s, value, lang: g.crt_names[value], role="column")
SIDE: Final = named(lambda g, value, lang: WORDS.side("owner", g.sides[value], lang))
FORMATION: Final = named(lambda g, value, lang: g.formations[value].label)
RESULT: Final = named(lambda g, value, lang: word("result", value, lang))
OUTCOME: Final = named(lambda g, value, lang: word("check", OUTCOMES[value], lang))
HIT: Final = yes_or_no("hit")
SUCCESS: Final = yes_or_no("success")
SEQUENCE: Final = named(lambda g, value, lang: word("option", "alternative" if value else "standard", lang))
POINTS_LEFT: Final = named(points_left)
OWN_SIDE: Final = named(lambda g, value, lang: f" {word('word', 'own side', lang)}" if value else "")


ON_THE_WAY: Final = Card("before", "check")
"""The card of dice in the middle of a move: what was shown before the move has nothing to do with them."""


# -- what dice gave ---------------------------------------------------------------------------------------------------


def as_said(key: str, value: Value) -> Gave:
    """The dice gave one of the values, in the words of the sentence."""
    return lambda g, values, lang: str(value.say(g, None, values[key], lang))


def gave_hex(g: Zitadelle, values: Mapping[str, Any], lang: str) -> str:
    """The hex by its number, and the name of its place."""
    return f"{g.grid.number(values['hex'])} {g.place_name(values['hex'], lang)}".rstrip()


def loss_check(g: Zitadelle, s: Position, values: Mapping[str, Any], lang: str) -> Mapping[str, object]:
    return {"total": values["dice"] + values["drm"], "lethal": g.lethal}


def assault_shift(g: Zitadelle, s: Position, values: Mapping[str, Any], lang: str) -> Mapping[str, object]:
    """The column after the shifts; those beyond the end of the table shift no more. Events of older records do not have
    the shifts."""
    ratio, column = values["ratio"], values["column"]
    wanted = ratio + sum(shift for _, _, shift in values["lines"]) if "lines" in values else column
    if wanted != column:
        key = "shifted to the end" if ratio != column else "not shifted"
    elif ratio != column:
        key = "shifted"
    else:
        return {"shifted": ""}
    return {"shifted": f", {WORDS.say(lang, 'word', key, column=g.crt_names[column])}"}


# -- the events -------------------------------------------------------------------------------------------------------

EVENTS: Final[Mapping[str, Told]] = {
    "turn": Told(begins="turn", closes=True, card=OPENS("turn"), turn=PLAIN, points=PLAIN),
    # set-up
    "set up": Told(unit=UNIT, hex=HEX),
    "set up done": Told(side=SIDE),
    "set up rest": Told(side=SIDE, number=PLAIN),
    "model": Told(),
    "no model": Told(),
    "split": Told(unit=UNIT, units=UNITS),
    "combined": Told(unit=UNIT),
    "tigers attached": Told(unit=UNIT, host=UNIT),
    "tigers lost": Told(card=AFTER, unit=UNIT, host=UNIT),
    "sequence": Told(alternative=SEQUENCE),
    # air units
    "dive bomber placed": Told(begins="other", unit=UNIT, hex=HEX),
    "level bomber assigned": Told(unit=UNIT, formation=FORMATION),
    "bombing": Told(card=OPENS("air"), unit=UNIT, formation=FORMATION, die=DIE, hit=HIT, gave=as_said("hit", HIT)),
    "scatter": Told(card=OPENS("air"), unit=UNIT, dice=TWO_DICE, hex=HEX, gave=gave_hex),
    "scatter off": Told(
        card=OPENS("air"), unit=UNIT, dice=TWO_DICE, gave=lambda g, values, lang: word("word", "off map", lang)
    ),
    # fire
    "shot": Told(
        begins="other",
        card=OPENS("fire"),
        unit=UNIT,
        hex=HEX,
        dice=TWO_DICE,
        drm=DRM,
        lines=SHOT_LINES,
        number=PLAIN,
        armour=PLAIN,
        hit=HIT,
        own=OWN_SIDE,
        gave=as_said("hit", HIT),
    ),
    "step lost": Told(card=AFTER, costs="step", unit=UNIT, hex=HEX),
    "eliminated": Told(card=AFTER, costs="unit", unit=UNIT, hex=HEX),
    "morale falls": Told(card=AFTER, formation=FORMATION, level=PLAIN),
    "morale recovers": Told(formation=FORMATION, level=PLAIN),
    # assaults
    "assault": Told(
        begins="combat",
        card=OPENS("combat"),
        units=UNITS,
        hexes=HEXES,
        attack=PLAIN,
        defence=PLAIN,
        ratio=COLUMN,
        column=COLUMN,
        lines=SHIFTS,
        adds=assault_shift,
    ),
    "assault result": Told(
        card=DECIDES, dice=TWO_DICE, column=COLUMN, result=RESULT, gave=lambda g, values, lang: str(values["result"])
    ),
    "loss check": Told(
        card=CHECK,
        unit=UNIT,
        dice=TWO_DICE,
        drm=DRM,
        level=PLAIN,
        what=OUTCOME,
        adds=loss_check,
        gave=as_said("what", OUTCOME),
    ),
    "no retreat": Told(card=AFTER, unit=UNIT, hex=HEX),
    "retreats": Told(card=AFTER, unit=UNIT, path=PATH),
    "excess": Told(card=AFTER, unit=UNIT, hex=HEX),
    "advances": Told(card=AFTER, unit=UNIT, path=PATH),
    # movement
    "moves": Told(begins="other", unit=UNIT, path=PATH, left=POINTS_LEFT),
    "breakdown": Told(
        card=ON_THE_WAY,
        unit=UNIT,
        die=DIE,
        left=POINTS_LEFT,
        gave=as_said("left", POINTS_LEFT),
    ),
    "mines": Told(card=ON_THE_WAY, unit=UNIT, die=DIE, gave=lambda g, values, lang: ""),
    "mines stop": Told(card=AFTER, unit=UNIT, hex=HEX),
    "minimum move": Told(
        card=ON_THE_WAY,
        unit=UNIT,
        hex=HEX,
        dice=TWO_DICE,
        success=SUCCESS,
        gave=as_said("success", SUCCESS),
    ),
    "reinforcements": Told(begins="other", card=OPENS("reinforcements"), side=SIDE, units=UNITS),
    "chit played": Told(card=OPENS("draw"), box=PLAIN, chit=PLAIN),
    "enters": Told(begins="other", unit=UNIT, hex=HEX),
    # victory
    "taken": Told(card=AFTER, hex=HEX, side=SIDE),
    "belgorod": Told(card=AFTER),
    "victory": Told(closes=True, card=OPENS("victory"), points=PLAIN, result=RESULT),
}
