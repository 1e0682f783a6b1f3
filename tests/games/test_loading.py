"""A game is loaded once, whoever asks for it first."""

from __future__ import annotations

import subprocess
import sys

CODE = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from stavka import games

start = Barrier(4)

def load(_):
    start.wait()
    return games.load("traces")

with ThreadPoolExecutor(4) as pool:
    print(len({id(game) for game in pool.map(load, range(4))}))
"""


def test_threads_that_ask_at_once_get_the_same_game() -> None:
    """Two requests to a server that has just started; a new process is one in which nothing is loaded yet."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert done.stdout == "1\n", done.stderr
