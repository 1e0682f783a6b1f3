"""Measure how strong the computer opponent is, and how long it thinks, by games against another program from either
side.

    python -m stavka.studies.opponent --out games.jsonl --games 25 [--against random] [--only race/soviet,campaign/axis]

Game i of a scenario and side is game i of `stavka sim` with the same players and seed. A game is a line of the file as
soon as it is over, and games that are in the file are not played again: the run can be stopped and taken up."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from stavka import games
from stavka.engine.agent import Agent, Sight
from stavka.engine.offer import Offer, Pick
from stavka.games.traces.agents.futures import moment_of
from stavka.studies import lines
from stavka.studies.play import play_out
from stavka.studies.simulate import Series, cast, wilson, winner

KINDS: Final = tuple(f"{scenario}/{side}" for scenario in ("race", "campaign") for side in ("soviet", "axis"))


class Timed(Agent):
    """A program with a stopwatch: the process time that it spends on each of its activations."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.moment: tuple[int, bytes] = 0, b""
        self.leading: tuple[int, bytes] | None = None
        self.spent = 0.0
        self.activations: list[float] = []

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None
        moment = moment_of(sight.position)
        if moment != self.moment:
            self.moment, self.spent = moment, 0.0
        start = time.process_time()
        pick = self.inner.choose(sight, offer)
        self.spent += time.process_time() - start
        if sight.position.stack[-1].step == "mode":
            self.activations.append(0.0)
            self.leading = moment
        if moment == self.leading:
            self.activations[-1] = round(self.spent, 3)
        return pick


def play(kind: str, against: str, seed: str, index: int) -> dict[str, Any]:
    """Play one game, and return how it ended and the process time of each activation."""
    scenario, side = kind.split("/")
    sides = games.GAMES["traces"].sides
    players = tuple("planner" if name == side else against for name in sides)
    game, state, agents, dice = cast(Series("traces", scenario, players, seed, {}), index)
    at = sides.index(side)
    agents[at] = timed = Timed(agents[at])
    outcome = play_out(game, state, agents, dice)
    return {
        "kind": kind,
        "against": against,
        "seed": seed,
        "game": index,
        "result": outcome.result,
        "won": winner(outcome.result) == side,
        "points": outcome.figures["VPs"],
        "activations": timed.activations,
    }


def key(game: dict[str, Any]) -> tuple[str, str, str, int]:
    return game["kind"], game["against"], game["seed"], game["game"]


def report(found: Iterable[dict[str, Any]]) -> list[str]:
    """A line for each kind of game and opponent, one for all games against the opponent, and one for the time."""
    played = list(found)
    said = []
    for against in sorted({game["against"] for game in played}):
        mine = [game for game in played if game["against"] == against]
        for kind in (*KINDS, ""):
            these = [game for game in mine if kind in ("", game["kind"])]
            if these:
                won = sum(game["won"] for game in these)
                rate = wilson(won, len(these))
                share = f"{rate['rate']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})"
                said.append(f"{kind or 'all'} against {against}: {won} of {len(these)}, {share}")
    times = sorted(seconds for game in played for seconds in game["activations"])
    if times:
        late = times[int(0.95 * len(times))]
        said.append(f"{len(times)} activations: mean {fmean(times):.2f} s, 95 % {late:.2f} s, max {times[-1]:.2f} s")
    return said


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="opponent", description="Games of the planner against another program.")
    parser.add_argument("--games", type=int, default=25, help="of each kind")
    parser.add_argument("--against", default="scripted-1")
    parser.add_argument("--only", default=",".join(KINDS), help=f"some of {','.join(KINDS)}")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, required=True, help="where the games are kept")
    args = parser.parse_args(None if arguments is None else list(arguments))
    kinds = args.only.split(",")
    if not set(kinds) <= set(KINDS):
        parser.error(f"--only {args.only}: expected some of {','.join(KINDS)}")
    found = lines.read(args.out)
    known = {key(game) for game in found}
    for index in range(args.games):
        for kind in kinds:
            if (kind, args.against, args.seed, index) not in known:
                game = play(kind, args.against, args.seed, index)
                lines.append(args.out, game)
                found.append(game)
    print("\n".join(report(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
