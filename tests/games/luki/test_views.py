"""Views: only the top of an enemy stack, no enemy chits, nothing that has not been declared."""

from __future__ import annotations

from random import Random

import pytest

from games.luki.walks import GAME, collected, encircled, posed, walk
from stacks import top_frame
from stavka.assurance.invariants import copy_faults, view_faults
from stavka.assurance.situations import Situation
from stavka.engine.kinds import Side, units_in
from stavka.engine.offer import HEX, OPTION, UNIT
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.games.luki.checks.invariants import shuffled
from stavka.games.luki.checks.situations import build
from stavka.games.luki.rules.c08_stacking import is_legal, top
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import FREE
from stavka.games.luki.state import GERMAN, SOVIET, UNSEEN, Position
from stavka.games.luki.view import hidden
from stavka.hexes import NO_HEX

G = GAME
STEPS = sorted({name for name, step in G.steps.items() if {"offer", "offers"} & vars(type(step)).keys()} | {"over"})


@pytest.mark.parametrize("step", STEPS)
def test_views_hold_what_the_seat_may_know_and_nothing_else(step: str) -> None:
    rng = Random(step)
    for s in collected()[step][:4]:
        assert list(view_faults(G, s, rng, shuffled)) == []
        assert list(copy_faults(G, s, rng)) == []


def stacks(s: Position, side: Side) -> list[int]:
    return [units & G.side_units[side] for units in s.at.values() if units & G.side_units[side]]


def test_of_an_enemy_stack_only_the_top_is_seen_and_of_ones_own_everything() -> None:
    s = next(s for s in walk(2) if s.turn == 3 and s.stack[-1].step == "declare")
    several = [units for units in stacks(s, SOVIET) if units.bit_count() > 1]
    assert several
    seen = G.see(s, GERMAN).position
    for units in several:
        first = top(G, s, units)
        assert seen.place[first] == s.place[first]
        assert {seen.place[unit] for unit in units_in(units & ~(1 << first))} == {UNSEEN}
    own = G.see(s, SOVIET).position
    assert [own.place[u] for u in units_in(G.side_units[SOVIET])] == [
        s.place[u] for u in units_in(G.side_units[SOVIET])
    ]


def test_what_is_hidden_is_the_same_whatever_it_is() -> None:
    s = next(s for s in walk(2) if s.turn == 3 and s.stack[-1].step == "declare")
    unit = units_in(hidden(G, s, GERMAN))[0]
    before = G.view(s, GERMAN)
    s.steps[unit] = 1
    s.used |= 1 << unit
    assert G.view(s, GERMAN) == before
    assert G.view(s, SOVIET) != before


def test_what_is_dealt_out_lies_below_what_is_seen_and_within_the_limits() -> None:
    s = next(s for s in walk(2) if s.turn == 3 and s.stack[-1].step == "declare")
    sight = G.see(s, GERMAN)
    dealt = [sight.sample(Random(seed)) for seed in range(20)]
    for other in dealt:
        assert UNSEEN not in other.place
        assert all(is_legal(G, units) for units in other.at.values())
        assert other.occupied == s.occupied and other.exert == s.exert
        for units in stacks(s, SOVIET):
            first = top(G, s, units)
            assert top(G, other, other.at[s.place[first]]) == first
    assert len({bytes(str(list(other.place)), "ascii") for other in dealt}) > 15


def test_an_attack_that_is_not_declared_is_not_seen() -> None:
    s = next(s for s in walk(4) if s.stack[-1].step == "attack")
    side = top_frame(s).side
    assert "attack" not in [frame.step for frame in G.see(s, 1 - side).position.stack]
    assert "attack" in [frame.step for frame in G.see(s, side).position.stack]


def test_the_log_tells_the_other_side_only_who_is_on_top() -> None:
    session = Session(G, "campaign", seed="3")
    session.state = posed_stack(session.state)
    play(session, "so.28.88", "all", "2003")
    texts = [[G.say(session.state, event) for event in session.log(seat)] for seat in (SOVIET, GERMAN, None)]
    assert "28-144" in " ".join(texts[0])
    assert "28-144" not in " ".join(texts[1]) + " ".join(texts[2])
    assert "28-88 moves" in " ".join(texts[1])


def posed_stack(s: Position) -> Position:
    other = posed("excess").clone()
    other.stack = [*other.stack[:1], MovementPhase(SOVIET, FREE)]
    for name in ("so.28.144", "so.28.235"):
        other.place[G.unit_index(name)] = other.place[G.unit_index("so.28.88")]
        other.steps[G.unit_index(name)] = 2
    other = G.from_json(other.to_json())
    G.settle(other)
    other.events = []
    return other


def play(session: Session[Position], *words: str) -> None:
    for word in words:
        offer = session.offers()[0]
        session.play(offer.seat, G.read_pick(word, offer))


