"""The present scenes and log of a table. Viewers who see the same share one scene: it is made once and kept once for
all their connections."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.engine.state import Event, Json
from stavka.scenes.keeping import Drawing
from stavka.server.match import Match
from stavka.server.presenting import Language, ServerPresenter


class Gallery:
    """The gallery of one table, used under the table's lock."""

    def __init__(self) -> None:
        self.change = -1
        self.said: dict[tuple[Language, int, bool], Json] = {}
        """The entries of the log in each language, by the identity of their events and whether the reader was told
        them."""
        self.scenes: dict[tuple[int | None, int, Language], Json] = {}
        self.drawings: dict[Language, dict[int | None, Drawing]] = {}
        """The last scene of each seat, so that the next scene reuses the parts that have not changed."""

    def scene(self, match: Match, presenter: ServerPresenter, seat: int | None, state: int, lang: Language) -> Json:
        """The scene for a seat. Numbers of changes are never used twice, so no scene here is out of date."""
        self.look(match)
        if (seat, state, lang) not in self.scenes:
            drawing = self.drawing(seat, lang)
            made = () if seat is None else match.made(seat)
            self.scenes[seat, state, lang] = presenter.scene(match.session, seat, state, lang, drawing, made)
        return self.scenes[seat, state, lang]

    def drawing(self, seat: int | None, lang: Language) -> Drawing:
        """The last scene of a seat, beside those of the others in this language."""
        beside = self.drawings.setdefault(lang, {})
        if seat not in beside:
            beside[seat] = Drawing(beside.values())
        return beside[seat]

    def entries(
        self,
        match: Match,
        presenter: ServerPresenter,
        events: Sequence[Event],
        start: int,
        lang: Language,
        seat: int | None,
    ) -> list[Json]:
        """The entries of a seat's log from one on, as sentences; an entry that closes a turn sums it up. All are told
        from one look at the position. Sums are not kept: seats know different events."""
        self.look(match)

        def key(event: Event) -> tuple[Language, int, bool]:
            return lang, id(event), event.seats is None or seat in event.seats

        wanted = events[start:]
        new = [event for event in wanted if key(event) not in self.said]
        closing = {at for at, event in enumerate(wanted, start) if match.game.told[event.name].closes}
        sums: dict[int, str] = {}
        if new or closing:
            seen = match.game.see(match.session.state, None)
            said = presenter.sentences(match.session, new, lang, seat, seen)
            self.said.update((key(event), entry) for event, entry in zip(new, said, strict=True))
            sums = {at: presenter.turn_summary(match.game, seen, events, at, lang) for at in closing}
        told = list[Json]()
        for at, event in enumerate(wanted, start):
            entry = self.said[key(event)]
            told.append({**entry, "summary": sums[at]} if at in closing and sums[at] else entry)
        return told

    def look(self, match: Match) -> None:
        """Forget the scenes and entries from before the last change."""
        if self.change != len(match.seen):
            self.change, self.scenes, self.said = len(match.seen), {}, {}
