"""Undo: back to the identical position, never past a roll, never past what the other side decided, never past what was
shown; selections that both make at once leave each other alone."""

from itertools import islice
from random import Random

import pytest

from games.traces.walks import CASES, GAME, Walk
from stacks import top_frame
from stavka.engine.offer import OPTION, Pick
from stavka.engine.session import FREE, PASSES, ROLLS, Session
from stavka.games.traces.state import AXIS, SOVIET, Position


class Game:
    """A random game in a session, that remembers what it has passed."""

    def __init__(self, seed: int) -> None:
        self.walk = Walk(seed)
        self.rng = Random(seed)
        self.session = Session(GAME, self.walk.case.scenario, self.walk.case.options, seed=str(seed))

    def choose(self) -> tuple[int, Pick]:
        offer = self.walk.rng.choice(self.session.offers())
        return offer.seat, self.walk.choose(offer)

    def seen(self) -> tuple[str, list[str], int, int]:
        """Everything that undo must put back."""
        session = self.session
        moves = [f"{move.who} {move.what} {move.digest}" for move in session.record.moves]
        return session.state.digest(), moves[-3:], len(moves), len(session.state.events or [])


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_undo_at_every_point_gives_back_the_identical_position(seed: int) -> None:
    """After every pick: as far back as undo goes, position by position, then forward again by the same picks."""
    game = Game(seed)
    session = game.session
    start = game.rng.randrange(700)
    behind: list[tuple[tuple[str, list[str], int, int], int, Pick]] = []
    taken_back = 0
    for number in range(start + 160):
        if session.state.result:
            break
        before, rolled = game.seen(), session.rolled
        seat, pick = game.choose()
        session.play(seat, pick)
        others = {s for _, s, _ in behind} - {seat}
        if session.rolled > rolled or others or not session.can_undo(seat):
            behind.clear()
        if session.can_undo(seat):
            behind.append((before, seat, pick))
        if number >= start and behind:
            taken_back += back_and_forth(game, seat, behind)
        assert session.can_undo(seat) == bool(behind)
    assert taken_back > 50


def back_and_forth(game: Game, seat: int, behind: list[tuple[tuple[str, list[str], int, int], int, Pick]]) -> int:
    session = game.session
    now = game.seen()
    depth = min(len(behind), 1 + game.rng.randrange(6))
    for before, _, _ in reversed(behind[-depth:]):
        assert session.can_undo(seat)
        session.undo(seat)
        assert game.seen() == before
    for _, who, pick in behind[-depth:]:
        session.play(who, pick)
    assert game.seen() == now
    return depth


@pytest.mark.parametrize("seed", range(4))
def test_undo_never_goes_past_a_roll_or_the_decision_of_the_other_side(seed: int) -> None:
    """Taken back as far as it goes, at random points: the last thing in the record is then a roll, a decision of the
    other side, or what ended a selection that both made."""
    game = Game(20 + seed)
    session = game.session
    tried = 0
    for _ in range(500):
        if session.state.result:
            break
        seat, pick = game.choose()
        session.play(seat, pick)
        if game.rng.random() > 0.2 or not session.can_undo(seat):
            continue
        rolled, joint = session.rolled, session.game.decide_together(session.state)
        mine = GAME.sides[seat]
        count = sum(move.who != mine for move in session.record.moves)
        while session.can_undo(seat):
            session.undo(seat)
        assert session.rolled == rolled
        assert sum(move.who != mine for move in session.record.moves) == count
        last = [move.who for move in session.record.moves[-1:]]
        assert joint or not last or last[0] != mine or session.state.stack[-1].step == "add_chits"
        tried += 1
    assert tried > 10


@pytest.mark.parametrize("seed", range(4))
def test_every_pick_says_beforehand_what_it_does_to_undo(seed: int) -> None:
    game = Game(40 + seed)
    session = game.session
    promises = {FREE: 0, ROLLS: 0, PASSES: 0}
    for _ in range(350):
        if session.state.result:
            break
        seat, pick = game.choose()
        promised, rolled, before = session.contract(seat, pick), session.rolled, session.state.digest()
        assert session.state.digest() == before
        together = session.game.decide_together(session.state)
        session.play(seat, pick)
        promises[promised] += 1
        if promised == FREE:
            assert session.rolled == rolled and session.can_undo(seat)
        else:
            assert not session.can_undo(seat)
            assert together or promised == PASSES or session.rolled > rolled or session.state.result
    assert all(promises.values())


# -- both at once ---------------------------------------------------------------------------------------------------


def selecting(seed: int) -> Game:
    """A game at the beginning of a selection of chits."""
    game = Game(seed)
    while game.session.state.stack[-1].step != "select_chits":
        seat, pick = game.choose()
        game.session.play(seat, pick)
    return game


def words(session: Session[Position], seat: int, *chosen: str) -> None:
    for word in chosen:
        session.play(seat, (OPTION, GAME.option_index(word)))


