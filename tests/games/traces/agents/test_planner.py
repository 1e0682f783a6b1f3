"""The computer opponent: it knows no more than its seat, decides the same for a seed, and keeps to its effort."""

from random import Random

import pytest

from stavka.agents.choice import Effort
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side
from stavka.engine.offer import ROLL, Offer, Pick
from stavka.games import opponents
from stavka.games.traces.agents.futures import Idea, TracesFutures
from stavka.games.traces.agents.planner import AFTER, EFFORT, LESS, TRIED, Planner
from stavka.games.traces.agents.scripted import ScriptedPlayer
from stavka.games.traces.agents.weights import SCRIPTED
from stavka.games.traces.game import load
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.studies.play import weighted

GAME = load()
LITTLE = Effort(looks=1, finalists=2, more=2, follows=1, doubt=0.0)


class Hasty(Planner):
    """The planner with little effort, so that tests are quick."""

    effort = less = after = LITTLE


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


def lead(player: Planner, s: Position, seat: int, count: int, rng: Random) -> list[Pick]:
    """The first picks of a seat from a position on; the other seat follows the script."""
    s, other = s.clone(), ScriptedPlayer(GAME, 3)
    picks: list[Pick] = []
    while len(picks) < count and not s.result:
        offer = GAME.offers(s)[0]
        if offer.chance is not None:
            pick: Pick = (ROLL, weighted(rng, offer.chance))
        else:
            agent = player if offer.seat == seat else other
            pick = agent.choose(GAME.see(s, offer.seat), offer)
            assert pick in offer
            if offer.seat == seat:
                picks.append(pick)
        GAME.apply(s, offer.seat, pick)
    return picks


def test_what_is_hidden_does_not_change_the_move(modes: list[tuple[Position, Offer]]) -> None:
    different = 0
    for s, offer in modes[2:6]:
        view = GAME.view(s, offer.seat)
        other = next((p for p in (GAME.sample_state(view, Random(n)) for n in range(9)) if p != s), None)
        if other is None:
            continue
        different += 1
        same = [lead(Hasty(GAME, 6), state, offer.seat, 6, Random(1)) for state in (s, other)]
        assert same[0] == same[1]
    assert different >= 2, "nothing was hidden"


def test_the_same_seed_decides_the_same_whatever_was_thought_before(modes: list[tuple[Position, Offer]]) -> None:
    (before, asked), (s, offer) = modes[0], modes[3]
    fresh, used = Hasty(GAME, 6), Hasty(GAME, 6)
    used.choose(GAME.see(before, asked.seat), asked)
    assert lead(fresh, s, offer.seat, 25, Random(2)) == lead(used, s, offer.seat, 25, Random(2))
    assert fresh.verdict == used.verdict


@pytest.mark.parametrize("side", [SOVIET, AXIS])
def test_it_takes_what_is_offered_through_a_turn(modes: list[tuple[Position, Offer]], side: Side) -> None:
    """`lead` asserts it, pick by pick."""
    s, offer = next((s, offer) for s, offer in modes if GAME.side_of(s, offer.seat) == side)
    assert len(lead(Hasty(GAME, 1), s, offer.seat, 150, Random(3))) == 150


def test_it_keeps_to_its_effort(modes: list[tuple[Position, Offer]], monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"look": 0, "follow": 0}
    look, follow = TracesFutures.look, TracesFutures.follow

    def counted_look(self: TracesFutures, plan: int, future: int) -> float:
        counts["look"] += 1
        return look(self, plan, future)

    def counted_follow(self: TracesFutures, plan: int, future: int) -> float:
        counts["follow"] += 1
        return follow(self, plan, future)

    monkeypatch.setattr(TracesFutures, "look", counted_look)
    monkeypatch.setattr(TracesFutures, "follow", counted_follow)
    s, offer = modes[3]
    player = Hasty(GAME, 1)
    plans = len(player.plans(GAME.see(s, offer.seat), offer, GAME.side_of(s, offer.seat)))
    assert plans > 2
    lead(player, s, offer.seat, 10, Random(1))
    assert (counts["look"], counts["follow"]) == LITTLE.most(plans) == (plans + 2, 2)


