"""The history of a game from its first position to the present one, for replays.

Positions are large, so few are kept: every thirty-second position of a game, for a few games. The others are replayed
from the last kept position before them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection
from itertools import pairwise
from typing import Final, NamedTuple

from stavka.engine.offer import CHANCE
from stavka.engine.record import Move
from stavka.engine.state import Json, State
from stavka.server.match import ROLL, Match

BETWEEN: Final = 32
"""The number of picks between two kept positions."""
MOST_GAMES: Final = 8
"""The most games of which positions are kept at the same time, in the whole server."""


class HistoryPage(NamedTuple):
    """A place in the game: how many moves and events came before it, and the only seat that may know of the pick."""

    moves: int
    events: int
    seen_by: int | None


class History:
    """The places of a game: one after each pick that has not been taken back, when chance has answered."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.moves: list[Move] = []
        self.pages: list[HistoryPage] = []
        self.kept: list[State] = []
        """The positions of pages 0, 32, 64 ..."""
        self.stories: dict[tuple[int, bool, tuple[int, ...], str], Json] = {}
        """Stories of the game (`server/story.py`) by the number of moves, whether the game is over, seats and
        language."""

    def follow(self) -> None:
        """Update the history to the present position. What is still valid is reused."""
        moves = self.match.record().moves
        if moves == self.moves and self.pages:
            return
        agreed = next((i for i, (a, b) in enumerate(zip(self.moves, moves, strict=False)) if a != b), None)
        agreed = min(len(self.moves), len(moves)) if agreed is None else agreed
        self.pages = [page for page in self.pages if page.moves <= agreed]
        del self.kept[(len(self.pages) + BETWEEN - 1) // BETWEEN :]
        del self.pages[max(0, (len(self.kept) - 1) * BETWEEN + 1) :]
        self.moves = list(moves)
        self.go_on()

    def go_on(self) -> None:
        """Play from the last kept position, and note the places on the way."""
        state = self.kept[-1].clone() if self.kept else self.start()
        events = self.pages[-1].events if self.pages else 0
        if not self.kept:
            state.events = []
            self.play(state, 0, self.opening())
            events = len(state.events)
            self.kept, self.pages = [state.clone()], [HistoryPage(self.opening(), events, None)]
        ends = [i for i, move in enumerate(self.moves) if move.who != ROLL and i >= self.pages[-1].moves]
        for start, end in pairwise([*ends, len(self.moves)]):
            state.events = []
            self.play(state, start, end)
            events += len(state.events)
            self.pages.append(HistoryPage(end, events, self.match.picks[len(self.pages) - 1].seen_by))
            if (len(self.pages) - 1) % BETWEEN == 0:
                self.kept.append(state.clone())

    def start(self) -> State:
        state: State = self.match.game.new(self.match.scenario, self.match.options)
        return state

    def opening(self) -> int:
        """The number of moves before the first pick: the answers of chance at the start."""
        return next((i for i, move in enumerate(self.moves) if move.who != ROLL), len(self.moves))

    def play(self, state: State, start: int, end: int) -> None:
        game = self.match.game
        for move in self.moves[start:end]:
            seat = CHANCE if move.who == ROLL else game.sides.index(move.who)
            offer = next(offer for offer in game.offers(state) if offer.seat == seat)
            game.apply(state, seat, game.read_pick(move.what, offer))

    def position(self, page: HistoryPage) -> State:
        """The position of a place. The last one is that of the game itself, which may have been ended by agreement."""
        at = self.pages.index(page)
        if at == len(self.pages) - 1:
            state: State = self.match.session.state
            return state
        state = self.kept[at // BETWEEN].clone()
        self.play(state, self.pages[at // BETWEEN * BETWEEN].moves, page.moves)
        return state

    def of(self, seats: Collection[int]) -> list[HistoryPage]:
        """The places that the holder of these seats may look at: all when the game is over; before that, none that
        would tell how often another seat has picked in secret."""
        over = bool(self.match.result)
        return [page for page in self.pages if over or page.seen_by is None or page.seen_by in seats]


class Histories:
    """The histories of the games that were viewed last, for all threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.known: OrderedDict[str, History] = OrderedDict()

    def of(self, table: str, match: Match) -> History:
        """The history of a game. Called under the lock of its table."""
        with self.lock:
            found = self.known.pop(table, None)
            if found is None or found.match is not match:
                found = History(match)
            self.known[table] = found
            while len(self.known) > MOST_GAMES:
                self.known.popitem(last=False)
        found.follow()
        return found
