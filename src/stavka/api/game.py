"""Games: find, load and start them."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from stavka import games
from stavka.api.play import Play, Position
from stavka.engine import machine
from stavka.engine.agent import Agent
from stavka.engine.catalogue import RuleText
from stavka.engine.notation import read_head, read_position
from stavka.engine.offer import CHANCE as NOBODY
from stavka.engine.session import Session
from stavka.engine.words import ENGLISH
from stavka.games import opponents
from stavka.scenes.scene import Presenter


class Game:
    """A loaded game: its map, counters, tables and rules. Nothing in it changes while it is played.

    >>> game = stavka.load("traces")
    >>> game.title, game.sides
    ('Traces of War', ('soviet', 'axis'))
    >>> list(game.scenarios)
    ['race', 'campaign']
    """

    engine: machine.Game[Any]
    """The game object of the engine."""

    def __init__(self, key: str, overlay: Path | None = None) -> None:
        """Not for direct use: call `stavka.load`."""
        self.engine = games.load(key, overlay)
        self.overlay = overlay
        self._about = games.about(key)

    @property
    def key(self) -> str:
        """The name by which `stavka.load` knows the game."""
        return self.engine.key

    @property
    def title(self) -> str:
        """The title on the box."""
        return self.engine.title

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order of their seats."""
        return self.engine.sides

    @property
    def scenarios(self) -> dict[str, str]:
        """The scenarios by key, with their titles."""
        return {each["key"]: each["title"] for each in self._about["scenarios"]}

    @property
    def options(self) -> dict[str, str]:
        """The optional rules by key, with their titles."""
        return dict(self._about["option_titles"])

    @property
    def players(self) -> tuple[str, ...]:
        """The computer players of the game, the weakest first."""
        return opponents.names(self.key)

    def start(
        self, scenario: str = "", *, seed: str | int | None = None, options: Mapping[str, bool] | None = None
    ) -> Play:
        """Start a scenario, by default the first one. The same seed gives the same dice; without one they are secret.

        >>> game = stavka.load("traces")
        >>> play = game.start("race", seed=7)
        >>> game.start("rase")
        Traceback (most recent call last):
            ...
        ValueError: no scenario 'rase'; there are race, campaign
        """
        chosen = scenario or next(iter(self.scenarios))
        text = None if seed is None else str(seed)
        return Play(self, Session(self.engine, chosen, options, seed=text, overlay=self.overlay))

    def position(self, text: str) -> Position:
        """The position in a text that `Position.text` wrote. `PositionError` if the text is damaged or belongs to
        another game."""
        return Position(self, read_position(self.engine, text))

    def player(self, name: str = "", seed: int = 0) -> Agent:
        """A computer player for `Position.suggest`; without a name, the one that a new player
        meets.

        >>> stavka.load("traces").player("clever")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        stavka.games.opponents.UnknownPlayerError: no player 'clever' of traces; there are random, scripted, ...
        """
        return opponents.make(name or opponents.usual(self.key), self.engine, seed)

    def rule(self, id_: str, lang: str = ENGLISH) -> RuleText:
        """The title and text of a rule, by the id that reasons and log lines give.

        >>> stavka.load("traces").rule("9.3b").title
        'Major River between EZOCs'
        """
        if id_ not in self.engine.catalogue.rules:
            near = [rule.id for rule in self.engine.catalogue.find(id_)] or list(self.engine.catalogue.rules)[:5]
            raise ValueError(f"no rule {id_!r} in {self.title}; there are {', '.join(near)}, ...")
        return self.engine.catalogue.text(id_, lang)

    @property
    def presenter(self) -> Presenter[Any]:
        """The presenter that shows the game to people: boards, scenes, answers (`stavka.scenes.scene`)."""
        return games.presenter(self.key, self.engine)

    def seat(self, name: str) -> int:
        """The engine's number of a seat; chance also has one."""
        if name == "chance":
            return NOBODY
        if name not in self.sides:
            raise ValueError(f"no seat {name!r}; there are {', '.join(self.sides)}")
        return self.sides.index(name)

    def __repr__(self) -> str:
        return f"<stavka.Game {self.key}>"


def available() -> dict[str, str]:
    """The games that can be loaded, with their titles by key, the easiest to learn first.

    >>> stavka.available()["traces"]
    'Traces of War'
    """
    return {key: manifest.title for key, manifest in games.GAMES.items()}


def load(key: str, overlay: str | PathLike[str] | None = None) -> Game:
    """Load a game by its key, with your own values in place of ours where you name an overlay file.

    >>> stavka.load("tracs")
    Traceback (most recent call last):
        ...
    stavka.games.UnknownGameError: no game 'tracs'; there are traces, ...
    """
    return Game(key, None if overlay is None else Path(overlay))


def position(text: str, overlay: str | PathLike[str] | None = None) -> Position:
    """The position in a text that `Position.text` wrote, ready to play on.

    >>> play = stavka.load("traces").start("race", seed="1")
    >>> stavka.position(play.text) == play
    True
    >>> stavka.position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    Traceback (most recent call last):
        ...
    stavka.engine.notation.PositionError: expected a position, a text that begins with 'stavka1:', found ...
    """
    return load(read_head(text).game, overlay).position(text)
