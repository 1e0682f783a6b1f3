"""Random games in which all invariants are checked after every pick, and proof that the checks find faults."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from games.traces.plain import Plain
from games.traces.walks import CASES, GAME, Walk, collected, starved, wild
from stavka.assurance.invariants import copy_faults, offer_faults, view_faults
from stavka.data.schema import changed
from stavka.engine.kinds import Side, Unit, numbered
from stavka.engine.offer import CHANCE, DIE, Offer
from stavka.games.traces.checks.invariants import DERIVED, LONGEST, Watch, shuffled
from stavka.games.traces.game import Traces
from stavka.games.traces.rules import c13_victory as victory
from stavka.games.traces.rules.c02_components.headquarters import in_command_range
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import ChoosingMode, ChoosingSecondHq, DrawingChit
from stavka.games.traces.rules.c10_combat.retreat import RetreatingUnit
from stavka.games.traces.state import AXIS, BOX, ELIMINATED, SOVIET, WAITING, Position, derive, put
from stavka.hexes import Hex
from stavka.studies.soak import Plan, play

# -- random games ---------------------------------------------------------------------------------------------------

GAMES, CHUNK = 160, 8


@pytest.mark.parametrize("chunk", range(GAMES // CHUNK))
def test_random_games_keep_every_invariant(chunk: int) -> None:
    """Every scenario with every option in each chunk; one game of each is recorded and replayed as well."""
    plan = Plan("traces", "test", check=150, replay=CHUNK)
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        played = play(plan, number)
        assert not played.fault, f"game {number} ({played.case}): {played.trace}"
        assert played.result in ("soviet points", "axis points", "soviet automatic")
        assert 200 < played.picks + played.rolls < LONGEST


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_everything_is_looked_at_after_every_pick(seed: int) -> None:
    """The deep checks too, in a stretch of a game that begins somewhere in it."""
    rng, walk = Random(seed), Walk(seed)
    watch = Watch(GAME, walk.state)
    start = rng.randrange(0, 1000)
    for at, s in enumerate(walk):
        assert list(watch.faults(s)) == []
        if start <= at < start + 60:
            assert list(offer_faults(GAME, s, GAME.offers(s))) == []
            assert list(watch.deep_faults(s)) == []
            assert list(copy_faults(GAME, s, rng, steps=2)) == []
            assert list(view_faults(GAME, s, rng, shuffled)) == []


@pytest.mark.parametrize("seed", range(2 * len(CASES)))
def test_a_strange_map_breaks_nothing(seed: int) -> None:
    """Swamps, rivers and Blocked hexsides everywhere, or hardly any supply: rules seldom met on the real map."""
    game, rng = starved() if seed % 2 else wild(1 + seed // 8), Random(seed)
    walk = Walk(300 + seed // 2, game)
    watch = Watch(game, walk.state)
    for at, s in enumerate(walk):
        assert [*watch.faults(s), *offer_faults(game, s, game.offers(s))] == []
        if at % 200 == 0:
            assert [*watch.deep_faults(s), *copy_faults(game, s, rng), *view_faults(game, s, rng, shuffled)] == []
            assert victory.total(game, s, final=True) == Plain(game, s).points(final=True)
        assert at < LONGEST


def test_hqs_that_find_no_place_wait_off_the_map_and_come_back() -> None:
    """Supply is short. A waiting HQ comes back before the next chit, if there is a hex for it."""
    waited = back = 0
    for seed in range(24):
        before: set[Unit] = set()
        for s in Walk(seed, starved()):
            now = {unit for unit, place in numbered(s.place) if place == WAITING}
            waited += len(now - before)
            back += len(before - now)
            before = now
    assert waited > 10 and back > 2


@pytest.mark.parametrize("seed", range(8))
def test_victory_points_are_those_of_the_slow_count(seed: int) -> None:
    for s in islice(Walk(100 + seed), 0, None, 197):
        plain = Plain(GAME, s)
        for final in (False, True):
            assert victory.total(GAME, s, final=final) == plain.points(final=final)


@pytest.mark.parametrize("seed", range(24))
def test_the_result_is_what_the_slow_count_says(seed: int) -> None:
    *_, last = Walk(200 + seed)
    points = Plain(GAME, last).points(final=last.turn == GAME.scenario(last).turns)
    if last.result == "soviet automatic":
        assert last.orders & last.cities
    else:
        assert (last.result == "soviet points") == (points >= last.threshold)


@pytest.mark.parametrize("seed", range(6))
def test_the_figures_of_a_game_are_those_of_the_slow_count(seed: int) -> None:
    *_, last = Walk(200 + seed)
    figures = GAME.figures(last)
    assert figures["VPs"] == Plain(GAME, last).points(final=last.turn == GAME.scenario(last).turns) / 4
    assert figures["VPs"] == sum(value for name, value in figures.items() if name.startswith("VPs by "))
    lost = [GAME.sides[GAME.side[unit]] for unit, place in numbered(last.place) if place == ELIMINATED]
    assert {side: figures[f"{side} units lost"] for side in GAME.sides} == {s: lost.count(s) for s in GAME.sides}


def scattered(rng: Random) -> Position:
    """A position that no game leads to: units anywhere, some of them lost, Cities and Crossing Points anybody's."""
    s = GAME.new(rng.choice(("race", "campaign")))
    hexes = GAME.grid.bits(GAME.grid.all)
    taken: dict[int, int] = {}
    for unit in range(len(s.place)):
        hex_, lost = rng.choice(hexes), rng.random() < 0.2 and not GAME.hq_units >> unit & 1
        alone = taken.setdefault(hex_, GAME.side[Unit(unit)]) == GAME.side[Unit(unit)]
        s.place[Unit(unit)] = ELIMINATED if lost else hex_ if alone else BOX
        s.steps[Unit(unit)] = 0 if lost else GAME.full_steps[Unit(unit)]
    s.cities = GAME.cities & rng.getrandbits(GAME.grid.size)
    s.crossings = GAME.crossings & rng.getrandbits(GAME.grid.size)
    s.relocations = bytearray((rng.randrange(6), rng.randrange(6)))
    s.bridgehead = rng.choice((Hex(-2), Hex(-1), rng.choice(hexes)))
    s = GAME.from_json(s.to_json())
    s.cities = s.cities & ~s.occupied[AXIS] | GAME.cities & s.occupied[SOVIET]
    return s


