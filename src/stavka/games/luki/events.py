"""What the rules tell of, and what each value of an event is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.events import HEX, MODIFIER, PATH, PLAIN, UNIT, Told, Value, die, units_or
from stavka.games.luki.words import WORDS, chit_names, column, item, modifier, word

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki
    from stavka.games.luki.rules.c11_combat.odds import Line

Values = Mapping[str, Any]


# -- values ---------------------------------------------------------------------------------------------------------


def bracketed(parts: Iterable[str]) -> str:
    """Parts of a sum behind it; nothing if there are none."""
    found = ", ".join(parts)
    return f" ({found})" if found else ""


def modifiers(g: Luki, lines: Iterable[Line], lang: str) -> str:
    return bracketed(f"{modifier(g, what, lang)} {drm:+d}" for _, what, drm in lines)


def items(g: Luki, earned: Iterable[tuple[int | str, int]], lang: str) -> str:
    return bracketed(f"{item(g, what, lang)} {points}" for what, points in earned)


DIE: Final = die(6)
DICE: Final = die(6, dice=2)
UNITS: Final = units_or(lambda g, lang: word("word", "none", lang))
SIDE: Final = Value(lambda g, s, value, lang: WORDS.side("owner", g.sides[value], lang))
CHITS: Final = Value(lambda g, s, value, lang: chit_names(g, value, lang))
COLUMN: Final = Value(lambda g, s, value, lang: column(g, value, lang), role="column")
LINES: Final = Value(lambda g, s, value, lang: modifiers(g, value, lang))
"""The lines of the modifier of a combat, behind it."""
CHANGING: Final = Value(lambda g, s, value, lang: bracketed([chit_names(g, value, lang)] if value else []))
"""The chits that changed hits, behind them."""
ITEMS: Final = Value(lambda g, s, value, lang: items(g, value, lang))
"""What earned VPs, behind their sum."""
SPACE: Final = Value(lambda g, s, value, lang: word("condition", g.conditions[value].name, lang))
RANDOM: Final = Value(lambda g, s, value, lang: word("random", g.events[value].name, lang))
ORDER: Final = Value(lambda g, s, value, lang: word("option", "move-fight" if value else "fight-move", lang))
RESULT: Final = Value(lambda g, s, value, lang: word("result", value, lang))


# -- what dice gave -------------------------------------------------------------------------------------------------

Gave = Callable[[Any, Values, str], str]


def success(is_one: bool, lang: str) -> str:
    return word("word", "success" if is_one else "no success", lang)


def number(key: str) -> Gave:
    """One of the values."""
    return lambda g, values, lang: str(values[key])


def reaches(key: str) -> Gave:
    """Success on the number or more."""
    return lambda g, values, lang: success(values[key] >= values["number"], lang)


def stays_below(key: str) -> Gave:
    """Success below the number."""
    return lambda g, values, lang: success(values[key] < values["number"], lang)


def hits(g: Luki, values: Values, lang: str) -> str:
    return f"{values['attacker']}/{values['defender']}"


def activity(g: Luki, values: Values, lang: str) -> str:
    return WORDS.say(lang, "word", "points of activity", points=values["points"])


def guided(g: Luki, values: Values, lang: str) -> str:
    return success(not values["fails"], lang)


# -- events ---------------------------------------------------------------------------------------------------------

EVENTS: Final[Mapping[str, Told]] = {
    # the turn
    "turn": Told(turn=PLAIN),
    "staff": Told(soviet=PLAIN, german=PLAIN),
    "segment": Told(side=SIDE, number=PLAIN),
    "limited": Told(),
    "order": Told(side=SIDE, first=ORDER),
    "spends": Told(side=SIDE, number=PLAIN, left=PLAIN),
    "activity": Told(side=SIDE, dice=DICE, points=PLAIN, gave=activity),
    "score": Told(soviet=PLAIN, items=ITEMS, german=PLAIN, total=PLAIN),
    "victory": Told(points=PLAIN, result=RESULT),
    # supply
    "kessel": Told(side=SIDE, number=PLAIN, space=SPACE),
    "attrition": Told(unit=UNIT, die=DIE, number=PLAIN, gave=stays_below("die")),
    # reinforcements and administrative movement
    "variable": Told(die=DIE, number=PLAIN, gave=number("number")),
    "drawn": Told(unit=UNIT),
    "reinforcements": Told(side=SIDE, units=UNITS),
    "set up": Told(unit=UNIT, hex=HEX),
    "arrives": Told(unit=UNIT, hex=HEX),
    "into box": Told(unit=UNIT),
    "from box": Told(units=UNITS, hex=HEX),
    "to box": Told(units=UNITS, hex=HEX),
    # movement
    "moves": Told(unit=UNIT, path=PATH),
    "moves with": Told(units=UNITS, hex=HEX),
    "on top": Told(unit=UNIT, hex=HEX),
    "excess": Told(unit=UNIT, hex=HEX),
    "infiltrates": Told(unit=UNIT, path=PATH),
    "infiltration die": Told(unit=UNIT, hex=HEX, die=DIE, number=PLAIN, gave=stays_below("die")),
    "guide die": Told(unit=UNIT, hex=HEX, die=DIE, fails=PLAIN, gave=guided),
    "guide total": Told(total=PLAIN),
    # combat
    "attack": Told(units=UNITS, hex=HEX, defenders=UNITS),
    "refuses": Told(units=UNITS),
    "tpv": Told(attack=PLAIN, defence=PLAIN),
    "draws": Told(chits=CHITS),
    "chits": Told(soviet=CHITS, german=CHITS),
    "idle chits": Told(chits=CHITS),
    "halved": Told(unit=UNIT),
    "odds": Told(attack=PLAIN, defence=PLAIN, column=COLUMN, drm=MODIFIER, lines=LINES),
    "automatic": Told(),
    "combat dice": Told(dice=DICE, drm=MODIFIER, column=COLUMN, attacker=PLAIN, defender=PLAIN, gave=hits),
    "hits": Told(attacker=PLAIN, defender=PLAIN, by=CHANGING),
    "step lost": Told(unit=UNIT, hex=HEX, steps=PLAIN),
    "eliminated": Told(unit=UNIT, hex=HEX),
    "retreats": Told(units=UNITS, path=PATH),
    "retreat into zone": Told(units=UNITS, hex=HEX),
    "advances": Told(unit=UNIT, path=PATH),
    # random events and the garrison
    "random event": Told(event=RANDOM, side=SIDE),
    "c3i gained": Told(side=SIDE, number=PLAIN),
    "release attempt": Told(dice=DICE, number=PLAIN, gave=reaches("dice")),
    "released": Told(),
    "conversion": Told(die=DIE, steps=PLAIN, gained=PLAIN, gave=number("gained")),
    "breakout": Told(unit=UNIT, hex=HEX, steps=PLAIN),
}
