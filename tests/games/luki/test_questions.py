"""Questions: who is named in them, and what is not given up by mistake."""

from __future__ import annotations

from games.questions import named_attacker


def test_an_attack_names_its_attackers() -> None:
    assert named_attacker("luki", "campaign") == " Chosen: UNIT."