def test_an_activation_right_after_a_pick_that_was_tried_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pick of OKH and the activation that follows are one wait; the next activation has its full effort again."""
    efforts: list[tuple[str, Effort]] = []

    def think(self: Planner, sight: Sight[Position], side: Side, ideas: list[Idea], effort: Effort) -> int:
        efforts.append((sight.position.stack[-1].step, effort))
        return 0

    monkeypatch.setattr(Planner, "think", think)
    ((s, offer),) = moments("race", 2, {"okh"}, 1)
    lead(Planner(GAME, 1), s, offer.seat, 150, Random(1))
    okh = next(at for at, (step, _) in enumerate(efforts) if step == "mode")
    assert {effort for _, effort in efforts[:okh]} == {LESS}
    assert efforts[okh] == ("mode", AFTER)
    assert ("mode", EFFORT) in efforts[okh:]
    assert sum(AFTER.most(9)) < sum(EFFORT.most(9))


def test_a_planner_that_doubts_everything_is_the_script(modes: list[tuple[Position, Offer]]) -> None:
    class Doubting(Planner):
        effort = less = after = LITTLE._replace(follows=2, doubt=1e9)

    s, offer = modes[3]
    planned = lead(Doubting(GAME, 4), s, offer.seat, 25, Random(5))
    script = lead(ScriptedPlayer(GAME, 4, SCRIPTED), s, offer.seat, 25, Random(5))  # type: ignore[arg-type]
    assert planned == script


def test_its_plans_are_different_and_the_script_comes_first(modes: list[tuple[Position, Offer]]) -> None:
    for s, offer in modes[:2]:
        plans = Planner(GAME, 1).plans(GAME.see(s, offer.seat), offer, GAME.side_of(s, offer.seat))
        script = ScriptedPlayer(GAME, 1, SCRIPTED)
        assert plans[0][1].pick == script.choose(GAME.see(s, offer.seat), offer)
        commander = script.commanders[GAME.side_of(s, offer.seat)]
        assert commander.plan is not None and all(idea.plan is not None for _, idea in plans)
        ends = [(idea.pick, leader.weights.least_attack, idea.plan and idea.plan.ends) for leader, idea in plans]
        assert ends[0][2] == commander.plan.ends
        assert all(ends.count(end) == 1 for end in ends)


@pytest.mark.parametrize("step", sorted(TRIED))
def test_a_pick_is_chosen_by_what_comes_of_it(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pick that wins the game is taken, whatever the script would choose."""
    ((s, offer),) = moments("race", 2, {step}, 1)
    script = ScriptedPlayer(GAME, 1, SCRIPTED).choose(GAME.see(s, offer.seat), offer)
    assert len(list(offer)) > 1
    for pick in offer:
        if pick == script:
            continue
        for sight in ("look", "follow"):
            monkeypatch.setattr(
                TracesFutures, sight, lambda self, plan, future, pick=pick: float(self.ideas[plan].pick == pick)
            )
        player = Planner(GAME, 1)
        assert player.choose(GAME.see(s, offer.seat), offer) == pick


def test_it_sees_but_never_asks_for_the_real_position() -> None:
    """A sight that gives away nothing but the redacted position and samples is enough."""

    class Narrow(Sight[Position]):
        def __init__(self, sight: Sight[Position]) -> None:
            self.seat, self.position, self._sample = sight.seat, sight.position, sight.sample

        def sample(self, rng: Random) -> Position:
            return self._sample(rng)

    ((s, offer),) = moments("race", 2, {"mode"}, 1)
    assert Hasty(GAME, 1).choose(Narrow(GAME.see(s, offer.seat)), offer) in offer


def test_it_is_the_last_in_the_registry_which_is_the_default_opponent() -> None:
    assert opponents.names("traces")[-1] == "planner"
    assert isinstance(opponents.make("planner", GAME, 1), Planner)
    assert EFFORT.most(16) == (60, 16)
