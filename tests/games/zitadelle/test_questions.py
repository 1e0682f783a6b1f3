"""Questions: who is named in them, and what is not given up by mistake."""

from __future__ import annotations

from games.questions import asked, offered


def test_many_duties_are_marked_and_not_named() -> None:
    """The first German assaults: a question of dozens of names would hide its buttons. A few are named, see
    `test_scene`."""
    session, seat = asked("zitadelle", "campaign", "assault")
    offer = offered(session, seat)
    hexes = [pick["pick"] for pick in offer["picks"] if pick.get("must") and pick["kind"] == "hex"]
    assert len(hexes) > 6 and not any(hex_ in offer["prompt"] for hex_ in hexes)
    assert offer["main"] == "", "nothing ends the phase while something is mandatory"
