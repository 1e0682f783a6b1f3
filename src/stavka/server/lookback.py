"""The analysis of a table, hints, and what its computer players were up to: who may ask, and what is told.

During a game only a player who plays alone, against the computer or with all seats at one screen, is helped, and only
with what the shown seat has seen. Nobody is helped against another person. When the game is over, everybody may look at
everything."""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stavka import games
from stavka.agents import reasons
from stavka.engine.state import Json
from stavka.server.analysing import HINT_SECONDS, FailedError, HintWanted, Wanted, has_judgement
from stavka.server.faults import tell_fault
from stavka.server.history import HistoryPage
from stavka.server.match import NotAllowedError
from stavka.server.presenting import Language
from stavka.server.rows import AnalysisRow, PlanRow
from stavka.server.words import in_language, refusal

if TYPE_CHECKING:
    from stavka.server.table import Table
    from stavka.server.viewer import Viewer

WHOLE: Final = -1
"""The seat of an analysis that is told the whole truth."""
MOST_THROWS: Final = 30
"""The most throws that are told, those that mattered most."""


class Place(NamedTuple):
    """The place in the game to which an analysis belongs."""

    moves: int
    digest: str


class Lookback:
    """The analyses of a table. Used in the event loop, except where a method says that it runs in a thread."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.running: dict[int, asyncio.Task[None]] = {}
        """The analyses under way, by seat."""
        self.shares: dict[int, float] = {}
        self.stops: dict[int, asyncio.Event] = {}
        self.hinting: asyncio.Task[None] | None = None

    # -- who may ask ------------------------------------------------------------------------------------------------

    def seat(self, viewer: Viewer) -> int:
        """The seat through whose eyes a viewer may look; WHOLE when the game is over. NotAllowedError for anybody who
        plays, or might play, against another person."""
        table = self.table
        if not has_judgement(table.game.key):
            raise NotAllowedError(refusal("no judgement"))
        if table.match.result:
            return WHOLE
        if viewer.sitting is None or not table.people() <= set(viewer.seats):
            raise NotAllowedError(refusal("no help"))
        return viewer.sitting

    def check_limit(self, viewer: Viewer) -> None:
        """Check the limit on what a client may have worked out: an analysis takes minutes of a processor."""
        if not self.table.desk.limits.help.allow(viewer.client):
            raise NotAllowedError(refusal("too many attempts"))

    def place(self) -> Place:
        moves = self.table.match.record().moves
        return Place(len(moves), moves[-1].digest if moves else "")

    # -- analyses ---------------------------------------------------------------------------------------------------

    async def analyse(self, viewer: Viewer, *, stop: bool, again: bool) -> Json:
        """The analysis for a viewer: the stored one of the present position, or one that is under way or begins now."""
        seat = self.seat(viewer)
        if stop and seat in self.running:
            self.stops[seat].set()
        found = await self.table.locked(lambda: self.stored(viewer, seat))
        if found is not None and again and not found["complete"]:
            found = None
        if found is None and not stop and seat not in self.running:
            self.check_limit(viewer)
            wanted, place = await self.table.locked(lambda: (self.wanted(seat), self.place()))
            self.stops[seat] = asyncio.Event()
            self.running[seat] = asyncio.create_task(self.run(seat, wanted, place), name=f"analysis of {self.table.id}")
        return {"running": seat in self.running, "share": round(self.shares.get(seat, 0.0), 2), "found": found}

    def wanted(self, seat: int) -> Wanted:
        match = self.table.match
        moves = [(move.who, move.what) for move in match.record().moves]
        seats = list(range(len(self.table.game.sides))) if seat == WHOLE else [seat]
        seconds = self.table.desk.settings.analysis_seconds
        data = games.data_of(self.table.game)
        return Wanted(self.table.game.key, match.scenario, match.options, moves, seats, seat == WHOLE, seconds, data)

    async def run(self, seat: int, wanted: Wanted, place: Place) -> None:
        """Work an analysis out, and store it. Those who may see it are told how far it is."""
        self.shares[seat] = 0.0

        def tell(share: float) -> None:
            self.shares[seat] = share
            self.push(seat, {"is": "analysing", "share": round(share, 2), "done": False})

        try:
            found = await self.table.desk.analyser.ask(wanted, tell, self.stops[seat])
            row = AnalysisRow(table_id=self.table.id, seat=seat, moves=place.moves, digest=place.digest)
            row.found = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
            await asyncio.to_thread(self.table.desk.store.keep_analysis, row)
        except Exception as error:
            if not isinstance(error, FailedError):
                tell_fault(f"table {self.table.id}: analysis", error)
            for viewer in self.viewers(seat):
                self.refuse(viewer)
        finally:
            del self.running[seat], self.shares[seat], self.stops[seat]
            self.push(seat, {"is": "analysing", "share": 1.0, "done": True})

    def viewers(self, seat: int) -> list[Viewer]:
        """The viewers who may see the analysis of a seat."""
        found = []
        for viewer in self.table.viewers:
            with suppress(NotAllowedError):
                if self.seat(viewer) == seat:
                    found.append(viewer)
        return found

    def push(self, seat: int, message: Json) -> None:
        for viewer in self.viewers(seat):
            viewer.push(dict(message))

    def refuse(self, viewer: Viewer) -> None:
        """Tell a viewer that there is no answer."""
        text = in_language(self.table.game, refusal("not analysed"), viewer.lang)
        viewer.push({"is": "refused", "id": None, "rule": "", "text": text, "state": 0})

    def stored(self, viewer: Viewer, seat: int) -> Json | None:
        """The stored analysis of the present position, as a viewer reads it. Runs in a thread, under the table's
        lock."""
        row = self.table.desk.store.analysis(self.table.id, seat)
        if row is None or Place(row.moves, row.digest) != self.place():
            return None
        return self.shown(json.loads(row.found), viewer)

    def shown(self, found: Json, viewer: Viewer) -> Json:
        """An analysis with the pages of a replay in place of moves, in the viewer's language."""
        pages = self.table.desk.histories.of(self.table.id, self.table.match).of(viewer.seats)
        ends, lang = [page.moves for page in pages], viewer.lang

        def page(move: int) -> int:
            return max(0, bisect_right(ends, move) - 1)

        def after(move: int) -> int:
            """The page on which a throw lies."""
            return min(len(ends) - 1, bisect_right(ends, move))

        def at(each: Json) -> Json:
            return {key: value for key, value in each.items() if key != "move"} | {"page": page(each["move"])}

        def in_words(each: Json) -> Json:
            return {"text": each["text"][lang], "page": after(each["move"])}

        return {
            **{key: found[key] for key in ("level", "futures", "whole", "complete", "sides", "luck", "skill")},
            "curve": [at(each) for each in found["curve"]],
            "marks": [{**at(each), "text": each["text"][lang]} for each in found["marks"]],
            "throws": [
                {**in_words(each), "luck": each["luck"], "points": each["points"]}
                for each in found["throws"][:MOST_THROWS]
            ],
            "decisions": [
                {**at(each), "last": page(each["last"]), "plan": each["plan"][lang]} for each in found["decisions"]
            ],
        }

    # -- hints ------------------------------------------------------------------------------------------------------

    async def hint(self, viewer: Viewer) -> None:
        """Begin to work out a hint for a player. It is counted, and sent when it is ready."""
        seat = self.seat(viewer)
        if seat == WHOLE or self.hinting is not None:
            raise NotAllowedError(refusal("no hint"))
        self.check_limit(viewer)

        def question() -> tuple[HintWanted, int]:
            session = self.table.match.session
            offer = session.offer(seat)
            if offer is None:
                raise NotAllowedError(refusal("no hint"))
            sight = self.table.game.see(session.state, seat)
            wanted = HintWanted(self.table.game.key, sight, offer, HINT_SECONDS, games.data_of(self.table.game))
            return wanted, self.table.match.number(viewer.seats)

        wanted, state = await self.table.locked(question)
        self.hinting = asyncio.create_task(self.run_hint(viewer, wanted, state), name=f"hint of {self.table.id}")

    async def run_hint(self, viewer: Viewer, wanted: HintWanted, state: int) -> None:
        table = self.table

        def count() -> None:
            table.desk.store.count_hint(table.id)
            table.row.hints += 1

        try:
            found = await table.desk.analyser.ask(wanted, lambda _: None)
            await table.locked(count)
            viewer.push(
                {
                    "is": "hint",
                    "state": state,
                    "side": found["side"],
                    "text": found["text"][viewer.lang],
                    "arrows": found["arrows"],
                }
            )
            await table.tell_facts()
        except Exception as error:
            if not isinstance(error, FailedError):
                tell_fault(f"table {table.id}: hint", error)
            self.refuse(viewer)
        finally:
            self.hinting = None

    # -- plans ------------------------------------------------------------------------------------------------------

    def plans(self, viewer: Viewer) -> list[Json]:
        """What the computer players were up to, as far as a viewer may know: everything when the game is over, and
        before that what a seat that saw as much as the program could have thought itself. Runs in a thread, under the
        table's lock."""
        table, match = self.table, self.table.match
        moves = match.record().moves
        rows = [
            row
            for row in table.desk.store.plans(table.id)
            if row.moves < len(moves) and moves[row.moves].digest == row.digest
        ]
        history = table.desk.histories.of(table.id, match)
        shown = history.of(viewer.seats)
        ends = [page.moves for page in shown]
        asked = match.asked()
        found = []
        for nth, row in enumerate(rows):
            later = next((each.moves for each in rows[nth + 1 :] if each.seat == row.seat), len(moves))
            is_done = later < len(moves) or row.seat not in asked
            if match.result or (row.is_open and is_done and viewer.seats):
                page = max(0, bisect_right(ends, row.moves) - 1)
                text = self.said(row, history.pages, later, viewer.lang)
                found.append({"page": page, "side": table.side(row.seat), "text": text})
        return found

    def said(self, row: PlanRow, pages: Sequence[HistoryPage], later: int, lang: Language) -> str:
        """The sentence about a plan. Its main attack is the greatest that its seat has made before its next plan."""
        table, match = self.table, self.table.match
        log = match.session.log(None, everything=True)
        events = []
        for nth in range(1, len(pages)):
            is_its_own = match.picks[nth - 1].seat == row.seat
            if is_its_own and row.moves < pages[nth].moves <= later:
                events += log[pages[nth - 1].events : pages[nth].events]
        plan: Any = json.loads(row.said)
        main = reasons.main_attack(table.game, events)
        side = table.game.side_of(match.session.state, row.seat)
        return reasons.sentence(table.game, lang, "wanted", side, reasons.Said(plan["aims"][lang], plan["worth"], main))

    def keep_plan(self, seat: int, moves: int, plan: Json, *, is_open: bool) -> None:
        """Store a plan of a computer player. Runs in a thread, under the table's lock."""
        made = self.table.match.record().moves
        if moves < len(made):
            row = PlanRow(table_id=self.table.id, seat=seat, moves=moves, digest=made[moves].digest, is_open=is_open)
            row.said = json.dumps(plan, ensure_ascii=False)
            self.table.desk.store.keep_plan(row)

    async def close(self) -> None:
        """End everything that is under way."""
        tasks = [*self.running.values(), *([self.hinting] if self.hinting else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
