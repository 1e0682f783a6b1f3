"""Situations: small text files that set up a position, play a few picks, and say what must come out.

The format is described in docs/situations.md. What is general is here; a game says how to build its positions and how
to answer its questions (`Examiner`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.state import Json, State

G = TypeVar("G", bound=Game[Any])

PLAIN_KEYS = frozenset({"name", "rule", "example", "about", "map", "then", "game"})
"""Keys of a situation that are no part of its position."""


class SituationError(Exception):
    """A situation that cannot be set up or asked: file, situation and what was expected."""


class Failure(NamedTuple):
    file: str
    name: str
    rule: list[str]
    expected: Any
    got: Any


@dataclass
class Report:
    checks: int = 0
    passed: int = 0
    failed: list[Failure] = field(default_factory=list)

    def as_json(self) -> Json:
        return {"checks": self.checks, "passed": self.passed, "failed": [f._asdict() for f in self.failed]}


@dataclass(frozen=True)
class Situation:
    file: str
    name: str
    rules: tuple[str, ...]
    example: str
    spec: Json
    map: Json | None
    then: tuple[Json, ...]

    def error(self, text: str) -> SituationError:
        return SituationError(f"{self.file}, situation {self.name!r}: {text}")


Question = Callable[[Any, Any, Any], Any]
"""(game, state, what a situation expects) -> what is really so, in the same shape."""


class Examiner:
    """A position on the table, and the answers to questions about it: what is offered and why not are the engine's, all
    others a game's own."""

    def __init__(self, game: Game[Any], state: State, questions: Mapping[str, Question]) -> None:
        self.game = game
        self.state = state
        self.questions = questions

    def ask(self, key: str, expected: Any) -> Any:
        """What is really so, in the same shape as `expected`; KeyError for a question that the game does not know."""
        if key in ("offered", "only", "why", "decides"):
            return getattr(self, key)(expected)
        return self.questions[key](self.game, self.state, expected)

    def words(self, offers: Iterable[Offer]) -> set[str]:
        return {self.game.write_pick(pick, offer) for offer in offers for pick in offer}

    def offered(self, expected: list[str]) -> list[str]:
        """Those of the words that are offered now."""
        there = self.words(self.game.offers(self.state))
        return [word for word in expected if word in there]

    def only(self, expected: list[str]) -> list[str]:
        """Everything that is offered now (to the first who decides), in the order of the expectation."""
        there = self.words(self.game.offers(self.state)[:1])
        return sorted(there, key=lambda word: (expected.index(word) if word in expected else len(expected), word))

    def why(self, expected: Json) -> Json:
        """The rule that refuses each word, or "offered"."""
        return {word: self.reason(word) for word in expected}

    def reason(self, word: str) -> str:
        pick = self.read(word)
        reasons = [
            self.game.why(self.state, offer.seat, pick)
            for offer in self.game.offers(self.state)
            if offer.seat != CHANCE
        ]
        if not reasons or None in reasons:
            return "offered" if reasons else "nobody decides"
        return next(reason.rule for reason in reasons if reason is not None)

    def read(self, word: str) -> Pick:
        if word in self.game.option_names:
            return OPTION, self.game.option_index(word)
        if word in self.game.unit_ids:
            return UNIT, self.game.unit_index(word)
        return HEX, self.game.grid.index(word)

    def decides(self, expected: str) -> str:
        if self.state.result:
            return "nobody"
        seats = [offer.seat for offer in self.game.offers(self.state)]
        return " ".join("chance" if x == CHANCE else self.game.sides[self.game.side_of(self.state, x)] for x in seats)


def refuse_strange(where: str, given: Iterable[str], known: Iterable[str]) -> None:
    """A word that nobody knows is a slip of the finger: it must not pass."""
    there = set(known)
    if strange := set(given) - there:
        raise ValueError(f"{where}: no {min(strange)!r}; there are {', '.join(sorted(there))}")


Build = Callable[[Situation], Examiner]


def builder(
    keys: Iterable[str],
    make_game: Callable[[Situation], G],
    make_position: Callable[[G, Situation], State],
    questions: Mapping[str, Question],
) -> Build:
    """What sets up a game's situations, from what it knows of a position and how it makes one."""

    def build(situation: Situation) -> Examiner:
        try:
            refuse_strange("position", situation.spec, keys)
            game = make_game(situation)
            return Examiner(game, make_position(game, situation), questions)
        except (ValueError, KeyError) as error:
            raise situation.error(str(error)) from None

    return build


UNIT_LINE = re.compile(r"(?P<place>\S+) (?P<id>[^\s/]+)(?:/(?P<steps>\d))?(?P<flags>( [a-z_]+)*)")


