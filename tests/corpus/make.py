"""Make the corpus of a release: for each scenario one whole game of random picks, and the beginning of another.

PYTHONPATH=src .venv/bin/python tests/corpus/make.py tests/corpus/YEAR-MONTH

Records are never made again: they show that games of that release still replay."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

from stavka import games
from stavka.engine.session import Session

BEGINNING = 300


def make(folder: Path) -> None:
    folder.mkdir(parents=True)
    for key in games.GAMES:
        game = games.load(key)
        for scenario in (each["key"] for each in games.about(key)["scenarios"]):
            for number, most in ((1, None), (2, BEGINNING)):
                name, seed = f"{key}-{scenario}-{number}", f"corpus-{number}"
                rng, session, picks = Random(name), Session(game, scenario, {}, seed=seed), 0
                while not session.state.result and picks != most:
                    offer = rng.choice(list(session.offers()))
                    session.play(offer.seat, rng.choice(list(offer)))
                    picks += 1
                (folder / f"{name}.txt").write_text(replace(session.record, seed=seed).write(), "utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