@pytest.mark.parametrize("seed", range(40))
def test_victory_points_of_positions_that_no_game_leads_to(seed: int) -> None:
    """Supplied and unsupplied, east and west, everything that random games seldom reach; then the end of the game with
    a threshold that is just met and just not."""
    s = scattered(Random(seed))
    plain = Plain(GAME, s)
    for final in (False, True):
        assert victory.total(GAME, s, final=final) == plain.points(final=final)
    s.turn = GAME.scenario(s).turns
    points = plain.points(final=True)
    for more, result in ((0, "soviet points"), (1, "axis points"), (-1, "soviet points")):
        c = s.clone()
        c.threshold = points + more
        victory.end_of_turn(GAME, c)
        assert c.result == result


def test_the_walk_reaches_every_step_that_waits() -> None:
    """A step that no random game reaches is checked by nothing here."""
    waiting = {name for name, step in GAME.steps.items() if "offer" in vars(type(step)) or "offers" in vars(type(step))}
    assert waiting - set(collected()) <= {"unsupplied_hqs"}


def test_a_converted_hq_has_the_range_of_its_other_side() -> None:
    """Both sides of the counter show the same range; an owner's overlay may have others."""
    units = tuple(
        changed(unit, ukrainian=changed(unit.ukrainian, range=1)) if unit.ukrainian else unit
        for unit in GAME.files.units
    )
    game = Traces(GAME.files.changed(units=units))
    s = game.new("campaign")
    hq = next(on_map(s, SOVIET, hq=True))
    before = in_command_range(game, s, hq)
    s.converted = 1
    near = 1 << s.place[hq] | game.grid.ring(s.place[hq], 1)
    assert in_command_range(game, s, hq) == before & sum(1 << u for u in on_map_all(s) if near >> s.place[u] & 1)
    assert in_command_range(game, s, hq) != before


def on_map_all(s: Position) -> list[Unit]:
    return [unit for unit, place in numbered(s.place) if place >= 0]


# -- proof that a fault is found ------------------------------------------------------------------------------------


