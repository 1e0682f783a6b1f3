"""Facts about Roads to Moscow for tests, beyond its manifest."""

from typing import Final

from games.facts import Box, Ended, Facts, Guided, Hunted, Name, Rulings, Thrown, Typed, upto
from stavka.agents.tables import Ending

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
    thrown=Thrown("mtsensk", 500),
    headings={"turn": "turn", "sequence": "activation", "odds": "combat", "overrun odds": "combat"},
    is_sum=lambda told, parts: abs(told) <= abs(parts),  # the table ends at a limit
    guided=Guided("en", "mtsensk", "The German player attacks, and wins with 3 Victory Points"),
    banned={
        "es": (
            *(r"\bZOC\b", r"\bHQ\b", r"\bMP\b", r"\bVP\b", r"\bCRT\b", r"\bDRM\b", r"\bER\b"),
            *(r"[Ss]uministr", r"\bTEC\b", r"\b[Tt]azas?\b", r"[Aa]ccidentad", r"\b[Rr]atios?\b"),
            r"Estado de Abastecimiento",
        ),
        "fr": (r"\b(le|un|du|meilleur|haut) ER\b",),
    },
    box=Box(
        "4 to 19 October 1941",
        "Del 4 al 19 de octubre de 1941",
        "Drive on Mtsensk",
        5,
        ("I/7", "1+2/18"),
        ("7-4-7", "3-3-6"),
    ),
    endings=(Ended("mtsensk", {"result": "soviet", "points": -40}, Ending("soviet", -42.5)),),  # it takes 3 VP
    hunted=Hunted((5, 19, 25), 12, 300),
    names=(
        Name("1 Workers (5 A)", "1 Obreros (5 A)", "1 Ouvriers (5 A)"),
        Name("I/35 (PzR 35)", "I/35 (PzR 35)", "I/35 (PzR 35)"),
    ),
    typed=Typed(
        ("mtsensk", "--soviet", "random"),
        "done\nformation-eberbach\nmobile\ndone\ndone\nodds MT3406\nsupply\n",
        (
            "no enemy unit that can attack is adjacent",
            "German units marked out of supply: none",
        ),
    ),
)
