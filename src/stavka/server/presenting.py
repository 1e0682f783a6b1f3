"""What is sent of a game: the one place that turns sessions into what a client draws.

The server asks a `Presenter` and knows nothing else of how a game looks."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, Protocol

from stavka import games
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import Session
from stavka.engine.state import Event, Json
from stavka.mapping.draw import svg
from stavka.mapping.sheet import SIZE
from stavka.server.match import NotAllowedError

Language = Literal["en", "es", "fr"]
Theme = Literal["light", "dark"]
KINDS: Final = {UNIT: "unit", HEX: "hex", OPTION: "option"}


class Presenter(Protocol):
    def board(self, game: Game[Any], lang: Language) -> Json:
        """What never changes in a game."""

    def map(self, game: Game[Any], lang: Language, theme: Theme) -> str:
        """The map as SVG, in board coordinates."""

    def scene(self, session: Session[Any], seat: int | None, number: int, lang: Language) -> Json:
        """What is on the table for a seat (None: an onlooker), and the number of the state for it."""

    def sentence(self, session: Session[Any], event: Event, lang: Language) -> Json:
        """An entry of the log: {text, rules, hexes, units}."""

    def ask(self, session: Session[Any], seat: int | None, question: Json, lang: Language) -> Json:
        """The answer to a question about what a seat sees. NotAllowedError where there is none."""


class PlainPresenter:
    """Sends the view as the game gives it, offers with what each pick does to undo, and sentences."""

    def board(self, game: Game[Any], lang: Language) -> Json:
        return plain_board(game.key)

    def map(self, game: Game[Any], lang: Language, theme: Theme) -> str:
        return svg(games.files(game.key).hexmap, language=lang)

    def scene(self, session: Session[Any], seat: int | None, number: int, lang: Language) -> Json:
        game, state = session.game, session.state
        offer = None if seat is None else session.offer(seat)
        return {
            "seat": seat,
            "side": None if seat is None else game.sides[game.side_of(state, seat)],
            "title": game.title,
            "result": state.result,
            "waiting": waiting(session, seat),
            "view": game.view(state, seat),
            "offer": None if offer is None else self.offer(session, offer),
            "undo": seat is not None and session.can_undo(seat),
        }

    def offer(self, session: Session[Any], offer: Offer) -> Json:
        game, state = session.game, session.state
        return {
            "prompt": game.prompt(state),
            "rule": game.steps[state.stack[-1][0]].rule,
            "picks": [self.pick(session, offer, pick) for pick in offer],
        }

    def pick(self, session: Session[Any], offer: Offer, pick: Pick) -> Json:
        word = session.game.write_pick(pick, offer)
        return {"pick": word, "kind": KINDS[pick[0]], "text": word, "undo": session.contract(offer.seat, pick)}

    def sentence(self, session: Session[Any], event: Event, lang: Language) -> Json:
        return {
            "text": session.game.say(session.state, event),
            "rules": list(event.rules),
            "hexes": [],
            "units": [],
        }

    def ask(self, session: Session[Any], seat: int | None, question: Json, lang: Language) -> Json:
        raise NotAllowedError("This game does not answer that question.")


def waiting(session: Session[Any], seat: int | None) -> list[str]:
    """The sides that have to decide, as far as a seat may know: while all decide at once and in secret nobody is told
    who has finished."""
    game, state = session.game, session.state
    if state.result:
        return []
    asked = {offer.seat for offer in session.offers()}
    if session.decide_together():
        asked |= set(range(len(game.sides))) - {seat}
    return [game.sides[game.side_of(state, who)] for who in sorted(asked)]


@cache
def plain_board(key: str) -> Json:
    game = games.load(key)
    grid = game.grid
    width, height = grid.extent
    centres = {grid.number(hex_): grid.centre(hex_) for hex_ in range(grid.all.bit_length()) if grid.all >> hex_ & 1}
    return {
        "game": key,
        "title": game.title,
        "grid": {
            "hexes": {number: [round(x * SIZE, 2), round(y * SIZE, 2)] for number, (x, y) in centres.items()},
            "size": SIZE,
            "width": round(width * SIZE, 2),
            "height": round(height * SIZE, 2),
        },
        "sides": [{"key": side, "name": side.capitalize()} for side in game.sides],
        "units": {unit: {"label": unit} for unit in game.unit_ids},
        "options": {option: option for option in game.option_names},
    }
