"""Situations: small text files that set up a position, play a few picks, and say what must come out.

The format is described in docs/situations.md. The general part is here; a game says what its positions and questions
may hold (`forms`), how to build a position and how to answer a question."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from stavka.assurance.forms import OPTION as AN_OPTION
from stavka.assurance.forms import (
    PICK,
    RULE,
    SCENARIO,
    STEP,
    TEXT,
    TRUTH,
    At,
    Form,
    Is,
    Listed,
    Named,
    Word,
    asked,
    either,
    meant,
    one_of,
    plain,
    refuse_strange,
    text_like,
)
from stavka.data.gamefiles import GameFiles, Overlay, with_values
from stavka.engine.kinds import Unit, units_in
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.state import Event, Json, State
from stavka.hexes import Grid

G = TypeVar("G", bound=Game[Any])
F = TypeVar("F", bound=GameFiles[Any, Any, Any])

PLAIN_KEYS: Final[Mapping[str, Form]] = {
    "name": TEXT,
    "rule": Listed(TEXT, 1),
    "example": TEXT,
    "about": TEXT,
    "map": TEXT,
    "then": Listed(Is("a table", lambda value: isinstance(value, dict)), 1, again=True),
}
"""The keys of a situation that are not part of its position."""
PLAYED: Final[Mapping[str, Form]] = {"play": Listed(TEXT, 1, again=True), "stop": STEP}
"""The keys of a stage that are not questions."""
COMMON: Final[Mapping[str, Form]] = {
    "scenario": SCENARIO,
    "setup": TRUTH,
    "counters": Named(text_like(r"[\w.-]+", "a name without blanks"), TEXT),
    "units": Listed(TEXT),
    "tables": Is("the keys of an overlay", lambda value: isinstance(value, dict) and bool(value)),
    "combat_result": TEXT,
    "stop": STEP,
    "log": TRUTH,
}
"""The keys of a position in every game."""
OPTIONS: Final = Named(AN_OPTION, TRUTH)


def phases(plain_ones: Collection[str], sided: Collection[str]) -> Form:
    """The phases that a game names without a side, and those whose name needs one."""
    return Word("a phase", lambda at: [*(f"{side} {phase}" for phase in sided for side in at.game.sides), *plain_ones])


class SituationError(Exception):
    """A situation cannot be set up or asked: file, situation and what was expected."""


class Failure(NamedTuple):
    file: str
    name: str
    rule: list[str]
    expected: Any
    got: Any

    def differences(self) -> Iterator[tuple[str, str, str]]:
        """The smallest parts of the answer that differ: the place, what was expected, and what came out."""
        for question, expected in self.expected.items():
            for where, one, other in differences(expected, self.got[question], question):
                yield where, answer_text(one), answer_text(other)


def differences(expected: Any, got: Any, where: str) -> Iterator[tuple[str, Any, Any]]:
    """The smallest parts of an answer that differ, each with its place."""
    if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        for key in expected:
            yield from differences(expected[key], got[key], f"{where} {key}")
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for at, (one, other) in enumerate(zip(expected, got, strict=True), 1):
            yield from differences(one, other, f"{where}, {at}.")
    elif not agrees(expected, got):
        yield where, expected, got


def answer_text(value: Any) -> str:
    """An answer as text for people."""
    return ", ".join(map(plain, value)) or "nothing" if isinstance(value, list) else plain(value)


def agrees(expected: Any, got: Any) -> bool:
    """Whether an answer is the expected one: true is not 1."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(agrees(expected[key], got[key]) for key in expected)
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(agrees, expected, got))
    return isinstance(expected, bool) == isinstance(got, bool) and bool(expected == got)


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


Answer = Callable[[Any, Any, Any], Any]
"""The type of (game, state, what a situation expects) -> the true answer, in the same shape."""


class Question(NamedTuple):
    """A question about a position: how the answer is found, and what a situation may expect."""

    answer: Answer
    form: Form


