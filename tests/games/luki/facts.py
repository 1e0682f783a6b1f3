"""Facts about Velikye Luki for tests, beyond its manifest."""

from typing import Final

from games.facts import Facts, Rulings, upto

FACTS: Final = Facts(
    examples=30,
    situations=200,
    guide=2,
    rulings=Rulings(417, 30, upto(103), frozenset({1, 24, 82, 84})),
    is_tagged=True,
)
