"""The craft of Traces of War: where a plan begins, what it varies, and what is imagined of it."""

from random import Random

import pytest

from stavka.agents.craft import FIRST, FROZEN
from stavka.agents.planner import Planner
from stavka.agents.playout import Luck, Until, play_on
from stavka.agents.search import SCRIPT, Effort, Round
from stavka.engine.kinds import Side, members, units_in
from stavka.engine.offer import ROLL, Offer, Pick
from stavka.games.traces.agents.craft import (
    AXIS_GENES,
    FOCUS,
    PICKS,
    SOVIET_GENES,
    TracesCraft,
    moment_of,
    table_of,
)
from stavka.games.traces.agents.model import AxisModel, SovietModel
from stavka.games.traces.agents.scripted import ScriptedPlayer
from stavka.games.traces.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.traces.game import load
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import activate_hq
from stavka.games.traces.state import AXIS, SOVIET, Position, lift, put
from stavka.hexes import Hex
from stavka.studies.play import weighted

GAME = load()
CRAFT = TracesCraft(GAME, 1)
LITTLE = Effort((Round(0, 3, 1), Round(1, 2, 1)), bred=1, doubt=0.0)


def moments(scenario: str, seed: int, steps: set[str], count: int) -> list[tuple[Position, Offer]]:
    """Positions of a scripted game at these steps, with what is offered."""
    found: list[tuple[Position, Offer]] = []
    rng, s = Random(seed), GAME.new(scenario)
    agents = [ScriptedPlayer(GAME, 1), ScriptedPlayer(GAME, 2)]
    while len(found) < count:
        offer = GAME.offers(s)[0]
        if offer.chance is not None:
            GAME.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
            continue
        if s.stack[-1].step in steps:
            found.append((s.clone(), offer))
        GAME.apply(s, offer.seat, agents[offer.seat].choose(GAME.see(s, offer.seat), offer))
    return found


@pytest.fixture(scope="module")
def modes() -> list[tuple[Position, Offer]]:
    """Beginnings of activations of both sides."""
    found = moments("campaign", 5, {"mode"}, 6)
    assert {GAME.side_of(s, offer.seat) for s, offer in found} == {SOVIET, AXIS}
    return found


@pytest.mark.parametrize("side", [SOVIET, AXIS])
def test_it_takes_what_is_offered_through_a_turn(modes: list[tuple[Position, Offer]], side: Side) -> None:
    s, offer = next((s.clone(), offer) for s, offer in modes if GAME.side_of(s, offer.seat) == side)
    player, other, rng, picks = Planner(TracesCraft, GAME, 1, LITTLE), ScriptedPlayer(GAME, 3), Random(3), 0
    seat = offer.seat
    while picks < 150:
        offer = GAME.offers(s)[0]
        if offer.chance is not None:
            pick: Pick = (ROLL, weighted(rng, offer.chance))
        else:
            pick = (player if offer.seat == seat else other).choose(GAME.see(s, offer.seat), offer)
            picks += offer.seat == seat
        assert offer.chance is not None or pick in offer
        GAME.apply(s, offer.seat, pick)


def test_an_activation_is_worth_the_whole_effort_and_what_leads_to_it_a_part() -> None:
    for step, share in {**PICKS, "mode": 1.0, "combat": 0.0, "movement": 0.0}.items():
        ((s, _),) = moments("race", 2, {step}, 1)
        assert CRAFT.opens(s) == share, step


