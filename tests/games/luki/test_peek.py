"""The hunt for orders that show a secret, in the game whose units are hidden: it finds those that are planted."""

from typing import Any

import pytest

from stavka.engine.kinds import Unit
from stavka.engine.offer import Reason
from stavka.engine.orders import Left, Order, carry_out
from stavka.engine.session import Session
from stavka.studies import peek

PLAN = peek.Plan("luki", "1", 8, 200)


def test_orders_that_show_a_secret_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A preview that knows the position, and units that say too much."""
    found = peek.play(PLAN, 0)
    assert found.orders > 3 and not found.faults, found.shown
    preview = peek.preview
    monkeypatch.setattr(peek, "preview", lambda *of: {**preview(*of), "secret": of[0].state.digest()})
    assert {kind for _, kind in peek.play(PLAN, 0).faults} == {"look at an order"}
    monkeypatch.setattr(peek, "preview", preview)

    def telling(session: Session[Any], seat: int, order: Order) -> list[Left]:
        return [*carry_out(session, seat, order), Left(Unit(0), Reason("", session.state.digest()))]

    monkeypatch.setattr(peek, "carry_out", telling)
    assert {kind for _, kind in peek.play(PLAN, 0).faults} == {"order"}
