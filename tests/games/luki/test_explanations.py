"""Whatever is not offered has a reason: a rule of the catalogue and a sentence."""

from __future__ import annotations

import pytest

from games.luki.walks import GAME, collected
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Pick
from stavka.games.luki.position import Position

STEPS = sorted(name for name, step in GAME.steps.items() if {"offer", "offers"} & vars(type(step)).keys())
HEXES = GAME.grid.bits(GAME.grid.all)


def picks() -> list[Pick]:
    return [
        *((UNIT, unit) for unit in range(len(GAME.unit_ids))),
        *((HEX, hex_) for hex_ in HEXES[::3]),
        *((OPTION, option) for option in range(len(GAME.option_names))),
    ]


@pytest.mark.parametrize("step", STEPS)
def test_every_pick_is_offered_or_refused_with_a_rule_and_a_sentence(step: str) -> None:
    positions = collected().get(step, [])
    assert positions, f"nobody came to {step}"
    for s in positions[:3]:
        offered = {offer.seat: offer for offer in GAME.offers(s)}
        for seat in (0, 1):
            for pick in picks():
                reason = GAME.why(s, seat, pick)
                assert (reason is None) == (seat in offered and pick in offered[seat])
                if reason is not None:
                    assert reason.rule in GAME.catalogue.rules, (step, pick)
                    assert reason.text.endswith((".", "?")), (step, pick)


def test_asking_changes_nothing() -> None:
    for positions in collected().values():
        s: Position = positions[0]
        before = s.digest()
        for seat in (0, 1):
            for pick in picks()[::7]:
                GAME.why(s, seat, pick)
        assert s.digest() == before


@pytest.mark.parametrize("step", STEPS)
def test_every_decision_has_a_prompt(step: str) -> None:
    for s in collected()[step]:
        assert GAME.prompt(s).endswith((".", "?"))


def test_chance_is_asked_by_nobody() -> None:
    for step in (
        "activity",
        "draw",
        "combat_dice",
        "event",
        "attrition",
        "release_dice",
        "conversion_die",
        "guide_die",
    ):
        for s in collected()[step]:
            assert [offer.seat for offer in GAME.offers(s)] == [CHANCE]
