"""The package that `import stavka` loads: load a game, start a scenario, ask, pick, roll, look, record, replay,
explain, draw.

It is a thin layer over the engine. Hexes, units, options and outcomes are the words that a record has ("1731",
"so.5gta", "done"), and seats are named by their sides ("soviet"). Where you want more, `game.engine` and
`position.state` are the engine's own objects."""

from stavka.api.game import Game, available, load, position
from stavka.api.offer import Offer
from stavka.api.picture import Picture
from stavka.api.play import Play, Position
from stavka.api.records import moves, replay, resume, verify
from stavka.engine.notation import PositionError
from stavka.engine.offer import Reason, RefusedError
from stavka.engine.record import RecordError
from stavka.games import UnknownGameError

__all__ = [
    "Game",
    "Offer",
    "Picture",
    "Play",
    "Position",
    "PositionError",
    "Reason",
    "RecordError",
    "RefusedError",
    "UnknownGameError",
    "available",
    "load",
    "moves",
    "position",
    "replay",
    "resume",
    "verify",
]
