"""The turn machine: offers, picks, refusals, reasons, notation."""

from random import Random
from typing import cast

import pytest

from engine.toy import DONE, HEX, HIGH, LOW, OPTION, TOY, UNIT, Finding, Walking, any_pick
from stavka.assurance.invariants import copy_faults, offer_faults, view_faults
from stavka.engine.kinds import members
from stavka.engine.offer import CHANCE, DIE, ROLL, Offer, Pick, RefusedError


def walking() -> tuple[Offer, ...]:
    s = TOY.new("plain")
    TOY.play(s, 0, (OPTION, HIGH))
    TOY.play(s, 1, (OPTION, LOW))
    return TOY.offers(s)


def test_an_offer_holds_what_it_lists_and_nothing_else() -> None:
    offer = Offer(0, units=0b101, hexes=1 << 70, options=0b10)
    assert list(offer) == [(UNIT, 0), (UNIT, 2), (HEX, 70), (OPTION, 1)]
    assert len(offer) == 4
    assert all(pick in offer for pick in offer)
    for pick in ((UNIT, 1), (HEX, 69), (HEX, 71), (OPTION, 0), (ROLL, 0), (UNIT, -1), (HEX, 999)):
        assert cast(Pick, pick) not in offer


def test_chance_offers_outcomes_that_can_happen() -> None:
    offer = Offer(CHANCE, chance=(("a", 0), ("b", 3), ("c", 1)))
    assert list(offer) == [(ROLL, 1), (ROLL, 2)]
    assert (ROLL, 0) not in offer and (ROLL, 3) not in offer and (ROLL, -1) not in offer
    assert len(offer) == 2
    assert len(DIE) == 6


@pytest.mark.parametrize("bits", [0, 1, 0b1011, 1 << 200 | 1])
def test_members_are_the_bits(bits: int) -> None:
    assert sum(1 << i for i in members(bits)) == bits
    assert list(members(bits)) == sorted(members(bits))


def test_settle_runs_to_the_next_decision_and_no_further() -> None:
    s = TOY.new("plain")
    assert [frame.step for frame in s.stack] == ["rounds", "choose"]
    assert [offer.seat for offer in TOY.offers(s)] == [0, 1]
    TOY.apply(s, 1, (OPTION, LOW))
    assert [offer.seat for offer in TOY.offers(s)] == [0]
    TOY.apply(s, 0, (OPTION, HIGH))
    assert s.stack[-1] == Walking(0)


def test_a_refusal_changes_nothing_and_names_the_rule() -> None:
    s = TOY.new("plain")
    TOY.play(s, 0, (OPTION, HIGH))
    before = s.digest()
    with pytest.raises(RefusedError, match=r"\[2\] It is not your turn to decide") as refused:
        TOY.play(s, 0, (OPTION, LOW))
    assert refused.value.reason.rule == "2"
    TOY.play(s, 1, (OPTION, LOW))
    with pytest.raises(RefusedError, match="not next to your piece"):
        TOY.play(s, 0, (HEX, TOY.grid.index("0303")))
    with pytest.raises(RefusedError, match=r"You cannot choose this option now"):
        TOY.play(s, 0, (OPTION, HIGH))
    assert s.digest() != before
    assert s.stack[-1] == Walking(0)


def test_when_the_game_is_over_the_reason_is_that() -> None:
    s = TOY.new("plain")
    rng = Random(1)
    while not s.result:
        offer = rng.choice(TOY.offers(s))
        TOY.play(s, offer.seat, any_pick(offer, rng))
    reason = TOY.why(s, 0, (OPTION, HIGH))
    assert TOY.offers(s) == () and reason is not None
    assert reason == (TOY.end_rule, "The game is over.")
    assert TOY.prompt(s) == ""


def test_picks_are_written_and_read() -> None:
    (offer,) = walking()
    for pick in offer:
        assert TOY.read_pick(TOY.write_pick(pick), offer) == pick
    roll = Offer(CHANCE, chance=DIE)
    assert TOY.read_pick("6", roll) == (ROLL, 5)
    assert TOY.write_pick((ROLL, 5), roll) == "6"
    with pytest.raises(ValueError, match="expected one of 1, 2, 3, 4, 5, 6, found '7'"):
        TOY.read_pick("7", roll)
    with pytest.raises(ValueError, match="expected a unit, a hex number or an option, found 'carl'"):
        TOY.read_pick("carl", offer)


@pytest.mark.parametrize("seed", range(40))
def test_random_games_keep_what_every_game_keeps(seed: int) -> None:
    rng = Random(seed)
    s = TOY.new("plain")
    while not s.result:
        offers = TOY.offers(s)
        faults = [*offer_faults(TOY, s, offers), *copy_faults(TOY, s, rng), *view_faults(TOY, s, rng)]
        assert faults == []
        offer = rng.choice(offers)
        TOY.play(s, offer.seat, any_pick(offer, rng))
    assert list(offer_faults(TOY, s, TOY.offers(s))) == []


def test_a_step_that_never_waits_says_so() -> None:
    s = TOY.new("plain")
    with pytest.raises(AssertionError, match="Rounds never waits"):
        TOY.steps["rounds"].offer(TOY, s, s.stack[0])
    for kind, what in ((UNIT, "offers no units"), (HEX, "offers no hexes"), (ROLL, "asks nothing of chance")):
        with pytest.raises(AssertionError, match=what):
            TOY.steps["find"].pick(TOY, s, Finding(0), 0, cast(Pick, (kind, 0)))
    assert DONE in [index for kind, index in walking()[0] if kind == OPTION]
