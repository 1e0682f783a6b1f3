"""Positions and games being played."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final, Self

from stavka.api.offer import Offer, worded
from stavka.api.picture import Picture
from stavka.engine import offer as engine
from stavka.engine.agent import Agent
from stavka.engine.notation import differences, write_position
from stavka.engine.offer import CHANCE, Pick, Reason
from stavka.engine.session import Session
from stavka.engine.state import Json, State
from stavka.engine.words import ENGLISH
from stavka.scenes.scene import Moment, moment, waiting

if TYPE_CHECKING:
    from stavka.api.game import Game

MOST_WORDS: Final = 8
"""The most words of an offer that an error names."""


class Position:
    """A position on the table. You can look at it, pick, and roll the dice by hand; it keeps no record.

    It is what a search or a solver works with: chance is a decision like any other, with the weight of each outcome.

    >>> position = stavka.load("traces").start("race", seed="1").position
    >>> for word in ("0218", "1338", "1631"):
    ...     position.pick(word)
    >>> position.offer.seat, dict(position.offer.outcomes)
    ('chance', {'offensive': 2, 'defensive': 2})
    >>> position.roll("offensive")
    'offensive'
    """

    game: Game

    def __init__(self, game: Game, state: State) -> None:
        """Use `Play.position`, `stavka.position` or `stavka.replay`."""
        self.game = game
        self._state = state

    # -- who decides what ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The engine's own position. It holds everything, secrets included."""
        return self._state

    @property
    def result(self) -> str:
        """Empty while the game goes on, then its outcome: who won, and how."""
        return str(self.state.result)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """One offer for each seat that has to decide: several where the sides decide at once and in secret, none when
        the game is over."""
        g, s = self.game.engine, self.state
        prompt = g.prompt(s)
        return tuple(worded(g, prompt, offer) for offer in g.offers(s))

    @property
    def offer(self) -> Offer:
        """The decision that is due; the first one where several seats decide at once.

        When the game is over, the offer is empty, and so is its seat."""
        return next(iter(self.offers), Offer("", ""))

    # -- playing ------------------------------------------------------------------------------------------------------

    def pick(self, word: str, seat: str = "") -> None:
        """Pick a unit, a hex, an option or an outcome of chance, for the seat of `offer` unless you name another.

        A word of the game that is not on offer raises `RefusedError`, with the rule that forbids it. A word that means
        nothing raises `ValueError`. Both leave the position as it was.

        >>> play = stavka.load("traces").start("race", seed="1")
        >>> play.pick("1731")
        Traceback (most recent call last):
            ...
        stavka.engine.offer.RefusedError: [3.0j] ...
        >>> play.pick("Kyiv!")
        Traceback (most recent call last):
            ...
        ValueError: no unit, hex or option 'Kyiv!' in Traces of War; axis can pick 0218, ...
        """
        self._play(*self._read(word, seat))

    def roll(self, outcome: str = "", *, rng: Random | None = None) -> str:
        """Answer for chance with the given outcome, or with one drawn in proportion to the weights. Return the outcome.

        >>> stavka.load("traces").start("race", seed="1").position.roll()
        Traceback (most recent call last):
            ...
        ValueError: chance is not asked here: axis decides
        """
        offer = self.offer
        if not offer.is_chance:
            raise ValueError(f"chance is not asked here: {f'{offer.seat} decides' if offer.seat else 'it is over'}")
        drawn = outcome or (rng or Random()).choices(list(offer.outcomes), list(offer.outcomes.values()))[0]
        self.pick(drawn)
        return drawn

    def why(self, word: str, seat: str = "") -> Reason | None:
        """The reason why a word cannot be picked: the id of a rule and a sentence. None if it can be picked.

        >>> play = stavka.load("traces").start("race", seed="1")
        >>> play.why("1631") is None
        True
        >>> play.why("1731").rule
        '3.0j'
        """
        return self.game.engine.why(self.state, *self._read(word, seat))

    def suggest(self, player: Agent, seat: str = "") -> str:
        """The pick of a computer player in this position. The player sees only what its seat may see.

        >>> game = stavka.load("traces")
        >>> play = game.start("race", seed="1")
        >>> play.suggest(game.player("random", seed=1)) in play.offer
        True
        """
        g, s = self.game.engine, self.state
        who = self.game.seat(seat or self._deciding())
        offer = g.offer(s, who)
        if offer is None or who == CHANCE:
            raise ValueError(f"{seat or self._deciding()} has nothing to decide here")
        return g.write_pick(player.choose(None if player.blind else g.see(s, who), offer), offer)

    # -- looking ------------------------------------------------------------------------------------------------------

    def view(self, seat: str | None = None) -> Json:
        """The position as a seat may know it, as plain data; without a seat, only what everybody may know.

        >>> play = stavka.load("traces").start("race", seed="1")
        >>> play.view("axis")["offer"]["hexes"] == list(play.offer.hexes), play.view("soviet")["offer"]
        (True, None)
        """
        return self.game.engine.view(self.state, self._seat(seat))

    def draw(self, seat: str | None = None, lang: str = ENGLISH) -> Picture:
        """The position as a seat sees it: `.svg`, `.png`, `.ansi`, `.scene`, `.save(path)`; `print` shows the map."""
        who = self._seat(seat)
        return Picture(self.game, self.game.engine.see(self.state, who), self._moment(who), lang)

    @property
    def text(self) -> str:
        """The position as one line of text, as FEN is for chess. The text holds everything, secrets included."""
        return write_position(self.game.engine, self.state)

    def diff(self, other: Position) -> list[str]:
        """The differences to another position, one line each, secrets included.

        >>> play = stavka.load("traces").start("race", seed="1")
        >>> before = play.position
        >>> play.pick("1631")
        >>> before.diff(play)[0]
        'place ax.213sec: -1 -> "1631"'
        """
        if other.game.key != self.game.key:
            raise ValueError(f"expected a position of {self.game.key}, found one of {other.game.key}")
        return differences(self.game.engine, self.state, other.state)

    # -- copies -------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """A copy of the position to play on with, without record and seed."""
        return Position(self.game, self.state.clone())

    def clone(self) -> Self:
        """A copy: changes to it do not affect this position."""
        made = copy(self)
        made._state = self._state.clone()
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.key == other.game.key and bool(self.state == other.state)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        now = f"{self._deciding()} decides" if self.offer.seat else self.result
        return f"<stavka.{type(self).__name__} {self.game.key} {self.state.scenario}: {now}>"

    # -- inside -------------------------------------------------------------------------------------------------------

    def _deciding(self) -> str:
        return self.offer.seat or self.game.sides[0]

    def _seat(self, seat: str | None) -> int | None:
        return None if seat is None else self.game.seat(seat)

    def _read(self, word: str, seat: str) -> tuple[int, Pick]:
        """The seat and the pick that the arguments mean."""
        g, offer = self.game.engine, self.offer
        who = self.game.seat(seat or self._deciding())
        mine = g.offer(self.state, who) or engine.Offer(who)
        try:
            return who, g.read_pick(word, mine)
        except ValueError:
            words = [each for each in self.offers if each.seat == (seat or offer.seat)]
            some = ", ".join((*words[0].picks[:MOST_WORDS], *["..."][: len(words[0]) > MOST_WORDS])) if words else ""
            can = f"; {seat or offer.seat} can pick {some}" if some else "; nobody waits for it"
            what = "outcome" if mine.chance is not None else "unit, hex or option"
            raise ValueError(f"no {what} {word!r} in {self.game.title}{can}") from None

    def _play(self, who: int, pick: Pick) -> None:
        self.game.engine.play(self.state, who, pick)

    def _moment(self, who: int | None) -> Moment:
        g, s = self.game.engine, self.state
        return Moment(offer=None if who is None else g.offer(s, who), waiting=waiting(g, s, who))


