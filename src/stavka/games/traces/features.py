"""What describes a position of Traces of War to a program that learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from stavka.agents.features import Features, Fixed, Seen, Track, column, number, own, several, single
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import CarryingOut
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.games.traces.view import TracesSight
from stavka.hexes.sides import hexes_of

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def zone(g: Traces, s: Position, side: int) -> int:
    return enemy_zoc(g, s, AXIS if side == SOVIET else SOVIET)


def chit_names(g: Traces) -> Sequence[str]:
    return [chit.id for chit in g.chits]


def counted(name: str) -> Any:
    """The numbers that a seat knows of its own chits; 0 for all others."""

    def of(g: Traces, sight: TracesSight) -> Sequence[int]:
        found: Sequence[int] = sight.chits.get(name, ())
        return found or [0] * len(g.chits)

    return of


def markers(g: Traces, sight: TracesSight) -> Sequence[int]:
    found: Sequence[int] = sight.chits.get("air_own", (0, 0))
    return found


def totals(g: Traces, sight: TracesSight) -> Sequence[int]:
    chits = sight.chits
    return chits["cup"], chits["hand"], chits["air"]


def selected(g: Traces, sight: TracesSight) -> Sequence[int]:
    """The seat's own chits that it is selecting, for the cup or the hand."""
    for frame in sight.position.stack:
        if isinstance(frame, SelectingChits):
            return [cup + hand for cup, hand in zip(frame.cup, frame.hand, strict=True)]
    return [0] * len(g.chits)


def carried_out(g: Traces, sight: TracesSight) -> Sequence[int]:
    """The number of the chit that is being carried out; -1: none."""
    chits = [frame.chit for frame in sight.position.stack if isinstance(frame, CarryingOut)]
    return (chits[-1] if chits else -1,)


def air_names(g: Traces) -> Sequence[str]:
    return ("offensive", "defensive")


FEATURES: Final = Features(
    kind=lambda g: [unit.type for unit in g.units],
    ground={
        "swamp": Fixed("Swamp.", lambda g: g.swamp),
        "rough": Fixed("Rough terrain.", lambda g: g.terrain.get("rough", 0)),
        "major city": Fixed("Major Cities.", lambda g: g.major_cities),
        "city": Fixed("Cities, the major ones included.", lambda g: g.cities),
        "crossing point": Fixed("Crossing Points.", lambda g: g.crossings),
        "breakthrough": Fixed("Breakthrough hexes.", lambda g: g.breakthrough),
        "west bank": Fixed("Hexes west of the Dnipro.", lambda g: g.west_bank),
        "major river": Fixed("Hexes beside a Major River.", lambda g: hexes_of(g.major)),
        "minor river": Fixed("Hexes beside a Minor River.", lambda g: hexes_of(g.minor)),
        "road": Fixed("Hexes with a road.", lambda g: g.road_hexes),
        "railway": Fixed("Hexes with a railway.", lambda g: g.rail_hexes),
        "soviet source": Fixed("Soviet supply sources.", lambda g: g.sources[SOVIET]),
        "axis source": Fixed("Axis supply sources.", lambda g: g.sources[AXIS]),
    },
    sided={
        "occupied": Seen("Hexes with units.", own("occupied")),
        "zone": Seen("Hexes in the zone of control.", zone),
        "headquarters": Seen("Hexes with an HQ.", own("hq_at")),
    },
    hexes={
        "soviet city": Seen("Cities under Soviet control.", column("cities")),
        "soviet crossing": Seen("Crossing Points under Soviet control.", column("crossings")),
        "ordered": Seen("Major Cities under a Supreme Command Order.", column("orders")),
        "attacked": Seen("Hexes attacked in this activation.", column("attacked")),
    },
    printed={
        "attack": Fixed("Attack strength.", lambda g: [unit.attack or 0 for unit in g.units]),
        "defence": Fixed("Defence strength.", lambda g: [unit.defence or 0 for unit in g.units]),
        "move": Fixed("Movement allowance.", lambda g: [unit.move or 0 for unit in g.units]),
        "range": Fixed("Command range of an HQ.", lambda g: [unit.range or 0 for unit in g.units]),
    },
    units={
        "activated": Seen("Activated.", column("activated")),
        "moved": Seen("Has moved in this activation.", column("moved")),
        "fought": Seen("Has fought in this activation.", column("fought")),
        "out of supply": Seen("Has an Out of Supply marker.", column("oos")),
        "isolated": Seen("Has an Isolated marker.", column("isolated")),
    },
    tracks={
        "threshold": Track("The Soviet VPs needed, in quarters.", single, number("threshold")),
        "played": Track("Chits played this turn, by kind.", chit_names, several("played")),
        "shown": Track(
            "Chits that were put back into the cup in sight of both, by kind.", chit_names, several("shown")
        ),
        "cup": Track("The seat's own chits in the cup, by kind.", chit_names, counted("cup_own")),
        "hand": Track("The chits in the Axis hand, by kind; 0 for the Soviet seat.", chit_names, counted("hand_own")),
        "selected": Track("The seat's own chits that it is selecting, by kind.", chit_names, selected),
        "chit": Track("The number of the chit that is being carried out; -1: none.", single, carried_out),
        "markers": Track("The Luftwaffe markers in the Axis hand; 0 for the Soviet seat.", air_names, markers),
        "markers used": Track("The Luftwaffe markers used this turn.", air_names, several("air_used")),
        "totals": Track("The numbers of hidden things.", lambda g: ("cup", "hand", "markers"), totals),
        "relocations": Track("Relocations of HQs, by side.", lambda g: g.sides, several("relocations")),
        "stavka": Track("1 if the STAVKA chit can be selected this turn.", single, number("stavka")),
        "swapped": Track("1 if the first seat plays the Axis.", single, number("swapped")),
    },
    unit_sets=frozenset({"units", "attackers", "hqs", "movable"}),
    numbers=frozenset({"half_points", "markers_left", "hexes_left", "column", "drm", "steps"}),
)
