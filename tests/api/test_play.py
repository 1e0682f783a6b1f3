"""Playing through the public API, in every game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

import stavka
from stavka.engine.session import Session

GAMES: Final = tuple(stavka.available())
OTHER: Final = next(key for key in GAMES if key != "traces")


def played(key: str, picks: int, seed: int = 1) -> stavka.Play:
    """A game after some random picks."""
    game = stavka.load(key)
    rng = Random(seed)
    play = game.start(rng.choice(list(game.scenarios)), seed=seed)
    for _ in range(picks):
        if play.result:
            break
        play.pick(rng.choice(play.offer.picks))
    return play


@pytest.mark.parametrize("key", GAMES)
def test_a_position_is_played_on_as_its_game_is(key: str) -> None:
    """The dice of a record, thrown by hand on a copy of the start, lead to the position of the game."""
    play = played(key, 60)
    record = play.record(with_seed=True)
    position = next(stavka.moves(record)).position
    for step in stavka.moves(record):
        assert position == step.position
        if position.offer.is_chance:
            assert position.roll(step.word) == step.word
        else:
            position.pick(step.word, step.seat)
    assert position == play == stavka.replay(record) == stavka.resume(record)
    assert stavka.verify(record)


@pytest.mark.parametrize("key", GAMES)
def test_a_clone_shares_nothing_and_has_the_same_dice(key: str) -> None:
    play = played(key, 30)
    before, record = play.text, play.record()
    clones = [play.clone(), play.clone()]
    for clone in clones:
        rng = Random(9)
        while clone.can_undo():
            clone.undo()
        for _ in range(20):
            if clone.result:
                break
            clone.pick(rng.choice(clone.offer.picks))
    assert (play.text, play.record()) == (before, record)
    assert clones[0] == clones[1]
    assert clones[0].record() == clones[1].record()
    assert clones[0].log(everything=True) == clones[1].log(everything=True)


@pytest.mark.parametrize("key", GAMES)
def test_views_and_pictures_are_those_of_the_engine(key: str) -> None:
    play = played(key, 40)
    for number, seat in enumerate(play.game.sides):
        assert play.view(seat) == play.game.engine.view(play.state, number)
        picture = play.draw(seat)
        assert picture.scene["seat"] == number
        assert len(str(picture).splitlines()) > 10
        assert "\x1b[" in picture.ansi
        assert "\x1b" not in str(picture)
    assert play.draw().scene["offer"] is None
    assert play.position.draw(play.offer.seat).scene["units"] == play.draw(play.offer.seat).scene["units"]


def test_a_picture_is_saved(tmp_path: Path) -> None:
    picture = stavka.load("traces").start(seed=1).draw()
    for name, beginning in (("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.txt", b" ")):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(beginning)
    with pytest.raises(ValueError, match=r"expected a name that ends in \.svg, \.png or \.txt"):
        picture.save(tmp_path / "a.gif")


REFUSED: Final[dict[str, tuple[Callable[[stavka.Play], object], str]]] = {
    "game": (lambda _: stavka.load("chess"), f"no game 'chess'; there are {GAMES[0]}"),
    "scenario": (lambda play: play.game.start("chase"), "no scenario 'chase'; there are race, campaign"),
    "option": (lambda play: play.game.start(options={"luck": True}), "expected true or false for one of vp_bid"),
    "seat": (lambda play: play.view("german"), "no seat 'german'; there are soviet, axis"),
    "word": (
        lambda play: play.pick("nowhere"),
        "no unit, hex or option 'nowhere' in Traces of War; axis can pick",
    ),
    "why": (lambda play: play.why("nowhere"), "no unit, hex or option 'nowhere' in Traces of War; axis can pick"),
    "other seat": (lambda play: play.pick("nowhere", "soviet"), "'nowhere' in Traces of War; nobody waits for it"),
    "roll": (lambda play: play.roll(), "chance is not asked here: axis decides"),
    "player": (lambda play: play.game.player("clever"), "no player 'clever' of traces; there are random"),
    "suggest": (lambda play: play.suggest(play.game.player("random"), "soviet"), "soviet has nothing to decide here"),
    "rule": (lambda play: play.game.rule("99"), "no rule '99' in Traces of War; there are "),
    "undo": (lambda play: play.undo(), ""),  # the engine's own sentence
    "diff": (lambda play: play.diff(stavka.load(OTHER).start().position), "expected a position of traces"),
    "record": (lambda _: stavka.replay("nonsense"), "record line 1: expected 'stavka record 1'"),
    "resume": (lambda play: stavka.resume(play.record()), "without the seed of its dice"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_input_is_one_sentence(what: str) -> None:
    wrong, sentence = REFUSED[what]
    play = stavka.load("traces").start("race", seed=1)
    before = play.text
    with pytest.raises((ValueError, LookupError, stavka.RecordError)) as error:
        wrong(play)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
    assert play.text == before


def test_an_outcome_that_chance_does_not_have_is_refused() -> None:
    position = stavka.load("traces").start("race", seed=1).position
    for word in ("0218", "1338", "1631"):
        position.pick(word)
    with pytest.raises(ValueError, match="no outcome '7' in Traces of War; chance can pick offensive, defensive"):
        position.roll("7")
    assert position.roll(rng=Random(1)) in ("offensive", "defensive")


def test_a_game_that_is_over_offers_nothing() -> None:
    play = played("traces", 100_000)
    assert play.result
    assert (play.offers, len(play.offer), play.offer.seat) == ((), 0, "")
    assert stavka.verify(play.record())
    assert play.result in repr(play)
    with pytest.raises(ValueError, match="chance is not asked here: it is over"):
        play.roll()
    with pytest.raises(stavka.RefusedError):
        play.pick("0218")


def test_a_view_does_not_change_with_what_is_hidden() -> None:
    """The Axis draws Luftwaffe markers: the Soviet side and onlookers see the same, whatever was drawn."""
    position = stavka.load("traces").start("race", seed=1).position
    for word in ("0218", "1338", "1631"):
        position.pick(word)
    ends = []
    for first in ("offensive", "defensive"):
        end = position.clone()
        end.roll(first)
        for _ in range(2):
            end.roll("defensive" if "defensive" in end.offer and first == "offensive" else "offensive")
        ends.append(end)
    one, other = ends
    assert one != other
    assert one.view("axis") != other.view("axis")
    assert one.view("soviet") == other.view("soviet")
    assert one.view() == other.view()
    assert str(one.draw("soviet")) == str(other.draw("soviet"))


def test_the_session_is_within_reach() -> None:
    play = stavka.load("traces").start("race", seed="mine")
    assert isinstance(play.session, Session)
    assert play.seed == "mine"


def test_an_overlay_belongs_to_positions_and_records(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.toml"
    overlay.write_text('unit = [{ id = "ax.17pz", attack = 9 }]\n', "utf-8")
    play = stavka.load("traces", overlay).start("race", seed=1)
    play.pick("1631")
    assert "overlay: mine.toml" in play.record()
    assert stavka.position(play.text, overlay) == stavka.replay(play.record(), overlay) == play
    assert stavka.resume(play.record(with_seed=True), overlay).record() == play.record()
    with pytest.raises(stavka.PositionError, match="the position was made with other data"):
        stavka.position(play.text)
    with pytest.raises(stavka.RecordError, match="the record was made with other data"):
        stavka.replay(play.record())
