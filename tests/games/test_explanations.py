"""Everything that is not offered has a reason: a rule of the catalogue and a sentence."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from games.facts import facts
from games.shown import SHOWN
from stavka import games
from stavka.engine.kinds import indices
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Pick

DECIDED = ("unit", "hex", "option", "pick", "roll")
"""The methods of a step that carry out what somebody has picked, or what chance has answered."""
EACH = pytest.mark.parametrize("key", games.GAMES)


def steps() -> list[tuple[str, str]]:
    """Every step that asks somebody, by game."""
    return [
        (key, name)
        for key in games.GAMES
        for name, step in sorted(games.load(key).steps.items())
        if {"offer", "offers"} & vars(type(step)).keys() and name not in facts(key).rare
    ]


def collected(key: str) -> dict[str, list[Any]]:
    """Some positions of each step, from random games."""
    return SHOWN[key].positions()


@cache
def picks(key: str) -> list[Pick]:
    """All units and options, and some of the hexes."""
    g = games.load(key)
    hexes = g.grid.bits(g.grid.all)
    return [
        *((UNIT, unit) for unit in indices(g.unit_ids)),
        *((HEX, hex_) for hex_ in hexes[:: 1 + len(hexes) // 300]),
        *((OPTION, option) for option in indices(g.option_names)),
    ]


@pytest.mark.parametrize(("key", "step"), steps())
def test_every_pick_is_offered_or_refused_with_a_rule_and_a_sentence(key: str, step: str) -> None:
    g, positions = games.load(key), collected(key).get(step, [])
    assert positions, f"no random game came to {step}"
    for s in positions[:3]:
        offered = {offer.seat: offer for offer in g.offers(s)}
        for seat in (0, 1):
            for pick in picks(key):
                reason = g.why(s, seat, pick)
                assert (reason is None) == (seat in offered and pick in offered[seat])
                if reason is not None:
                    assert reason.rule in g.catalogue.rules, (step, pick)
                    assert reason.text.endswith((".", "?")), (step, pick)


@EACH
def test_asking_changes_nothing(key: str) -> None:
    for positions in collected(key).values():
        s = positions[0]
        before = s.digest()
        for seat in (0, 1):
            for pick in picks(key)[::7]:
                games.load(key).why(s, seat, pick)
        assert s.digest() == before


@pytest.mark.parametrize(("key", "step"), steps())
def test_every_decision_has_a_prompt(key: str, step: str) -> None:
    for s in collected(key)[step]:
        assert games.load(key).prompt(s).endswith((".", "?"))


@EACH
def test_chance_is_asked_by_nobody(key: str) -> None:
    rolled = {
        name for name, step in games.load(key).steps.items() if set(DECIDED) & vars(type(step)).keys() == {"roll"}
    }
    assert rolled
    for name in rolled - facts(key).rare:
        for s in collected(key)[name]:
            assert [offer.seat for offer in games.load(key).offers(s)] == [CHANCE]