def position() -> Position:
    """The start of a campaign, chits selected and markers drawn."""
    walk = Walk(CASES.index(CASES[4]))
    return next(s for s in walk if s.turn == 1 and any(s.cup) and isinstance(s.stack[-1], ChoosingMode))


def on_map(s: Position, side: Side, *, hq: bool = False) -> Iterator[Unit]:
    for unit, place in numbered(s.place):
        if place >= 0 and GAME.side[unit] == side and bool(GAME.hq_units >> unit & 1) == hq:
            yield unit


def stack_up(s: Position) -> None:
    a, b, c = islice(on_map(s, SOVIET), 3)
    s.place[Unit(a)] = s.place[b] = s.place[c]


def two_hqs(s: Position) -> None:
    a, b = islice(on_map(s, AXIS, hq=True), 2)
    s.place[Unit(a)] = s.place[b]


def into_the_enemy(s: Position) -> None:
    s.place[next(on_map(s, SOVIET))] = s.place[next(on_map(s, AXIS))]


def off_the_page(s: Position) -> None:
    s.place[next(on_map(s, SOVIET))] = Hex(next(i for i in range(GAME.grid.size) if not GAME.grid.number(Hex(i))))


def strange_place(s: Position) -> None:
    s.place[next(on_map(s, SOVIET))] = Hex(-9)


def no_steps(s: Position) -> None:
    s.steps[next(on_map(s, SOVIET))] = 0


def too_many_steps(s: Position) -> None:
    s.steps[next(on_map(s, SOVIET))] = 3


def dead_with_steps(s: Position) -> None:
    s.place[next(on_map(s, SOVIET))] = ELIMINATED


def dead_hq(s: Position) -> None:
    hq = next(on_map(s, AXIS, hq=True))
    s.place[hq], s.steps[hq] = ELIMINATED, 0


def back_in_the_box(s: Position) -> None:
    unit = next(u for u in on_map(s, SOVIET) if GAME.setup_hex[u] >= 0 and s.steps[u] == GAME.full_steps[u])
    s.place[unit] = BOX


def waiting_unit(s: Position) -> None:
    s.place[next(u for u in on_map(s, SOVIET) if s.steps[u] == GAME.full_steps[u])] = WAITING


def stale_at(s: Position) -> None:
    s.at[next(iter(s.at))] ^= 1


def two_markers(s: Position) -> None:
    s.oos = s.isolated = 1 << next(on_map(s, SOVIET))


def marked_hq(s: Position) -> None:
    s.oos |= 1 << next(on_map(s, SOVIET, hq=True))


def marked_nobody(s: Position) -> None:
    s.isolated |= 1 << next(u for u, place in numbered(s.place) if place == BOX)


def lost_city(s: Position) -> None:
    s.cities |= GAME.cities & s.occupied[AXIS]


def city_nowhere(s: Position) -> None:
    s.cities |= GAME.grid.all & ~GAME.cities & -GAME.grid.all


def order_nowhere(s: Position) -> None:
    s.orders |= GAME.cities & ~GAME.major_cities


def order_taken(s: Position) -> None:
    s.cities |= s.orders & ~s.occupied[AXIS]


def crossing_forgotten(s: Position) -> None:
    s.turn, s.crossings = 7, 0


def chit_too_many(s: Position) -> None:
    s.played[GAME.okh_chit] += 3


def chit_swapped(s: Position) -> None:
    s.played[GAME.supply_chit] += 1


def chit_gone(s: Position) -> None:
    s.cup[next(kind for kind, count in enumerate(s.cup) if count)] -= 1


def chit_seen(s: Position) -> None:
    s.shown[GAME.stavka_chit] = 1


def chit_held(s: Position) -> None:
    s.hand[GAME.supply_chit] = 1


def airborne_unmarked(s: Position) -> None:
    kind = next(k for k in GAME.chit_kinds[SOVIET] if s.cup[k])
    s.cup[kind] -= 1
    s.cup[GAME.airborne_chit] += 1


def markers(s: Position) -> None:
    s.air[0] = 3


def other_markers(s: Position) -> None:
    s.air_used[1] += 1 if sum(s.air_used) + s.air[1] < 2 else -1


def both_activated(s: Position) -> None:
    s.activated |= GAME.side_units[SOVIET] | GAME.side_units[AXIS]


