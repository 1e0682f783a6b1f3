"""Facts about Roads to Moscow for tests, beyond its manifest."""

from typing import Final

from games.facts import Facts, Rulings, upto

FACTS: Final = Facts(
    examples=77,
    situations=200,
    guide=2,
    has_full_names=False,
    rare=frozenset(
        {
            *("reveal", "check_lead", "overrun_die", "recovery", "excess", "set_up", "groups", "join", "zone_check"),
            *("special", "combine", "second_hex", "secret_cas", "lead", "lose"),
        }
    ),
    rulings=Rulings(835, 77, upto(63) | frozenset(range(101, 307)), frozenset({1, 10, 63, 101, 116, 281, 290})),
)
