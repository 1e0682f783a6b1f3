"""Games of Traces of War that stop where a test continues: the page's story, and how its phases are seen."""

from page.story import moving as movement
from page.walks import Stroll

__all__ = ["STROLL", "movement"]

STROLL = Stroll("race", 3)