def activated_still(s: Position) -> None:
    s.stack = [frame for frame in s.stack if not isinstance(frame, ChoosingMode | ChoosingSecondHq)]
    s.stack.append(DrawingChit())


def turned_back(s: Position) -> None:
    s.turn = 5


def bridgehead_undone(s: Position) -> None:
    s.bridgehead = Hex(-2)


def order_back(s: Position) -> None:
    s.orders = GAME.scenario(s).orders


def relocation_forgotten(s: Position) -> None:
    s.relocations[Side(0)] = 0


def crossing_back(s: Position) -> None:
    s.crossings = 0


def resurrected(s: Position) -> None:
    unit = next(u for u, place in numbered(s.place) if place == ELIMINATED)
    s.place[unit], s.steps[unit] = BOX, GAME.full_steps[unit]


def healed(s: Position) -> None:
    unit = next(u for u in on_map(s, SOVIET) if s.steps[u] < GAME.full_steps[u])
    s.steps[unit] += 1


def prepared() -> Position:
    """A position in which something has happened that must not be undone."""
    s = position()
    s.orders &= s.orders - 1
    s.relocations[Side(0)] = 3
    s.crossings = GAME.crossings & -GAME.crossings
    lost, hurt = islice((u for u in on_map(s, SOVIET) if GAME.full_steps[u] == 2), 2)
    s.place[Unit(lost)], s.steps[Unit(lost)], s.steps[hurt] = ELIMINATED, 0, 1
    return GAME.from_json(s.to_json())


CORRUPTIONS: list[tuple[Callable[[Position], None], str]] = [
    (stack_up, "are too many in"),
    (two_hqs, "are too many in"),
    (into_the_enemy, "of both sides are in"),
    (off_the_page, "stands outside the map"),
    (strange_place, "which is no place"),
    (no_steps, "is on the map with 0 steps"),
    (too_many_steps, "is on the map with 3 steps"),
    (dead_with_steps, "is eliminated with"),
    (dead_hq, "the HQ"),
    (back_in_the_box, "has left the map for its box"),
    (waiting_unit, "waits off the map and is no HQ"),
    (stale_at, "(at)"),
    (two_markers, "Out of Supply and Isolated at once"),
    (marked_hq, "have supply markers"),
    (marked_nobody, "are off the map"),
    (lost_city, "not controlled by the side that is in them"),
    (city_nowhere, "no Cities or Crossing Points"),
    (order_nowhere, "where there was none"),
    (order_taken, "the game goes on"),
    (crossing_forgotten, "should be Soviet"),
    (chit_too_many, "chits okh of 2"),
    (chit_swapped, "2 Supply chits"),
    (chit_gone, "chits"),
    (chit_seen, "is known to be in the cup and is not"),
    (chit_held, "the Axis player holds a chit supply"),
    (airborne_unmarked, "not marked as selected"),
    (markers, "Luftwaffe markers of kind 0"),
    (other_markers, "Luftwaffe markers became"),
    (both_activated, "units of both sides are activated"),
    (activated_still, "outside of an activation"),
    (turned_back, "turn 5 follows turn 1"),
    (bridgehead_undone, "the Bridgehead went from"),
    (order_back, "a Supreme Command Order came back"),
    (relocation_forgotten, "relocations were forgotten"),
    (crossing_back, "a Crossing Point was given back"),
    (resurrected, "came back from where nobody comes back"),
    (healed, "gained a step on the map"),
]


@pytest.mark.parametrize(("corrupt", "says"), CORRUPTIONS, ids=[corrupt.__name__ for corrupt, _ in CORRUPTIONS])
def test_a_corrupted_position_is_found(corrupt: Callable[[Position], None], says: str) -> None:
    s = prepared()
    watch = Watch(GAME, s)
    assert [fault for fault in watch.faults(s) if "Crossing Point" not in fault] == []
    c = s.clone()
    corrupt(c)
    assert any(says in fault for fault in watch.faults(c)), list(watch.faults(c))


