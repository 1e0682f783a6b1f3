"""Taking back in Roads to Moscow: never past what a question has shown."""

from typing import Any

import pytest

from stavka.assurance.situations import Situation
from stavka.engine.offer import OPTION, UNIT, Pick
from stavka.engine.session import FREE, PASSES, Session
from stavka.games.moscow.checks.situations import build
from stavka.games.moscow.rules.c13_air_units import SendingAirInSecret
from stavka.games.moscow.state import GERMAN, SOVIET

PLAIN = {"picture": "\n".join([" ".join("." * 21)] * 15)}
COMBAT = {
    "options": {"secret_cas": True},
    "counters": {
        "A": "german infantry 9-5-5 er 6 of 7id",
        "H": "german hq 0-1-5 cp 1 of 7id",
        "E": "soviet infantry 3-3-5 er 6 of 32",
        "K": "soviet hq 0-1-5 cp 1 of 32",
        "G": "soviet field artillery 0-1-5O er 5 support 4/9 of 32",
        "P": "german air er 6 cas 2",
        "Q": "german air er 6 cas 2",
        "S": "soviet air er 5 cas 2",
        "T": "soviet air er 5 cas 2",
    },
    "units": ["MZ1010 A", "MZ1007 H", "MZ1011 E", "MZ1012 K", "MZ0813 G"]
    + [f"ready {plane}" for plane in ("P", "Q", "S", "T")],
    "attacks": [{"hex": "MZ1011", "by": ["A"]}],
    "sequence": "assault",
    "phase": "german combat",
}
"""A German attack for which both sides may send aircraft, in secret. If nobody sends any, the Soviet player is asked
next whether his gun helps the defence."""


class Combat:
    def __init__(self) -> None:
        made = build(Situation("undo.toml", "secret aircraft", ("10.41e",), "", COMBAT, PLAIN, ()))
        self.game = made.game
        self.session: Session[Any] = Session(self.game, "mtsensk", {"secret_cas": True}, seed="1")
        self.session.state = made.state
        self.session.state.events = []
        self.session.entries.clear()
        self.session.record.moves.clear()
        assert self.step() == "secret_cas"

    def step(self) -> str:
        return str(self.session.state.stack[-1].step)

    def pick(self, word: str) -> Pick:
        if word in self.game.option_names:
            return OPTION, self.game.option_index(word)
        return UNIT, self.game.unit_index(word)

    def play(self, seat: int, *words: str) -> None:
        for word in words:
            self.session.play(seat, self.pick(word))


@pytest.mark.parametrize("first", [GERMAN, SOVIET])
def test_who_has_seen_that_the_enemy_sent_nothing_sends_nothing_after_all(first: int) -> None:
    """Both say that they are done. The Soviet player is asked for his guns, by which he sees that no German aircraft
    comes: there is no way back to his own."""
    combat = Combat()
    combat.play(first, "done")
    combat.play(1 - first, "done")
    assert combat.step() == "guns" and combat.session.offer(SOVIET) is not None
    assert not combat.session.can_undo(SOVIET) and not combat.session.can_undo(GERMAN)
    with pytest.raises(ValueError, match="nothing can be taken back"):
        combat.session.undo(SOVIET)


def test_a_question_shows_that_somebody_sent_something() -> None:
    """The German player has sent one, and is asked who helps it to find its target. He could not send the other, nor
    take the first one back."""
    combat = Combat()
    combat.play(GERMAN, "P", "done")
    combat.play(SOVIET, "done")
    assert combat.step() == "cas_check"
    assert not combat.session.can_undo(GERMAN) and not combat.session.can_undo(SOVIET)


def test_while_both_choose_each_takes_back_his_own() -> None:
    combat = Combat()
    assert combat.session.contract(SOVIET, combat.pick("S")) == FREE
    combat.play(SOVIET, "S")
    combat.play(GERMAN, "done")
    assert combat.session.can_undo(SOVIET)
    combat.session.undo(SOVIET)
    assert combat.session.state.stack[-1] == SendingAirInSecret(finished=1 << GERMAN)
    assert combat.session.contract(SOVIET, combat.pick("done")) == PASSES
