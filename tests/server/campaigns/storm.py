"""Start a server again and again, each time into a storm of first requests.

    make storm
    PYTHONPATH=tests .venv/bin/python -m server.campaigns.storm --restarts 300 --seed 1 --minutes 60

Before the first start one table of each game is stored. As soon as the port is open, all requests of a storm are sent
at once. A restart fails if a request is not answered as it should be, if the server's log tells of a fault, or if the
process ends by itself. Servers are stopped by SIGKILL and SIGTERM by turns. The last line sums up; the exit status is 1
if anything failed."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from server.process import Server
from server.storm import Storm, faults_in, one_of_each
from stavka.server.settings import Settings

SHOWN: Final = 3
"""Failures of a restart that are printed."""
STOP_SECONDS: Final = 30


@dataclass
class Tally:
    restarts: int = 0
    bad: int = 0
    requests: int = 0
    failures: int = 0
    faults: int = 0
    deaths: int = 0

    def line(self, seconds: float) -> str:
        return (
            f"restarts {self.restarts} (bad {self.bad}), requests {self.requests}, failures {self.failures}, "
            f"faults in the log {self.faults}, deaths {self.deaths}, seconds {seconds:.0f}"
        )


def stop(server: Server, how: signal.Signals) -> bool:
    """End the server; False if it was gone already, or did not end in time."""
    if server.process.poll() is not None:
        return False
    server.process.send_signal(how)
    try:
        server.process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.kill()
        return False
    return True


def campaign(folder: Path, restarts: int, seed: int, minutes: float) -> Tally:
    tally, end = Tally(), time.monotonic() + 60 * minutes
    server = Server(Settings(folder), folder / "log", STAVKA_LIMIT_FACTOR="1000")
    try:
        made = one_of_each(server)
        stop(server, signal.SIGTERM)
        for number in range(restarts):
            if time.monotonic() > end:
                break
            restart(server, Storm(server, made, seed * 1_000_000 + number), number, tally)
    finally:
        stop(server, signal.SIGKILL)
    return tally


def restart(server: Server, storm: Storm, number: int, tally: Tally) -> None:
    server.log.write_bytes(b"")
    server.launch()
    failures = storm.blow()
    lived = stop(server, signal.SIGTERM if number % 2 else signal.SIGKILL)
    faults = faults_in(server.log)
    tally.restarts += 1
    tally.bad += bool(failures or faults or not lived)
    tally.requests += len(storm.requests)
    tally.failures += len(failures)
    tally.faults += len(faults)
    tally.deaths += not lived
    for line in (*failures[:SHOWN], *faults[:SHOWN]):
        print(f"restart {number}: {line[:300]}", flush=True)
    if not lived:
        print(f"restart {number}: the process ended by itself: {server.process.returncode}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--restarts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="no restart begins after so long")
    args = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="stavka-storm-") as folder:
        tally = campaign(Path(folder), args.restarts, args.seed, args.minutes)
    print(tally.line(time.monotonic() - start), flush=True)
    return int(bool(tally.bad))


if __name__ == "__main__":
    sys.exit(main())
