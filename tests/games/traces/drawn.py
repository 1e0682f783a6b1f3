"""Positions of Traces of War on maps drawn for a test."""

from functools import partial

from games.drawn import drawn as drawn_of
from stavka.engine.state import Json

MAP: Json = {
    "picture": """
  . r . . .
 c . . . .
  . . . . .
""",
    "minor": ["0203/0204"],
    "soviet_sources": ["0105"],
    "axis_sources": ["0201"],
}
"""Row 03 at the top. 0203 is next to 0202, 0204, 0302, 0303, 0102 and 0103."""

drawn = partial(drawn_of, "traces")
