"""Two games that differ only in what a seat cannot know send it, and onlookers, the same bytes.

A random game goes on. At many of its positions the hidden things are exchanged, and in both worlds the same is done:
the whole scene is sent, questions are asked, picks are refused, the seat picks and takes back, others pick in secret.
What goes out is compared byte by byte: payloads, their number and order, refusals, reasons, answers."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from stavka import games
from stavka.engine.offer import HEX
from stavka.engine.standing import no_defaults
from stavka.engine.state import Json
from stavka.server.desk import Desk
from stavka.server.gallery import Gallery
from stavka.server.match import Match, NotAllowedError
from stavka.server.presenting import ScenePresenter
from stavka.server.rows import TableRow
from stavka.server.settings import Settings
from stavka.server.viewer import Viewer, encoded

SEATS: Final = (0, 1)
LOOKED: Final = 24
"""The positions that are compared."""
GAMES: Final = 4
"""The most games that are played for them."""


def match_of(key: str, number: int, tmp: Any) -> Match:
    """One game after the other: all scenarios, with all optional rules and with none."""
    about = games.about(key)
    scenario = about["scenarios"][number // 2 % len(about["scenarios"])]["key"]
    options = dict.fromkeys(about["options"], number % 2 == 0)
    game = games.load(key)
    maker = cast(Desk, SimpleNamespace(settings=Settings(tmp)))
    row: TableRow = Desk.row(maker, game, scenario, options, "permutation", 0)
    return Match(game, row, SEATS)


def world(match: Match, state: Any) -> Match:
    """The same game in another position, on its own from here on."""
    other = copy(match)
    other.session = match.session.clone(state)
    for name in ("rows", "seen", "picks", "dropped", "secret", "played_with"):
        setattr(other, name, copy(getattr(match, name)))
    other.session.before_throw = None
    return other


class Line:
    """What a connection is sent: of a seat, or of an onlooker."""

    def __init__(self, match: Match, seat: int | None, presenter: ScenePresenter) -> None:
        self.match, self.presenter, self.gallery = match, presenter, Gallery()
        self.viewer = Viewer(() if seat is None else (seat,), None)
        self.sent: list[str | None] = []
        self.tell(self.viewer.everything(match, presenter, self.gallery))

    def tell(self, message: Json | None) -> None:
        self.sent.append(None if message is None else encoded(message))

    def news(self) -> None:
        self.tell(self.viewer.news(self.match, self.presenter, self.gallery))

    def attempt(self, what: str, work: Any) -> None:
        """Do something, and note the answer or the refusal."""
        try:
            self.tell({"is": what, "answer": work()})
        except NotAllowedError as error:
            self.tell({"is": what, "rule": error.rule, "refused": str(error.text)})


def conversation(match: Match, seat: int, presenter: ScenePresenter, seed: str) -> list[list[str | None]]:
    """What a seat and an onlooker are sent while the same is done in any world."""
    rng, session, game = Random(seed), match.session, match.game
    lines = [Line(match, seat, presenter), Line(match, None, presenter)]
    mine = lines[0]
    words = rng.sample(list(game.unit_ids), 4)
    words += [game.write_pick((HEX, bit)) for bit in rng.sample(list(game.grid.bits(game.grid.all)), 4)]
    for word in (*words, "nonsense"):
        mine.attempt(f"why {word}", lambda word=word: bool(match.read(seat, word)))
    for unit in words[:2]:
        mine.attempt("odds", lambda unit=unit: presenter.ask(session, seat, {"what": "reach", "unit": unit}, "en"))
    mine.attempt(
        "order", lambda: presenter.ask(session, seat, {"what": "order", "units": words[:2], "hex": words[4]}, "en")
    )
    offer = session.offer(seat)
    if offer is None:
        return [line.sent for line in lines]
    match.held = {each: no_defaults(game) for each in SEATS}
    contracts = session.contracts(seat)
    mine.tell({"is": "contracts", "contracts": {game.write_pick(each): contracts[each] for each in sorted(contracts)}})
    free = [each for each in sorted(contracts) if contracts[each] == "free"]
    if not free:
        return [line.sent for line in lines]
    pick = rng.choice(free)
    for kind, what in (("pick", game.write_pick(pick)), ("undo", "")):
        mine.attempt(kind, lambda kind=kind, what=what: len(match.do(kind, seat, what, at=1.0)))
        for line in lines:
            line.news()
    if game.decide_together(session.state):
        return [line.sent for line in lines]  # with the last answer a round ends, and that shows what others have done
    match.held[seat] = {}
    mine.attempt("standing", lambda: bool(match.answer()))
    for line in lines:
        line.news()
    return [line.sent for line in lines]


def in_two_worlds(match: Match, seat: int, rng: Random) -> Iterator[Any]:
    """The present position, and others that the seat cannot tell from it."""
    state, game = match.session.state, match.game
    yield state
    shuffle = games.module(game.key, "checks.invariants").shuffled
    for _ in range(3):
        other = shuffle(game, state, seat, rng)
        game.settle(other)  # who has nothing left to choose has finished: no other position is ever reached
        if other.digest() != state.digest() and shown(match, other, seat) == shown(match, state, seat):
            yield other
            return


def shown(match: Match, state: Any, seat: int) -> object:
    """What the rules themselves show a seat: its view, and what it is offered. The worlds begin with the same."""
    session, game = match.session.clone(state), match.game
    return game.view(state, seat), game.view(state, None), list(session.offer(seat) or ())


def differences(key: str, tmp: Any, presenter: ScenePresenter) -> tuple[int, list[str]]:
    """How many positions were compared, and where the two worlds sent something else."""
    compared, found = 0, list[str]()
    for number in range(GAMES):
        if compared < LOOKED:
            match = match_of(key, number, tmp)
            more, wrong = differences_in(match, LOOKED - compared, presenter, Random(f"permutation {key} {number}"))
            compared, found = compared + more, found + wrong
    return compared, found


def differences_in(match: Match, most: int, presenter: ScenePresenter, rng: Random) -> tuple[int, list[str]]:
    """The same for one game of random picks."""
    compared, found, number, key = 0, list[str](), 0, match.game.key
    while not match.result and compared < most:
        number += 1
        offer = rng.choice(list(match.session.offers()))
        if number % 7 == 0 or match.game.decide_together(match.session.state):
            for seat in SEATS:
                worlds = [world(match, state) for state in in_two_worlds(match, seat, rng)]
                if len(worlds) == 2:
                    compared += 1
                    a, b = (conversation(each, seat, presenter, f"{key} {number}") for each in worlds)
                    if a != b:
                        found.append(f"{match.session.state.stack[-1].step}, seat {seat}: {first(a, b)}")
            found += in_secret(match, offer, presenter, rng)
        match.do("pick", offer.seat, match.game.write_pick(rng.choice(list(offer)), offer), at=float(number))
    return compared, found


def in_secret(match: Match, offer: Any, presenter: ScenePresenter, rng: Random) -> list[str]:
    """Whatever somebody picks in secret, others are sent the same: nothing."""
    if not match.game.decide_together(match.session.state) or len(match.session.offers()) < 2:
        return []
    heard = []
    for pick in rng.sample(list(offer), min(3, len(list(offer)))):
        other = world(match, match.session.state)
        lines = [Line(other, 1 - offer.seat, presenter), Line(other, None, presenter)]
        other.do("pick", offer.seat, other.game.write_pick(pick, offer), at=1.0)
        if len(other.session.offers()) == len(match.session.offers()):  # it did not end the round
            for line in lines:
                line.news()
                if line.sent[-1] is not None:
                    return [f"a message about a secret pick: {line.sent[-1][:200]}"]
            heard.append([line.sent for line in lines])
    return [f"in secret: {first(heard[0], each)}" for each in heard[1:] if each != heard[0]]


def first(a: list[list[str | None]], b: list[list[str | None]]) -> str:
    for one, other in zip(a, b, strict=True):
        for x, y in zip(one, other, strict=False):
            if x != y:
                at = next((i for i, (p, q) in enumerate(zip(str(x), str(y), strict=False)) if p != q), 0)
                return f"{str(x)[max(0, at - 80) : at + 40]!r} / {str(y)[max(0, at - 80) : at + 40]!r}"
    return "another number of messages"


@pytest.mark.parametrize("key", games.GAMES)
def test_a_seat_and_onlookers_are_sent_the_same_bytes_whatever_is_hidden(key: str, tmp_path: Any) -> None:
    compared, found = differences(key, tmp_path, ScenePresenter())
    assert compared >= 12, "positions with secrets were compared"
    assert found == []


class Leaky(ScenePresenter):
    """Tells in every scene something that depends on what is hidden: not even a word, only a size."""

    def scene(self, session: Any, *more: Any, **named: Any) -> Json:
        return super().scene(session, *more, **named) | {"pad": "x" * (int(session.state.digest(), 16) % 50)}


class Telling(ScenePresenter):
    """Answers a question out of the true position."""

    def ask(self, session: Any, *more: Any, **named: Any) -> Json:
        return {"seen": session.state.digest()}


@pytest.mark.parametrize("presenter", [Leaky(), Telling()])
def test_a_planted_leak_is_found(presenter: ScenePresenter, tmp_path: Any) -> None:
    _, found = differences("traces", tmp_path, presenter)
    assert found
