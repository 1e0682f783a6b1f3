"""The words that situations of a game know, as a page that `stavka situations` writes from the code."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from stavka.assurance.forms import EVENT, OPTION, RULE, SCENARIO, SIDE, STEP, UNIT, At, Form, Word
from stavka.assurance.situations import OWN, PLAIN_KEYS, PLAYED, Examiner, Question
from stavka.engine.machine import Game, Step

LISTED_ELSEWHERE: Final = (UNIT, RULE, STEP, SIDE, SCENARIO, OPTION, EVENT)
"""Words that have their own line on the page, or their own file."""


class Vocabulary(NamedTuple):
    """The declarations of a game's module of situations."""

    game: Game[Any]
    position: Mapping[str, Form]
    map: Mapping[str, Form]
    phases: Collection[str]
    sided: Collection[str]
    frames: Mapping[str, Mapping[str, Form]]
    places: Collection[str]
    flags: Collection[str]
    types: Collection[str]
    """The types of counters."""
    questions: Mapping[str, Question]


def page(known: Iterable[Vocabulary]) -> str:
    """The page for all games."""
    parts = [INTRODUCTION, general(), *(of_game(each) for each in known)]
    return "\n\n".join(parts) + "\n"


INTRODUCTION: Final = """# The words of situations

`stavka situations` writes this page from the code. It lists the words of [situations](situations.md), game by game.
Units are the ids of `data/units.toml`, and rules are those of `rules.toml`. [Data files](data-format.md) describes the
values of `tables`. `stavka situations GAME` prints the part for one game."""


def general() -> str:
    at = At(None)
    lines = ["## Every game", "Keys of `[[situation]]` that are not part of the position:"]
    lines.append(table("key", {key: form.says(at) for key, form in PLAIN_KEYS.items()}))
    lines.append("Keys of `[[situation.then]]` that are not questions:")
    lines.append(table("key", {key: form.says(at) for key, form in PLAYED.items()}))
    lines.append("Questions of every game:")
    own = {key: f"{form.says(at)}. {told(getattr(Examiner, key))}" for key, form in OWN.items()}
    lines.append(table("question", own))
    return "\n\n".join(lines)


def of_game(words: Vocabulary) -> str:
    game, at = words.game, At(words.game)
    lines = [f"## {game.title}: `{game.key}`"]
    lines += [f"**{what}**: {text}" for what, text in listed(words, at)]
    lines.append("**The position**")
    lines.append(table("key", {key: form.says(at) for key, form in words.position.items()}))
    lines.append("**A drawn map**")
    lines.append(table("key of `[map.NAME]`", {key: form.says(at) for key, form in words.map.items()}))
    lines.append("**Questions**")
    lines.append(table("question", {key: f"{q.form.says(at)}. {told(q.answer)}" for key, q in words.questions.items()}))
    return "\n\n".join(lines)


def listed(words: Vocabulary, at: At) -> Iterator[tuple[str, str]]:
    """The short lists of words."""
    game = words.game
    yield "Sides", ticked(game.sides)
    yield "Scenarios", ", ".join(f"`{s.id}` (turns 1 to {s.turns})" for s in at.game.files.scenarios.scenario)
    options = getattr(at.game.files.scenarios, "option", ())
    if options:
        yield "Options", "; ".join(f"`{option.id}`: {option.title}" for option in options)
    sided = ", ".join(f"`{side} {phase}`" for phase in words.sided for side in game.sides)
    yield "Phases", f"{sided}, {ticked(words.phases)}"
    if words.frames:
        yield "Frames", ", ".join(frame(name, values) for name, values in words.frames.items())
    yield "Places of units that are in no hex", ticked(words.places)
    yield "What a unit line may add", ticked(words.flags)
    yield "Types of counters", ticked(words.types)
    yield "Words that can be picked, beside units and hexes", ticked(shortened(game.option_names))
    yield "Steps, for `step` and `stop`", ticked(game.steps)
    yield (
        "Steps in which chance decides (`chance` asks what it can answer)",
        ticked(name for name, step in game.steps.items() if type(step).roll is not Step.roll),
    )
    yield "Events, for `told`", ticked(EVENT.known(at))
    for what, known in vocabularies(words, at).items():
        yield what, ticked(known)


def vocabularies(words: Vocabulary, at: At) -> dict[str, list[str]]:
    """The other words that a value may be: chits, formations, columns ..."""
    found: dict[str, list[str]] = {}
    forms = [*words.position.values(), *words.map.values(), *(question.form for question in words.questions.values())]
    for form in forms:
        for word in words_in(form):
            if word not in LISTED_ELSEWHERE and (known := knows(word, at)):
                what = word.what.removeprefix("an ").removeprefix("a ")
                found.setdefault(what[:1].upper() + what[1:], known)
    return {what: known for what, known in found.items() if what != "Phase"}


def words_in(form: Form) -> Iterator[Word]:
    if isinstance(form, Word):
        yield form
    for part in form.parts():
        yield from words_in(part)


def knows(word: Word, at: At) -> list[str]:
    """The words of a game; empty if they depend on the position."""
    return [] if word.of_position else list(word.known(at))


def frame(name: str, values: Iterable[str]) -> str:
    inside = "".join(f", {value}" for value in values)
    return f'`["{name}"{inside}]`'


def shortened(names: Iterable[str]) -> list[str]:
    """Names, with a numbered series as one: bid-1 to bid-150."""
    out: list[str] = []
    runs: dict[str, list[str]] = {}
    for name in names:
        match = re.fullmatch(r"(.*-)\d+", name)
        key = match[1] if match else name
        if key not in runs:
            out.append(key)
        runs.setdefault(key, []).append(name)
    return [run[0] if len(run) == 1 else f"{run[0]}` to `{run[-1]}" for run in (runs[key] for key in out)]


def ticked(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def table(key: str, rows: Mapping[str, str]) -> str:
    lines = [f"| {key} | |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {text.strip()} |" for name, text in rows.items())])


def told(function: Callable[..., Any]) -> str:
    """The docstring of a function on one line; empty for a lambda."""
    return " ".join((function.__doc__ or "").split()) if function.__name__ != "<lambda>" else ""
