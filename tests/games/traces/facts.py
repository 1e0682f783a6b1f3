"""Facts about Traces of War for tests, beyond its manifest."""

from typing import Final

from games.facts import Box, Ended, Facts, Hunted, Name, Thrown, Typed
from stavka.agents.tables import Ending

FACTS: Final = Facts(
    examples=39,
    situations=200,
    guide=2,
    rare=frozenset({"unsupplied_hqs"}),
    thrown=Thrown("race", 1600),
    headings={"turn": "turn", "chit drawn": "activation", "interrupt": "activation", "attack": "combat"},
    banned={"fr": (r"\bforce d.attaque", r"\bforce de défense", r"règles facultatives", r"\d,5-1\b")},
    box=Box(
        "August 1943 to March 1944",
        "De agosto de 1943 a marzo de 1944",
        "Race to the Dnipro",
        2,
        ("5GTk", "GD"),
        ("6-4-7", "9-7-8"),
    ),
    # nobody over the river, 50 VP needed
    endings=(Ended("race", {"result": "axis points"}, Ending("axis", -50.0)),),
    hunted=Hunted((0, 5)),
    names=(
        Name("1st Infantry Division", "1.ª División de Infantería", "1re division d'infanterie"),
        Name("1st Mechanised Corps", "1.er Cuerpo Mecanizado", "1er corps mécanisé"),
        Name("2nd Guards Mechanised Corps", "2.º Cuerpo Mecanizado de Guardias", "2e corps mécanisé de la Garde"),
        Name("21st Light Division (Hungarian)", "21.ª División Ligera (húngara)", "21e division légère (hongroise)"),
        Name("23rd Rifle Corps", "23.er Cuerpo de Fusileros", "23e corps de fusiliers"),
        Name(
            "8th Army HQ (Army Detachment Kempf until 22 August 1943)",
            "HQ del 8.º Ejército (Destacamento de Ejército Kempf hasta el 22 de agosto de 1943)",
            "QG de la 8e armée (détachement d'armée Kempf jusqu'au 22 août 1943)",
        ),
        Name("Steppe Front HQ", "HQ del Frente de la Estepa", "QG du front de la Steppe"),
    ),
    typed=Typed(
        ("race", "--axis", "random"),
        "vrnz\n3133\nodds\n27A\nsupply\nhand\n",
        (
            "Attack on 3133\n  attack    17  22G from 3234 5",
            "  attack     5  27A from 3233 5 [10.2a]\n  defence    4  255 4 [10.2a]\n",
            "  With Defensive AS: roll -2 [7.0i]: A2 50%  A1 33.3%  - 16.7%\n",
            "Soviet units marked Isolated: none\n",
            "Soviet Crossing Points: 0 of 7; Chits and markers: Cup: 0, Axis hand: 0, Luftwaffe: 3",
        ),
    ),
)
