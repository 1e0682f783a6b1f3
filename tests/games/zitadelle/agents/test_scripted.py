"""The scripted player of Zitadelle: legal with whatever options, the same again, moved by nothing that is hidden."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from agents import walks
from stacks import top_frame
from stavka.agents.playout import Imagined
from stavka.agents.random_player import RandomPlayer
from stavka.engine.agent import Agent
from stavka.engine.kinds import Side, hexes_in, last_option, numbered, units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.games import opponents
from stavka.games.traces import game as traces_game
from stavka.games.traces.agents.scripted import ScriptedPlayer
from stavka.games.zitadelle.agents.chart import chart_of
from stavka.games.zitadelle.agents.german import GermanCommander
from stavka.games.zitadelle.agents.moves import Moves
from stavka.games.zitadelle.agents.scripted import ZitadellePlayer
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.agents.weights import GERMAN_WEIGHTS
from stavka.games.zitadelle.checks.situations import clear
from stavka.games.zitadelle.game import load
from stavka.games.zitadelle.rules.c03_set_up import gaps
from stavka.games.zitadelle.rules.c07_assault.retreat import Withdrawing
from stavka.games.zitadelle.rules.c08_movement.movement_phase import MovingUnits
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position, put
from stavka.hexes import Hex
from stavka.studies.play import play_out

GAME = load()
OPTIONS = [option.id for option in GAME.files.scenarios.option]
RESULTS = [name for name, _ in GAME.victories]


# -- who plays ------------------------------------------------------------------------------------------------------


def test_the_same_name_is_another_program_in_another_game() -> None:
    assert isinstance(opponents.make("scripted", GAME, 1), ZitadellePlayer)
    assert isinstance(opponents.make("scripted", traces_game.load(), 1), ScriptedPlayer)
    assert isinstance(opponents.make("random", GAME, 1), RandomPlayer)


def test_a_program_that_does_not_know_the_game_is_refused() -> None:
    with pytest.raises(
        opponents.UnknownPlayerError, match="no player 'clever' of zitadelle; there are random, scripted"
    ):
        opponents.make("clever", GAME, 1)


# -- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [GERMAN, SOVIET])
def test_it_plays_with_every_option_against_chance(seat: int) -> None:
    """`play_out` asserts that every pick was offered."""
    agents: list[Agent] = [RandomPlayer(GAME, 5), RandomPlayer(GAME, 6)]
    agents[seat] = ZitadellePlayer(GAME, 1)
    outcome = play_out(GAME, GAME.new("campaign", dict.fromkeys(OPTIONS, True)), agents, Random(7))
    assert outcome.result in RESULTS
    assert outcome.result.split("-")[0] == GAME.sides[seat]


def test_it_plays_itself_with_options_by_chance() -> None:
    rng = Random(11)
    options = {option: rng.random() < 0.5 for option in OPTIONS}
    assert 2 < sum(options.values()) < len(OPTIONS)
    agents = [ZitadellePlayer(GAME, 1), ZitadellePlayer(GAME, 2)]
    assert play_out(GAME, GAME.new("campaign", options), agents, rng).result in RESULTS


def walk(options: dict[str, bool], seed: int, turns: int) -> Iterator[tuple[Position, Offer, Pick]]:
    """A game between two scripted players up to a turn: positions, offers, what was picked."""
    return walks.walk(
        GAME, GAME.new("campaign", options), [ZitadellePlayer(GAME, 1), ZitadellePlayer(GAME, 2)], seed, turns
    )


@cache
def one_turn() -> list[tuple[Position, Offer, Pick]]:
    """Set-up and first turn, with the variable entry: there is something to hide."""
    return [(s.clone(), offer, pick) for s, offer, pick in walk({"variable_entry": True}, 3, 1)]


def test_the_same_dice_give_the_same_game() -> None:
    again = [pick for _, _, pick in walk({"variable_entry": True}, 3, 1)]
    assert again == [pick for _, _, pick in one_turn()]
    other = [pick for _, _, pick in walk({"variable_entry": True}, 4, 1)]
    assert other != again


def test_what_is_hidden_does_not_change_the_pick() -> None:
    """A fresh player for each: memory of what came before tells nothing either."""
    seen = set()
    different = 0
    for s, offer, _ in one_turn():
        step = s.stack[-1].step
        if (step, offer.seat) in seen:
            continue
        seen.add((step, offer.seat))
        view = GAME.view(s, offer.seat)
        picks = set()
        for state in (s, *(GAME.sample_state(view, Random(seed)) for seed in (1, 2))):
            different += state != s
            picks.add(ZitadellePlayer(GAME, 6).choose(GAME.see(state, offer.seat), offer))
        assert len(picks) == 1, step
    assert {"set_up", "air", "aim", "fire", "assault", "attack", "movement", "move"} <= {step for step, _ in seen}
    assert different > 20, "nothing was hidden"


# -- what it does ---------------------------------------------------------------------------------------------------


def after_set_up() -> Position:
    return next(s for s, _, _ in one_turn() if s.stack[-1].step == "air")


def test_both_sides_cover_the_front_and_the_soviets_man_their_works() -> None:
    s = after_set_up()
    assert not gaps(GAME, s, GERMAN) | gaps(GAME, s, SOVIET)
    historical = GAME.new("campaign")
    GAME.apply(historical, SOVIET, (OPTION, last_option(GAME.HISTORICAL)))
    manned = [(state.soft[SOVIET] & GAME.works).bit_count() for state in (s, historical)]
    assert manned[0] > manned[1]


def is_movement(s: Position) -> bool:
    f = s.stack[-1]
    return isinstance(f, MovingUnits) and f.side == GERMAN


def before_moving() -> tuple[Position, Offer]:
    """The first German Movement Phase."""
    return next((s, offer) for s, offer, _ in one_turn() if is_movement(s) and not s.moved)


def test_belgorod_gets_a_garrison_before_anything_else_is_planned() -> None:
    """Losing Belgorod costs 20 VP, and the enemy is across the river: armour, with another unit behind it."""
    s, offer = before_moving()
    commander = GermanCommander(GAME, GERMAN_WEIGHTS)
    moves = Moves(commander.read(s), units_in(offer.units), lambda unit, hex_: 0.0)
    commander.prepare(moves)
    assert moves.sense.s.hard[GERMAN] >> GAME.belgorod & 1
    behind = [end for end in moves.ends.values() if 0 < GAME.grid.distance(Hex(end), Hex(GAME.belgorod)) <= 2]
    assert [end for end in behind if not GAME.near[end] & s.soft[SOVIET]]


def test_the_answer_that_is_imagined_moves_the_enemy_alone() -> None:
    s, _ = before_moving()
    commander = GermanCommander(GAME, GERMAN_WEIGHTS)
    sense = commander.read(s)
    then = commander.answered(sense).s
    assert sense.s.place == s.place
    moved = [unit for unit, place in numbered(then.place) if place != s.place[unit]]
    assert len(moved) > 20
    assert {GAME.side[unit] for unit in moved} == {SOVIET}


@pytest.mark.parametrize(("right", "asked"), [(1, False), (2, True)])
def test_answers_are_imagined_as_long_as_one_move_in_five_was_foreseen(
    right: int, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    s, offer = before_moving()
    commander = GermanCommander(GAME, GERMAN_WEIGHTS)
    units = [unit for unit in units_in(GAME.side_units[SOVIET] & GAME.combat_units) if s.place[unit] >= 0][:10]
    ends = {unit: s.place[unit] if number < right else GAME.belgorod for number, unit in enumerate(units)}
    commander.foresight.expected = s.turn - 1, ends
    commander.begin(s)
    commander.begin(s)
    assert (commander.foresight.imagined, commander.foresight.foreseen) == (10, right)
    calls = []

    def answered(sense: Sense) -> Sense:
        calls.append(sense)
        return sense

    monkeypatch.setattr(commander, "answered", answered)
    commander.make_plan(s, offer.units)
    assert bool(calls) == asked


def stands(*places: tuple[str, str]) -> Position:
    """A position with only these units, by id and hex."""
    s = GAME.new("campaign")
    clear(GAME, s)
    s.turn = 2
    for name, hex_ in places:
        put(GAME, s, GAME.unit_index(name), GAME.grid.index(hex_))
    return s


def test_armour_alone_holds_belgorod_while_nobody_is_next_to_it() -> None:
    s = stands(("ax.6pz.4", "S2721"), ("ax.6pz.11", "S2721"), ("so.4gad.12", "S2726"))
    panzer = GAME.unit_index("ax.6pz.11")
    commander = GermanCommander(GAME, GERMAN_WEIGHTS)
    moves = Moves(commander.read(s), (GAME.unit_index("ax.6pz.4"), panzer), lambda unit, hex_: 0.0)
    commander.prepare(moves)
    assert [unit for unit, end in moves.ends.items() if end == GAME.belgorod] == [panzer]


@pytest.mark.parametrize(
    ("places", "goes"),
    [
        ((("so.4gad.12", "N2317"), ("so.4gad.15", "N2317")), True),  # 4 against 6, three columns of ground: 1-4
        ((), False),
    ],
)
def test_who_has_lost_a_step_goes_back_from_what_he_can_only_attack_badly(
    places: tuple[tuple[str, str], ...], goes: bool
) -> None:
    s = stands(("ax.6id.18", "N2316"), *places)
    unit = GAME.unit_index("ax.6id.18")
    s.stack.append(Withdrawing(GERMAN, must=0, may=1 << unit, lifted=[]))
    offer = Offer(GERMAN, units=1 << unit, options=GAME.DONE)
    pick = GermanCommander(GAME, GERMAN_WEIGHTS).choose(Imagined(s), offer)
    assert (pick == (UNIT, unit)) == goes


def test_a_way_is_open_where_nobody_else_bars_it() -> None:
    """Seen from a hex with enemies: all ways on are free, or none when others stand in all hexes around it."""
    alone = stands(("so.4gad.12", "N2317"))
    hex_ = GAME.grid.index("N2317")
    assert Sense(GAME, alone, GERMAN, GERMAN_WEIGHTS).openness(hex_) == 1.0
    regiments = [unit.id for unit in GAME.files.units if unit.parent in ("15 RD", "81 RD")]
    around = GAME.grid.numbers(GAME.near[hex_])
    barred = stands(("so.4gad.12", "N2317"), *zip(regiments, around, strict=True))
    assert Sense(GAME, barred, GERMAN, GERMAN_WEIGHTS).openness(hex_) == 0.0


def test_everybody_who_can_hit_something_fires() -> None:
    for s, offer, pick in one_turn():
        if s.stack[-1].step == "fire" and pick[0] == OPTION:
            sense = Sense(GAME, s, Side(offer.seat), GERMAN_WEIGHTS)
            for unit in units_in(offer.units):
                near = GAME.near[s.place[unit]] & s.hard[Side(1 - offer.seat)]
                assert not any(sense.shot_worth(unit, hex_) for hex_ in hexes_in(near))


def test_a_shot_is_aimed_where_it_does_most() -> None:
    aimed = 0
    for s, offer, pick in one_turn():
        if s.stack[-1].step == "fire_at" and offer.hexes.bit_count() > 1:
            sense = Sense(GAME, s, Side(offer.seat), GERMAN_WEIGHTS)
            worth = {hex_: sense.shot_worth(top_frame(s).unit, hex_) for hex_ in hexes_in(offer.hexes)}
            assert pick == (HEX, max(worth, key=lambda hex_: (worth[hex_], hex_)))
            aimed += 1
    assert aimed


def test_the_way_to_the_goals_leads_round_the_enemy() -> None:
    """From the hex north of it a regiment in N2317 makes the way on longer; in the other sector it does not."""
    north, far = GAME.grid.index("N2216"), GAME.grid.index("S2020")
    ways = []
    for places in ((), (("so.4gad.12", "N2317"),)):
        s = stands(*places)
        commander = GermanCommander(GAME, GERMAN_WEIGHTS)
        ways.append(commander.goals(s, 0, commander.read(s)))
    assert ways[1][north] > ways[0][north]
    assert ways[1][far] == ways[0][far]


# -- what it expects ------------------------------------------------------------------------------------------------


def test_chances_of_shots_are_those_of_the_table() -> None:
    """AT 7 against armour 3: the number must be 4 or more, which rolls of 2 to 6 give, 15 of 36; screened, 2 to 4."""
    chart = chart_of(GAME)
    assert chart.hit(7, 0, 3) == pytest.approx(15 / 36)
    assert chart.hit(7, 2, 3) == pytest.approx(6 / 36)
    assert chart.hit(1, -2, 3) == pytest.approx(6 / 36)