@pytest.mark.parametrize("step", sorted(PICKS))
def test_a_pick_is_chosen_by_what_comes_of_it(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pick that wins the game is taken, whatever the script would choose."""
    ((s, offer),) = moments("race", 2, {step}, 1)
    script = ScriptedPlayer(GAME, 1, SCRIPTED).choose(GAME.see(s, offer.seat), offer)
    assert len(list(offer)) > 1
    for pick in list(offer)[:5]:
        if pick == script:
            continue
        done: list[Pick] = []

        def apply(p: Position, seat: int, made: Pick, done: list[Pick] = done) -> None:
            done.append(made)

        monkeypatch.setattr("stavka.agents.planner.play_on", lambda *_: None)
        monkeypatch.setattr(GAME, "apply", apply)
        monkeypatch.setattr(TracesCraft, "sign", lambda *_: None)
        monkeypatch.setattr(
            TracesCraft, "worth", lambda self, p, side, pick=pick, done=done: float(bool(done) and done.pop() == pick)
        )
        player = Planner(TracesCraft, GAME, 1, Effort((Round(0, 20, 1),), doubt=0.0))
        assert player.choose(GAME.see(s, offer.seat), offer) == pick


def test_values_of_a_gene_differ_from_each_other_and_from_the_script() -> None:
    for side, genes in (("soviet", SOVIET_GENES), ("axis", AXIS_GENES)):
        for gene, values in genes.items():
            tables = [table_of(((gene, value),)) for value in values]
            for scenario in ("race", "campaign"):
                rows = [SCRIPTED[side, scenario], *(table[side, scenario] for table in tables)]
                assert len({*rows[1:]}) == len(values), gene
    assert table_of(SCRIPT) == SCRIPTED and table_of(FROZEN) == SCRIPTED_1


def test_genes_of_a_way_work_together() -> None:
    way = (("aim", SOVIET_GENES["aim"][0]), ("attack", SOVIET_GENES["attack"][2]), (FOCUS, 7))
    weights = table_of(way)["soviet", "race"]
    assert (weights.crossing_goal, weights.crossing_ground, weights.least_attack) == (-3.0, 9.0, 99.0)
    assert CRAFT.commander(SOVIET, way).focus == 1 << 7


def test_an_activation_may_go_for_a_city_or_crossing_that_is_near() -> None:
    s = GAME.new("race")
    s.turn = 2
    hq = units_in(GAME.hq_units & GAME.side_units[SOVIET])[0]
    activate_hq(GAME, s, hq)
    city = members(s.orders & ~s.cities)[0]
    unit = next(u for u in units_in(s.activated & GAME.combat_units))
    near = next(hex_ for hex_, _ in GAME.attack_sides[city] if not s.at.get(hex_))
    lift(GAME, s, unit, Hex(near))
    put(GAME, s, unit, Hex(near))
    (offer,) = GAME.offers(s)
    assert CRAFT.foci(s)[0] == city
    assert CRAFT.genes(s, SOVIET, offer)[FOCUS][0] == city
    assert FOCUS not in CRAFT.genes(s, AXIS, offer)
    assert set(CRAFT.genes(s, SOVIET, offer)[FIRST]) == set(offer)


@pytest.mark.parametrize("side", [SOVIET, AXIS])
def test_what_is_rehearsed_is_the_plan_of_the_commander(modes: list[tuple[Position, Offer]], side: Side) -> None:
    """The model would look less closely; it is given the plan of the commander, once for all futures."""
    s = next(s.clone() for s, offer in modes if GAME.side_of(s, offer.seat) == side)
    leader, rehearser = CRAFT.commander(side, SCRIPT), CRAFT.rehearser(side, SCRIPT)
    for each in (leader, rehearser):
        each.begin(s)
        assert each.plan_for(s).ends
    assert leader.plan_for(s).ends == rehearser.plan_for(s).ends
    first = rehearser.plan_for(s)
    assert isinstance(rehearser, SovietModel | AxisModel) and rehearser.planner is not None
    rehearser.planner = CRAFT.model(1 - side, SCRIPT)  # asked for a plan, the other side would have none
    rehearser.forget()
    again = rehearser.plan_for(s)
    assert again is not first and again.ends == first.ends


def test_the_first_stage_ends_with_the_activation_and_the_second_with_the_enemys(
    modes: list[tuple[Position, Offer]],
) -> None:
    for seed in range(3):
        s, offer = modes[0][0].clone(), modes[0][1]
        side = GAME.side_of(s, offer.seat)
        before, players = moment_of(s), {GAME.seat(s, Side(each)): CRAFT.model(Side(each), SCRIPT) for each in range(2)}
        luck = Luck(f"{seed}")
        play_on(GAME, s, players, luck, CRAFT.until(s, side, 0))
        assert s.stack[-1].step in ("add_chits", "draw") and moment_of(s)[0] == before[0]
        for model in players.values():
            model.forget()
        led: list[Side] = []
        over = CRAFT.until(s, side, 1)

        def until(p: Position, led: list[Side] = led, over: Until = over) -> bool:
            if p.stack[-1].step == "mode":
                led.append(p.stack[-1].side)  # type: ignore[attr-defined]  # the frame of an activation
            return over(p)

        play_on(GAME, s, players, luck, until)
        assert s.turn > before[0] or Side(1 - side) in led