class Play(Position):
    """A game being played from its start, with dice from a seed, a record, a log, and undo.

    Dice and cups answer by themselves, so `offer` is always a decision of a side.

    >>> play = stavka.load("traces").start("race", seed="1")
    >>> for word in ("0218", "1338", "1631"):
    ...     play.pick(word)
    >>> play.offer.seat
    'soviet'
    >>> play.log()[-1]
    'The Axis player draws ...'
    """

    session: Session[Any]
    """The session object of the engine."""

    def __init__(self, game: Game, session: Session[Any]) -> None:
        """Not for direct use: call `Game.start` or `stavka.resume`."""
        self.game, self.session = game, session

    @property
    def state(self) -> Any:
        """The position object of the engine. It holds everything, secrets included."""
        return self.session.state

    @property
    def seed(self) -> str:
        """The seed of the dice. A player who knows the seed knows every roll to come."""
        return self.session.seed

    def undo(self, seat: str = "") -> None:
        """Take back the last pick of the seat that decides, or of the given seat.

        Nothing is taken back past a roll, a decision of the other side, or something secret that was shown:
        `ValueError` says which.

        >>> play = stavka.load("traces").start("race", seed="1")
        >>> play.undo()
        Traceback (most recent call last):
            ...
        ValueError: ...
        """
        self.session.undo(self.game.seat(seat or self._deciding()))

    def can_undo(self, seat: str = "") -> bool:
        """Whether a pick can be taken back."""
        return self.session.can_undo(self.game.seat(seat or self._deciding()))

    def log(self, seat: str | None = None, *, everything: bool = False, lang: str = ENGLISH) -> list[str]:
        """The log as a list of sentences, as far as a seat may know it; without a seat, only what everybody may know.

        `everything=True` includes secrets. So does the log of a game that is over."""
        events = self.session.log(self._seat(seat), everything=everything)
        return [self.game.engine.say(self.state, event, lang) for event in events]

    def record(self, *, with_seed: bool = False) -> str:
        """The game as text (docs/records.md), secrets included. The seed is included when the game is over, or on
        request; `stavka.resume` needs it."""
        record = self.session.record
        return (replace(record, seed=self.session.seed) if with_seed else record).write()

    def clone(self) -> Self:
        """A copy with its own record and undo. The copy has the same seed, so its dice fall the same way. A program
        that searches must therefore use `position` instead, and roll for itself."""
        made, old = copy(self), self.session
        new = made.session = copy(old)
        new.state = old.state.clone()
        new.state.events = list(old.state.events or ())
        new.entries = [entry._replace(state=entry.state.clone()) for entry in old.entries]
        new.record = replace(old.record, moves=list(old.record.moves))
        return made

    def _play(self, who: int, pick: Pick) -> None:
        self.session.play(who, pick)

    def _moment(self, who: int | None) -> Moment:
        return moment(self.session, who, len(self.session.record.moves))
