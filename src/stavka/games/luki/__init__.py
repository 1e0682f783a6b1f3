"""Velikye Luki: the battle for the city and for the railway behind it, November 1942 to January 1943."""

from typing import Final

from stavka.engine.manifest import Cover, Manifest

MANIFEST: Final = Manifest(
    key="luki",
    title="Velikye Luki",
    sides=("soviet", "german"),
    cover=Cover("2312", "campaign", ("so.9.18", "ge.83.i-257"), 4),
    opponents={"scripted": "agents.scripted:LukiPlayer"},
    yardsticks={"scripted-1": "agents.scripted:frozen"},
    craft="agents.craft:LukiCraft",
    tuning="agents.tuning:TUNING",
    features="features:FEATURES",
)
