"""The playthroughs and counts of Zitadelle."""

from __future__ import annotations

from games.golden.shapes import Entry, Golden, Moment, Start, named
from stavka import games

ALL_OPTIONS = tuple(games.about("zitadelle")["options"])
PLAYED = Golden(
    "zitadelle",
    {"campaign": Start("campaign", {}), "options": Start("campaign", named("zitadelle", *ALL_OPTIONS))},
    tuple(Start("campaign", named("zitadelle", *ALL_OPTIONS[5 * n :])) for n in range(3)),
    5000,
    (
        Entry("soviet set-up", "campaign", "", 2),
        Entry("chits", "campaign variable_entry", "", 3),
        Entry("model option", "campaign model", "historical", 2),
        Entry("battalions", "campaign panzer_battalions", "historical", 2),
        Entry("air units", "campaign", "historical historical", 2),
        Entry("german fire", "campaign", "historical historical done", 2),
        Entry("in the first turn", "campaign", "historical historical ~60", 2),
        Entry("in the second turn", "campaign", "historical historical ~700", 2),
    ),
    (
        Moment(
            "13-optional-rules.toml", "A corps without a free regiment does not keep the Tigers of another from theirs"
        ),
    ),
)
