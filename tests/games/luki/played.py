"""The playthroughs and counts of Velikye Luki."""

from __future__ import annotations

from games.golden.shapes import Entry, Golden, Moment, Start, Wishes

ACTIVE = "done pass stop box wait spend-0 all arrange"
RING = "2111 2112 2113 2114 2211 2215 2310 2315 2410 2415 2510 2515 2611 2615 2711 2712 2713 2714 spend-3"
"""The hexes at two hexes from the city: a unit there has it in its zones."""
OUTSIDE = "2011 2012 2013 2014 2015 2110 2115 2210 2216 2309 2316 2409 2416 2509 2516 2610 2616 2710 2715"
OUTSIDE += " 2811 2812 2813 2814 2815"
GARRISON = "infiltrate guide release convert pass spend-3 draw"
BREAKOUT = Wishes({"soviet": (RING,), "german": (GARRISON, "ge.brd803")}, ACTIVE)
GUIDES = Wishes({"soviet": (RING,), "german": (GARRISON, "ge.brd803", OUTSIDE)}, ACTIVE)
PLAYED = Golden(
    "luki",
    {"cut-the-line": Start("cut-the-line", {}), "campaign": Start("campaign", {})},
    (
        *(Start(("cut-the-line", "campaign")[n % 2], {}) for n in range(3)),
        Start("campaign", {}, BREAKOUT, "step 0"),
        Start("campaign", {}, GUIDES, "step 76"),
    ),
    4000,
    (
        Entry("set-up", "campaign", "", 2),
        Entry("first attack", "campaign", "~120", 2),
        Entry("in the first turn", "cut-the-line", "~300", 2),
        Entry("in the campaign", "campaign", "~900", 2),
    ),
    (Moment("13-garrison.toml", "A die decides between Kessels that are alike"),),
)