def chances(game: Game[Any], state: State) -> Json:
    """The outcomes that chance may give now, with their weights."""
    offers = game.offers(state)
    if not offers or offers[0].chance is None:
        raise ValueError(f"chance does not decide here; {standing(game, state)}")
    return {name: weight for name, weight in offers[0].chance if weight}


def unit_names(game: Game[Any], units: int) -> list[str]:
    return sorted(game.unit_ids[unit] for unit in units_in(units))


def units_named(game: Game[Any], names: Iterable[str]) -> int:
    return sum(1 << game.unit_index(name) for name in names)


def steps(game: Game[Any], state: Any, expected: Json) -> Json:
    return {name: state.steps[game.unit_index(name)] for name in expected}


def events_of(state: State) -> list[Event]:
    """The log of a position that keeps one."""
    if state.events is None:
        raise ValueError("no log is kept; expected log = true in the position")
    return state.events


def no_enemy(game: Any, state: Any, units: int, number: str) -> None:
    """The sentence for an attack without a defender."""
    side = game.side[units.bit_length() - 1]
    if not state.at.get(game.grid.index(number), 0) & game.side_units[1 - side]:
        raise ValueError(f"there is no enemy of the attackers in {number}")


OWN: Final[Mapping[str, Form]] = {
    "offered": Listed(TEXT, 1),
    "only": Listed(TEXT),
    "why": asked(PICK, either(RULE, one_of("offered", "nobody decides"))),
    "decides": TEXT,
}
"""The questions that can be asked of any game."""


class Examiner:
    """A position with the answers to questions about it. The engine answers what is offered and why not; the game
    answers all other questions."""

    def __init__(
        self, game: Game[Any], state: State, questions: Mapping[str, Question], *, stopped: bool = False
    ) -> None:
        self.game = game
        self.state = state
        self.questions = questions
        self.stopped = stopped
        """Whether the top step has not yet done its automatic part."""

    def ask(self, key: str, expected: Any) -> Any:
        """The true answer, in the same shape as `expected`. ValueError for a question that cannot be asked."""
        if key not in OWN and key not in self.questions:
            refuse_strange("question", [key], (*OWN, *self.questions))
        question = Question(self.own(key), OWN[key]) if key in OWN else self.questions[key]
        question.form.check(At(self.game, self.state), expected, key)
        try:
            return question.answer(self.game, self.state, expected)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None

    def own(self, key: str) -> Answer:
        """The answer to a question that can be asked of any game."""
        return lambda _game, _state, expected: getattr(self, key)(expected)

    def words(self, offers: Iterable[Offer]) -> set[str]:
        return {self.game.write_pick(pick, offer) for offer in offers for pick in offer}

    def offered(self, expected: list[str]) -> list[str]:
        """The given words that are offered now."""
        there = self.words(self.game.offers(self.state))
        return [word for word in expected if word in there]

    def only(self, expected: list[str]) -> list[str]:
        """Everything that is offered now (to the first seat that decides), in the order of the expectation."""
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
        return " ".join(self.deciders()) or "nobody"

    def deciders(self) -> list[str]:
        """The sides that have something to decide, or chance."""
        game, state = self.game, self.state
        seats = [offer.seat for offer in game.offers(state)]
        return ["chance" if seat == CHANCE else game.sides[game.side_of(state, seat)] for seat in seats]


Build = Callable[[Situation], Examiner]


def builder(
    keys: Mapping[str, Form],
    make_game: Callable[[Situation], G],
    make_position: Callable[[G, Situation], State],
    questions: Mapping[str, Question],
    *,
    is_still: Callable[[Json], bool] = lambda spec: False,
) -> Build:
    """The function that sets up a game's situations, from its knowledge of a position and the function that makes one.
    `is_still`: whether nothing more happens by itself."""

    def build(situation: Situation) -> Examiner:
        spec = situation.spec
        try:
            refuse_strange("position", spec, keys)
            for key in ("counters", "tables", "combat_result"):
                if key in spec:
                    keys[key].check(At(None), spec[key], key)
            game = make_game(situation)
            refuse_names(game, spec.get("counters", {}))
            for key, value in spec.items():
                keys[key].check(At(game, spec=spec), value, key)
            state = make_position(game, situation)
            refuse_mixed(game, state)
            stopped = False if is_still(spec) else settle(game, state, spec.get("stop", ""))
            return Examiner(game, state, questions, stopped=stopped)
        except ValueError as error:
            raise situation.error(str(error)) from None

    return build


