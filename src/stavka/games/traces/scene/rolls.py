"""The dice of an event, as the page throws them."""

from __future__ import annotations

from stavka.engine.state import Event
from stavka.games.traces.scene.voice import Voice
from stavka.scenes.scene import Roll


def roll(v: Voice, event: Event) -> Roll | None:
    if event.name != "combat result":
        return None
    values = event.values
    return {
        "dice": 1,
        "sides": 6,
        "total": values["die"],
        "modifier": values["drm"],
        "column": v.column(values["column"]),
        "result": values["result"],
    }
