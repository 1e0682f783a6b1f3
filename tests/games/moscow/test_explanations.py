"""Whatever is not offered has a reason: a rule of the catalogue and a sentence."""

from __future__ import annotations

import pytest

from games.moscow.walks import GAME, collected
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Pick
from stavka.games.moscow.position import Position

RARE = {
    "reveal",
    "check_lead",
    "overrun_die",
    "recovery",
    "excess",
    "set_up",
    "groups",
    "join",
    "zone_check",
    "special",
    "combine",
    "second_hex",
    "secret_cas",
    "lead",
    "lose",
}
"""Steps that seldom wait: their reasons are asked for in the situations."""
STEPS = sorted({name for name, step in GAME.steps.items() if "offer" in vars(type(step))} - RARE)
HEXES = GAME.grid.bits(GAME.grid.all)


def picks(s: Position) -> list[Pick]:
    return [
        *((UNIT, unit) for unit in range(0, len(GAME.unit_ids), 3)),
        *((HEX, hex_) for hex_ in HEXES[:: 1 + len(HEXES) // 200]),
        *((OPTION, option) for option in range(len(GAME.option_names))),
    ]


@pytest.mark.parametrize("step", STEPS)
def test_every_pick_is_offered_or_refused_with_a_rule_and_a_sentence(step: str) -> None:
    positions = collected().get(step, [])
    assert positions, f"no random game came to {step}"
    for s in positions[:2]:
        for offer in GAME.offers(s):
            for seat in (0, 1):
                for pick in picks(s):
                    reason = GAME.why(s, seat, pick)
                    assert (reason is None) == (offer.seat == seat and pick in offer)
                    if reason is not None:
                        assert reason.rule in GAME.catalogue.rules, (step, pick)
                        assert reason.text.endswith((".", "?")), (step, pick)


def test_asking_changes_nothing() -> None:
    for positions in collected().values():
        s = positions[0]
        before = s.digest()
        for seat in (0, 1):
            for pick in picks(s)[::7]:
                GAME.why(s, seat, pick)
        assert s.digest() == before


@pytest.mark.parametrize("step", STEPS)
def test_every_decision_has_a_prompt(step: str) -> None:
    for s in collected().get(step, []):
        assert GAME.prompt(s).endswith((".", "?"))


def test_chance_is_asked_by_nobody() -> None:
    for step in ("weather", "draw", "combat_die", "initiative"):
        for s in collected()[step]:
            assert [offer.seat for offer in GAME.offers(s)] == [CHANCE]