@pytest.mark.parametrize("name", [name for name in DERIVED if name != "at"] + ["zones"])
def test_a_stale_derived_column_is_found(name: str) -> None:
    s = position()
    watch = Watch(GAME, s)
    assert list(watch.deep_faults(s)) == []
    column = getattr(s, name)
    hex_ = s.place[next(on_map(s, AXIS))]
    column[AXIS] = (column[AXIS] if column[AXIS] >= 0 else 0) ^ 1 << hex_
    assert any(name in fault for fault in watch.deep_faults(s))


def test_a_unit_may_stand_upon_others_while_it_retreats_and_no_longer() -> None:
    s = position()
    watch = Watch(GAME, s)
    assert list(watch.faults(s)) == []
    a, b, c = islice(on_map(s, SOVIET), 3)
    s.place[Unit(a)] = s.place[b] = s.place[c]
    s.stack.append(RetreatingUnit(Unit(a), hexes_left=1, leg=0, been=[s.place[Unit(c)]]))
    assert not any("too many" in fault for fault in watch.faults(s))
    s.stack.pop()
    assert any("too many" in fault for fault in watch.faults(s))


@pytest.mark.parametrize(
    ("offers", "says"),
    [
        ((), "nobody is offered anything"),
        ((Offer(0),), "seat 0 is offered nothing"),
        ((Offer(0, units=1 << 400),), "a unit is offered that does not exist"),
        ((Offer(0, hexes=1 << 4000),), "a hex is offered that does not exist"),
        ((Offer(1, options=1 << 400),), "an option is offered that does not exist"),
        ((Offer(2, options=1),), "seat 2 is asked"),
        ((Offer(0, options=1), Offer(0, options=1)), "are asked at once"),
        ((Offer(0, options=1), Offer(CHANCE, chance=DIE)), "are asked at once"),
        ((Offer(0, chance=DIE),), "offers something to a seat"),
        ((Offer(CHANCE, chance=(("a", 0),)),), "offered nothing"),
        ((Offer(CHANCE, chance=(("a", -1), ("b", 1))),), "below zero"),
        ((Offer(CHANCE, chance=(("a", 1), ("a", 1))),), "the same name"),
    ],
)
def test_a_wrong_offer_is_found(offers: tuple[Offer, ...], says: str) -> None:
    s = position()
    assert list(offer_faults(GAME, s, GAME.offers(s))) == []
    assert any(says in fault for fault in offer_faults(GAME, s, offers))


def test_a_shared_column_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clone that shares a column with its original: playing on it changes the original."""
    whole = Position.clone

    def clone(self: Position) -> Position:
        c = whole(self)
        c.stack = self.stack
        return c

    s = position()
    monkeypatch.setattr(Position, "clone", clone)
    assert any("changes the original" in fault for fault in copy_faults(GAME, s, Random(1)))


def test_a_column_that_json_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    s = position()
    s.activated |= 1
    whole = Position.to_json
    monkeypatch.setattr(Position, "to_json", lambda self: whole(self) | {"activated": whole(self)["activated"]})
    assert list(copy_faults(GAME, s, Random(1))) == []
    monkeypatch.setattr(type(GAME), "from_json", lambda g, data: forgetful(data))
    assert any("from JSON is not equal" in fault for fault in copy_faults(GAME, s, Random(1)))


def forgetful(data: dict[str, object]) -> Position:
    found: Position = Position.read({**data, "activated": 0}, GAME.steps)
    derive(GAME, found)
    return found


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows the whole cup to everybody."""
    s = position()
    whole = type(GAME).view
    monkeypatch.setattr(type(GAME), "view", lambda g, s, seat: whole(g, s, seat) | {"cup": list(s.cup)})
    found = list(view_faults(GAME, s, Random(3), shuffled))
    assert any("sees what it cannot know: cup" in fault for fault in found)


def test_put_is_not_used_up() -> None:
    """The helper that corrupts must itself be able to do right: a unit placed by the rules gives no fault."""
    s = position()
    watch = Watch(GAME, s)
    assert list(watch.faults(s)) == []
    unit = next(u for u, place in numbered(s.place) if place == BOX)
    free = GAME.grid.all & ~s.occupied[Side(0)] & ~s.occupied[Side(1)] & ~GAME.cities & ~GAME.crossings
    put(GAME, s, unit, next(GAME.grid.bits(free).__iter__()))
    assert [fault for fault in watch.faults(s) if "Crossing" not in fault] == []
    assert list(watch.deep_faults(s)) == []