SOVIET_CHITS = ("vrnz", "step", "sw", "sth", "sth", "reinforcement")
AXIS_CHITS = ("4pza", "6a", "hold-8a", "hold-1pza")


def seats(session: Session[Position]) -> tuple[int, int]:
    return GAME.seat(session.state, SOVIET), GAME.seat(session.state, AXIS)


@pytest.mark.parametrize("order", range(6))
def test_whoever_chooses_first_the_result_is_the_same(order: int) -> None:
    """Orders: one after the other, the other way round, and four that mix them."""
    session = selecting(4).session
    soviet, axis = seats(session)
    picks = [(soviet, word) for word in (*SOVIET_CHITS, "done")] + [(axis, word) for word in (*AXIS_CHITS, "done")]
    if order == 1:
        picks.sort(key=lambda pick: pick[0] != axis)
    elif order:
        turns = [seat for seat, _ in picks]
        Random(order).shuffle(turns)
        queues = {seat: [word for who, word in picks if who == seat] for seat in (soviet, axis)}
        picks = [(seat, queues[seat].pop(0)) for seat in turns]
    for seat, word in picks:
        words(session, seat, word)
    assert session.state.stack[-1].step == "add_chits"
    first = selecting(4).session
    words(first, soviet, *SOVIET_CHITS, "done")
    words(first, axis, *AXIS_CHITS, "done")
    assert session.state == first.state
    assert list(session.state.hand) == [int(chit.id in ("8a", "1pza")) for chit in GAME.chits]


def test_the_view_of_the_other_does_not_change_meanwhile() -> None:
    session = selecting(4).session
    for seat, chosen in zip(seats(session), (SOVIET_CHITS, AXIS_CHITS), strict=True):
        other = 1 - seat
        before = GAME.view(session.state, other), GAME.view(session.state, None), len(session.log(other))
        for word in (*chosen, "done")[: len(chosen) + (seat == seats(session)[0])]:
            words(session, seat, word)
            assert GAME.view(session.state, other) == before[0]
            assert GAME.view(session.state, None) == before[1]
            assert len(session.log(other)) == before[2]


@pytest.mark.parametrize("seed", range(6))
def test_undo_inside_it_leaves_the_picks_of_the_other_alone(seed: int) -> None:
    """Both choose and take back at random; what each has chosen in the end is what it chose and did not take back."""
    rng = Random(seed)
    session = selecting(4).session
    soviet, axis = seats(session)
    chosen: dict[int, list[str]] = {soviet: [], axis: []}
    plan = {soviet: SOVIET_CHITS, axis: AXIS_CHITS}
    for _ in range(60):
        seat = rng.choice((soviet, axis))
        other = 1 - seat
        seen = GAME.view(session.state, other)
        if rng.random() < 0.4 and session.can_undo(seat):
            session.undo(seat)
            chosen[seat].pop()
        elif len(chosen[seat]) < len(plan[seat]):
            chosen[seat].append(plan[seat][len(chosen[seat])])
            words(session, seat, chosen[seat][-1])
        assert session.can_undo(seat) == bool(chosen[seat])
        assert GAME.view(session.state, other) == seen
        frame = top_frame(session.state)
        assert sum(frame.cup) + sum(frame.hand) == len(chosen[soviet]) + len(chosen[axis])
    for seat in (soviet, axis):
        words(session, seat, *plan[seat][len(chosen[seat]) :], "done")
    straight = selecting(4).session
    words(straight, soviet, *SOVIET_CHITS, "done")
    words(straight, axis, *AXIS_CHITS, "done")
    assert session.state == straight.state


def test_a_finished_selection_is_not_taken_back() -> None:
    """The Axis player decides next (he may add chits from his hand): he cannot go back into his selection, for the
    Soviet player has seen how many chits he holds."""
    for axis_first in (False, True):
        session = selecting(4).session
        soviet, axis = seats(session)
        for seat in (axis, soviet) if axis_first else (soviet, axis):
            words(session, seat, *(AXIS_CHITS if seat == axis else SOVIET_CHITS), "done")
        assert session.state.stack[-1].step == "add_chits"
        assert not session.can_undo(axis) and not session.can_undo(soviet)


def test_bids_that_were_equal_are_not_taken_back() -> None:
    session = Session(GAME, "campaign", {"vp_bid": True}, seed="bids")
    words(session, 0, "bid-70")
    assert not session.can_undo(0)
    words(session, 1, "bid-70")
    assert [offer.seat for offer in session.offers()] == [0, 1]
    assert not session.can_undo(0) and not session.can_undo(1)
    assert [event.values for event in islice(session.log(0), 1)] == [{"bids": [70, 70]}]


def test_whether_the_other_has_finished_cannot_be_told_from_what_a_pick_would_do() -> None:
    for finished in (False, True):
        session = selecting(4).session
        soviet, axis = seats(session)
        words(session, soviet, *SOVIET_CHITS, *(["done"] if finished else []))
        words(session, axis, *AXIS_CHITS)
        assert session.contract(axis, (OPTION, GAME.option_index("done"))) == PASSES
        assert session.can_undo(axis)