def refuse_names(game: Game[Any], counters: Iterable[str]) -> None:
    """Refuse a situation's own counters if their names are taken."""
    for name in counters:
        if list(game.unit_ids).count(name) > 1:
            raise ValueError(f"counter {name}: the game has a unit of this name; expected another name")
        if name in game.option_names or name in ("chance", *game.sides) or game.grid.has(name):
            raise ValueError(f"counter {name}: this word means something else in play; expected another name")


def refuse_mixed(game: Game[Any], state: Any) -> None:
    """Refuse units of both sides in a hex: no game here allows that."""
    for hex_, units in state.at.items():
        here = list(units_in(units))
        if len({game.side[unit] for unit in here}) > 1:
            names = ", ".join(game.unit_ids[unit] for unit in here)
            raise ValueError(f"units: expected one side in {game.grid.number(hex_)}, found both: {names}")


def settle(game: Game[Any], state: State, stop: str = "") -> bool:
    """Run everything that needs no decision, up to a step. True if that step is next and has not done anything yet."""
    if not stop:
        game.settle(state)
    elif not run_to(game, state, stop):
        raise ValueError(f"stop: the game does not come to {stop!r}; {standing(game, state)}")
    return bool(stop)


def standing(game: Game[Any], state: State) -> str:
    """The seats that decide now, and the steps that wait."""
    if state.result:
        return "the game is over"
    examiner = Examiner(game, state, {})
    who = " and ".join(examiner.deciders())
    prompt = game.prompt(state)
    return f"{who} decides, and the step {state.stack[-1].step!r} waits" + (f" ({prompt})" if prompt else "")


# -- maps -------------------------------------------------------------------------------------------------------------


class Ground(NamedTuple):
    """The known facts about a drawn map when its keys are checked."""

    grid: Grid


def read_picture(text: Any, key: str, pattern: str, marks: Iterable[str]) -> list[list[str]]:
    """Read the words of a drawn map, row by row from the top, one for each hex."""
    if not isinstance(text, str) or not text.split():
        raise ValueError(f"map {key}: expected a drawing of hexes in rows")
    rows = [line.split() for line in text.strip().splitlines()]
    for number, row in enumerate(rows, 1):
        for word in row:
            if not re.fullmatch(f"{pattern}|_", word):
                refuse_strange(f"map {key}, row {number}", word, (*marks, "_"))
                raise ValueError(f"map {key}, row {number}: {word!r} cannot be one hex")
    if all(word == "_" for row in rows for word in row):
        raise ValueError(f"map {key}: expected at least one hex")
    return rows


def check_map(drawn: Json, keys: Mapping[str, Form], grid: Grid) -> None:
    """Check that everything on a drawn map is on hexes that it has."""
    for key, value in drawn.items():
        keys[key].check(At(Ground(grid)), value, f"map {key}")


# -- units ------------------------------------------------------------------------------------------------------------


UNIT_LINE = re.compile(r"(?P<place>\S+) (?P<id>[^\s/]+)(?:/(?P<steps>\d))?(?P<flags>( [a-z_]+)*)")


class UnitLine(NamedTuple):
    """The place for a unit, the unit, and its steps if they are given."""

    place: str
    unit: Unit
    steps: int | None


