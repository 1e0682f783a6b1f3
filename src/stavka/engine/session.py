"""A game being played: state, record, log, undo. Only this module checks picks and answers chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Generic, Literal, NamedTuple, Self, TypeVar

from stavka.engine import chance
from stavka.engine.agent import Sight
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, ROLL, Offer, Pick, Reason, RefusedError
from stavka.engine.record import Move, Record, RecordError
from stavka.engine.state import Event, State
from stavka.engine.words import ENGINE, Message

S = TypeVar("S", bound=State)

Contract = Literal["free", "rolls", "passes", ""]
FREE: Final = "free"
ROLLS: Final = "rolls"
PASSES: Final = "passes"
"""What a pick does to undo: it can be taken back; it makes the dice or the cup answer; the other side learns of it or
decides next, or something secret is shown; empty: nobody has asked.

One principle: a pick can be taken back only if what its seat knows afterwards does not depend on what is hidden from
it. Who could look, take back and pick again would play with open cards. So nothing is taken back past

- what the dice or the cup have answered;
- a decision of another seat;
- the pick that ends a round of deciding together (`Round`): the next question shows what the others have chosen, even
  if nothing is told. It ends the undo of everybody;
- what a step reveals (`State.reveal`): it went on as it did because of something that is hidden from the seat.

