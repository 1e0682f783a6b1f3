"""Networks without PyTorch: what they are given, that it holds nothing hidden, how they play, what lessons hold."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from research.chosen import SHORTEST
from research.positions import EACH, positions, with_options
from research.weights import WEIGHTS, untaught
from stavka import games
from stavka.engine.kinds import hexes_in
from stavka.engine.offer import HEX, ROLL, Offer
from stavka.games.opponents import UnknownPlayerError
from stavka.hexes import Hex
from stavka.research import network as networks
from stavka.research.lessons import NOT_PLAYED, Count, Course, counted, joined, lesson, look_of, worth_of
from stavka.research.looking import RINGS, Look, Looking, UnknownFieldError, all_names
from stavka.research.network import LearnedPlayer, read
from stavka.research.referee import Named, environments, kit
from stavka.studies import players
from stavka.studies.play import play_out, weighted

EXCHANGES = 2
PICKS = 150
MOST_BYTES = 1_000_000
"""The most bytes that all networks in the package have together."""


def offered(key: str, s: Any, seat: int) -> Any:
    offer = games.load(key).offer(s, seat)
    return None if offer is None else np.array(kit(key).actions.list(offer))


def same(arrays: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(arrays, others, strict=True))


# -- what it is given -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", games.GAMES)
def test_a_network_is_given_nothing_hidden(key: str) -> None:
    """With everything exchanged that a seat cannot see, a network is given the same and picks the same."""
    game, learned = games.load(key), untaught(key)
    shuffled = games.module(key, "checks.invariants").shuffled
    rng, exchanged = Random(key), 0
    for s in (*positions(key)[:: EACH // 2], *with_options(key)[::2]):
        for seat in range(len(game.sides)):
            actions = offered(key, s, seat)
            if actions is None or not len(actions):
                continue
            look = learned.looking.look(kit(key).observer.observe(s, seat, decides=True), actions)
            offer = game.offer(s, seat)
            assert offer is not None
            for _ in range(EXCHANGES):
                other = shuffled(game, s, seat, rng)
                exchanged += other != s
                again = learned.looking.look(kit(key).observer.observe(other, seat, decides=True), actions)
                assert same(look, again), s.stack
                picks = [LearnedPlayer(learned, 1).choose(game.see(each, seat), offer) for each in (s, other)]
                assert picks[0] == picks[1]
    assert exchanged >= 10


def test_a_place_is_described_ring_by_ring() -> None:
    """A hex far from the edge has 1, 6, 12 and 18 + 24 + 30 hexes at the distances of the rings."""
    shared = kit("moscow")
    looking, grid = Looking(shared), shared.game.grid
    hex_ = grid.index("MT2012")
    assert RINGS == ((0,), (1,), (2,), (3, 4, 5))
    s = shared.game.new("mtsensk")
    seen = shared.observer.observe(s, 0, decides=True)
    actions = np.array([shared.actions.encode((HEX, hex_))])
    look = looking.look(seen, actions)
    around = look.around.reshape(len(RINGS), looking.width)
    assert around[:, looking.names.planes.index("hex")].tolist() == [1, 6, 12, 72]
    plane = looking.names.planes.index("enemy steps")
    steps = seen.planes[plane].reshape(-1)
    here = [grid.ring(hex_, 1), grid.ring(hex_, 2)]
    assert around[1:3, plane].tolist() == [
        sum(int(steps[shared.actions.cells[each]]) for each in grid.bits(ring)) for ring in here
    ]


def test_printed_values_are_added_up_by_side() -> None:
    shared = kit("moscow")
    looking, game = Looking(shared), shared.game
    s = game.new("mtsensk")
    seen = shared.observer.observe(s, 0, decides=True)
    place = np.frombuffer(s.place, np.int16)
    axis = next(unit for unit, side in enumerate(game.side) if side == 1 and place[unit] >= 0)
    together = [unit for unit in range(len(place)) if place[unit] == place[axis]]
    look = looking.look(seen, np.array([shared.actions.encode((HEX, Hex(int(place[axis]))))]))
    at = len(looking.names.planes) + len(looking.names.printed) + looking.names.printed.index("defence")
    assert look.around[0, at] == sum(game.units[unit].defence or 0 for unit in together) > 0
    assert look.around[0, at - len(looking.names.printed)] == 0, "no own unit is there"


def test_candidates_know_what_they_are_and_where_they_lie() -> None:
    shared = kit("moscow")
    looking, actions, game = Looking(shared), shared.actions, shared.game
    s = game.new("mtsensk")
    unit = next(unit for unit in range(len(game.side)) if s.place[unit] >= 0)
    hex_ = Hex(s.place[unit])
    wanted = np.array([2, actions.first_unit + unit, actions.encode((HEX, hex_))])
    look = looking.look(shared.observer.observe(s, 0, decides=True), wanted)
    assert look.option.tolist() == [2, actions.options, actions.options]
    assert look.unit.tolist() == [actions.units, unit, actions.units]
    assert look.around[0].sum() == 0 and np.array_equal(look.around[1], look.around[2])
    assert look.where[:, 2].tolist() == [0, 1, 1] and np.array_equal(look.where[1], look.where[2])


def test_a_network_plays_on_when_observations_have_more_fields() -> None:
    """It is given the fields that it knows by name; one that knows a field that is gone is refused."""
    shared = kit("moscow")
    names = all_names(shared)
    fewer = names._replace(planes=tuple(name for name in names.planes if name != names.planes[3]))
    s = shared.game.new("mtsensk")
    seen = shared.observer.observe(s, 0, decides=True)
    actions = np.array([shared.actions.encode((HEX, hex_)) for hex_ in hexes_in(shared.game.grid.all)])
    whole, part = Looking(shared, names).look(seen, actions), Looking(shared, fewer).look(seen, actions)
    width = len(names.planes) + 2 * len(names.printed)
    kept = [number for number in range(len(RINGS) * width) if number % width != 3]
    assert np.array_equal(part.around, whole.around[:, kept])
    with pytest.raises(UnknownFieldError, match="no field 'moon'"):
        Looking(shared, names._replace(tracks=(*names.tracks, "moon")))


# -- playing --------------------------------------------------------------------------------------------------------


def picked(key: str, scenario: str, number: int) -> list[tuple[int, Any]]:
    """The first picks of a network that has learned nothing, against random ones."""
    game, rng = games.load(key), Random(3)
    agents = [LearnedPlayer(untaught(key), 1), players.make("random", game, 2)]
    s, found = game.new(scenario), list[tuple[int, Any]]()
    while len(found) < number and not s.result:
        offer = game.offers(s)[0]
        if offer.chance is not None:
            game.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
            continue
        pick = agents[offer.seat].choose(game.see(s, offer.seat), offer)
        assert pick in offer
        found.append((offer.seat, pick))
        game.apply(s, offer.seat, pick)
    return found


@pytest.mark.parametrize("each", environments(), ids=lambda each: each.id)
def test_a_network_plays_every_scenario_of_its_game_and_the_same_game_again(each: Named) -> None:
    """The same weights play them all: nothing in a network belongs to a scenario, a hex or a unit."""
    found = picked(each.game, each.scenario, PICKS)
    assert found == picked(each.game, each.scenario, PICKS)
    assert {seat for seat, _ in found} == {0, 1}


def test_a_network_does_not_go_round_in_circles() -> None:
    """Asked the same again and again, it tries something else: its favourite has led back to where it was."""
    game = games.load("moscow")
    s, rng = game.new("mtsensk"), Random(1)
    (offer,) = game.offers(s)
    while offer.chance is not None or len(list(offer)) < 5:
        game.apply(s, offer.seat, (ROLL, 0) if offer.chance is not None else rng.choice(list(offer)))
        offer = game.offers(s)[0]
    player = LearnedPlayer(untaught("moscow"), 1, temperature=0.001)
    picks = [player.choose(game.see(s, offer.seat), offer) for _ in range(12)]
    first = picks.index(next(pick for pick in picks if pick != picks[0]))
    best = sorted(player.network.scores(looked(player, s, offer)))[::-1]
    assert first == int(best[0] - best[1]) + 1, "the favourite loses 1 each time, until the second is better"
    assert set(picks[:first]) == {picks[0]} and len(set(picks)) > 1


def looked(player: LearnedPlayer, s: Any, offer: Offer) -> Look:
    seen = player.observer.observe(s, offer.seat, decides=True)
    return player.network.looking.look(seen, np.array(player.actions.list(offer)))


def test_what_was_written_is_read(tmp_path: Path) -> None:
    written = untaught("moscow")
    again = read(written.write())
    assert (again.game, again.names, again.about) == (written.game, written.names, written.about)
    for name, array in written.weights.items():
        assert np.array_equal(again.weights[name], array.astype(np.float16)), name


def test_the_setting_names_another_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.npz"
    file.write_bytes(untaught("moscow").write())
    monkeypatch.setenv("STAVKA_LEARNED", str(file))
    made = players.make("learned", games.load("moscow"), 1)
    assert isinstance(made, LearnedPlayer) and made.network is networks.read_file(file)
    with pytest.raises(UnknownPlayerError, match="is a network of moscow"):
        players.make("learned", games.load(next(key for key in games.GAMES if key != "moscow")), 1)


@pytest.mark.parametrize("key", [path.stem for path in sorted(WEIGHTS.glob("*.npz"))])
def test_the_networks_that_come_with_stavka_play(key: str) -> None:
    each = next(each for each in SHORTEST if each.game == key)
    game = games.load(key)
    agents = [players.make("learned", game, 1), players.make("random", game, 2)]
    assert play_out(game, game.new(each.scenario), agents, Random(3)).forfeit == ""
    assert all("stavka.research.baseline" in command for command in networks.shipped(key).about["commands"])


def test_the_page_has_the_commands_that_made_them() -> None:
    """What it leaves out of them are the defaults."""
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8").partition("**The commands**")[2]
    told = [line.split() for line in page.partition("## Speed")[0].splitlines() if line.startswith("    ")]
    made = [
        command.split()
        for key in games.GAMES
        if (WEIGHTS / f"{key}.npz").exists()
        for command in networks.shipped(key).about["commands"]
    ]
    assert sorted(words[3:6] for words in told) == sorted(words[3:6] for words in made) and len(told) > 4
    for words, whole in zip(sorted(told, key=files_of), sorted(made, key=files_of), strict=True):
        assert set(words) <= set(whole)
        assert set(whole) - set(words) <= {"--epochs", "4", "8", "--seed", "1", "--jobs"}, words


def files_of(words: list[str]) -> list[str]:
    return words[3:6]


def test_the_networks_that_come_with_stavka_are_small() -> None:
    assert sum(path.stat().st_size for path in WEIGHTS.glob("*.npz")) < MOST_BYTES


# -- lessons --------------------------------------------------------------------------------------------------------

ID = "stavka/moscow-mtsensk-v0"


def test_a_lesson_has_every_decision_of_a_game_with_the_teachers_pick() -> None:
    found = lesson(Course(ID, "random"), 5)
    assert found.sizes.min() >= 2 and (found.taught < found.sizes).all() and (found.taught >= 0).all()
    assert len(found.looks.around) == len(found.looks.option) == found.sizes.sum()
    assert set(found.played) == {NOT_PLAYED} and set(found.seat) == {0, 1}
    worth = {seat: set(found.worth[found.seat == seat]) for seat in (0, 1)}
    assert len(worth[0]) == len(worth[1]) == 1 and sum(worth[0] | worth[1]) == pytest.approx(1)
    again = lesson(Course(ID, "random"), 5)
    assert same(found.looks, again.looks) and same(found[1:], again[1:])


def test_a_share_of_the_decisions_is_kept() -> None:
    whole, part = lesson(Course(ID, "random"), 5), lesson(Course(ID, "random", 0.25), 5)
    assert 0.15 < len(part.sizes) / len(whole.sizes) < 0.35


def test_a_network_plays_a_seat_and_the_teacher_says_what_it_would_have_done() -> None:
    content = untaught("moscow").write()
    for seed, seat in ((4, 0), (5, 1)):
        found = lesson(Course(ID, "random", 1.0, content), seed)
        own = found.played != NOT_PLAYED
        assert set(found.seat[own]) == {seat} and set(found.seat[~own]) == {1 - seat}
        assert (found.played[own] < found.sizes[own]).all()
        assert (found.played[own] != found.taught[own]).any()
        assert len(found.sizes) != len(lesson(Course(ID, "random"), seed).sizes), "what it picks is what happens"


def test_lessons_are_joined_one_after_the_other() -> None:
    one, two = (lesson(Course(ID, "random", 0.1), seed) for seed in (1, 2))
    both = joined([one, two])
    assert len(both.sizes) == len(one.sizes) + len(two.sizes)
    assert np.array_equal(both.looks.around[: len(one.looks.around)], one.looks.around)


def test_a_finished_game_is_worth_most_to_the_winner() -> None:
    game = games.load("moscow")
    s = game.new("mtsensk")
    play_out(game, s, [players.make("random", game, seat) for seat in range(2)], Random(1))
    worth = [worth_of(game, s, seat) for seat in range(2)]
    assert sum(worth) == pytest.approx(1) and max(worth) > 0.6
    assert game.sides[worth.index(max(worth))] == s.result.split()[0]


def test_agreement_with_a_teacher_is_counted_by_step() -> None:
    network = untaught("moscow")
    found, counts = lesson(Course(ID, "random"), 7), counted(Course(ID, "random"), network.write(), 7)
    whole = Count()
    for count in counts.values():
        whole = whole.plus(count)
    network = read(network.write())
    ends = np.cumsum(found.sizes)
    scores = [
        network.scores(look_of(found, number, end - size, end))
        for number, (size, end) in enumerate(zip(found.sizes.tolist(), ends.tolist(), strict=True))
    ]
    taught = found.taught.tolist()
    assert whole.decisions == len(found.sizes)
    assert whole.agreed == sum(each.argmax() == pick for each, pick in zip(scores, taught, strict=True))
    assert whole.expected == pytest.approx((1 / found.sizes).sum())
    odds = [np.exp(each[pick]) / np.exp(each).sum() for each, pick in zip(scores, taught, strict=True)]
    assert whole.nats == pytest.approx(-np.log(odds).sum(), rel=1e-4)
    assert set(counts) <= set(games.load("moscow").steps) and len(counts) > 5
