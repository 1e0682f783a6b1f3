"""Which dice were thrown at which odds: the log says so, and the page need not guess.

A seat is told only of odds that were part of a question that it was asked: those of the last scene with an offer that
this connection was sent. What names them is the number of that scene's state."""

from __future__ import annotations

from typing import NamedTuple

from stavka.engine.state import Json


class Asked(NamedTuple):
    """The odds of the last question that a connection was asked, and the state in which it was asked."""

    state: int
    odds: Json

    def name_in(self, entries: list[Json]) -> bool:
        """Name these odds in the first entry whose dice were thrown at them; whether there is one."""
        for entry in entries:
            if (roll := entry.get("roll")) is not None and (given := support_given(self.odds, roll)) is not None:
                entry["odds"] = {"state": self.state, "support": None if given < 0 else given}
                return True
        return False


def support_given(odds: Json, roll: Json) -> int | None:
    """The support with which a roll was made: that with its column and modifier, -1 for none; None if the roll was not
    made at these odds, or at what the other side made of them."""

    def fits(chances: Json) -> bool:
        same_column = not roll["column"] or chances["column"] == roll["column"]
        return same_column and any(result["text"] == roll["result"] for result in chances["results"])

    modifier, support = roll["modifier"], odds["support"]
    lines = sum(line["value"] for line in odds["lines"] if line["on"] == "roll")
    if fits(odds) and modifier in (odds["modifier"], lines):
        return -1
    for number, each in enumerate(support):
        if fits(each) and each["modifier"] == modifier:
            return number
    if roll["column"] == odds["column"]:
        return None
    return next((number for number, each in enumerate(support) if fits(each)), None)
