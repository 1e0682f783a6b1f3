"""Many games between programs, in one process, in several or on many machines. The same seed gives the same games
wherever they are played: every game draws its own random numbers from the seed and its place in the series."""

from __future__ import annotations

import hashlib
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.engine.agent import Agent
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, ROLL, Offer, Pick
from stavka.engine.record import Move, Record
from stavka.engine.state import Json
from stavka.studies import players
from stavka.studies.lines import Kept
from stavka.studies.play import MOST_PICKS, Outcome, play_out, weighted
from stavka.studies.pool import HERE, Spread, workers


class OwnValues(NamedTuple):
    """An overlay as it travels to other processes and machines: its content, and the name of its file."""

    name: str
    content: bytes


def own_values(path: Path | None) -> OwnValues | None:
    """The overlay in a file."""
    return None if path is None else OwnValues(path.name, path.read_bytes())


@cache
def overlays() -> tempfile.TemporaryDirectory[str]:
    """The folder in which this process puts the overlays that it was sent; removed at its end."""
    return tempfile.TemporaryDirectory(prefix="stavka-overlays-")


def placed(values: OwnValues | None) -> Path | None:
    """The file of an overlay in this process."""
    if values is None:
        return None
    folder = Path(overlays().name) / hashlib.blake2b(values.content, digest_size=8).hexdigest()
    path = folder / values.name
    if not path.exists():
        folder.mkdir(exist_ok=True)
        path.write_bytes(values.content)
    return path


class Series(NamedTuple):
    """Everything about the games of a series except their number."""

    game: str
    scenario: str
    players: tuple[str, ...]
    seed: str
    options: Mapping[str, Any]
    overlay: OwnValues | None = None

    def load(self) -> Game[Any]:
        return games.load(self.game, placed(self.overlay))

    def identity(self) -> Json:
        """What the games of the series depend on, as plain data: games with the same identity can be added up."""
        game = self.load()
        return {
            "game": self.game,
            "scenario": self.scenario,
            "players": list(self.players),
            "seed": self.seed,
            "options": dict(self.options),
            "data": game.data_hash,
            "rules": game.rules_hash,
        }


class SimulatedGame(NamedTuple):
    game: int
    outcome: Outcome | None
    """The outcome; None if the game broke off."""
    seconds: float
    """Process time in seconds."""
    fault: str = ""


@dataclass
class Summary:
    series: Series
    seconds: float
    """Elapsed time in seconds."""
    played: list[SimulatedGame]
    records: dict[int, Path] = field(default_factory=dict)
    """Records of the games that broke off."""

    def as_json(self) -> Json:
        done = [game.outcome for game in self.played if game.outcome is not None]
        picks = sum(outcome.picks for outcome in done)
        spent = round(sum(g.seconds for g in self.played if not g.fault), 6)
        sides = games.GAMES[self.series.game].sides
        winners = Counter(winner(outcome.result) for outcome in done)
        return {
            "game": self.series.game,
            "scenario": self.series.scenario,
            "players": dict(zip(sides, self.series.players, strict=True)),
            "seed": self.series.seed,
            "games": len(self.played),
            "finished": len(done),
            "results": dict(sorted(Counter(outcome.result for outcome in done).items())),
            "wins": {side: winners[side] for side in sides},
            "win_rates": {side: wilson(winners[side], len(done)) for side in sides},
            "picks": picks,
            "rolls": sum(outcome.rolls for outcome in done),
            "picks_per_second": round(picks / spent, 1) if spent else 0.0,
            "seconds": round(self.seconds, 3),
            "process_seconds": spent,
            "lengths": {
                "picks": spread([outcome.picks for outcome in done]),
                "turns": spread([outcome.turn for outcome in done]),
            },
            "figures": {name: spread([o.figures[name] for o in done]) for name in (done[0].figures if done else ())},
            "forfeits": [
                {"game": game.game, "sentence": game.outcome.forfeit}
                for game in self.played
                if game.outcome is not None and game.outcome.forfeit
            ],
            "faults": [self.fault_json(game) for game in self.played if game.fault],
        }

    def fault_json(self, game: SimulatedGame) -> Json:
        record = self.records.get(game.game)
        seed = f"{self.series.seed}/{game.game}"
        return {"game": game.game, "seed": seed, "error": game.fault, "record": str(record) if record else None}


def winner(result: str) -> str:
    """The side that won: a result begins with the name of the winner."""
    return re.split("[ -]", result)[0]


def spread(values: Sequence[float]) -> Json:
    """{"min", "median", "mean", "max"} of the values; empty if there are none."""
    if not values:
        return {}
    return {"min": min(values), "median": median(values), "mean": round(fmean(values), 2), "max": max(values)}


