"""Situations with one slip of the finger: what does its author read?

    python -m stavka.studies.situation_fuzz --number 1000 --seed 1 [--game traces] [--sample 4] [--json]
    python -m stavka.studies.situation_fuzz --probe

Each mutant is one of our situations with one token changed: left out, doubled, misspelt, swapped with one of another
situation of the game, a number changed, its type or its key. It must be refused with one clear sentence that names the
place, or fail with a red check, or pass for a reason that can be told. Anything else is a fault, and makes the exit
status 1: a traceback, the text of a Python exception or value, a sentence without a place, a check that passes whatever
its answer is. `--probe` looks for such checks in our own situations."""

from __future__ import annotations

import argparse
import json
import re
import signal
import sys
import tempfile
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.assurance.situations import (
    PLAYED,
    Build,
    Examiner,
    Report,
    Situation,
    SituationError,
    agrees,
    check_file,
    play_stage,
    read_situations,
)
from stavka.engine.state import Json

LONGEST_SECONDS: Final = 20
"""Seconds after which a mutant counts as hanging."""
READ, LAYOUT, VALUE = "read", "layout", "value"
SHARES: Final = {READ: 0.05, LAYOUT: 0.2, VALUE: 0.75}
"""How often a mutant changes text for readers (a title, a comment), the layout of the file (signs, headers, keys of
lines, citations), or a value."""
TOKEN: Final = re.compile(r"\w[\w.:+*/()-]*|[^\w\s]")
WORDS: Final = ("name", "about", "comment")
"""Keys whose values only people read, and comments."""
CITED: Final = ("game", "map", "rule", "example")
"""Keys whose values belong to the file, not to the position or the questions."""
UGLY: Final = (
    (r"\bReason\(|\bOffer\(|\bMessage\(", "a Python object"),
    (r"\bNone\b(?! of)|\bTrue\b|\bFalse\b", "a Python constant"),
    (r"not in (?:tuple|list)|tuple\.index|unpack|invalid literal|subscriptable|argument|iterable", "a Python error"),
    (r"<[a-z_. ]+(?: object)?(?: at 0x[0-9a-f]+)?>|[A-Z][a-z]+Error\b|NoneType|\bdict\b", "a Python name"),
    (r"[\[({]'\w", "a Python list or table"),
    (r": '[^']*'$", "a bare name"),
)
NONSENSE: Final = "qqq"

REFUSED, FAILED, PASSED, FAULT = "refused", "fails", "passes", "fault"


class SituationCase(NamedTuple):
    """A situation with the map on which it is drawn, as a separate file."""

    game: str
    file: str
    name: str
    text: str


class SituationMutant(NamedTuple):
    case: SituationCase
    how: str
    where: str
    """The key whose value contains the token: "map", "units", "then where" ..."""
    old: str
    new: str
    text: str


class FuzzOutcome(NamedTuple):
    kind: str
    words: str
    """The text that the user reads, or the reason why the mutant rightly passes."""


# -- mutants ----------------------------------------------------------------------------------------------------------


@cache
def cases(key: str) -> tuple[SituationCase, ...]:
    """The situations of a game, each alone in a file with its map."""
    found = []
    for path in sorted((games.folder(key) / "situations").glob("*.toml")):
        blocks = re.split(r"(?m)^(?=\[map\.|\[\[situation\]\])", path.read_text("utf-8"))
        maps = {match[1]: block for block in blocks if (match := re.match(r"\[map\.(\w+)\]", block))}
        for block in blocks:
            if block.startswith("[[situation]]"):
                read = tomllib.loads(block)["situation"][0]
                drawn = maps[read["map"]] if "map" in read else ""
                found.append(SituationCase(key, path.name, read["name"], f'game = "{key}"\n\n{drawn}{block}'))
    return tuple(found)


class Token(NamedTuple):
    text: str
    start: int
    end: int
    where: str
    """The key whose value contains the token: "map picture", "units", "then where" ..."""
    is_word: bool
    part: str
    """READ, LAYOUT or VALUE."""


@cache
def tokens(case: SituationCase) -> tuple[Token, ...]:
    found = []
    for t in TOKEN.finditer(case.text):
        where, is_word = place(case.text, t.start()), t[0][0].isalnum()
        starts_line = case.text[t.start() - 1 : t.start()] in ("", "\n", "[")
        layout = not is_word or starts_line or last(where) in ("", *CITED)
        part = READ if last(where) in WORDS else LAYOUT if layout else VALUE
        found.append(Token(t[0], t.start(), t.end(), where, is_word, part))
    return tuple(found)


