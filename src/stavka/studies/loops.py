"""Loops: picks that lead back to a position where the game has been.

    python -m stavka.studies.loops --game KEY --games 20 --seed 1 [--look 20] [--json]

A player who can go round for ever makes a record and a log of any length. A loop inside one undo window is harmless:
`tidy` drops it (`engine/session.py`). A loop that passes a roll, a decision of the other side or something that was
shown cannot be dropped; the rules should not need it, and the exit status is 1 if there is one.

Games are played at random. Every position that comes up again is a loop, and at some positions pairs of picks are tried
that might cancel each other."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from random import Random
from typing import Any, Final

from stavka import games
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.studies.soak import Temper, cases, every

FIRST: Final = 8
"""The number of picks at a position after which a second one is tried."""
SECOND: Final = 12

DROPPED, KEPT = "dropped", "kept"
Loops = Counter[tuple[str, str]]
"""Loops by their fate, and by the picks with their steps."""


class Walker:
    """Plays one game at random and notes its loops."""

    def __init__(self, key: str, seed: str, number: int, look: int) -> None:
        self.game = games.load(key)
        self.rng, self.eye = Random(f"loops {seed} {number}"), Random(f"loops {seed} {number} looks")
        known = cases(key)
        case = known[number % len(known)]
        self.session: Session[Any] = Session(self.game, case.scenario, case.options, seed=f"loops {seed} {number}")
        self.tempers = [Temper(self.game, self.rng.choice(Temper.names), self.rng) for _ in self.game.sides]
        self.look = look
        self.loops: Loops = Counter()
        self.been: dict[str, int] = {}
        """The place in the record of each position that the game has had."""

    def play(self) -> Loops:
        session = self.session
        while not session.state.result:
            if self.eye.random() * self.look < 1:
                self.try_pairs()
            offer = self.rng.choice(session.offers())
            start = len(session.record.moves)
            step = session.state.stack[-1].step
            session.play(offer.seat, self.tempers[offer.seat].choose(offer))
            self.note_return(step, start)
        return self.loops

    def note_return(self, step: str, start: int) -> None:
        """Note whether one of the last moves of the record has led back to an earlier position."""
        for at, move in enumerate(self.session.record.moves[start:], start):
            before = self.been.get(move.digest)
            if before is not None:
                is_open = any(entry.digest == move.digest for entry in self.session.entries)
                self.loops[DROPPED if is_open else KEPT, f"{at - before} picks, the last in {step}"] += 1
            self.been[move.digest] = at

    def try_pairs(self) -> None:
        """Try pairs of picks, by any seats, after which the position is the one before."""
        state = self.session.state
        start = state.digest()
        for offer in self.session.offers():
            for pick in some(list(offer), FIRST, self.eye):
                there = self.session.clone()
                there.play(offer.seat, pick)
                if len(there.record.moves) != len(self.session.record.moves) + 1:
                    continue
                for back in there.offers():
                    for second in some(list(back), SECOND, self.eye):
                        trial = there.state.clone()
                        self.game.apply(trial, back.seat, second)
                        if trial.digest() == start:
                            self.note_pair(there, offer, pick, back, second)

    def note_pair(self, there: Session[Any], offer: Offer, pick: Pick, back: Offer, second: Pick) -> None:
        names = [
            f"{self.session.state.stack[-1].step} {kind(self.game, pick)}",
            f"{there.state.stack[-1].step} {kind(self.game, second)}",
        ]
        again = there.clone()
        again.play(back.seat, second)
        fate = DROPPED if back.seat == offer.seat and again.tidy(offer.seat) else KEPT
        self.loops[fate, " + ".join(names)] += 1


def kind(game: Any, pick: Pick) -> str:
    """A pick without its number, unless it is an option."""
    return str(game.write_pick(pick)) if pick[0] == OPTION else {UNIT: "unit", HEX: "hex"}[pick[0]]


def some(picks: list[Pick], number: int, rng: Random) -> list[Pick]:
    """All options, which put down and end, and some of the units and hexes."""
    options = [pick for pick in picks if pick[0] == OPTION]
    others = [pick for pick in picks if pick[0] != OPTION]
    return options + rng.sample(others, min(number, len(others)))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="loops", description="Search for picks that lead back to where they began.")
    parser.add_argument("--game", default="traces", choices=games.GAMES, help="which game")
    parser.add_argument("--games", type=every, default=20, help="how many games")
    parser.add_argument("--seed", default="1", help="the series: the same seed gives the same games")
    parser.add_argument("--look", type=every, default=20, metavar="N", help="try pairs at one position in N")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    args = parser.parse_args(arguments)
    total: Loops = Counter()
    for number in range(args.games):
        total += Walker(args.game, args.seed, number, args.look).play()
    found: Json = {
        fate: {names: n for (what, names), n in total.most_common() if what == fate} for fate in (DROPPED, KEPT)
    }
    if args.json:
        print(json.dumps(found, indent=1))
    else:
        for fate, loops in found.items():
            print(f"{args.game}: {len(loops)} kinds of loops that are {fate}")
            for names, n in loops.items():
                print(f"  {n} {names}")
    return 1 if found[KEPT] else 0


if __name__ == "__main__":
    sys.exit(main())
