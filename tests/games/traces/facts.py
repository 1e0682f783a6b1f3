"""What tests know of Traces of War besides what it says of itself."""

from typing import Final

from games.facts import Facts

FACTS: Final = Facts(examples=39, situations=200, guide=2, rare=frozenset({"unsupplied_hqs"}))
