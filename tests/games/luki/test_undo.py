"""Taking back in Velikye Luki: never past a phase of the enemy, whether he had something to do in it or not."""

from __future__ import annotations

import pytest

from games.luki.walks import GAME
from stacks import top_frame
from stavka.assurance.situations import Situation
from stavka.engine.offer import OPTION, Pick
from stavka.engine.session import PASSES, Session
from stavka.games.luki.checks.situations import build
from stavka.games.luki.rules.c04_game_turn import BetweenTurns
from stavka.games.luki.rules.c07_c3i import Spending
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import FREE
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.state import GERMAN, SOVIET, Position

TOP, BELOW = GAME.unit_index("so.28.88"), GAME.unit_index("so.28.144")
SPEND_NOTHING: Pick = (OPTION, GAME.option_index("spend-0"))


def position(phase: str, *, fresh: bool) -> Position:
    """The German player decides how much he spends; then come the phases of the Soviets and his own, in the limited
    activity segment. Of the Soviet stack next to his unit only the top is seen, which has been used. Below it lies a
    unit that has been used too, or a fresh one."""
    units = ["2004 so.28.88", "2004 so.28.144", "2005 ge.jg1"]
    spec = {"units": units, "phase": "limited", "segment": 7}
    s = build(Situation("undo", phase, ("12.0a",), "", spec, None, ({"turn": 1},))).state
    assert isinstance(s, Position)
    s.used = 1 << TOP | (0 if fresh else 1 << BELOW)
    new = CombatPhase if phase == "fighting" else MovementPhase
    s.stack = [BetweenTurns(), new(GERMAN, FREE), new(SOVIET, FREE), Spending(GERMAN, moves_first=0)]
    s.forget()
    return s


@pytest.mark.parametrize("phase", ["fighting", "movement"])
def test_who_has_seen_that_the_enemy_can_do_nothing_takes_nothing_back(phase: str) -> None:
    """Whether the Soviets are asked depends on a unit that the German player does not see. He is told in both cases
    that he cannot take it back, and in both he cannot."""
    idle, busy = (position(phase, fresh=fresh) for fresh in (False, True))
    assert GAME.view(idle, GERMAN) == GAME.view(busy, GERMAN)
    for s, asked in ((idle, GERMAN), (busy, SOVIET)):
        session = Session(GAME, "campaign", seed="1")
        session.state = s
        session.state.events = []
        session.entries.clear()
        session.record.moves.clear()
        assert session.contract(GERMAN, SPEND_NOTHING) == PASSES
        session.play(GERMAN, SPEND_NOTHING)
        frame = top_frame(session.state)
        assert session.deciding(session.state) == {asked} and (frame.step, frame.side) == (phase, asked)
        assert not session.can_undo(GERMAN)
