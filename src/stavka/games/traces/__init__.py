"""Traces of War: the Soviet drive to and over the Dnipro, August 1943 to March 1944."""

from typing import Final

from stavka.engine.manifest import Cover, Manifest

MANIFEST: Final = Manifest(
    key="traces",
    title="Traces of War",
    sides=("soviet", "axis"),
    cover=Cover("1926", "race", ("so.5gtc", "ax.gd"), 2),
    opponents={"scripted": "agents.scripted:ScriptedPlayer"},
    yardsticks={"scripted-1": "agents.scripted:frozen"},
    craft="agents.craft:TracesCraft",
    tuning="agents.tuning:TUNING",
    features="features:FEATURES",
)