`stavka.studies.peek` looks for picks that break it."""


class Retractable(NamedTuple, Generic[S]):
    """A pick that might be taken back, with the position before it."""

    state: S
    seat: int
    pick: Pick
    moves: int
    events: int
    digest: str
    """The fingerprint of the position."""
    offers: tuple[Offer, ...]
    """The offers in the position."""


class Round(NamedTuple):
    """A round in which seats decide together and in secret: its place on the stack, its step, and who decides."""

    depth: int
    step: str
    deciding: set[int]


class Session(Generic[S]):
    def __init__(
        self,
        game: Game[S],
        scenario: str,
        options: Mapping[str, Any] | None = None,
        *,
        seed: str | None = None,
        overlay: Path | None = None,
    ) -> None:
        self.game = game
        self.seed = seed if seed is not None else chance.new_seed()
        self.state = game.new(scenario, options)
        self.state.events = []
        self.rolled = 0
        self.before_throw: Callable[[int, S], None] | None = None
        """Called before chance answers, with the number of the throw and the position that asks for it."""
        self.offered: tuple[S, tuple[Offer, ...]] | None = None
        """A position and its offers; None if nobody has asked for them since the position last changed."""
        self.entries: list[Retractable[S]] = []
        self.record = Record(
            game.key,
            scenario,
            dict(options or {}),
            overlay.name if overlay else "",
            game.data_hash,
            game.rules_hash,
            chance.commitment(self.seed),
        )
        self.answer_chance()

    @classmethod
    def resume(cls, game: Game[S], record: Record, *, overlay: Path | None = None, name: str = "record") -> Self:
        """Go on with a recorded game: replay it, and continue the dice of its seed where they stopped."""
        _begin(game, record, name)
        if not record.seed or chance.commitment(record.seed) != record.commitment:
            raise RecordError(name, 1, "without the seed of its dice a game can be replayed but not resumed")
        session = cls(game, record.scenario, record.options, seed=record.seed, overlay=overlay)
        for number, move in enumerate(record.moves):
            if move.who != "chance":
                session.play(*_read_move(game, session.state, move, name))
            if not _is_again(session.record.moves[number : number + 1], move):
                raise RecordError(name, move.line, f"{move.what}: rules and seed give something else here")
        return session

    @classmethod
    def restored(
        cls,
        game: Game[S],
        scenario: str,
        options: Mapping[str, Any],
        seed: str,
        state: S,
        moves: list[Move],
    ) -> Self:
        """A session that goes on from a position, with the moves that led to it. None of these can be taken back."""
        session = cls.__new__(cls)
        session.game, session.seed, session.state = game, seed, state
        session.rolled = sum(move.who == "chance" for move in moves)
        session.before_throw, session.offered, session.entries = None, None, []
        session.record = Record(
            game.key,
            scenario,
            dict(options),
            "",
            game.data_hash,
            game.rules_hash,
            chance.commitment(seed),
            seed if state.result else "",
            moves,
        )
        return session

    def clone(self, state: S | None = None) -> Self:
        """An independent session with the same past, in the same position or in another one."""
        other = copy(self)
        other.state, other.offered, other.before_throw = (self.state if state is None else state).clone(), None, None
        assert self.state.events is not None
        other.state.events = self.state.events[:]
        other.entries = self.entries[:]
        other.record = replace(self.record, moves=self.record.moves[:])
        return other

    # -- playing ----------------------------------------------------------------------------------------------------

    def offers(self) -> tuple[Offer, ...]:
        """The present offer of each seat that decides. The offers are made once for each position."""
        if self.offered is None or self.offered[0] is not self.state:
            self.offered = self.state, self.game.offers(self.state)
        return self.offered[1]

    def offer(self, seat: int) -> Offer | None:
        """The present offer of a seat; None if it has nothing to decide."""
        for offer in self.offers():
            if offer.seat == seat:
                return offer
        return None

    def why(self, seat: int, pick: Pick) -> Reason | None:
        """None if the pick is offered, else the reason why it is not."""
        offer = self.offer(seat)
        return self.game.why(self.state, seat, pick) if offer is None else self.game.why_not(self.state, offer, pick)

    def end(self, result: str) -> None:
        """End the game for a reason outside the rules, such as a resignation. Nothing can be taken back."""
        self.state.result, self.record.seed, self.offered = result, self.seed, None
        self.entries.clear()

    def play(self, seat: int, pick: Pick) -> None:
        """Carry out a pick for a seat, then let chance answer every roll that follows. A refused pick changes
        nothing."""
        reason = self.why(seat, pick)
        if reason is not None:
            raise RefusedError(reason)
        round_, known = self.round(self.state), self.known()
        self.state.revealed = 0
        self.enter(seat, pick)
        if self.is_final(seat, self.state, round_) or (round_ is not None and self.is_shown(seat, since=known)):
            self.entries.clear()
        self.answer_chance()

    def deciding(self, state: S) -> set[int]:
        return set(self.game.seats(state))

    def round(self, state: S) -> Round | None:
        """The round in which seats decide together; None if only one seat decides."""
        if not self.game.decide_together(state):
            return None
        return Round(len(state.stack), state.stack[-1].step, self.deciding(state))

    def is_final(self, seat: int, state: S, round_: Round | None) -> bool:
        """Whether a pick cannot be taken back: one that a seat made in a round, or alone (None), and that led to a
        state."""
        deciding = self.deciding(state)
        if round_ is not None:
            return (len(state.stack), state.stack[-1].step) != round_[:2] or not deciding <= round_.deciding
        return deciding != {seat} or bool(state.revealed & ~(1 << seat))

    def known(self) -> int:
        assert self.state.events is not None
        return len(self.state.events)

    def is_shown(self, seat: int, since: int) -> bool:
        """Whether an event has been told to seats other than this one: then secret picks are secret no more."""
        assert self.state.events is not None
        return any(event.seats is None or set(event.seats) - {seat} for event in self.state.events[since:])

    def enter(self, seat: int, pick: Pick) -> None:
        moves = self.record.moves
        digest = moves[-1].digest if moves else self.state.digest()
        self.entries.append(
            Retractable(self.state.clone(), seat, pick, len(moves), self.known(), digest, self.offers())
        )
        self.carry_out(seat, pick)

    def carry_out(self, seat: int, pick: Pick) -> None:
        offer = self.offer(seat)
        what = self.game.write_pick(pick, offer)
        who = "chance" if seat == CHANCE else self.seat_name(seat)
        self.offered = None
        self.game.apply(self.state, seat, pick)
        self.record.moves.append(Move(who, what, self.state.digest()))
        if self.state.result:
            self.record.seed = self.seed

    def seat_name(self, seat: int) -> str:
        """The name of a seat in a record: the side that it plays when sides are not exchanged."""
        return self.game.sides[seat]

    def answer_chance(self) -> None:
        while (offer := self.offer(CHANCE)) is not None:
            assert offer.chance is not None
            outcome = chance.choose(self.seed, self.rolled, offer.chance)
            if self.before_throw is not None:
                self.before_throw(self.rolled, self.state)
            told = len(self.state.events or ())
            self.entries.clear()
            self.carry_out(CHANCE, (ROLL, outcome))
            self.name_throw(told)
            self.rolled += 1

    def name_throw(self, told: int) -> None:
        """Put the number of the throw that chance has just answered into the event that tells its dice, the first since
        `told`."""
        events = self.state.events
        assert events is not None
        for at in range(told, len(events)):
            form = self.game.told.get(events[at].name)
            if form is not None and form.of("die", events[at].values) is not None:
                events[at] = events[at]._replace(throw=self.rolled)
                return

    # -- taking back ------------------------------------------------------------------------------------------------

    def can_undo(self, seat: int) -> bool:
        """Whether a seat still decides and has made a pick since the last roll, reveal or decision of another seat."""
        return self.offer(seat) is not None and any(entry.seat == seat for entry in self.entries)

    def why_not_undo(self, seat: int) -> Message | None:
        """The reason why a seat can take nothing back."""
        if self.can_undo(seat):
            return None
        if self.offer(seat) is None:
            return ENGINE.message("engine", "not your decision")
        # what others have picked in secret meanwhile can still be taken back, and is not told
        moves = self.record.moves[: min((entry.moves for entry in self.entries), default=None)]
        if not any(move.who == self.seat_name(seat) for move in moves):
            return ENGINE.message("engine", "no undo: start")
        mine = max(i for i, move in enumerate(moves) if move.who == self.seat_name(seat))
        since = {move.who for move in moves[mine + 1 :]}
        cause = "rolled" if "chance" in since else "decided" if since else "shown"
        return ENGINE.message("engine", f"no undo: {cause}")

    def undo(self, seat: int) -> None:
        """Take back the last pick of a seat. Picks that others have made since, at the same time and in secret,
        stay."""
        if (reason := self.why_not_undo(seat)) is not None:
            raise ValueError(reason)
        self.go_back(seat, max(i for i, entry in enumerate(self.entries) if entry.seat == seat))

    def go_back(self, seat: int, at: int) -> None:
        """Take back the picks of a seat from an entry on; picks that others have made since stay."""
        first, others = self.entries[at], [entry for entry in self.entries[at:] if entry.seat != seat]
        del self.entries[at:], self.record.moves[first.moves :]
        events = self.state.events
        assert events is not None
        self.state, self.offered = first.state.clone(), None  # a clone of this session has the same entry
        self.state.events = events[: first.events]
        for entry in others:
            self.enter(entry.seat, entry.pick)

    def tidy(self, seat: int) -> int:
        """Drop the last picks of a seat if they cancel each other out, and return how many were dropped. If the
        position equals the one before these picks, they are taken back, and neither the record nor the log keeps them.

        A caller that lets people play uses this after each pick, so that what they select and put down again leaves no
        trace. `play` itself drops nothing, so that a record with such picks can be replayed move by move.
        """
        mine = [at for at, entry in enumerate(self.entries) if entry.seat == seat]
        alone = max((at for at, entry in enumerate(self.entries) if entry.seat != seat), default=-1)
        now = self.record.moves[-1].digest if mine else ""
        for number, at in enumerate(mine):
            if (self.entries[at].digest if at > alone else self.digest_without(seat, at)) == now:
                self.go_back(seat, at)
                return len(mine) - number
        return 0

    def digest_without(self, seat: int, at: int) -> str:
        """The fingerprint of the position without a seat's picks from an entry on. Picks that others have made in
        secret since then are made again on a copy."""
        state = self.entries[at].state.clone()
        for entry in self.entries[at:]:
            if entry.seat != seat:
                self.game.apply(state, entry.seat, entry.pick)
        return state.digest()

    def contract(self, seat: int, pick: Pick) -> Contract:
        """The effect of a pick on undo, found by trying it on a copy. Where all decide at once, it is tried on what the
        seat knows, so that the answer does not tell whether the others have finished."""
        return self.tried(self.known_to(seat), seat, pick)

    def contracts(self, seat: int, sight: Sight[S] | None = None) -> dict[Pick, Contract]:
        """The effect of each pick in a seat's offer on undo. Picks that a step declares free are not tried. Pass the
        seat's sight if you have it already."""
        offer = self.offer(seat)
        if offer is None:
            return {}
        known = self.known_to(seat, sight)
        frame = known.stack[-1]
        free = self.game.steps[frame.step].free_picks(self.game, known, frame, offer)
        found: dict[Pick, Contract] = dict.fromkeys(offer, FREE)
        for pick in offer.without(free):
            found[pick] = self.tried(known, seat, pick)
        return found

    def known_to(self, seat: int, sight: Sight[S] | None = None) -> S:
        """The position on which a seat's picks are tried: the real one, or what the seat sees where all decide at
        once."""
        if not self.game.decide_together(self.state):
            return self.state
        return (sight or self.game.see(self.state, seat)).position

    def tried(self, known: S, seat: int, pick: Pick) -> Contract:
        """The effect of a pick on undo in a position. The position is not changed."""
        trial = known.clone()
        round_ = self.round(trial)
        trial.revealed = 0
        self.game.apply(trial, seat, pick)
        deciding = self.deciding(trial)
        if CHANCE in deciding:
            return ROLLS
        return FREE if seat in deciding and not self.is_final(seat, trial, round_) else PASSES

    # -- looking ----------------------------------------------------------------------------------------------------

    def log(
        self, seat: int | None, since: int = 0, until: int | None = None, *, everything: bool = False
    ) -> list[Event]:
        """The events that a seat may know; all events once the game is over, or for the keeper of the game."""
        assert self.state.events is not None
        over = everything or bool(self.state.result)
        return [e for e in self.state.events[since:until] if over or e.seats is None or seat in e.seats]


