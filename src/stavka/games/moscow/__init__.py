"""Roads to Moscow: Mozhaysk and Mtsensk, October 1941."""

from typing import Final

from stavka.engine.manifest import Cover, Manifest

MANIFEST: Final = Manifest(
    key="moscow",
    title="Roads to Moscow",
    sides=("german", "soviet"),
    cover=Cover("MZ1714", "borodino", ("ax.10pz.i7", "so.18t.i"), 5),
    opponents={"scripted": "agents.scripted:MoscowPlayer"},
    yardsticks={"scripted-1": "agents.scripted:frozen"},
    craft="agents.craft:MoscowCraft",
    tuning="agents.tuning:TUNING",
    features="features:FEATURES",
)