def read_units(
    game: Any, state: Any, lines: Iterable[str], flags: Collection[str], places: Collection[str]
) -> Iterator[UnitLine]:
    """Read lines such as "1731 ax.17pz/1 isolated". The states of a unit are noted in the position; the game itself
    places the unit."""
    seen: set[int] = set()
    for line in lines:
        found = read_unit(game, state, line, flags, places)
        if found.unit in seen or state.place[found.unit] >= 0:
            where = "has a place already" if found.unit in seen else "is on the map already"
            raise ValueError(f"unit {line!r}: {game.unit_ids[found.unit]} {where}")
        seen.add(found.unit)
        yield found


def read_unit(game: Any, state: Any, line: str, flags: Collection[str], places: Collection[str]) -> UnitLine:
    match = UNIT_LINE.fullmatch(line)
    if match is None:
        example = f"{game.grid.numbers(game.grid.all)[0]} A/1 {next(iter(flags))}"
        raise ValueError(f"unit {line!r}: expected a hex and a unit, as {example}")
    try:
        unit = unit_named(game, match["id"])
        if match["place"] not in places:
            where_to(game, match["place"], places)
    except ValueError as error:
        raise ValueError(f"unit {line!r}: {error}") from None
    steps = int(match["steps"]) if match["steps"] else None
    full, least = game.full_steps[unit], int(match["place"] not in places)
    if steps is not None and not least <= steps <= full:
        own = "no steps" if not full else "1 step" if full == 1 else f"{full} steps"
        raise ValueError(f"unit {line!r}: {match['id']} has {own}, found {steps}")
    note_flags(state, line, unit, match["flags"].split(), flags)
    return UnitLine(match["place"], unit, steps)


def where_to(game: Game[Any], place: str, places: Collection[str]) -> None:
    try:
        game.grid.index(place)
    except ValueError as error:
        raise ValueError(f"expected a hex or one of {', '.join(places)}; {error}") from None


def note_flags(state: Any, line: str, unit: Unit, found: list[str], known: Collection[str]) -> None:
    for flag in found:
        if flag not in known or found.count(flag) > 1:
            raise ValueError(f"unit {line!r}: expected {', '.join(known)}, each once, found {flag!r}")
        setattr(state, flag, getattr(state, flag) | 1 << unit)


def unit_named(game: Game[Any], name: str) -> Unit:
    if name not in game.unit_ids:
        raise ValueError(f"no unit {name!r}; {meant(name, game.unit_ids)}")
    return game.unit_index(name)


def game_maker(
    load: Callable[[], G],
    make: Callable[[F], G],
    load_files: Callable[[Overlay], F],
    draw: Callable[[F, Json | None, Json], F],
    *,
    crts: Iterable[str] = ("crt",),
    charts: Callable[[Situation], Json] = lambda situation: {},
) -> Callable[[Situation], G]:
    """The function that makes the game of a situation from its files. `draw` puts the situation's map and counters in
    them, `crts` are the tables that contain `combat_result`, `charts` finds other values than those of `tables`."""

    def load_values(values: Json) -> G:
        return make(with_values(load_files, values)) if values else load()

    def make_game(situation: Situation) -> G:
        plain: Any = load()
        values = other_values(situation.spec, {name: getattr(plain.files.tables, name) for name in crts})
        for chart, rows in charts(situation).items():
            values[chart] = [*values.get(chart, []), *rows]

        def drawn(game: Any, picture: Json | None, counters: Json) -> G:
            return make(draw(game.files, picture, counters))

        game: G = drawn_game(situation, values, load_values, drawn)
        return game

    return make_game


def drawn_game(
    situation: Situation, values: Json, load: Callable[[Json], G], make: Callable[[G, Json | None, Json], G]
) -> G:
    """The game of a situation: the plain one, one with other values in its tables, or its own if the situation draws a
    map or counters. Each is made once."""
    counters: Json = situation.spec.get("counters", {})
    game: G = _once((load, repr(values)), lambda: load(values))
    if not counters and situation.map is None:
        return game
    return _once((load, repr((values, situation.map, counters))), lambda: make(game, situation.map, counters))


def _once(key: tuple[object, str], make: Callable[[], G]) -> G:
    if key not in _drawn:
        _drawn[key] = make()
    game: G = _drawn[key]
    return game


