"""The dice of the log: what was thrown, with which modifier, and what it gave."""

from __future__ import annotations

from stavka.engine.state import Event
from stavka.games.moscow.scene.voice import Voice
from stavka.scenes.scene import Roll


def roll(v: Voice, event: Event) -> Roll | None:
    """The roll of an event, None where nothing was rolled."""
    values = event.values
    die = values.get("die")
    if die is None:
        return None
    drm = values["modified"] - die if "modified" in values else values.get("drm", 0)
    column = v.column(*values["at"]) if "at" in values else ""
    return {"dice": 1, "sides": 10, "total": die, "modifier": drm, "column": column, "result": given(v, event)}


def given(v: Voice, event: Event) -> str:
    """What a roll gave."""
    values = event.values
    if "result" in values:
        return str(values["result"])
    if "success" in values:
        return v.word("word", "passed" if values["success"] else "failed")
    return v("fuel units", number=values["number"])
