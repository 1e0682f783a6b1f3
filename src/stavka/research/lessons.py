"""Games from which a network learns: in each position the pick of a teacher, and how the game ended.

The teacher plays both seats, or a network plays one of them and the teacher says what it would have done in its place:
so the network also learns what to do where only its own mistakes lead."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stavka import games
from stavka.research.looking import CANDIDATES, Look, Looking
from stavka.research.network import read
from stavka.research.referee import Referee, kit, named, result_of
from stavka.studies import players

TEACHER: Final = "scripted"
OWN_TEMPERATURE: Final = 1.0
"""What scores are divided by when a network plays to learn: it tries more than in earnest."""
NOT_PLAYED: Final = -1


class Course(NamedTuple):
    """How lessons are given."""

    id: str
    """The environment."""
    teacher: str = TEACHER
    share: float = 1.0
    """The share of the decisions that are kept."""
    pupil: bytes = b""
    """The network that plays a seat, the first in every second game; empty: the teacher plays both."""


class Lesson(NamedTuple):
    """The decisions of some games between at least two picks."""

    looks: Look
    """What a network is given of all of them: the arrays of candidates follow each other, the others are stacked."""
    sizes: NDArray[np.int64]
    """The number of candidates of each decision."""
    taught: NDArray[np.int64]
    """The candidate that the teacher picks, counted from the first of its decision."""
    played: NDArray[np.int64]
    """The candidate that the network has picked; NOT_PLAYED: the teacher played."""
    worth: NDArray[np.float64]
    """What the game was worth to the seat at its end, from 0 to 1."""
    seat: NDArray[np.int64]


class Decision(NamedTuple):
    look: Look
    taught: int
    played: int
    seat: int


def lesson(course: Course, seed: int) -> Lesson:
    """A game."""
    referee = Referee(course.id)
    game, actions = referee.game, referee.actions
    looking = Looking(kit(referee.named.game))
    pupil = read(course.pupil) if course.pupil else None
    if pupil:
        looking = pupil.looking
    pupils_seat = seed % len(game.sides) if pupil else None
    teachers = [players.make(course.teacher, game, seed + seat) for seat in range(len(game.sides))]
    rng, luck = Random(seed), np.random.default_rng(seed)
    found: list[Decision] = []
    referee.start(seed)
    while not referee.is_over:
        seat, offer = referee.seat, referee.offer
        assert offer is not None
        sight = game.see(referee.state, seat)
        action = actions.encode(teachers[seat].choose(sight, offer))
        legal = referee.legal
        is_pupils, is_kept = seat == pupils_seat, rng.random() < course.share
        if len(legal) > 1 and (is_pupils or is_kept):
            offered = np.array(legal)
            look = looking.look(referee.observer.of_sight(sight, seat, decides=True), offered)
            taught, played = legal.index(action), NOT_PLAYED
            if pupil is not None and is_pupils:
                played = int(luck.choice(len(legal), p=pupil.odds(look, OWN_TEMPERATURE)))
                action = legal[played]
            if is_kept:
                found.append(Decision(look, taught, played, seat))
        referee.act(action)
    for teacher in teachers:
        teacher.close(referee.state.result)
    worth = [worth_of(game, referee.state, side) for side in range(len(game.sides))]
    return written(found, worth)


def worth_of(game: Any, state: Any, seat: int) -> float:
    """What a finished game is worth to a seat, from 0 to 1: the result and, if the game declares it, the margin."""
    side = game.side_of(state, seat)
    if games.GAMES[game.key].tuning:
        return games.tuning(game.key).worth(game, state, game.sides[side])
    return 0.5 + result_of(game, state.result) * (0.5 if side == 0 else -0.5)


def written(found: list[Decision], worth: list[float]) -> Lesson:
    columns: list[tuple[Any, ...]] = list(zip(*(each.look for each in found), strict=True))
    return Lesson(
        Look(*map(np.concatenate, columns[:CANDIDATES]), *map(np.stack, columns[CANDIDATES:])),
        np.array([len(each.look.option) for each in found]),
        np.array([each.taught for each in found]),
        np.array([each.played for each in found]),
        np.array([worth[each.seat] for each in found]),
        np.array([each.seat for each in found]),
    )


def joined(lessons: Iterable[Lesson]) -> Lesson:
    looks, *others = zip(*lessons, strict=True)
    return Lesson(Look(*map(np.concatenate, zip(*looks, strict=True))), *map(np.concatenate, others))


# -- how often a network picks what the teacher does ----------------------------------------------------------------


class Count(NamedTuple):
    """Decisions of one kind."""

    decisions: int = 0
    agreed: float = 0
    """How often the likeliest pick was the teacher's."""
    expected: float = 0
    """How often it would be by chance."""
    nats: float = 0
    """The sum of minus the logarithms of the odds of the teacher's pick."""

    def plus(self, other: Count) -> Count:
        return Count(
            self.decisions + other.decisions,
            self.agreed + other.agreed,
            self.expected + other.expected,
            self.nats + other.nats,
        )


def counted(course: Course, content: bytes, seed: int) -> dict[str, Count]:
    """How a network judges the decisions of a game of the teacher, by the step of the sequence of play."""
    network, game = read(content), kit(named(course.id).game).game
    names, counts = [*network.names.steps, ""], dict[str, Count]()
    found = lesson(course, seed)
    ends = np.cumsum(found.sizes)
    for number, (size, end, taught) in enumerate(zip(found.sizes, ends, found.taught, strict=True)):
        odds = network.odds(look_of(found, number, int(end - size), int(end)), 1.0)
        one = Count(1, float(odds.argmax() == taught), float(1 / size), float(-np.log(odds[taught])))
        name = names[found.looks.steps[number][0]] or game.title
        counts[name] = counts.get(name, Count()).plus(one)
    return counts


def look_of(found: Lesson, number: int, first: int, end: int) -> Look:
    """A decision of a lesson, as a network is given it."""
    arrays: tuple[Any, ...] = found.looks
    of_candidates = [array[first:end] for array in arrays[:CANDIDATES]]
    return Look(*of_candidates, *(array[number] for array in arrays[CANDIDATES:]))
