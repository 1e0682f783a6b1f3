"""A game from its first position to where it stands: what a replay shows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from stavka.engine.session import Session
from stavka.engine.state import State
from stavka.server.match import Match


class Page(NamedTuple):
    """A position, how many events there had been, and the only seat that may know of the pick before it."""

    state: State
    events: int
    seen_by: int | None


class History:
    """The positions after each pick that has not been taken back, chance answered."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.rows = len(match.rows)
        session = match.begin(())
        self.pages = [self.page(session, None)]
        for picked in match.picks:
            match.enter(session, picked)
            self.pages.append(self.page(session, picked.seen_by))
        self.pages[-1] = self.page(match.session, self.pages[-1].seen_by)

    def page(self, session: Session[Any], seen_by: int | None) -> Page:
        return Page(session.state.clone(), session.known(), seen_by)

    def is_true(self) -> bool:
        """Whether nothing has been done since."""
        return self.rows == len(self.match.rows)

    def of(self, seats: Collection[int]) -> list[Page]:
        """What whoever holds these seats may look at: all when the game is over, before that nothing that would tell
        how often another seat has picked in secret."""
        over = bool(self.match.result)
        return [page for page in self.pages if over or page.seen_by is None or page.seen_by in seats]
