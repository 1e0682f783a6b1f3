"""Orders: units, and where they are to go. A session carries an order out with ordinary picks, one after the other.

    order = Order((unit, other), to=hex_)
    left = carry_out(session, seat, order)      # the units that stay behind, and why

A record holds the picks and nothing of the order. An order ends as soon as a pick rolls dice, shows something or asks
something new. It does not make the last move of a phase if dice, a draw or another player would follow at once
(`ends_phase`), unless the player has confirmed that (`Order.is_sure`). The picks that it makes follow from offers and
from `Hand`, so they tell nobody a secret.

A seat that has taken units in hand and moved them nowhere puts them down again by taking its picks back: no rule then
counts the units as moved. Units that have set out stop where they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from stavka.engine.kinds import Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import Hand
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.session import FREE, Contract, Session
from stavka.engine.state import State
from stavka.engine.words import ENGINE
from stavka.hexes import FAR, NO_HEX, Hex, far_from

NOWHERE: Final = NO_HEX
ENDED: Final = Reason("", ENGINE.message("engine", "order ended"))
"""Why units stay behind after a roll, a reveal or a question."""
LAST: Final = Reason("", ENGINE.message("engine", "last move"))
"""Why a unit waits whose move would be the last of the phase."""
STOP: Final = "stop"
"""The option that ends a move, in every game."""
DONE: Final = "done"
"""The option that ends a phase or another step with several picks, in every game."""


class Order(NamedTuple):
    """Take units in hand, in this sequence, and move each to a hex."""

    units: tuple[Unit, ...]
    to: Hex = NOWHERE
    """The goal. NOWHERE: the first unit is only taken in hand, with the units of its hex that can go along."""
    via: tuple[Hex, ...] = ()
    """The hexes of the way that the player has drawn, if any. The way is used if it costs no more than the best one."""
    is_towards: bool = False
    """Whether units that cannot reach the hex go as near to it as they can."""
    is_sure: bool = False
    """Whether the order may make the last move of a phase, after which nothing can be taken back."""


class Left(NamedTuple):
    """A unit that has not done what the order says, and the reason."""

    unit: Unit
    reason: Reason


class Held(NamedTuple):
    """The units that a seat has in hand."""

    units: int
    ends: bool
    """Whether the move of these units ends when the seat takes others."""
    others: int
    """The units that the seat may take instead."""


# -- what is in hand --------------------------------------------------------------------------------------------------


def hand_of(session: Session[Any], seat: int) -> Hand | None:
    """The units that a seat is moving; `EMPTY_HAND` if it can take some; None if it moves nothing now."""
    if session.offer(seat) is None or session.game.decide_together(session.state):
        return None
    frame = session.state.stack[-1]
    return session.game.steps[frame.step].hand(session.game, session.state, frame)


def picks_in_hand(session: Session[Any], seat: int) -> int:
    """The number of its picks that a seat has to take back to put down units that have not set out. 0 if nothing is in
    hand, the units have set out, or the picks can no longer be taken back."""
    hand = hand_of(session, seat)
    return 0 if hand is None or not hand.units or hand.has_set_out else picks_since_taken(session, seat)


def picks_since_taken(session: Session[Any], seat: int) -> int:
    """The number of picks that a seat has made since it had nothing in hand; 0 if they can no longer be taken back."""
    for number, entry in enumerate(reversed(session.entries), 1):
        if entry.seat != seat:
            return 0
        if len(entry.state.stack) < len(session.state.stack):
            return number
    return 0


def held_by(session: Session[Any], seat: int) -> Held | None:
    """The units that a seat has in hand, and those that it can take instead; None if it moves nothing now."""
    hand, now = hand_of(session, seat), session.offer(seat)
    if hand is None or now is None:
        return None
    if not hand.units:
        return Held(0, ends=False, others=now.units)
    ends = not picks_in_hand(session, seat)
    if number := picks_since_taken(session, seat):
        offer = next((offer for offer in session.entries[-number].offers if offer.seat == seat), None)
    else:
        empty = empty_handed(session, seat)
        offer = None if empty is None else session.game.offer(empty, seat)
    return Held(hand.units, ends, 0 if offer is None else offer.units & ~hand.units)


def empty_handed(session: Session[Any], seat: int) -> State | None:
    """The position in which a seat has put down the units in hand; None if that cannot be taken back."""
    if number := picks_in_hand(session, seat):
        before: State = session.entries[-number].state
        return before
    pick: Pick = (OPTION, session.game.option_index(STOP))
    offer = session.offer(seat)
    if offer is None or pick not in offer or session.contract(seat, pick) != FREE:
        return None
    state: State = session.state.clone()
    session.game.apply(state, seat, pick)
    return state


# -- the last move of a phase ------------------------------------------------------------------------------------------


def phase_depth(session: Session[Any], seat: int) -> int:
    """The place on the stack of the phase in which a seat moves units, or of the step that its "done" ends; 0 if there
    is none, or if all decide at once."""
    hand, offer = hand_of(session, seat), session.offer(seat)
    if offer is None or session.game.decide_together(session.state):
        return 0
    depth = len(session.state.stack)
    if hand is not None:
        return depth - bool(hand.units)
    is_open = DONE in session.game.option_names and (OPTION, session.game.option_index(DONE)) in offer
    return depth if is_open else 0


def ends_phase(session: Session[Any], seat: int, pick: Pick) -> bool:
    """Whether a pick is the last one of a phase or step that its seat would otherwise end itself, and cannot be taken
    back: nothing is left to choose after it, so dice, a draw or another player follow at once."""
    return bool(last_picks(session, seat, {pick: session.contract(seat, pick)}))


def last_picks(session: Session[Any], seat: int, contracts: Mapping[Pick, Contract]) -> list[Pick]:
    """Those of some picks that end the phase and cannot be taken back (`ends_phase`). Options that end something say so
    themselves."""
    depth, game, state = phase_depth(session, seat), session.game, session.state
    if not depth:
        return []
    phase = state.stack[depth - 1]
    step, found = game.steps[phase.step], []
    for pick, contract in contracts.items():
        if contract == FREE or (pick[0] == OPTION and game.option_names[pick[1]] != STOP):
            continue
        trial = state.clone()
        game.apply(trial, seat, pick)
        after = trial.stack[depth - 1] if len(trial.stack) >= depth and not trial.result else None
        is_same = after is not None and after.step == phase.step
        if after is None or not is_same or step.seat(game, trial, after) != step.seat(game, state, phase):
            found.append(pick)
    return found


# -- carrying out -----------------------------------------------------------------------------------------------------


def carry_out(session: Session[Any], seat: int, order: Order, *, free: bool = False) -> list[Left]:
    """Carry out an order. With `free`, make only picks that can be taken back, to see what the order would do."""
    return Marshal(session, seat, order, free=free).carry_out()


class Marshal:
    """One order on its way through a session."""

    def __init__(self, session: Session[Any], seat: int, order: Order, *, free: bool) -> None:
        self.session, self.seat, self.order, self.is_free = session, seat, order, free
        self.game = session.game
        self.left: list[Left] = []
        self.is_over = False
        """Whether something has happened that the player has to see before the order goes on."""
        self.waiting = 0
        """The units whose move would be the last of the phase. They are in hand when the order has been carried out."""
        self._fields: dict[int, list[int]] = {}

    def carry_out(self) -> list[Left]:
        todo = list(self.order.units)
        while todo and not self.is_over:
            if not self.take(todo[0]):
                if self.left and self.left[-1].unit == todo[0]:
                    del todo[0]  # it has said why; otherwise the order is over
                continue
            self.join(todo[1:])
            hand = self.hand
            if hand is None:
                break
            todo = [unit for unit in todo if not hand.units >> unit & 1]
            if self.order.to == NOWHERE:
                return self.left
            self.go()
        if self.is_over and not self.is_free:
            self.left += [Left(unit, ENDED) for unit in todo]
        if self.waiting and not self.is_over and self.hand is None:
            self.take(last_unit(self.waiting))
        return self.left

    @property
    def hand(self) -> Hand | None:
        """The units in hand; None if no step moves units."""
        hand = hand_of(self.session, self.seat)
        return hand if hand is not None and hand.units else None

    @property
    def offer(self) -> Offer:
        offer = self.session.offer(self.seat)
        return offer if offer is not None else Offer(self.seat)

    def play(self, pick: Pick) -> bool:
        """Make a pick. False if the pick is not to be made, or if the order ends with it: something was rolled or
        shown, or another seat decides."""
        session, hand = self.session, self.hand
        if not self.order.is_sure and hand is not None and ends_phase(session, self.seat, pick):
            self.waiting = hand.units
            self.left = [each for each in self.left if not hand.units >> each.unit & 1]
            self.left += [Left(unit, LAST) for unit in units_in(hand.units)]
            return False
        if self.is_free and session.contract(self.seat, pick) != FREE:
            self.is_over = True
            return False
        rolled = session.rolled
        session.play(self.seat, pick)
        self.is_over = session.rolled != rolled or not session.entries or session.offer(self.seat) is None
        return not self.is_over

    # -- in hand ------------------------------------------------------------------------------------------------------

    def take(self, unit: Unit) -> bool:
        """Take a unit in hand. The units that were in hand stop where they are."""
        hand = self.hand
        if hand is not None and hand.units >> unit & 1:
            return True
        empty = self.session.state if hand is None else empty_handed(self.session, self.seat)
        if empty is None:
            self.is_over = True
            return False
        reason = self.game.why(empty, self.seat, (UNIT, unit))
        if reason is not None:
            self.left.append(Left(unit, reason))
            return False
        if hand is not None and not self.stop():
            return False
        if not self.play((UNIT, unit)):
            return False
        hand = self.hand
        self.is_over = hand is None
        return hand is not None

    def stop(self) -> bool:
        """Put down the units in hand."""
        number = picks_in_hand(self.session, self.seat)
        for _ in range(number):
            self.session.undo(self.seat)
        return bool(number) or self.play((OPTION, self.game.option_index(STOP)))

    def join(self, others: list[Unit]) -> None:
        """Add other units of the order to the hand, where a stack moves as one."""
        for unit in others:
            hand = self.hand
            if hand is None or hand.has_set_out or self.is_over:
                return
            if (UNIT, unit) in self.offer:
                self.play((UNIT, unit))

    # -- on the way ---------------------------------------------------------------------------------------------------

    def go(self) -> None:
        """Move the units in hand."""
        to, hand = self.order.to, self.enter()
        if hand is None or hand.hex == to or self.waiting & hand.units:
            return
        for goal in self.legs([*self.order.via, to]):
            if (HEX, goal) not in self.offer:
                break
            if not self.play((HEX, goal)) or self.hand is None:
                self.stopped(hand.units, goal)
                return
        hand = self.hand
        if hand is None or hand.hex == to or self.is_over:
            return
        reason = self.session.why(self.seat, (HEX, to))
        if reason is not None:
            self.left += [Left(unit, reason) for unit in units_in(hand.units)]
        if self.order.is_towards and not hand.is_placed:
            self.go_towards()
        self.put_down(hand.units)

    def enter(self) -> Hand | None:
        """Let what is in hand enter the map where that is nearest to a goal beyond the entry hexes.

        What is in hand then."""
        hand = self.hand
        if hand is None or hand.hex >= 0 or hand.is_placed or not self.order.is_towards:
            return hand
        goal = self.nearest(hand) if (HEX, self.order.to) not in self.offer else NOWHERE
        if goal == NOWHERE:
            return hand
        has_entered = self.play((HEX, goal))
        if self.hand is None or not has_entered:
            self.stopped(hand.units, goal)
        return self.hand if has_entered else None

    def stopped(self, units: int, hex_: Hex) -> None:
        """Say why units have stopped in a hex on their way to the goal."""
        if hex_ == self.order.to or self.is_free or self.waiting & units:
            return
        for unit in units_in(units):
            rule = "" if self.is_over else getattr(self.session.why(self.seat, (UNIT, unit)), "rule", "")
            ended = Reason(rule, ENGINE.message("engine", "move ended", hex=self.game.place(hex_)))
            self.left.append(Left(unit, ENDED if self.is_over else ended))

    def put_down(self, units: int) -> None:
        """Put down units of a larger order that could not go anywhere."""
        if len(self.order.units) > units.bit_count() and picks_in_hand(self.session, self.seat):
            self.stop()

    def go_towards(self) -> None:
        """Go as near to the goal as possible, in as many legs as that takes."""
        hand = self.hand
        while hand is not None and not self.is_over:
            goal = self.nearest(hand)
            if goal == NOWHERE or not self.play((HEX, goal)):
                return
            hand = self.hand

    def nearest(self, hand: Hand) -> Hex:
        """The offered hex that is nearest to the goal, and nearer than the units are now: both by the movement costs
        and as the crow flies, so that nobody goes backwards to find a road. Hexes are left out in which the units would
        be overstacked, and those that roll dice or ask something."""
        field, far, to = self.field(hand), self.game.grid.distance, self.order.to
        limit, line = (field[hand.hex], far(hand.hex, to)) if hand.hex >= 0 else (FAR, FAR)
        found = [
            hex_ for hex_ in hexes_in(self.offer.hexes & ~hand.full) if field[hex_] < limit and far(hex_, to) < line
        ]
        is_there = hand.hex >= 0
        found.sort(key=lambda hex_: (field[hex_], is_there and (far(hex_, to), far(hand.hex, hex_)), hex_))
        return next((hex_ for hex_ in found if self.is_quiet(hex_)), NOWHERE)

    def field(self, hand: Hand) -> list[int]:
        """The distance of each hex from the goal."""
        to = self.order.to
        if hand.edges is None:
            return [self.game.grid.distance(hex_, to) for hex_ in map(Hex, range(self.game.grid.size))]
        key = id(hand.edges)
        if key not in self._fields:
            self._fields[key] = far_from(hand.edges, to)
        return self._fields[key]

    def is_quiet(self, hex_: Hex) -> bool:
        """Whether units can go to a hex without a roll or a question on the way."""
        state = self.session.state
        trial = state.clone()
        self.game.apply(trial, self.seat, (HEX, hex_))
        return len(trial.stack) <= len(state.stack)

    # -- a way that the player has drawn ------------------------------------------------------------------------------

    def legs(self, way: list[Hex]) -> list[Hex]:
        """The hexes at which the legs along a way end; only the end of the way if it would cost more than the best
        one."""
        to = way[-1]
        best = self.tried(self.session.state, to) if len(way) > 1 else None
        if best is None or best[1] == way:
            return [to]
        drawn, state = [], self.session.state
        for end, after in self.followed(way):
            drawn.append(end)
            state = after
        return drawn if drawn[-1:] == [to] and state.stack[-1] == best[0].stack[-1] else [to]

    def followed(self, way: list[Hex]) -> Iterator[tuple[Hex, State]]:
        """The hexes at which the longest legs end that follow a way hex by hex, with the position after each."""
        state: State = self.session.state
        while way:
            best: tuple[int, State] | None = None
            for number in range(1, len(way) + 1):
                found = self.tried(state, way[number - 1])
                if found is None or found[1] != way[:number]:
                    continue
                best = number, found[0]
            if best is None:
                return
            number, state = best
            yield way[number - 1], state
            way = way[number:]

    def tried(self, state: State, hex_: Hex) -> tuple[State, list[Hex]] | None:
        """The position after the units in hand have gone to a hex, and the hexes that they entered; None if they cannot
        go there or cannot take it back."""
        offer = self.game.offer(state, self.seat)
        if offer is None or (HEX, hex_) not in offer or self.session.tried(state, self.seat, (HEX, hex_)) != FREE:
            return None
        trial = state.clone()
        trial.events = []
        self.game.apply(trial, self.seat, (HEX, hex_))
        told = [self.game.told[event.name].hexes(event.values) for event in trial.events]
        trial.events = None
        return trial, next((hexes[1:] for hexes in told if hexes[-1:] == [hex_]), [hex_])
