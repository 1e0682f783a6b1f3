"""The script looks odds up in parts: they are those of the rules."""

from itertools import islice

from stavka.engine.kinds import Side, hexes_in
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.agents.weights import GERMAN_WEIGHTS
from stavka.games.zitadelle.rules.c07_assault.odds import is_integral, odds
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.studies.simulate import Series, cast, moves

PICKS, EVERY = 1600, 80


def compare(sense: Sense, side: Side) -> int:
    """Compare the assaults of a side on each hex next to it, by all units and by one; return their number."""
    g, s, number = sense.g, sense.s, 0
    for hex_ in hexes_in(s.soft[1 - side]):
        units = sense.around(side, hex_)
        for force in {units, units & -units} - {0}:
            found, ours = odds(g, s, force, 1 << hex_, 0), sense.figures(force, 1 << hex_, 0)
            assert ours[:4] == (found.attack, found.defence, found.shift, found.defenders)
            assert ours.integrity == g.integrity_shift * is_integral(g, force)
            number += 1
    return number


def test_odds_in_parts_are_the_odds_of_the_rules() -> None:
    game, state, agents, dice = cast(Series("zitadelle", "campaign", ("scripted-1",) * 2, "figures", {}), 0)
    number = 0
    for n, (offer, pick) in enumerate(islice(moves(game, state, agents, dice), PICKS)):
        game.apply(state, offer.seat, pick)
        if n % EVERY == 0:
            copy: Position = state.clone()
            sense = Sense(game, copy, GERMAN, GERMAN_WEIGHTS)  # type: ignore[arg-type]
            number += compare(sense, GERMAN) + compare(sense, SOVIET)
    assert number > 500