def replay(game: Game[S], record: Record, name: str = "record", watch: Callable[[S], None] | None = None) -> S:
    """Replay a whole record. RecordError if it does not fit the rules or a fingerprint differs."""
    state = _begin(game, record, name)
    for move in record.moves:
        _replay_move(game, state, move, name)
        if watch is not None:
            watch(state)
    return state


def _begin(game: Game[S], record: Record, name: str) -> S:
    """The position in which a record begins."""
    _check_hashes(game, record, name)
    try:
        return game.new(record.scenario, record.options)
    except ValueError as error:
        raise record.error(name, _wrong_line(game, record), str(error)) from None


def _wrong_line(game: Game[Any], record: Record) -> str:
    try:
        game.new(record.scenario)
    except ValueError:
        return "scenario"
    return "options"


def _check_hashes(game: Game[Any], record: Record, name: str) -> None:
    if record.game != game.key:
        raise record.error(name, "game", f"the record is one of {record.game}, not of {game.key}")
    for which, here in (("data", game.data_hash), ("rules", game.rules_hash)):
        made = getattr(record, which)
        if made != here:
            raise record.error(name, which, f"the record was made with other {which} ({made}) than these ({here})")


def _is_again(made: list[Move], move: Move) -> bool:
    """Whether a recorded move has been made again and has led to the same position."""
    return any((again.who, again.what) == (move.who, move.what) and move.digest in ("", again.digest) for again in made)


