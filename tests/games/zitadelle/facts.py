"""Facts about Zitadelle for tests, beyond its manifest."""

from operator import eq
from typing import Final

from games.facts import Box, Ended, Facts, Guided, Hunted, Name, Rulings, Thrown, Typed, upto
from stavka.agents.tables import Ending

FACTS: Final = Facts(
    examples=37,
    situations=200,
    guide=2,
    rare=frozenset({"excess", "further", "hit", "which", "advance_unit", "minimum", "attach_tigers"}),
    rulings=Rulings(354, 37, upto(75), frozenset({1, 24, 70})),
    is_tagged=True,
    thrown=Thrown("campaign", 700),
    headings={"turn": "turn", "assault": "combat", "moves": "other"},
    is_sum=eq,
    guided=Guided("es", "campaign", "Los Puntos de Victoria (VP) alemanes tras 9 turnos deciden la partida"),
    banned={
        "es": (
            r"\bMP\b",
            r"\bBelgorod\b",
            r"\bunidad(es)? (no )?blindada",
            r"carreteras? principal",
            r"\b[Rr]atios?\b",
            r"[Pp]aracaid",
        ),
        "fr": (r"\bBelgorod\b", r"\bPM\b"),
    },
    box=Box(
        "5 to 13 July 1943",
        "Del 5 al 13 de julio de 1943",
        "Operation Zitadelle",
        3,
        ("3 SS", "25 G"),
        ("7-4-4", "4-2-3"),
    ),
    # -10 of -14.5
    endings=(Ended("campaign", {"result": "soviet-tactical", "lost": 10}, Ending("german", 4.5)),),
    hunted=Hunted((3,), 200, 2500),
    names=(
        Name(
            "1st Company, 503rd Heavy Panzer Battalion",
            "1.ª Compañía, 503.er Batallón Panzer Pesado",
            "1re compagnie, 503e bataillon lourd de Panzers",
        ),
        Name(
            "I Battalion, 11th Panzer Regiment",
            "I Batallón, 11.º Regimiento Panzer",
            "Ier bataillon, 11e régiment de Panzers",
        ),
        Name(
            "27th and 30th Guards Tank Regiments",
            "Regimientos de Tanques de Guardias 27.º y 30.º",
            "27e et 30e régiments de chars de la Garde",
        ),
        Name("Artillery Command 101", "Mando de Artillería 101", "commandement d'artillerie 101"),
        Name("KG 27", "KG 27", "KG 27"),
        Name("II SS Panzer Corps", "II Cuerpo Panzer SS", "IIe corps de Panzers SS"),
        Name("1st Tank Army", "1.er Ejército de Tanques", "1re armée de chars"),
    ),
    typed=Typed(
        ("--soviet", "random"),
        "historical\nhand\nsupply\n",
        (
            "German morale (PM) and MP: 7: 10 MP (XX AK, ",
            "This game does not use supply.",
        ),
    ),
)
