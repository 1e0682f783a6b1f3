"""Three families of seeds, so that no figure is reported on games with which something was tuned or chosen.

Game i of a family is game i of `stavka sim` with the family's name as the seed."""

from __future__ import annotations

from typing import Final

TUNING: Final = "tuning"
"""Games with which weights are tuned."""
CHECKING: Final = "checking"
"""Games that decide whether new weights are adopted."""
REPORTING: Final = "reporting"
"""Games for reported figures; nothing was tuned or chosen with them."""
