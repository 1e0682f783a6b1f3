"""The die as an outcome of chance."""

from typing import Final

from stavka.engine.offer import Outcomes

D10: Final[Outcomes] = tuple((str(face), 1) for face in range(1, 11))
"""One ten-sided die, whose 0 is a 10: outcome 0 is a 1 (2.41)."""
