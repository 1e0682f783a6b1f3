"""The analysis of a recorded game: `stavka analyse` prints it. `agents/analysis.py` works it out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from stavka import games
from stavka.agents.analysis import Analysis, Depth
from stavka.engine.agent import Patience
from stavka.engine.machine import Game
from stavka.engine.record import Record
from stavka.engine.session import replay
from stavka.engine.state import Json

BARS: Final = 40
"""The width of the curve, in characters."""
MOST_POINTS: Final = 60
"""The most places of the curve that are printed."""


class NoJudgementError(LookupError):
    """The game has no craft: nothing says what its positions are worth."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(f"{game.title} has no judgement of its positions (no craft), so it cannot be analysed")


def begin(game: Game[Any], depth: Depth, patience: Patience, *, seats: tuple[int, ...], whole: bool) -> Analysis:
    """An analysis that has found nothing yet. NoJudgementError for a game without a craft."""
    craft = games.GAMES[game.key].craft
    if not craft:
        raise NoJudgementError(game)
    return Analysis(games.part(game.key, craft), game, depth, seats, whole=whole, patience=patience)


def analyse(analysis: Analysis, record: Record, name: str) -> None:
    """Analyse a record. RecordError if it cannot be replayed: nothing is analysed then."""
    replay(analysis.game, record, name)
    analysis.run(analysis.game.new(record.scenario, record.options), record.moves)


def told(found: Json, most: int) -> Iterator[str]:
    """An analysis as lines of text: the curve, luck and skill, the worst and best decisions, the greatest throws."""
    first = found["sides"][0]
    yield f"The {first} chance to win{' (the whole truth)' if found['whole'] else ''}; the marks at the side: who acts."
    yield from curve(found, first)
    if found["luck"]:
        yield ""
        yield f"Luck of {len(found['throws'])} throws and draws, against their exact expectation:"
        for side, luck in found["luck"].items():
            yield f"  {side:8} {per_cent(luck['chance'])} of winning, {luck['points']:+.1f} VP"
    yield ""
    yield f"Decisions against the plans of {found['level']}, each in {found['futures']} futures:"
    for side, skill in found["skill"].items():
        sum_of = f"{per_cent(skill['difference'])} (± {100 * skill['error']:.1f}), {skill['points']:+.1f} VP"
        yield f"  {side:8} {sum_of} over {skill['decisions']} of {skill['of']} decisions"
    worst = sorted((each for each in found["decisions"] if each["difference"] < 0), key=lambda each: each["difference"])
    best = sorted((each for each in found["decisions"] if each["difference"] > 0), key=lambda each: -each["difference"])
    for title, which in (("Worst", worst), ("Best", best)):
        if which:
            yield ""
            yield f"{title} decisions:"
            yield from map(decision, which[:most])
    if found["throws"]:
        yield ""
        yield "Throws and draws that mattered most:"
        for throw in found["throws"][:most]:
            yield f"  move {throw['move'] + 1}: {per_cent(throw['luck'][first])} {first}. {throw['text']['en']}"
    if not found["complete"]:
        yield ""
        yield "Stopped before the end: this is what had been found."


def curve(found: Json, first: str) -> Iterator[str]:
    """The chance of the first side as bars, with those places left out that there is no room for."""
    points = found["curve"]
    every = -(-len(points) // MOST_POINTS) if points else 1
    for nth, point in enumerate(points):
        if nth % every and nth != len(points) - 1:
            continue
        chance = chance_of(point, first)
        bar = "#" * round(BARS * chance)
        place = f"turn {point['turn']:2} move {point['move']:5}"
        yield f"  {place} {bar:{BARS}} {100 * chance:5.1f}%  {point['side'] or ''}"


def chance_of(point: Json, first: str) -> float:
    """The chance of the first side: by the truth if it is told, else as its seat sees it, or the other one."""
    if point["truth"] is not None:
        return float(point["truth"][first]["chance"])
    if first in point["seen"]:
        return float(point["seen"][first]["chance"])
    return 1 - float(next(iter(point["seen"].values()))["chance"])


def decision(each: Json) -> str:
    attacks = f"{len(each['attacks'])} attacked ({', '.join(each['attacks'][:4])})" if each["attacks"] else "no attack"
    counts = [(each["moved"], "moved"), (each["placed"], "placed")]
    deeds = [f"{n} {'unit' if n == 1 else 'units'} {what}" for n, what in counts if n or what == "moved"]
    done = ", ".join([*deeds, attacks])
    gain = f"{per_cent(each['difference'])} (± {100 * each['error']:.1f}), {each['points']:+.1f} VP"
    when = f"turn {each['turn']}, {each['side']}, move {each['move'] + 1}"
    return f"  {when}: {gain}. Done: {done}. Plan: {each['plan']['en']}."


def per_cent(share: float) -> str:
    return f"{100 * share:+.1f}%"