def mutants(number: int, seed: int, keys: Sequence[str]) -> Iterator[SituationMutant]:
    """The mutants, as many for each game; the same for the same seed."""
    rng = Random(seed)
    for at in range(number):
        yield mutate(rng, rng.choice(cases(keys[at % len(keys)])))


def mutate(rng: Random, case: SituationCase) -> SituationMutant:
    while True:
        token = pick(rng, case)
        ((how, changed),) = rng.choices(CHANGES, WEIGHTS)
        new = changed(rng, case, token)
        if new is not None and new != token.text:
            text = case.text[: token.start] + new + case.text[token.end :]
            return SituationMutant(case, how, token.where, token.text, new, text)


def pick(rng: Random, case: SituationCase) -> Token:
    """A token of a random key: every key has the same chance, however long its value is."""
    (part,) = rng.choices(list(SHARES), list(SHARES.values()))
    there = [token for token in tokens(case) if token.part == part] or tokens(case)
    where = rng.choice(sorted({token.where for token in there}))
    return rng.choice([token for token in there if token.where == where])


def last(where: str) -> str:
    return where.rsplit(maxsplit=1)[-1] if where else ""


def place(text: str, at: int) -> str:
    """The key of the line that contains a token, with the table to which it belongs."""
    before = text[:at].splitlines() or [""]
    line = text[: text.find("\n", at)].splitlines()[-1]
    if line.lstrip().startswith("#") or " #" in before[-1]:
        return "comment"
    tables = re.findall(r"(?m)^\[+(map|situation(?:\.\w+)?)", text[:at])
    keys = re.findall(r"(?m)^(?:(\[)|([\w\"]+) = )", text[: text.find("\n", at) + 1])
    key = keys[-1][1] if keys else ""
    table = tables[-1].removeprefix("situation").removeprefix(".") if tables else ""
    return f"{table} {key}".strip()


def left_out(rng: Random, case: SituationCase, token: Token) -> str | None:
    return ""


def doubled(rng: Random, case: SituationCase, token: Token) -> str | None:
    return f"{token.text} {token.text}"


def misspelt(rng: Random, case: SituationCase, token: Token) -> str | None:
    word = token.text
    if len(word) < 2:
        return word + rng.choice("qx7")
    at = rng.randrange(len(word) - 1)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return rng.choice((swapped, word[:at] + word[at + 1 :], word[: at + 1] + rng.choice("qx7") + word[at + 1 :]))


def swapped(rng: Random, case: SituationCase, token: Token) -> str | None:
    """A token of another situation of the same game."""
    other = rng.choice(cases(case.game))
    there = [t.text for t in tokens(other) if t.is_word == token.is_word]
    return rng.choice(there) if there else None


def sibling(rng: Random, case: SituationCase, token: Token) -> str | None:
    """A token of the same shape under the same key, here or in another situation: a plausible one."""
    other = rng.choice((case, rng.choice(cases(case.game))))
    wanted = token.where, shape(token.text)
    there = [t.text for t in tokens(other) if (t.where, shape(t.text)) == wanted and t.text != token.text]
    return rng.choice(there) if there else None


def shape(text: str) -> str:
    return re.sub(r"\d+", "0", re.sub(r"[A-Za-z]+", "a", text))


def other_number(rng: Random, case: SituationCase, token: Token) -> str | None:
    numbers = list(re.finditer(r"\d+", token.text))
    if not numbers:
        return None
    one = rng.choice(numbers)
    near = int(one[0]) + rng.choice((-2, -1, 1, 2))
    value = rng.choice((near, near, near, 0, -1, 99, 1000000))
    return token.text[: one.start()] + str(value).zfill(len(one[0])) + token.text[one.end() :]


def other_type(rng: Random, case: SituationCase, token: Token) -> str | None:
    """A number or truth as text, or a text as number, truth, list or table."""
    bare = token.start and case.text[token.start - 1] in " [{" and not in_text(case.text, token.start)
    if not bare or case.text[token.end : token.end + 2] == " =":
        return None
    return rng.choice((f'"{token.text}"', "true", "1.5", "[]", "{}", f"[{token.text}]", '""'))


