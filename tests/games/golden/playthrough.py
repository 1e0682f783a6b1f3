"""Playthroughs: games printed as text, every offer, view and event, to be compared line by line.

What is picked is decided by a hash of the words that are offered, not by drawing random numbers, so that a change of
the rules changes the lines that it is about and as few others as possible."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

from games.golden.shapes import Golden, Moment, Start, Wishes
from stavka import games
from stavka.assurance.situations import read_situations
from stavka.engine.kinds import hexes_in, indices, options_in, units_in
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.state import State
from stavka.engine.words import Message

PICKS = 200
STEPS = "steps"
NO_WISHES = Wishes({}, "")
HEAD = """\
# {about}
# Made by tests/games/golden/regenerate.py, which also shows what has changed. Do not edit.
"""


def digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def choose(game: Game[Any], offer: Offer, seed: str, number: int, wishes: Wishes = NO_WISHES) -> Pick:
    """The pick whose words hash lowest, among those that are wished for most."""

    def rank(pick: Pick) -> tuple[tuple[int, bool], str]:
        word = game.write_pick(pick, offer)
        return wishes.rank(who(game, offer.seat), word), digest(f"{seed}/{number}/{word}")

    return min(offer, key=rank)


def who(game: Game[Any], seat: int) -> str:
    return "chance" if seat == CHANCE else game.sides[seat]


def is_asking(text: str) -> bool:
    """Whether a reason only says what is asked instead."""
    return isinstance(text, Message) and text.key.endswith("not asked")


# -- words ----------------------------------------------------------------------------------------------------------


def runs(numbers: list[str]) -> str:
    """1438 1439 1440 1738 as 1438-1440 1738; the letter of a sheet stays with its numbers."""
    out = []
    for _, group in groupby(enumerate(numbers), lambda pair: (pair[1].rstrip(digits), number_in(pair[1]) - pair[0])):
        run = [number for _, number in group]
        out.append(run[0] if len(run) < 3 else f"{run[0]}-{run[-1]}")
        out += run[1:] if len(run) == 2 else []
    return " ".join(out)


def number_in(word: str) -> int:
    return int(word.lstrip(ascii_letters))


def offer_lines(game: Game[Any], offer: Offer) -> Iterator[str]:
    name = who(game, offer.seat)
    if offer.chance is not None:
        yield f"  offer {name}: " + " ".join(f"{label}*{weight}" for label, weight in offer.chance if weight)
        return
    yield f"  offer {name}: {len(offer)}"
    if offer.units:
        yield "    units " + " ".join(game.write_pick((UNIT, i)) for i in units_in(offer.units))
    if offer.hexes:
        yield "    hexes " + runs(sorted(game.write_pick((HEX, i)) for i in hexes_in(offer.hexes)))
    if offer.options:
        yield "    options " + option_words([game.write_pick((OPTION, i)) for i in options_in(offer.options)])


def option_words(words: list[str]) -> str:
    """All option words; of bids, of which there are many, the first and the last."""
    bids = [word for word in words if word.startswith("bid-")]
    others = [word for word in words if word not in bids]
    return " ".join([*others, *([f"{len(bids)} bids from {bids[0]} to {bids[-1]}"] if bids else [])])


def view_line(game: Game[Any], s: State) -> str:
    seats: list[tuple[str, int | None]] = [*((side, i) for i, side in enumerate(game.sides)), ("onlooker", None)]
    views = (f"{name} {digest(json.dumps(game.view(s, seat), sort_keys=True))}" for name, seat in seats)
    return f"  state {s.digest()} views " + " ".join(views)


# -- a game ---------------------------------------------------------------------------------------------------------


def playthrough(game: Game[Any], start: Start, picks: int = PICKS) -> Iterator[str]:
    """The first picks of a game."""
    on = sorted(name for name, value in start.options.items() if value)
    chosen = " with " + " and ".join(on) if on else ""
    yield from HEAD.format(about=f"{game.title}, {start.scenario}{chosen}: the first {picks} picks.").splitlines()
    s = game.new(start.scenario, start.options)
    s.events = []
    for number in range(1, picks + 1):
        offers = game.offers(s)
        if not offers:
            break
        yield f"{number} turn {s.turn} {s.stack[-1].step}: {game.prompt(s)}"
        for offer in offers:
            yield from offer_lines(game, offer)
        offer = offers[number % len(offers)]
        pick = choose(game, offer, start.scenario, number)
        yield f"  pick {who(game, offer.seat)} {game.write_pick(pick, offer)}"
        game.apply(s, offer.seat, pick)
        for event in s.events:
            seen = "" if event.seats is None else " (" + " ".join(who(game, seat) for seat in event.seats) + ")"
            yield f"  event{seen} [{' '.join(event.rules)}] {game.say(s, event)}"
        s.events.clear()
        yield view_line(game, s)


# -- every step -----------------------------------------------------------------------------------------------------


def every_step(golden: Golden) -> Iterator[str]:
    """Each step as it waits for the first time, with its offer and the reasons why other things are not offered."""
    game = golden.game
    yield from HEAD.format(about=f"{game.title}: every step that waits, the first time it does.").splitlines()
    seen: dict[str, list[str]] = {}
    for number, start in enumerate(golden.sampled):
        for name, lines in steps_of(game, start, number, golden.picks, set(seen)):
            seen[name] = lines
    for moment in golden.moments:
        name, lines = step_at(golden, moment)
        seen[name] = lines
    for name in sorted(seen):
        yield from seen[name]


def steps_of(
    game: Game[Any], start: Start, number: int, picks: int, known: set[str]
) -> Iterator[tuple[str, list[str]]]:
    s = game.new(start.scenario, start.options)
    for at in range(picks):
        offers = game.offers(s)
        if not offers:
            return
        name = s.stack[-1].step
        if name not in known:
            known.add(name)
            yield name, [f"{name} in game {number}, pick {at}: {game.prompt(s)}", *step_lines(game, s, offers)]
        offer = offers[at % len(offers)]
        game.apply(s, offer.seat, choose(game, offer, start.seed or f"step {number}", at, start.wishes))


def step_at(golden: Golden, moment: Moment) -> tuple[str, list[str]]:
    """The step that waits when a situation begins."""
    path = Path(games.__file__).parent / golden.key / "situations" / moment.file
    situation = next(situation for situation in read_situations(path)[1] if situation.name == moment.name)
    examiner = games.builder(golden.key)(situation)
    game, s = examiner.game, examiner.state
    name = s.stack[-1].step
    return name, [f"{name} in situation {moment.name!r}: {game.prompt(s)}", *step_lines(game, s, game.offers(s))]


def step_lines(game: Game[Any], s: Any, offers: tuple[Offer, ...]) -> Iterator[str]:
    yield "  frames " + " ".join(json.dumps(frame) for frame in s.to_json()["stack"])
    for offer in offers:
        yield from offer_lines(game, offer)
        if offer.chance is None:
            yield from reason_lines(game, s, offer)


def reason_lines(game: Game[Any], s: Any, offer: Offer) -> Iterator[str]:
    """Every different reason, with how often it is given, and the first thing that it refuses."""
    picks: list[Pick] = [(UNIT, i) for i in indices(game.unit_ids)]
    picks += [(HEX, i) for i in game.grid.bits(game.grid.all)]
    picks += [(OPTION, i) for i in indices(game.option_names)]
    found: dict[tuple[str, str], list[str]] = {}
    for pick in picks:
        reason = game.why_not(s, offer, pick)
        if reason is not None and not is_asking(reason.text):
            found.setdefault((reason.rule, reason.text), []).append(game.write_pick(pick))
    for (rule, text), words in sorted(found.items()):
        yield f"    not {words[0]} and {len(words) - 1} others [{rule}] {text}"


def lines(golden: Golden, name: str) -> Iterator[str]:
    """The lines that a file of a game should have: a playthrough by its name, or all steps."""
    return every_step(golden) if name == STEPS else playthrough(golden.game, golden.playthroughs[name])


def names(golden: Golden) -> list[str]:
    return [*golden.playthroughs, STEPS]


def written(golden: Golden, name: str) -> list[str]:
    return (golden.folder / f"{name}.txt").read_text("utf-8").splitlines()