def _replay_move(game: Game[S], state: S, move: Move, name: str) -> None:
    game.apply(state, *_read_move(game, state, move, name))
    if move.digest and state.digest() != move.digest:
        raise RecordError(name, move.line, f"the position after {move.what} differs from the recorded one")


def _read_move(game: Game[S], state: S, move: Move, name: str) -> tuple[int, Pick]:
    """The seat and the pick that a recorded move means here. RecordError if the move is not legal."""
    seat = CHANCE if move.who == "chance" else game.sides.index(move.who) if move.who in game.sides else None
    offer = next((offer for offer in game.offers(state) if offer.seat == seat), None)
    if offer is None or seat is None:
        seats = ("chance" if offer.seat == CHANCE else game.sides[offer.seat] for offer in game.offers(state))
        waiting = ", ".join(seats) or "nobody, the game is over"
        raise RecordError(name, move.line, f"expected a move by {waiting}, not {move.who}")
    try:
        pick = game.read_pick(move.what, offer)
    except ValueError as error:
        raise RecordError(name, move.line, str(error)) from None
    if pick not in offer:
        reason = game.why(state, seat, pick)
        raise RecordError(name, move.line, f"{move.what} is not legal here: {reason.text if reason else 'not offered'}")
    return seat, pick


def verify_dice(game: Game[S], record: Record) -> bool:
    """Whether every chance outcome is the one that the published seed gives, and the seed fits its commitment.

    False for a record that cannot be replayed, since it proves nothing. RecordError for a record of other data, which
    cannot be judged.
    """
    _check_hashes(game, record, "record")
    if not record.seed or chance.commitment(record.seed) != record.commitment:
        return False
    rolled = 0
    try:
        state = _begin(game, record, "record")
        for move in record.moves:
            if move.who == "chance":
                if move.what != _outcome(game, state, record.seed, rolled):
                    return False
                rolled += 1
            _replay_move(game, state, move, "record")
    except RecordError:
        return False
    return True


def _outcome(game: Game[S], state: S, seed: str, rolled: int) -> str:
    """The outcome that the seed gives here; empty if chance is not asked."""
    outcomes = next((offer.chance for offer in game.offers(state) if offer.chance is not None), None)
    return outcomes[chance.choose(seed, rolled, outcomes)][0] if outcomes is not None else ""