def read_unit(game: Game[Any], state: Any, line: str, flags: Iterable[str]) -> tuple[str, int, int | None]:
    """A line such as "1731 ax.17pz/1 isolated": where a unit is to be put, the unit, and its steps if they are named.
    What is true of it is noted in the position; to put it there is the game's."""
    known = tuple(flags)
    match = UNIT_LINE.fullmatch(line)
    if match is None:
        raise ValueError(f"unit {line!r}: expected a hex and a unit, as {game.grid.number(0)} A/1 {known[0]}")
    unit = unit_named(game, match["id"])
    if state.place[unit] >= 0:
        raise ValueError(f"unit {line!r}: {match['id']} is on the map already")
    for flag in match["flags"].split():
        if flag not in known:
            raise ValueError(f"unit {line!r}: expected {', '.join(known)}, found {flag!r}")
        setattr(state, flag, getattr(state, flag) | 1 << unit)
    return match["place"], unit, int(match["steps"]) if match["steps"] else None


def unit_named(game: Game[Any], name: str) -> int:
    try:
        return game.unit_index(name)
    except KeyError:
        raise ValueError(f"no unit {name!r}") from None


def drawn_game(situation: Situation, plain: Callable[[], G], make: Callable[[Json | None, Json], G]) -> G:
    """The game of a situation: the plain one, or one of its own if it draws a map or counters; made once."""
    counters: Json = situation.spec.get("counters", {})
    if not counters and situation.map is None:
        return plain()
    key = plain, repr((situation.map, counters))
    if key not in _drawn:
        _drawn[key] = make(situation.map, counters)
    game: G = _drawn[key]
    return game


_drawn: dict[tuple[object, str], Any] = {}


def read_situations(path: Path) -> tuple[str, list[Situation]]:
    """The game that a file is about and its situations."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SituationError(f"{path}: {error}") from None
    game = data.get("game")
    if not isinstance(game, str):
        raise SituationError(f'{path}: expected a line game = "..." at the top')
    maps = data.get("map", {})
    return game, [_situation(path, item, maps) for item in data.get("situation", [])]


def _situation(path: Path, item: Json, maps: Json) -> Situation:
    name = item.get("name")
    rules = item.get("rule")
    if not isinstance(name, str):
        raise SituationError(f"{path}: every situation needs a name")
    if not isinstance(rules, list) or not rules:
        raise SituationError(f'{path}, situation {name!r}: expected rule = ["..."], the rules that it shows')
    wanted = item.get("map")
    if wanted is not None and wanted not in maps:
        raise SituationError(f"{path}, situation {name!r}: no map {wanted!r} is drawn in this file")
    then = tuple(item.get("then", []))
    if not then:
        raise SituationError(f"{path}, situation {name!r}: expected at least one [[situation.then]]")
    spec = {key: value for key, value in item.items() if key not in PLAIN_KEYS}
    return Situation(
        path.name, name, tuple(rules), item.get("example", ""), spec, maps[wanted] if wanted else None, then
    )


def check_file(path: Path, builders: Mapping[str, Build], report: Report) -> None:
    game, situations = read_situations(path)
    if game not in builders:
        raise SituationError(f"{path}: no game {game!r}; there are {', '.join(builders)}")
    for situation in situations:
        for failure in examine(situation, builders[game], report):
            report.failed.append(failure)


def examine(situation: Situation, build: Build, report: Report) -> Iterator[Failure]:
    """Set up a situation and go through what must be so; yields what is not."""
    examiner = build(situation)
    for stage in situation.then:
        for line in stage.get("play", []):
            play_line(situation, examiner, line)
        for key, expected in stage.items():
            if key in ("play", "rule"):
                continue
            try:
                got = examiner.ask(key, expected)
            except KeyError as error:
                raise situation.error(f"no question or name {error}") from None
            report.checks += 1
            if got == expected:
                report.passed += 1
            else:
                yield Failure(situation.file, situation.name, list(situation.rules), {key: expected}, {key: got})


def play_line(situation: Situation, examiner: Examiner, line: str) -> None:
    """Carry out "axis 1731", "chance 5", or a word alone for whoever has to decide."""
    game, state = examiner.game, examiner.state
    for word in line.split():
        if word in ("chance", *game.sides):
            continue
        who = line.split(maxsplit=1)[0]
        offer = waiting(game, state, who)
        if offer is None:
            raise situation.error(f"play {line!r}: nobody of that name decides here")
        try:
            pick = game.read_pick(word, offer)
        except ValueError as error:
            raise situation.error(f"play {line!r}: {error}") from None
        if pick not in offer:
            reason = game.why(state, offer.seat, pick)
            raise situation.error(f"play {line!r}: {word} is not offered. {reason}")
        game.apply(state, offer.seat, pick)


def waiting(game: Game[Any], state: Any, who: str) -> Offer | None:
    offers = game.offers(state)
    if who == "chance":
        return next((offer for offer in offers if offer.seat == CHANCE), None)
    if who in game.sides:
        side = game.sides.index(who)
        return next((o for o in offers if o.seat != CHANCE and game.side_of(state, o.seat) == side), None)
    return offers[0] if offers else None
