"""What is printed and counted of each game: which games are played through, and from where sequences are counted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from stavka import games
from stavka.engine.machine import Game

HERE = Path(__file__).parent


class Wishes(NamedTuple):
    """What the sides pick before anything else, and what they pick only where nothing else is offered: some steps wait
    only in games that are played to some purpose."""

    first: Mapping[str, tuple[str, ...]]
    """By side: words, those of an earlier string before those of a later one."""
    last: str

    def rank(self, side: str, word: str) -> tuple[int, bool]:
        """How a side would like a pick; the lower the better."""
        ranks = self.first.get(side, ())
        wish = next((i for i, words in enumerate(ranks) if word in words.split()), len(ranks))
        return wish, word in self.last.split()


class Start(NamedTuple):
    scenario: str
    options: Mapping[str, bool]
    wishes: Wishes = Wishes({}, "")
    seed: str = ""
    """Of a sampled game; without one it is its number."""


class Entry(NamedTuple):
    """Where sequences of picks are counted, and how deep. `play` is what is picked first, by whoever is listed first;
    `~40` in it are forty picks by hash, as in a playthrough."""

    id: str
    start: str
    play: str
    depth: int


class Moment(NamedTuple):
    """A situation that begins while a step waits."""

    file: str
    name: str


class Golden(NamedTuple):
    key: str
    playthroughs: Mapping[str, Start]
    """By the name of the file."""
    sampled: tuple[Start, ...]
    """The games from which every step is taken when it waits for the first time."""
    picks: int
    """How many picks of each of them."""
    entries: tuple[Entry, ...]
    moments: tuple[Moment, ...] = ()
    """Steps to which these games do not come."""
    seldom: frozenset[str] = frozenset()
    """Steps that are not shown."""

    @property
    def game(self) -> Game[Any]:
        return games.load(self.key)

    @property
    def folder(self) -> Path:
        return HERE / self.key


def named(key: str, *on: str) -> dict[str, bool]:
    """All options of a game, those that are named turned on."""
    return {name: name in on for name in games.about(key)["options"]}


# -- Traces of War --------------------------------------------------------------------------------------------------

SECURITY = "2918 0218 2305"
LUFTWAFFE = "offensive defensive offensive"
SOVIET_CHITS = "vrnz step sw sth vrnz reinforcement done"
AXIS_CHITS = "4pza hold-8a 1pza hold-6a done"
FIRST_DRAW = f"{SECURITY} {LUFTWAFFE} so.hq.sth done {SOVIET_CHITS} {AXIS_CHITS} draw"
TRACES = Golden(
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

# -- Zitadelle ------------------------------------------------------------------------------------------------------

ALL_OPTIONS = tuple(games.about("zitadelle")["options"])
ZITADELLE = Golden(
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

# -- Velikye Luki ---------------------------------------------------------------------------------------------------

ACTIVE = "done pass stop box wait spend-0 all arrange"
RING = "2111 2112 2113 2114 2211 2215 2310 2315 2410 2415 2510 2515 2611 2615 2711 2712 2713 2714 spend-3"
"""Two hexes from the city: whoever stands there has it in his zones."""
OUTSIDE = "2011 2012 2013 2014 2015 2110 2115 2210 2216 2309 2316 2409 2416 2509 2516 2610 2616 2710 2715"
OUTSIDE += " 2811 2812 2813 2814 2815"
GARRISON = "infiltrate guide release convert pass spend-3 draw"
BREAKOUT = Wishes({"soviet": (RING,), "german": (GARRISON, "ge.brd803")}, ACTIVE)
GUIDES = Wishes({"soviet": (RING,), "german": (GARRISON, "ge.brd803", OUTSIDE)}, ACTIVE)
LUKI = Golden(
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

# -- Roads to Moscow ------------------------------------------------------------------------------------------------

MOSCOW = Golden(
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

GOLDEN = {golden.key: golden for golden in (TRACES, ZITADELLE, LUKI, MOSCOW)}
