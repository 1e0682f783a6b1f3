"""Geometry of hex maps: grids, sets of hexes, floods, reach and paths. It knows no game and needs no other package."""

from stavka.hexes.fields import FAR, far_from
from stavka.hexes.flood import distances, flood
from stavka.hexes.grid import Grid, Hexes, Sides
from stavka.hexes.kinds import NO_HEX, Column, Hex, Table
from stavka.hexes.paths import best_paths
from stavka.hexes.reach import (
    BARRED,
    HALT,
    NEAR,
    EdgeKind,
    Edges,
    Enemy,
    Reach,
    build_edges,
    change_costs,
    edge,
    exits,
    join_edges,
    path,
    reach,
)
from stavka.hexes.reacher import Reacher
from stavka.hexes.spec import GridSpec
from stavka.hexes.walk import Tolls

__all__ = [
    "BARRED",
    "FAR",
    "HALT",
    "NEAR",
    "NO_HEX",
    "Column",
    "EdgeKind",
    "Edges",
    "Enemy",
    "Grid",
    "GridSpec",
    "Hex",
    "Hexes",
    "Reach",
    "Reacher",
    "Sides",
    "Table",
    "Tolls",
    "best_paths",
    "build_edges",
    "change_costs",
    "distances",
    "edge",
    "exits",
    "far_from",
    "flood",
    "join_edges",
    "path",
    "reach",
]
