"""The events of the rules, and the values of each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.events import (
    AFTER,
    BEFORE,
    CHECK,
    DECIDES,
    HEX,
    MODIFIER,
    OPENS,
    PATH,
    PLAIN,
    UNIT,
    Told,
    Value,
    bracketed,
    die,
    itemised,
    units_or,
)
from stavka.engine.kinds import members
from stavka.games.luki.rules.c11_combat.chits import ENEMY_HITS
from stavka.games.luki.words import WORDS, chit_names, column, item, modifier, spoken_chit, word
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

Values = Mapping[str, Any]


# -- values ---------------------------------------------------------------------------------------------------------


def items(g: Luki, earned: Iterable[tuple[Hex | str, int]], lang: str) -> str:
    return bracketed(f"{item(g, what, lang)} {points}" for what, points in earned)


def changed_by(g: Luki, chit: int, lang: str) -> str:
    """A chit that changes hits, and what it does to them."""
    found, owner = g.chits[chit], g.chit_side[chit]
    side = WORDS.side("side", g.sides[1 - owner if found.effect == ENEMY_HITS else owner], lang)
    return WORDS.say(lang, "effect", f"{found.effect} done", chit=spoken_chit(g, chit), side=side, value=found.value)


DIE: Final = die(6)
DICE: Final = die(6, dice=2)
UNITS: Final = units_or(lambda g, lang: word("word", "none", lang))
SIDE: Final = Value(lambda g, s, value, lang: WORDS.side("owner", g.sides[value], lang))
CHITS: Final = Value(lambda g, s, value, lang: chit_names(g, value, lang))
COLUMN: Final = Value(lambda g, s, value, lang: column(g, value, lang), role="column")
LINES: Final = itemised(modifier)
"""The lines of the modifier of a combat, behind it."""
CHANGING: Final = Value(lambda g, s, value, lang: bracketed(changed_by(g, chit, lang) for chit in members(value)))
"""The chits that changed hits, each with what it did, behind them."""
ITEMS: Final = Value(lambda g, s, value, lang: items(g, value, lang))
"""The items that earned VP, to follow their sum."""
SPACE: Final = Value(lambda g, s, value, lang: word("condition", g.conditions[value].name, lang))
RANDOM: Final = Value(lambda g, s, value, lang: word("random", g.events[value].name, lang))
ORDER: Final = Value(lambda g, s, value, lang: word("option", "move-fight" if value else "fight-move", lang))
RESULT: Final = Value(lambda g, s, value, lang: word("result", value, lang))


# -- what dice gave -------------------------------------------------------------------------------------------------

Gave = Callable[[Any, Values, str], str]


def success(is_one: bool, lang: str) -> str:
    return word("word", "success" if is_one else "no success", lang)


def number(key: str) -> Gave:
    """The form of one of the values."""
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
    "turn": Told(begins="turn", closes=True, card=OPENS("turn"), turn=PLAIN, points=PLAIN),
    "staff": Told(soviet=PLAIN, german=PLAIN),
    "segment": Told(begins="activation", card=OPENS("activation"), side=SIDE, number=PLAIN),
    "limited": Told(begins="activation"),
    "order": Told(side=SIDE, first=ORDER),
    "spends": Told(begins="other", side=SIDE, number=PLAIN, left=PLAIN),
    "activity": Told(begins="other", card=OPENS("activity"), side=SIDE, dice=DICE, points=PLAIN, gave=activity),
    "score": Told(soviet=PLAIN, items=ITEMS, german=PLAIN, total=PLAIN),
    "victory": Told(closes=True, card=OPENS("victory"), points=PLAIN, result=RESULT),
    # supply
    "kessel": Told(card=OPENS("supply"), side=SIDE, number=PLAIN, space=SPACE),
    "attrition": Told(card=CHECK, unit=UNIT, die=DIE, number=PLAIN, gave=stays_below("die")),
    # reinforcements and administrative movement
    "variable": Told(card=OPENS("reinforcements"), die=DIE, number=PLAIN, gave=number("number")),
    "drawn": Told(card=AFTER, unit=UNIT),
    "reinforcements": Told(begins="other", card=OPENS("reinforcements"), side=SIDE, units=UNITS),
    "set up": Told(unit=UNIT, hex=HEX),
    "arrives": Told(unit=UNIT, hex=HEX),
    "into box": Told(unit=UNIT),
    "from box": Told(units=UNITS, hex=HEX),
    "to box": Told(units=UNITS, hex=HEX),
    # movement
    "moves": Told(begins="other", unit=UNIT, path=PATH),
    "moves with": Told(begins="other", units=UNITS, hex=HEX),
    "on top": Told(unit=UNIT, hex=HEX),
    "excess": Told(card=AFTER, unit=UNIT, hex=HEX),
    "infiltrates": Told(begins="other", unit=UNIT, path=PATH),
    "infiltration die": Told(card=CHECK, unit=UNIT, hex=HEX, die=DIE, number=PLAIN, gave=stays_below("die")),
    "guide die": Told(card=CHECK, unit=UNIT, hex=HEX, die=DIE, fails=PLAIN, gave=guided),
    "guide total": Told(card=AFTER, total=PLAIN),
    # combat
    "attack": Told(begins="combat", card=OPENS("combat"), units=UNITS, hex=HEX, defenders=UNITS),
    "refuses": Told(card=BEFORE, units=UNITS),
    "tpv": Told(card=BEFORE, attack=PLAIN, defence=PLAIN),
    "draws": Told(card=BEFORE, chits=CHITS),
    "chits": Told(card=BEFORE, soviet=CHITS, german=CHITS),
    "idle chits": Told(card=BEFORE, chits=CHITS),
    "halved": Told(card=BEFORE, unit=UNIT),
    "odds": Told(card=BEFORE, attack=PLAIN, defence=PLAIN, column=COLUMN, drm=MODIFIER, lines=LINES),
    "automatic": Told(card=DECIDES),
    "combat dice": Told(
        card=DECIDES, dice=DICE, drm=MODIFIER, column=COLUMN, attacker=PLAIN, defender=PLAIN, gave=hits
    ),
    "hits": Told(card=AFTER, attacker=PLAIN, defender=PLAIN, by=CHANGING),
    "step lost": Told(card=AFTER, costs="step", unit=UNIT, hex=HEX, steps=PLAIN),
    "eliminated": Told(card=AFTER, costs="unit", unit=UNIT, hex=HEX),
    "retreats": Told(card=AFTER, units=UNITS, path=PATH),
    "retreat into zone": Told(card=AFTER, units=UNITS, hex=HEX),
    "advances": Told(card=AFTER, unit=UNIT, path=PATH),
    # random events and the garrison
    "random event": Told(card=OPENS("event"), event=RANDOM, side=SIDE),
    "c3i gained": Told(card=AFTER, side=SIDE, number=PLAIN),
    "release attempt": Told(card=OPENS("check"), dice=DICE, number=PLAIN, gave=reaches("dice")),
    "released": Told(notable=True, card=AFTER),
    "conversion": Told(card=OPENS("check"), die=DIE, steps=PLAIN, gained=PLAIN, gave=number("gained")),
    "breakout": Told(card=AFTER, unit=UNIT, hex=HEX, steps=PLAIN),
}
