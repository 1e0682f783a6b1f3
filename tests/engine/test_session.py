"""A game being played: checked picks, answered chance, undo, what each pick does to undo, the log of each seat."""

from random import Random
from typing import Any

import pytest

from engine.toy import (
    DONE,
    HEX,
    HIGH,
    LEFT,
    LOW,
    OPTION,
    RIGHT,
    TOY,
    UNIT,
    Choose,
    Choosing,
    Find,
    Finding,
    Table,
    Toy,
    Walking,
    any_pick,
)
from stavka.engine.kinds import Option, Unit
from stavka.engine.machine import Step
from stavka.engine.offer import Offer, Pick, RefusedError
from stavka.engine.record import read_record
from stavka.engine.session import FREE, PASSES, ROLLS, Session, replay

Choice = tuple[int, Pick]


def session(*choices: Choice, seed: str = "seed", game: Toy = TOY) -> Session[Table]:
    played = Session(game, "plain", seed=seed)
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
    with pytest.raises(ValueError, match="It is not your turn to decide"):
        played.undo(1)


def test_a_clone_that_takes_back_and_goes_on_leaves_the_original_alone() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW, (0, hex_pick("0102")))
    start = session(NORTH_HIGH, SOUTH_LOW).state.digest()
    clone = played.clone()
    clone.undo(0)
    clone.play(0, hex_pick("0201"))
    played.undo(0)
    assert played.state.digest() == start


ROLLED = "nothing can be taken back: dice or a draw have followed your last choice"
START = "nothing can be taken back: you have not chosen anything yet"
SHOWN = (
    "nothing can be taken back: your last choice was revealed to the other side, or revealed something secret to you"
)
DECIDED = "nothing can be taken back: the other side has decided since your last choice"


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
    """Both chose high: the choices are shown and made again. A player who could take a choice back would know the
    other's."""
    played = session(NORTH_HIGH, SOUTH_HIGH)
    assert [offer.seat for offer in played.offers()] == [0, 1]
    assert not played.can_undo(0) and not played.can_undo(1)


def test_a_secret_choice_is_not_taken_back_when_it_made_the_next_step() -> None:
    """South chose last, North walks: North would otherwise take back his choice, which was shown to South."""
    for choices in ((NORTH_HIGH, SOUTH_LOW), (SOUTH_LOW, NORTH_HIGH)):
        played = session(*choices)
        assert played.state.stack[-1] == Walking(0)
        assert not played.can_undo(0) and not played.can_undo(1)


def test_a_seat_that_has_chosen_waits() -> None:
    played = session(NORTH_HIGH)
    assert not played.can_undo(0)
    assert played.offer(0) is None


# -- what shows something is not taken back -------------------------------------------------------------------------


class Quiet(Choose):
    """Choices are not told: the next question shows that both have chosen, and who walks. Equal choices are made
    again."""

    def pick(self, g: Toy, s: Table, f: Choosing, seat: int, pick: Pick) -> None:
        f.choices[seat] = pick[1]
        if min(f.choices) >= 0:
            s.stack.pop()
            equal = f.choices[0] == f.choices[1]
            s.stack.append(Choosing([-1, -1]) if equal else Walking(f.choices.index(HIGH)))


class Rummage(Find):
    """What happens next depends on the other player's pockets, which nobody sees."""

    def option(self, g: Toy, s: Table, f: Finding, option: Option) -> None:
        s.stack.pop()
        s.reveal(option - LEFT)


def toy_with(**steps: Step[Toy, Table, Any]) -> Toy:
    """The toy with other steps."""
    changed = Toy()
    changed.steps = {**TOY.steps, **steps}
    return changed


QUIET = toy_with(choose=Quiet())


@pytest.mark.parametrize("choices", [(NORTH_HIGH, SOUTH_LOW), (SOUTH_LOW, NORTH_HIGH)])
def test_the_end_of_deciding_together_is_not_taken_back_though_nothing_is_told(choices: tuple[Choice, ...]) -> None:
    played = session(*choices, game=QUIET)
    assert played.state.events == [] and played.state.stack[-1] == Walking(0)
    assert not played.can_undo(0) and not played.can_undo(1)


