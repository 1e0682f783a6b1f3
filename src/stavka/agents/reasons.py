"""What a plan is up to, in a sentence for people: its aims, its main attack, what is expected of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from stavka.agents.craft import FIRST, Craft
from stavka.agents.planner import Planner
from stavka.agents.search import Verdict, Way
from stavka.engine.agent import Agent, Sight
from stavka.engine.kinds import Side, Unit
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, UNIT, Pick
from stavka.engine.state import Event, Json
from stavka.engine.words import ENGINE, ENGLISH, LANGUAGES, Message
from stavka.engine.words.forms import Spoken
from stavka.hexes import NO_HEX, Hex

MOST_AIMS: Final = 3
"""The most aims that a sentence names."""


class Said(NamedTuple):
    """What a sentence says of a plan."""

    aims: str
    """The aims, in the language of the sentence; empty if it names none."""
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


def stands_in(s: Any, unit: Unit) -> Hex:
    """The hex of a unit in a position; negative off the map."""
    return s.place[unit] if hasattr(s, "place") else NO_HEX


def choice(craft: Craft[Any], s: Any, pick: Pick) -> Message:
    """What is picked, as an infinitive."""
    game = craft.game
    if pick[0] == UNIT:
        hex_, unit = stands_in(s, pick[1]), game.label(s, pick[1])
        if hex_ < 0:
            return ENGINE.message("plan", "choose unit", unit=unit)
        return ENGINE.message("plan", "choose unit there", unit=unit, hex=game.place(hex_))
    if pick[0] == HEX:
        return ENGINE.message("plan", "choose hex", hex=game.place(pick[1]))
    return first_aim(craft, s, pick)


def aims(craft: Craft[Any], s: Any, side: Side, way: Way) -> list[Message]:
    """The aims of a way: those of its genes, then its first pick; following the script if it has none."""
    found = craft.aims(s, side, tuple(gene for gene in way if gene[0] != FIRST))
    first: Any = dict(way).get(FIRST)
    if first is not None:
        found = [*found, first_aim(craft, s, first)]
    return found[:MOST_AIMS] or [ENGINE.message("plan", "script")]


def named(craft: Craft[Any], s: Any, side: Side, way: Way) -> Json:
    """The aims of a way, in each language."""
    said = aims(craft, s, side, way)
    return {lang: ", ".join(craft.game.words.translate(aim, lang) for aim in said) for lang in LANGUAGES}


def sentence(game: Game[Any], lang: str, how: str, side: Side, plan: Said, **more: object) -> str:
    """A sentence about a plan: `wanted` for one that was carried out, `hint` for one that could be."""
    words: dict[str, object] = {
        **more,
        "aims": plan.aims,
        "side": game.words.side("side", game.sides[side], lang),
        "share": round(100 * plan.worth),
    }
    if not plan.aims:
        how = f"{how} without aims"
    if plan.main == NO_HEX:
        return game.words.say(lang, "plan", how, **words)
    return game.words.say(lang, "plan", f"{how} attack", hex=game.place(plan.main), **words)


def verdict_of(agent: Agent) -> Verdict | None:
    """The last verdict of an agent that plans."""
    return agent.verdict if isinstance(agent, Planner) else None


def plan_of(agent: Agent, before: Verdict | None, sight: Sight[Any] | None, seat: int) -> Json | None:
    """What an agent is up to, if it has made a plan since an earlier verdict: the aims in each language, and the
    chance to win that it expects."""
    verdict = verdict_of(agent)
    if not isinstance(agent, Planner) or verdict is None or verdict is before or not verdict.played:
        return None
    assert sight is not None
    side = agent.craft.game.side_of(sight.position, seat)
    return {"aims": named(agent.craft, sight.position, side, verdict.best), "worth": round(verdict.worth, 4)}


def is_open(game: Game[Any], s: Any, seat: int) -> bool:
    """Whether all other seats see exactly what a seat sees: then its plans tell nothing hidden."""
    own = game.see(s, seat).plain()
    return all(game.see(s, other).plain() == own for other in range(len(game.sides)) if other != seat)
