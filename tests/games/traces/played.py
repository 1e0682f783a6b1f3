"""The playthroughs and counts of Traces of War."""

from __future__ import annotations

from games.golden.shapes import Entry, Golden, Start

SECURITY = "2918 0218 2305"
LUFTWAFFE = "offensive defensive offensive"
SOVIET_CHITS = "vrnz step sw sth vrnz reinforcement done"
AXIS_CHITS = "4pza hold-8a 1pza hold-6a done"
FIRST_DRAW = f"{SECURITY} {LUFTWAFFE} so.hq.sth done {SOVIET_CHITS} {AXIS_CHITS} draw"
PLAYED = Golden(
    "traces",
    {"race": Start("race", {}), "campaign": Start("campaign", {"vp_bid": True, "hq_conversion": True})},
    tuple(Start(("race", "campaign")[n % 2], {"vp_bid": n % 4 == 3, "hq_conversion": n % 3 == 2}) for n in range(24)),
    3000,
    (
        Entry("security divisions", "race", "", 4),
        Entry("bids", "campaign vp_bid", "", 2),
        Entry("luftwaffe", "race", SECURITY, 4),
        Entry("special activation", "campaign", f"{SECURITY} {LUFTWAFFE}", 4),
        Entry("special attack", "campaign", f"{SECURITY} {LUFTWAFFE} so.hq.vrnz", 5),
        Entry("soviet chits", "race", f"{SECURITY} {LUFTWAFFE} so.hq.sth done", 6),
        Entry("axis chits", "race", f"{SECURITY} {LUFTWAFFE} so.hq.sth done {SOVIET_CHITS}", 5),
        Entry("first draw", "race", f"{SECURITY} {LUFTWAFFE} so.hq.sth done {SOVIET_CHITS} {AXIS_CHITS}", 4),
        Entry("interrupt", "race", f"{FIRST_DRAW} sth", 2),
        Entry("activation of South", "race", f"{FIRST_DRAW} sth pass", 4),
        Entry("activation of 1PzA", "race", f"{FIRST_DRAW} 1pza pass", 4),
        Entry("reinforcements", "race", f"{FIRST_DRAW} reinforcement pass", 4),
        Entry("supply", "race", f"{FIRST_DRAW} supply", 3),
    ),
)
