"""Zitadelle: Duel for Kursk, 5 to 13 July 1943."""

from typing import Final

from stavka.engine.manifest import Cover, Manifest

MANIFEST: Final = Manifest(
    key="zitadelle",
    title="Zitadelle: Duel for Kursk",
    sides=("german", "soviet"),
    cover=Cover("S1227", "campaign", ("ax.tot.pz", "so.2gtc.25g"), 3),
    opponents={"scripted": "agents.scripted:ZitadellePlayer"},
    yardsticks={"scripted-1": "agents.scripted:frozen"},
    craft="agents.craft:ZitadelleCraft",
    tuning="agents.tuning:TUNING",
    features="features:FEATURES",
)
