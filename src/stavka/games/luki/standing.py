"""The questions that a player need not be asked in every segment."""

from __future__ import annotations

from typing import Final

from stavka.engine.standing import StandingQuestion, option

STANDING: Final = {
    "box": StandingQuestion(frozenset({"from_box"}), "10.4a", {"never": option("pass")}),
    "to box": StandingQuestion(frozenset({"to_box"}), "10.4e", {"never": option("pass")}, default="never"),
}
"""Standing answers. Nobody has to move to or from the administrative box, and a player who does not want to says so
once. Units in the box wait for somebody to remember them, so leaving them there is no default; units on the map are
seldom sent back."""
