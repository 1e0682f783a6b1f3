"""The odds of a throw are worked out once for all who saw the same position."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from stavka.server.rolled import Throws

SEATS = (None, 0, 1)


class Show:
    """A presenter that notes for whom it works out odds."""

    def __init__(self) -> None:
        self.asked: list[int | None] = []

    def throw(self, game: Any, state: Any, seat: int | None, lang: str) -> dict[str, Any]:
        self.asked.append(seat)
        return {"seat": seat}


def told(seen: dict[int | None, str]) -> tuple[list[Any], list[int | None]]:
    """The odds that each seat is told, and the seats for which they are worked out, if they see these positions."""
    position: Any = SimpleNamespace()
    position.clone = lambda: position
    see = lambda _state, seat: SimpleNamespace(position=SimpleNamespace(digest=lambda: seen[seat]))  # noqa: E731
    throws, show = Throws(cast("Any", SimpleNamespace(see=see))), Show()
    throws.keep(3, position)
    odds = [throws.odds(cast("Any", show), 3, seat, "en") for seat in SEATS]
    assert [throws.odds(cast("Any", show), 3, seat, "en") for seat in SEATS] == odds
    return odds, show.asked


def test_who_saw_the_same_position_shares_the_odds() -> None:
    assert told(dict.fromkeys(SEATS, "same")) == ([{"seat": None}] * 3, [None])


def test_who_saw_another_position_has_odds_of_his_own() -> None:
    odds, asked = told({None: "open", 0: "mine", 1: "open"})
    assert odds == [{"seat": None}, {"seat": 0}, {"seat": None}]
    assert asked == [None, 0]
