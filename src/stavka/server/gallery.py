"""The scenes of a table as it stands. Everybody who sees the same is shown the same one: it is made once, and kept once
for all connections that have it."""

from __future__ import annotations

from stavka.engine.state import Json
from stavka.server.match import Match
from stavka.server.presenting import Language, ServerPresenter


class Gallery:
    """Belongs to one table, and is used under its lock."""

    def __init__(self) -> None:
        self.change = -1
        self.scenes: dict[tuple[int | None, int, Language], Json] = {}

    def scene(self, match: Match, presenter: ServerPresenter, seat: int | None, state: int, lang: Language) -> Json:
        """What is on the table for a seat. No number of changes is used twice, so nothing here is out of date."""
        if self.change != len(match.seen):
            self.change, self.scenes = len(match.seen), {}
        if (seat, state, lang) not in self.scenes:
            self.scenes[seat, state, lang] = presenter.scene(match.session, seat, state, lang)
        return self.scenes[seat, state, lang]
