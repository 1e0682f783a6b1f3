"""What describes a position of Zitadelle to a program that learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from stavka.agents.features import Features, Fixed, Seen, Track, column, number, own, several, single
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes.sides import hexes_of

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def zone(g: Zitadelle, s: Position, side: int) -> int:
    return enemy_zoc(g, s, SOVIET if side == GERMAN else GERMAN)


def formation_names(g: Zitadelle) -> Sequence[str]:
    return [formation.id for formation in g.formations]


def box_names(g: Zitadelle) -> Sequence[str]:
    return [str(number) for number in range(len(g.boxes))]


def tolled(g: Zitadelle, s: Position) -> int:
    return g.tolled(s)


def waters(g: Zitadelle) -> int:
    hexes = hexes_of(g.lakes)
    for sides in g.water.values():
        hexes |= hexes_of(sides)
    return hexes


def roads(g: Zitadelle) -> int:
    hexes = 0
    for sides in g.roads.values():
        hexes |= hexes_of(sides)
    return hexes


FEATURES: Final = Features(
    kind=lambda g: [unit.type for unit in g.units],
    ground={
        "town": Fixed("Towns.", lambda g: g.towns),
        "village": Fixed("Villages.", lambda g: g.terrain["village"] | g.terrain["heights-village"]),
        "woods": Fixed("Woods.", lambda g: g.terrain["woods"]),
        "heights": Fixed("Heights.", lambda g: g.terrain["heights"] | g.terrain["heights-village"]),
        "entrenchment": Fixed("Entrenchments.", lambda g: g.entrenchments),
        "mines": Fixed("Works with mines.", lambda g: g.mines),
        "works": Fixed("Field works of any kind.", lambda g: g.works),
        "water": Fixed("Hexes beside a river, a stream or a lake.", waters),
        "road": Fixed("Hexes with a road or a railway.", roads),
        "german edge": Fixed("The German map edge.", lambda g: g.edge),
        "victory": Fixed("Hexes that are worth VPs.", lambda g: sum(1 << hex_ for hex_ in g.values)),
    },
    sided={
        "occupied": Seen("Hexes with combat units.", own("occupied")),
        "zone": Seen("Hexes in the zone of control.", zone),
        "armour": Seen("Hexes with armoured units.", own("hard")),
        "full": Seen("Hexes without room for a battalion.", own("full")),
    },
    hexes={
        "held": Seen("Victory hexes that were last held by a German unit.", column("held")),
        "tolled": Seen("Hexes that air interdiction makes more expensive.", tolled),
    },
    printed={
        "anti-tank": Fixed("AT strength.", lambda g: [unit.at or 0 for unit in g.units]),
        "armour": Fixed("Armour.", lambda g: [unit.armour or 0 for unit in g.units]),
        "combat": Fixed("Combat strength.", lambda g: [unit.combat or 0 for unit in g.units]),
        "factor": Fixed("Bombardment factor.", lambda g: g.factor),
        "formation": Fixed("The number of its formation; -1: none.", lambda g: g.formation),
    },
    units={
        "disrupted": Seen("Disrupted.", column("disrupted")),
        "fired": Seen("Has fired in this fire phase.", column("fired")),
        "moved": Seen("Has moved in this Movement Phase.", column("moved")),
        "fought": Seen("Has attacked in this Assault Phase.", column("fought")),
        "defended": Seen("Has been attacked in this Assault Phase.", column("defended")),
        "retreated": Seen("Has retreated in this Assault Phase.", column("retreated")),
        "with tigers": Seen("Has a Tiger company.", column("tigers")),
    },
    tracks={
        "steps lost": Track("German steps lost.", single, number("lost")),
        "belgorod": Track("1 if the Soviets have retaken Belgorod.", single, number("belgorod")),
        "options": Track("The optional rules in use, as a bit set.", single, number("options")),
        "morale": Track("The PM level of each formation.", formation_names, several("morale")),
        "bombed": Track("The PM-1 markers of each formation.", formation_names, several("bombed")),
        "arrived": Track("Units entered this turn, by formation.", formation_names, several("arrived")),
        "chits": Track("The chit in each box of the variable entry, as far as known.", box_names, several("chits")),
        "opened": Track("The boxes that have been played, as a bit set.", single, number("opened")),
    },
    unit_sets=frozenset({"units", "defenders", "support", "must", "may", "waiting"}),
    hex_sets=frozenset({"hexes"}),
    numbers=frozenset({"points", "half_allowance", "drm", "column", "strength"}),
)