def wilson(wins: float, games: int, z: float = 1.96) -> Json:
    """A rate with its Wilson interval, by default of 95 %. A draw may count as half a win."""
    if not games:
        return {}
    rate, z2 = wins / games, z * z / games
    middle = (rate + z2 / 2) / (1 + z2)
    half = z * sqrt(rate * (1 - rate) / games + z2 / (4 * games)) / (1 + z2)
    return {"rate": round(rate, 6), "low": round(middle - half, 6), "high": round(middle + half, 6)}


CHUNK: Final = 8
"""The most games that a process is given at once: games between random players last a few milliseconds."""


def simulate(
    series: Series,
    numbers: Sequence[int],
    spread: Spread = HERE,
    tell: Callable[[SimulatedGame], None] = lambda _: None,
    out: Path | None = None,
) -> Summary:
    """Play these games of a series; `tell` is called as each ends. out: a file that keeps the games: those that are in
    it are not played again."""
    start = time.perf_counter()
    kept = Kept(out, {"study": "sim", **series.identity()} if out else {})
    found = {number: read_game(kept.results[number]) for number in numbers if number in kept.results}
    for game in found.values():
        tell(game)
    left = [number for number in numbers if number not in found]
    with workers(spread._replace(jobs=min(spread.jobs, len(left))) if left else HERE) as crew:
        bundle = max(1, min(CHUNK, len(left) // (4 * crew.at_once)))
        for number, game in crew.each(partial(play, series), left, bundle=bundle):
            kept.add(number, game)
            found[number] = game
            tell(game)
    return Summary(series, time.perf_counter() - start, [found[number] for number in numbers])


def read_game(kept: Sequence[Any]) -> SimulatedGame:
    """A game as a file keeps it."""
    game = SimulatedGame(*kept)
    return game if game.outcome is None else game._replace(outcome=Outcome(*game.outcome))


# -- one game -------------------------------------------------------------------------------------------------------


def number(seed: str, index: int, what: str) -> int:
    """The random number for `what` in game `index` of the series with this seed."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{index}/{what}".encode(), digest_size=8).digest(), "big")


def cast(series: Series, index: int) -> tuple[Game[Any], Any, list[Agent], Random]:
    """The game, position, players and dice at the start of a game."""
    game = series.load()
    agents = [
        players.make(name, game, number(series.seed, index, side))
        for side, name in zip(game.sides, series.players, strict=True)
    ]
    return game, game.new(series.scenario, series.options), agents, Random(number(series.seed, index, "dice"))


def play(series: Series, index: int) -> SimulatedGame:
    game, state, agents, dice = cast(series, index)
    start = time.process_time()
    try:
        outcome = play_out(game, state, agents, dice)
    except Exception as error:  # any error in rules or players is a finding
        return SimulatedGame(index, None, time.process_time() - start, f"{type(error).__name__}: {error}")
    return SimulatedGame(index, outcome, time.process_time() - start)


# -- records of games that broke off --------------------------------------------------------------------------------


def save_faults(summary: Summary, folder: Path) -> None:
    """Write the record of every game that broke off, by playing it once more."""
    for game in summary.played:
        if game.fault:
            folder.mkdir(parents=True, exist_ok=True)
            seed = "".join(letter if letter.isalnum() else "-" for letter in summary.series.seed)
            path = folder / f"fault-{summary.series.game}-{seed}-{game.game}.txt"
            path.write_text(retrace(summary.series, game.game) + f"# {game.fault}\n", "utf-8")
            summary.records[game.game] = path


def retrace(series: Series, index: int) -> str:
    """The record of a game, as far as it can be played; the last move is the one that failed."""
    game, state, agents, dice = cast(series, index)
    overlay = series.overlay.name if series.overlay else ""
    record = Record(
        game.key, series.scenario, dict(series.options), overlay, game.data_hash, game.rules_hash, commitment=""
    )
    with suppress(Exception):
        for offer, pick in moves(game, state, agents, dice):
            who = "chance" if offer.seat == CHANCE else game.sides[offer.seat]
            record.moves.append(Move(who, game.write_pick(pick, offer)))
            game.apply(state, offer.seat, pick)
            record.moves[-1] = replace(record.moves[-1], digest=state.digest())
    for agent in agents:
        agent.close(state.result)
    return record.write()


def moves(game: Game[Any], state: Any, agents: Sequence[Agent], dice: Random) -> Iterable[tuple[Offer, Pick]]:
    """The moves of `play_out`, one by one; the caller applies each."""
    for _ in range(2 * MOST_PICKS):
        if state.result:
            return
        offer = game.offers(state)[0]
        if offer.chance is not None:
            yield offer, (ROLL, weighted(dice, offer.chance))
        else:
            agent = agents[offer.seat]
            yield offer, agent.choose(None if agent.blind else game.see(state, offer.seat), offer)
