"""Dice as outcomes of chance."""

from typing import Final

from stavka.engine.offer import Outcomes

TWO_DICE: Final[Outcomes] = tuple((str(total), 6 - abs(7 - total)) for total in range(2, 13))  # [3.1a]
"""The sum of two dice: outcome 0 is a 2."""
