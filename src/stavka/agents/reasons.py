"""What a plan is up to, in a sentence for people: its aims, its main attack, what is expected of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from stavka.agents.craft import FIRST, Craft
from stavka.agents.search import Way
from stavka.engine.kinds import Side
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, UNIT, Pick
from stavka.engine.state import Event, Json
from stavka.engine.words import ENGINE, ENGLISH, LANGUAGES, Message
from stavka.engine.words.forms import Spoken
from stavka.hexes import NO_HEX, Hex

MOST_AIMS: Final = 3
"""The most aims that a sentence names."""


class Plan(NamedTuple):
    """A plan, and what came of it or would come of it."""

    way: Way
    worth: float
    """The chance to win that is expected."""
    main: Hex = NO_HEX
    """The hex that is attacked first of all."""


def attacked(game: Game[Any], events: Sequence[Event]) -> Counter[Hex]:
    """The hexes that some events tell attacks on, each with the number of units that attack."""
    found: Counter[Hex] = Counter()
    for event in events:
        form = game.told[event.name]
        if form.begins == "combat" and (hexes := form.hexes(event.values)):
            found[hexes[0]] += max(1, len(form.units(event.values)))
    return found


def main_attack(game: Game[Any], events: Sequence[Event]) -> Hex:
    """The hex against which most units attacked."""
    hexes = attacked(game, events)
    return max(hexes, key=lambda hex_: (hexes[hex_], -hex_)) if hexes else NO_HEX


def first_aim(craft: Craft[Any], s: Any, pick: Pick) -> Message:
    """The aim of a way that begins with a pick."""
    game = craft.game
    if pick[0] == UNIT:
        return ENGINE.message("plan", "first unit", unit=game.label(s, pick[1]))
    if pick[0] == HEX:
        return ENGINE.message("plan", "first hex", hex=game.place(pick[1]))
    key = game.option_names[pick[1]]  # type: ignore[index]  # chance makes no plans
    named = Spoken.make(craft.option(key, ENGLISH), lambda lang: craft.option(key, lang))
    return ENGINE.message("plan", "first option", option=named)


def aims(craft: Craft[Any], s: Any, side: Side, way: Way) -> list[Message]:
    """The aims of a way: those of its genes, then its first pick; following the script if it has none."""
    found = craft.aims(s, side, tuple(gene for gene in way if gene[0] != FIRST))
    first: Any = dict(way).get(FIRST)
    if first is not None:
        found = [*found, first_aim(craft, s, first)]
    return found[:MOST_AIMS] or [ENGINE.message("plan", "script")]


def told(craft: Craft[Any], s: Any, side: Side, plan: Plan, how: str) -> Json:
    """A sentence about a plan in each language: `wanted` for one that was carried out, `hint` for one that could be."""
    game = craft.game
    said = aims(craft, s, side, plan.way)
    share = round(100 * plan.worth)
    key = f"{how} attack" if plan.main != NO_HEX else how
    found: Json = {}
    for lang in LANGUAGES:
        words: dict[str, object] = {
            "aims": ", ".join(game.words.translate(aim, lang) for aim in said),
            "side": game.words.side("side", game.sides[side], lang),
            "share": share,
        }
        if plan.main != NO_HEX:
            words["hex"] = game.place(plan.main)
        found[lang] = game.words.say(lang, "plan", key, **words)
    return found


def named(craft: Craft[Any], s: Any, side: Side, way: Way) -> Json:
    """The aims of a way alone, in each language."""
    said = aims(craft, s, side, way)
    return {lang: ", ".join(craft.game.words.translate(aim, lang) for aim in said) for lang in LANGUAGES}