def test_a_round_that_begins_again_is_not_taken_back() -> None:
    """Both chose the same. Each sees it: he is asked again."""
    played = session(NORTH_LOW, SOUTH_LOW, game=QUIET)
    assert played.state.stack[-1] == Choosing([-1, -1])
    assert not played.can_undo(0) and not played.can_undo(1)


def test_every_contract_of_a_quiet_choice_is_to_pass() -> None:
    for choices in ((), (SOUTH_HIGH,), (SOUTH_LOW,)):
        played = session(*choices, game=QUIET)
        assert {played.contract(0, (OPTION, option)) for option in (LOW, HIGH)} == {PASSES}


def test_a_pick_that_reveals_a_secret_of_another_is_not_taken_back() -> None:
    """Seat 0 rummages: the left pick reveals a secret of its own, the right one a secret of seat 1."""
    game = toy_with(find=Rummage())
    for option, undo in ((LEFT, True), (RIGHT, False)):
        played = session(NORTH_HIGH, SOUTH_LOW, (0, (UNIT, Unit(0))), game=game)
        assert played.contract(0, (OPTION, option)) == (FREE if undo else PASSES)
        played.play(0, (OPTION, option))
        assert played.deciding(played.state) == {0}
        assert played.can_undo(0) == undo


def test_a_secret_that_came_out_before_does_not_matter_later() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW, (0, (UNIT, Unit(0))), (0, (OPTION, RIGHT)), game=toy_with(find=Rummage()))
    assert played.contract(0, hex_pick("0102")) == FREE
    played.play(0, hex_pick("0102"))
    assert played.can_undo(0)


# -- picks that cancel each other -----------------------------------------------------------------------------------


class Waver(Choose):
    """`left` changes the mind of a seat, in secret; twice, and it is as before."""

    def offers(self, g: Toy, s: Table, f: Choosing) -> tuple[Offer, ...]:
        options = 1 << LOW | 1 << HIGH | 1 << LEFT
        return tuple(Offer(seat, options=options) for seat in (0, 1) if f.choices[seat] < 0)

    def pick(self, g: Toy, s: Table, f: Choosing, seat: int, pick: Pick) -> None:
        if pick[1] == LEFT:
            f.choices[seat] = -3 - f.choices[seat]
        else:
            super().pick(g, s, f, seat, pick)


WAVER = toy_with(choose=Waver())
NORTH_WAVERS: Choice = (0, (OPTION, LEFT))
SOUTH_WAVERS: Choice = (1, (OPTION, LEFT))


def seen(played: Session[Table]) -> tuple[str, list[str], list[str], int]:
    """Everything that dropped picks must leave unchanged."""
    moves = [f"{move.who} {move.what} {move.digest}" for move in played.record.moves]
    return played.state.digest(), moves, [event.name for event in played.state.events or []], len(played.entries)


def tidied(*choices: Choice, game: Toy = TOY) -> tuple[Session[Table], list[int]]:
    """A session that is tidied after each pick, and how many picks were dropped."""
    played = session(game=game)
    dropped = []
    for seat, pick in choices:
        played.play(seat, pick)
        dropped.append(played.tidy(seat))
    return played, dropped


def walks(*numbers: str) -> tuple[Choice, ...]:
    return tuple((0, hex_pick(number)) for number in numbers)


def test_there_and_back_leaves_nothing_in_record_log_and_undo() -> None:
    straight, _ = tidied(NORTH_HIGH, SOUTH_LOW)
    played, dropped = tidied(NORTH_HIGH, SOUTH_LOW, *walks(*["0102", "0101"] * 50))
    assert dropped == [0, 0] + [0, 2] * 50
    assert seen(played) == seen(straight)
    assert not played.can_undo(0)


def test_a_longer_way_back_is_dropped_to_where_it_began() -> None:
    """0101, 0102, 0103, 0102: the last two go. Then back to 0101: all goes."""
    played, dropped = tidied(NORTH_HIGH, SOUTH_LOW, *walks("0102", "0103", "0102"))
    assert dropped == [0, 0, 0, 0, 2]
    assert seen(played) == seen(tidied(NORTH_HIGH, SOUTH_LOW, *walks("0102"))[0])
    played.undo(0)
    assert seen(played) == seen(tidied(NORTH_HIGH, SOUTH_LOW)[0])
    played, dropped = tidied(NORTH_HIGH, SOUTH_LOW, *walks("0102", "0202", "0101"))
    assert dropped[-1] == 3 and seen(played) == seen(tidied(NORTH_HIGH, SOUTH_LOW)[0])