def in_text(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.count('"') % 2 == 1


def other_key(rng: Random, case: SituationCase, token: Token) -> str | None:
    """The key of another value."""
    if case.text[token.end : token.end + 2] != " =":
        return None
    other = rng.choice(cases(case.game))
    keys: list[str] = re.findall(r"([\w.\"-]+) =", other.text)
    return rng.choice([*keys, NONSENSE])


CHANGES: Final = (
    ("left out", left_out),
    ("doubled", doubled),
    ("misspelt", misspelt),
    ("swapped", swapped),
    ("sibling", sibling),
    ("number", other_number),
    ("type", other_type),
    ("key", other_key),
)
WEIGHTS: Final = (2, 2, 2, 1, 4, 3, 1, 1)
"""The weights of the mutations; plausible ones are more frequent."""


# -- the outcomes -----------------------------------------------------------------------------------------------------


class HangsError(Exception):
    """A mutant takes longer than anything should."""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    def stop(signum: int, frame: object) -> None:
        raise HangsError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def outcome(mutant: SituationMutant, folder: Path, builders: Mapping[str, Build]) -> FuzzOutcome:
    """The outcome for a user who has made this slip."""
    file = folder / mutant.case.file
    file.write_text(mutant.text, "utf-8")
    try:
        with limited(LONGEST_SECONDS):
            return checked(mutant, file, builders)
    except SituationError as error:
        return sentence(REFUSED, str(error), mutant)
    except HangsError:
        return FuzzOutcome(FAULT, f"it runs for more than {LONGEST_SECONDS} seconds")
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name} {last.lineno}, {last.name}"
        return FuzzOutcome(FAULT, f"traceback: {type(error).__name__}: {error} ({where})")


def checked(mutant: SituationMutant, file: Path, builders: Mapping[str, Build]) -> FuzzOutcome:
    report = Report()
    check_file(file, builders, report)
    if report.failed:
        lines = [f"{at}: expected {a}, got {b}" for fail in report.failed for at, a, b in fail.differences()]
        return sentence(FAILED, "; ".join(lines), mutant)
    return passes(mutant, file, report, builders)


def sentence(kind: str, words: str, mutant: SituationMutant) -> FuzzOutcome:
    """Whether a text is a sentence for a user."""
    text = " ".join(words.split())
    fault = ugly(text)
    if kind == REFUSED and not fault:
        fault = "" if mutant.case.file in text else "no file is named"
        said = text.split(": ", 1)[-1]
        fault = fault or ("" if len(said.split()) > 2 else "no sentence")
        if not fault and "situation '" not in text and 'situation "' not in text and not general(text):
            fault = "no place is named"
    return FuzzOutcome(FAULT, f"{fault}: {text}") if fault else FuzzOutcome(kind, text)


def ugly(text: str) -> str:
    return next((what for pattern, what in UGLY if re.search(pattern, text)), "")


def general(text: str) -> bool:
    """Whether a sentence is about the file as a whole: its layout, its game or its list of situations."""
    return bool(re.search(r"\bline\b|\bgame\b|\[\[situation|\[map|the file:", text))


def passes(mutant: SituationMutant, file: Path, report: Report, builders: Mapping[str, Build]) -> FuzzOutcome:
    """The reason why a mutant rightly passes, or the finding that it should not."""
    changed, original = tomllib.loads(mutant.text), tomllib.loads(mutant.case.text)
    if changed == original:
        return FuzzOutcome(PASSED, "comment" if mutant.where == "comment" else "layout: the values are the same")
    if last(mutant.where) in WORDS:
        return FuzzOutcome(PASSED, "words for the reader")
    if last(mutant.where) in ("rule", "example"):
        return FuzzOutcome(PASSED, "cites another rule or example that exists")
    if empty := unfailing(file, builders):
        return FuzzOutcome(FAULT, f"a check that cannot fail: {empty}")
    if not report.checks:
        return FuzzOutcome(FAULT, "nothing is checked")
    before, after = (data["situation"][0].get("then", []) for data in (original, changed))
    if before != after:
        plays = [stage.get("play") for stage in before] != [stage.get("play") for stage in after]
        return FuzzOutcome(PASSED, "other picks, same answers" if plays else "other questions, true answers")
    if position(mutant.case.text, file, builders) == position(mutant.text, file, builders):
        return FuzzOutcome(PASSED, "set-up: the position is the same")
    return FuzzOutcome(PASSED, "set-up: the answers do not depend on it")


def position(text: str, file: Path, builders: Mapping[str, Build]) -> str:
    file.write_text(text, "utf-8")
    game, (situation,) = read_situations(file)
    made = builders[game](situation)
    return json.dumps([made.state.to_json(), situation.spec.get("counters"), situation.map])


# -- checks that cannot fail ------------------------------------------------------------------------------------------


