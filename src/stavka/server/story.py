"""The story of a game: its turns, activations and combats by the pick at which they came, its points over time, and the
luck of the dice.

The game is played through once, from its record, while the table goes on: a storyteller copies what it needs under the
table's lock and works without it. Before each throw the odds are worked out in the position in which it was thrown, as
for the log; the result of the dice is compared with their average."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from stavka.engine.offer import CHANCE
from stavka.engine.record import Move
from stavka.engine.state import Event, Json, State
from stavka.server.history import History, HistoryPage
from stavka.server.match import ROLL, Match

if TYPE_CHECKING:
    from stavka.server.presenting import Language, ServerPresenter

SAMPLES: Final = 40
"""How often points are read, in addition to each turn."""
MOST_THROWS: Final = 2000
"""The most throws whose odds are worked out."""
MARKED: Final = frozenset({"turn", "activation"})
"""Cards that are marked where they begin; combats are marked where their dice decide."""


def swing(odds: Json, total: int) -> dict[str, float]:
    """The steps that dice cost each side beyond the average; negative if fewer."""
    hit = next((result for result in odds["results"] if total in result["rolls"]), None)
    if hit is None:
        return {}
    return {side: hit["losses"].get(side, 0) - mean for side, mean in odds["losses"].items()}


def steps_of(state: State) -> Sequence[int]:
    """The steps of each unit; none in a game that does not have steps."""
    found: Sequence[int] = getattr(state, "steps", ())
    return found


class Storyteller:
    """Plays a game through and notes its turns, combats, points, throws and losses, for the holder of some seats. Made
    under the lock of the table; `told` is called without it, by one thread at a time."""

    def __init__(
        self, match: Match, history: History, presenter: ServerPresenter, seats: Collection[int], lang: Language
    ) -> None:
        self.history, self.presenter, self.seats, self.lang = history, presenter, tuple(sorted(seats)), lang
        self.game, self.is_over = match.game, bool(match.result)
        self.pages: list[HistoryPage] = list(history.of(seats))
        self.moves = list(history.moves)
        self.seat = next(iter(self.seats), None)
        self.marks: list[Json] = []
        self.points: list[Json] = []
        self.throws: list[Json] = []
        self.losses: list[Json] = []
        self.turn = -1

    def told(self) -> Json:
        """The story. It is made once and kept until something happens in the game."""
        stories = self.history.stories
        key = len(self.moves), self.is_over, self.seats, self.lang
        known = stories.get(key)
        if known is None:
            known = self.tell(self.moves, self.history.start())
            kept = {other: each for other, each in stories.items() if other[:2] == key[:2]}
            self.history.stories = {**kept, key: known}
        return known

    def tell(self, moves: list[Move], start: State) -> Json:
        state, done = start, 0
        state.events = []
        every = max(1, len(self.pages) // SAMPLES)
        for number, page in enumerate(self.pages):
            for move in moves[done : page.moves]:
                self.play(state, move, number)
            done = page.moves
            turn = int(getattr(state, "turn", 0))
            if turn != self.turn or number % every == 0 or number == len(self.pages) - 1:
                self.note_points(state, number, turn)
        told = {"marks": self.marks, "points": self.points, "throws": self.throws, "losses": self.losses}
        return {"last": len(self.pages) - 1, "step_points": self.presenter.step_points(self.game), **told}

    def play(self, state: State, move: Move, number: int) -> None:
        game = self.game
        seat = CHANCE if move.who == ROLL else game.sides.index(move.who)
        offer = next(offer for offer in game.offers(state) if offer.seat == seat)
        odds = self.odds(state) if seat == CHANCE else None
        steps = list(steps_of(state))
        state.events = []
        game.apply(state, seat, game.read_pick(move.what, offer))
        self.note_losses(state, steps, number)
        for event in state.events:
            if odds is not None and game.told[event.name].of("die", event.values) is not None:
                self.note_throw(state, event, odds, number)
                odds = None
            self.note_mark(state, event, number)

    def odds(self, state: State) -> Json | None:
        """The odds of the throw for which a position asks; only when the game is over."""
        if not self.is_over or len(self.throws) >= MOST_THROWS:
            return None
        return self.presenter.throw(self.game, state, None, self.lang)

    def note_throw(self, state: State, event: Event, odds: Json, number: int) -> None:
        shown = self.game.told[event.name].of("die", event.values)
        assert shown is not None
        hit = next((each for each in odds["results"] if shown[1] in each["rolls"]), None)
        if hit is not None and (lost := swing(odds, shown[1])):
            given = {"result": hit["text"], "share": hit["share"], "losses": hit["losses"], "expected": odds["losses"]}
            self.throws.append({"page": number, "title": odds["title"], "die": shown[1], "swing": lost, **given})

    def note_losses(self, state: State, before: Sequence[int], number: int) -> None:
        """The steps that each side has lost, by the events that say so; only when the game is over."""
        game, lost = self.game, dict[str, int]()
        forms = [(game.told[event.name], event.values) for event in state.events or ()]
        units = {unit for form, values in forms if form.costs for unit in form.units(values)}
        for unit in units if self.is_over else ():
            side = game.sides[game.side[unit]]
            lost[side] = lost.get(side, 0) + before[unit] - steps_of(state)[unit]
        if any(lost.values()):
            self.losses.append({"page": number, "lost": lost})

    def note_mark(self, state: State, event: Event, number: int) -> None:
        if event.seats is not None and not self.is_over and not set(event.seats) & set(self.seats):
            return
        form = self.game.told[event.name]
        card = form.card_of(event.values)
        is_decided = card is not None and card.part == "decides"
        if is_decided or form.begins in MARKED:
            text = self.game.say(state, event, self.lang)
            self.marks.append({"page": number, "kind": "combat" if is_decided else form.begins, "text": text})

    def note_points(self, state: State, number: int, turn: int) -> None:
        scene = self.presenter.past(self.game, state, self.seat, number, self.lang)
        self.points.append({"page": number, "turn": turn, "value": scene["points"]["value"]})
        self.turn = turn
