"""The statements of steps about themselves without their offers: who decides, and which picks can certainly be taken
back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

from games.zitadelle.walks import EVERY_OPTION, GAME, choose, walk
from stavka.engine.kinds import units_in
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import FREE, ROLLS, Session
from stavka.games.zitadelle.rules.c08_movement.movement_phase import MovingUnits
from stavka.games.zitadelle.state import Position

OPTIONS_OF_GAMES: tuple[dict[str, bool], ...] = (
    {},
    EVERY_OPTION,
    {"variable_entry": True, "alternative_sequence": True},
)
OFTEN = frozenset({"move", "movement"})
"""Steps of which only some positions are looked at."""
GAMES = 6


def sessions() -> Iterator[Session[Position]]:
    """Random games before each decision, each game waiting as long as the caller looks at it."""
    for number in range(GAMES):
        rng = Random(number)
        session = Session(GAME, "campaign", OPTIONS_OF_GAMES[number % 3], seed=f"free picks {number}")
        while not session.state.result:
            yield session
            (offer,) = session.offers()
            pick = pick_any(offer, rng) if number < 3 and rng.random() < 0.9 else choose(GAME, offer, rng)
            session.play(offer.seat, pick)


def pick_any(offer: Offer, rng: Random) -> Pick:
    """Any pick, each as likely as the others: phases last longer so."""
    picks = list(offer)
    return picks[rng.randrange(len(picks))]


@cache
def judged() -> tuple[list[str], Counter[tuple[str, int]]]:
    """The faults in the statements of steps, and how many picks of each step and kind are rightly declared free."""
    wrong, right = [], Counter[tuple[str, int]]()
    rng, seen = Random(7), Counter[str]()
    for session in sessions():
        s = session.state
        frame = s.stack[-1]
        step = GAME.steps[frame.step]
        offers = session.offers()
        if step.seats(GAME, s, frame) != tuple(offer.seat for offer in offers):
            wrong.append(f"{frame.step}: not the seats that are offered something")
        seen[frame.step] += 1
        if frame.step in OFTEN and seen[frame.step] % 15:
            continue
        (offer,) = offers
        free = step.free_picks(GAME, s, frame, offer)
        for kind in (UNIT, HEX, OPTION):
            picks = [pick for pick in free if pick[0] == kind]
            for pick in rng.sample(picks, min(8, len(picks))):
                if session.contract(offer.seat, pick) == FREE:
                    right[frame.step, kind] += 1
                else:
                    wrong.append(f"{frame.step}: {GAME.write_pick(pick)} cannot be taken back")
    return wrong, right


def test_steps_know_who_decides_and_what_can_be_taken_back() -> None:
    assert judged()[0] == []


def test_steps_with_many_picks_say_that_they_are_free() -> None:
    often = {("movement", UNIT), ("move", HEX), ("enter", HEX), ("set_up", UNIT), ("set_up_unit", HEX), ("air", UNIT)}
    often |= {("aim", HEX), ("fire", UNIT), ("assault", HEX), ("attack", UNIT), ("attack", HEX), ("advance", UNIT)}
    assert {pair for pair, number in judged()[1].items() if number >= 20} >= often


def test_only_units_that_can_break_down_are_tried() -> None:
    """[10.32] A Panther on offer leaves the other units free."""
    seen = 0
    for session in sessions():
        frame = session.state.stack[-1]
        if isinstance(frame, MovingUnits) and frame.units & GAME.fragile:
            (offer,) = session.offers()
            free = GAME.steps[frame.step].free_picks(GAME, session.state, frame, offer)
            assert free.units == offer.units & ~GAME.fragile
            assert session.contract(offer.seat, (UNIT, units_in(offer.units & GAME.fragile)[0])) == ROLLS
            seen += free.units > 0
            if seen > 3:
                return
    raise AssertionError("no Panther can move")


def test_dice_are_decided_by_chance() -> None:
    asked = set()
    for s in (s for seed in range(6) for s in walk(seed, EVERY_OPTION) if not s.result):
        frame = s.stack[-1]
        (offer,) = GAME.offers(s)
        assert GAME.steps[frame.step].seats(GAME, s, frame) == (offer.seat,), frame.step
        assert (offer.seat == CHANCE) == (offer.chance is not None), frame.step
        if offer.seat == CHANCE:
            asked.add(frame.step)
    dice = {"shuffle", "bombing", "scatter", "shot", "assault_dice", "checks", "breakdown", "mines", "minimum"}
    assert asked == dice
