"""What is sent of a game: the one place that turns sessions into what a client draws.

The server asks a `ServerPresenter` and knows nothing else of how a game looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from stavka import games
from stavka.engine.machine import Game
from stavka.engine.session import Session
from stavka.engine.state import Event, Json, State
from stavka.mapping.draw import board_svg, cover_svg, png
from stavka.scenes import scene
from stavka.server.match import NotAllowedError

Language = Literal["en", "es", "fr"]
Theme = Literal["light", "dark"]


class ServerPresenter(Protocol):
    def board(self, game: Game[Any], lang: Language) -> Json:
        """What never changes in a game."""

    def guide(self, game: Game[Any], scenario: str, lang: Language) -> Json:
        """What a newcomer wants to know of a game and a scenario."""

    def map(self, game: Game[Any], lang: Language, theme: Theme) -> str:
        """The map as SVG, in board coordinates."""

    def cover(self, game: Game[Any], lang: Language, theme: Theme) -> bytes:
        """The picture on the game's box, as PNG."""

    def counters(self, game: Game[Any], lang: Language) -> list[Json]:
        """The counters on the game's box."""

    def scene(self, session: Session[Any], seat: int | None, number: int, lang: Language) -> Json:
        """What is on the table for a seat (None: an onlooker), and the number of the state for it."""

    def past(self, game: Game[Any], state: State, seat: int | None, number: int, lang: Language) -> Json:
        """What was on the table for a seat in an earlier position; nothing is offered there."""

    def sentences(self, session: Session[Any], events: Sequence[Event], lang: Language) -> list[Json]:
        """Entries of the log: {text, rules, hexes, units} for each."""

    def ask(self, session: Session[Any], seat: int | None, question: Json, lang: Language) -> Json:
        """The answer to a question about what a seat sees. NotAllowedError where there is none."""


class ScenePresenter:
    """Boards, scenes, sentences and answers as the games make them, from what a seat may see."""

    def of(self, game: Game[Any]) -> scene.Presenter[Any]:
        return games.presenter(game.key, game)

    def board(self, game: Game[Any], lang: Language) -> Json:
        return dict(self.of(game).board(lang))

    def guide(self, game: Game[Any], scenario: str, lang: Language) -> Json:
        return dict(self.of(game).guide(scenario, lang))

    def map(self, game: Game[Any], lang: Language, theme: Theme) -> str:
        return board_svg(games.files(game.key).hexmap, lang, theme)

    def cover(self, game: Game[Any], lang: Language, theme: Theme) -> bytes:
        return png(cover_svg(games.files(game.key).hexmap, games.GAMES[game.key].cover.hex, lang, theme), zoom=2)

    def counters(self, game: Game[Any], lang: Language) -> list[Json]:
        cover, show = games.GAMES[game.key].cover, self.of(game)
        return [dict(show.counter(unit, cover.scenario, lang)) for unit in cover.counters]

    def scene(self, session: Session[Any], seat: int | None, number: int, lang: Language) -> Json:
        game = session.game
        sight = game.see(session.state, seat)
        return dict(self.of(game).scene(sight, scene.moment(session, seat, number, sight), lang))

    def past(self, game: Game[Any], state: State, seat: int | None, number: int, lang: Language) -> Json:
        now = scene.Moment(number, waiting=scene.waiting(game, state, seat))
        return dict(self.of(game).scene(game.see(state, seat), now, lang))

    def sentences(self, session: Session[Any], events: Sequence[Event], lang: Language) -> list[Json]:
        if not events:
            return []
        show, seen = self.of(session.game), session.game.see(session.state, None)
        return [dict(show.entry(seen, event, lang)) for event in events]

    def ask(self, session: Session[Any], seat: int | None, question: Json, lang: Language) -> Json:
        game = session.game
        try:
            return self.of(game).ask(game.see(session.state, seat), question, lang)
        except ValueError as error:
            raise NotAllowedError(str(error)) from None
