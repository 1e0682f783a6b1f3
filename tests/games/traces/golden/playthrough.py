"""Playthroughs: games of Traces of War printed as text, every offer, view and event, to be compared line by line.

What is picked is decided by a hash of the words that are offered, not by drawing random numbers, so that a change of
the rules changes the lines that it is about and as few others as possible."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Offer, Pick, members
from stavka.engine.state import State
from stavka.games.traces.game import load

HERE = Path(__file__).parent
GAME = load()
PICKS = 200
SAMPLED_GAMES = 24
SAMPLED_PICKS = 3000
HEAD = """\
# {about}
# Made by tests/games/traces/golden/regenerate.py, which also shows what has changed. Do not edit.
"""


def digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def choose(game: Game[Any], offer: Offer, seed: str, number: int) -> Pick:
    """The pick whose words hash lowest."""
    return min(offer, key=lambda pick: digest(f"{seed}/{number}/{game.write_pick(pick, offer)}"))


def who(game: Game[Any], seat: int) -> str:
    return "chance" if seat == CHANCE else game.sides[seat]


# -- words ----------------------------------------------------------------------------------------------------------


def runs(numbers: list[str]) -> str:
    """1438 1439 1440 1738 as 1438-1440 1738."""
    out = []
    for _, group in groupby(enumerate(numbers), lambda pair: int(pair[1]) - pair[0]):
        run = [number for _, number in group]
        out.append(run[0] if len(run) < 3 else f"{run[0]}-{run[-1]}")
        out += run[1:] if len(run) == 2 else []
    return " ".join(out)


def offer_lines(game: Game[Any], offer: Offer) -> Iterator[str]:
    name = who(game, offer.seat)
    if offer.chance is not None:
        yield f"  offer {name}: " + " ".join(f"{label}*{weight}" for label, weight in offer.chance if weight)
        return
    yield f"  offer {name}: {len(offer)}"
    if offer.units:
        yield "    units " + " ".join(game.write_pick((UNIT, i)) for i in members(offer.units))
    if offer.hexes:
        yield "    hexes " + runs(sorted(game.write_pick((HEX, i)) for i in members(offer.hexes)))
    if offer.options:
        yield "    options " + option_words([game.write_pick((OPTION, i)) for i in members(offer.options)])


def option_words(words: list[str]) -> str:
    """All of them; bids, of which there are many, by the first and the last."""
    bids = [word for word in words if word.startswith("bid-")]
    others = [word for word in words if word not in bids]
    return " ".join([*others, *([f"{len(bids)} bids from {bids[0]} to {bids[-1]}"] if bids else [])])


def view_line(game: Game[Any], s: State) -> str:
    seats: list[tuple[str, int | None]] = [*((side, i) for i, side in enumerate(game.sides)), ("onlooker", None)]
    views = (f"{name} {digest(json.dumps(game.view(s, seat), sort_keys=True))}" for name, seat in seats)
    return f"  state {s.digest()} views " + " ".join(views)


# -- a game ---------------------------------------------------------------------------------------------------------


def playthrough(scenario: str, options: dict[str, bool], picks: int = PICKS) -> Iterator[str]:
    """The first picks of a game."""
    chosen = " with " + " and ".join(sorted(options)) if options else ""
    yield from HEAD.format(about=f"Traces of War, {scenario}{chosen}: the first {picks} picks.").splitlines()
    s = GAME.new(scenario, options)
    s.events = []
    for number in range(1, picks + 1):
        offers = GAME.offers(s)
        if not offers:
            break
        yield f"{number} turn {s.turn} {s.stack[-1][0]}: {GAME.prompt(s)}"
        for offer in offers:
            yield from offer_lines(GAME, offer)
        offer = offers[number % len(offers)]
        pick = choose(GAME, offer, scenario, number)
        yield f"  pick {who(GAME, offer.seat)} {GAME.write_pick(pick, offer)}"
        GAME.apply(s, offer.seat, pick)
        for event in s.events:
            seen = "" if event.seats is None else " (" + " ".join(who(GAME, seat) for seat in event.seats) + ")"
            yield f"  event{seen} [{' '.join(event.rules)}] {GAME.say(s, event)}"
        s.events.clear()
        yield view_line(GAME, s)


# -- every step -----------------------------------------------------------------------------------------------------


def every_step() -> Iterator[str]:
    """Each step as it waits for the first time, with its offer and the reasons why other things are not offered."""
    yield from HEAD.format(about="Traces of War: every step that waits, the first time it does.").splitlines()
    seen: dict[str, list[str]] = {}
    for game in range(SAMPLED_GAMES):
        for name, lines in steps_of(game, set(seen)):
            seen[name] = lines
    for name in sorted(seen):
        yield from seen[name]


def steps_of(number: int, known: set[str]) -> Iterator[tuple[str, list[str]]]:
    scenario = ("race", "campaign")[number % 2]
    options = {"vp_bid": number % 4 == 3, "hq_conversion": number % 3 == 2}
    s = GAME.new(scenario, options)
    for at in range(SAMPLED_PICKS):
        offers = GAME.offers(s)
        if not offers:
            return
        name = s.stack[-1][0]
        if name not in known:
            known.add(name)
            yield name, [f"{name} in game {number}, pick {at}: {GAME.prompt(s)}", *step_lines(s, offers)]
        offer = offers[at % len(offers)]
        GAME.apply(s, offer.seat, choose(GAME, offer, f"step {number}", at))


def step_lines(s: Any, offers: tuple[Offer, ...]) -> Iterator[str]:
    yield "  frames " + " ".join(json.dumps(frame) for frame in s.to_json()["stack"])
    for offer in offers:
        yield from offer_lines(GAME, offer)
        if offer.chance is None:
            yield from reason_lines(s, offer)


def reason_lines(s: Any, offer: Offer) -> Iterator[str]:
    """Every different reason, with how often it is given and the first thing to which."""
    picks: list[Pick] = [(UNIT, i) for i in range(len(GAME.unit_ids))]
    picks += [(HEX, i) for i in GAME.grid.bits(GAME.grid.all)]
    picks += [(OPTION, i) for i in range(len(GAME.option_names))]
    found: dict[tuple[str, str], list[str]] = {}
    for pick in picks:
        reason = GAME.why(s, offer.seat, pick)
        if reason is not None and "not asked for here" not in reason.text:
            found.setdefault((reason.rule, reason.text), []).append(GAME.write_pick(pick))
    for (rule, text), words in sorted(found.items()):
        yield f"    not {words[0]} and {len(words) - 1} others [{rule}] {text}"


FILES = {
    "race.txt": lambda: playthrough("race", {}),
    "campaign.txt": lambda: playthrough("campaign", {"vp_bid": True, "hq_conversion": True}),
    "steps.txt": every_step,
}


def written(name: str) -> list[str]:
    return (HERE / name).read_text("utf-8").splitlines()
