"""Questions: who is named in them, and what is not given up by mistake."""

from __future__ import annotations

import pytest

from games.questions import asked, offered
from stavka import games


@pytest.mark.parametrize("key", games.GAMES)
def test_the_main_option_ends_the_question(key: str) -> None:
    """The end of a phase is what most players want next."""
    session, seat = asked(key, games.about(key)["scenarios"][-1]["key"], "movement")
    offer = offered(session, seat)
    assert offer["main"] == "done" and any(pick["pick"] == "done" for pick in offer["picks"])