def test_a_zone_of_units_that_are_not_seen_is_seen() -> None:
    """An alarm unit without a ZOC lies on a strongpoint: what the enemy may do around it does not change."""
    s = posed("conversion").clone()
    alarm, wien = G.unit_index("ge.alarm1"), G.unit_index("ge.wl.wien")
    s.place[alarm] = s.place[wien]
    s.steps[alarm] = 1
    pioneers = G.unit_index("ge.83.pi183")
    s.place[pioneers] = NO_HEX
    s.kessel[pioneers] = 0
    s = G.from_json(s.to_json())
    seen = G.see(s, SOVIET).position
    assert (seen.place[alarm], seen.place[wien]) == (s.place[alarm], UNSEEN)
    assert seen.exert == s.exert and seen.zoned == 1 << s.place[wien]
    assert G.from_json(G.view(s, SOVIET)["state"]).exert == s.exert
    assert G.see(s, SOVIET).sample(Random(1)).exert == s.exert


def laid(phase: str, *units: str, on_top: tuple[str, ...]) -> Position:
    """Units on the map; of those of one rank some lie on top."""
    given = {"units": list(units), "phase": phase}
    s = build(Situation("views", "laid", ("3.6d",), "", given, None, ({"turn": 1},))).state
    assert isinstance(s, Position)
    s.front |= sum(1 << G.unit_index(unit) for unit in on_top)
    return s


def test_positions_that_are_dealt_out_have_the_zones_that_are_seen() -> None:
    """Feldw, without a ZOC, lies on II/358; Alarm 1, without one, below II/353. Whatever is dealt out, a unit with a
    ZOC lies below Feldw."""
    stacks = "2826 ge.feldw", "2826 ge.205.ii-358", "2820 ge.205.ii-353", "2820 ge.alarm1"
    s = laid("soviet combat", *stacks, on_top=("ge.feldw", "ge.205.ii-353"))
    sight = G.see(s, SOVIET)
    assert sight.position.zoned == 1 << G.grid.index("2826")
    assert {tuple(sight.sample(Random(seed)).exert) for seed in range(40)} == {tuple(s.exert)}


@pytest.mark.parametrize("below", [(), ("2004 so.28.235",)])
def test_who_moves_through_a_stack_and_its_top_are_seen_in_what_is_dealt_out(below: tuple[str, ...]) -> None:
    """28-88 comes to 28-144, which lies on top, with another one below it or alone."""
    s = laid("soviet movement", "2003 so.28.88", "2004 so.28.144", *below, on_top=("so.28.144",))
    play_on(s, "so.28.88", "2004")
    assert s.stack[-1].step == "move"
    seen = G.see(s, GERMAN).position
    assert [seen.place[G.unit_index(unit)] for unit in ("so.28.88", "so.28.144")] == [G.grid.index("2004")] * 2
    assert list(view_faults(G, s, Random(1), shuffled)) == []


def play_on(s: Position, *words: str) -> None:
    for word in words:
        offer = G.offers(s)[0]
        G.apply(s, offer.seat, G.read_pick(word, offer))


def test_nobody_learns_of_units_by_what_he_is_offered() -> None:
    for seed in range(2):
        for i, s in enumerate(walk(seed, s=encircled(seed))):
            if i % 97 or s.result:
                continue
            for offer in G.offers(s):
                if offer.seat < 0:
                    continue
                other = shuffled(G, s, offer.seat, Random(i))
                again = G.offer(other, offer.seat)
                assert again is not None and list(again) == list(offer), s.stack[-1]


@pytest.mark.parametrize("step", ["attack", "fighting", "move", "advance", "absorb", "chits"])
def test_what_picks_do_to_undo_tells_nothing(step: str) -> None:
    """The page says before a pick whether dice or the other player answer it: that may not depend on what is hidden."""
    for i, s in enumerate(collected()[step]):
        for offer in G.offers(s):
            sessions = [Session(G, "campaign", seed="1") for _ in range(2)]
            sessions[0].state, sessions[1].state = s.clone(), shuffled(G, s, offer.seat, Random(i))
            assert sessions[0].contracts(offer.seat) == sessions[1].contracts(offer.seat)


def test_an_attack_on_ski_troops_leads_to_dice_whatever_lies_below() -> None:
    spec: Json = {"units": ["2004 so.28.88", "2005 ge.jg1", "2005 ge.83.183"], "phase": "soviet combat"}
    found = []
    for units in (spec["units"], spec["units"][:2]):
        examiner = build(Situation("views", "ski", ("13.21a",), "", {**spec, "units": units}, None, ({"turn": 1},)))
        session = Session(G, "campaign", seed="1")
        session.state = examiner.state  # type: ignore[assignment]
        session.state.events = []
        G.apply(session.state, SOVIET, (HEX, G.grid.index("2005")))
        G.apply(session.state, SOVIET, (UNIT, G.unit_index("so.28.88")))
        found.append(session.contract(SOVIET, (OPTION, G.option_index("attack"))))
    assert found == ["rolls", "rolls"]


def test_units_of_the_enemy_are_never_offered_by_secret() -> None:
    for s in collected()["attack"]:
        offer = G.offers(s)[0]
        assert not [pick for pick in offer if pick[0] == UNIT and G.side[pick[1]] != offer.seat]