def unfailing(file: Path, builders: Mapping[str, Build]) -> str:
    """The first answer of a file that cannot fail; "" if there is none."""
    game, situations = read_situations(file)
    return next((text for each in situations for text in unfailing_answers(each, builders[game])), "")


def unfailing_answers(situation: Situation, build: Build) -> Iterator[str]:
    """Answers that could be nonsense without a failed check."""
    made = build(situation)
    for stage in situation.then:
        play_stage(situation, made, stage)
        for key, expected in stage.items():
            if key not in PLAYED:
                yield from (f"{key} {path}" for path, value in nonsense(expected) if holds(made, key, value))


def holds(made: Examiner, key: str, expected: Any) -> bool:
    try:
        return agrees(expected, made.ask(key, deepcopy(expected)))
    except ValueError:
        return False


def nonsense(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The answer with one of its parts, or one of its names, replaced by nonsense."""
    if isinstance(value, dict):
        yield f"{path} {NONSENSE}".strip(), {**value, NONSENSE: NONSENSE}
        for key, part in value.items():
            for below, changed in nonsense(part, f"{path} {key}".strip()):
                yield below, {**value, key: changed}
    elif isinstance(value, list):
        yield f"{path} +", [*value, NONSENSE]
        for at, part in enumerate(value):
            for below, changed in nonsense(part, f"{path} {at + 1}.".strip()):
                yield below, [*value[:at], changed, *value[at + 1 :]]
    else:
        yield path, NONSENSE


# -- the report -------------------------------------------------------------------------------------------------------


def probe(keys: Sequence[str]) -> list[str]:
    """The answers of our own situations that could be nonsense."""
    found = []
    for key in keys:
        for path in sorted((games.folder(key) / "situations").glob("*.toml")):
            for each in read_situations(path)[1]:
                answers = unfailing_answers(each, games.builder(key))
                found += [f"{key} {each.file}, {each.name!r}: {text}" for text in answers]
    return found


def study(number: int, seed: int, keys: Sequence[str]) -> list[tuple[SituationMutant, FuzzOutcome]]:
    builders = {key: games.builder(key) for key in games.GAMES}
    with tempfile.TemporaryDirectory() as folder:
        return [(mutant, outcome(mutant, Path(folder), builders)) for mutant in mutants(number, seed, keys)]


def show(found: Sequence[tuple[SituationMutant, FuzzOutcome]], most: int) -> None:
    counts = Counter(result.kind for _, result in found)
    print(f"{len(found)} mutants: " + ", ".join(f"{counts[k]} {k}" for k in (REFUSED, FAILED, PASSED, FAULT)))
    for kind in (PASSED, FAULT):
        by_reason: dict[str, list[tuple[SituationMutant, FuzzOutcome]]] = {}
        for each in found:
            if each[1].kind == kind:
                reason = each[1].words if kind == PASSED else each[1].words.split(":")[0]
                by_reason.setdefault(reason, []).append(each)
        for reason, some in sorted(by_reason.items(), key=lambda item: -len(item[1])):
            print(f"\n{kind}, {reason}: {len(some)}")
            for mutant, result in some[:most]:
                print(f"    {describe(mutant)}")
                if kind == FAULT:
                    print(f"        {result.words[:300]}")


def describe(mutant: SituationMutant) -> str:
    case = mutant.case
    return f"{case.game} {case.file}, {case.name!r}: {mutant.where}: {mutant.how}: {mutant.old!r} -> {mutant.new!r}"


def as_json(found: Sequence[tuple[SituationMutant, FuzzOutcome]]) -> list[Json]:
    return [
        {"what": describe(mutant), "how": mutant.how, "where": mutant.where, **result._asdict()}
        for mutant, result in found
    ]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Situations with one slip of the finger.")
    parser.add_argument("--number", type=int, default=1000, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=tuple(games.GAMES), help="one game only")
    parser.add_argument("--sample", type=int, default=4, help="how many of a kind are shown")
    parser.add_argument("--probe", action="store_true", help="put nonsense in every answer of ours, one at a time")
    parser.add_argument("--json", action="store_true", help="every mutant and what came of it")
    told = parser.parse_args(words)
    keys = [told.game] if told.game else list(games.GAMES)
    if told.probe:
        empty = probe(keys)
        print("\n".join(empty))
        print(f"{len(empty)} answers could be nonsense.")
        return int(bool(empty))
    found = study(told.number, told.seed, keys)
    if told.json:
        print(json.dumps(as_json(found), indent=1, ensure_ascii=False))
    else:
        show(found, told.sample)
    return int(any(result.kind == FAULT for _, result in found))


if __name__ == "__main__":
    sys.exit(main())