_drawn: dict[tuple[object, str], Any] = {}


def other_values(spec: Json, columns: Mapping[str, Iterable[Any]]) -> Json:
    """The overlay of a situation: its `tables`, and its `combat_result` in every place of the combat results tables."""
    tables: Json = deepcopy(spec.get("tables", {}))
    if "combat_result" in spec:
        for name, table in columns.items():
            if name in tables:
                raise ValueError(f"combat_result: expected this or tables {name}, found both")
            tables[name] = [{"id": c.id, "results": [spec["combat_result"]] * len(c.results)} for c in table]
    return tables


# -- files ------------------------------------------------------------------------------------------------------------


def read_situations(path: Path) -> tuple[str, list[Situation]]:
    """The game of a file, and its situations."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SituationError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # not TOML, not UTF-8, or an impossible number or date
        raise SituationError(f"{path}: not valid TOML: {readable(str(error))}") from None
    try:
        return read_data(path.name, data)
    except ValueError as error:
        raise SituationError(f"{path}: {error}") from None


def readable(text: str) -> str:
    """The parser's message, without its typographical signs."""
    keys = re.sub(r"\(('[^)]*',?)\)", lambda m: ".".join(re.findall(r"'([^']*)'", m[1])), text)
    return keys.replace("(at end of document)", "(at the last line of the file)")


def read_data(file: str, data: Json) -> tuple[str, list[Situation]]:
    game = data.get("game")
    if not isinstance(game, str):
        raise ValueError('expected a line game = "..." at the top')
    refuse_strange("the file", data, ("game", "map", "situation"))
    maps, items = data.get("map", {}), data.get("situation")
    if not isinstance(maps, dict) or not all(isinstance(each, dict) for each in maps.values()):
        raise ValueError("map: expected [map.NAME] with the keys of a map")
    if not isinstance(items, list) or not items or not all(isinstance(each, dict) for each in items):
        raise ValueError("situation: expected at least one [[situation]]")
    found: list[Situation] = []
    for item in items:
        situation = read_situation(file, item, maps)
        if any(each.name == situation.name for each in found):
            raise ValueError(f"situation {situation.name!r}: there are two of this name")
        found.append(situation)
    return game, found


def read_situation(file: str, item: Json, maps: Json) -> Situation:
    name = item.get("name")
    if not isinstance(name, str) or not name.strip():
        raise ValueError('every [[situation]] needs a name = "..."')
    if "rule" not in item:
        raise ValueError(f'situation {name!r}: expected rule = ["..."], the rules that it shows')
    if not item.get("then"):
        raise ValueError(f"situation {name!r}: expected at least one [[situation.then]]")
    for key, form in PLAIN_KEYS.items():
        if key in item:
            form.check(At(None), item[key], f"situation {name!r}: {key}")
    wanted = item.get("map")
    if wanted is not None and wanted not in maps:
        raise ValueError(f"situation {name!r}: map: no map {wanted!r} is drawn in this file")
    if not set(item["then"][-1]) - set(PLAYED):
        raise ValueError(f"situation {name!r}: expected a question at the end, as nothing is checked")
    spec = {key: value for key, value in item.items() if key not in PLAIN_KEYS}
    drawn = maps[wanted] if wanted is not None else None
    return Situation(file, name, tuple(item["rule"]), item.get("example", ""), spec, drawn, tuple(item["then"]))


def check_file(path: Path, builders: Mapping[str, Build], report: Report) -> None:
    game, situations = read_situations(path)
    if game not in builders:
        raise SituationError(f"{path}: no game {game!r}; there are {', '.join(builders)}")
    for situation in situations:
        for failure in examine(situation, builders[game], report):
            report.failed.append(failure)


# -- checking situations -----------------------------------------------------------------------------------------------


