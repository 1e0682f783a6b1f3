"""Facts about Traces of War for tests, beyond its manifest."""

from typing import Final

from games.facts import Facts

FACTS: Final = Facts(examples=39, situations=200, guide=2, rare=frozenset({"unsupplied_hqs"}))
