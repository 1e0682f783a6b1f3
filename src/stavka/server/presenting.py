"""The presentation of games to clients: the one place that turns sessions into what a client draws.

The server asks a `ServerPresenter` and knows nothing else of how a game looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Protocol

from pydantic import Field

from stavka import games
from stavka.data.hexmap import HexMap
from stavka.engine.machine import Game
from stavka.engine.offer import Pick
from stavka.engine.orders import Order
from stavka.engine.session import Session
from stavka.engine.standing import Made
from stavka.engine.state import Event, Json, State
from stavka.scenes import choosing, ordering, scene
from stavka.scenes.keeping import Drawing
from stavka.server.match import NotAllowedError

Language = Literal["en", "es", "fr"]
Theme = Literal["light", "dark"]
Scale = Annotated[int, Field(ge=1, le=2)]
"""The number of pixels of a picture for each of the page's, along a side."""


class ServerPresenter(Protocol):
    def board(self, game: Game[Any], lang: Language) -> Json:
        """The fixed part of a game."""

    def guide(self, game: Game[Any], scenario: str, lang: Language) -> Json:
        """A guide for newcomers to a game and a scenario."""

    def map(self, game: Game[Any], lang: Language, theme: Theme) -> str:
        """The map as SVG, in board coordinates."""

    def cover(self, game: Game[Any], lang: Language, theme: Theme, scale: int) -> bytes:
        """The picture on the game's box, as PNG."""

    def counters(self, game: Game[Any], lang: Language) -> list[Json]:
        """The counters on the game's box."""

    def scene(
        self,
        session: Session[Any],
        seat: int | None,
        number: int,
        lang: Language,
        drawing: Drawing | None = None,
        made: Sequence[Made] = (),
    ) -> Json:
        """The scene of a seat (None: an onlooker), and the number of the state for it. A drawing reuses what has not
        changed since it was last used, for the same seat in the same language. made: what standing answers have just
        picked for the seat."""

    def past(self, game: Game[Any], state: State, seat: int | None, number: int, lang: Language) -> Json:
        """The scene of a seat in an earlier position, without an offer."""

    def throw(self, game: Game[Any], state: State, seat: int | None, lang: Language) -> Json | None:
        """The odds, for a seat, of the dice for which a position asks; None if there are none."""

    def step_points(self, game: Game[Any]) -> dict[str, float]:
        """The VP by which a lost step of a side changes the score; empty where VP do not follow from lost steps."""

    def sentences(
        self, session: Session[Any], events: Sequence[Event], lang: Language, seat: int | None = None
    ) -> list[Json]:
        """Entries of the log for a seat: {text, rules, hexes, units} for each."""

    def turn_summary(self, session: Session[Any], events: Sequence[Event], at: int, lang: Language) -> str:
        """What the turn that one of a seat's events closes has brought; empty if it closes none."""

    def ask(self, session: Session[Any], seat: int | None, question: Json, lang: Language) -> Json:
        """The answer to a question about what a seat sees. NotAllowedError where there is none."""

    def spared(self, session: Session[Any], seat: int) -> list[Pick]:
        """The chosen units that an attack does not need for its column."""

    def order(self, game: Game[Any], wanted: Json, lang: Language) -> Order:
        """The order that a message means. NotAllowedError if it names something that does not exist."""


class ScenePresenter:
    """Makes boards, scenes, sentences and answers through the games' own presenters, from what a seat may see."""

    def of(self, game: Game[Any]) -> scene.Presenter[Any]:
        return games.presenter(game.key, game)

    def board(self, game: Game[Any], lang: Language) -> Json:
        return dict(self.of(game).board(lang))

    def guide(self, game: Game[Any], scenario: str, lang: Language) -> Json:
        return dict(self.of(game).guide(scenario, lang))

    def map(self, game: Game[Any], lang: Language, theme: Theme) -> str:
        from stavka.mapping.draw import board_svg  # noqa: PLC0415 (slow to import, and no table needs it)

        return board_svg(map_of(game), lang, theme)

    def cover(self, game: Game[Any], lang: Language, theme: Theme, scale: int) -> bytes:
        from stavka.mapping.draw import cover_svg, png  # noqa: PLC0415 (slow to import, and no table needs it)
        from stavka.mapping.palette import with_palette  # noqa: PLC0415 (the same)

        svg = cover_svg(map_of(game), games.GAMES[game.key].cover.hex, lang, theme)
        return with_palette(png(svg, zoom=scale))

    def counters(self, game: Game[Any], lang: Language) -> list[Json]:
        cover, show = games.GAMES[game.key].cover, self.of(game)
        return [dict(show.counter(unit, cover.scenario, lang)) for unit in cover.counters]

    def scene(
        self,
        session: Session[Any],
        seat: int | None,
        number: int,
        lang: Language,
        drawing: Drawing | None = None,
        made: Sequence[Made] = (),
    ) -> Json:
        game = session.game
        sight = game.see(session.state, seat)
        return dict(self.of(game).scene(sight, scene.moment(session, seat, number, sight, made), lang, drawing))

    def past(self, game: Game[Any], state: State, seat: int | None, number: int, lang: Language) -> Json:
        now = scene.Moment(number, waiting=scene.waiting(game, state, seat))
        return dict(self.of(game).scene(game.see(state, seat), now, lang))

    def throw(self, game: Game[Any], state: State, seat: int | None, lang: Language) -> Json | None:
        odds = self.of(game).throw(game.see(state, seat), lang)
        return None if odds is None else dict(odds)

    def step_points(self, game: Game[Any]) -> dict[str, float]:
        return dict(self.of(game).step_points())

    def sentences(
        self, session: Session[Any], events: Sequence[Event], lang: Language, seat: int | None = None
    ) -> list[Json]:
        if not events:
            return []
        show, seen = self.of(session.game), session.game.see(session.state, None)
        own = [event.seats is None or seat in event.seats for event in events]
        return [dict(show.entry(seen, event, lang, is_own=mine)) for event, mine in zip(events, own, strict=True)]

    def turn_summary(self, session: Session[Any], events: Sequence[Event], at: int, lang: Language) -> str:
        game = session.game
        if not game.told[events[at].name].closes:
            return ""
        return self.of(game).turn_summary(game.see(session.state, None), events, at, lang)

    def ask(self, session: Session[Any], seat: int | None, question: Json, lang: Language) -> Json:
        game = session.game
        if question.get("what") == "order" and seat is not None:
            order = self.order(game, question, lang)
            return {"what": "order", **ordering.look(self.of(game), session, seat, order, lang)}
        try:
            return self.of(game).ask(game.see(session.state, seat), question, lang)
        except ValueError as error:
            raise NotAllowedError(str(error)) from None

    def spared(self, session: Session[Any], seat: int) -> list[Pick]:
        return choosing.spared(self.of(session.game), session, seat)

    def order(self, game: Game[Any], wanted: Json, lang: Language) -> Order:
        try:
            return ordering.read_order(self.of(game), wanted)
        except ValueError as error:
            raise NotAllowedError(game.words.translate(error.args[0], lang)) from None


def map_of(game: Game[Any]) -> HexMap:
    loaded: Any = game
    found: HexMap = loaded.files.hexmap
    return found
