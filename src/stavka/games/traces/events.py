"""The events of the game, by name, and the values of each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.events import AFTER, BEFORE, DECIDES, HEX, OPENS, PATH, PLAIN, UNIT, Told, Value, die, units_or
from stavka.engine.kinds import Side
from stavka.games.traces import words

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces
    from stavka.games.traces.state import Position


def _named(name: Callable[[Traces, Any, str], str], **of: Any) -> Value:
    """A value that the words of the game have a name for."""
    return Value(lambda g, s, value, lang: name(g, value, lang), **of)


def _side(g: Traces, side: Side, lang: str) -> str:
    return words.WORDS.side("owner", g.sides[side], lang)


UNITS: Final = units_or(lambda g, lang: words.word("word", "none", lang))
HQS: Final = units_or(lambda g, lang: words.word("word", "no hqs", lang))
CHIT: Final = _named(words.chit)
SIDE: Final = _named(_side)
MARKER: Final = _named(lambda g, kind, lang: words.word("marker", words.MARKERS[kind], lang))
"""A kind of Luftwaffe marker."""
COLUMN: Final = _named(words.column, role="column")
"""A column of the CRT; -1 is none."""
DRM: Final = Value(role="modifier")
RESULT: Final = _named(lambda g, result, lang: words.word("result", result, lang))
"""The result of a combat or of the game."""
BIDS: Final = _named(lambda g, bids, lang: ", ".join(map(str, bids)))
QUARTERS: Final = Value(lambda g, s, value, lang: value / 4)
"""VP counted in quarters."""


def _mode(g: Traces, s: Position, values: Mapping[str, Any], lang: str) -> Mapping[str, object]:
    """The action mode by the name of its option."""
    return {"mode": words.option(g, "movement-combat" if values["movement_first"] else "combat-movement", lang)}


def _others(g: Traces, s: Position, values: Mapping[str, Any], lang: str) -> Mapping[str, object]:
    """The units that an HQ activates, without the HQ itself."""
    return {"units": UNITS.say(g, s, values["units"] & ~(1 << values["unit"]), lang)}


def _owner(g: Traces, s: Position, values: Mapping[str, Any], lang: str) -> Mapping[str, object]:
    """The side of the unit."""
    return {"side": SIDE.say(g, s, g.side[values["unit"]], lang)}


def _result(g: Traces, values: Mapping[str, Any], lang: str) -> str:
    """The result of the combat die, as it is printed in the CRT."""
    result: str = values["result"]
    return result


EVENTS: Final[Mapping[str, Told]] = {
    # set-up and the sequence of play
    "set up": Told(unit=UNIT, hex=HEX),
    "bids": Told(bids=BIDS),
    "turn": Told(begins="turn", closes=True, card=OPENS("turn"), turn=PLAIN, points=PLAIN),
    "conversion": Told(),
    "selection": Told(cup=PLAIN, hand=PLAIN),
    "chit added": Told(hand=PLAIN, cup=PLAIN),
    "chit added by you": Told(chit=CHIT),
    "chit drawn": Told(begins="activation", card=OPENS("draw"), chit=CHIT),
    "interrupt": Told(begins="activation", card=OPENS("interrupt"), chit=CHIT),
    "special activation": Told(begins="activation", card=OPENS("activation"), unit=UNIT),
    "hq off map": Told(card=AFTER, unit=UNIT),
    "activation": Told(card=AFTER, unit=UNIT, units=UNITS, adds=_others),
    "second hq": Told(card=AFTER, unit=UNIT),
    "okh command": Told(card=AFTER, units=UNITS),
    "mode": Told(begins="other", card=AFTER, movement_first=PLAIN, adds=_mode),
    # headquarters and supply
    "relocation": Told(card=AFTER, unit=UNIT, hex=HEX),
    "relocated": Told(card=AFTER, unit=UNIT, hex=HEX),
    "hq waits": Told(card=AFTER, unit=UNIT),
    "supply check": Told(begins="other", card=OPENS("supply"), oos=UNITS, isolated=UNITS, hqs=HQS),
    # the Luftwaffe
    "luftwaffe": Told(card=OPENS("air"), markers=PLAIN),
    "marker drawn": Told(card=AFTER, kind=MARKER),
    "air support": Told(card=BEFORE, kind=MARKER),
    # movement and combat
    "moves": Told(begins="other", unit=UNIT, path=PATH, left=PLAIN),
    "attack": Told(
        begins="combat",
        card=OPENS("combat"),
        hex=HEX,
        units=UNITS,
        attack=PLAIN,
        defence=PLAIN,
        ratio=COLUMN,
        column=COLUMN,
        shift=PLAIN,
        zero=PLAIN,
    ),
    "combat result": Told(card=DECIDES, hex=HEX, die=die(6), drm=DRM, column=COLUMN, result=RESULT, gave=_result),
    "order holds": Told(card=AFTER, hex=HEX, losses=PLAIN),
    "step lost": Told(card=AFTER, costs="step", unit=UNIT, hex=HEX, adds=_owner),
    "eliminated": Told(card=AFTER, costs="unit", unit=UNIT, hex=HEX, adds=_owner),
    "retreats": Told(card=AFTER, unit=UNIT, hex=HEX),
    "no retreat": Told(card=AFTER, unit=UNIT, hex=HEX),
    "retreat loss": Told(card=AFTER, unit=UNIT, hex=HEX, adds=_owner),
    "advances": Told(card=AFTER, unit=UNIT, path=PATH),
    # reinforcements
    "reinforcements": Told(begins="other", card=OPENS("reinforcements"), draw=PLAIN, units=UNITS),
    "placed": Told(card=AFTER, unit=UNIT, hex=HEX),
    "replaced": Told(card=AFTER, unit=UNIT, old=UNIT, hex=HEX),
    "airborne drop": Told(card=OPENS("reinforcements"), hex=HEX),
    "no drop": Told(card=OPENS("reinforcements")),
    "negotiation": Told(card=OPENS("orders"), points=PLAIN),
    "bought": Told(card=AFTER, unit=UNIT),
    "order lifted": Told(notable=True, card=OPENS("orders"), hex=HEX),
    # control and victory
    "city": Told(notable=True, card=AFTER, hex=HEX, side=SIDE),
    "crossing": Told(notable=True, card=AFTER, hex=HEX),
    "bridgehead destroyed": Told(notable=True, card=AFTER, hex=HEX),
    "automatic victory": Told(card=OPENS("victory"), hex=HEX),
    "victory": Told(closes=True, card=OPENS("victory"), points=PLAIN, threshold=QUARTERS, result=RESULT),
}
