"""Hints at the terminal, and what the computer was up to."""

from __future__ import annotations

import re

from stavka.engine.state import Event
from stavka.terminal.table import Planned
from terminal.sitting import Sitting

AIMS = {"aims": dict.fromkeys(("en", "es", "fr"), "hold on"), "worth": 0.423}


def test_a_hint_is_a_sentence_with_moves_and_is_counted() -> None:
    shown = " ".join(Sitting("vrnz", "hint", "hint", programs={1: "random"}).play().split())
    assert re.search(r"Suggestion: .* The chance of winning is then about \d+%\.", shown)
    assert "Hints used: 1" in shown and "Hints used: 2" in shown


def test_plans_of_a_game_with_hidden_chits_are_not_told_before_its_end() -> None:
    sitting = Sitting("vrnz", "plans", programs={1: "random"})
    sitting.table.plans.append(Planned(1, AIMS, is_open=False, events=[]))
    assert "Nothing can be told yet" in sitting.play()


def test_a_plan_that_hides_nothing_is_told_when_it_has_been_carried_out() -> None:
    sitting = Sitting("vrnz", "plans", programs={1: "random"})
    attack = Event("attack", {"hex": sitting.table.session.game.grid.index("3035"), "units": 1}, ("10.0a",), None)
    sitting.table.plans.append(Planned(1, AIMS, is_open=True, events=[attack]))
    shown = " ".join(sitting.play().split())
    assert (
        "The Axis player wanted to hold on, attacked mainly Belgorod (3035) and put the chance of winning at 42%."
        in shown
    )


def test_a_level_notes_its_plans() -> None:
    sitting = Sitting("vrnz", "plans", programs={1: "recruit"})
    sitting.play()
    assert sitting.table.plans and not any(plan.is_open for plan in sitting.table.plans)
