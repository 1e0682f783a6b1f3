"""The turn of Roads to Moscow whose inputs are counted."""

from __future__ import annotations

from functools import cache

from page.inputs import Turn, asks, turn_of


@cache
def turns() -> dict[str, Turn]:
    activation = turn_of(
        "Roads to Moscow, first German activation",
        "moscow",
        "mtsensk",
        "german",
        lambda session: asks(session, "german", "choose"),
        lambda session: asks(session, "soviet", "choose"),
    )
    return {"moscow": activation}
