"""Facts about Velikye Luki for tests, beyond its manifest."""

from operator import eq
from typing import Final

from games.facts import Box, Ended, Facts, Guided, Hunted, Name, Rulings, Thrown, Typed, upto
from stavka.agents.tables import Ending

FACTS: Final = Facts(
    examples=30,
    situations=200,
    guide=2,
    rulings=Rulings(417, 30, upto(103), frozenset({1, 24, 82, 84})),
    is_tagged=True,
    thrown=Thrown("cut-the-line", 700),
    headings={"turn": "turn", "segment": "activation", "limited": "activation", "attack": "combat"},
    is_sum=eq,
    guided=Guided("fr", "cut-the-line", "Les points de victoire (VP) après 3 tours décident", is_on_a_phone=True),
    banned={
        "es": (
            r"\bMP\b",
            r"\brehus",
            r"Velikye",
            r"Nowosokolniki",
            r"\bLowat\b",
            r"\bestática",
            r"\b[Rr]atios?\b",
            r"\bRE\b",
        ),
        "fr": (r"Velikye", r"Nowosokolniki", r"\bLowat\b"),
    },
    box=Box(
        "November 1942 to January 1943",
        "De noviembre de 1942 a enero de 1943",
        "Cut the line",
        4,
        ("9-18", "83-I/257"),
        ("13-3-4", "5-2-4"),
    ),
    endings=(
        Ended("cut-the-line", {"result": "draw", "points": 20}, Ending("", 2.5)),  # a draw from 14 to 21
        Ended("campaign", {"result": "german-marginal", "points": 50}, Ending("german", -9.5)),  # from 56 to 63
    ),
    hunted=Hunted((0, 1)),
    names=(
        Name(
            "1st strongpoint of Nowosokolniki",
            "1.er punto fuerte de Novosokólniki",
            "1er point d'appui de Novosokolniki",
        ),
        Name(
            "Engineer Battalion of the 6th Luftwaffe Field Division",
            "Batallón de Ingenieros de la 6.ª División de Campaña de la Luftwaffe",
            "bataillon de pionniers de la 6e division de campagne de la Luftwaffe",
        ),
    ),
    typed=Typed(
        ("cut-the-line", "--german", "random"),
        "supply\nhand\nvp\n",
        (
            "Soviet supply sources in service: ",
            "Soviet units marked isolated: ",
            "Staff: Soviet C3I points: ",
        ),
    ),
)
