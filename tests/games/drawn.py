"""Positions on maps drawn for a test, as situations draw them, and what they are shown with."""

from typing import Any, NamedTuple

from stavka import games
from stavka.assurance.situations import Situation
from stavka.engine.agent import Sight
from stavka.engine.machine import Game
from stavka.engine.state import Json
from stavka.scenes.scene import Moment, Presenter, waiting


class Drawn(NamedTuple):
    game: Game[Any]
    state: Any
    show: Presenter[Any]

    def seat(self, side: str) -> int:
        return self.game.sides.index(side) if side else 0

    def sight(self, side: str = "") -> Sight[Any]:
        return self.game.see(self.state, self.seat(side))

    def ask(self, what: str, side: str = "", lang: str = "en", **question: Any) -> Json:
        return self.show.ask(self.sight(side), {"what": what, **question}, lang)

    def scene(self, side: str = "", lang: str = "en") -> Json:
        seat = self.seat(side)
        now = Moment(7, self.game.offer(self.state, seat), waiting=waiting(self.game, self.state, seat))
        return dict(self.show.scene(self.sight(side), now, lang))

    def play(self, *words: str) -> None:
        for word in words:
            (offer,) = self.game.offers(self.state)
            self.game.play(self.state, offer.seat, self.game.read_pick(word, offer))


def drawn(key: str, map_: Json | None = None, **spec: Any) -> Drawn:
    examiner: Any = games.builder(key)(Situation("test", "test", ("1.0",), "", spec, map_, ()))
    return Drawn(examiner.game, examiner.state, games.presenter(key, examiner.game))


def plain(lines: list[Json]) -> list[tuple[str, str, float]]:
    return [(line["rule"], line["text"], line["value"]) for line in lines]
