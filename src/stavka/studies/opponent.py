"""Measure how strong a level of the computer opponent is, and how long it thinks, by games against another program from
either side.

    python -m stavka.studies.opponent GAME --out games.jsonl --games 25 [--level staff] [--against random]
        [--only SCENARIO/SIDE,...]

Game i of a scenario and side is game i of `stavka sim` with the same players and seed. A game is a line of the file as
soon as it is over, and games that are in the file are not played again: the run can be stopped and taken up."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Hashable, Iterable
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from stavka import games
from stavka.agents.levels import LEVELS, STAFF
from stavka.agents.planner import Planner
from stavka.engine.agent import Agent, Sight
from stavka.engine.offer import Offer, Pick
from stavka.games import opponents
from stavka.studies import lines, seeds
from stavka.studies.play import play_out
from stavka.studies.simulate import Series, cast, wilson, winner


def kinds_of(game: str) -> list[str]:
    """Every scenario of a game, from either side."""
    scenarios = [each["key"] for each in games.about(game)["scenarios"]]
    return [f"{scenario}/{side}" for scenario in scenarios for side in games.GAMES[game].sides]


class Timed(Agent):
    """A level with a stopwatch: the process time that it spends on each of its activations, with the choices that lead
    to it."""

    def __init__(self, inner: Planner) -> None:
        self.inner = inner
        self.moment: Hashable = None
        self.activations: list[float] = []

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None
        craft, s = self.inner.craft, sight.position
        start = time.process_time()
        pick = self.inner.choose(sight, offer)
        spent = time.process_time() - start
        moment = craft.moment(s)
        if craft.opens(s) and moment != self.moment:
            self.moment = moment
            self.activations.append(0.0)
        if moment == self.moment:
            self.activations[-1] = round(self.activations[-1] + spent, 3)
        return pick


class Match(NamedTuple):
    """What is played against what."""

    game: str
    level: str
    against: str
    seed: str


def play(match: Match, kind: str, index: int) -> dict[str, Any]:
    """Play one game, and return how it ended and the process time of each activation."""
    scenario, side = kind.split("/")
    sides = games.GAMES[match.game].sides
    players = tuple(match.level if name == side else match.against for name in sides)
    game, state, agents, dice = cast(Series(match.game, scenario, players, match.seed, {}), index)
    at = sides.index(side)
    planner = agents[at]
    assert isinstance(planner, Planner)
    agents[at] = timed = Timed(planner)
    outcome = play_out(game, state, agents, dice)
    edge = games.tuning(match.game).ending(game, state).edge
    return {
        **match._asdict(),
        "kind": kind,
        "nth": index,
        "result": outcome.result,
        "won": winner(outcome.result) == side,
        "edge": edge if at == 0 else -edge,
        "activations": timed.activations,
    }


def key(game: dict[str, Any]) -> tuple[Match, str, int]:
    return Match(*(game[name] for name in Match._fields)), game["kind"], game["nth"]


def report(found: Iterable[dict[str, Any]]) -> list[str]:
    """A line for each kind of game and match, one for all games of the match, and one for the time."""
    played = list(found)
    said = []
    for match in sorted({key(game)[0] for game in played}):
        mine = [game for game in played if key(game)[0] == match]
        for kind in (*dict.fromkeys(game["kind"] for game in mine), ""):
            these = [game for game in mine if kind in ("", game["kind"])]
            won = sum(game["won"] for game in these)
            rate = wilson(won, len(these))
            share = f"{rate['rate']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})"
            edge = f"{fmean(game['edge'] for game in these):+.1f} VP"
            said.append(
                f"{match.level}, {kind or 'all'} against {match.against}: {won} of {len(these)}, {share}; {edge}"
            )
        times = sorted(seconds for game in mine for seconds in game["activations"])
        if times:
            late = times[int(0.95 * len(times))]
            said.append(
                f"{len(times)} activations: mean {fmean(times):.2f} s, 95 % {late:.2f} s, max {times[-1]:.2f} s"
            )
    return said


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="opponent", description="Games of a level against another program.")
    parser.add_argument("game", choices=[key for key, manifest in games.GAMES.items() if manifest.craft])
    parser.add_argument("--games", type=int, default=25, help="of each kind")
    parser.add_argument("--level", default=STAFF, choices=LEVELS)
    parser.add_argument("--against", default="scripted-1")
    parser.add_argument("--only", default="", help="scenarios with sides, such as race/soviet,race/axis")
    parser.add_argument("--seed", default=seeds.REPORTING)
    parser.add_argument("--out", type=Path, required=True, help="where the games are kept")
    args = parser.parse_args(None if arguments is None else list(arguments))
    kinds = args.only.split(",") if args.only else kinds_of(args.game)
    if not set(kinds) <= set(kinds_of(args.game)):
        parser.error(f"--only {args.only}: expected some of {','.join(kinds_of(args.game))}")
    opponents.check(args.against, args.game, in_studies=True)
    match = Match(args.game, args.level, args.against, args.seed)
    found = lines.read(args.out)
    known = {key(game) for game in found}
    for index in range(args.games):
        for kind in kinds:
            if (match, kind, index) not in known:
                game = play(match, kind, index)
                lines.append(args.out, game)
                found.append(game)
    print("\n".join(report(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
