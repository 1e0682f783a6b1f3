"""A game as its rows: what was done, in order, and the session that follows from it.

Numbers of states are never used twice, and a crash can only fall between two changes, never into one. Taking back is
also a change. Picks that are taken back at once leave a row that only says how many changes were cancelled."""

from __future__ import annotations

import json
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, takewhile
from typing import Any, Final, Literal, NamedTuple, Self

from stavka.engine.choosing import chosen_so_far, drop_of, pick_again
from stavka.engine.kinds import Unit
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, UNIT, Pick, Reason, RefusedError
from stavka.engine.orders import Left, Order, carry_out, picks_in_hand
from stavka.engine.record import Move, Record
from stavka.engine.session import Session
from stavka.engine.standing import Held, Made, made_for, next_answer
from stavka.engine.state import Event, Json, State
from stavka.engine.words import ENGINE
from stavka.server import snapshots
from stavka.server.clocks import Clock, Clocks
from stavka.server.rolled import Throws
from stavka.server.rows import StoredMove, TableRow
from stavka.server.snapshots import ClockFace, Fingerprint, Row, Snapshot
from stavka.server.words import refusal

PICK, ROLL, UNDO, TAKEBACK, RESIGN, DRAW, TIME = "pick", "chance", "undo", "takeback", "resign", "draw", "time"
RULES: Final = "rules"
"""The players agree to go on with the present data and rules."""
VOID: Final = "void"
"""Picks that were taken back at once, by undo or by a pick that led back to the start: the number of cancelled changes.
They share one row, however often that happens."""
STOP: Final = "stop"
"""The operator of the server ends the game."""
ENDS: Final = (RESIGN, DRAW, TIME, STOP)


