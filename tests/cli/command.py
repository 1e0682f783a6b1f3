"""The result of a command, and records to give to commands."""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from stavka import games
from stavka.engine.session import Session
from stavka.games import opponents


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def refuses(self, *words: str) -> bool:
        """Check that the command printed one sentence with these words on standard error, with exit code 2, and nothing
        else."""
        sentence = self.err.removeprefix("stavka: ")
        return (
            (self.code, self.out, self.err.count("\n")) == (2, "", 1)
            and self.err.startswith("stavka: ")
            and all(word in sentence for word in words)
            and "Traceback" not in self.err
        )


@cache
def finished_record(seed: str = "a whole game") -> str:
    """A whole game between two random players, as text: the Race, decided by points after Turn 4."""
    game = games.load("traces")
    session = Session(game, "race", seed=seed)
    agents = [opponents.make("random", game, seat) for seat in (0, 1)]
    while offers := session.offers():
        session.play(offers[0].seat, agents[offers[0].seat].choose(None, offers[0]))
    return session.record.write()


def write_finished(folder: Path) -> Path:
    path = folder / "finished.txt"
    path.write_text(finished_record(), "utf-8")
    return path
