"""The questions that a player need not be asked in every segment."""

from __future__ import annotations

from typing import Final

from stavka.engine.standing import StandingQuestion, option

STANDING: Final = {
    "box": StandingQuestion(frozenset({"from_box", "to_box"}), "10.4a", {"never": option("pass")}),
}
"""Standing answers: nobody has to move to or from the administrative box, and a player who does not want to says so
once."""
