"""The dice of the log: what was thrown, with which modifier, and what it gave."""

from __future__ import annotations

from stavka.engine.state import Event
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.words import OUTCOMES
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Roll


def roll(v: Voice, event: Event) -> Roll | None:
    """The roll of an event, None where nothing was rolled."""
    return scene_parts.rolled(event, v.column, lambda: given(v, event))


def given(v: Voice, event: Event) -> str:
    """What a roll gave, as the tables of odds say it."""
    values = event.values
    if event.name == "assault result":
        return str(values["result"])
    if event.name == "loss check":
        return v.word("check", OUTCOMES[values["what"]])
    for key in ("hit", "success"):
        if key in values:
            return v.word("word", key if values[key] else f"no {key}")
    if event.name == "scatter off":
        return v.word("word", "off map")
    if "left" in values:
        return v("points left", left=values["left"])
    return v.hex(values["hex"]) if "hex" in values else ""
