"""Questions: who is named in them, and what is not given up by mistake."""

from __future__ import annotations

from games.questions import asked, offered


def test_duties_of_an_assault_are_named() -> None:
    session, seat = asked("zitadelle", "campaign", "assault")
    offer = offered(session, seat)
    hexes = [pick["pick"] for pick in offer["picks"] if pick.get("must") and pick["kind"] == "hex"]
    assert hexes and f"Must be attacked: {', '.join(hexes)}." in offer["prompt"]
    assert "Must attack: " in offer["prompt"]
    assert offer["main"] == "", "nothing ends the phase while something is mandatory"
