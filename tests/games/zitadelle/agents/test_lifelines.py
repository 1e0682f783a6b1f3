"""The German script's defence, in Zitadelle, of the lines from the map edge to its victory hexes."""

from itertools import pairwise

import pytest

from stavka.engine.kinds import Unit, hexes_in
from stavka.games.zitadelle.agents.german import GermanCommander
from stavka.games.zitadelle.agents.lifelines import HOPE, SCALE, Lifelines
from stavka.games.zitadelle.agents.menace import MOVES, Menace, reach_of
from stavka.games.zitadelle.agents.moves import Moves
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.agents.weights import GERMAN_WEIGHTS
from stavka.games.zitadelle.checks.situations import clear
from stavka.games.zitadelle.game import load
from stavka.games.zitadelle.rules.c12_victory.victory_points import scoring_hexes
from stavka.games.zitadelle.state import GERMAN, Position, put

GAME = load()
FATEZH = GAME.grid.index("N3410")  # 15 VP
GARRISON, SPARE = GAME.unit_index("ax.6id.18"), GAME.unit_index("ax.6id.37")


def stands(turn: int, *places: tuple[str, str]) -> Position:
    """A position with only these units, by id and hex."""
    s = GAME.new("campaign")
    clear(GAME, s)
    s.turn = turn
    for name, hex_ in places:
        put(GAME, s, GAME.unit_index(name), GAME.grid.index(hex_))
    return s


def lines(s: Position, *units: Unit, purpose: float = 0.0) -> Lifelines:
    """The lines of a plan in which everybody stays for now."""
    sense = Sense(GAME, s, GERMAN, GERMAN_WEIGHTS)
    sense.menace = Menace(sense)
    moves = Moves(sense, units, lambda unit, hex_: 0.0)
    moves.ends = dict(moves.home)
    return Lifelines(moves, sense.menace, purpose)


def shut(turn: int) -> Position:
    """Fatezh, held, with a Soviet regiment to either side of it: all hexes around are theirs or in their zones.
    A German regiment two hexes away could stand in one of these."""
    s = stands(turn, ("ax.6id.18", "N3410"), ("ax.6id.37", "N3408"), ("so.4gad.12", "N3311"), ("so.4gad.15", "N3510"))
    s.held |= 1 << FATEZH
    return s


def test_a_unit_goes_where_a_line_is_cut() -> None:
    s = shut(9)
    assert not scoring_hexes(GAME, s) >> FATEZH & 1
    found = lines(s, GARRISON, SPARE)
    found.keep()
    assert found.moves.ends[GARRISON] == FATEZH
    assert GAME.near[FATEZH] >> found.moves.ends[SPARE] & 1
    assert scoring_hexes(GAME, found.s) >> FATEZH & 1


def test_whoever_is_posted_stays() -> None:
    s = shut(9)
    found = lines(s, GARRISON, SPARE)
    found.moves.posted.add(SPARE)
    found.keep()
    assert found.moves.ends[SPARE] == GAME.grid.index("N3408")


def test_nobody_goes_where_lines_are_safe() -> None:
    s = stands(9, ("ax.6id.18", "N3410"), ("ax.6id.37", "N3408"))
    s.held |= 1 << FATEZH
    found = lines(s, GARRISON, SPARE)
    home = dict(found.moves.ends)
    found.keep()
    assert found.moves.ends == home


def test_garrisons_and_the_reserve_behind_belgorod_are_posted() -> None:
    s = stands(2, ("ax.6pz.4", "S2721"), ("ax.6pz.11", "S2721"), ("so.4gad.12", "S2726"))
    units = {GAME.unit_index("ax.6pz.4"), GAME.unit_index("ax.6pz.11")}
    commander = GermanCommander(GAME, GERMAN_WEIGHTS)
    moves = Moves(commander.read(s), units, lambda unit, hex_: 0.0)
    commander.prepare(moves)
    assert moves.posted == units


@pytest.mark.parametrize(("turn", "kept"), [(6, False), (7, True), (8, True), (9, True)])
def test_lines_count_from_two_turns_before_the_last(turn: int, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Lifelines] = []

    def keep(lifelines: Lifelines) -> None:
        calls.append(lifelines)

    monkeypatch.setattr(Lifelines, "keep", keep)
    s = shut(turn)
    GermanCommander(GAME, GERMAN_WEIGHTS).make_plan(s, 1 << GARRISON | 1 << SPARE)
    assert bool(calls) == kept


# -- what it expects ------------------------------------------------------------------------------------------------


def test_who_moves_blindly_comes_next_to_a_hex_by_the_share_of_his_ends() -> None:
    """His own hex and the six around it: seven of all the ends that he may choose. A hex out of his way: none."""
    one = stands(8, ("so.4gad.12", "N3310"))
    unit, here = GAME.unit_index("so.4gad.12"), GAME.grid.index("N3310")
    ends = reach_of(GAME, one, unit)
    assert not GAME.near[here] & ~ends
    share = 7 / ends.bit_count()
    blind = Menace(Sense(GAME, one, GERMAN, GERMAN_WEIGHTS)).blind
    assert blind[here] == pytest.approx(MOVES * share)
    assert blind[GAME.grid.index("S2020")] == 0.0
    two = stands(8, ("so.4gad.12", "N3310"), ("so.4gad.15", "N3310"))
    blind = Menace(Sense(GAME, two, GERMAN, GERMAN_WEIGHTS)).blind
    assert blind[here] == pytest.approx(1 - (1 - MOVES * share) ** 2)


def test_an_enemy_with_a_purpose_makes_lines_more_doubtful() -> None:
    """1 - (1 - chance) (1 - purpose), and nothing where he cannot come."""
    s = stands(8, ("so.4gad.12", "N3310"))
    here, far = GAME.grid.index("N3310"), GAME.grid.index("S2020")
    blind, wilful = lines(s).chance, lines(s, purpose=0.5).chance
    assert wilful[here] == pytest.approx(0.5 + 0.5 * blind[here])
    assert wilful[far] == 0.0


def test_hopes_are_for_what_is_not_taken_and_two_who_are_near_are_better_than_one() -> None:
    """Next to Fatezh one is as good as surely near enough: 70 % of 15 VP; two, each with a chance of his own, 91 %.
    What is left when it is taken are hopes for others."""
    assert HOPE == 0.7
    for units, chance in ((["ax.6id.18"], 0.7), (["ax.6id.18", "ax.6id.37"], 0.91)):
        hopes = []
        for held in (0, 1 << FATEZH):
            s = stands(8, *((unit, "N3510") for unit in units))
            s.held |= held
            hopes.append(lines(s).hopes())
        assert hopes[0] - hopes[1] == pytest.approx(15 * chance, rel=0.06)


def test_a_line_leads_from_hex_to_hex_to_the_edge_and_costs_one_for_each() -> None:
    s = stands(9, ("ax.6id.18", "N3410"))
    found = lines(s)
    total, field, prices = found.look()
    line = found.line(FATEZH, field, prices)
    assert line[0] == FATEZH
    assert GAME.edge >> line[-1] & 1
    assert all(GAME.near[a] >> b & 1 for a, b in pairwise(line))
    assert field[FATEZH] == len(line) - 1 == min(GAME.grid.distance(FATEZH, hex_) for hex_ in hexes_in(GAME.edge))
    assert 15 * (1 - (len(line) + 4) / (2 * SCALE)) < total < 15
