"""The levels of the computer opponent, for any game that has a craft: one program with less or more thought."""

from __future__ import annotations

from typing import Final

RECRUIT: Final = "recruit"
OFFICER: Final = "officer"
STAFF: Final = "staff"
MARSHAL: Final = "marshal"
LEVELS: Final = (RECRUIT, OFFICER, STAFF, MARSHAL)
"""The levels, the weakest first."""
USUAL: Final = OFFICER
"""The level that a new player gets."""
