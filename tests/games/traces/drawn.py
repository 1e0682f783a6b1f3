"""Positions on maps drawn for a test, as situations draw them, and what they are shown with."""

from typing import Any, NamedTuple

from stavka.engine.scene import Moment
from stavka.engine.situations import Situation
from stavka.engine.state import Json
from stavka.games.traces.game import Traces
from stavka.games.traces.position import Position
from stavka.games.traces.scene import TracesPresenter
from stavka.games.traces.situations import build
from stavka.games.traces.view import TracesSight

MAP: Json = {
    "picture": """
  . r . . .
 c . . . .
  . . . . .
""",
    "minor": ["0203/0204"],
    "soviet_sources": ["0105"],
    "axis_sources": ["0201"],
}
"""Row 03 at the top. 0203 is next to 0202, 0204, 0302, 0303, 0102 and 0103."""


class Drawn(NamedTuple):
    game: Traces
    state: Position
    show: TracesPresenter

    def sight(self, side: str = "soviet") -> TracesSight:
        return TracesSight(self.game, self.state, self.game.sides.index(side))

    def ask(self, what: str, side: str = "soviet", lang: str = "en", **question: Any) -> Json:
        return self.show.ask(self.sight(side), {"what": what, **question}, lang)

    def scene(self, side: str = "soviet", lang: str = "en") -> Json:
        seat = self.game.sides.index(side)
        return dict(self.show.scene(self.sight(side), Moment(7, self.game.offer(self.state, seat)), lang))

    def play(self, *words: str) -> None:
        for word in words:
            (offer,) = self.game.offers(self.state)
            self.game.play(self.state, offer.seat, self.game.read_pick(word, offer))


def drawn(map_: Json | None = None, **spec: Any) -> Drawn:
    examiner = build(Situation("test", "test", ("1.0",), "", spec, map_, ()))
    game, state = examiner.game, examiner.state
    assert isinstance(game, Traces) and isinstance(state, Position)
    return Drawn(game, state, TracesPresenter(game))
