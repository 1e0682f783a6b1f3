"""What describes a position of Roads to Moscow to a program that learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from stavka.agents.features import Features, Fixed, Seen, Track, column, number, own, several, single
from stavka.engine.agent import Sight
from stavka.games.moscow.board import ROADS
from stavka.games.moscow.rules.c03_basic_concepts import zones_of_control
from stavka.games.moscow.state import MARKER_PLACES, Position
from stavka.hexes.sides import hexes_of

if TYPE_CHECKING:
    from stavka.engine.kinds import Side
    from stavka.games.moscow.game import Moscow

MOST_GROUPS: Final = 3


def zone(g: Moscow, s: Position, side: Side) -> int:
    return zones_of_control.zone(g, s, side)


def marker_names(g: Moscow) -> Sequence[str]:
    return [str(number) for number in range(len(g.marker_of))]


def attacked(g: Moscow, s: Position) -> int:
    return sum({1 << attack[0] for attack in s.attacks})


def ground(name: str) -> Any:
    def of(g: Moscow) -> int:
        hexes: int = g.terrain[name]
        return hexes

    return of


def network(name: str) -> Any:
    def of(g: Moscow) -> int:
        return hexes_of(g.links[name])

    return of


def roads(g: Moscow) -> int:
    hexes = 0
    for name in ROADS:
        hexes |= hexes_of(g.links[name])
    return hexes


def calls(g: Moscow, sight: Sight[Position]) -> Sequence[int]:
    """The turns in which the Optional Groups were called; scenarios with fewer groups leave zeros."""
    found = list(sight.position.calls)
    return [*found, *[0] * (MOST_GROUPS - len(found))]


FEATURES: Final = Features(
    kind=lambda g: [unit.type for unit in g.units],
    ground={
        **{
            name: Fixed(f"Terrain: {name}.", ground(name))
            for name in ("rough", "clear-woods", "rough-woods", "marsh-woods", "hamlet", "village", "town")
        },
        "stream": Fixed("Hexes beside a stream.", lambda g: hexes_of(g.stream)),
        "river": Fixed("Hexes beside a river.", lambda g: hexes_of(g.river)),
        "road": Fixed("Hexes with a road.", roads),
        "trail": Fixed("Hexes with a trail.", network("trail")),
        "railway": Fixed("Hexes with a railway.", network("railway")),
        "line": Fixed("Hexes with a Fortified Line.", lambda g: g.line_hexes),
        "first source": Fixed("Supply sources of the first side.", lambda g: g.sources[0]),
        "second source": Fixed("Supply sources of the second side.", lambda g: g.sources[1]),
    },
    sided={
        "occupied": Seen("Hexes with combat units.", own("occupied")),
        "zone": Seen("Hexes in the zone of control.", zone),
        "strongpoint": Seen("Hexes with a completed Strongpoint.", own("forts")),
    },
    hexes={
        "german": Seen("Hexes under German control.", column("german")),
        "line down": Seen("Hexes whose Fortified Line is destroyed.", column("lines_down")),
        "holding": Seen("Hexes with a No Retreat marker.", column("holding")),
        "stubborn": Seen("Hexes that have failed to refuse combat in this Sequence.", column("stubborn")),
        "declared": Seen("Hexes against which an attack is declared.", attacked),
    },
    printed={
        "attack": Fixed("Attack strength.", lambda g: [row[-1] for row in g.attack]),
        "defence": Fixed("Defence strength.", lambda g: [row[-1] for row in g.defence]),
        "effectiveness": Fixed("Effectiveness Rating.", lambda g: [row[-1] for row in g.printed_er]),
        "support": Fixed("Artillery support.", lambda g: g.support),
        "range": Fixed("Range of artillery.", lambda g: g.range_of),
        "move": Fixed("Movement allowance, in halves.", lambda g: g.move_halves),
        "command": Fixed("Command Points.", lambda g: g.command_points),
        "formation": Fixed("The number of its Formation; -1: an Army unit.", lambda g: g.formation),
    },
    units={
        name.replace("_", " "): Seen(says, column(name))
        for name, says in (
            ("disrupted", "Disrupted."),
            ("emergency", "In Emergency Supply."),
            ("oos", "Out of supply."),
            ("low_fuel", "Low on fuel."),
            ("fed", "Has been given fuel in its last activation."),
            ("fired", "On its Fired side."),
            ("spent", "On its Spent side."),
            ("once", "Has a First Activation marker."),
            ("twice", "Has a Final Activation marker."),
            ("moved", "Has moved in this Movement Phase."),
            ("building", "Has an Under Construction marker."),
            ("fought", "Has attacked in this Combat Phase, or its attack was refused."),
            ("silent", "May support only its own hex in this Combat Phase."),
        )
    },
    rows={"joined": Seen("The Formation with which an Army unit is active, plus 1.", column("joined"))},
    tracks={
        "weather": Track("0: dry, 1: cloudy, 2: rain.", single, number("weather")),
        "first": Track("The First Player, as the number of a side.", single, number("first")),
        "sequence": Track("0: none, 1: Mobile, 2: Assault Sequence.", single, number("sequence")),
        "active": Track("The active Formations, as a bit set.", single, number("active")),
        "points": Track("The attacker's VPs for what has happened.", single, number("points")),
        "options": Track("The optional rules in use, as a bit set.", single, number("options")),
        "initiative": Track("The DRM on the next initiative roll, by side.", lambda g: g.sides, several("initiative")),
        "calls": Track("The turn in which each Optional Group was called.", lambda g: ("1", "2", "3"), calls),
        "markers": Track(
            f"The place of each activation marker, as far as known ({', '.join(MARKER_PLACES)}): what the other side "
            "hides stands in order, so only its numbers tell.",
            marker_names,
            several("markers"),
        ),
    },
    unit_sets=frozenset({"units", "candidates", "leaders", "in_range", "refusers"}),
    numbers=frozenset({"half_points", "drm", "column", "steps", "attempts"}),
)