def test_what_was_before_a_roll_is_never_dropped() -> None:
    """North walks there, a die is rolled, North walks back in the next round: all of it stays."""
    played, dropped = tidied(NORTH_HIGH, SOUTH_LOW, *walks("0102"), (0, (OPTION, DONE)), NORTH_HIGH, SOUTH_LOW)
    before = len(played.record.moves)
    played.play(0, hex_pick("0101"))
    assert played.tidy(0) == 0 and not any(dropped)
    assert len(played.record.moves) == before + 1


def test_secret_picks_cancel_each_other_in_the_very_first_position() -> None:
    played, dropped = tidied(*[NORTH_WAVERS] * 6, game=WAVER)
    assert dropped == [0, 2] * 3
    assert seen(played) == seen(session(game=WAVER))


def test_secret_picks_cancel_each_other_whatever_the_other_has_picked_meanwhile() -> None:
    """South changes its mind between the two picks of North, then back: only South's picks stay, then none."""
    played, dropped = tidied(NORTH_WAVERS, SOUTH_WAVERS, NORTH_WAVERS, game=WAVER)
    assert dropped == [0, 0, 2]
    assert seen(played) == seen(session(SOUTH_WAVERS, game=WAVER))
    assert played.can_undo(1) and not played.can_undo(0)
    played.play(*SOUTH_WAVERS)
    assert played.tidy(1) == 2 and seen(played) == seen(session(game=WAVER))


def test_a_toggle_between_secret_picks_of_the_other_leaves_those_alone() -> None:
    played, dropped = tidied(SOUTH_WAVERS, NORTH_WAVERS, SOUTH_HIGH, NORTH_WAVERS, game=WAVER)
    assert dropped == [0, 0, 0, 2]
    assert seen(played) == seen(session(SOUTH_WAVERS, SOUTH_HIGH, game=WAVER))


def test_play_itself_drops_nothing_so_that_such_records_are_read_and_resumed() -> None:
    """A record from before, in which picks cancel each other, is replayed and resumed as it is; then it is tidied."""
    played = session(NORTH_HIGH, SOUTH_LOW, *walks("0102", "0101", "0102", "0101"))
    assert len(played.record.moves) == 6
    record = read_record(played.record.write())
    record.seed = "seed"
    assert replay(TOY, record) == played.state
    again = Session.resume(TOY, record)
    assert again.record.moves == played.record.moves
    again.play(0, hex_pick("0102"))
    again.play(0, hex_pick("0101"))
    assert again.tidy(0) == 6 and len(again.record.moves) == 2


@pytest.mark.parametrize("seed", range(25))
def test_a_tidied_game_ends_like_an_untidied_one(seed: int) -> None:
    rng, plain, tidy = Random(seed), session(seed=str(seed), game=WAVER), session(seed=str(seed), game=WAVER)
    dropped = 0
    while not plain.state.result:
        offer = rng.choice(plain.offers())
        pick = any_pick(offer, rng)
        for played in (plain, tidy):
            played.play(offer.seat, pick)
        dropped += tidy.tidy(offer.seat)
        assert tidy.state == plain.state and tidy.rolled == plain.rolled
        assert len(tidy.record.moves) == len(plain.record.moves) - dropped
    assert replay(WAVER, tidy.record) == plain.state


# -- what a pick does to undo ---------------------------------------------------------------------------------------


def test_the_contract_of_a_pick_is_kept() -> None:
    played = session(NORTH_HIGH, SOUTH_LOW)
    before = played.state.digest()
    assert played.contract(0, hex_pick("0102")) == FREE
    assert played.contract(0, (UNIT, Unit(0))) == FREE
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
    played = session(NORTH_HIGH, SOUTH_LOW, (0, (UNIT, Unit(0))), (0, (OPTION, RIGHT)))
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
