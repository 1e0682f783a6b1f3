"""What was done, carried out again in futures: units go where they went, and the script answers new questions."""

from __future__ import annotations

from agents.test_planner import Habit
from engine.toy import DONE, HIGH, LOW, TOY
from stavka.agents.following import Deed, Follower, offered
from stavka.agents.playout import Imagined
from stavka.engine.kinds import Option
from stavka.engine.offer import OPTION, Pick


def ask(player: Follower, seat: int = 0) -> Pick:
    s = TOY.new("plain")
    offer = TOY.offer(s, seat)
    assert offer is not None
    return player.choose(Imagined(s), offer)


def choosing(option: Option, options: int = 1 << LOW | 1 << HIGH, step: str = "choose", hand: int = 0) -> Deed:
    return Deed(step, hand, (OPTION, option), (0, 0, options))


def follower(*deeds: Deed) -> Follower:
    return Follower(TOY, deeds, Habit(LOW))


def test_picks_are_made_again_in_their_order_and_then_the_script_decides() -> None:
    player = follower(choosing(HIGH), choosing(LOW), choosing(HIGH))
    assert [ask(player) for _ in range(4)] == [(OPTION, HIGH), (OPTION, LOW), (OPTION, HIGH), (OPTION, LOW)]


def test_another_question_is_answered_by_the_script() -> None:
    assert ask(follower(choosing(HIGH, options=1 << HIGH | 1 << DONE))) == (OPTION, LOW)
    assert ask(follower(choosing(HIGH, step="walk"))) == (OPTION, LOW)
    assert ask(follower(choosing(DONE))) == (OPTION, LOW), "what is not offered cannot be picked"


def test_what_cannot_be_done_is_left_out() -> None:
    assert ask(follower(choosing(DONE), choosing(LOW, step="walk"), choosing(HIGH))) == (OPTION, HIGH)


def test_units_in_other_hands_are_another_question() -> None:
    assert ask(follower(choosing(HIGH, hand=1))) == (OPTION, LOW)


def test_the_offer_is_what_the_question_is() -> None:
    offer = TOY.offer(TOY.new("plain"), 0)
    assert offer is not None and offered(offer) == (0, 0, 1 << LOW | 1 << HIGH)
