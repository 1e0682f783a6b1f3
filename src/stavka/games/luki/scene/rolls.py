"""The dice of the log: what was thrown, with which modifier, and what it gave."""

from __future__ import annotations

from stavka.engine.state import Event
from stavka.games.luki.scene.voice import Voice
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Roll


def roll(v: Voice, event: Event) -> Roll | None:
    """The roll of an event, None where nothing was rolled."""
    return scene_parts.rolled(event, v.column, lambda: given(v, event))


def given(v: Voice, event: Event) -> str:
    """What a roll gave."""
    values = event.values
    if event.name == "combat dice":
        return f"{values['attacker']}/{values['defender']}"
    if event.name == "activity":
        return v("points of activity", points=values["points"])
    if event.name == "conversion":
        return str(values["gained"])
    if event.name == "variable":
        return str(values["number"])
    if event.name == "guide die":
        return v.word("word", "no success" if values["fails"] else "success")
    least = values.get("number", 0)
    total = values.get("dice", values.get("die", 0))
    bad = event.name in ("attrition", "infiltration die")
    return v.word("word", "no success" if (total >= least) == bad else "success")
