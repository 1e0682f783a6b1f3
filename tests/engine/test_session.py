"""A game being played: checked picks, answered chance, undo, what each pick does to undo, the log of each seat."""

from random import Random

import pytest

from engine.toy import DONE, HEX, HIGH, LEFT, LOW, OPTION, RIGHT, TOY, UNIT, Table, any_pick
from stavka.engine.offer import Pick, RefusedError
from stavka.engine.session import FREE, PASSES, ROLLS, Session

Choice = tuple[int, Pick]


def session(*choices: Choice, seed: str = "seed") -> Session[Table]:
    played = Session(TOY, "plain", seed=seed)
    for seat, pick in choices:
        played.play(seat, pick)
    return played


NORTH_HIGH: Choice = (0, (OPTION, HIGH))
NORTH_LOW: Choice = (0, (OPTION, LOW))
SOUTH_HIGH: Choice = (1, (OPTION, HIGH))
SOUTH_LOW: Choice = (1, (OPTION, LOW))


def hex_pick(number: str) -> Pick:
    return HEX, TOY.grid.index(number)


# -- playing --------------------------------------------------------------------------------------------------------


def test_a_refused_pick_leaves_state_record_and_log_alone() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW)
    before = played.state.digest(), len(played.record.moves), len(played.state.events or []), len(played.entries)
    for seat, pick in ((1, hex_pick("0302")), (0, hex_pick("0303")), (0, (OPTION, LEFT))):
        with pytest.raises(RefusedError):
            played.play(seat, pick)
    assert before == (played.state.digest(), len(played.record.moves), len(played.state.events or []), 0)


def test_chance_is_answered_at_once_and_from_the_seed() -> None:
    a, b = (session(NORTH_HIGH, SOUTH_LOW, (0, (OPTION, DONE)), seed=seed) for seed in ("seed", "seed"))
    assert a.state == b.state and a.rolled == 1
    assert a.record.moves[-1].who == "chance"
    faces = {session(NORTH_HIGH, SOUTH_LOW, (0, (OPTION, DONE)), seed=str(n)).state.score[0] for n in range(60)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_the_seed_stands_in_the_record_when_the_game_is_over_and_not_before() -> None:
    played, rng = session(), Random(4)
    while not played.state.result:
        assert played.record.seed == ""
        offer = rng.choice(played.offers())
        played.play(offer.seat, any_pick(offer, rng))
    assert played.record.seed == "seed"


# -- undo -----------------------------------------------------------------------------------------------------------


def test_own_picks_are_taken_back_one_by_one() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW)
    seen = [played.state.digest()]
    for number in ("0102", "0103", "0102"):
        played.play(0, hex_pick(number))
        seen.append(played.state.digest())
    while played.can_undo(0):
        assert played.state.digest() == seen.pop()
        played.undo(0)
    assert [played.state.digest()] == seen
    assert len(played.record.moves) == 2
    assert [event.name for event in played.state.events or []] == ["choices"]


def test_nothing_is_taken_back_after_a_roll() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW, (0, hex_pick("0102")), (0, (OPTION, DONE)))
    assert played.rolled == 1
    assert not played.can_undo(0) and not played.can_undo(1)
    with pytest.raises(ValueError, match="nothing can be taken back"):
        played.undo(1)
    assert str(played.why_not_undo(0)) == str(played.why_not_undo(1)) == ROLLED


def test_a_seat_takes_back_nothing_while_the_other_decides() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW, (0, hex_pick("0102")))
    assert played.can_undo(0) and not played.can_undo(1)
    with pytest.raises(ValueError, match="It is not your decision now"):
        played.undo(1)


ROLLED = "nothing can be taken back: the dice or the cup have answered your last pick"
START = "nothing can be taken back: you have picked nothing yet"
SHOWN = "nothing can be taken back: your last pick has been shown to the other side"
DECIDED = "nothing can be taken back: the other side has decided since your last pick"


@pytest.mark.parametrize(
    ("choices", "seat", "reason"),
    [
        ((), 0, START),
        ((NORTH_HIGH,), 1, START),
        ((SOUTH_LOW, NORTH_HIGH), 0, SHOWN),
        ((NORTH_HIGH, SOUTH_LOW), 0, DECIDED),
        ((NORTH_HIGH, SOUTH_HIGH), 0, DECIDED),
        ((NORTH_HIGH, SOUTH_HIGH), 1, SHOWN),
    ],
)
def test_why_nothing_can_be_taken_back(choices: tuple[Choice, ...], seat: int, reason: str) -> None:
    played = session(*choices)
    assert str(played.why_not_undo(seat)) == reason


