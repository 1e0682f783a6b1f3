"""The Fords of Orle: the League tries to cross a river, the Crown to hold the towns behind it."""

from typing import Final

from stavka.engine.manifest import Cover, Manifest

MANIFEST: Final = Manifest(
    key="skirmish",
    title="The Fords of Orle",
    sides=("league", "crown"),
    cover=Cover("0405", "crossing", ("le.grenadiers", "cr.1foot"), 1),
    opponents={"scripted": "agents.scripted:ScriptedPlayer"},
)