class NotAllowedError(Exception):
    """A request that is refused: the rule's id (empty if no rule applies) and a sentence."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule, self.text = rule, text


class BrokenTableError(Exception):
    """The rows of a table cannot be played with these rules."""


class Done(NamedTuple):
    """A row of `moves` without the id of its table."""

    n: int
    change: int
    kind: str
    seat: int | None
    what: str
    digest: str
    seen_by: int | None
    at: float
    told: tuple[Event, ...] = ()

    def values(self, table: str) -> Json:
        return {"table_id": table, **self._asdict(), "told": written(self.told)}


def written(events: Sequence[Event]) -> str | None:
    """Events as they are stored with a move."""
    return json.dumps(events, separators=(",", ":"), ensure_ascii=False) if events else None


def read_events(text: str | None) -> Iterator[Event]:
    """The events that were stored with a move."""
    for name, values, rules, seats, *throw in json.loads(text or "[]"):  # rows of older versions name no throw
        yield Event(name, values, tuple(rules), None if seats is None else tuple(seats), *throw)


class Picked(NamedTuple):
    """A pick, the only seat that may know of it (None: everybody), the number of its change, and the seat's clock
    before it."""

    seat: int
    what: str
    seen_by: int | None = None
    change: int = 0
    clock: Clock | None = None


class Kept(NamedTuple):
    """The rows of a game that have not been taken back: its picks, the moves of its record, and the first row of each
    change, which holds the events."""

    picks: list[Done]
    moves: list[Done]
    firsts: list[Done]

    @classmethod
    def of(cls, rows: Sequence[Done], out: Collection[int]) -> Self:
        moves = [row for row in rows if row.kind in (PICK, ROLL) and row.n not in out]
        firsts = first_rows(rows)
        return cls([row for row in moves if row.kind == PICK], moves, [row for row in moves if row.n in firsts])


def first_rows(rows: Sequence[Row]) -> set[int]:
    """The numbers of the rows with which changes begin."""
    return {row.n for at, row in enumerate(rows) if not at or rows[at - 1].change != row.change}


class Match:
    session: Session[Any]

    def __init__(self, game: Game[Any], table: TableRow, people: Iterable[int], *, opens: bool = True) -> None:
        """A game at its beginning; with `opens=False`, one that is still to be restored from a snapshot."""
        self.game, self.scenario, self.seed = game, table.scenario, table.seed
        self.options: dict[str, Any] = json.loads(table.options)
        self.people = frozenset(people)
        self.rows: list[Done] = []
        self.seen: list[int | None] = []
        """For each change, the only seat that may know of it; None: everybody."""
        self.secret: Counter[int] = Counter()
        """The number of changes that only a given seat may know of."""
        self.throws = Throws(game)
        self.picks: list[Picked] = []
        """The picks that have not been taken back."""
        self.dropped: list[Picked] = []
        """The picks that the last change has taken back, in reverse order."""
        self.takebacks = 0
        self.held: dict[int, Held] = {seat: {} for seat in self.people}
        """The standing answers of each person."""
        self.played_with = [table.data_hash or game.data_hash, table.rules_hash or game.rules_hash]
        """The fingerprints of the data and rules that everybody expects: those of the start, or those agreed since."""
        self.is_loading = False
        self.clocks = Clocks(table.clock_start or 0, table.clock_increment, self.people) if table.clock_start else None
        self.fingerprint = Fingerprint()
        self.snapped = 0
        """The number of changes at the last snapshot."""
        if opens:
            self.session = self.begin(())
            told = tuple(self.session.log(None, everything=True))
            self.keep(ROLL, None, self.session.record.moves, 0, None, table.created, told=told)
            self.turn_clocks(table.created, is_open=True)

    @classmethod
    def load(
        cls,
        game: Game[Any],
        table: TableRow,
        people: Collection[int],
        rows: Sequence[StoredMove],
        snapshot: str | None = None,
    ) -> Self:
        """The game of the stored rows, from its snapshot if that fits. BrokenTableError if the rows cannot be played,
        or the result differs."""
        match = cls(game, table, people, opens=False)
        if snapshot is not None and match.restore(rows, snapshots.read(snapshot)):
            with suppress(BrokenTableError):
                match.go_on(rows)
                return match
        match = cls(game, table, people)
        match.compare(match.rows, rows[: len(match.rows)])
        match.go_on(rows)
        return match

    def go_on(self, rows: Sequence[StoredMove]) -> None:
        """Play the stored rows that follow on those that the match has."""
        self.is_loading = True
        for _, group in groupby(rows[len(self.rows) :], lambda row: row.change):
            stored = list(group)
            first = stored[0]
            more = [row.what for row in stored[1:] if row.kind == PICK]
            try:
                if first.kind == VOID:
                    self.compare(self.pass_over(first), stored)
                    continue
                made = self.do(first.kind, first.seat, first.what, first.at, seen_by=(first.seen_by,), more=more)
            except NotAllowedError as error:
                raise BrokenTableError(f"move {first.n} is not allowed any more: {error.text}") from None
            self.compare(made, stored)
        self.is_loading = False

    def compare(self, made: Sequence[Done], stored: Sequence[StoredMove]) -> None:
        for a, b in zip(made, stored, strict=False):
            if (a.n, a.kind, a.seat, a.what, a.digest) != (b.n, b.kind, b.seat, b.what, b.digest):
                raise BrokenTableError(f"move {b.n} leads to another position with the rules of this version")
        if len(made) != len(stored):
            raise BrokenTableError(f"after {len(made)} moves something else follows with the rules of this version")

    # -- snapshots --------------------------------------------------------------------------------------------------

    def is_snapshot_due(self) -> bool:
        """Whether a snapshot should be taken: nothing before it can be taken back, and no later row replaces its
        last."""
        is_late = len(self.seen) - self.snapped >= snapshots.EVERY
        return is_late and not self.session.entries and self.rows[-1].kind != VOID

    def snapshot(self) -> str | None:
        """A snapshot of the game; None if its rows do not tell all of it."""
        self.snapped = len(self.seen)
        session, out = self.session, self.taken_back()
        kept = Kept.of(self.rows, out)
        moves = session.record.moves
        if [(move.who, move.what) for move in moves] != [self.move(row)[:2] for row in kept.moves]:
            return None
        told = sum(len(row.told) for row in kept.firsts)
        if len(kept.picks) != len(self.picks) or told != session.known():
            return None
        clocks = [] if self.clocks is None else [self.clocks, self.open_clocks]
        return snapshots.write(
            Snapshot(
                data=self.game.data_hash,
                rules=self.game.rules_hash,
                rows=len(self.rows),
                changes=len(self.seen),
                moves=self.fingerprint.of(self.rows),
                digest=session.state.digest(),
                state=session.state.to_json(),
                events=told,
                out=sorted(out),
                digests={
                    at: move.digest
                    for at, (move, row) in enumerate(zip(moves, kept.moves, strict=True))
                    if move.digest != row.digest
                },
                takebacks=self.takebacks,
                played_with=list(self.played_with),
                clocks=[ClockFace(clock.left, clock.since) for clock in clocks],
            )
        )

    def taken_back(self) -> set[int]:
        """The numbers of the rows of picks that have been taken back, and of what chance answered to them."""
        out, changes = set[int](), {0}
        left = iter(self.picks)
        picked = next(left, None)
        for row in self.rows:
            if row.kind == PICK and picked is not None and (picked.change, picked.what) == (row.change, row.what):
                changes.add(row.change)
                picked = next(left, None)
            elif row.kind == PICK or (row.kind == ROLL and row.change not in changes):
                out.add(row.n)
        return out

    def move(self, row: Done, digest: str = "") -> tuple[str, str, str]:
        """Who, what and fingerprint of a row in the record."""
        who = ROLL if row.kind == ROLL else self.game.sides[row.seat or 0]
        return who, row.what, digest or row.digest

    def restore(self, rows: Sequence[StoredMove], snapshot: Snapshot | None) -> bool:
        """Begin with a snapshot. False if it does not fit the rows, data and rules: then this match is of no use."""
        game, number = self.game, 0 if snapshot is None else snapshot.rows
        if snapshot is None or (snapshot.data, snapshot.rules) != (game.data_hash, game.rules_hash):
            return False
        fingerprint = Fingerprint()
        if not 0 < number <= len(rows) or fingerprint.of(rows[:number]) != snapshot.moves:
            return False
        try:
            state = game.from_json(snapshot.state)
        except (LookupError, ValueError, TypeError):
            return False
        if state.digest() != snapshot.digest:
            return False
        out = set(snapshot.out)
        firsts = first_rows(rows[:number])
        done = [
            Done(*row[:7], row.at, tuple(read_events(row.told)) if row.n in firsts and row.n not in out else ())
            for row in rows[:number]
        ]
        kept = Kept.of(done, out)
        state.events = [event for row in kept.firsts for event in row.told]
        moves = [Move(*self.move(row, snapshot.digests.get(at, ""))) for at, row in enumerate(kept.moves)]
        if len(state.events) != snapshot.events:
            return False
        self.fingerprint, self.rows, self.snapped = fingerprint, done, snapshot.changes
        self.session = Session.restored(game, self.scenario, self.options, self.seed, state, moves)
        self.session.before_throw = self.keep_throw
        self.picks = [Picked(row.seat or 0, row.what, row.seen_by, row.change) for row in kept.picks]
        for row in done:
            if row.n in firsts and row.change:
                self.note(row.seen_by, int(row.what) if row.kind == VOID else 1)
        self.takebacks, self.played_with = snapshot.takebacks, snapshot.played_with
        if self.clocks is not None and len(snapshot.clocks) == 2:
            self.open_clocks = self.clocks.copy()
            for clock, face in zip((self.clocks, self.open_clocks), snapshot.clocks, strict=True):
                clock.left, clock.since = face.left, face.since
        return len(self.seen) == snapshot.changes

    # -- looking ----------------------------------------------------------------------------------------------------

    @property
    def result(self) -> str:
        result: str = self.session.state.result
        return result

    @property
    def changed(self) -> list[Literal["data", "rules"]]:
        """The data and rules that differ from what everybody expects."""
        data, rules = self.played_with
        other: list[Literal["data", "rules"]] = ["data"] if data != self.game.data_hash else []
        return [*other, "rules"] if rules != self.game.rules_hash else other

    def number(self, seats: Iterable[int]) -> int:
        """The number of the state for the holder of these seats: how many changes the holder may know of."""
        known = set(seats)
        return len(self.seen) - sum(number for seat, number in self.secret.items() if seat not in known)

    def note(self, seen_by: int | None, number: int = 1) -> None:
        """Count changes that only one seat may know of; None: everybody."""
        self.seen += [seen_by] * number
        if seen_by is not None:
            self.secret[seen_by] += number

    def asked(self) -> set[int]:
        return set(self.game.seats(self.session.state))

    def read(self, seat: int, text: str) -> Pick:
        """The pick that a word means for a seat. NotAllowedError with the reason if the pick is not offered."""
        session = self.session
        offer = session.offer(seat)
        if offer is None:
            reason = session.why(seat, (UNIT, Unit(0))) or Reason("", "It is not your turn to decide.")
            raise NotAllowedError(reason.text, reason.rule)
        try:
            pick = self.game.read_pick(text, offer)
        except ValueError:
            raise NotAllowedError(refusal("no such pick")) from None
        why = session.why(seat, pick)
        if why is not None:
            raise NotAllowedError(why.text, why.rule)
        return pick

    def chosen(self, seat: int, text: str) -> Pick:
        """The pick of the present step that a word means. NotAllowedError if there is no such pick."""
        found = (pick for pick in chosen_so_far(self.session, seat) if self.game.write_pick(pick) == text)
        if (pick := next(found, None)) is None:
            raise NotAllowedError(refusal("no such pick"))
        return pick

    def record(self) -> Record:
        return self.session.record

    def clock_of(self, seat: int, seats: Iterable[int], at: float) -> float | None:
        """The time that a seat has left, as far as the holder of `seats` may know: while decisions are made in secret,
        nobody is told that another clock has stopped."""
        if self.clocks is None or seat not in self.clocks.left:
            return None
        return (self.clocks if seat in seats or self.result else self.open_clocks).remaining(seat, at)

    # -- doing ------------------------------------------------------------------------------------------------------

    def do(
        self,
        kind: str,
        seat: int | None,
        what: str,
        at: float | None = None,
        *,
        seen_by: tuple[int | None] | None = None,
        more: Iterable[str] = (),
    ) -> list[Done]:
        """Do something and return the rows to store. NotAllowedError leaves everything unchanged. more: the other picks
        of a stored order."""
        return self.change(kind, seat, what, at, seen_by, lambda at: self.carry_out(kind, seat, what, at, more))

    def order(self, seat: int, order: Order) -> tuple[list[Done], list[Left]]:
        """Carry out an order, whose picks are one change. Units in hand that have not set out are first put down, as a
        separate change. Return the rows to store, and the units that stay behind. NotAllowedError if nothing can be
        done."""
        rows, left = self.put_down(seat), list[Left]()
        if self.session.offer(seat) is None:
            self.read(seat, "")

        def play() -> None:
            left.extend(carry_out(self.session, seat, order))

        made = self.change(PICK, seat, "", None, (None,), self.several(seat, play)) if order.units else []
        if left and not (rows or made):
            raise NotAllowedError(left[0].reason.text, left[0].reason.rule)
        return [*rows, *made], left

    def drop(self, seat: int, picks: Collection[Pick]) -> list[Done]:
        """Drop picks of the present step, and make the picks that came after them again."""
        drop = drop_of(self.session, seat, picks)
        if drop is None:
            raise NotAllowedError(refusal("no such pick"))
        rows = self.do(UNDO, seat, str(drop.number))
        play = self.several(seat, lambda: pick_again(self.session, seat, drop.again))
        return [*rows, *(self.change(PICK, seat, "", None, None, play) if drop.again else [])]

    def several(self, seat: int, play: Callable[[], None]) -> Callable[[float], list[Move]]:
        """Several picks of a seat, as one change."""

        def carry_out(at: float) -> list[Move]:
            start = len(self.session.record.moves)
            play()
            moves = self.session.record.moves[start:]
            self.picks += [Picked(seat, move.what) for move in moves if move.who != ROLL]
            return moves

        return carry_out

    def answer(self) -> list[Done]:
        """Make the picks of standing answers, as long as a seat is asked that has one. Return the rows to store."""
        rows: list[Done] = []
        while not self.result:
            found = next_answer(self.session, self.held)
            if found is None:
                break
            seat, pick = found
            rows += self.do(PICK, seat, self.game.write_pick(pick))
            if rows[-1].kind not in (PICK, ROLL):
                break  # it led back to where it began
        return rows

    def made(self, seat: int) -> list[Made]:
        """The last picks that standing answers have made for a seat and that can be taken back, from the latest on."""
        return made_for(self.session, seat, self.held.get(seat, {}))

    def put_down(self, seat: int) -> list[Done]:
        """Take back the picks with which a seat took units in hand that have not set out."""
        number = picks_in_hand(self.session, seat)
        return self.do(UNDO, seat, str(number)) if number else []

    def change(
        self,
        kind: str,
        seat: int | None,
        what: str,
        at: float | None,
        seen_by: tuple[int | None] | None,
        carry_out: Callable[[float], list[Move]],
    ) -> list[Done]:
        """Change the session, and note what has changed."""
        at = time.time() if at is None else at
        if self.result:
            raise NotAllowedError(ENGINE.message("engine", "game over"), self.game.end_rule)
        before = self.known_to_others(seat) if seen_by is None and kind in (PICK, UNDO) else None
        known, clock = self.session.known(), self.clocks.of(seat) if self.clocks else None
        self.dropped = []
        start = len(self.picks)
        moves = carry_out(at)
        if seen_by is None:
            is_secret = before is not None and before == self.known_to_others(seat, force=True)
            seen_by = (seat if is_secret else None,)
        number = len(self.seen) + 1
        if kind == PICK:
            if not moves:
                return []
            self.picks[start:] = [
                picked._replace(seen_by=seen_by[0], change=number, clock=clock) for picked in self.picks[start:]
            ]
            kind, what, moves = self.tidy(self.picks[-1].seat, moves, len(self.picks) - start)
        told = tuple(self.session.log(None, known, everything=True)) if kind == PICK else ()
        self.note(seen_by[0])
        made = self.void(seat, seen_by[0], at) if kind == UNDO and not self.is_loading else []
        made = made or self.keep(kind, seat, moves, number, seen_by[0], at, what, told)
        self.turn_clocks(at, is_open=seen_by[0] is None)
        return made

    def carry_out(self, kind: str, seat: int | None, what: str, at: float, more: Iterable[str] = ()) -> list[Move]:
        """Change the session, and return the moves of the record that this has added."""
        doing: dict[str, Callable[[int, str], list[Move]]] = {
            PICK: lambda seat, what: [move for word in (what, *more) for move in self.pick(seat, word)],
            UNDO: self.undo,
            TAKEBACK: self.take_back,
        }
        if kind in ENDS:
            self.session.end(what)
            return []
        if kind == RULES:
            self.played_with = what.split()
            if self.clocks is not None:
                self.clocks.start_again(at)
            return []
        assert seat is not None
        return doing[kind](seat, what)

    def pick(self, seat: int, what: str) -> list[Move]:
        pick = self.read(seat, what)
        start = len(self.session.record.moves)
        self.session.play(seat, pick)
        self.picks.append(Picked(seat, what))
        return self.session.record.moves[start:]

    def tidy(self, seat: int, moves: list[Move], new: int) -> tuple[str, str, list[Move]]:
        """Drop the picks of a seat that the last one has cancelled. Return the kind of the row, its content, and the
        moves that stay. Rows that were written before picks could be dropped are read unchanged. new: how many picks
        the change has made."""
        number = 0 if self.is_loading else self.session.tidy(seat)
        for _ in range(number):
            self.forget(seat)
        if number < new:
            self.dropped = []
            return PICK, "", moves[: len(moves) - number]
        return UNDO, str(number - new), []

    def forget(self, seat: int) -> None:
        """Update the lists after the last pick of a seat has been taken back."""
        self.dropped.append(self.picks.pop(self.last_pick(seat)))

    def undo(self, seat: int, what: str) -> list[Move]:
        """Take back the last picks of a seat: the given number, or without one those of the last order together, as far
        as possible."""
        for _ in range(int(what) if what else 1):
            if (reason := self.session.why_not_undo(seat)) is None:
                self.session.undo(seat)
                self.forget(seat)
            elif self.is_loading:
                self.take_out(seat)
            else:
                raise NotAllowedError(reason)
        return []

    def last_order(self, seat: int) -> int:
        """The number of the last picks of a seat that belong to one change and can be taken back, with what standing
        answers have picked since."""
        made = len(self.made(seat))
        mine = [picked for picked in self.picks if picked.seat == seat]
        own = mine[: len(mine) - made]
        last = list(takewhile(lambda picked: picked.change == own[-1].change, reversed(own)))
        return min(made + len(last), sum(entry.seat == seat for entry in self.session.entries))

    def answered(self, seat: int, question: str) -> int:
        """The number of picks that a seat takes back to be asked a question that a standing answer has answered.
        NotAllowedError if there is no such answer any more."""
        made = self.made(seat)
        found = [number for number, each in enumerate(made, 1) if each.question == question]
        if not found:
            raise NotAllowedError(refusal("stale"))
        return found[-1]

    def take_out(self, seat: int) -> None:
        """Take back a pick past something that a question had shown, as an earlier version allowed it."""
        self.forget(seat)
        try:
            self.session = self.begin(self.picks)
        except RefusedError as error:
            raise NotAllowedError(error.reason.text, error.reason.rule) from None

    def void(self, seat: int | None, seen_by: int | None, at: float) -> list[Done]:
        """Write one row in place of those of the picks that have just been dropped, and of those cancelled before. None
        if others have picked meanwhile: then the taking back has its own row."""
        dropped = {picked.change for picked in self.dropped}
        if not dropped or any(picked.change in dropped for picked in self.picks):
            return []
        start = bisect_left(self.rows, min(dropped), key=lambda row: row.change)
        if any(row.seen_by != seen_by or (row.kind != VOID and row.change not in dropped) for row in self.rows[start:]):
            return []
        if start and (self.rows[start - 1].kind, self.rows[start - 1].seen_by) == (VOID, seen_by):
            start -= 1
        first = self.rows[start].change if start < len(self.rows) else len(self.seen)
        number = len(self.seen) - first + 1
        row = Done(start, first, VOID, seat, str(number), self.session.state.digest(), seen_by, at)
        self.rows[start:] = [row]
        return [row]

    def pass_over(self, row: StoredMove) -> list[Done]:
        """Skip the changes of a row that cancelled each other out: only their number counts."""
        self.note(row.seen_by, int(row.what))
        made = Done(
            len(self.rows), row.change, VOID, row.seat, row.what, self.session.state.digest(), row.seen_by, row.at
        )
        self.rows.append(made)
        return [made]

    def take_back(self, seat: int, what: str) -> list[Move]:
        """Go back to before the last pick of a seat, or before the last ones of the given number, past rolls, reveals
        and decisions: the other players have agreed. The dice do not change, so taking back never gives a second
        throw."""
        mine = [i for i, picked in enumerate(self.picks) if picked.seat == seat]
        at = mine[-int(what)] if what else self.last_pick(seat)
        while at and (self.picks[at - 1].seat, self.picks[at - 1].change) == (seat, self.picks[at].change):
            at -= 1  # the picks of an order belong together
        del self.picks[at:]
        self.session = self.begin(self.picks)
        self.session.entries.clear()
        self.takebacks += 1
        return []

    def to_take_back(self, seat: int) -> str:
        """What a seat takes back with the others' consent: its last pick, with what standing answers have picked
        since. NotAllowedError if it has picked nothing."""
        self.last_pick(seat)
        number = 1 + len(self.made(seat))
        return str(min(number, sum(picked.seat == seat for picked in self.picks))) if number > 1 else ""

    def last_pick(self, seat: int) -> int:
        mine = [i for i, picked in enumerate(self.picks) if picked.seat == seat]
        if not mine:
            raise NotAllowedError(refusal("nothing picked"))
        return mine[-1]

    def begin(self, picks: Iterable[Picked]) -> Session[Any]:
        session = Session(self.game, self.scenario, self.options, seed=self.seed)
        for picked in picks:
            self.enter(session, picked)
        session.before_throw = self.keep_throw
        return session

    def keep_throw(self, number: int, state: State) -> None:
        """Keep the position of a throw. While a game is being loaded, nobody reads its odds."""
        if not self.is_loading:
            self.throws.keep(number, state, len(self.seen))

    def enter(self, session: Session[Any], picked: Picked) -> None:
        offer = session.offer(picked.seat)
        if offer is None:
            raise NotAllowedError(ENGINE.message("engine", "not your decision"))
        session.play(picked.seat, self.game.read_pick(picked.what, offer))

    def keep(
        self,
        kind: str,
        seat: int | None,
        moves: Sequence[Move],
        change: int,
        seen_by: int | None,
        at: float,
        what: str = "",
        told: tuple[Event, ...] = (),
    ) -> list[Done]:
        """The rows for what was done and for what chance answered; the first row holds the events."""
        made: list[Done] = []
        n = len(self.rows)
        if kind in (PICK, ROLL):
            for move in moves:
                answer = move.who == ROLL
                who = CHANCE if answer else seat
                made.append(Done(n, change, ROLL if answer else PICK, who, move.what, move.digest, seen_by, at, told))
                n, told = n + 1, ()
        else:
            made.append(Done(n, change, kind, seat, what, self.session.state.digest(), seen_by, at))
        self.rows += made
        return made

    def known_to_others(self, seat: int | None, *, force: bool = False) -> list[tuple[Json, list[Event]]] | None:
        """The sight of all others, where all seats decide at once and in secret; None elsewhere, since a pick is then
        seen."""
        if not force and not self.game.decide_together(self.session.state):
            return None
        others = [other for other in (None, *range(len(self.game.sides))) if other is None or other != seat]
        return [(self.game.view(self.session.state, other), self.session.log(other)) for other in others]

    def turn_clocks(self, at: float, *, is_open: bool) -> None:
        if self.clocks is None:
            return
        self.clocks.turn(at, self.asked())
        if self.dropped and self.dropped[-1].clock is not None:
            self.clocks.put(self.dropped[-1].seat, self.dropped[-1].clock)
        if is_open:
            self.open_clocks = self.clocks.copy()


def turn_of(match: Match) -> int:
    turn: Any = getattr(match.session.state, "turn", 0)
    return int(turn)


class Played(NamedTuple):
    """The stored form of a game when its table is made: its rows, and its present state."""

    rows: list[Done]
    result: str
    turn: int
    asked: str
    deadline: float | None

    @classmethod
    def of(cls, match: Match) -> Played:
        asked = ",".join(map(str, sorted(match.asked())))
        return cls(match.rows, match.result, turn_of(match), asked, match.clocks.deadline() if match.clocks else None)