def test_the_reason_does_not_tell_whether_the_other_has_chosen_in_secret() -> None:
    """Both chose high and choose again. South is told the same before and after North has chosen once more."""
    before, after = session(NORTH_HIGH, SOUTH_HIGH), session(NORTH_HIGH, SOUTH_HIGH, NORTH_HIGH)
    assert after.offer(1) is not None and after.offer(0) is None
    assert str(before.why_not_undo(1)) == str(after.why_not_undo(1)) == SHOWN


def test_a_secret_choice_is_not_taken_back_when_all_have_been_shown() -> None:
    """Both chose high: the choices are shown and made again. Whoever could take his back would know the other's."""
    played = session(NORTH_HIGH, SOUTH_HIGH)
    assert [offer.seat for offer in played.offers()] == [0, 1]
    assert not played.can_undo(0) and not played.can_undo(1)


def test_a_secret_choice_is_not_taken_back_when_it_made_the_next_step() -> None:
    """South chose last, North walks: North would otherwise take back his choice, which was shown to South."""
    for choices in ((NORTH_HIGH, SOUTH_LOW), (SOUTH_LOW, NORTH_HIGH)):
        played = session(*choices)
        assert played.state.stack[-1] == ["walk", 0]
        assert not played.can_undo(0) and not played.can_undo(1)


def test_a_seat_that_has_chosen_waits() -> None:
    played = session(NORTH_HIGH)
    assert not played.can_undo(0)
    assert played.offer(0) is None


# -- what a pick does to undo ---------------------------------------------------------------------------------------


def test_the_contract_of_a_pick_is_kept() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW)
    before = played.state.digest()
    assert played.contract(0, hex_pick("0102")) == FREE
    assert played.contract(0, (UNIT, 0)) == FREE
    assert played.contract(0, (OPTION, DONE)) == ROLLS
    assert played.state.digest() == before


def test_the_contract_does_not_tell_whether_the_other_has_chosen() -> None:
    for choices in ((), (SOUTH_HIGH,), (SOUTH_LOW,)):
        played = session(*choices)
        assert {played.contract(0, (OPTION, option)) for option in (LOW, HIGH)} == {PASSES}


@pytest.mark.parametrize("seed", range(25))
def test_every_contract_comes_true(seed: int) -> None:
    rng, played = Random(seed), session(seed=str(seed))
    while not played.state.result:
        offer = rng.choice(played.offers())
        pick = any_pick(offer, rng)
        promised, rolled = played.contract(offer.seat, pick), played.rolled
        played.play(offer.seat, pick)
        assert (promised == FREE) == played.can_undo(offer.seat)
        assert (promised == ROLLS) == (played.rolled > rolled) or promised == PASSES


# -- the log --------------------------------------------------------------------------------------------------------


def test_each_seat_reads_what_it_may_and_everything_afterwards() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW, (0, (UNIT, 0)), (0, (OPTION, RIGHT)))
    names = {seat: [event.name for event in played.log(seat)] for seat in (0, 1, None)}
    assert names[0] == ["choices", "pockets", "finds"]
    assert names[1] == names[None] == ["choices", "finds"]
    assert [event.name for event in played.log(0, since=2)] == ["finds"]
    rng = Random(7)
    while not played.state.result:
        offer = rng.choice(played.offers())
        played.play(offer.seat, any_pick(offer, rng))
    assert "pockets" in [event.name for event in played.log(1)]


# -- going on with a record -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_a_game_goes_on_where_its_record_stops(seed: int) -> None:
    rng, whole = Random(seed), session(seed=str(seed))
    choices: list[Choice] = []
    while not whole.state.result:
        offer = rng.choice(whole.offers())
        choices.append((offer.seat, any_pick(offer, rng)))
        whole.play(*choices[-1])
    stop = rng.randrange(len(choices))
    part = session(*choices[:stop], seed=str(seed))
    part.record.seed = part.seed
    again = Session.resume(TOY, part.record)
    assert again.state == part.state
    for choice in choices[stop:]:
        again.play(*choice)
    assert again.state == whole.state
    assert again.record.moves == whole.record.moves
