"""What describes a position of Velikye Luki to a program that learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from stavka.agents.features import Features, Fixed, Seen, Track, column, number, own, several, single
from stavka.engine.agent import Sight
from stavka.games.luki.rules.c05_zoc import zoc
from stavka.games.luki.rules.c11_combat.fight import Fight
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes.sides import hexes_of

if TYPE_CHECKING:
    from stavka.engine.kinds import Side
    from stavka.games.luki.game import Luki


def zone(g: Luki, s: Position, side: Side) -> int:
    return zoc(g, s, side)


def chit_names(g: Luki) -> Sequence[str]:
    return [chit.id for chit in g.chits]


def in_play(g: Luki, sight: Sight[Position]) -> Sequence[int]:
    return [sight.position.cup >> number & 1 for number in range(len(g.chits))]


def drawn(g: Luki, sight: Sight[Position]) -> Sequence[int]:
    """The chits that are drawn in the combat under way, as far as the seat knows them."""
    chits = 0
    for frame in sight.position.stack:
        if isinstance(frame, Fight):
            for those in (*frame.drawn, *frame.played):
                chits |= those
    return [chits >> number & 1 for number in range(len(g.chits))]


def held(name: str) -> Any:
    def of(g: Luki) -> int:
        hexes: int = g.terrain[name]
        return hexes

    return of


FEATURES: Final = Features(
    kind=lambda g: [unit.type for unit in g.units],
    ground={
        **{name: Fixed(f"Terrain: {name}.", held(name)) for name in ("city", "village", "lake", "swamp", "forest")},
        "creek": Fixed("Hexes beside a creek.", lambda g: hexes_of(g.creeks)),
        "lowat": Fixed("Hexes beside the Lowat.", lambda g: hexes_of(g.lowat)),
        "road": Fixed("Hexes with a road or a railway.", lambda g: hexes_of(g.roads)),
        "railway": Fixed("Hexes with a railway.", lambda g: g.rail_hexes),
        "soviet source": Fixed("Soviet supply sources.", lambda g: g.sources[SOVIET]),
        "german source": Fixed("German supply sources.", lambda g: g.sources[GERMAN]),
    },
    sided={
        "occupied": Seen("Hexes with units.", own("occupied")),
        "zone": Seen("Hexes in the zone of control.", zone),
    },
    printed={
        "combat": Fixed("Combat strength.", lambda g: [row[-1] for row in g.combat]),
        "tactical": Fixed("Tactical value.", lambda g: g.tactical),
        "allowance": Fixed("Movement allowance, in halves.", lambda g: g.allowance),
        "formation": Fixed("The number of its formation; -1: none.", lambda g: g.formation),
    },
    units={
        "used": Seen("Has moved or attacked in a segment of its side this turn.", column("used")),
        "moved": Seen("Has moved in this movement phase.", column("moved")),
        "fought": Seen("Has attacked in this combat phase.", column("fought")),
        "struck": Seen("Has been attacked in this combat phase.", column("struck")),
        "posted": Seen("Has used administrative movement in this segment.", column("posted")),
        "front": Seen("Laid on top of others of its rank.", column("front")),
    },
    rows={"kessel": Seen("The number of its Kessel; 0: in supply.", column("kessel"))},
    tracks={
        "segment": Track("The part of the turn.", single, number("segment")),
        "ap": Track("The AP that the player of the segment still has.", single, number("ap")),
        "points": Track("Soviet VPs so far, German ones taken off.", single, number("points")),
        "c3i": Track("C3I points, by side.", lambda g: g.sides, several("c3i")),
        "released": Track("1 if the garrison of Velikye Luki has been released.", single, number("released")),
        "converted": Track("1 if its strongpoints have been converted.", single, number("converted")),
        "city kessel": Track("The number of the Kessel of Velikye Luki; 0: none.", single, number("city_kessel")),
        "chits": Track("1 for each combat chit that is in play.", chit_names, in_play),
        "drawn": Track("1 for each chit of this combat that the seat has seen.", chit_names, drawn),
    },
    unit_sets=frozenset({"units", "attackers", "defenders"}),
    numbers=frozenset({"half_points", "number", "stage", "dice", "hexes_left", "losses", "steps"}),
)
