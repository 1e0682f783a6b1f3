"""The playthroughs and counts of Roads to Moscow."""

from __future__ import annotations

from games.golden.shapes import Entry, Golden, Moment, Start, named

PLAYED = Golden(
    "moscow",
    {"mtsensk": Start("mtsensk", {}), "artemki": Start("artemki", named("moscow", "secret_cas"))},
    tuple(
        Start(
            ("artemki", "mtsensk", "borodino", "tula")[n % 4],
            named("moscow", *["secret_cas"] * (n % 3 == 0)),
            seed=f"step {n}",
        )
        for n in (*range(24), 33, 36, 72)
    ),
    2500,
    (
        Entry("the first marker", "mtsensk", "", 2),
        Entry("in the first turn", "mtsensk", "~120", 2),
        Entry("in the long scenario", "borodino", "~250", 2),
    ),
    (Moment("09-reaction.toml", "Where No Retreat can be declared, and where it needs no die"),),
    seldom=frozenset({"overrun_die", "recovery", "special", "zone_check"}),
)
