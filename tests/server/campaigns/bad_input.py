"""Send a server bad input of every kind, and see that it refuses each with a sentence and goes on.

    make bad-input NUMBER=20000
    PYTHONPATH=tests .venv/bin/python -m server.campaigns.bad_input --number 20000 --seed 1

It prints what was sent, what was answered, the memory of the server, and every answer that is wrong: a 5xx other than
503, a connection that is closed with 1011, no answer in a minute, a refusal that is no sentence. At the end the log may
hold no fault, and a computer player must still answer a person. The exit status is 1 if anything was wrong."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from server.bad_input import PATIENCE, Bad
from server.campaigns.wear import use
from server.process import Server
from server.storm import faults_in
from stavka.server.settings import Settings

SHOWN: Final = 20
STEPS: Final = 5


def goes_on(server: Server) -> bool:
    """Whether a computer player still answers a person."""
    made = server.get("tables", {"game": "traces", "scenario": "race", "seats": {"soviet": "me", "axis": "scripted"}})
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if server.get(f"tables/{made['table']}")["waiting"] == ["soviet"]:
            return True
        time.sleep(0.1)
    return False


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Send a server bad input of every kind.")
    parser.add_argument("--number", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="stavka-bad-") as folder:
        server = Server(Settings(Path(folder)), Path(folder) / "log", STAVKA_LIMIT_FACTOR="1000000", STAVKA_PACE="0")
        try:
            bad = Bad(server, asked.seed)
            memory = []
            for _ in range(STEPS):
                bad.send(max(1, asked.number // STEPS))
                memory.append(use(server).memory)
            bad.close()
            if not goes_on(server):
                bad.wrong.append("no computer player answers any more")
        finally:
            server.kill()
        bad.wrong += faults_in(server.log)
    print(f"{sum(bad.sent.values())} sent: {json.dumps(dict(bad.sent))}")
    print(f"answers: {json.dumps(dict(sorted(bad.answers.items())))}")
    print(f"memory of the server after each fifth: {', '.join(f'{each:.0f}' for each in memory)} MiB")
    for line in bad.wrong[:SHOWN]:
        print(line)
    print(f"wrong: {len(bad.wrong)}, seconds {time.monotonic() - begin:.0f}")
    return 1 if bad.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
