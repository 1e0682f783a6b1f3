"""What a turn has brought, in a few sentences: the change of the score, the losses of each side, and what its events
call notable. The entry of the log that closes the turn tells it. It follows from events that the reader knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from stavka.engine.events import Told, bracketed
from stavka.engine.kinds import Side, Unit, numbered
from stavka.engine.state import Event
from stavka.scenes.voice import Voice

MOST_NAMED: Final = 6
"""The most units of a side that are named, and the most events that are told again."""
MINUS: Final = "\u2212"


def turn_before(told: Mapping[str, Told], events: Sequence[Event], at: int) -> Sequence[Event]:
    """The events of the turn that an event closes, with the one that began it and the one that closes it; none if it
    closes no turn. A turn that the log does not begin was the first; what comes before it without an activation or a
    combat is the set-up."""
    if not told[events[at].name].closes:
        return ()
    begun = [told[event.name].begins for event in events[:at]]
    if "turn" in begun:
        return events[at - begun[::-1].index("turn") - 1 : at + 1]
    return events[: at + 1] if {"activation", "combat"} & set(begun) else ()


def brought(v: Voice[Any], s: Any, events: Sequence[Event]) -> str:
    """What the events of a turn come to, as `turn_before` gives them."""
    say, told = v.g.words.say, v.g.told
    notable = [v.g.say(s, event, v.lang) for event in events if told[event.name].notable]
    parts = [*score(v, events[0], events[-1]), *losses(v, s, events), *notable[-MOST_NAMED:]]
    return str(say(v.lang, "engine", "turn brought", parts=" ".join(parts)))


def score(v: Voice[Any], first: Event, last: Event) -> Iterator[str]:
    """The VP and their change. Events that were stored before they told VP do not have them."""
    before, after, number = first.values.get("points"), last.values.get("points"), v.g.words.number
    if after is None:
        return
    change = ""
    if before is not None:
        sign = MINUS if after < before else "+"
        change = bracketed([f"{sign}{number(abs(after - before), v.lang)}"])
    told = {"points": number(after, v.lang), "vp": v.word("abbreviation", "VP"), "change": change}
    yield v.g.words.say(v.lang, "engine", "turn points", **told)


def losses(v: Voice[Any], s: Any, events: Sequence[Event]) -> Iterator[str]:
    """The steps that each side lost without losing a unit, and its eliminated units."""
    g, say = v.g, v.g.words.say
    lost: dict[str, list[Unit]] = {"step": [], "unit": []}
    for event in events:
        form = g.told[event.name]
        if form.costs:
            lost[form.costs] += form.units(event.values)
    for number, _ in numbered(g.sides):
        steps, units = ([unit for unit in lost[what] if g.side[unit] == number] for what in ("step", "unit"))
        if steps or units:
            named = bracketed(v.label(s, unit) for unit in units) if len(units) <= MOST_NAMED else ""
            side = v.side(Side(number))
            yield say(v.lang, "engine", "turn losses", side=side, steps=len(steps), number=len(units), units=named)
    if not any(lost.values()):
        yield say(v.lang, "engine", "turn without losses")
