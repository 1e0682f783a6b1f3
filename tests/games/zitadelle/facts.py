"""Facts about Zitadelle for tests, beyond its manifest."""

from typing import Final

from games.facts import Facts, Rulings, upto

FACTS: Final = Facts(
    examples=37,
    situations=200,
    guide=2,
    rare=frozenset({"excess", "further", "hit", "which", "advance_unit", "minimum", "attach_tigers"}),
    rulings=Rulings(354, 37, upto(75), frozenset({1, 24, 70})),
    is_tagged=True,
)
