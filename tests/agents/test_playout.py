"""Playouts: luck that is the same for the same seed, and positions that are played on to their horizon."""

from random import Random
from typing import Any

import pytest

from engine.toy import DONE, HIGH, LOW, TOY, Table
from stavka.agents.playout import Imagined, Luck, play_on
from stavka.engine.agent import Sight
from stavka.engine.kinds import Option
from stavka.engine.offer import DIE, OPTION, Offer, Pick


def test_a_stream_of_luck_does_not_hang_on_the_others() -> None:
    one, other = Luck("seed"), Luck("seed")
    dice = [one.roll("die", DIE) for _ in range(8)]
    mixed = []
    for _ in range(8):
        other.roll("draw", (("a", 1), ("b", 2)))
        mixed.append(other.roll("die", DIE))
    assert dice == mixed
    for luck, step in ((Luck("another"), "die"), (Luck("seed"), "another")):
        assert dice != [luck.roll(step, DIE) for _ in range(8)]


def test_luck_follows_the_weights() -> None:
    luck = Luck("weights")
    rolls = [luck.roll("draw", (("never", 0), ("rarely", 1), ("often", 9))) for _ in range(400)]
    assert rolls.count(0) == 0
    assert 20 <= rolls.count(1) <= 60


class Stubborn:
    """Chooses the same option whenever it is offered, is done at once, else takes whatever comes first."""

    def __init__(self, option: Option) -> None:
        self.option = option

    def choose(self, sight: Sight[Any], offer: Offer) -> Pick:
        for option in (self.option, DONE):
            if offer.options >> option & 1:
                return OPTION, option
        return next(iter(offer))


def test_a_position_is_played_on_until_it_is_far_enough() -> None:
    s: Table = TOY.new("plain")
    play_on(TOY, s, {0: Stubborn(Option(HIGH)), 1: Stubborn(Option(LOW))}, Luck("a"), lambda p: p.round == 2)
    assert s.round == 2 and not s.result


def test_a_playout_ends_with_the_game() -> None:
    s: Table = TOY.new("plain")
    play_on(TOY, s, {0: Stubborn(Option(HIGH)), 1: Stubborn(Option(LOW))}, Luck("a"), lambda p: False)
    assert s.result == "north"


def test_an_imagined_position_is_whole() -> None:
    with pytest.raises(AssertionError):
        Imagined(TOY.new("plain")).sample(Random(1))
