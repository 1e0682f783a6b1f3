"""Counts of pick sequences that can be worked out by hand; all of them are in tests/games/golden."""

from functools import partial
from math import comb, factorial, perm

import pytest

from games.golden import perft as counting
from games.traces.plain import Plain
from games.traces.played import PLAYED as TRACES
from stacks import top_frame
from stavka.engine.kinds import Side
from stavka.engine.offer import CHANCE, OPTION, Pick
from stavka.games.traces.game import load
from stavka.games.traces.rules.c04_sequence_of_play.chits import selection_size
from stavka.games.traces.rules.c07_luftwaffe import DrawingMarkers
from stavka.games.traces.state import AXIS, SOVIET, Position

GAME = load()
BY_ID = {entry.id: entry for entry in TRACES.entries}
first = partial(counting.first, GAME)
perft = partial(counting.perft, GAME)
divide = partial(counting.divide, GAME)
position = partial(counting.position, GAME)


def test_security_divisions() -> None:
    """[3.0j] Three divisions, each in another Axis Major City with room: n (n - 1) (n - 2) ways one after the other."""
    s = position(BY_ID["security divisions"])
    plain = Plain(GAME, s)
    any_division = next(unit.id for unit in GAME.files.units if unit.type == "security division")
    cities = [a for a, kind in plain.places.items() if kind == "major city" and a not in plain.soviet_cities]
    free = [a for a in cities if not plain.is_full(any_division, a)]
    assert [perft(s, depth) for depth in (1, 2, 3)] == [perm(len(free), k) for k in (1, 2, 3)]
    assert len(free) == 5  # six, and two divisions are in Kharkiv


def test_bids() -> None:
    """[14.1a] 1 to 150 each; equal bids are made again, all others lead to the first decision of the Axis player."""
    s = position(BY_ID["bids"])
    assert perft(s, 2) == 150 * 150
    after = [GAME.new("campaign", {"vp_bid": True}) for _ in range(2)]
    for c, bids in zip(after, ((7, 7), (7, 8)), strict=True):
        for seat, bid in enumerate(bids):
            GAME.apply(c, seat, (OPTION, GAME.option_index(f"bid-{bid}")))
    assert [offer.seat for offer in GAME.offers(after[0])] == [0, 1]
    assert after[1].swapped and [offer.seat for offer in GAME.offers(after[1])] == [GAME.seat(after[1], AXIS)]


def test_luftwaffe_markers() -> None:
    """[7.0c] Three of four markers, two of each kind: every order of kinds but three alike, 2^3 - 2."""
    s = position(BY_ID["luftwaffe"])
    assert s.stack[-1] == DrawingMarkers(3)
    assert [perft(s, depth) for depth in (1, 2, 3)] == [2, 4, 6]


def test_soviet_chits_of_turn_one() -> None:
    """[4.2.1] Six chits, one of each of four Fronts, no Airborne and no STAVKA yet. The two others are two of the five
    that are left (each Front's second, and Reinforcement): two second ones, 6! / (2! 2!) orders each, or one and
    Reinforcement, 6! / 2! each."""
    s = position(BY_ID["soviet chits"])
    assert selection_size(GAME, s, SOVIET) == 6
    by_hand = comb(4, 2) * factorial(6) // 4 + comb(4, 1) * factorial(6) // 2
    assert perft(s, 6) == by_hand == 2520
    assert len(selections(s, SOVIET)) == comb(5, 2)


def test_axis_chits_of_turn_one() -> None:
    """[4.2.2] All four HQ chits, no OKH yet, each for the cup or the hand: 4 * 3 * 2 orders, 2^4 each."""
    s = position(BY_ID["axis chits"])
    assert selection_size(GAME, s, AXIS) == 4
    assert perft(s, 4) == 4 * 3 * 2 * 2**4 == 384
    assert len(selections(s, AXIS)) == 2**4


def selections(s: Position, side: Side) -> set[tuple[int, ...]]:
    """The different selections that a side can make."""
    found: set[tuple[int, ...]] = set()
    seen: set[tuple[int, ...]] = set()
    todo = [s]
    while todo:
        c = todo.pop()
        chosen = (*top_frame(c).cup, *top_frame(c).hand)
        offer = next((o for o in GAME.offers(c) if GAME.side_of(c, o.seat) == side), None)
        if offer is None or offer.options == GAME.DONE:
            found.add(chosen)
        elif chosen not in seen:
            seen.add(chosen)
            todo += [after(c, offer.seat, pick) for pick in offer]
    return found


def after(s: Position, seat: int, pick: Pick) -> Position:
    c = s.clone()
    GAME.apply(c, seat, pick)
    return c


def test_soviet_chits_with_everything_available() -> None:
    """[4.2.1d] From turn 5 with Airborne and STAVKA: STAVKA stands in for one Front, and no more.

    With all four Fronts: two of the seven others (4 second ones, Reinforcement, Airborne, STAVKA), 21 selections.
    Without one Front (4 ways) STAVKA is there, and of the other two places any two of the three second ones,
    Reinforcement and Airborne: comb(5, 2) = 10. Together 21 + 40."""
    s = position(BY_ID["soviet chits"])
    s.turn, s.stavka = 5, 1
    assert len(selections(s, SOVIET)) == 21 + 4 * 10


def test_the_first_draw() -> None:
    """[4.3a] As many outcomes as there are kinds of chits in the cup."""
    s = position(BY_ID["first draw"])
    for word in ("draw", "8a"):
        offer = first(s)
        assert offer is not None and GAME.read_pick(word, offer) in offer
    GAME.apply(s, GAME.seat(s, AXIS), (OPTION, GAME.option_index("draw")))
    drawing = first(s)
    assert drawing is not None and drawing.seat == CHANCE
    assert perft(s, 1) == len({"supply", "vrnz", "step", "sw", "sth", "reinforcement", "4pza", "1pza"})


def test_the_interrupt_without_okh() -> None:
    """[4.2.2e] No OKH in hand: the only answer is to pass, then the Soviet player has two modes."""
    assert [perft(position(BY_ID["interrupt"]), depth) for depth in (1, 2)] == [1, 2]


def test_activation_begins_with_a_mode() -> None:
    s = position(BY_ID["activation of South"])
    picks = dict(divide(s, 2))
    assert set(picks) == {"movement-combat", "combat-movement"}
    assert sum(picks.values()) == perft(s, 2)


def test_a_wrong_count_shows_what_is_behind_each_pick() -> None:
    s = position(BY_ID["soviet chits"])
    assert sum(count for _, count in divide(s, 3)) == perft(s, 3)
    with pytest.raises(ValueError, match="is not offered"):
        position(BY_ID["luftwaffe"]._replace(play="2918 2918"))
