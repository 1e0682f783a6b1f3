"""Games that two programs have played in this process, cut where a test wants to go on in the browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from stavka import games
from stavka.engine.record import Move
from stavka.engine.session import Session
from stavka.games import opponents
from stavka.scenes.scene import moment

GAME = games.load("traces")
FIGHTING = ("attack", "air_support", "losses", "retreat", "retreat_path", "advance", "advance_unit")
"""Steps within a combat in which somebody is asked."""


class Beat(NamedTuple):
    """A pick of the story: the moves and events before it, who made it, and what."""

    moves: int
    events: int
    side: str
    word: str


class Combat(NamedTuple):
    """A record that ends where a side is about to name the hex of an attack, and what everybody picked from there to
    the end of the advance."""

    record: str
    picks: list[tuple[str, str]]
    advanced: dict[str, str]
    """The hexes in which the units that advanced end."""


class Story:
    """A game of two programs. The same seed gives the same game."""

    def __init__(self, seed: str, player: str = "scripted-1") -> None:
        self.session: Session[Any] = Session(GAME, "race", seed=seed)
        self.player = opponents.make(player, GAME, 1)
        self.beats: list[Beat] = []

    def play(self, until: Callable[[Session[Any]], bool]) -> None:
        session = self.session
        while not session.state.result and not until(session):
            offer = session.offers()[0]
            pick = self.player.choose(GAME.see(session.state, offer.seat), offer)
            word = GAME.write_pick(pick, offer)
            self.beats.append(Beat(len(session.record.moves), session.known(), GAME.sides[offer.seat], word))
            session.play(offer.seat, pick)

    def record(self, moves: int | None = None) -> str:
        """The record with its seed, so that it can be gone on with; as a whole or up to a number of moves."""
        record = self.session.record
        kept: list[Move] = record.moves if moves is None else record.moves[:moves]
        return replace(record, moves=kept, seed=self.session.seed).write()


@cache
def moving(side: str = "soviet", seed: str = "page") -> str:
    """A record up to where a side picks the first unit to move."""
    story = Story(seed)
    seat = GAME.sides.index(side)
    story.play(until=lambda session: session.state.stack[-1].step == "movement" and session.offer(seat) is not None)
    return story.record()


@cache
def reinforcing(seed: str = "page") -> str:
    """A record that ends where the Soviet side places the first of several reinforcements."""
    story = Story(seed)
    story.play(lambda session: session.state.stack[-1].step == "reinforcements")
    return story.record()


@cache
def selecting(seed: str = "page") -> str:
    """A record up to where both sides select their chits."""
    story = Story(seed)
    story.play(until=lambda session: session.state.stack[-1].step == "select_chits")
    return story.record()


@cache
def finished(seed: str = "page") -> str:
    story = Story(seed, "random")
    story.play(until=lambda session: False)
    return story.record()


@cache
def combat(seed: str = "page") -> Combat:
    """The first combat of a story in which the defender picks where to retreat and the attacker advances."""
    story = Story(seed)
    story.play(until=lambda session: session.state.stack[-1].step not in FIGHTING and last_combat(story) is not None)
    found = last_combat(story)
    assert found is not None, "no such combat in this story"
    return found


def last_combat(story: Story) -> Combat | None:
    """The combat that has just ended, if it had a retreat that was picked and an advance."""
    events = story.session.state.events
    assert events is not None
    fought = max((at for at, event in enumerate(events) if event.name == "attack"), default=None)
    if fought is None:
        return None
    names = [event.name for event in events[fought:]]
    declared = max(i for i, beat in enumerate(story.beats) if beat.events <= fought)
    attacker = story.beats[declared].side
    led = any(beat.side != attacker and beat.word.isdigit() for beat in story.beats[declared:])
    if not (led and "retreats" in names and "advances" in names):
        return None
    first = max(i for i in range(declared) if story.beats[i].word.isdigit())
    picks = [(beat.side, beat.word) for beat in story.beats[first:]]
    shown, sight = games.presenter("traces", GAME), GAME.see(story.session.state, None)
    places = shown.scene(sight, moment(story.session, None, 0), "en")["units"]
    told = [shown.entry(sight, event, "en") for event in events[fought:] if event.name == "advances"]
    advanced = {unit: places[unit]["hex"] for entry in told for unit in entry["units"]}
    return Combat(story.record(story.beats[first].moves), picks, advanced)