def examine(situation: Situation, build: Build, report: Report) -> Iterator[Failure]:
    """Set up a situation, check its expectations, and yield every failure."""
    examiner = build(situation)
    check_cited(situation, examiner.game)
    for number, stage in enumerate(situation.then, 1):
        where = f"stage {number}: " if len(situation.then) > 1 else ""
        play_stage(situation, examiner, stage, where)
        for key, expected in stage.items():
            if key in PLAYED:
                continue
            try:
                got = examiner.ask(key, expected)
            except ValueError as error:
                raise situation.error(f"{where}{error}") from None
            report.checks += 1
            if agrees(expected, got):
                report.passed += 1
            else:
                yield Failure(situation.file, situation.name, list(situation.rules), {key: expected}, {key: got})


def check_cited(situation: Situation, game: Game[Any]) -> None:
    """Check that the rules and the example that a situation names are in the catalogue."""
    try:
        for rule in situation.rules:
            RULE.check(At(game), rule, "rule")
        if situation.example:
            refuse_strange("example", [situation.example], game.catalogue.examples)
    except ValueError as error:
        raise situation.error(str(error)) from None


def play_stage(situation: Situation, examiner: Examiner, stage: Json, where: str = "") -> None:
    """Play the picks of a stage, up to the step at which it should stop, if it names one."""
    stop = stage.get("stop", "")
    try:
        for key, form in PLAYED.items():
            if key in stage:
                form.check(At(examiner.game), stage[key], key)
        if stop and "play" not in stage:
            raise ValueError("stop: expected play beside it")
    except ValueError as error:
        raise situation.error(f"{where}{error}") from None
    if any(play_line(situation, examiner, line, stop) for line in stage.get("play", ())):
        return
    if stop:
        text = f"the play does not come to {stop!r}; {standing(examiner.game, examiner.state)}"
        raise situation.error(f"{where}stop: {text}")


def play_line(situation: Situation, examiner: Examiner, line: str, stop: str = "") -> bool:
    """Carry out "axis 1731", "chance 5", or a word alone for the seat that decides. True if the game has come to
    `stop`."""
    game, who, named = examiner.game, "", False
    for word in line.split():
        if word in ("chance", *game.sides):
            if named:
                break
            who, named = word, True
            continue
        named = False
        try:
            if pick_word(examiner, who, word, stop):
                return True
        except ValueError as error:
            raise situation.error(f"play {line!r}: {error}") from None
    if named:
        raise situation.error(f"play {line!r}: expected a pick after {who!r}")
    return False


def pick_word(examiner: Examiner, who: str, word: str, stop: str) -> bool:
    """Pick what a word means. True if the game has come to `stop`."""
    game, state = examiner.game, examiner.state
    if examiner.stopped:
        examiner.stopped = False
        game.settle(state)
    offer = waiting(game, state, who)
    if offer is None:
        raise ValueError(f"{word}: {who or 'nobody'} does not decide here; {standing(game, state)}")
    pick = game.read_pick(word, offer)
    if pick not in offer:
        reason = game.why(state, offer.seat, pick)
        raise ValueError(f"{word} is not offered" + (f" [{reason.rule}]: {reason.text}" if reason else ""))
    if not stop:
        game.apply(state, offer.seat, pick)
        return False
    frame = state.stack[-1]
    game.steps[frame.step].pick(game, state, frame, offer.seat, pick)
    examiner.stopped = run_to(game, state, stop)
    return examiner.stopped


def run_to(game: Game[Any], state: State, stop: str) -> bool:
    """Run everything that needs no decision. True if a step is next and has not done anything yet."""
    while not state.result and state.stack[-1].step != stop:
        frame = state.stack[-1]
        if not game.steps[frame.step].proceed(game, state, frame):
            return False
    return not state.result


def waiting(game: Game[Any], state: Any, who: str) -> Offer | None:
    offers = game.offers(state)
    if who == "chance":
        return next((offer for offer in offers if offer.seat == CHANCE), None)
    if who in game.sides:
        side = game.sides.index(who)
        return next((o for o in offers if o.seat != CHANCE and game.side_of(state, o.seat) == side), None)
    return offers[0] if offers else None
