"""Three families of seeds, so that nothing is reported on games that it was tuned or chosen with.

Game i of a family is game i of `stavka sim` with the family's name for a seed."""

from __future__ import annotations

from typing import Final

TUNING: Final = "tuning"
"""Games from which weights are found."""
CHECKING: Final = "checking"
"""Games that decide whether weights are taken."""
REPORTING: Final = "reporting"
"""Games that are reported, and that nothing was found or chosen with."""
